package dev.caravan.plan;

import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Function;
import dev.caravan.turn.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * All rows of an earlier query, with every value that its analysis groups them by or takes the mean of: its figures are then of the same
 * rows, and the query runs once.
 *
 * @param values what the cells are, in the order of the table's columns
 * @param table the rows; empty where they were not all read
 * @param age how long ago they were read
 * @param kept whether an earlier analysis read them
 */
record AnalyzedRows(List<Value> values, Optional<Table> table, Duration age, boolean kept) {
    /** What groups the rows, and what is taken of each group. */
    private static final Comparator<List<Object>> BY_GROUP = Comparator.comparing(
            row -> row.get(0),
            Comparator.nullsLast((one, other) -> one instanceof Number a && other instanceof Number b
                    ? Double.compare(a.doubleValue(), b.doubleValue())
                    : String.valueOf(one).compareTo(String.valueOf(other))));

    AnalyzedRows {
        values = List.copyOf(values);
    }

    /** Rows that have yet to be read. */
    static AnalyzedRows wanted(List<Value> values) {
        return new AnalyzedRows(values, Optional.empty(), Duration.ZERO, false);
    }

    /**
     * What the rows have to hold for these questions.
     *
     * @param earlier the query that is analyzed
     * @param graph of its workspace; what a row has several of would make it count several times
     * @return empty where the rows of the earlier query do not give the figures: it lists none, or not all, or a question has a
     *     condition of its own
     */
    static Optional<List<Value>> needed(LogicalQuery earlier, List<LogicalQuery> questions, SchemaGraph graph) {
        boolean lists = earlier.subject().isPresent()
                && earlier.measures().isEmpty()
                && earlier.having().isEmpty()
                && earlier.limit().isEmpty()
                && !earlier.distinct();
        if (!lists || !questions.stream().allMatch(question -> isOf(earlier, question, graph))) {
            return Optional.empty();
        }
        Set<Value> values = new LinkedHashSet<>();
        for (LogicalQuery question : questions) {
            values.add(question.columns().get(0).value());
            aggregates(question).forEach(figure -> figure.of().ifPresent(values::add));
        }
        return Optional.of(List.copyOf(values));
    }

    /** Whether a question is for one figure or several of each group of the very rows that the query lists. */
    private static boolean isOf(LogicalQuery earlier, LogicalQuery question, SchemaGraph graph) {
        List<Condition> where = earlier.where();
        return question.columns().size() == 1
                && isSingle(question.columns().get(0).value(), earlier.subject().orElseThrow(), graph)
                && !question.measures().isEmpty()
                && question.where().equals(where)
                && question.having().isEmpty()
                && question.limit().isEmpty()
                && question.measures().stream()
                        .allMatch(shown -> shown.value() instanceof Aggregate figure
                                && figure.relation().equals(earlier.subject().orElseThrow())
                                && figure.where().isEmpty()
                                && (figure.function() == Function.COUNT
                                        ? figure.of().isEmpty()
                                        : figure.function() == Function.AVERAGE
                                                && figure.of()
                                                        .filter(of -> of instanceof Value.Field field
                                                                && field.relation()
                                                                        .equals(figure.relation()))
                                                        .isPresent()));
    }

    /** Whether each row has one of it: a field, or the time that one is cut to. */
    private static boolean isSingle(Value value, String subject, SchemaGraph graph) {
        Value of = value instanceof Value.Bucket bucket ? bucket.of() : value;
        return of instanceof Value.Field field
                && (field.relation().equals(subject) || graph.toOne(subject, field.relation(), field.via()));
    }

    private static List<Aggregate> aggregates(LogicalQuery question) {
        return question.measures().stream()
                .map(shown -> (Aggregate) shown.value())
                .toList();
    }

    /** The query with the values that are needed in place of what it shows. */
    static LogicalQuery query(LogicalQuery earlier, List<Value> values) {
        List<Shown> columns = IntStream.range(0, values.size())
                .mapToObj(i -> new Shown(values.get(i), "value_" + (i + 1)))
                .toList();
        return new LogicalQuery(
                earlier.subject(),
                columns,
                List.of(),
                earlier.where(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                false,
                false);
    }

    boolean holds(List<Value> needed) {
        return values.containsAll(needed);
    }

    /** The groups of a question, see {@link #needed}, as the database would give them. */
    Table groups(LogicalQuery question) {
        Map<Object, List<List<Object>>> groups = new LinkedHashMap<>();
        int by = values.indexOf(question.columns().get(0).value());
        List<List<Object>> missing = new ArrayList<>();
        for (List<Object> row : table.orElse(Table.EMPTY).rows()) {
            Object group = row.get(by);
            (group == null ? missing : groups.computeIfAbsent(group, any -> new ArrayList<>())).add(row);
        }
        List<List<Object>> rows = new ArrayList<>();
        groups.forEach((group, members) -> rows.add(row(group, members, question)));
        if (!missing.isEmpty()) {
            rows.add(row(null, missing, question));
        }
        rows.sort(BY_GROUP);
        List<Table.Column> columns = new ArrayList<>();
        question.columns().forEach(shown -> columns.add(new Table.Column(shown.label(), "")));
        question.measures().forEach(shown -> columns.add(new Table.Column(shown.label(), "")));
        return new Table(columns, rows, rows.size());
    }

    private List<Object> row(Object group, List<List<Object>> members, LogicalQuery question) {
        List<Object> row = new ArrayList<>();
        row.add(group);
        for (Aggregate figure : aggregates(question)) {
            row.add(
                    figure.of().isPresent()
                            ? (Object) mean(figure.of().get(), members)
                            : (Object) (long) members.size());
        }
        return row;
    }

    /** The mean of what is there; of nothing there is none, and the cell is null. */
    private Double mean(Value of, List<List<Object>> members) {
        int place = values.indexOf(of);
        var mean = members.stream()
                .map(row -> row.get(place))
                .filter(Objects::nonNull)
                .mapToDouble(cell -> ((Number) cell).doubleValue())
                .average();
        return mean.isPresent() ? mean.getAsDouble() : null;
    }
}
