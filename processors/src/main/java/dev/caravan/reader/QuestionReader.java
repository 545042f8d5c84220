package dev.caravan.reader;

import dev.caravan.query.LogicalQuery;
import dev.caravan.query.SchemaGraph;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Words;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads questions about a schema. What carries a condition, a figure or an order and is not understood is asked about; there is no
 * reading beside which a word is left over.
 */
public final class QuestionReader {
    private static final int MOST_WORDS = 80;
    // a cover that costs so much more may be what is meant
    private static final double NEAR = 0.6;
    private static final Set<Kind> CLAUSES = Set.of(
            Kind.THING,
            Kind.EVENT,
            Kind.DONE,
            Kind.NAME,
            Kind.TIE,
            Kind.COLUMN,
            Kind.COLUMNS,
            Kind.FIGURE,
            Kind.AMOUNT,
            Kind.CONDITION,
            Kind.GROUP,
            Kind.RANK,
            Kind.LIMIT,
            Kind.SORT,
            Kind.PERSON,
            Kind.WHEN,
            Kind.COUNT,
            Kind.BARE_MORE,
            Kind.SHARE,
            Kind.MORE_OF,
            Kind.COMPARING,
            Kind.ON_AVERAGE,
            Kind.ADDED,
            Kind.ORDINAL,
            Kind.MANAGES,
            Kind.RUNNING,
            Kind.CHANGE);

    private static final String THEN = ", then: ";
    private static final Set<String> DATING = Set.of("in", "on", "during", "over", "within", "the", "from");
    private static final Set<String> BOUNDING =
            Set.of("since", "before", "after", "until", "till", "by", "between", "and");
    private static final Set<Kind> FOLLOWING =
            Stream.concat(CLAUSES.stream(), Stream.of(Kind.NUMBER, Kind.BOUND)).collect(Collectors.toSet());

    private final SchemaGraph graph;
    private final Lexicon lexicon;
    private final Periods periods;
    private final Spans spans;
    private final Set<String> listing;
    private final Set<String> doing;
    private final Set<String> being;
    private final List<Map<String, List<String>>> doers;
    private final FollowUp followUp;
    private final Set<String> numbers;
    private final List<Rule> rules = Rules.all();

    /**
     * For a schema.
     *
     * @param data values that questions may name
     * @param today what today means
     */
    public QuestionReader(Schema schema, List<Datum> data, LocalDate today) {
        this.graph = new SchemaGraph(schema);
        Language language = Language.english();
        this.listing = Set.copyOf(language.list("listing"));
        this.doing = Set.copyOf(language.list("doing"));
        this.being = Set.copyOf(language.list("being"));
        this.doers = language.entries("doers");
        this.numbers =
                language.numbers("numbers").keySet().stream().map(Words::key).collect(Collectors.toSet());
        this.lexicon = new Lexicon(language, new SchemaWords(graph, language), data);
        this.periods = new Periods(language, today);
        this.followUp = new FollowUp(language, graph, periods);
        this.spans = new Spans(lexicon, language, periods);
    }

    /** Whether a word means something by itself, whatever the data hold: it is the language's, the schema's, or a number. */
    public boolean isKnown(String word) {
        String key = Words.key(word);
        return !lexicon.entries(key).isEmpty()
                || lexicon.idle(key)
                || lexicon.isSaid(key)
                || numbers.contains(key)
                || key.matches("\\d.*")
                || periods.at(Words.of(word), 0).isPresent();
    }

    /** A question in which every time that is told from today is told by its days, so that it can be read on any other day. */
    public String dated(String question) {
        Words words = Words.of(question);
        StringBuilder told = new StringBuilder(question);
        for (int i = words.size() - 1; i >= 0; i--) {
            Optional<Periods.Found> found = periods.at(words, i).filter(each -> !isDated(words, each));
            if (found.isPresent()) {
                Periods.Found time = found.get();
                LocalDate from = time.period().from().orElseThrow();
                LocalDate last = time.period().to().orElseThrow().minusDays(1);
                int start = words.list().get(i).start();
                boolean led = i > 0 && DATING.contains(words.list().get(i - 1).folded());
                told.replace(
                        led ? words.list().get(i - 1).start() : start,
                        words.list().get(time.end() - 1).end(),
                        from.equals(last) ? "on " + from : "between " + from + " and " + last);
            }
        }
        return told.toString();
    }

    /** Whether a time holds on any day, or stands where its beginning or end alone is meant. */
    private static boolean isDated(Words words, Periods.Found time) {
        boolean open = time.period().from().isEmpty() || time.period().to().isEmpty();
        boolean bound = time.start() > 0
                && BOUNDING.contains(words.list().get(time.start() - 1).folded());
        return open || bound || words.slice(time.start(), time.end()).matches("(?s).*\\b(1[89]|20)\\d\\d\\b.*");
    }

    /**
     * What a question was taken for.
     *
     * @param query empty where it was not understood
     * @param problem what was not
     * @param known whether anything in it is in the schema
     * @param unread its words that mean nothing in these data
     */
    public record Reading(
            Optional<LogicalQuery> query, String problem, boolean known, String explanation, List<String> unread) {
        /** Takes a copy. */
        public Reading {
            unread = List.copyOf(unread);
        }

        /** Nothing that could be read, for this reason. */
        public static Reading none(String problem) {
            return new Reading(Optional.empty(), problem, false, "");
        }

        Reading(Optional<LogicalQuery> query, String problem, boolean known, String explanation) {
            this(query, problem, known, explanation, List.of());
        }
    }

    /** Joins a question with what was asked after it, as {@link #read} takes it. */
    public static String joined(String before, String after) {
        return before.strip().replaceFirst("[?.!]+$", "") + THEN + after.strip();
    }

    /** What was said so far, and the query of all of it. */
    private record Said(List<Edge> edges, Reading reading) {}

    /** Whether a question is joined with what was asked after it. */
    public static boolean isJoined(String question) {
        return question.contains(THEN);
    }

    /** Reads a question; what follows an empty line is advice to whoever writes SQL. */
    public Reading read(String question) {
        String[] parts = question.strip().split("\\n\\s*\\n")[0].split(Pattern.quote(THEN));
        return parts.length == 1 ? alone(parts[0]) : said(parts).reading();
    }

    private Said said(String... parts) {
        Asked asked = asked(Words.of(parts[0]));
        Said before = new Said(List.of(), Reading.none(""));
        for (int i = 0; i < parts.length; i++) {
            List<Edge> moved = i == 0 ? List.of() : followUp.moved(before.edges(), parts[i]);
            List<List<Edge>> covers = !moved.isEmpty()
                    ? List.of(moved)
                    : i == 0 ? covers(parts[0], CLAUSES) : covers(followUp.stripped(parts[i]), FOLLOWING);
            if (covers.isEmpty()) {
                return new Said(
                        before.edges(),
                        new Reading(
                                Optional.empty(),
                                "I do not understand \"" + parts[parts.length - 1]
                                        + "\" as something to add to the question before.",
                                true,
                                ""));
            }
            Optional<Said> taken = Optional.empty();
            // of the ways to take it, the first that makes a query of all that was said so far
            for (List<Edge> cover : covers) {
                Said next = i == 0 ? said(cover, asked) : said(before.edges(), cover, asked);
                if (taken.isEmpty() || next.reading().query().isPresent()) {
                    taken = Optional.of(next);
                }
                if (next.reading().query().isPresent()) {
                    break;
                }
            }
            before = taken.orElseThrow();
        }
        return before;
    }

    private Said said(List<Edge> before, List<Edge> cover, Asked asked) {
        try {
            return said(followUp.merged(before, cover), asked);
        } catch (Objection e) {
            return new Said(before, unbound(e));
        }
    }

    private Said said(List<Edge> edges, Asked asked) {
        return new Said(edges, merged(edges, asked));
    }

    private Reading merged(List<Edge> edges, Asked asked) {
        try {
            return new Reading(Optional.of(query(edges, asked)), "", true, edges.toString());
        } catch (Objection e) {
            return unbound(e);
        }
    }

    private static Reading unbound(Objection e) {
        return new Reading(Optional.empty(), "I could not make a query of it: " + e.getMessage() + ".", true, "");
    }

    /**
     * A question in full, where a conversation went before.
     *
     * @param before the question before, in full
     */
    public String inFull(String before, String question) {
        Reading alone = alone(question);
        boolean continues = followUp.continues(question) || isOfThese(before, question);
        if (alone.query().isPresent() && !continues) {
            return question;
        }
        String both = joined(before, question);
        return read(both).query().isPresent() ? both : question;
    }

    /** Whether a message means nothing without the question before it. */
    public boolean needsBefore(String message) {
        return followUp.needsBefore(message);
    }

    /** Whether a message is asked after another question, and means nothing, or something else, without it. */
    public boolean goesOn(String before, String message) {
        if (before.isEmpty()) {
            return false;
        }
        boolean alone = alone(message).query().isPresent();
        return followUp.continues(message)
                || isOfThese(before, message)
                || (!alone || followUp.needsBefore(message))
                        && read(joined(before, message)).query().isPresent();
    }

    /** Whether it is asked which of what was told before is the most, as by any other words of these. */
    private boolean isOfThese(String before, String message) {
        List<List<Edge>> covers = covers(message, CLAUSES);
        return !covers.isEmpty()
                && followUp.isOfThese(said(before.split(Pattern.quote(THEN))).edges(), covers.get(0));
    }

    /** The clauses of the covers that leave nothing, the best first. */
    private List<List<Edge>> covers(String text, Set<Kind> kinds) {
        Words words = Words.of(text);
        if (words.size() == 0 || words.size() > MOST_WORDS) {
            return List.of();
        }
        Chart chart = spans.chart(words);
        chart.combine(rules);
        List<Chart.Cover> covers = chart.covers(kinds);
        return covers.stream()
                .takeWhile(cover -> cover.unread().isEmpty()
                        && !cover.edges().isEmpty()
                        && cover.cost() <= covers.get(0).cost() + NEAR)
                .map(Chart.Cover::edges)
                .toList();
    }

    /** How a question alone is read: its spans, the edges and rules of the cover that wins, and the next ones. */
    public String explain(String question) {
        Words words = Words.of(question);
        Chart chart = spans.chart(words);
        Explanation explanation = new Explanation(words).spans(chart.edges());
        chart.combine(rules);
        return explanation.covers(chart.covers(CLAUSES)).toString();
    }

    /**
     * The words of a question that demand what a statement does not do, where the statement was made without this reader.
     *
     * @param sql the statement
     */
    public Optional<String> unmet(String question, String sql) {
        Words words = Words.of(question.strip().split("\\n\\s*\\n")[0]);
        return SpokenDemands.unmet(spans.chart(words), words, sql);
    }

    private Reading alone(String question) {
        Words words = Words.of(question);
        if (words.size() > MOST_WORDS) {
            return new Reading(Optional.empty(), "The question is too long; ask for one thing at a time.", true, "");
        }
        Chart chart = spans.chart(words);
        chart.combine(rules);
        List<Chart.Cover> covers = chart.covers(CLAUSES);
        if (covers.isEmpty() || covers.get(0).edges().isEmpty()) {
            return Reading.none("None of its words means anything in these data.");
        }
        Chart.Cover best = covers.get(0);
        if (!best.unread().isEmpty()) {
            List<String> left =
                    best.unread().stream().map(i -> words.list().get(i).raw()).toList();
            String unread = String.join(" ", left);
            boolean known = best.edges().stream()
                    .anyMatch(edge ->
                            edge.kind() != Kind.PERSON && edge.kind() != Kind.LIMIT && edge.kind() != Kind.WHEN);
            return new Reading(
                    Optional.empty(),
                    understood(best, words) + "I do not understand \"" + unread + "\" in these data.",
                    known,
                    explained(best, words),
                    left);
        }
        String objection = "";
        List<Chart.Cover> whole = covers.stream()
                .filter(cover ->
                        cover.cost() <= best.cost() + NEAR && cover.unread().isEmpty())
                .toList();
        // what leaves open which table is meant is settled by the only one that has all of it
        for (boolean narrowed : List.of(false, true)) {
            for (Chart.Cover cover : whole) {
                Optional<List<Edge>> edges = narrowed ? OneRelation.of(cover.edges()) : Optional.of(cover.edges());
                if (edges.isEmpty()) {
                    continue;
                }
                try {
                    LogicalQuery query = Binder.query(graph, edges.get(), asked(words));
                    new Contributions(graph, query)
                            .lost(cover.edges(), words)
                            .or(() -> new Demands(query).unmet(cover.edges()))
                            .ifPresent(edge -> {
                                throw new Objection("\"" + words.slice(edge.start(), edge.end())
                                        + "\" does not come into what I make of the rest");
                            });
                    return new Reading(Optional.of(query), "", true, explained(cover, words));
                } catch (Objection e) {
                    objection = objection.isEmpty() ? e.getMessage() : objection;
                }
            }
        }
        return new Reading(
                Optional.empty(), "I could not make a query of it: " + objection + ".", true, explained(best, words));
    }

    /** The query of clauses, of the only table that has all of it where it was left open which is meant. */
    private LogicalQuery query(List<Edge> edges, Asked asked) {
        try {
            return Binder.query(graph, edges, asked);
        } catch (Objection e) {
            return Binder.query(graph, OneRelation.of(edges).orElseThrow(() -> e), asked);
        }
    }

    private static String understood(Chart.Cover cover, Words words) {
        String parts = cover.edges().stream()
                .map(edge -> "\"" + words.slice(edge.start(), edge.end()) + "\"")
                .collect(Collectors.joining(", "));
        return parts.isEmpty() ? "" : "I understand " + parts + ". ";
    }

    private Asked asked(Words words) {
        List<Words.Word> all = words.list();
        boolean rows = all.stream().limit(3).anyMatch(word -> listing.contains(word.folded()));
        boolean done = all.size() > 3
                && all.get(0).folded().equals("what")
                && doing.contains(all.get(1).folded());
        return new Asked(
                rows,
                done,
                edge -> edge.end() > 0
                        && edge.end() <= all.size()
                        && all.get(edge.end() - 1).folded().endsWith("s"),
                edge -> edge.start() > 0
                        && edge.start() < all.size()
                        && words.text()
                                .substring(
                                        all.get(edge.start() - 1).end(),
                                        all.get(edge.start()).start())
                                .matches("['’]s?\\s+"),
                edge -> edge.start() > 0
                        && edge.start() <= all.size()
                        && all.get(edge.start() - 1).folded().equals("their"),
                edge -> edge.end() < all.size()
                        && being.contains(all.get(edge.end()).folded()),
                edge -> edge.start() > 0
                        && edge.start() <= all.size()
                        && all.get(edge.start() - 1).folded().equals("of"),
                edge -> edge.end() > 0
                        && edge.end() <= all.size()
                        && all.get(edge.end() - 1).folded().equals("to"),
                doers.stream()
                        .filter(doer ->
                                all.stream().anyMatch(word -> doer.get("said").contains(word.folded())))
                        .flatMap(doer -> doer.get("people").stream())
                        .map(Words::key)
                        .collect(Collectors.toSet()));
    }

    private static String explained(Chart.Cover cover, Words words) {
        return cover.edges().stream()
                .map(edge ->
                        "[" + edge.kind() + " " + words.slice(edge.start(), edge.end()) + " / " + edge.rule() + "]")
                .collect(Collectors.joining(" "));
    }

    /** How the relations are joined. */
    public SchemaGraph graph() {
        return graph;
    }
}
