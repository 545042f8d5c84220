package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.model.offline.ModelQuestion.Bound;
import dev.caravan.model.offline.ModelQuestion.Found;
import dev.caravan.model.offline.ModelQuestion.Named;
import dev.caravan.model.offline.ModelQuestion.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Dimension;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads a question in the words of any semantic model: nothing in here knows a domain. */
final class ModelQuestionReader {
    private static final int LONGEST = 6;
    private static final String GAP = " … ";
    // of two people of one last name, the one with so many times the weight is meant
    private static final double CLEARLY = 2;
    private static final Pattern SPLIT_YEARS = Pattern.compile(
            "\\b((?:19|20)\\d\\d)\\s?[-/–—]\\s?(\\d\\d|(?:19|20)\\d\\d)\\b|(?<![\\w-])'?(\\d\\d)\\s?[-–]\\s?'?(\\d\\d)\\b(?![-\\d])");
    private static final Pattern YEAR = Pattern.compile("\\b((?:19|20)\\d\\d)(s?)\\b|(?<!\\w)'(\\d\\d)\\b");
    // what makes a number a bound, whatever its size
    private static final Pattern LIMITS = Pattern.compile(
            "(?i)(\\b(more than|over|above|at least|fewer than|less than|under|below|exceed\\w*|minimum( of)?|min\\.?|maximum( of)?|at most|(greater|better|higher|lower) than)|[<>]=?)\\s*$");
    private static final Pattern SPANNING = Pattern.compile("(?i)^\\s*(to|and|through|until|[-–])\\s*(19|20)\\d\\d");
    private static final Pattern MORE =
            Pattern.compile("(?i)^\\s*(\\+|plus\\b|or (more|better|fewer|less|higher|lower)\\b)");
    private static final Pattern REACHED = Pattern.compile(
            "(?i)\\b(scor\\w+|reach\\w*|had|has|have|with|record\\w*|made|making|pass\\w*|grab\\w*|dish\\w*|collect\\w*|total\\w*)\\s*$");
    // verbs and the like that come with figures and say nothing beside them
    private static final Set<String> CARRYING = Set.of(
            "averaged",
            "averages",
            "averaging",
            "scored",
            "scores",
            "score",
            "led",
            "leads",
            "lead",
            "leader",
            "leaders",
            "leading",
            "league",
            "shot",
            "shoot",
            "shooting",
            "grabbed",
            "recorded",
            "posted",
            "among",
            "best",
            "worst",
            "career",
            "better",
            "combined",
            "single",
            "tell",
            "first",
            "played",
            "won",
            "lost",
            "per",
            "true",
            "minimum",
            "without",
            "rank",
            "ranked",
            "ranks",
            "place",
            "stand",
            "drafted",
            "paced",
            "improved",
            "different");
    private static final Set<String> PER = Set.of("a", "per", "each", "every");
    private static final Set<String> EACH_WORDS = Set.of("each", "every", "per");
    // a condition that one of these turns round must not be lost: where nothing takes it up, it is asked about
    private static final Set<String> NEGATIONS =
            Set.of("not", "except", "excluding", "excepting", "without", "never", "neither", "nor", "besides");
    private static final Pattern SQL_ASKED = Pattern.compile(
            "(?i)\\b(show|see|give|print|display|write|want|need|what(?:'s| is| was))( me)?( the| an?)? (sql|query|statement)( query| statement)?( (for|of|behind|that (gives?|finds?)|to (get|find)))?\\b");
    private static final Pattern LAST_YEARS = Pattern.compile(
            "(?i)\\b(?:(?:over|in|for|during|of|across|within) )?(?:the |his |her |their |its )?(?:last|past|previous|recent|latest|most recent) (?:(\\w+) (seasons|years|campaigns)|(decade))\\b");
    private static final Pattern NUMBER_OF = Pattern.compile("(?i)\\bnumber of\\b");
    private static final Pattern MEETING =
            Pattern.compile("(?i)\\b(met|meet|faced?|played each other|head[- ]to[- ]head)\\b");
    private static final Pattern COMPARATIVE = Pattern.compile(
            "(?is)^\\W*(which|who|what)\\b.*\\b(more|better|higher|greater|fewer|less|lower)\\b(?! than\\b).*");
    private static final Map<Signal, Pattern> SIGNALS = Map.ofEntries(
            signal(Signal.COUNT, "how many (different )?(?!points|of)\\w+|number of|count (of|the)"),
            signal(Signal.WHO, "who|whose|whom"),
            signal(
                    Signal.EACH,
                    "(each|every|per|by) (season|year)|(season|year) by (season|year)|over (time|the years|the seasons)|chang(ed?|ing) (since|over|between|from|in)|trend\\w*|develop\\w*|evol\\w*|through the years|year over year"),
            signal(
                    Signal.CAREER,
                    "careers?|all[- ]time|in (nba )?history|ever|overall|since entering|in total over|combined"),
            signal(Signal.SINGLE, "in (a|one|any) (single )?(season|year)|single[- ]season|season high"),
            signal(Signal.AVERAGE, "averag\\w*|per game|a game|each game|a night|per night"),
            signal(Signal.COMPARE, "compar\\w*|versus|vs\\.?|difference between|or|against each other"),
            signal(Signal.RANK, "rank|ranked|ranks|ranking of|what place|where d(id|o|oes) .* (rank|place|stand)"),
            signal(
                    Signal.IMPROVE,
                    "improv\\w*|increas\\w*|grew|jump\\w*|rise|rose|gain\\w*|declin\\w*|drop\\w*|decreas\\w*|fell|worsen\\w*"),
            signal(
                    Signal.UNQUALIFIED,
                    "no minimum|without (any |a )?(minimum|threshold|qualif\\w*|limit|filter)|regardless of|any number of|unfiltered|all players included|not qualified|even with few"),
            signal(
                    Signal.PRONOUN,
                    "he|him|his|she|her|they|them|their|theirs|it|its|that (team|player|one|season|year)|those( teams| players)?|these( teams| players)?|the same|this (team|player)|both|the (first|second|other) (one|team|player)"),
            signal(
                    Signal.FRAGMENT,
                    "^\\W*(and|how about|what about|but|also|same|now|ok(ay)?|then|only|just|in|for|during|with)\\b.*"),
            signal(
                    Signal.SHOW_SQL,
                    ".*\\b(show|see|give|print|display|what('s| is| was)|which)\\b.*\\b(sql|query|statement)\\b.*|^\\W*(the )?sql\\W*$"),
            signal(Signal.LAST, "(last|latest|most recent|current|this|past) (season|year)"),
            signal(
                    Signal.GAME,
                    "in (a|one|any|a single) (single )?(playoff |post ?season )?game|single[- ]game|(highest|lowest|best|worst|biggest)[- ](\\w+[- ]){0,2}game(?!s)|(which|what|list|show|in how many) (\\w+ )?(playoff )?games?|(?<=^)(the |all )?(playoff |post ?season )?games (?=(of |that |which |when |where |with )?(the )?\\w+)"),
            signal(
                    Signal.COMMAND,
                    "^\\W*(please )?(delete|drop|update|insert|remove|truncate|alter)\\b.*|.*\\bignore (all|the|your) (previous |prior )?instructions\\b.*"),
            signal(
                    Signal.SHARE,
                    "(what|which|whose|the|a) (share|proportion|fraction|portion|part)|how much of (the|their|his|her|its|\\w+'s)|(percentage|percent) of (the |their |his |its )?(\\w+('s)? ){0,3}(came|come|was|were|is|are)"),
            signal(Signal.LEADS, "(led|leads?|topped|tops) (the|all|his|its|every)|leaders? in"),
            signal(
                    Signal.ALL,
                    "(of|across|over|for|among) all (the )?\\w+|league[- ]?wide|(the )?league average|across the (whole )?league"),
            signal(
                    Signal.LIST,
                    "(which|what|list|all|show|name|find) (of )?(the )?(\\w+ ){0,2}(players|teams|seasons|guards|forwards|centers)"));

    // signals whose words say nothing else
    private static final Set<Signal> SAID_ONLY = EnumSet.of(
            Signal.EACH,
            Signal.CAREER,
            Signal.SINGLE,
            Signal.AVERAGE,
            Signal.COMPARE,
            Signal.IMPROVE,
            Signal.UNQUALIFIED,
            Signal.PRONOUN,
            Signal.LAST);

    private static Map.Entry<Signal, Pattern> signal(Signal signal, String words) {
        return Map.entry(
                signal,
                Pattern.compile(
                        words.startsWith("^") || words.startsWith(".*") ? words : "\\b(" + words + ")(?!\\w)",
                        Pattern.CASE_INSENSITIVE | Pattern.DOTALL));
    }

    private final SemanticModel model;
    private final Map<String, List<Meaning>> vocabulary = new HashMap<>();
    private final List<Gapped> gapped = new ArrayList<>();
    private final Set<String> ownName = new HashSet<>();
    private List<Member> known = List.of();
    private Map<String, List<NameOf>> names = Map.of();

    private record Meaning(String kind, String name, int direction) {}

    /** Words that mean something together though others stand between them: "threes … put up". */
    private record Gapped(List<String> parts, Meaning meaning) {}

    /** A name of a member; a part of a person's name is weak. */
    private record NameOf(Member member, int strength) {}

    ModelQuestionReader(SemanticModel model) {
        this.model = model;
        model.metrics().forEach((name, metric) -> {
            learn(metric.label(), new Meaning("metric", name, 0));
            metric.synonyms().forEach(synonym -> learn(synonym, new Meaning("metric", name, 0)));
            metric.superlatives().forEach((word, direction) -> learn(word, new Meaning("metric", name, direction)));
        });
        model.sets()
                .forEach((name, set) -> set.synonyms().forEach(synonym -> learn(synonym, new Meaning("set", name, 0))));
        model.dimensions()
                .forEach((name, dimension) ->
                        dimension.synonyms().forEach(synonym -> learn(synonym, new Meaning("dimension", name, 0))));
        model.classes()
                .forEach((name, each) -> each.names().forEach(word -> learn(word, new Meaning("class", name, 0))));
        Words.of(model.name()).list().forEach(word -> ownName.add(word.folded()));
        model.vague().ifPresent(vague -> vague.synonyms().forEach(word -> learn(word, new Meaning("vague", word, 0))));
    }

    private void learn(String text, Meaning meaning) {
        if (text.contains(GAP)) {
            gapped.add(new Gapped(
                    Stream.of(text.split(Pattern.quote(GAP))).map(Words::key).toList(), meaning));
            return;
        }
        List<Meaning> meanings = vocabulary.computeIfAbsent(Words.key(text), key -> new ArrayList<>());
        if (meanings.stream().noneMatch(each -> each.kind().equals(meaning.kind()))) {
            meanings.add(meaning);
        }
    }

    /** Reads a question. */
    ModelQuestion read(String question, List<Member> members) {
        String text = question;
        List<String> remarks = new ArrayList<>();
        for (SemanticModel.Paraphrase each : model.paraphrases()) {
            Optional<String> meant = each.of(question);
            if (meant.isPresent()) {
                text = meant.get();
                remarks.add(each.note());
                break;
            }
        }
        return new Pass(Words.of(text), names(members)).reading(remarks);
    }

    private synchronized Map<String, List<NameOf>> names(List<Member> members) {
        if (members != known) {
            Map<String, List<NameOf>> fresh = new HashMap<>();
            for (Member member : members) {
                name(fresh, member.display(), member, 3);
                member.names().forEach(name -> name(fresh, name, member, 3));
                if (model.dimensions().get(member.dimension()).person()) {
                    List<Word> parts = Words.of(member.display()).list();
                    for (int i = 0; i < parts.size() && parts.size() > 1; i++) {
                        name(fresh, parts.get(i).raw(), member, i == 0 ? 1 : 2);
                    }
                    if (parts.size() > 2) {
                        name(fresh, Words.of(member.display()).slice(1, parts.size()), member, 2);
                    }
                }
            }
            fresh.values()
                    .forEach(list -> list.sort(
                            Comparator.comparingInt(NameOf::strength).reversed().thenComparing(n -> -n.member()
                                    .weight())));
            names = fresh;
            known = members;
        }
        return names;
    }

    private static void name(Map<String, List<NameOf>> names, String text, Member member, int strength) {
        String key = Words.key(text);
        if (key.isEmpty()) {
            return;
        }
        List<NameOf> bearers = names.computeIfAbsent(key, k -> new ArrayList<>());
        if (bearers.stream().noneMatch(each -> each.member().equals(member))) {
            bearers.add(new NameOf(member, strength));
        }
    }

    /** The work on one question. */
    private final class Pass {
        private final Words words;
        private final Map<String, List<NameOf>> names;
        private final boolean[] taken;
        // where several words mean something together, which a part of somebody's name does not break up
        private final boolean[] phrase;
        private final List<Found> metrics = new ArrayList<>();
        private final List<Found> metricsByWord = new ArrayList<>();
        private final List<Named> members = new ArrayList<>();
        private final List<Named> excluded = new ArrayList<>();
        private final List<Found> dimensions = new ArrayList<>();
        private final Set<String> classes = new LinkedHashSet<>();
        private final List<Bound> bounds = new ArrayList<>();
        private final Set<Signal> signals = EnumSet.noneOf(Signal.class);
        private Optional<Integer> from = Optional.empty();
        private Optional<Integer> to = Optional.empty();
        private Optional<Integer> limit = Optional.empty();
        private String noLimit = "";
        private int place;
        private int ranking;
        private boolean literal;
        private final List<int[]> takenBySignals = new ArrayList<>();

        Pass(Words words, Map<String, List<NameOf>> names) {
            this.words = words;
            this.names = names;
            this.taken = new boolean[words.size()];
            this.phrase = new boolean[words.size()];
            SIGNALS.forEach((signal, pattern) -> {
                Matcher matcher = pattern.matcher(words.text());
                if (matcher.find()) {
                    signals.add(signal);
                    if (SAID_ONLY.contains(signal)) {
                        takenBySignals.add(new int[] {matcher.start(), matcher.end()});
                    }
                }
            });
            noLimit = LimitReader.refusedIn(words.text()).orElse("");
            markPhrases();
            Ordinals.in(words.text()).ifPresent(ordinal -> {
                place = ordinal.number();
                ranking = 1;
                limit = Optional.of(1);
                takeText(ordinal.start(), ordinal.end());
            });
            Matcher sql = SQL_ASKED.matcher(words.text());
            if (sql.find()) {
                takeText(sql.start(), sql.end());
            }
            Matcher number = NUMBER_OF.matcher(words.text());
            if (number.find()) {
                takeText(number.start(), number.end());
            }
            readYears();
            readNames();
            readGapped();
            readVocabulary();
            readAlone();
            if (isFigure("number of")) {
                signals.remove(Signal.COUNT);
            }
            readNumbers();
            readOrder();
        }

        /** "The number of wins" is a figure of its own; "the number of players" counts. */
        private boolean isFigure(String said) {
            return metrics.stream()
                    .filter(found -> dimensions.stream().noneMatch(other -> other.start() == found.start()))
                    .map(found -> words.list().get(found.start()).start())
                    .anyMatch(at -> words.text()
                            .substring(0, at)
                            .toLowerCase(Locale.ROOT)
                            .stripTrailing()
                            .endsWith(said));
        }

        /** "Which games did they win": those with a win. */
        private void readWonGames() {
            boolean listed = signals.contains(Signal.GAME)
                    && !signals.contains(Signal.COUNT)
                    && ranking == 0
                    && bounds.isEmpty()
                    && members.stream()
                            .anyMatch(named -> model.dimensions()
                                            .get(named.dimension())
                                            .of()
                                            .isEmpty()
                                    && !model.dimensions()
                                            .get(named.dimension())
                                            .table()
                                            .isEmpty());
            List<String> named = metrics.stream().map(Found::name).distinct().toList();
            Set<String> results = Set.of("wins", "losses");
            if (listed
                    && named.stream().anyMatch(results::contains)
                    && model.eventDimension()
                            .filter(event -> dimensions.stream()
                                    .anyMatch(found -> found.name().equals(event)))
                            .map(event -> model.dimensions().get(event).plural())
                            .filter(events ->
                                    named.stream().allMatch(name -> results.contains(name) || name.startsWith(events)))
                            .isPresent()) {
                named.stream()
                        .filter(results::contains)
                        .findFirst()
                        .ifPresent(name -> bounds.add(new Bound(name, new Threshold(">=", 1), found(name))));
            }
        }

        private int found(String metric) {
            return metrics.stream()
                    .filter(found -> found.name().equals(metric))
                    .mapToInt(Found::start)
                    .findFirst()
                    .orElse(0);
        }

        ModelQuestion reading(List<String> remarks) {
            readWonGames();
            List<String> unknown = new ArrayList<>();
            for (int i = 0; i < words.size(); i++) {
                String word = words.list().get(i).folded();
                boolean carries = word.length() <= 2
                        || Grammar.IDLE.contains(word)
                        || CARRYING.contains(word)
                        || ownName.contains(word)
                        || word.matches("\\d+\\D.*");
                Word each = words.list().get(i);
                boolean steers =
                        takenBySignals.stream().anyMatch(span -> each.start() < span[1] && each.end() > span[0]);
                boolean turns = NEGATIONS.contains(word) && !signals.contains(Signal.UNQUALIFIED);
                if (!taken[i]
                        && !steers
                        && (!carries || turns || words.list().get(i).isDigits())) {
                    unknown.add(words.list().get(i).raw());
                }
            }
            return new ModelQuestion(
                    words,
                    List.copyOf(metrics),
                    List.copyOf(members),
                    List.copyOf(excluded),
                    List.copyOf(dimensions),
                    List.copyOf(classes),
                    from,
                    to,
                    List.copyOf(bounds),
                    limit,
                    noLimit,
                    each(),
                    place,
                    ranking,
                    literal,
                    signals,
                    unknown,
                    List.copyOf(remarks));
        }

        private boolean free(int start, int end) {
            for (int i = start; i < end; i++) {
                if (taken[i]) {
                    return false;
                }
            }
            return true;
        }

        private void take(int start, int end) {
            for (int i = start; i < end; i++) {
                taken[i] = true;
            }
        }

        private void takeText(int start, int end) {
            for (int i = 0; i < words.size(); i++) {
                Word word = words.list().get(i);
                if (word.start() < end && word.end() > start) {
                    taken[i] = true;
                }
            }
        }

        private String folded(int i) {
            return i >= 0 && i < words.size() ? words.list().get(i).folded() : "";
        }

        private void markPhrases() {
            for (int start = 0; start < words.size(); start++) {
                for (int end = start + 2; end <= Math.min(words.size(), start + LONGEST); end++) {
                    if (vocabulary.containsKey(words.key(start, end))) {
                        Arrays.fill(phrase, start, end, true);
                    }
                }
            }
            gapped.forEach(each -> spans(each)
                    .ifPresent(span -> Arrays.fill(phrase, span.get(0)[0], span.get(span.size() - 1)[1], true)));
        }

        /** Where the parts stand, in their order and near each other; empty when one of them does not. */
        private Optional<List<int[]>> spans(Gapped each) {
            List<int[]> spans = new ArrayList<>();
            for (String part : each.parts()) {
                int after = spans.isEmpty() ? 0 : spans.get(spans.size() - 1)[1];
                int last = spans.isEmpty() ? words.size() - 1 : Math.min(words.size() - 1, after + LONGEST);
                int length = part.split(" ").length;
                int found = -1;
                for (int start = after; start <= last && start + length <= words.size() && found < 0; start++) {
                    found = words.key(start, start + length).equals(part)
                                    && free(start, start + length)
                                    && !isWithinName(start, start + length)
                            ? start
                            : -1;
                }
                if (found < 0) {
                    return Optional.empty();
                }
                spans.add(new int[] {found, found + length});
            }
            return Optional.of(spans);
        }

        /** Whether words are part of a longer name: the three of "three-point percentage" are no threes. */
        private boolean isWithinName(int start, int end) {
            for (int from = Math.max(0, end - LONGEST); from <= start; from++) {
                for (int to = end; to <= Math.min(words.size(), from + LONGEST); to++) {
                    if (to - from > end - start && vocabulary.containsKey(words.key(from, to))) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void readGapped() {
            for (Gapped each : gapped) {
                spans(each).ifPresent(spans -> {
                    understand(each.meaning(), spans.get(0)[0], spans.get(0)[1]);
                    spans.forEach(span -> take(span[0], span[1]));
                });
            }
        }

        /** A verb such as "averaged" stands for figures only where none is named. */
        private void readAlone() {
            if (!metrics.isEmpty()) {
                return;
            }
            for (int i = 0; i < words.size(); i++) {
                String key = words.key(i, i + 1);
                int at = i;
                model.sets().values().stream()
                        .filter(set -> set.alone().stream().map(Words::key).anyMatch(key::equals))
                        .findFirst()
                        .ifPresent(set -> set.metrics().forEach(metric -> metrics.add(new Found(metric, at, at + 1))));
            }
        }

        /** Whether words that stand before a member of a dimension stand here, or behind it the word for those whose trait it is: "French players". */
        private boolean isIntroduced(Dimension dimension, int start, int end) {
            String before = words.text()
                    .substring(0, words.list().get(start).start())
                    .toLowerCase(Locale.ROOT)
                    .strip();
            boolean said = Exclusion.before(before + " ") >= 0
                            && !dimension.of().isEmpty()
                    || dimension.introduced().stream()
                            .anyMatch(words -> before.matches("(?s)(.*\\W)?" + Pattern.quote(words) + "( the)?"));
            boolean trait = end < words.size()
                    && !dimension.of().isEmpty()
                    && vocabulary.getOrDefault(words.key(end, end + 1), List.of()).stream()
                            .anyMatch(meaning -> meaning.kind().equals("dimension")
                                    && meaning.name().equals(dimension.of()));
            return said || trait;
        }

        /** "Over the last five seasons", "the past decade": counted back from the latest year of the data. */
        private boolean readLastYears() {
            Matcher said = LAST_YEARS.matcher(words.text());
            if (!said.find() || model.lastYear().isEmpty()) {
                return false;
            }
            String number = said.group(1) == null ? "10" : said.group(1).toLowerCase(java.util.Locale.ROOT);
            int many = number.matches("\\d{1,3}") ? Integer.parseInt(number) : Grammar.NUMBERS.getOrDefault(number, 0);
            if (many < 1) {
                return false;
            }
            int latest = model.lastYear().getAsInt();
            from = Optional.of(latest - many + 1);
            to = Optional.of(latest);
            signals.remove(Signal.LAST);
            takeText(said.start(), said.end());
            return true;
        }

        /** "2022-23" is the season that ends in 2023, like "2023"; "2010s" are ten. */
        private void readYears() {
            if (readLastYears()) {
                return;
            }
            List<Integer> years = new ArrayList<>();
            String text = words.text();
            boolean split = model.dimensions().values().stream().anyMatch(Dimension::split);
            StringBuilder rest = new StringBuilder(text);
            boolean range = Pattern.compile("(?i)\\b(between|from|through|until|to)\\b")
                    .matcher(text)
                    .find();
            Matcher two = SPLIT_YEARS.matcher(text);
            while (two.find()) {
                int first = two.group(1) != null ? Integer.parseInt(two.group(1)) : century(two.group(3));
                String second = two.group(2) != null ? two.group(2) : two.group(4);
                int last = second.length() == 4
                        ? Integer.parseInt(second)
                        : second.equals("00") ? (first / 100 + 1) * 100 : first / 100 * 100 + Integer.parseInt(second);
                // two digits on both sides are years only where they follow each other
                if (two.group(1) == null && !two.group().startsWith("'") && last != first + 1) {
                    continue;
                }
                if (split && last == first + 1) {
                    years.add(last);
                } else if (last > first) {
                    years.add(first);
                    years.add(last);
                } else {
                    continue;
                }
                rest.replace(two.start(), two.end(), " ".repeat(two.end() - two.start()));
                takeText(two.start(), two.end());
            }
            Matcher one = YEAR.matcher(rest);
            while (one.find()) {
                String before =
                        text.substring(0, one.start()).toLowerCase(Locale.ROOT).strip();
                // "drafted in 2003" is a trait of a person and no season
                if (model.dimensions().values().stream()
                                .flatMap(dimension -> dimension.introduced().stream())
                                .anyMatch(word -> word.contains(" ") && before.endsWith(word))
                        || isBound(
                                one.start(),
                                one.end(),
                                !years.isEmpty()
                                        || YEAR.matcher(rest.substring(one.end()))
                                                .find())) {
                    continue;
                }
                int year = one.group(1) != null ? Integer.parseInt(one.group(1)) : century(one.group(3));
                years.add(year);
                if (one.group(1) != null && !one.group(2).isEmpty()) {
                    years.add(year + 9);
                }
                takeText(one.start(), one.end());
            }
            if (years.isEmpty()) {
                return;
            }
            int first = years.stream().min(Integer::compare).orElseThrow();
            int last = years.stream().max(Integer::compare).orElseThrow();
            boolean since = Pattern.compile(
                            "(?i)\\b(since|after|from) (\\w+ ){0,2}'?\\d(?!.*\\b(to|until|through)\\b.*\\d)")
                    .matcher(text)
                    .find();
            boolean until = Pattern.compile("(?i)\\b(until|before|up to|through)\\b")
                    .matcher(text)
                    .find();
            if (first == last && since && !range
                    || first == last
                            && Pattern.compile("(?i)\\bsince (\\w+ ){0,2}'?\\d")
                                    .matcher(text)
                                    .find()) {
                from = Optional.of(text.toLowerCase(Locale.ROOT).contains("after") ? first + 1 : first);
            } else if (first == last && until) {
                to = Optional.of(text.toLowerCase(Locale.ROOT).contains("before") ? first - 1 : first);
            } else {
                from = Optional.of(first);
                to = Optional.of(last);
            }
        }

        /** A number behind "more than" or before what is counted is none of a year, even where one would be of its size. */
        private boolean isBound(int start, int end, boolean dated) {
            String before = words.text().substring(0, start);
            String after = words.text().substring(end);
            if (LIMITS.matcher(before).find() && !SPANNING.matcher(after).find()) {
                return true;
            }
            boolean more = MORE.matcher(after).find();
            boolean reached = dated || more || REACHED.matcher(before).find();
            int next = 0;
            while (next < words.size() && words.list().get(next).start() < end) {
                next++;
            }
            return reached && (more || isMetricAt(next));
        }

        private boolean isMetricAt(int start) {
            for (int end = Math.min(words.size(), start + LONGEST); end > start; end--) {
                List<Meaning> meanings = vocabulary.get(words.key(start, end));
                if (meanings != null) {
                    return meanings.stream().anyMatch(meaning -> meaning.kind().equals("metric"));
                }
            }
            return false;
        }

        private int century(String digits) {
            int year = Integer.parseInt(digits);
            return year > 45 ? 1900 + year : 2000 + year;
        }

        private void readNames() {
            boolean small = words.text().equals(words.text().toLowerCase(Locale.ROOT));
            for (int length = LONGEST; length > 0; length--) {
                for (int start = 0; start + length <= words.size(); start++) {
                    List<NameOf> bearers = names.get(words.key(start, start + length));
                    if (bearers == null || !free(start, start + length)) {
                        continue;
                    }
                    List<NameOf> fitting = fitting(bearers, start, start + length, small);
                    if (!fitting.isEmpty()) {
                        name(fitting, start, start + length);
                    }
                }
            }
            if (!small) {
                readMisspelt();
            }
            members.sort(Comparator.comparingInt(Named::start));
            readExcluded();
            readOpponent();
        }

        /** "Except the Lakers and the Celtics", "not guards": members that are left out, with the words that say so. */
        private void readExcluded() {
            int lastEnd = -1;
            List<Named> pending = new ArrayList<>();
            for (Named named : List.copyOf(members)) {
                int start = words.list().get(named.start()).start();
                int end = words.list().get(named.end() - 1).end();
                int from = Exclusion.before(words.text().substring(0, start));
                int behind = Exclusion.behind(words.text().substring(end));
                boolean listed = lastEnd >= 0
                        && words.text().substring(lastEnd, start).matches("(?i)\\s*(,|,? ?\\b(and|or|nor))( the)?\\s*");
                if (from < 0 && behind < 0 && !listed) {
                    // "point guards and other guards left out": what is listed before belongs to it
                    pending.add(named);
                    continue;
                }
                if (behind >= 0) {
                    int begins = start;
                    for (int i = pending.size() - 1; i >= 0; i--) {
                        Named before = pending.get(i);
                        int ends = words.list().get(before.end() - 1).end();
                        if (!before.dimension().equals(named.dimension())
                                || !words.text()
                                        .substring(ends, begins)
                                        .matches("(?i)\\s*(,|,? ?\\b(and|or))( the| other| all)*\\s*")) {
                            break;
                        }
                        members.remove(before);
                        excluded.add(before);
                        begins = words.list().get(before.start()).start();
                    }
                }
                members.remove(named);
                excluded.add(named);
                takeText(from < 0 ? start : from, behind < 0 ? end : end + behind);
                lastEnd = end;
            }
        }

        /** "Of each team", "per conference", "in every division". */
        private Optional<String> each() {
            return dimensions.stream()
                    .filter(found ->
                            !model.dimensions().get(found.name()).table().isEmpty()
                                    || found.name().equals("year") && !signals.contains(Signal.AVERAGE))
                    .filter(found -> EACH_WORDS.contains(folded(found.start() - 1)))
                    .map(Found::name)
                    .findFirst();
        }

        /** "Games between A and B": the second is in the other role of the same members, where there is one. */
        private void readOpponent() {
            boolean events = model.dimensions().entrySet().stream()
                    .filter(each -> each.getValue().table().isEmpty()
                            && each.getValue().of().isEmpty()
                            && !each.getValue().split())
                    .flatMap(each -> each.getValue().synonyms().stream())
                    .anyMatch(word -> Pattern.compile("(?i)\\b" + Pattern.quote(word) + "s?\\b")
                            .matcher(words.text())
                            .find());
            for (int i = 0; i + 1 < members.size() && events; i++) {
                Named one = members.get(i);
                Named two = members.get(i + 1);
                int before = folded(one.start() - 1).equals("the") ? one.start() - 2 : one.start() - 1;
                boolean met = folded(before).equals("between")
                        || MEETING.matcher(words.text()).find();
                if (!met || !one.dimension().equals(two.dimension()) || two.start() - one.end() > 2) {
                    continue;
                }
                Dimension own = model.dimensions().get(one.dimension());
                Optional<String> other = model.dimensions().entrySet().stream()
                        .filter(each -> !each.getKey().equals(one.dimension())
                                && !each.getValue().introduced().isEmpty())
                        .filter(each -> each.getValue().of().isEmpty()
                                && each.getValue().table().equals(own.table()))
                        .map(Map.Entry::getKey)
                        .findFirst();
                if (other.isPresent()) {
                    List<Member> meant = two.members().stream()
                            .map(m -> new Member(other.get(), m.code(), m.display(), m.names(), m.weight()))
                            .toList();
                    members.set(i + 1, new Named(other.get(), meant, two.start(), two.end(), two.clear()));
                }
            }
        }

        private void name(List<NameOf> fitting, int start, int end) {
            int strongest = fitting.get(0).strength();
            List<Member> meant = fitting.stream()
                    .filter(each -> each.strength() == strongest)
                    .map(NameOf::member)
                    .toList();
            boolean clear = meant.size() == 1
                    || meant.get(0).weight()
                            > CLEARLY * Math.max(1, meant.get(1).weight());
            members.add(new Named(meant.get(0).dimension(), meant, start, end, clear));
            take(start, end);
        }

        /** Members whose name may be meant here: roles have to be introduced, and everyday words are no names. */
        private List<NameOf> fitting(List<NameOf> bearers, int start, int end, boolean small) {
            Word word = words.list().get(start);
            boolean single = end - start == 1;
            List<NameOf> introduced = new ArrayList<>();
            List<NameOf> plain = new ArrayList<>();
            for (NameOf bearer : bearers) {
                Dimension dimension = model.dimensions().get(bearer.member().dimension());
                boolean static1 = !dimension.values().isEmpty();
                // a phrase that holds the name and more, "net rating", is not about the Nets
                boolean within = isNoPhrase(start, end) || single && word.isCapitalised() && start > 0;
                if (!within || bearer.strength() < 3 && !isNoPhrase(start, end)) {
                    continue;
                }
                boolean everyday = single
                        && (vocabulary.containsKey(words.key(start, end))
                                || Grammar.IDLE.contains(word.folded())
                                || word.folded().length() < 3
                                || word.isDigits());
                boolean code = single && word.isUpperCase() && word.raw().length() > 1 && bearer.strength() == 3;
                boolean capital = word.isCapitalised() || small;
                boolean abbreviation = single
                        && bearer.strength() == 3
                        && bearer.member().names().stream()
                                .anyMatch(n -> n.length() <= 3 && n.equalsIgnoreCase(word.raw()));
                if (abbreviation
                        && !word.isUpperCase()
                        && !(small && !everyday)
                        && !bearer.member().display().equalsIgnoreCase(word.raw())) {
                    boolean alias = bearer.member().names().stream().anyMatch(n -> n.equals(word.folded()));
                    if (!alias) {
                        continue;
                    }
                }
                if (!dimension.introduced().isEmpty()) {
                    if (isIntroduced(dimension, start, end)) {
                        introduced.add(bearer);
                    }
                } else if (static1
                        || code
                        || bearer.strength() == 3 && !everyday
                        || bearer.strength() < 3 && capital && !everyday) {
                    plain.add(bearer);
                }
            }
            // "from Boston" is a team before it is a college
            List<NameOf> chosen = plain.isEmpty()
                    ? introduced
                    : introduced.stream().anyMatch(i -> plain.stream().anyMatch(p -> sameTable(i, p)))
                            ? introduced
                            : plain;
            if (chosen.isEmpty()) {
                return chosen;
            }
            String dimension = chosen.stream()
                    .max(Comparator.comparingInt(NameOf::strength))
                    .orElseThrow()
                    .member()
                    .dimension();
            return chosen.stream()
                    .filter(each -> each.member().dimension().equals(dimension))
                    .toList();
        }

        private boolean isNoPhrase(int start, int end) {
            for (int i = start; i < end; i++) {
                if (phrase[i]) {
                    return false;
                }
            }
            return true;
        }

        private boolean sameTable(NameOf one, NameOf two) {
            return model.dimensions()
                    .get(one.member().dimension())
                    .table()
                    .equals(model.dimensions().get(two.member().dimension()).table());
        }

        /** A capitalised word nobody knows that is a slip away from a name. */
        private void readMisspelt() {
            for (int i = 0; i < words.size(); i++) {
                Word word = words.list().get(i);
                String stem = word.stem();
                if (taken[i]
                        || !word.isCapitalised()
                        || i == 0
                        || stem.length() < 5
                        || Grammar.IDLE.contains(word.folded())
                        || vocabulary.containsKey(stem)) {
                    continue;
                }
                int tolerance = Spelling.tolerance(stem);
                Optional<String> near = names.keySet().stream()
                        .filter(key -> key.charAt(0) == stem.charAt(0)
                                && !key.contains(" ")
                                && Spelling.distance(key, stem, tolerance) <= tolerance)
                        .filter(key -> names.get(key).stream()
                                .anyMatch(n -> n.strength() >= 2
                                        && model.dimensions()
                                                .get(n.member().dimension())
                                                .introduced()
                                                .isEmpty()))
                        .min(Comparator.comparingInt((String key) -> Spelling.distance(key, stem, tolerance))
                                .thenComparing(
                                        key -> -names.get(key).get(0).member().weight()));
                if (near.isPresent()) {
                    List<NameOf> bearers = names.get(near.get()).stream()
                            .filter(n -> model.dimensions()
                                    .get(n.member().dimension())
                                    .introduced()
                                    .isEmpty())
                            .toList();
                    name(bearers, i, i + 1);
                }
            }
        }

        private void readVocabulary() {
            for (int length = LONGEST; length > 0; length--) {
                for (int start = 0; start + length <= words.size(); start++) {
                    List<Meaning> meanings = vocabulary.get(words.key(start, start + length));
                    // "three" is a number, "threes" are shots
                    boolean number = length == 1 && Grammar.NUMBERS.containsKey(folded(start));
                    if (meanings == null || number || !free(start, start + length)) {
                        continue;
                    }
                    for (Meaning meaning : meanings) {
                        understand(meaning, start, start + length);
                    }
                    take(start, start + length);
                }
            }
            readBeside();
            metrics.sort(Comparator.comparingInt(Found::start));
            metricsByWord.sort(Comparator.comparingInt(Found::start));
            dimensions.sort(Comparator.comparingInt(Found::start));
            if (classes.size() > 1) {
                signals.add(Signal.CLASSES);
            }
        }

        /** "Min 100 attempts" beside a percentage: attempts of what the percentage is of. */
        private void readBeside() {
            for (Found ranked : List.copyOf(metricsByWord)) {
                model.metric(ranked.name()).beside().forEach((word, metric) -> {
                    for (int i = 1; i < words.size(); i++) {
                        boolean numbered = isNumber(folded(i - 1)) || i > 1 && isNumber(folded(i - 2));
                        if (!taken[i] && numbered && words.key(i, i + 1).equals(Words.key(word))) {
                            metricsByWord.add(new Found(metric, i, i + 1));
                            take(i, i + 1);
                        }
                    }
                });
            }
        }

        private static boolean isNumber(String word) {
            return word.matches("\\d+(\\.\\d+)?|\\d{1,3}(,\\d{3})+(\\.\\d+)?");
        }

        private void understand(Meaning meaning, int start, int end) {
            switch (meaning.kind()) {
                case "metric" -> {
                    Metric metric = model.metric(meaning.name());
                    // who leads a league leads it by the average, unless the total is named
                    boolean leads = signals.contains(Signal.LEADS)
                            && !signals.contains(Signal.CAREER)
                            && !words.slice(start, end).toLowerCase(Locale.ROOT).contains("total");
                    boolean perGame = (signals.contains(Signal.AVERAGE) || leads)
                            && metric.averaged().isPresent();
                    String name = perGame ? metric.averaged().get() : meaning.name();
                    metrics.add(new Found(name, start, end));
                    metricsByWord.add(new Found(name, start, end));
                    if (meaning.direction() != 0) {
                        ranking = meaning.direction();
                        literal = true;
                    }
                }
                case "set" -> model.sets()
                        .get(meaning.name())
                        .metrics()
                        .forEach(metric -> metrics.add(new Found(metric, start, end)));
                case "dimension" -> dimensions.add(new Found(meaning.name(), start, end));
                case "class" -> classes.add(meaning.name());
                default -> signals.add(Signal.VAGUE);
            }
        }

        /** "at least 25 points", "over .500", "10+ rebounds", "won 60 games"; and "top 5". */
        private void readNumbers() {
            String operator = "";
            int lastBound = -10;
            for (int i = 0; i < words.size(); i++) {
                String word = folded(i);
                Integer small = Grammar.NUMBERS.get(word);
                boolean number = word.matches("\\d+(\\.\\d+)?|\\d{1,3}(,\\d{3})+(\\.\\d+)?") || small != null;
                if (!number || taken[i]) {
                    continue;
                }
                double value = small != null ? small : Double.parseDouble(word.replace(",", ""));
                boolean point = small == null
                        && words.list().get(i).start() > 0
                        && words.text().charAt(words.list().get(i).start() - 1) == '.';
                value = point ? value / Math.pow(10, word.length()) : value;
                boolean counted = Set.of("top", "first", "best", "leading", "bottom", "worst", "highest", "lowest")
                        .contains(folded(i - 1));
                if (counted && !LimitReader.isLimit(value)) {
                    noLimit = words.list().get(i).raw();
                    take(i, i + 1);
                    continue;
                }
                if (counted
                        || Pattern.compile(
                                        "(?i)^(highest|best|most|leading|biggest|top|lowest|worst|players? with the (most|highest)|teams? with the (most|highest))\\b")
                                .matcher(words.text()
                                        .substring(words.list().get(i).end())
                                        .strip())
                                .find()) {
                    limit = Optional.of((int) value);
                    take(i, i + 1);
                    continue;
                }
                String said = operator(i);
                boolean comma = i > 0
                        && words.text()
                                .substring(
                                        words.list().get(i - 1).end(),
                                        words.list().get(i).start())
                                .contains(",");
                boolean chained = said.isEmpty()
                        && (folded(i - 1).equals("and") || folded(i - 1).equals("with") || comma)
                        && i - lastBound < 8
                        && !operator.isEmpty();
                boolean bare = said.isEmpty()
                        && List.of(
                                        "averaged",
                                        "averaging",
                                        "average",
                                        "scored",
                                        "scoring",
                                        "won",
                                        "with",
                                        "had",
                                        "shot",
                                        "shooting",
                                        "grabbed",
                                        "score",
                                        "win")
                                .contains(folded(i - 1))
                        && small == null;
                boolean listed = said.isEmpty()
                        && small == null
                        && !chained
                        && i + 1 < words.size()
                        && !words.text().toLowerCase(Locale.ROOT).contains("how many")
                        && vocabulary.getOrDefault(words.key(i + 1, i + 2), List.of()).stream()
                                .anyMatch(meaning -> meaning.kind().equals("dimension")
                                        && !model.dimensions()
                                                .get(meaning.name())
                                                .table()
                                                .isEmpty());
                if (listed) {
                    limit = Optional.of((int) value);
                    take(i, i + 1);
                    continue;
                }
                if (said.isEmpty() && !chained && !bare) {
                    continue;
                }
                boolean ofMembers = !said.isEmpty()
                        && i + 1 < words.size()
                        && vocabulary.getOrDefault(words.key(i + 1, i + 2), List.of()).stream()
                                .anyMatch(meaning -> meaning.kind().equals("dimension")
                                        && !model.dimensions()
                                                .get(meaning.name())
                                                .table()
                                                .isEmpty());
                if (ofMembers) {
                    // "for more than one team": what is counted is no figure
                    signals.add(Signal.COUNTED);
                    take(i, i + 1);
                    continue;
                }
                operator = said.isEmpty() ? chained ? operator : ">=" : said;
                Optional<String> age = ageOf(i);
                Optional<String> metric = age.isPresent() ? age : metricOf(i);
                if (metric.isEmpty()) {
                    continue;
                }
                metric = metric.map(name -> signals.contains(Signal.AVERAGE)
                        ? name
                        : model.metric(name).bounded().orElse(name));
                if (metrics.isEmpty()) {
                    metrics.add(new Found(metric.get(), i, i + 1));
                }
                double scaled = model.metric(metric.get()).unit().equals("percent") && value <= 1 ? value * 100 : value;
                bounds.add(new Bound(metric.get(), new Threshold(operator, scaled), i));
                take(i, i + 1);
                lastBound = i;
            }
        }

        /** "Players under 21", "older than 35": a number of years, where no figure stands behind it. */
        private Optional<String> ageOf(int number) {
            String before =
                    words.text().substring(0, words.list().get(number).start()).toLowerCase(Locale.ROOT);
            boolean aged = before.matches("(?s).*\\b(older than|younger than|aged( \\w+)?)\\s*$");
            boolean person = number > 1
                    && Set.of("under", "over", "above", "below").contains(folded(number - 1))
                    && vocabulary.getOrDefault(words.key(number - 2, number - 1), List.of()).stream()
                            .anyMatch(meaning -> meaning.kind().equals("dimension")
                                    && model.dimensions().get(meaning.name()).person());
            boolean figure = metricsByWord.stream().anyMatch(found -> found.start() == number + 1);
            return (aged || person) && !figure
                    ? model.metrics().entrySet().stream()
                            .filter(metric -> metric.getValue().unit().equals("years"))
                            .map(Map.Entry::getKey)
                            .findFirst()
                    : Optional.empty();
        }

        private String operator(int i) {
            String said = saidOperator(i);
            boolean turned = words.text()
                    .substring(0, words.list().get(i).start())
                    .toLowerCase(Locale.ROOT)
                    .matches(
                            "(?s).*\\b(not|never|\\w+n't)( \\w+){0,2} (more|fewer|less|over|above|under|below|at|greater|better|higher|lower|exceed\\w*|reach\\w*)( than| least| most)?\\s*");
            if (!turned || said.isEmpty() || said.equals("<=") && folded(i - 3).equals("no")) {
                return said;
            }
            for (int at = Math.max(0, i - 6); at < i; at++) {
                if (NEGATIONS.contains(folded(at)) || folded(at).endsWith("n't")) {
                    take(at, at + 1);
                }
            }
            return switch (said) {
                case ">" -> "<=";
                case ">=" -> "<";
                case "<" -> ">=";
                default -> ">";
            };
        }

        private String saidOperator(int i) {
            String before =
                    words.text().substring(0, words.list().get(i).start()).toLowerCase(Locale.ROOT);
            String after = words.text().substring(words.list().get(i).end()).toLowerCase(Locale.ROOT);
            if (Pattern.compile("(at least|minimum( of)?|no fewer than|no less than|min\\.?)\\s*\\.?$")
                            .matcher(before)
                            .find()
                    || after.matches("(?s)^\\s?(\\+|plus\\b|or more\\b|or better\\b|-plus\\b).*")
                    || after.matches("(?s)^%?\\s?or (more|better|higher)\\b.*")) {
                return ">=";
            }
            if (Pattern.compile(
                            "(more than|over|above|exceed\\w*|greater than|better than|higher than|older than|>)\\s*\\.?$")
                    .matcher(before)
                    .find()) {
                return ">";
            }
            if (Pattern.compile("(at most|no more than|maximum( of)?)\\s*\\.?$")
                            .matcher(before)
                            .find()
                    || after.matches("(?s)^%?\\s?or (fewer|less)\\b.*")) {
                return "<=";
            }
            if (Pattern.compile("(fewer than|less than|under|below|lower than|younger than|<)\\s*\\.?$")
                    .matcher(before)
                    .find()) {
                return "<";
            }
            return "";
        }

        private Optional<String> metricOf(int number) {
            int operatorStart = number;
            while (operatorStart > 0
                    && Set.of(
                                    "at", "least", "more", "than", "over", "above", "fewer", "less", "under", "below",
                                    "most", "minimum", "of", "no", "or", "greater", "better", "higher", "lower")
                            .contains(folded(operatorStart - 1))) {
                operatorStart--;
            }
            Optional<Found> before = endingAt(metricsByWord, operatorStart);
            Optional<Found> behind = metricsByWord.stream()
                    .filter(each -> each.start() > number
                            && each.start() - number <= 2
                            && !isParted(number, each.start())
                            // "25 a game" counts no games
                            && !PER.contains(folded(each.start() - 1)))
                    .findFirst();
            boolean own = before.isEmpty() || behind.isPresent() && !isCountedIn(before.get(), behind.get());
            if (behind.isPresent() && own) {
                return behind.map(Found::name);
            }
            if (before.isPresent()) {
                return before.map(Found::name);
            }
            int described = operatorStart;
            while (described > 0
                    && Set.of("who", "were", "are", "was", "is", "that", "aged").contains(folded(described - 1))) {
                described--;
            }
            Optional<String> bare = endingAt(dimensions, described).flatMap(found -> model.metrics().entrySet().stream()
                    .filter(each -> each.getValue().bareOf().equals(Optional.of(found.name())))
                    .map(Map.Entry::getKey)
                    .findFirst());
            if (bare.isPresent()) {
                return bare;
            }
            for (Found each : metricsByWord) {
                boolean near = each.start() > number && each.start() - number <= 4;
                boolean stopped = false;
                for (int i = number + 1; i < each.start(); i++) {
                    stopped |= folded(i).equals("and")
                            || folded(i).equals("with")
                            || folded(i).equals("while");
                }
                if (near && !stopped) {
                    return Optional.of(each.name());
                }
            }
            return metricsByWord.stream()
                    .filter(each -> each.end() <= number)
                    .reduce((one, two) -> two)
                    .or(() -> metricsByWord.stream().findFirst())
                    .map(Found::name);
        }

        private static Optional<Found> endingAt(List<Found> found, int end) {
            return found.stream().filter(each -> each.end() == end).findFirst();
        }

        private boolean isParted(int number, int other) {
            String between = words.text()
                    .substring(
                            words.list().get(number).end(),
                            words.list().get(other).start());
            return between.matches("(?is).*([,;]|\\b(and|with|while|or)\\b).*");
        }

        /** "Wins over 60 games", "points per game above 25 points": the second is but the unit or the average of the first. */
        private boolean isCountedIn(Found one, Found two) {
            return words.slice(two.start(), two.end())
                            .equalsIgnoreCase(model.metric(one.name()).unit())
                    || model.metric(two.name()).averaged().equals(Optional.of(one.name()));
        }

        private void readOrder() {
            // "which of them won more": a comparison that asks for the first
            Matcher more = COMPARATIVE.matcher(words.text());
            if (more.matches()) {
                ranking =
                        List.of("fewer", "less", "lower").contains(more.group(2).toLowerCase(Locale.ROOT)) ? -1 : 1;
                literal = !more.group(2).equalsIgnoreCase("better");
            }
            for (int i = 0; i < words.size(); i++) {
                String word = folded(i);
                boolean bound = word.equals("most") && folded(i - 1).equals("at")
                        || word.equals("least") && folded(i - 1).equals("at");
                boolean leads = Set.of("led", "lead", "leads", "leader", "leaders", "leading", "tops", "topped")
                        .contains(word);
                boolean threshold = Set.of("minimum", "min", "maximum", "max").contains(word);
                if (bound
                        || threshold
                        || word.equals("first") && limit.isEmpty()
                        || word.equals("key")
                        || word.equals("main")) {
                    continue;
                }
                boolean best = Set.of("best", "top", "leading", "greatest", "strongest")
                                .contains(word)
                        || leads;
                if (Grammar.LARGEST.contains(word) || leads) {
                    ranking = ranking == 0 ? 1 : ranking;
                    literal |= !best;
                } else if (Grammar.SMALLEST.contains(word)) {
                    ranking = ranking == 0 || place > 0 ? -1 : ranking;
                    literal |= !word.equals("worst") && !word.equals("weakest");
                }
            }
        }
    }
}
