package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.turn.Turn.PastTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says a follow-up question in full, with what it leaves to the question before. */
final class FollowUp {
    private static final Pattern FRAGMENT = Pattern.compile(
            "(?i)^\\s*(and|what about|how about|same|now|also|but|only|instead|or|then|ok(ay)?,?|for|in|to|from|since|between|with|by|compare (it|that|this)|versus|vs)\\b.*");
    private static final Pattern PRONOUN = Pattern.compile(
            "(?i)\\b(its|their|it|they|them|that country|this country|the country|those countries|these countries|there|the same (country|countries))\\b");

    private static final Pattern POSSESSIVE = Pattern.compile("(?i)\\b(its|their)\\b");
    private static final Pattern REVERSE =
            Pattern.compile("(?i)\\b(other way (a)?round|vice versa|the reverse|in reverse|opposite direction)\\b");
    private static final Pattern COMPARE =
            Pattern.compile("(?i)\\b(compare|compared|comparison|versus|vs|together with)\\b");
    private static final Pattern SUPPLIERS = Pattern.compile("(?i)(suppliers?|vendors?|sources?|supply)");
    private static final int SHORT = 9;
    private static final String NUMBER = "(?<n>\\d{1,3}|an?|[a-z]+)";
    private static final Pattern ROWS = Pattern.compile(
            "(?i)^\\W*((ok(ay)?|and|now|please|actually|sorry|hm+),?\\s+)*(make (it|that)|only|just|(show|give|list)( me)?|i (need|want)|what about|how about|expand (it|that)? ?to|(limit|extend|widen|narrow) (it|that|this) to)?\\s*(the )?(top |first |best )?(?<n>\\d{1,3}|[a-z]+)( of (them|those))?( (rows|entries|items|results|instead|please|rather)|,)*[\\s.?!]*$");
    private static final Pattern DISTANCE = Pattern.compile("(?i).*\\b" + NUMBER
            + " (?<unit>years?|decades?) (?<way>earlier|before|previously|prior|later|after(wards)?|on)\\b.*");
    private static final Pattern SAME_TIME = Pattern.compile(
            "(?i)\\b(in |for |during |over |at )?(that|the same|this same) (year|time|period|years)\\b|\\b(over|for|in|during) (those|these|the same) years\\b|\\bback then\\b");
    private static final Pattern OPEN_SUPERLATIVE =
            Pattern.compile("(?i)\\b(highest|lowest|most|largest|biggest|least|best|smallest)$");

    private static final Pattern NEXT_YEAR = Pattern.compile(
            "(?i)^\\W*((and|now|ok(ay)?|what about|how about|same for|same|for|in) )*(the )?(?<way>(year|one) before( that)?|(previous|prior|preceding|last|following|next) year|year after( that)?)\\W*$");
    private static final Pattern OTHER_SIDE = Pattern.compile(
            "(?i)^(and |so )?(who|which|what|list|show)\\b.*\\b(?<side>buyers?|customers?|purchasers?|destinations?|suppliers?|sellers?|sources?|origins?)\\b[^?]*\\??\\s*$");

    private static final Pattern GOODS_ONLY = Pattern.compile(
            "(?i)^\\W*((and|but|now|ok|okay|please),? )*((excluding|without|minus|leaving out|not counting|leave out|no|less) (the )?services|(only|just) goods|goods (only|alone)|for goods (only|alone))( please)?\\W*$");

    /** The figure shown, as a part of the world's. */
    private static final Pattern OF_WORLD = Pattern.compile(
            "(?i)^\\W*((and|now|ok(ay)?|what about|how about) )*(as|in) (a )?(share|percentage|percent|per ?cent|part|fraction|proportion)( of)? (the )?(world|global)( (total|market|exports|imports|trade))?\\W*$");

    private static final String IN_WHAT_WAS_SHOWN =
            "(?i) (in|of) (that|this|the) (table|answer|list|result|chart|column)\\W*$";
    private static final Pattern DEFINITION = Pattern.compile(
            "(?i)^\\W*((and|but|so|ok|okay|sorry),? )?(what('s| is| are| does| do)|define|explain|how (is|are))\\b.*");
    private static final Pattern OF_THEM = Pattern.compile(
            "(?i)^\\W*((and|so) )?(which|who|what)( one| country)? (of|among) (them|these|those)( countries)?");
    private static final Pattern BUYS_THEM = Pattern.compile(
            "(?i)^\\W*((and|so) )?(who|whom|where|(which|what) (countries|country|markets?))\\b.*\\b(buys?|bought|imports?|imported|purchases?|purchased|takes?|sold|go|goes|went|sells?)\\b\\b.*\\b(them|these|those)\\b.*$");
    private static final Pattern LISTED = Pattern.compile("^\\s*\\d+\\. (?<name>[^:]+):.*$");
    private static final int MOST_LISTED = 10;

    /** What was asked for of one time, asked for of many: the same measure of the same. */
    private static final Pattern CHANGED = Pattern.compile(
            "(?i)^\\W*(?:and\\s+)?how\\s+(?:has|have|did|does)\\s+(?:it|this|that|they)(?:\\s+(?:share|figure|value))?\\s+(?:changed?|develop(?:ed)?|evolved?|moved?)"
                    + "(?<when>\\s+(?:over time|since|over the|in the last|between|from|through)\\b[^?]*)?\\W*$");

    private static final String OF_IT = "(?i) (of|in|among) (it|them|that|these|those|this)\\W*$";

    private final QuestionReader reader;
    private final Scope scope;

    FollowUp(QuestionReader reader, Scope scope) {
        this.reader = reader;
        this.scope = scope;
    }

    /** The question in full; as it is when it stands alone. */
    String complete(String question, List<PastTurn> history, Catalog catalog) {
        if (history.isEmpty()) {
            return question;
        }
        if (isDefinition(question, catalog)) {
            return question.replaceFirst(IN_WHAT_WAS_SHOWN, "?");
        }
        String before = last(history, catalog);
        Reading last = reader.read(before, catalog, Optional.empty());
        Optional<String> ofThese = ofThese(question, last, answered(history, before), catalog);
        if (ofThese.isPresent()) {
            return ofThese.get();
        }
        Optional<String> turned =
                turned(question, last).or(() -> nextYear(question, last)).or(() -> otherSide(question, last, catalog));
        return turned.isPresent()
                ? turned.get()
                : complete(sameTime(question, reader.read(before, catalog, Optional.empty())), before, catalog);
    }

    /** "What is RCA?", "what does that index mean?": asked of nobody, so that nobody is to be put in. */
    private boolean isDefinition(String question, Catalog catalog) {
        if (!DEFINITION.matcher(question).matches()) {
            return false;
        }
        Reading reading = reader.read(question.replaceFirst(IN_WHAT_WAS_SHOWN, "?"), catalog, Optional.empty());
        return !reading.metrics().isEmpty()
                && reading.mentions().stream().allMatch(mention -> mention.kind() == Kind.METRIC)
                && reading.from().isEmpty()
                && reading.ranking() == 0;
    }

    private static String answered(List<PastTurn> history, String question) {
        for (int i = history.size() - 1; i >= 0; i--) {
            if (history.get(i).asked().equals(question)) {
                return history.get(i).answer();
            }
        }
        return "";
    }

    /** "Which of them grew fastest?", "who buys them?": of the countries or the products that the answer before lists. */
    private Optional<String> ofThese(String question, Reading past, String answer, Catalog catalog) {
        Matcher which = OF_THEM.matcher(question);
        Matcher buys = BUYS_THEM.matcher(question);
        boolean countries =
                past.has(Signal.BY_COUNTRY) && past.places(Role.SUBJECT).isEmpty();
        boolean products =
                past.has(Signal.BY_PRODUCT) && !past.places(Role.SUBJECT).isEmpty();
        String text = question.strip().replaceAll("[?.!\\s]+$", "");
        if (which.find() && countries) {
            List<String> names = listed(answer, Kind.PLACE, catalog);
            boolean open =
                    reader.read(question, catalog, Optional.empty()).goods().isEmpty();
            String flow = past.metrics().contains("imports") ? "imports" : "exports";
            String goods = past.goods().stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
            return names.isEmpty()
                    ? Optional.empty()
                    : Optional.of(which.replaceFirst(
                                            Matcher.quoteReplacement("Which country of " + String.join(" and ", names)))
                                    .replaceAll("[?.!\\s]+$", "")
                            + (open ? " by " + (goods.isEmpty() ? "" : goods + " ") + flow : "")
                            + "?");
        }
        if (buys.matches() && products) {
            List<String> names = listed(answer, Kind.PRODUCT, catalog);
            String owners = past.places(Role.SUBJECT).stream()
                    .map(Mention::text)
                    .distinct()
                    .collect(Collectors.joining(" and "));
            return names.isEmpty()
                    ? Optional.empty()
                    : Optional.of("Which countries are the main destinations of " + owners + "'s exports of "
                            + String.join(" and ", names) + years(past) + "?");
        }
        return Optional.empty();
    }

    /** The names at the head of the numbered lines of an answer. */
    private List<String> listed(String answer, Kind kind, Catalog catalog) {
        return answer.lines()
                .map(LISTED::matcher)
                .filter(Matcher::matches)
                .limit(MOST_LISTED)
                .map(line -> line.group("name").strip())
                .filter(name -> reader.read(name, catalog, Optional.empty()).mentions().stream()
                        .anyMatch(mention -> mention.kind() == kind))
                .distinct()
                .toList();
    }

    /** A later part of one question in full: what it lists is of what the first part was about. */
    String continued(String part, String first, Catalog catalog) {
        Reading now = reader.read(part, catalog, Optional.empty());
        Reading past = reader.read(first, catalog, Optional.empty());
        boolean open = (now.has(Signal.BY_PRODUCT) || now.has(Signal.BY_PARTNER))
                && now.mentions().isEmpty()
                && !now.has(Signal.WORLD)
                && !PRONOUN.matcher(part.replaceAll(OF_IT, "")).find();
        if (!open || past.places(Role.SUBJECT).isEmpty()) {
            return complete(part, List.of(new PastTurn(first, first, "")), catalog);
        }
        String flow = past.metrics().contains("imports") ? "imports" : "exports";
        String owners =
                past.places(Role.SUBJECT).stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        String partners =
                past.places(Role.PARTNER).stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        String goods = now.has(Signal.BY_PARTNER)
                ? past.goods().stream().map(Mention::text).distinct().collect(Collectors.joining(" and "))
                : "";
        return part.strip().replaceAll("[?.!\\s]+$", "").replaceAll(OF_IT, "") + " of the "
                + (goods.isEmpty() ? "" : goods + " ") + flow + " of " + owners
                + (partners.isEmpty() || now.has(Signal.BY_PARTNER)
                        ? ""
                        : (flow.equals("imports") ? " from " : " to ") + partners)
                + (now.from().isPresent() || now.lastYears().isPresent() ? "" : years(past)) + "?";
    }

    /** The last question that was about the data: one that was refused leaves the conversation where it was. */
    private String last(List<PastTurn> history, Catalog catalog) {
        for (int i = history.size() - 1; i >= 0; i--) {
            String asked = history.get(i).asked();
            Reading reading = reader.read(asked, catalog, Optional.empty());
            if (!reading.mentions().isEmpty()
                    && !isDefinition(asked, catalog)
                    && scope.refuse(asked, reading).isEmpty()) {
                return asked;
            }
        }
        return history.get(history.size() - 1).asked();
    }

    /** "The year before", "next year": counted from the year of the question before, where it named none from the latest. */
    private Optional<String> nextYear(String question, Reading past) {
        Matcher matcher = NEXT_YEAR.matcher(question);
        boolean one = past.from().equals(past.to()) && past.lastYears().isEmpty();
        if (!matcher.matches() || !one || past.mentions().isEmpty()) {
            return Optional.empty();
        }
        int sign = matcher.group("way").toLowerCase(Locale.ROOT).matches(".*(before|previous|prior|preceding|last).*")
                ? -1
                : 1;
        String text = past.words().text().strip().replaceAll("[?.!\\s]+$", "");
        return Optional.of(withoutYears(text, past) + " in " + (past.from().orElse(reader.lastYear()) + sign) + "?");
    }

    /** Partners asked for in a few words, such as the buyers, are those of what the question before was about. */
    private Optional<String> otherSide(String question, Reading past, Catalog catalog) {
        Matcher matcher = OTHER_SIDE.matcher(question);
        if (!matcher.matches()
                || past.places(Role.SUBJECT).isEmpty()
                || !reader.read(question, catalog, Optional.empty())
                        .places(Role.SUBJECT)
                        .isEmpty()) {
            return Optional.empty();
        }
        boolean buyers =
                matcher.group("side").toLowerCase(Locale.ROOT).matches("(buyer|customer|purchaser|destination)s?");
        Reading now = reader.read(question, catalog, Optional.empty());
        List<Mention> goods = now.goods().isEmpty() ? past.goods() : List.of();
        String text = question.strip().replaceAll("[?.!\\s]+$", "");
        String what = goods.isEmpty()
                ? ""
                : goods.stream().map(Mention::text).distinct().collect(Collectors.joining(" and ")) + " ";
        String of =
                past.places(Role.SUBJECT).stream().map(Mention::text).distinct().collect(Collectors.joining(" and "))
                        + "'s " + what + (buyers ? "exports" : "imports");
        int end = matcher.end("side")
                - (question.length() - question.stripLeading().length());
        return Optional.of(text.substring(0, end) + " of " + of + text.substring(end)
                + (now.from().isPresent() ? "" : years(past)) + "?");
    }

    /** The earlier question with another number of rows, or with a year counted from its own. */
    private static Optional<String> turned(String question, Reading past) {
        String text = past.words().text().strip().replaceAll("[?.!\\s]+$", "");
        if (GOODS_ONLY.matcher(question).matches() && !past.has(Signal.GOODS)) {
            return Optional.of(text + " (goods only)?");
        }
        if (OF_WORLD.matcher(question).matches()
                && !past.has(Signal.SHARE)
                && !past.places(Role.SUBJECT).isEmpty()) {
            String owners = past.places(Role.SUBJECT).stream()
                    .map(Mention::text)
                    .distinct()
                    .collect(Collectors.joining(" and "));
            String goods = past.goods().stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
            return Optional.of("What was " + owners + "'s share of world " + (goods.isEmpty() ? "" : goods + " ")
                    + (past.metrics().contains("imports") ? "imports" : "exports") + years(past) + "?");
        }
        Matcher changed = CHANGED.matcher(question);
        if (changed.matches() && past.ranking() == 0) {
            String when =
                    changed.group("when") == null ? "" : changed.group("when").strip();
            return Optional.of(withoutYears(text, past) + " " + (when.isEmpty() ? "over time" : when) + "?");
        }
        Matcher rows = ROWS.matcher(question);
        if (rows.matches()) {
            return number(rows.group("n")).map(n -> withLimit(text, past, n) + "?");
        }
        Matcher distance = DISTANCE.matcher(question);
        boolean year = past.from().isPresent() && past.from().equals(past.to());
        if (year && distance.matches() && question.split("\\s+").length < SHORT) {
            int sign = distance.group("way").matches("(?i)earlier|before|previously|prior") ? -1 : 1;
            int unit = distance.group("unit").toLowerCase(Locale.ROOT).startsWith("decade") ? 10 : 1;
            return number(distance.group("n"))
                    .map(n -> withoutYears(text, past) + " in " + (past.from().get() + sign * unit * n) + "?");
        }
        return Optional.empty();
    }

    private static Optional<Integer> number(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        return lower.matches("\\d{1,3}")
                ? Optional.of(Integer.parseInt(lower))
                : lower.matches("an?") ? Optional.of(1) : Optional.ofNullable(Grammar.NUMBERS.get(lower));
    }

    private static String withLimit(String text, Reading past, int limit) {
        if (past.limit().isPresent()) {
            int before = past.limit().get();
            String words = Grammar.NUMBERS.entrySet().stream()
                    .filter(entry -> entry.getValue() == before)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining("|"));
            return text.replaceFirst(
                    "(?i)\\b(" + before + (words.isEmpty() ? "" : "|" + words) + ")\\b", String.valueOf(limit));
        }
        return text.replaceFirst("(?i)\\b(top|largest|biggest|main|most)\\b", "$1 " + limit);
    }

    /** "That year" is the year of the question before. */
    private static String sameTime(String question, Reading past) {
        Matcher time = SAME_TIME.matcher(question);
        String years = years(past).strip();
        return years.isEmpty() || !time.find() ? question : time.replaceFirst(Matcher.quoteReplacement(years));
    }

    private String complete(String question, String before, Catalog catalog) {
        Reading now = reader.read(question, catalog, Optional.empty());
        Reading past = reader.read(before, catalog, Optional.empty());
        boolean pronoun = PRONOUN.matcher(question).find();
        boolean fragment = FRAGMENT.matcher(question).matches();
        if (REVERSE.matcher(question).find() && !past.places(Role.PARTNER).isEmpty()) {
            return reversed(past);
        }
        boolean asks = !now.metrics().isEmpty()
                || now.has(Signal.SHARE)
                || now.has(Signal.RANK)
                || now.has(Signal.BY_COUNTRY)
                || now.has(Signal.BY_PRODUCT)
                || now.has(Signal.BY_PARTNER)
                || now.has(Signal.BY_YEAR);
        boolean incomplete =
                now.metrics().isEmpty() && now.has(Signal.SHARE) && now.goods().isEmpty();
        boolean standsAlone = asks
                && !incomplete
                && !pronoun
                && (!now.places(Role.SUBJECT).isEmpty() || now.has(Signal.BY_COUNTRY) || now.has(Signal.WORLD))
                && !fragment;
        Optional<Mention> figure =
                past.mentions().stream().filter(m -> m.kind() == Kind.METRIC).findFirst();
        String bareText = question.strip().replaceAll("[?.!\\s]+$", "");
        if (standsAlone
                && figure.isPresent()
                && now.mentions().isEmpty()
                && OPEN_SUPERLATIVE.matcher(bareText).find()) {
            // "and which country has the highest?": of the figure before
            boolean timed = now.from().isPresent()
                    || now.to().isPresent()
                    || now.lastYears().isPresent();
            return bareText + " " + figure.get().text() + (timed ? "" : years(past)) + "?";
        }
        if (standsAlone || past.mentions().isEmpty()) {
            return question;
        }
        boolean says = !now.mentions().isEmpty()
                || now.from().isPresent()
                || now.lastYears().isPresent()
                || now.limit().isPresent()
                || now.productClass().isPresent();
        if (!says && !pronoun && !asks) {
            return question;
        }
        boolean bare = now.metrics().isEmpty()
                && !now.has(Signal.BY_COUNTRY)
                && !now.has(Signal.BY_PARTNER)
                && !now.has(Signal.BY_PRODUCT)
                && !now.has(Signal.SHARE)
                && !now.has(Signal.RANK);
        boolean metricOnly = fragment && now.words().size() <= 4;
        return bare && !pronoun || metricOnly ? substitute(past, now) : extend(question, past, now);
    }

    /** The earlier question with the parts that the new one names put in the place of its own. */
    private String substitute(Reading past, Reading now) {
        String text = past.words().text().strip().replaceAll("[?.!\\s]+$", "");
        boolean added = COMPARE.matcher(now.words().text()).find();
        List<Mention> subjects = new ArrayList<>(added ? past.places(Role.SUBJECT) : List.of());
        subjects.addAll(now.places(Role.SUBJECT));
        if (!now.places(Role.SUBJECT).isEmpty()) {
            text = swap(text, past.places(Role.SUBJECT), subjects, " for ");
        }
        text = swap(text, past.places(Role.PARTNER), now.places(Role.PARTNER), " to ");
        text = swap(text, past.goods(), now.goods(), " of ");
        List<Mention> metrics =
                now.mentions().stream().filter(m -> m.kind() == Kind.METRIC).toList();
        List<Mention> pastMetrics =
                past.mentions().stream().filter(m -> m.kind() == Kind.METRIC).toList();
        if (!metrics.isEmpty() && !pastMetrics.isEmpty()) {
            boolean suppliers = SUPPLIERS.matcher(pastMetrics.get(0).text()).matches()
                    && metrics.get(0).metric().equals("exports");
            text = replaceFirst(
                    text,
                    pastMetrics.get(0).text(),
                    suppliers ? "export destinations" : metrics.get(0).text());
        }
        if (now.from().isPresent() || now.lastYears().isPresent() || now.to().isPresent()) {
            text = withoutYears(text, past) + years(now);
        }
        if (now.limit().isPresent()) {
            text = withLimit(text, past, now.limit().get());
        }
        if (now.classNamed() && now.productClass().isPresent()) {
            text += " in " + now.productClass().get().label();
        }
        return text + "?";
    }

    /** A text with a list of names replaced by another one. */
    static String swap(String text, List<Mention> past, List<Mention> now, String joiner) {
        if (now.isEmpty()) {
            return text;
        }
        String names = now.stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        if (past.isEmpty()) {
            return text + joiner + names;
        }
        String swapped = text;
        for (int i = past.size() - 1; i > 0; i--) {
            swapped = swapped.replaceFirst(
                    "(?i)(\\s*,\\s*|\\s+and\\s+|\\s+or\\s+|\\s+with\\s+|\\s+to\\s+)((of|to|from|for|in|by)\\s+)?(the\\s+)?"
                            + Pattern.quote(past.get(i).text()),
                    "");
        }
        return replaceFirst(swapped, past.get(0).text(), names);
    }

    private static String replaceFirst(String text, String part, String by) {
        int at = text.indexOf(part);
        return at < 0 ? text : text.substring(0, at) + by + text.substring(at + part.length());
    }

    private static String withoutYears(String text, Reading past) {
        if (past.from().isEmpty() && past.to().isEmpty() && past.lastYears().isEmpty()) {
            return text;
        }
        return text.replaceAll(
                        "(?i)\\s*\\b(over|in|during|for)?\\s*(the )?(past|last|previous) (\\w+ )?(years|decades?)", "")
                .replaceAll(
                        "(?i)\\s*\\b(from|between|in|since|for|during|until|after|before|as of|by)?\\s*\\b(19|20)\\d\\d\\b(\\s*(to|and|until|through|-|–)\\s*(19|20)\\d\\d\\b)?",
                        "")
                .strip();
    }

    private static String years(Reading reading) {
        if (reading.lastYears().isPresent()) {
            return " over the past " + reading.lastYears().get() + " years";
        }
        if (reading.from().isPresent() && reading.to().isPresent()) {
            return reading.from().equals(reading.to())
                    ? " in " + reading.from().get()
                    : " from " + reading.from().get() + " to " + reading.to().get();
        }
        return reading.from()
                .map(from -> " since " + from)
                .orElse(reading.to().map(to -> " until " + to).orElse(""));
    }

    /** The new question with what it leaves out taken from the earlier one. */
    private String extend(String question, Reading past, Reading now) {
        String text = question.strip()
                .replaceAll("[?.!\\s]+$", "")
                .replaceFirst("(?i)^\\s*(and|but|also|then|now|ok(ay)?,?)\\s+", "");
        String partners =
                past.places(Role.PARTNER).stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        if (now.places(Role.PARTNER).isEmpty() && !partners.isEmpty()) {
            text = text.replaceFirst(
                            "(?i)\\b(from|to|with) (there|it|them|that country)\\b",
                            "$1 " + Matcher.quoteReplacement(partners))
                    .replaceFirst(
                            "(?i)(?<!from |to |with )\\bthere\\b(?! (is|are|was|were))",
                            "to " + Matcher.quoteReplacement(partners));
        }
        String places =
                past.places(Role.SUBJECT).stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        boolean noPlace = now.places(Role.SUBJECT).isEmpty();
        String metric = past.mentions().stream()
                .filter(m -> m.kind() == Kind.METRIC)
                .map(Mention::text)
                .findFirst()
                .orElse("");
        if (noPlace && !places.isEmpty()) {
            String replaced =
                    withPlaces(text, places, now.metrics().isEmpty() && !now.has(Signal.BY_PARTNER) ? metric : "");
            text = replaced.equals(text) && !now.has(Signal.BY_COUNTRY) && !now.has(Signal.BY_PRODUCT)
                    ? text + " for " + places
                    : replaced;
        }
        if (!noPlace && !places.isEmpty() && POSSESSIVE.matcher(text).find()) {
            // "how does its coffee compare to Ethiopia's": the pronoun stands for the place before, beside the new one
            text = withPlaces(text, places, "");
        }
        if (now.metrics().isEmpty() && OPEN_SUPERLATIVE.matcher(text).find()) {
            text += " " + metric;
        }
        if (now.has(Signal.SHARE) && now.metrics().isEmpty()) {
            text += " of world " + (past.metrics().contains("imports") ? "imports" : "exports");
        }
        if (now.goods().isEmpty() && !past.goods().isEmpty() && !now.has(Signal.BY_PRODUCT) && isFlow(now)) {
            text += " of " + past.goods().stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
        }
        if (now.from().isEmpty()
                && now.to().isEmpty()
                && now.lastYears().isEmpty()
                && !now.latest()
                && !now.has(Signal.SERIES)) {
            text += years(past);
        }
        return text + "?";
    }

    /** The first pronoun gives way to what it stands for; a possessive after it stays as it is. */
    private static String withPlaces(String text, String places, String metric) {
        String named = Matcher.quoteReplacement(metric.isEmpty() ? places : places + "'s " + metric);
        String subject = text.replaceFirst(
                "(?i)\\b(does|do|did|has|have|is|are|was|were) (it|they|that|this)\\b", "$1 " + named);
        if (!subject.equals(text)) {
            return subject;
        }
        return text.replaceFirst("(?i)\\b(its|their)\\b", Matcher.quoteReplacement(places + "'s"))
                .replaceFirst(
                        "(?i)\\b(that|this|the) country\\b|\\b(those|these) countries\\b",
                        Matcher.quoteReplacement(places));
    }

    /** The earlier question with its two sides exchanged. */
    private static String reversed(Reading past) {
        String text = past.words().text();
        if (past.places(Role.SUBJECT).isEmpty()) {
            return text;
        }
        Mention subject = past.places(Role.SUBJECT).get(0);
        Mention partner = past.places(Role.PARTNER).get(0);
        return replaceFirst(
                replaceFirst(replaceFirst(text, subject.text(), "\u0000"), partner.text(), subject.text()),
                "\u0000",
                partner.text());
    }

    private static boolean isFlow(Reading reading) {
        return reading.metrics().isEmpty()
                || reading.metrics().stream()
                        .anyMatch(m -> List.of("exports", "imports", "market_share", "rca", "pci", "total_trade")
                                .contains(m));
    }
}
