package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a question: finds what it names and the grammar that steers the answer. */
public final class QuestionReader {
  private static final Set<String> DEPENDENCE =
      Set.of("dependence", "dependency", "dependent", "depend", "depends", "depended", "reliance", "reliant", "rely", "relies", "relied");
  private static final Pattern SOURCES = Pattern.compile("(?i)\\b(world bank|growth lab|united nations|monetary fund|imf|harvard)('s)?\\b");
  private static final Pattern VERSION =
      Pattern.compile("\\b(?:19|20)?(92|12|22)\\s+(?:version|edition|revision|vintage|release)\\s+of\\s+(?:the\\s+)?(?:hs|harmoni[sz]ed system)\\b");
  private static final Pattern NEIGHBOUR = Pattern.compile("(?i)['’]s? (\\w+ )?(neighbou?r|ally|rival|competitor|counterpart),? ");
  private static final Pattern CHANGED =
      Pattern.compile("(?i)\\b(grow\\w*|grew|f[ae]ll\\w*|drop\\w*|declin\\w*|collaps\\w*|r[io]se\\w*|chang\\w+|increas\\w+|decreas\\w+|shr[aiu]nk|plung\\w+|slump\\w*|soar\\w*|surg\\w+|recover\\w*|happen\\w*)\\b");
  private static final int LONGEST_NAME = 9;
  private static final double SIMILAR_GOOD = 0.6;
  private static final double SIMILAR_WORD = 0.849;
  private static final double SIMILAR_PLACE = 0.8;
  private static final double ONE_SLIP = 0.84;
  private static final double TWO_SLIPS = 0.69;
  private static final int LONG_WORD = 7;
  private static final int SHORT_NAME = 5;
  private static final int LONG_NAME = 8;
  private static final int FIRST_YEAR = 1900;
  private static final int LAST_YEAR = 2100;

  // short words that are also everyday English or everyday abbreviations of something else
  private static final Set<String> CAPITALS_ONLY =
      Set.of("us", "it", "in", "is", "as", "all", "can", "per", "and", "are", "no", "to", "be", "at",
          "so", "do", "my", "me", "am", "by", "or", "an", "he", "la", "de", "et");

  private final SemanticModel model;
  private final Map<String, String> metricNames = new HashMap<>();

  /** A reader for the metrics of one model. */
  public QuestionReader(SemanticModel model) {
    this.model = model;
    model.metrics()
        .forEach(
            (name, metric) -> {
              if (metric.synonyms().isEmpty()) {
                return; // not asked for by name
              }
              metricNames.put(Words.key(metric.label()), name);
              metric.synonyms().forEach(synonym -> metricNames.put(Words.key(synonym), name));
            });
  }

  /** The latest year of the data. */
  int lastYear() {
    return model.classes().values().stream().mapToInt(SemanticModel.DataClass::to).max().orElse(LAST_YEAR);
  }

  /**
   * Reads a question.
   *
   * @param catalog what has a name
   * @param fixed the classification the person fixed, if any
   */
  public Reading read(String question, Catalog catalog, Optional<ProductClass> fixed) {
    Words said = Words.of(Flags.spelled(question));
    TimeWords.Dated dated = TimeWords.date(said, model.events().values(), lastYear(), () -> countries(said, catalog));
    return new Pass(dated, catalog, fixed).reading();
  }

  private static Set<String> countries(Words words, Catalog catalog) {
    Set<String> codes = new HashSet<>();
    for (int start = 0; start < words.size(); start++) {
      for (int end = start + 1; end <= Math.min(words.size(), start + 3); end++) {
        catalog.place(words.key(start, end)).map(Catalog.Sense::first).filter(Entity.Country.class::isInstance).ifPresent(place -> codes.add(place.code()));
      }
    }
    return codes;
  }

  /** The work on one question. */
  private final class Pass {
    private final Words words;
    private final Catalog catalog;
    private final boolean[] taken;
    private final boolean[] instruction;
    private final List<Mention> mentions = new ArrayList<>();
    private final Set<Signal> signals = EnumSet.noneOf(Signal.class);
    private final List<Threshold> thresholds = new ArrayList<>();
    private final List<String> leftover = new ArrayList<>();
    private Optional<ProductClass> named = Optional.empty();
    private Optional<Integer> from = Optional.empty();
    private Optional<Integer> to = Optional.empty();
    private Optional<Integer> lastYears = Optional.empty();
    private Optional<Integer> limit = Optional.empty();
    private Optional<Integer> level = Optional.empty();
    private final List<String> timeNotes;
    /** First and last word of each threshold. */
    private final List<int[]> bounds = new ArrayList<>();
    private boolean latest;
    private int ranking;
    private final ProductClass lookUp;
    private final Optional<ProductClass> productClass;

    Pass(TimeWords.Dated dated, Catalog catalog, Optional<ProductClass> fixed) {
      this.words = dated.words();
      this.timeNotes = dated.notes();
      if (dated.event().isPresent()) {
        signals.add(Signal.EVENT);
      }
      this.catalog = catalog;
      this.taken = new boolean[words.size()];
      this.instruction = new boolean[words.size()];
      readInstructions();
      Ordinals.in(words.text()).ifPresent(place -> takeText(place.start(), place.end()));
      readClass();
      readTime();
      readThresholds();
      readLimit();
      if (ranking == 0 && Ordinals.in(words.text()).isPresent()) {
        ranking = 1;
      }
      this.productClass =
          fixed.isPresent() ? fixed : named.isPresent() ? named : impliedClass();
      this.lookUp =
          productClass.filter(c -> c != ProductClass.SERVICES).orElse(ProductClass.HS92);
      readCodes();
      readNames();
      dropEvents();
      Set<Mention> within = readWithin();
      readSimilarNames();
      mentions.sort(Comparator.comparingInt(Mention::start));
      joinGoods();
      dropNeighbours();
      String masked = masked();
      readRoles(masked);
      within.stream().filter(mentions::contains).map(mention -> mention.withRole(Role.PARTNER)).toList().forEach(mentions::add);
      readSignals(masked());
    }

    Reading reading() {
      return new Reading(
          words, mentions, productClass, named.isPresent(), from, to, lastYears, latest, limit,
          ranking, thresholds, bounds.stream().map(this::bounded).toList(), signals, level, leftover, timeNotes);
    }

    private Word word(int i) {
      return words.list().get(i);
    }

    private String folded(int i) {
      return i >= 0 && i < words.size() ? word(i).folded() : "";
    }

    private void take(int start, int end) {
      for (int i = start; i < end; i++) {
        taken[i] = true;
      }
    }

    private boolean isFree(int start, int end) {
      for (int i = start; i < end; i++) {
        if (taken[i]) {
          return false;
        }
      }
      return true;
    }

    /** "Use the HS 1992 classification for goods and also use the services schema." says how, not what. */
    private void readInstructions() {
      Matcher matcher =
          Pattern.compile("(?i)\\b(please )?(use|using|under|with) (the )?[^.?!;,]{0,40}\\b(classification|schema|nomenclature)\\b[^.?!;,]*")
              .matcher(words.text());
      while (matcher.find()) {
        if (matcher.group().toLowerCase(Locale.ROOT).contains("service")) {
          signals.add(Signal.WITH_SERVICES);
        }
        for (int i = 0; i < words.size(); i++) {
          boolean inside = word(i).start() >= matcher.start() && word(i).end() <= matcher.end();
          // a classification in the middle of a question may be followed by what is asked
          if (inside && (matcher.start() > words.text().length() / 3 || matcher.end() >= words.text().length() - 1)) {
            instruction[i] = true;
          }
        }
      }
    }

    private void readClass() {
      String text = words.text().toLowerCase(Locale.ROOT);
      // those who give the figures are not asked about
      Matcher sources = SOURCES.matcher(words.text());
      while (sources.find()) {
        takeText(sources.start(), sources.end());
      }
      Matcher version = VERSION.matcher(text);
      if (version.find()) {
        named = ProductClass.of("hs" + version.group(1));
        takeText(version.start(), version.end());
        takeInstructions();
        return;
      }
      Matcher matcher =
          Pattern.compile("\\b(?:hs|harmoni[sz]ed system)[\\s-]*(?:\\(?hs\\)?)?\\s*(?:rev\\w*\\s*)?(?:19|20)?(92|12|22)\\b(?!\\d)")
              .matcher(text);
      if (matcher.find()) {
        named = ProductClass.of("hs" + matcher.group(1));
        takeText(matcher.start(), matcher.end());
        takeInstructions();
      } else {
        Matcher sitc = Pattern.compile("\\bsitc\\b|standard international trade classification").matcher(text);
        if (sitc.find()) {
          named = Optional.of(ProductClass.SITC);
          takeText(sitc.start(), sitc.end());
        }
        takeInstructions();
      }
    }

    private void takeInstructions() {
      for (int i = 0; i < words.size(); i++) {
        taken[i] |= instruction[i];
      }
    }

    private void takeText(int start, int end) {
      for (int i = 0; i < words.size(); i++) {
        if (word(i).start() >= start && word(i).end() <= end) {
          taken[i] = true;
        }
      }
    }

    private Optional<ProductClass> impliedClass() {
      SemanticModel.DataClass goods = model.classes().get(ProductClass.HS92.schema());
      // only where there is an older class: otherwise the person is told which years there are
      if (from.isPresent() && goods != null && from.get() < goods.from() && model.classes().containsKey(ProductClass.SITC.schema())) {
        return Optional.of(ProductClass.SITC);
      }
      return Optional.empty();
    }

    private boolean isYear(int i) {
      if (i < 0 || i >= words.size() || taken[i] || !word(i).isDigits() || word(i).raw().length() != 4) {
        return false;
      }
      int number = Integer.parseInt(word(i).raw());
      boolean code =
          Set.of("hs", "code", "heading", "sitc", "hs92", "hs12", "product").contains(folded(i - 1)) && !(taken[i - 1] && isOnlyYear());
      boolean dated = Set.of("in", "since", "during", "year").contains(folded(i - 1)) && number > LAST_YEAR / 2;
      return (number >= FIRST_YEAR && number <= LAST_YEAR || dated) && !code && !isBound(i);
    }

    /** Behind a classification stands a code, or the only year: "PCI of oil in HS12 2020". */
    private boolean isOnlyYear() {
      return words.list().stream().filter(w -> w.isDigits() && w.raw().length() == 4 && w.raw().matches("(19|20)..")).count() == 1;
    }

    /** A number that counts something, or that a value is compared with, is no year. */
    private boolean isBound(int i) {
      String unit = i + 1 < words.size() ? word(i + 1).stem() : "";
      boolean counted = Grammar.MAGNITUDES.containsKey(folded(i + 1)) || Set.of("dollar", "usd", "product", "country", "partner", "people", "inhabitant", "%", "percent").contains(unit) && !folded(i - 1).matches("in|for|since|from|until|to|and|of|by");
      String pair = folded(i - 2) + " " + folded(i - 1);
      boolean compared = Set.of("more than", "less than", "greater than", "higher than", "larger than", "bigger than", "lower than", "smaller than", "fewer than", "at least", "at most").contains(pair);
      return counted || compared || Set.of("$", "usd").contains(folded(i - 1));
    }

    private int year(int i) {
      return Integer.parseInt(word(i).raw());
    }

    private void readTime() {
      List<Integer> years = new ArrayList<>();
      for (int i = 0; i < words.size(); i++) {
        if (isYear(i)) {
          years.add(i);
        }
        readSpan(i);
      }
      for (int i : years) {
        take(i, i + 1);
      }
      for (String word : List.of("latest", "current", "currently", "now", "today", "nowadays")) {
        latest |= words.list().stream().anyMatch(w -> w.folded().equals(word));
      }
      latest |= words.text().toLowerCase(Locale.ROOT).contains("most recent");
      if (years.isEmpty()) {
        return;
      }
      int first = years.get(0);
      int last = years.get(years.size() - 1);
      if (folded(first + 1).equals("s") && word(first).raw().endsWith("0")) {
        from = Optional.of(year(first));
        to = Optional.of(year(first) + 9);
        take(first + 1, first + 2);
        return;
      }
      int low = years.stream().mapToInt(this::year).min().orElseThrow();
      int high = years.stream().mapToInt(this::year).max().orElseThrow();
      if (first != last && low != high) {
        String between = words.text().substring(word(first).end(), Math.max(word(first).end(), word(last).start()));
        boolean apart = between.strip().matches("(?i)[,(]?\\s*(and|&|vs\\.?|versus|or|against|compared (to|with)|than)( (in|with|to|for))?|.*\\b(than|compared (to|with)|versus|vs\\.?|against)( (it |they |that )?(was|were|did|had))?( back)? in");
        if (years.size() == 2 && apart && !Set.of("between", "from", "of").contains(folded(first - 1))) {
          signals.add(Signal.TWO_YEARS);
        }
        from = Optional.of(low);
        to = Optional.of(high);
        return;
      }
      // "since the 1990s"
      String before = folded(folded(first - 1).equals("the") ? first - 2 : first - 1);
      switch (before) {
        case "since", "from", "starting" -> from = Optional.of(low);
        // what fell after a year is measured from that year
        case "after" -> from = Optional.of(CHANGED.matcher(words.text()).find() ? low : low + 1);
        case "until", "till", "before", "through" -> to = Optional.of(before.equals("before") ? low - 1 : low);
        default -> {
          from = Optional.of(low);
          to = Optional.of(low);
        }
      }
      // "since joining the EU in 2004"
      Matcher dated = Pattern.compile("(?i)\\b(since|after|following)\\b[^,;.?]{3,40}\\bin $").matcher(words.text().substring(0, word(first).start()));
      if (before.equals("in") && dated.find()) {
        to = Optional.empty();
      }
      if (before.equals("to") && folded(first - 2).equals("up")) {
        from = Optional.empty();
      }
    }

    /** "past 10 years", "last two decades", "over the past decade". */
    private void readSpan(int i) {
      boolean over = folded(i).equals("over") && i + 2 < words.size() && Set.of("year", "decade").contains(word(i + 2).stem());
      if (!over && !Set.of("past", "last", "previous", "recent").contains(folded(i))) {
        return;
      }
      int at = i + 1;
      int number = 1;
      if (at < words.size() && (word(at).isDigits() || Grammar.NUMBERS.containsKey(folded(at)))) {
        number = numberAt(at);
        at++;
      }
      String unit = at < words.size() ? word(at).stem() : "";
      int length =
          switch (unit) {
            case "year" -> number;
            case "decade" -> 10 * number;
            case "century" -> 100 * number;
            default -> 0;
          };
      if (length > 1 && number < 200) {
        lastYears = Optional.of(length);
        take(i, at + 1);
      } else if (length == 1) {
        latest = true;
        take(i, at + 1);
      }
    }

    private int numberAt(int i) {
      return word(i).isDigits() && word(i).raw().length() < 9
          ? Integer.parseInt(word(i).raw())
          : Grammar.NUMBERS.getOrDefault(folded(i), 0);
    }

    private void readThresholds() {
      for (int i = 0; i < words.size(); i++) {
        String operator = "";
        int at = i;
        String pair = folded(i) + " " + folded(i + 1);
        if (Set.of("more than", "greater than", "higher than", "larger than", "bigger than", "in excess")
            .contains(pair)) {
          operator = ">";
          at = i + 2;
        } else if (Set.of("less than", "fewer than", "lower than", "smaller than").contains(pair)) {
          operator = "<";
          at = i + 2;
        } else if (pair.equals("at least")) {
          operator = ">=";
          at = i + 2;
        } else if (pair.equals("at most")) {
          operator = "<=";
          at = i + 2;
        } else {
          operator =
              switch (folded(i)) {
                case "over", "above", "exceeding", "exceed", "exceeds", "exceeded", ">" -> ">";
                case "under", "below", "<" -> "<";
                case ">=" -> ">=";
                case "<=" -> "<=";
                default -> "";
              };
          at = i + 1;
        }
        if (!operator.isEmpty()) {
          readBound(i, at, operator);
        }
      }
    }

    private void readBound(int start, int at, String operator) {
      int i = at;
      if (folded(i).equals("of")) {
        i++;
      }
      // "above PCI 1.5"
      int fraction = fractionEnd(i);
      if (fraction > i) {
        thresholds.add(new Threshold(operator, Grammar.FRACTIONS.get(words.slice(i, fraction).toLowerCase(Locale.ROOT).replaceFirst("^(an?|one) ", ""))));
        bounds.add(new int[] {start, fraction, 1});
        take(start, fraction);
        return;
      }
      boolean named = i + 1 < words.size() && metricNames.containsKey(words.key(i, i + 1)) && Character.isDigit(word(i + 1).raw().charAt(0));
      int metric = named ? i++ : -1;
      if (Set.of("$", "usd", "us", "€").contains(folded(i))) {
        i++;
        if (folded(i).equals("$")) {
          i++;
        }
      }
      if (i >= words.size() || taken[i] || !Character.isDigit(word(i).raw().charAt(0)) && !Grammar.NUMBERS.containsKey(folded(i))) {
        return;
      }
      boolean dollars = i > at;
      double value =
          Character.isDigit(word(i).raw().charAt(0))
              ? Double.parseDouble(word(i).raw().replace(",", ""))
              : Grammar.NUMBERS.get(folded(i));
      int end = i + 1;
      Double magnitude = Grammar.MAGNITUDES.get(folded(end));
      if (magnitude != null) {
        value *= magnitude;
        end++;
      }
      String unit = end < words.size() ? word(end).stem() : "";
      boolean counted = unit.equals("product") && words.text().substring(word(end).end()).matches("(?is)\\s*(with|in which|where|that)\\b.*\\b(rca|advantage)\\b.*");
      if (Set.of("country", "product", "partner").contains(unit) && !counted) {
        leftover.add(words.slice(start, end + 1)); // a condition on a number of things, which no metric has
        take(start, end);
        return;
      }
      if (Set.of("year", "decade", "digit").contains(unit)
          || isYear(i) && magnitude == null && !dollars) {
        return;
      }
      boolean percent = Set.of("%", "percent").contains(unit) || unit.equals("per") && folded(end + 1).equals("cent");
      if (percent || Set.of("dollar", "usd").contains(unit)) {
        end += unit.equals("per") ? 2 : 1;
      }
      thresholds.add(new Threshold(operator, value));
      bounds.add(new int[] {start, end, percent ? 1 : 0});
      take(start, end);
      if (metric >= 0) {
        taken[metric] = false;
      }
    }

    /** "a tenth", "two thirds", "half": the index behind it. */
    private int fractionEnd(int i) {
      for (int end = Math.min(words.size(), i + 2); end > i; end--) {
        if (Grammar.FRACTIONS.containsKey(words.slice(i, end).toLowerCase(Locale.ROOT).replaceFirst("^(an?|one) ", ""))
            && (end < words.size() && Set.of("of", "the", "its", "their").contains(folded(end)) || end == words.size())) {
          return end;
        }
      }
      return i;
    }

    /** The metric next to a threshold: "RCA above 1", "more than 5 billion in exports"; empty where none is near. */
    private String bounded(int[] bound) {
      if (bound[2] == 1) {
        return Reading.PERCENT;
      }
      for (Mention mention : mentions) {
        boolean near = mention.end() <= bound[0] && bound[0] - mention.end() <= 2 || mention.start() >= bound[1] && mention.start() - bound[1] <= 1 || mention.start() >= bound[0] && mention.end() <= bound[1];
        if (mention.kind() == Kind.METRIC && near) {
          return mention.metric();
        }
      }
      return "";
    }

    private void readLimit() {
      for (int i = 0; i < words.size(); i++) {
        boolean superlative =
            Grammar.LARGEST.contains(folded(i)) || Grammar.SMALLEST.contains(folded(i));
        if (!superlative) {
          continue;
        }
        if (ranking == 0 || Grammar.SMALLEST.contains(folded(i))) {
          ranking = Grammar.SMALLEST.contains(folded(i)) ? -1 : 1;
        }
        for (int at : new int[] {i + 1, i - 1}) {
          boolean number =
              at >= 0 && at < words.size() && !taken[at]
                  && (word(at).isDigits() && word(at).raw().length() <= 3
                      || Grammar.NUMBERS.containsKey(folded(at)) && !folded(at).equals("one"));
          if (number && limit.isEmpty() && numberAt(at) > 0) {
            limit = Optional.of(numberAt(at));
            take(at, at + 1);
          }
        }
      }
      for (int i = 0; i + 1 < words.size(); i++) {
        boolean one = Set.of("number", "no").contains(folded(i)) && Set.of("one", "1").contains(folded(i + 1));
        if (one && ranking == 0) {
          ranking = 1;
          limit = Optional.of(1);
          take(i, i + 2);
        }
      }
      if (limit.isEmpty()) {
        readNumberOfThings();
      }
    }

    /** "Which 8 countries", "the three Asian countries": a number with what is listed a few words behind it. */
    private void readNumberOfThings() {
      for (int i = 0; i < words.size(); i++) {
        boolean number =
            !taken[i]
                && (word(i).isDigits() && word(i).raw().length() <= 2
                    || Grammar.NUMBERS.containsKey(folded(i)) && !folded(i).equals("one"));
        if (!number || numberAt(i) == 0 || Set.of("hs", "chapter", "heading", "code").contains(folded(i - 1))) {
          continue;
        }
        for (int noun = i + 1; noun < Math.min(words.size(), i + 4); noun++) {
          if (Set.of("digit", "year", "decade", "percent", "%", "of", "in").contains(word(noun).stem())) {
            break;
          }
          if (Grammar.LISTED.contains(word(noun).stem())) {
            limit = Optional.of(numberAt(i));
            take(i, i + 1);
            return;
          }
        }
      }
    }

    private void readCodes() {
      for (int i = 0; i < words.size(); i++) {
        Word word = word(i);
        if (taken[i] || !Character.isDigit(word.raw().charAt(0)) || word.raw().contains(",")) {
          continue;
        }
        Set<String> before = Set.of("hs", "code", "chapter", "heading", "sitc", "product", "hs92", "hs12", "hs22", "codes");
        boolean called = before.contains(folded(i - 1))
            || before.contains(folded(i - 2)) && Set.of("code", "and", "to").contains(folded(i - 1))
            || word.isDigits() && word.raw().length() >= 4 && !isCounted(i) || word.raw().matches("\\d{4}\\.\\d{2}(\\.\\d+)?");
        if (!called) {
          continue;
        }
        String digits = word.raw().replace(".", "");
        // the data go to four digits; what a longer code is a part of is said
        Optional<Entity.Product> product =
            catalog.product(lookUp, word.raw()).or(() -> digits.length() > 4 ? catalog.product(lookUp, digits.substring(0, 4)) : catalog.product(lookUp, digits));
        if (product.isPresent()) {
          addMention(i, i + 1, Kind.PRODUCT, Optional.of(sense(product.get())), "", true);
        } else {
          leftover.add(word.raw());
          take(i, i + 1);
        }
      }
    }

    private boolean isCounted(int i) {
      String next = i + 1 < words.size() ? word(i + 1).stem() : "";
      return Grammar.LARGEST.contains(folded(i - 1)) || Grammar.SMALLEST.contains(folded(i - 1)) || "$€£".contains(folded(i - 1)) && i > 0
          || Grammar.LISTED.contains(next) || Grammar.MAGNITUDES.containsKey(next) || Set.of("dollar", "usd", "people", "inhabitant", "%").contains(next);
    }

    private Catalog.Sense sense(Entity entity) {
      return new Catalog.Sense(List.of(entity), true);
    }

    private void addMention(
        int start, int end, Kind kind, Optional<Catalog.Sense> sense, String metric, boolean exact) {
      Set<String> described =
          Set.of("country", "economy", "nation", "exporter", "importer", "state", "member", "producer", "union");
      boolean adjective =
          kind == Kind.PLACE
              && (end < words.size() && described.contains(word(end).stem())
                  || end - start > 1 && described.contains(word(end - 1).stem()));
      mentions.add(
          new Mention(
              start, end, words.slice(start, end), kind, sense, metric, Role.SUBJECT, adjective, exact));
      take(start, end);
    }

    private record Found(int start, int end, Kind kind, Optional<Catalog.Sense> sense, String metric, int priority) {}

    /** Longest names first; of two as long, the more telling kind. */
    private void readNames() {
      List<Found> found = new ArrayList<>();
      for (int start = 0; start < words.size(); start++) {
        int longest = Math.min(words.size(), start + LONGEST_NAME);
        for (int end = start + 1; end <= longest && isFree(start, end); end++) {
          findNames(start, end, found);
        }
      }
      found.sort(
          Comparator.comparingInt((Found f) -> f.start() - f.end())
              .thenComparingInt(Found::priority)
              .thenComparingInt(Found::start));
      for (Found f : found) {
        if (isFree(f.start(), f.end())) {
          addMention(f.start(), f.end(), f.kind(), f.sense(), f.metric(), true);
        }
      }
    }

    private void findNames(int start, int end, List<Found> found) {
      String key = words.key(start, end);
      boolean single = end == start + 1;
      Word word = word(start);
      if (!(single && CAPITALS_ONLY.contains(word.folded()) && !word.isUpperCase() && !word.raw().contains("."))) {
        catalog.place(key).ifPresent(s -> found.add(new Found(start, end, Kind.PLACE, Optional.of(s), "", 0)));
      }
      if (single && word.raw().length() == 3 && word.isUpperCase()) {
        catalog.country(word.raw())
            .filter(country -> !metricNames.containsKey(key))
            .ifPresent(c -> found.add(new Found(start, end, Kind.PLACE, Optional.of(sense(c)), "", 0)));
      }
      String metric = metricNames.get(key);
      // "exports of ships" are about vessels
      boolean noun = single && folded(start - 1).equals("of") && word.folded().equals("ships");
      if (metric != null && !noun) {
        found.add(new Found(start, end, Kind.METRIC, Optional.empty(), metric, 1));
      }
      boolean idle = single && (Grammar.IDLE.contains(word.folded()) || word.folded().length() < 3 && !word.isUpperCase());
      if (idle) {
        return;
      }
      catalog.good(lookUp, key)
          .ifPresent(s -> found.add(new Found(start, end, Kind.PRODUCT, Optional.of(s), "", 2)));
      catalog.good(ProductClass.SERVICES, key)
          .filter(s -> !s.first().code().equals("services"))
          .ifPresent(s -> found.add(new Found(start, end, Kind.SERVICE, Optional.of(s), "", 3)));
    }

    /** "Since EU accession in 2004", "after joining the WTO": the group only dates what is asked of somebody else. */
    private void dropEvents() {
      Set<String> events = Set.of("accession", "enlargement", "referendum", "crisis", "exit", "entry");
      Set<String> steps = Set.of("joining", "joined", "entering", "entered", "leaving", "left");
      List<Mention> dating =
          mentions.stream()
              .filter(mention -> mention.kind() == Kind.PLACE && mention.entity() instanceof Entity.Group)
              .filter(
                  mention -> events.contains(folded(mention.end()))
                      || steps.contains(folded(mention.start() - (folded(mention.start() - 1).equals("the") ? 2 : 1))))
              .toList();
      if (mentions.stream().anyMatch(mention -> mention.kind() == Kind.PLACE && !dating.contains(mention))) {
        mentions.removeAll(dating);
      }
    }

    /** "Intra-African trade", "exports within the EU": the group stands on both sides. */
    private Set<Mention> readWithin() {
      Set<Mention> within = new HashSet<>();
      for (Mention mention : mentions) {
        boolean group = mention.kind() == Kind.PLACE && mention.entity() instanceof Entity.Group && !isWorld(mention);
        int at = mention.start() - 1 - (folded(mention.start() - 1).equals("the") ? 1 : 0);
        boolean inside = Set.of("within", "among", "amongst", "inside").contains(folded(at)) && at > 0 && Set.of("trade", "export", "import", "commerce").contains(word(at - 1).stem());
        if (group && (folded(at).equals("intra") || inside)) {
          take(at, at + 1);
          within.add(mention);
        }
      }
      return within;
    }

    private boolean isContent(int i) {
      Word word = word(i);
      return !taken[i]
          && !Grammar.IDLE.contains(word.folded())
          && !Grammar.IDLE.contains(word.stem())
          && !Grammar.LARGEST.contains(word.folded())
          && !Grammar.SMALLEST.contains(word.folded())
          && !Grammar.NUMBERS.containsKey(word.folded())
          && Character.isLetter(word.raw().charAt(0))
          && word.folded().length() > 1;
    }

    /** Runs of words that are left over: a misspelt place, or a product under another name. */
    private void readSimilarNames() {
      int start = 0;
      while (start < words.size()) {
        if (!isContent(start)) {
          start++;
          continue;
        }
        int end = start + 1;
        while (end < words.size()
            && (isContent(end)
                || !taken[end] && Set.of("and", "of", "for", "or", "other", "not").contains(folded(end))
                    && end + 1 < words.size() && isContent(end + 1))) {
          end++;
        }
        readRun(start, end);
        start = end;
      }
    }

    private Optional<Catalog.Hit> closest(int start, int end, double enough) {
      return catalog.searchPlaces(words.slice(start, end), 1).stream().filter(hit -> hit.score() >= enough).findFirst();
    }

    private void readRun(int start, int end) {
      for (int i = start; i < end; i++) {
        // without a capital letter that tells, the likeness has to: one slip in a long word
        boolean name = word(i).isCapitalised() && (i > 0 || word(i).raw().length() >= SHORT_NAME);
        if (!isContent(i) || !name && word(i).raw().length() < LONG_WORD) {
          continue;
        }
        int first = name && i > 0 && word(i - 1).isCapitalised() && !taken[i - 1] && closest(i - 1, i + 1, SIMILAR_PLACE).isPresent() ? i - 1 : i;
        boolean owner = i + 1 < words.size() && (taken[i + 1] || folded(i + 1).equals("s"));
        double enough =
            !name ? ONE_SLIP : word(i).raw().length() >= LONG_NAME && (i > 0 || owner) ? TWO_SLIPS : SIMILAR_PLACE;
        Optional<Catalog.Hit> place = closest(first, i + 1, first < i ? SIMILAR_PLACE : enough);
        if (place.isPresent()) {
          addMention(first, i + 1, Kind.PLACE, place.map(hit -> sense(hit.entity())), "", false);
        }
      }
      int from = start;
      while (from < end) {
        if (!isContent(from)) {
          from++;
          continue;
        }
        int until = from + 1;
        while (until < end && !taken[until]) {
          until++;
        }
        while (until > from && !isContent(until - 1)) {
          until--;
        }
        readGood(from, until);
        from = until;
      }
    }

    /** "T-shirts, knit" is one product in two pieces: joined where the whole names a product better. */
    private void joinGoods() {
      for (int n = mentions.size() - 1; n > 0; n--) {
        Mention second = mentions.get(n);
        Mention first = mentions.get(n - 1);
        boolean goods = first.kind() == Kind.PRODUCT && second.kind() == Kind.PRODUCT;
        String joint = second.exact() ? "\\s*,?\\s*" : "\\s*(,|and|&)?\\s*";
        if (!goods || !gap(first, second).matches(joint)) {
          continue;
        }
        String phrase = words.slice(first.start(), second.end());
        catalog.searchGoods(lookUp, phrase, 1).stream()
            .filter(hit -> hit.score() >= SIMILAR_GOOD)
            .findFirst()
            .ifPresent(
                hit -> {
                  mentions.remove(second);
                  mentions.set(
                      mentions.indexOf(first),
                      new Mention(first.start(), second.end(), phrase, Kind.PRODUCT, Optional.of(sense(hit.entity())), "", Role.SUBJECT, false, false));
                });
      }
    }

    private String gap(Mention first, Mention second) {
      return words.text().substring(word(first.end() - 1).end(), word(second.start()).start());
    }

    private void readGood(int start, int end) {
      String phrase = words.slice(start, end);
      // one word of a longer name says little; several of them say enough
      double enough = end - start == 1 ? SIMILAR_WORD : SIMILAR_GOOD;
      Optional<Catalog.Hit> hit =
          catalog.searchGoods(lookUp, phrase, 1).stream()
              .filter(h -> h.score() >= enough)
              .findFirst();
      if (hit.isPresent()) {
        addMention(start, end, Kind.PRODUCT, hit.map(h -> sense(h.entity())), "", false);
      } else {
        for (int i = start; i < end; i++) {
          if (isContent(i)) {
            leftover.add(word(i).raw());
          }
        }
      }
    }

    /** The question with every mention replaced by what it is. */
    private String masked() {
      StringBuilder text = new StringBuilder(" ");
      int i = 0;
      while (i < words.size()) {
        int at = i;
        Optional<Mention> mention =
            mentions.stream().filter(m -> m.start() == at).findFirst();
        if (mention.isPresent()) {
          text.append(
              switch (mention.get().kind()) {
                case PLACE ->
                    (isWorld(mention.get()) ? "world" : mention.get().role() == Role.PARTNER ? "@partner" : "@place")
                        + plural(mention.get());
                case PRODUCT -> "@good";
                case SERVICE -> "@service";
                case METRIC -> "@" + mention.get().metric() + plural(mention.get());
              });
          i = mention.get().end();
        } else if (instruction[i]) {
          i++;
          continue;
        } else {
          text.append(folded(i));
          i++;
        }
        text.append(' ');
      }
      return text.toString();
    }

    /** The noun that a name ends in, where it says what is asked for: "African countries", "complex products". */
    private String plural(Mention mention) {
      String last = folded(mention.end() - 1);
      boolean noun =
          mention.end() - mention.start() > 1
              && Set.of("countries", "economies", "nations", "country", "economy", "products", "product", "exporters", "importers", "members")
                  .contains(last);
      return noun ? " " + last : "";
    }

    private static boolean isWorld(Mention mention) {
      return mention.sense().filter(s -> s.first() instanceof Entity.Group group && group.type().equals("world")).isPresent();
    }

    private boolean isImport() {
      return mentions.stream().anyMatch(m -> m.metric().startsWith("imports"))
          && mentions.stream().noneMatch(m -> m.metric().equals("exports"));
    }

    /** In "Germany's neighbour France" only France is asked about. */
    private void dropNeighbours() {
      for (int n = mentions.size() - 2; n >= 0; n--) {
        Mention first = mentions.get(n);
        Mention second = mentions.get(n + 1);
        boolean places = first.kind() == Kind.PLACE && second.kind() == Kind.PLACE;
        if (places && isPossessive(first) && NEIGHBOUR.matcher(gap(first, second)).matches()) {
          mentions.remove(n);
        }
      }
    }

    /** "The suppliers of Hungary" are asked for by what Hungary imports. */
    private void readSuppliers(String text) {
      boolean flow = mentions.stream().anyMatch(m -> m.metric().startsWith("imports") || m.metric().equals("exports"));
      if (!text.matches(".* (suppliers?|supplied by|vendors?|sources of supply) (\\w+ )?(of|to|for) (the )?@(place|partner) .*|.* @place (\\w+ |@good )*(suppliers?|vendors?) .*")) {
        return;
      }
      signals.add(Signal.BY_PARTNER);
      signals.remove(Signal.BY_COUNTRY);
      for (int i = 0; i < words.size() && !flow; i++) {
        if (Set.of("supplier", "vendor", "source", "supply").contains(word(i).stem()) && !taken[i]) {
          addMention(i, i + 1, Kind.METRIC, Optional.empty(), "imports", true);
          leftover.remove(word(i).raw());
          flow = true;
        }
      }
      mentions.sort(Comparator.comparingInt(Mention::start));
      mentions.replaceAll(m -> m.kind() == Kind.PLACE ? m.withRole(Role.SUBJECT) : m);
    }

    private void readRoles(String masked) {
      boolean compared = masked.matches(".* (compare|compared|comparing|comparison|versus|vs|difference|differ) .*");
      boolean trade =
          masked.matches(".* (@trade_balance|@total_trade|trade|trades|trading|@exports|@imports|flows?) .*");
      boolean between =
          masked.matches(".* between (the )?@place and (the )?@place .*|.* @place and (the )?@place .*(each other|one another) .*");
      for (int n = 0; n < mentions.size(); n++) {
        Mention mention = mentions.get(n);
        if (mention.kind() != Kind.PLACE) {
          continue;
        }
        int at = mention.start() - 1;
        while (at >= 0 && Set.of("the", "all", "other", "its", "their", "both", "either").contains(folded(at))) {
          at--;
        }
        String before = isPossessive(mention) ? "" : folded(at);
        Optional<Mention> previous = previousPlace(n, at);
        Role role =
            switch (before) {
              case "to", "towards", "into" ->
                  Set.of("happened", "belong", "belongs", "compared", "relative", "next", "similar", "compare", "comparison", "close",
                              "closer", "closest", "near", "nearer", "nearest")
                          .contains(folded(at - 1))
                      ? Role.SUBJECT
                      : Role.PARTNER;
              // "how dependent is Mexico on the US"
              case "on", "upon" -> words.list().subList(Math.max(0, at - 5), at).stream().anyMatch(w -> DEPENDENCE.contains(w.folded())) ? Role.PARTNER : Role.SUBJECT;
              case "from" -> isImport() || Set.of("come", "comes", "came").contains(folded(at - 1)) && mentions.subList(0, n).stream().anyMatch(m -> m.kind() == Kind.PLACE && !isWorld(m)) ? Role.PARTNER : Role.SUBJECT;
              case "with" -> trade && !compared ? Role.PARTNER : Role.SUBJECT;
              case "and", "or" ->
                  between && trade && !compared
                      ? Role.PARTNER
                      : previous.map(Mention::role).orElse(Role.SUBJECT);
              default -> Role.SUBJECT;
            };
        if (previous.isPresent() && adjacentList(previous.get(), mention)) {
          role = previous.get().role();
        }
        boolean origin =
            n + 1 < mentions.size() && mentions.get(n + 1).kind() == Kind.PRODUCT
                && mentions.get(n + 1).start() == mention.end() && !isPossessive(mention) && isImport()
                && masked.matches(".* (which|what|who|top|\\d+) (\\w+ ){0,2}(countries|country|nations|buys|bought|imports|importers|@imports) .*");
        if (origin || isOrigin(n)) {
          role = Role.PARTNER;
        }
        if (masked.matches(".* @place (market )?(share|@market_share) (of|in) (the )?@place( @imports| imports| import).*")
            && n == firstPlace()) {
          role = Role.PARTNER;
        }
        mentions.set(n, mention.withRole(role));
      }
      if (between && trade && !compared) {
        signals.add(Signal.BOTH_WAYS);
      }
    }

    /** "Italian wine imports of Germany": a word for where the product comes from, beside who imports it. */
    private boolean isOrigin(int n) {
      Mention mention = mentions.get(n);
      boolean describes = !mention.text().equalsIgnoreCase(mention.sense().map(s -> s.first().name()).orElse("")) && mention.text().matches("(?i).*(an|ese|ish|ch|ss|i|ic|ek|ot)");
      boolean good = n + 1 < mentions.size() && mentions.get(n + 1).kind() == Kind.PRODUCT && mentions.get(n + 1).start() == mention.end();
      return describes && good && isImport() && !isPossessive(mention) && mentions.stream().filter(other -> other.kind() == Kind.PLACE).count() > 1;
    }

    private boolean isPossessive(Mention mention) {
      int end = word(mention.end() - 1).end();
      String text = words.text();
      return end + 1 < text.length() && "'’".indexOf(text.charAt(end)) >= 0 && text.charAt(end + 1) == 's';
    }

    private int firstPlace() {
      for (int n = 0; n < mentions.size(); n++) {
        if (mentions.get(n).kind() == Kind.PLACE) {
          return n;
        }
      }
      return -1;
    }

    private Optional<Mention> previousPlace(int n, int before) {
      if (n > 0 && mentions.get(n - 1).kind() == Kind.PLACE && mentions.get(n - 1).end() == before) {
        return Optional.of(mentions.get(n - 1));
      }
      return Optional.empty();
    }

    /** "Kenya, Uganda" and "Kenya, Uganda and Rwanda": only commas between two places. */
    private boolean adjacentList(Mention first, Mention second) {
      return gap(first, second).strip().equals(",");
    }

    private void signal(Signal signal, String masked, String pattern) {
      if (Pattern.compile(pattern).matcher(masked).find()) {
        signals.add(signal);
      }
    }

    private void readSignals(String text) {
      signal(Signal.BY_COUNTRY, text, " (which|what|how many|list|name|all|top \\d*|bottom \\d*|most|\\w+est|leading|main|major) ?(\\w+ |@\\w+ ){0,2}(countries|country|economies|economy|nations|nation) ");
      signal(Signal.BY_COUNTRY, text, " (most|least|highest|lowest|top|\\d+|which|what) (@eci|@diversity|@gdp_per_capita|@coi) (countries|economies|nations|country|economy) ");
      signal(Signal.BY_COUNTRY, text, " (countries|economies|nations) (ranked|sorted|ordered) |(number|count) of (\\w+ ){0,2}(countries|economies|nations) (that|which|with|whose|@exports|@imports|exporting|importing) ");
      signal(Signal.BY_COUNTRY, text, " (rank|order|sort|compare) (all )?(of )?(the )?(@place |world )?(countries|economies|nations|members) ");
      signal(Signal.BY_COUNTRY, text, " (countries|economies|nations) (with|having|that (have|had)) (the )?(most|least|\\w+est) ");
      signal(Signal.BY_PRODUCT, text, " (most|least|highest|lowest|top|\\d+|which|what) @pci (products|product) ");
      signal(Signal.BY_PRODUCT, text, " (fastest|slowest|quickest) (growing|declining|shrinking) (@exports|@imports|products?|goods|sectors?) ");
      signal(Signal.MEMBERS, text, " (members?|belong|belongs|member (states|countries)|part of|make up|makes up) ");
      signal(Signal.MEMBERS, text, " countries (are |is |were )?(there )?(in|of|within) (the )?@place( group)? $");
      signal(Signal.BY_COUNTRY, text, " who (are|is|were|was) |^ who (@exports|@imports|has|had|have|buys|sells|leads|dominates) ");
      signal(Signal.BY_COUNTRY, text, " (top|largest|biggest|main|leading|major|most|important|world|greatest|number one|dominant) (\\w+ )?(@good |@service )?(exporters?|importers?|producers?|suppliers?|buyers?|sellers?) ");
      boolean exporters = words.list().stream().anyMatch(w -> Set.of("exporters", "importers", "producers").contains(w.folded()));
      if (exporters) {
        signals.add(Signal.BY_COUNTRY);
      }
      boolean theExporter = words.list().stream().anyMatch(w -> Set.of("exporter", "importer", "producer").contains(w.folded()));
      if (theExporter && ranking != 0) {
        signals.add(Signal.BY_COUNTRY);
        signals.add(Signal.SINGULAR);
      }
      signal(Signal.BY_PARTNER, text, " (partners?|destinations?|customers?|(export|@exports|foreign|overseas) markets|origins?) ");
      signal(Signal.BY_PARTNER, text, " (where|whom|who) (do|does|did|is|are|has|have) (the )?@place (?!rank|stand|place|figure)");
      signal(Signal.BY_PARTNER, text, " where (do|does|did|are|were|is|was) (the |its |their |these |those )?(@good|@exports|@imports|goods) (\\w+ ){0,2}(go|going|come|came|coming|sold|sent|shipped|from|to) ");
      signal(Signal.BY_PARTNER, text, " (from|to) (which|what|where|whom|how many) (?!(\\w+ ){0,2}(product|good|commodit|sector|industr|item|service|year))");
      signal(Signal.BY_PARTNER, text, " (which|what|how many) (\\w+ ){0,2}(countries|country|nations?|markets?) (do|does|did|has|have|are|is) (the )?@place ");
      signal(Signal.BY_PARTNER, text, " (buyers?|customers?|purchasers?|clients?) (of|for) (the )?@place | (suppliers?|sellers?) (of .*)?(to|for) (the )?@(place|partner) ");
      signal(Signal.BY_PARTNER, text, " @imports (sources?|origins?) | sources? of (the )?(@place )?@imports ");
      signal(Signal.BY_PARTNER, text, " where .*(@exports|@imports) .*(go|come|sent|bought|sold) |@place .*(suppliers?|buyers?) | @exports go | @imports come ");
      signal(Signal.BY_PARTNER, text, " (which|what) (countries|country|nations?|economies|economy|markets?) (supply|supplied|supplies|provide|provided|provides|deliver|delivered|accounts?( for)?|accounted( for)?|made up|make up|absorb|absorbed|receive|received|take|took|buy|bought) .*@place ");
      signal(Signal.BY_PARTNER, text, " (which|what) (\\w+ ){0,2}(markets|destinations|customers|buyers|suppliers) .*@place ");
      signal(Signal.BY_PARTNER, text, " (sources?|origins?) (of|for) (\\w+ )?(goods )?@imports ");
      signal(Signal.BY_PRODUCT, text, "^ (products|goods|commodities|things) (@imports|@exports) (by|from|to) ");
      signal(Signal.BY_PARTNER, text, " who (takes|took|receives|received|absorbs|absorbed|gets|got) .*@place ");
      boolean ofGroup = mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && m.sense().isPresent() && m.entity() instanceof Entity.Group && !isWorld(m));
      signal(Signal.BY_COUNTRY, ofGroup ? text : "", " (which|who) (one |member )?(of|among|in) (the )?@place (\\w+ )?(has|had|have|is|was|@exports|@imports) ");
      signal(Signal.BY_COUNTRY, text, "^ (countries|economies|nations) (with|having|where|whose|that|which) ");
      boolean toGroup = mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && m.role() == Role.PARTNER && m.sense().isPresent() && m.entity() instanceof Entity.Group);
      boolean byMember = text.matches(".* (by|per|for each|for every) (member |partner |destination )?(country|member|partner|destination)( state)? .*");
      boolean anywhere = mentions.stream().noneMatch(m -> m.kind() == Kind.PLACE);
      if (byMember && (toGroup || ofGroup || anywhere)) {
        signals.add(toGroup ? Signal.BY_PARTNER : Signal.BY_COUNTRY);
      }
      readOtherSide(text);
      readSuppliers(text);
      if (signals.contains(Signal.BY_PARTNER)) {
        signals.remove(Signal.BY_COUNTRY);
      }
      signal(Signal.BY_PRODUCT, text, " (which|what|how many|top|main|biggest|largest|leading|major|key|most|\\d+|new|all|list) ?(\\w+ |@\\w+ ){0,3}(products?|commodity|commodities|items?|sectors?|industry|industries|chapters?|headings?|sections?) | (which|what|top \\d*) (\\w+ )?goods ");
      signal(Signal.BY_PRODUCT, text, "^ (list |show |name |all )*(products|goods) (with|having|where|whose|that|which|of) ");
      boolean noGood = mentions.stream().noneMatch(m -> m.kind() == Kind.PRODUCT || m.kind() == Kind.SERVICE);
      boolean superlative = ranking != 0;
      if (noGood) {
        // "what did Peru's exports amount to" asks for a value
        boolean owned = mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && isPossessive(m));
        boolean total = text.matches(".* (in total|altogether|overall) .*");
        signal(Signal.BY_PRODUCT, owned || total ? "" : text, " what (else |exactly |precisely )?(do|does|did|has|have) (the )?@place (\\w+ ){0,2}(@exports|@imports|exporting|importing|@total_trade) (?!value|worth|to gdp|growth)");
        signal(Signal.BY_PRODUCT, text, " (which|what) (@exports|@imports) (?!value|growth|share|earnings).*@place ");
        signal(Signal.BY_PRODUCT, text, " by (product|commodity|sector|section|chapter|heading|industry|category)( group)? ");
        signal(Signal.BY_PRODUCT, text, " (which|what|top|main|biggest|largest|leading|major|key|most|\\d+) (\\w+ ){0,2}services? (@exports |@imports )?(categor|sector|type|industr|kind)");
        signal(Signal.BY_PRODUCT, text, " (which|what) services? (do|does|did|are|is|were|was) ");
        signal(Signal.BY_PRODUCT, text, " (basket|composition|breakdown|structure|made up of|consist of|consists of|makeup|mix) ");
        boolean plural = words.list().stream().anyMatch(w -> Set.of("exports", "imports").contains(w.folded()));
        if (superlative && !signals.contains(Signal.BY_COUNTRY) && !signals.contains(Signal.BY_PARTNER)) {
          String noun = plural ? "exports|imports" : "export|import";
          Matcher matcher =
              Pattern.compile("(?i)\\b(top|number one|no\\.? ?1|#1|largest|biggest|main|leading|major|most important|key|principal|primary|smallest|chief|best|dominant|most valuable|predominant|prominent)\\s+(?:\\w+\\s+){0,2}?(" + noun + ")\\b")
                  .matcher(words.text());
          if (matcher.find()) {
            signals.add(Signal.BY_PRODUCT);
          }
        }
      }
      if (signals.contains(Signal.BY_PRODUCT) && text.matches(".* (what|which) (countries|country|economies|nations) .*")) {
        signals.remove(Signal.BY_PRODUCT);
      }
      boolean bare = mentions.stream().noneMatch(m -> m.kind() != Kind.METRIC && !(m.kind() == Kind.PLACE && isWorld(m)));
      boolean listless = !signals.contains(Signal.BY_PRODUCT) && !signals.contains(Signal.BY_PARTNER) && !signals.contains(Signal.BY_COUNTRY);
      if (bare && superlative && listless && mentions.stream().anyMatch(m -> m.kind() == Kind.METRIC && !Set.of("exports", "imports", "pci").contains(m.metric()))) {
        // "the largest deficit in the world" is that of a country
        signals.add(Signal.BY_COUNTRY);
        if (limit.isEmpty() && !text.matches(".* (deficits|surpluses|economies|countries|values|scores) .*")) {
          signals.add(Signal.SINGULAR);
        }
      }
      signal(Signal.BY_YEAR, text, " (which|what) year |^ when (did|was|were|has|have) |^ in (which|what) year ");
      signal(Signal.SINGULAR, text, " (which|what) (\\w+ |@\\w+ ){0,2}(country|economy|nation|product|commodity|sector|partner|destination|market|item|year|industry|category|service) ");
      signal(Signal.SINGULAR, text, " (is|was) (the )?(@place )?(single |top |largest |biggest |main |most important |number one |leading |key |highest |primary )+(\\w+ |@\\w+ ){0,2}(partner|destination|market|product|supplier|customer|export|import|sector|commodity|economy|country) ");
      if (Pattern.compile("(?i)\\b(largest|biggest|top|main|single|leading|highest)\\s+(\\w+\\s+)?(export|import|exporter|importer|partner|product|supplier)\\b(?!\\s+(products|partners|markets|destinations|goods|sectors|categories|value))").matcher(words.text()).find()
          && limit.isEmpty()) {
        signals.add(Signal.SINGULAR);
      }
      signal(Signal.COUNT, text, " (how many|number of|count of|count the) (\\w+ |@\\w+ ){0,3}(countries|country|economies|nations|products?|partners?|exporters?|importers?|destinations?|goods|commodities|markets) ");
      signal(Signal.SHARE, text, " (share|shares|percentage|percent|proportion|fraction|portion|part|slice|piece|chunk|%) (of|in|is|are|do|does|did|by|that|for|comes?|goes|was|were|from|to|accounted|represented) | how much of | (account|accounts|accounted|accounting) for | (dependent|depends?|dependence|dependency|reliant|rely|relies|reliance) | (share|shares) (?=in|of|by|$)| shares | (with|and|plus|including) (their |its |the |each )?(\\w+ )?(share|shares|percentage|percentages) | of (all|every) (the )?@(good|service|exports|imports) .*(how much|how many|what part)|how much .* (in percent|in %|percent(age)?wise) ");
      signal(Signal.GROWTH, text, " (growth(?! (opportunit|projection|dynamics|outlook))|grew|grow|grown|growing|grows|lose|loses|losing|lost|increase|increased|increases|increasing|decline|declined|decrease|decreased|rise|risen|rose|fall|fell|fallen|drop|dropped|shrink|shrank|shrunk|plunge|plunged|collapse|collapsed|slump|slumped|soar|soared|expand|expanded|surge|surged|cagr|gained|lost|doubled|tripled|compound)(?= )");
      signal(Signal.GROWTH, text, " (percentage|percent|relative|%) change | by (what|how many|which) (percentage|percent|per cent) | change in (percent|%) ");
      boolean changed = text.matches(".* (percentage|percent|relative|%) change .*|.* by (what|how many|which) (percentage|percent|per cent) .*");
      if (changed) {
        signals.remove(Signal.SHARE);
      } else if (!signals.contains(Signal.GROWTH) && mentions.stream().anyMatch(m -> m.kind() == Kind.PRODUCT)) {
        signal(Signal.SHARE, text, " how (important|significant) |(as a|in) (percentage|percent|share|proportion) $");
      }
      if (bounds.stream().anyMatch(bound -> bound[2] == 1) && !signals.contains(Signal.GROWTH)) {
        signals.add(Signal.SHARE);
      }
      signal(Signal.YEARLY, text, " (cagr|annual|annually|yearly|per year|a year|compound|average growth) ");
      signal(Signal.SERIES, text, " (trend|trends|evolve|evolved|evolution|over time|history|historical|time series|each year|every year|year by year|by year|per year|annual|annually|yearly|trajectory|development|developed|over the years|through the years|over the decades|through the decades|fluctuated?|varied) ");
      signal(Signal.SERIES, text, " (get|gets|getting|become|becomes|becoming|became|grown|growing|grow) (any |ever |much |significantly |increasingly )?(more|less|better|worse|richer|poorer|stronger|weaker|@diversity|@eci) ");
      signal(Signal.SERIES, text, " how (has|have|did|do|does) .*(chang|evolv|develop|perform|fare|vary|varied|progress)");
      signal(Signal.RANK, text, " (rank|ranks|ranking|ranked|place|position|standing) (?!by|in order)| @place (rank|ranking|position|standing) ");
      signal(Signal.COMPARE, text, " (compare|compared|compares|comparing|comparison|versus|vs|than|against|difference|differ|relative to|both) ");
      signal(Signal.WORLD, text, " (world|worldwide|global|globally|international) ");
      signal(Signal.GOODS, text, " (goods|merchandise) ");
      signal(Signal.SERVICES, text, " services? ");
      boolean placeOfOne = text.matches(" rank of (the )?@place (in|by|for|among|as|with|on) .*| rank of (the )?@place $");
      if (!placeOfOne && text.matches(" rank (all |of |the |these )*(@|world|countries|economies|products|members|goods).*")) {
        signals.remove(Signal.RANK); // an order is wanted, not a place in it
        signals.add(Signal.ALL_ROWS);
      }
      if (mentions.stream().anyMatch(m -> m.kind() == Kind.METRIC && m.text().toLowerCase(Locale.ROOT).contains("rank"))) {
        signals.add(Signal.RANK);
      }
      if (mentions.stream().anyMatch(m -> m.kind() == Kind.SERVICE)) {
        signals.add(Signal.SERVICES);
      }
      signal(Signal.ALL_ROWS, text, " (list|show|name|give me) (me )?(all|every|each|world countries) | all (the )?(countries|products|partners|members) ");
      signal(Signal.OVERVIEW, text, " (tell me about|overview|profile|summary of|summarise|summarize|describe|economy of) | (tell me about|about) @place ?$");
      signal(Signal.TOTAL, text, " (cumulative|cumulated|combined|altogether|in total|sum of) | over the (whole|entire|full) period ");
      signal(Signal.CAUSE, text, " (why|because|due to|owing to|thanks to|affect|affects|affected|affecting|impact|impacts|impacted|effects?|influenced?|consequences?|caused?|causes|explains?|explained|reasons?|drive|drives|drove|driven|driving|drivers?|implications?|impl(y|ies|ied)|suggests?|suggested|reveals?|revealed|evidence|hurt|helped|hit|say about|says about|tell us|mean for|meant for|role|what does (this|that|it)|what did (this|that|it)|responsible for|result of|led to|lead to) ");
      if (text.contains(" digit ") || text.contains("-digit")) {
        signal(Signal.BY_PRODUCT, text, " digit ");
      }
      readWhoIsAsked();
      readLevel();
    }

    /** A superlative without anything else asks which country; "when did A overtake B" for the years of both. */
    private void readWhoIsAsked() {
      boolean named = mentions.stream().anyMatch(mention -> mention.kind() != Kind.METRIC);
      boolean listed = Stream.of(Signal.BY_COUNTRY, Signal.BY_PRODUCT, Signal.BY_PARTNER, Signal.BY_YEAR, Signal.WORLD).anyMatch(signals::contains);
      boolean ofCountries = mentions.stream().filter(m -> m.kind() == Kind.METRIC).anyMatch(m -> !model.metric(m.metric()).dimensions().contains("product"));
      if (ranking != 0 && !named && !listed && ofCountries) {
        signals.add(Signal.BY_COUNTRY);
      }
      if (Overtaking.asks(words.text()) && mentions.stream().filter(mention -> mention.kind() == Kind.PLACE).count() == 2) {
        signals.removeAll(Set.of(Signal.BY_YEAR, Signal.SINGULAR, Signal.BY_COUNTRY));
        signals.add(Signal.SERIES);
      }
    }

    /** "Who buys Ghana's cocoa?" asks for Ghana's exports by partner, "who sells cars to Ghana?" for its imports. */
    private void readOtherSide(String text) {
      boolean owned = mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && isPossessive(m));
      boolean buyers = text.matches(" (who(m)?|(which|what) (\\w+ ){0,2}(countries|country|nations?|markets)) (\\w+ )?@imports .*") && (owned || text.matches(".* from (the )?@(place|partner) .*"));
      boolean sellers = text.matches(" who @exports .* to (the )?@partner .*");
      if (!buyers && !sellers) {
        return;
      }
      signals.add(Signal.BY_PARTNER);
      for (int n = 0; n < mentions.size(); n++) {
        Mention mention = mentions.get(n);
        if (mention.kind() == Kind.METRIC) {
          String other = buyers ? "exports" : "imports";
          mentions.set(
              n,
              new Mention(
                  mention.start(), mention.end(), mention.text(), Kind.METRIC, mention.sense(), other, mention.role(), false, true));
        } else if (mention.kind() == Kind.PLACE) {
          mentions.set(n, mention.withRole(Role.SUBJECT));
        }
      }
    }

    private void readLevel() {
      String text = words.text().toLowerCase(Locale.ROOT);
      if (text.matches("(?s).*\\b(sectors?|sections?|broad categories|one[- ]digit|1[- ]digit|industries)\\b.*")) {
        level = Optional.of(1);
      }
      if (text.matches("(?s).*\\b(chapters?|2[- ]digit|two[- ]digit|hs2)\\b.*")) {
        level = Optional.of(2);
      }
      if (text.matches("(?s).*\\b(headings?|4[- ]digit|four[- ]digit|hs4)\\b.*")) {
        level = Optional.of(4);
      }
    }
  }
}
