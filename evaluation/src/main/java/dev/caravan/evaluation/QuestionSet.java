package dev.caravan.evaluation;

import dev.caravan.graphql.QueryType;
import dev.caravan.turn.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Questions with what their answers must be.
 *
 * @param name the file's name without its ending
 * @param description what the set is about
 * @param stage what of the product is asked
 * @param cases in the order of the file
 */
public record QuestionSet(String name, String description, Stage stage, List<Case> cases) {

    /** What of the product a set is put to. */
    public enum Stage {
        /** The whole of it: a question in, an answer out. */
        TURN,
        /** The stage that takes a question for a query type. */
        CLASSIFICATION,
        /** The stage that finds what a question names, its type given. */
        EXTRACTION,
        /** Extraction and resolution: from names to ids, the type given. */
        RESOLUTION;

        static Stage of(String code) {
            return code.isEmpty() ? TURN : Stage.valueOf(code.toUpperCase(Locale.ROOT));
        }
    }

    /** Under which circumstances a case is run. */
    public enum Condition {
        /** Everything works. */
        NORMAL,
        /** The Atlas API answers with errors. */
        ATLAS_DOWN,
        /** The budget of calls of the Atlas API is used up. */
        BUDGET_SPENT;

        static Condition of(String code) {
            return code.isEmpty()
                    ? NORMAL
                    : Condition.valueOf(code.toUpperCase(Locale.ROOT).replace('-', '_'));
        }
    }

    /**
     * One conversation, or one question to a stage.
     *
     * @param id unique in its set
     * @param kind of question, to sum up by
     * @param condition the circumstances
     * @param asks its questions in order, one or more
     */
    public record Case(String id, String kind, Condition condition, List<Ask> asks) {
        /** Takes a copy. */
        public Case {
            asks = List.copyOf(asks);
        }
    }

    /**
     * One question.
     *
     * @param question as a person writes it
     * @param expected what the answer must be
     * @param label what a stage must make of it; only where the set is put to a stage
     */
    public record Ask(String question, Expected expected, Optional<Label> label) {}

    /**
     * What an answer must be.
     *
     * @param outcomes of which one must be met; empty for any
     * @param documented whether an answer from the documentation alone is right as well, whatever the outcomes
     * @param trajectory which tools must have been called; empty for any
     * @param lastTools tools of which one must have been called last, {@code reject} standing for none; empty for any
     * @param mustCall tools that must have been called
     * @param sections of the documentation, as {@code document: section}, of which one must be cited; empty for any
     * @param links for each entry a link must contain it
     * @param mentions words that the answer must contain
     * @param gold results of which each must be met by a table of the answer; empty where the outcome says enough
     */
    public record Expected(
            Set<Outcome> outcomes,
            boolean documented,
            Optional<Trajectory> trajectory,
            Set<String> lastTools,
            Set<String> mustCall,
            Set<String> sections,
            List<String> links,
            List<String> mentions,
            List<Gold> gold) {
        /** Nothing in particular. */
        public static final Expected NOTHING = new Expected(
                Set.of(), false, Optional.empty(), Set.of(), Set.of(), Set.of(), List.of(), List.of(), List.of());

        /** Takes copies. */
        public Expected {
            outcomes = Set.copyOf(outcomes);
            lastTools = Set.copyOf(lastTools);
            mustCall = Set.copyOf(mustCall);
            sections = Set.copyOf(sections);
            links = List.copyOf(links);
            mentions = List.copyOf(mentions);
            gold = List.copyOf(gold);
        }
    }

    /**
     * What a stage must make of a question.
     *
     * @param types query types that are right, the best first; for other stages the one that is given
     * @param fields what must be found, by field; several values that are right separated by a bar
     * @param sourceMethod where the truth comes from
     */
    public record Label(List<QueryType> types, Map<String, String> fields, String sourceMethod) {
        /** Takes copies. */
        public Label {
            types = List.copyOf(types);
            fields = Map.copyOf(fields);
        }
    }

    /**
     * The right result.
     *
     * @param statements written by hand against the tables; the result of any of them is right
     * @param ordered whether the rows of the answer must come in the same order
     * @param anywhere whether the values may stand in any cells of a table, whatever its rows are
     * @param columns of the gold result that must be found in the answer, under whatever name; empty for all
     * @param decimals by column: digits after the point to which both sides are rounded; other numbers may differ by
     *     {@code tolerance}
     * @param percent columns in percent that the answer may also give as a fraction of one
     * @param tolerance relative
     * @param sourceMethod where the truth comes from, {@code sql_gold} for SQL written by hand
     */
    public record Gold(
            List<String> statements,
            boolean ordered,
            boolean anywhere,
            List<String> columns,
            Map<String, Integer> decimals,
            Set<String> percent,
            double tolerance,
            String sourceMethod) {
        /** One statement. */
        public Gold(
                String sql,
                boolean ordered,
                boolean anywhere,
                List<String> columns,
                Map<String, Integer> decimals,
                Set<String> percent,
                double tolerance,
                String sourceMethod) {
            this(List.of(sql), ordered, anywhere, columns, decimals, percent, tolerance, sourceMethod);
        }

        /** Takes copies. */
        public Gold {
            statements = List.copyOf(statements);
            columns = List.copyOf(columns);
            decimals = Map.copyOf(decimals);
            percent = Set.copyOf(percent);
        }

        /** The first statement. */
        public String sql() {
            return statements.get(0);
        }
    }

    /** Takes a copy. */
    public QuestionSet {
        cases = List.copyOf(cases);
    }
}
