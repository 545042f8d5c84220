package dev.caravan.reader;

import dev.caravan.query.LogicalQuery;
import dev.caravan.query.SchemaGraph;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Words;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads questions about a schema. What carries a condition, a figure or an order and is not understood is asked about; there is no
 * reading beside which a word is left over.
 */
public final class QuestionReader {
    private static final int MOST_WORDS = 80;
    private static final Set<Kind> CLAUSES = Set.of(
            Kind.THING,
            Kind.EVENT,
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
            Kind.WHEN);

    private final SchemaGraph graph;
    private final Spans spans;
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
        Lexicon lexicon = new Lexicon(language, new SchemaWords(graph, language), data);
        this.spans = new Spans(lexicon, language, new Periods(language, today));
    }

    /**
     * What a question was taken for.
     *
     * @param query empty where it was not understood
     * @param problem what was not
     * @param known whether anything in it is in the schema
     */
    public record Reading(Optional<LogicalQuery> query, String problem, boolean known, String explanation) {}

    /** Reads a question that stands by itself. */
    public Reading read(String question) {
        Words words = Words.of(question);
        if (words.size() > MOST_WORDS) {
            return new Reading(Optional.empty(), "The question is too long; ask for one thing at a time.", true, "");
        }
        Chart chart = spans.chart(words);
        chart.combine(rules);
        List<Chart.Cover> covers = chart.covers(CLAUSES);
        if (covers.isEmpty() || covers.get(0).edges().isEmpty()) {
            return new Reading(Optional.empty(), "None of its words means anything in these data.", false, "");
        }
        Chart.Cover best = covers.get(0);
        if (!best.unread().isEmpty()) {
            String unread = best.unread().stream()
                    .map(i -> words.list().get(i).raw())
                    .collect(Collectors.joining(" "));
            boolean known = best.edges().stream().anyMatch(edge -> edge.kind() != Kind.PERSON && edge.kind() != Kind.LIMIT && edge.kind() != Kind.WHEN);
            return new Reading(
                    Optional.empty(), "I do not understand \"" + unread + "\" in these data.", known, explained(best, words));
        }
        String objection = "";
        for (Chart.Cover cover : covers) {
            if (cover.cost() > best.cost() + 2.5 || !cover.unread().isEmpty()) {
                break;
            }
            try {
                LogicalQuery query = new Binder(graph, cover.edges()).query();
                return new Reading(Optional.of(query), "", true, explained(cover, words));
            } catch (Objection e) {
                objection = objection.isEmpty() ? e.getMessage() : objection;
            }
        }
        return new Reading(
                Optional.empty(), "I could not make a query of it: " + objection + ".", true, explained(best, words));
    }

    private static String explained(Chart.Cover cover, Words words) {
        return cover.edges().stream()
                .map(edge -> "[" + edge.kind() + " " + words.slice(edge.start(), edge.end()) + " / " + edge.rule() + "]")
                .collect(Collectors.joining(" "));
    }

    /** How the relations are joined. */
    public SchemaGraph graph() {
        return graph;
    }
}
