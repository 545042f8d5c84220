package dev.caravan.plan;

import dev.caravan.plan.ResolutionContext.Candidate;
import dev.caravan.search.SearchData;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SchemaNames;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how many records there are of what a name may stand for, so that the person sees which of several matters. */
public final class CountRecords {
    private static final Logger LOG = LoggerFactory.getLogger(CountRecords.class);

    private final Function<String, Optional<SearchData>> rows;

    /**
     * Over data.
     *
     * @param rows those of a workspace; empty where only statements of a turn may ask them
     */
    public CountRecords(Function<String, Optional<SearchData>> rows) {
        this.rows = rows;
    }

    /** What refers to a candidate most, such as "214 shipments"; else the rows that bear its name; empty where nobody can count. */
    public String of(String workspace, Schema schema, Candidate candidate) {
        String table = Schema.tableOf(candidate.field());
        Schema.Relation relation = schema.relations().get(table);
        Optional<SearchData> data = rows.apply(workspace);
        if (relation == null || data.isEmpty()) {
            return "";
        }
        String named = SchemaNames.quoted(Schema.columnOf(candidate.field())) + " = '"
                + candidate.value().replace("'", "''") + "'";
        String best = "";
        long most = -1;
        for (Map.Entry<String, String> each :
                counted(schema, table, relation, named).entrySet()) {
            long count = count(data.get(), each.getValue());
            if (count > most) {
                most = count;
                best = count + " " + called(schema, each.getKey(), count);
            }
        }
        return best;
    }

    /** Statements that count, by the relation whose rows they count. */
    private static Map<String, String> counted(Schema schema, String table, Schema.Relation relation, String named) {
        String key = relation.key().size() == 1 ? table + "." + relation.key().get(0) : "";
        Map<String, List<String>> referring = schema.relations().entrySet().stream()
                .flatMap(other -> other.getValue().references().entrySet().stream()
                        .filter(reference -> reference.getValue().equals(key))
                        .map(reference -> Map.entry(other.getKey(), reference.getKey())))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        if (referring.isEmpty()) {
            return Map.of(table, "SELECT count(*) AS n FROM " + SchemaNames.quoted(table) + " WHERE " + named);
        }
        String keys = " IN (SELECT " + SchemaNames.quoted(relation.key().get(0)) + " FROM " + SchemaNames.quoted(table)
                + " WHERE " + named + ")";
        return referring.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        each -> "SELECT count(*) AS n FROM " + SchemaNames.quoted(each.getKey()) + " WHERE "
                                + each.getValue().stream()
                                        .map(column -> SchemaNames.quoted(column) + keys)
                                        .collect(Collectors.joining(" OR "))));
    }

    private static long count(SearchData data, String sql) {
        try {
            return data.read(sql, 1).stream()
                    .flatMap(row -> Stream.ofNullable(row.get("n")))
                    .filter(Number.class::isInstance)
                    .mapToLong(n -> ((Number) n).longValue())
                    .findFirst()
                    .orElse(-1);
        } catch (SQLException e) {
            LOG.warn("records of a name cannot be counted: {}", e.getMessage());
            return -1;
        }
    }

    private static String called(Schema schema, String table, long count) {
        List<String> names = schema.relations().get(table).names();
        String one = names.isEmpty() ? "row" : names.get(0);
        return count == 1 ? one : one.replaceFirst("(?<=[^aeiou])y$", "ie") + "s";
    }
}
