package dev.caravan.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.caravan.turn.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an evaluation measured.
 *
 * @param measuredAt when it ended
 * @param data where the rows came from
 * @param repeat how often each case was run
 * @param sets by set
 */
public record Report(Instant measuredAt, String data, int repeat, List<SetResult> sets) {

    /**
     * The results of one set.
     *
     * @param name of the set
     * @param cases in order
     */
    public record SetResult(String name, List<CaseResult> cases) {
        /** Takes a copy. */
        public SetResult {
            cases = List.copyOf(cases);
        }

        /** The figures of each part, where the ids of all cases say theirs before a slash: the databases of a foreign set. */
        @JsonProperty
        public Map<String, Figures> parts() {
            return cases.stream().allMatch(result -> result.id().contains("/"))
                    ? new TreeMap<>(cases.stream()
                            .collect(Collectors.groupingBy(
                                    result ->
                                            result.id().substring(0, result.id().indexOf('/')),
                                    Collectors.collectingAndThen(Collectors.toList(), Figures::of))))
                    : Map.of();
        }

        /** Ids of the cases that were right in every repeat. */
        @JsonProperty
        public List<String> passed() {
            return ids(CaseResult::passed);
        }

        /** Ids of the others. */
        @JsonProperty
        public List<String> failed() {
            return ids(result -> !result.passed());
        }

        private List<String> ids(Predicate<CaseResult> test) {
            return cases.stream().filter(test).map(CaseResult::id).toList();
        }

        /** The figures of the whole set. */
        @JsonProperty
        public Figures figures() {
            return Figures.of(cases);
        }

        /** How often each thing that was looked at was right. */
        @JsonProperty
        public Map<String, Rate> aspects() {
            Map<String, Rate> rates = new TreeMap<>();
            turns().flatMap(turn -> turn.aspects().stream())
                    .forEach(aspect -> rates.merge(aspect.name(), Rate.of(aspect.right()), Rate::plus));
            return rates;
        }

        /** How often each kind of failure came up. */
        @JsonProperty
        public Map<String, Long> failures() {
            return turns().flatMap(turn -> turn.aspects().stream())
                    .filter(aspect -> !aspect.right())
                    .collect(Collectors.groupingBy(
                            aspect -> aspect.category().code(), TreeMap::new, Collectors.counting()));
        }

        /** How often each query type was taken for which, where sets ask for query types. */
        @JsonProperty
        public Confusion confusion() {
            return Confusion.of(turns().flatMap(turn -> turn.aspects(StageScoring.QUERY_TYPE))
                    .toList());
        }

        /** The mean of what a model thought of the answers; empty where none was asked. */
        OptionalDouble judged() {
            return turns().flatMap(turn -> turn.judgement().entrySet().stream())
                    .filter(entry -> entry.getKey().equals("total"))
                    .mapToDouble(Map.Entry::getValue)
                    .average();
        }

        private Stream<TurnResult> turns() {
            return cases.stream().flatMap(result -> result.turns().stream());
        }

        /** The figures of each kind of case. */
        @JsonProperty
        public Map<String, Figures> kinds() {
            return new TreeMap<>(cases.stream()
                    .collect(Collectors.groupingBy(
                            CaseResult::kind, Collectors.collectingAndThen(Collectors.toList(), Figures::of))));
        }
    }

    /**
     * The result of one case.
     *
     * @param id of the case
     * @param kind of question
     * @param rightRuns in how many of the repeats every turn was right
     * @param runs how many repeats there were
     * @param turns of the first run that was not right, or of the first run
     * @param usages what every turn of every run cost
     */
    public record CaseResult(
            String id, String kind, int rightRuns, int runs, List<TurnResult> turns, List<Usage> usages) {
        /** Takes copies. */
        public CaseResult {
            turns = List.copyOf(turns);
            usages = List.copyOf(usages);
        }

        /** Whether every run was right. */
        @JsonProperty
        public boolean passed() {
            return rightRuns == runs;
        }
    }

    /**
     * What one question cost.
     *
     * @param millis time
     * @param modelCalls how often a model was asked
     * @param inputTokens tokens sent, as far as the model counts them; the built-in one does not
     * @param outputTokens tokens received
     */
    public record Usage(long millis, int modelCalls, long inputTokens, long outputTokens) {}

    /**
     * The result of one question.
     *
     * @param question as asked
     * @param outcome how the turn ended
     * @param aspects what was looked at
     * @param unsupported numbers of the answer that no result supports
     * @param answer the text
     * @param sql the statements that ran, or the queries of the API
     * @param tools the tools that were called, in order
     * @param gold the right results
     * @param tables the results of the answer
     * @param judgement what a model thought of the answer, 0 to 1 by dimension; empty where none was asked
     */
    public record TurnResult(
            String question,
            String outcome,
            List<Aspect> aspects,
            List<String> unsupported,
            String answer,
            List<String> sql,
            List<String> tools,
            List<Excerpt> gold,
            List<Excerpt> tables,
            Map<String, Double> judgement) {
        /** Takes copies. */
        public TurnResult {
            aspects = List.copyOf(aspects);
            unsupported = List.copyOf(unsupported);
            sql = List.copyOf(sql);
            tools = List.copyOf(tools);
            gold = List.copyOf(gold);
            tables = List.copyOf(tables);
            judgement = Map.copyOf(judgement);
        }

        TurnResult judged(Map<String, Double> scores) {
            return new TurnResult(question, outcome, aspects, unsupported, answer, sql, tools, gold, tables, scores);
        }

        /** Whether nothing is wrong with it. */
        @JsonProperty
        public boolean right() {
            return aspects.stream().allMatch(Aspect::right);
        }

        /** What is wrong with it, in words. */
        @JsonProperty
        public List<String> problems() {
            return aspects.stream()
                    .filter(aspect -> !aspect.right())
                    .map(Aspect::problem)
                    .toList();
        }

        /** What was looked at under a name. */
        Stream<Aspect> aspects(String name) {
            return aspects.stream().filter(aspect -> aspect.name().equals(name));
        }
    }

    /**
     * The first rows of a result, as text.
     *
     * @param columns their names
     * @param rows the first ones
     * @param total how many there are in all
     */
    public record Excerpt(List<String> columns, List<List<String>> rows, long total) {
        private static final int ROWS = 6;

        /** The beginning of a table. */
        static Excerpt of(Table table) {
            return new Excerpt(
                    table.columns().stream().map(Table.Column::name).toList(),
                    table.rows().stream()
                            .limit(ROWS)
                            .map(row -> row.stream().map(String::valueOf).toList())
                            .toList(),
                    table.totalRows());
        }
    }

    /** Takes a copy. */
    public Report {
        sets = List.copyOf(sets);
    }

    /** Every case of every set. */
    Stream<CaseResult> cases() {
        return sets.stream().flatMap(set -> set.cases().stream());
    }
}
