package dev.caravan.reader;

import dev.caravan.query.Value.Grain;
import dev.caravan.reader.Meaning.Number;
import dev.caravan.reader.Meaning.Quoted;
import dev.caravan.reader.Meaning.Stored;
import dev.caravan.text.Words;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what the lexicon knows in a question: the edges that the chart begins with. */
final class Spans {
    private static final Pattern QUOTE =
            Pattern.compile("(?<![\\p{L}\\p{N}])[\"“'‘]([^\"”'’]{1,80})[\"”'’](?![\\p{L}\\p{N}])");
    private static final double COMMON_WORD = 2.5;
    // behind these a year is a time and no number
    private static final Set<String> IN_TIME = Set.of("in", "during", "since", "until");

    private static final Set<String> DETERMINERS = Set.of("a", "an", "the", "one", "same");
    private static final String ONE = "one";
    private static final Set<String> WITH = Set.of("with", "having", "have", "has", "word", "contain", "containing");
    private static final Set<String> IN_ITS = Set.of("the", "its", "their");
    private static final Set<String> QUALIFIED =
            Set.of("all", "the", "a", "an", "each", "every", "list", "show", "which", "many", "our", "of", "no");
    private static final String ORDERS = "orders";
    // what stands before the first of an order
    private static final Set<Kind> FIRST = Set.of(Kind.SCALE, Kind.SUPERLATIVE, Kind.ORDINAL, Kind.FREQUENT);

    private final Lexicon lexicon;
    private final Periods periods;
    private final Map<String, Long> numbers;
    private final Map<String, Long> multipliers;
    private final Set<String> units;
    private final Map<String, Long> masses;
    private final Set<String> money;
    private final Set<String> determiners;

    Spans(Lexicon lexicon, Language language, Periods periods) {
        this.lexicon = lexicon;
        this.periods = periods;
        this.numbers = language.numbers("numbers");
        this.multipliers = language.numbers("multipliers");
        this.determiners = Set.copyOf(language.list("determiners"));
        this.money = language.list("money").stream().map(Words::key).collect(Collectors.toSet());
        // the only weights that are known are kilograms
        this.masses = lexicon.entries("kg").stream().anyMatch(entry -> entry.kind() == Kind.COLUMN)
                ? language.numbers("masses")
                : Map.of();
        this.units = language.list("units").stream().map(Words::key).collect(Collectors.toSet());
    }

    /** A chart with everything that is known of a question. */
    Chart chart(Words words) {
        boolean[] idle = idle(words);
        Chart chart = new Chart(words.size(), idle, joining(words), begins(words));
        for (int i = 0; i < words.size(); i++) {
            number(chart, words, i, idle);
            periods.at(words, i)
                    .ifPresent(found -> chart.add(
                            new Edge(found.start(), found.end(), Kind.PERIOD, found.period(), 0, "time", List.of())));
            for (int end = i + 1; end <= Math.min(words.size(), i + Lexicon.LONGEST); end++) {
                phrase(chart, words, i, end, idle);
            }
        }
        quotes(chart, words);
        return chart;
    }

    private boolean[] joining(Words words) {
        boolean[] joining = new boolean[words.size()];
        for (int i = 0; i < words.size(); i++) {
            joining[i] = lexicon.entries(words.key(i, i + 1)).stream().anyMatch(entry -> entry.kind() == Kind.AND);
        }
        return joining;
    }

    /** The words behind a question: what they say is no part of one of its phrases. */
    private static boolean[] begins(Words words) {
        boolean[] begins = new boolean[words.size()];
        for (int i = 1; i < words.size(); i++) {
            begins[i] = words.text()
                    .substring(
                            words.list().get(i - 1).end(), words.list().get(i).start())
                    .matches("(?s).*[?!].*");
        }
        return begins;
    }

    private boolean[] idle(Words words) {
        boolean[] idle = new boolean[words.size()];
        for (int i = 0; i < words.size(); i++) {
            for (int end = i + 1; end <= Math.min(words.size(), i + 3); end++) {
                boolean capitals = end - i == 1 && isAbbreviation(words, i);
                boolean lasting = end - i == 1 && isLength(words, i);
                boolean named = end - i == 1 && (isNamed(words, i) || isColumn(words, i) || isQuality(words, i));
                if (lexicon.idle(words.key(i, end)) && !capitals && !lasting && !named) {
                    for (int k = i; k < end; k++) {
                        idle[k] = true;
                    }
                }
            }
        }
        return idle;
    }

    /** "Within a week" is a length of time, and not a place. */
    private boolean isLength(Words words, int at) {
        boolean within = lexicon.entries(words.key(at, at + 1)).stream().anyMatch(entry -> entry.kind() == Kind.WITHIN);
        return within
                && at + 2 < words.size()
                && unit(words, at + 2).isPresent()
                && (isNumber(words.list().get(at + 1).folded())
                        || DETERMINERS.contains(words.list().get(at + 1).folded()));
    }

    /** "Last names" are what a column is called, and not the last of some names. */
    private boolean isPartOfName(Lexicon.Entry entry, Words words, int start, int end) {
        return entry.kind() == Kind.NAME
                && start > 0
                && lexicon.entries(words.key(start - 1, end)).stream()
                        .anyMatch(whole -> whole.kind() == Kind.COLUMN && whole.cost() == 0);
    }

    /** "They share a boss" speaks of no share. */
    private static boolean isVerb(Lexicon.Entry entry, Words words, int end) {
        return entry.kind() == Kind.SHARE
                && end < words.size()
                && words.list().get(end - 1).folded().equals("share")
                && DETERMINERS.contains(words.list().get(end).folded());
    }

    /** "The largest order by weight", "orders by weight": what is ordered, and no order of rows. */
    private boolean isNoun(Lexicon.Entry entry, Words words, int start) {
        if (entry.kind() != Kind.ORDER
                || !words.list().get(start).stem().equals(Words.stem(ORDERS))
                || words.list().get(start).folded().endsWith("ed")) {
            return false;
        }
        boolean behind = start > 0
                && (determiners.contains(words.list().get(start - 1).folded())
                        || lexicon.entries(words.key(start - 1, start)).stream()
                                .anyMatch(each -> FIRST.contains(each.kind())));
        return words.list().get(start).folded().equals(ORDERS) || behind;
    }

    /** "US" in a text of small letters is no "us". */
    private static boolean isAbbreviation(Words words, int at) {
        return words.list().get(at).raw().matches("[A-Z]{2,}")
                && !words.text().equals(words.text().toUpperCase(java.util.Locale.ROOT));
    }

    /** A verb that only ties what stands around it says something of a thing right behind it: "all living pets". */
    private boolean isQuality(Words words, int at) {
        boolean begins = at == 0 || QUALIFIED.contains(words.list().get(at - 1).folded());
        return begins
                && at + 1 < words.size()
                && words.list().get(at).folded().matches("\\w{3,}(ing|ed)")
                && !lexicon.isFiller(words.key(at, at + 1))
                && lexicon.entries(words.key(at + 1, at + 2)).stream()
                        .anyMatch(entry -> entry.kind() == Kind.THING && entry.cost() == 0);
    }

    /** A column that is called like a common verb, behind a determiner or in a list: "the make", "make, model and year". */
    private boolean isColumn(Words words, int at) {
        boolean determined =
                at > 0 && determiners.contains(words.list().get(at - 1).folded());
        boolean listed = at + 1 < words.size()
                && words.text()
                        .substring(
                                words.list().get(at).end(),
                                words.list().get(at + 1).start())
                        .startsWith(",");
        return (determined || listed)
                && words.list().get(at).folded().length() > 3
                && lexicon.entries(words.key(at, at + 1)).stream()
                        .anyMatch(entry -> entry.kind() == Kind.COLUMN && entry.cost() < Lexicon.PART);
    }

    /** A stored value behind a determiner is named, though it is called like a common verb: "the bears". */
    private boolean isNamed(Words words, int at) {
        return at > 0
                && words.list().get(at).folded().length() > 3
                && determiners.contains(words.list().get(at - 1).folded())
                && lexicon.stored(words.key(at, at + 1)).stream().anyMatch(stored -> stored.cost() == 0);
    }

    private void phrase(Chart chart, Words words, int start, int end, boolean[] idle) {
        String key = words.key(start, end);
        boolean noun = end - start == 1
                && (start == 0
                        || determiners.contains(words.list().get(start - 1).folded()))
                && lexicon.entries(key).stream().anyMatch(entry -> entry.kind() == Kind.THING);
        List<Stored> stored = lexicon.stored(key);
        List<Lexicon.Entry> entries = lexicon.entries(key);
        if (entries.isEmpty() && end - start == 2) {
            // check-in, of which the schema makes one word
            entries = lexicon.entries(Words.key(
                    words.list().get(start).folded() + words.list().get(end - 1).folded()));
        }
        for (Lexicon.Entry entry : entries) {
            // behind a number a unit of time is a length of time, and nothing to group by
            boolean length = (entry.kind() == Kind.GRAIN || entry.kind() == Kind.SHARE)
                    && start > 0
                    && isNumber(words.list().get(start - 1).folded());
            if (noun && entry.kind() == Kind.EVENT
                    || length
                    || isAmong(entry, stored)
                    || isVerb(entry, words, end)
                    || isNoun(entry, words, start)
                    || isPartOfName(entry, words, start, end)) {
                continue;
            }
            if ((entry.kind() == Kind.STARTS || entry.kind() == Kind.CONTAINS) && end < words.size()) {
                word(chart, words, end);
                boolean or = end + 2 < words.size()
                        && lexicon.entries(words.key(end + 1, end + 2)).stream()
                                .anyMatch(each -> each.kind() == Kind.OR);
                if (or) {
                    word(chart, words, end + 2);
                }
            }
            chart.add(new Edge(start, end, entry.kind(), entry.meaning(), entry.cost(), entry.layer(), List.of()));
        }
        if (end - start == 1 && stored.isEmpty() && lexicon.entries(key).isEmpty() && !idle[start]) {
            variants(chart, words.list().get(start).folded(), start);
            inText(chart, words, start);
            opposites(chart, words.list().get(start).folded(), start);
        }
        if (stored.isEmpty() && end - start > 2 && !idle[start] && !idle[end - 1]) {
            List<Stored> loose = lexicon.storedByContent(words.list().subList(start, end).stream()
                    .map(Words.Word::stem)
                    .toList());
            if (!loose.isEmpty()) {
                chart.add(new Edge(start, end, Kind.MEMBER, Lexicon.one(loose), 0.2, "data", List.of()));
            }
        }
        if (!stored.isEmpty()) {
            boolean capital =
                    start > 0 && words.list().subList(start, end).stream().anyMatch(Words.Word::isCapitalised);
            boolean common = end - start == 1
                    && (idle[start]
                            || lexicon.entries(key).stream()
                                    .anyMatch(entry -> entry.kind() != Kind.EVENT
                                            && entry.kind() != Kind.TIE
                                            && !isPart(entry)
                                            && !isAmong(entry, stored)));
            boolean digits = end - start == 1 && words.list().get(start).isDigits();
            double partial = stored.get(0).cost();
            double cost = partial + (capital ? -0.2 : 0) + (common && !capital ? COMMON_WORD : 0) + (digits ? 1 : 0);
            chart.add(new Edge(start, end, Kind.MEMBER, Lexicon.one(stored), cost, "data", List.of()));
        }
    }

    /** "With love in the title": a word that stands in a text. */
    private void inText(Chart chart, Words words, int at) {
        boolean in = at > 0
                && at + 2 < words.size()
                && WITH.contains(words.list().get(at - 1).folded())
                && words.list().get(at + 1).folded().equals("in")
                && IN_ITS.contains(words.list().get(at + 2).folded());
        if (in) {
            word(chart, words, at);
        }
    }

    private static void word(Chart chart, Words words, int at) {
        chart.add(
                new Edge(at, at + 1, Kind.WORD, new Quoted(words.list().get(at).raw()), 0.4, "text", List.of()));
    }

    /** What only a form of a part of a column's name is called. */
    private static boolean isPart(Lexicon.Entry entry) {
        return Lexicon.PARTS.contains(entry.kind()) && entry.layer().equals("schema") && entry.cost() >= Lexicon.PART;
    }

    /** A column of yes and no that a value of the same name has among its meanings. */
    private static boolean isAmong(Lexicon.Entry entry, List<Stored> stored) {
        return entry.meaning() instanceof Meaning.Lacking lacking
                && lacking.columns().any().stream().allMatch(named -> stored.stream()
                        .anyMatch(each -> each.field().equals(named.field())));
    }

    /** Other forms of a verb or an adjective: closing for close, failed for fail, successful for success. */
    private void variants(Chart chart, String word, int at) {
        String root = word.replaceFirst("(ed|ing|ful|er|ers|d)$", "");
        String single = root.replaceFirst("([bdglmnprt])\\1$", "$1");
        for (String form : new LinkedHashSet<>(List.of(root, root + "e", single, root + "s"))) {
            if (form.length() < 3 || form.equals(word)) {
                continue;
            }
            lexicon.entries(form).stream()
                    .filter(entry -> entry.kind() == Kind.COLUMN || entry.kind() == Kind.CONDITION)
                    .forEach(entry -> chart.add(new Edge(
                            at, at + 1, entry.kind(), entry.meaning(), entry.cost() + 0.3, "another form", List.of())));
            List<Stored> stored = lexicon.stored(form);
            if (!stored.isEmpty() && stored.get(0).cost() == 0) {
                chart.add(new Edge(at, at + 1, Kind.MEMBER, Lexicon.one(stored), 0.3, "another form", List.of()));
            }
        }
    }

    /** Unpaid, inactive: what is not so, where the data say what is. */
    private void opposites(Chart chart, String word, int at) {
        if (!word.matches("(?:un|in|non)\\w{4,}")) {
            return;
        }
        String positive = word.replaceFirst("^(?:un|non|in)", "");
        for (Lexicon.Entry entry : lexicon.entries(Words.key(positive))) {
            Meaning opposite = entry.meaning() instanceof Meaning.Lacking so && entry.kind() == Kind.CONDITION
                    ? new Meaning.Lacking(so.columns(), !so.negated())
                    : entry.kind() == Kind.DONE
                            ? new Meaning.Lacking((Meaning.Columns) entry.meaning(), false)
                            : entry.kind() == Kind.EVENT
                                    ? new Meaning.Related((Meaning.Things) entry.meaning(), List.of(), true)
                                    : null;
            if (opposite != null) {
                chart.add(
                        new Edge(at, at + 1, Kind.CONDITION, opposite, entry.cost() + 0.2, "the opposite", List.of()));
            }
        }
    }

    private boolean isNumber(String word) {
        return word.matches("\\d+([.,]\\d+)*") || numbers.containsKey(word);
    }

    private void number(Chart chart, Words words, int i, boolean[] idle) {
        String word = words.list().get(i).folded().replace(",", "");
        boolean one = (word.equals("a") || word.equals("an") || word.equals(ONE))
                && i + 1 < words.size()
                && units.contains(words.list().get(i + 1).stem());
        if (one) {
            unit(words, i + 1)
                    .ifPresent(unit -> chart.add(new Edge(
                            i,
                            i + 2,
                            Kind.NUMBER,
                            new Number(1, Optional.of(unit), false),
                            0.05,
                            "number",
                            List.of())));
        }
        rounded(chart, words, i);
        // "one" is mostly no number, but for what is more or less than one
        boolean single = i > 0 && word.equals(ONE) && isCompared(words, i);
        if (single) {
            chart.add(new Edge(i, i + 1, Kind.NUMBER, new Number(1), -0.3, "number", List.of()));
            return;
        }
        boolean digits = word.matches("\\d+(\\.\\d+)?");
        if (!digits && !numbers.containsKey(word)) {
            boolean alone = multipliers.containsKey(word) && word.length() > 3;
            if (!alone) {
                return;
            }
        }
        double value =
                digits ? Double.parseDouble(word) : numbers.getOrDefault(word, multipliers.getOrDefault(word, 1L));
        int end = i + 1;
        while (end < words.size()
                && multipliers.containsKey(words.list().get(end).folded())) {
            value *= multipliers.get(words.list().get(end).folded());
            end++;
        }
        boolean year = end == i + 1 && digits && value >= 1900 && value < 2100 && word.length() == 4;
        boolean time = year && i > 0 && IN_TIME.contains(words.list().get(i - 1).folded());
        if (!time) {
            chart.add(new Edge(i, end, Kind.NUMBER, new Number(value), year ? 0.2 : 0, "number", List.of()));
        }
        if (end < words.size() && masses.containsKey(words.list().get(end).folded())) {
            chart.add(new Edge(
                    i,
                    end + 1,
                    Kind.NUMBER,
                    new Number(value * masses.get(words.list().get(end).folded())),
                    0.05,
                    "number",
                    List.of()));
        }
        if (end < words.size() && units.contains(words.list().get(end).stem())) {
            Optional<Grain> unit = unit(words, end);
            chart.add(new Edge(
                    i,
                    end + 1,
                    Kind.NUMBER,
                    new Number(value, unit, money.contains(words.list().get(end).stem())),
                    0.05,
                    "number",
                    List.of()));
        }
        if (i > 0 && units.contains(words.list().get(i - 1).stem())) {
            boolean currency = money.contains(words.list().get(i - 1).stem());
            chart.add(new Edge(
                    i - 1, end, Kind.NUMBER, new Number(value, Optional.empty(), currency), 0.05, "number", List.of()));
        }
    }

    /** "A million", "half a million". */
    private void rounded(Chart chart, Words words, int i) {
        boolean half = words.list().get(i).folded().equals("half");
        int at = half ? i + 2 : i + 1;
        boolean said = at < words.size()
                && DETERMINERS.contains(words.list().get(at - 1).folded())
                && multipliers.getOrDefault(words.list().get(at).folded(), 0L) >= 1000
                && words.list().get(at).folded().length() > 1;
        if (said) {
            double value = multipliers.get(words.list().get(at).folded()) * (half ? 0.5 : 1);
            int behind = at + 1;
            boolean currency = behind < words.size()
                    && money.contains(words.list().get(behind).stem());
            chart.add(new Edge(
                    i,
                    currency ? behind + 1 : behind,
                    Kind.NUMBER,
                    new Number(value, Optional.empty(), currency),
                    0.05,
                    "number",
                    List.of()));
        }
    }

    private boolean isCompared(Words words, int at) {
        return Stream.of(1, 2, 3)
                .filter(length -> length <= at)
                .flatMap(length -> lexicon.entries(words.key(at - length, at)).stream())
                .anyMatch(entry -> entry.kind() == Kind.COMPARE);
    }

    private Optional<Grain> unit(Words words, int at) {
        return lexicon.entries(words.key(at, at + 1)).stream()
                .filter(entry -> entry.kind() == Kind.GRAIN)
                .map(entry -> ((Meaning.Cut) entry.meaning()).grain())
                .findFirst();
    }

    private void quotes(Chart chart, Words words) {
        Matcher quote = QUOTE.matcher(words.text());
        while (quote.find()) {
            Set<Integer> inside = new HashSet<>();
            for (int i = 0; i < words.size(); i++) {
                Words.Word word = words.list().get(i);
                if (word.start() >= quote.start(1) && word.end() <= quote.end(1)) {
                    inside.add(i);
                }
            }
            if (!inside.isEmpty()) {
                int start = inside.stream().mapToInt(i -> i).min().orElseThrow();
                int end = inside.stream().mapToInt(i -> i).max().orElseThrow() + 1;
                chart.add(new Edge(start, end, Kind.QUOTED, new Quoted(quote.group(1)), 0.3, "quotation", List.of()));
            }
        }
    }
}
