package dev.caravan.evidence;

import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A query against a database.
 *
 * @param question the question the tool was given
 * @param sql the statement that ran, or the last one tried
 * @param table its result
 * @param notes assumptions: defaulted years, resolved names, classification, dropped products
 * @param source where the rows come from and how old they are, e.g. "synthetic demo data"
 * @param millis time in the database
 */
public record SqlEvidence(String question, String sql, Table table, List<String> notes, String source, long millis)
        implements Evidence {
    /** The name of the kind. */
    public static final String KIND = "sql";

    private static final TableText TEXT = new TableText(15);

    /** Takes a copy of the notes. */
    public SqlEvidence {
        notes = List.copyOf(notes);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Optional<Table> rows() {
        return Optional.of(table);
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", question);
        members.put("sql", SqlLayout.of(sql));
        TableMembers.put(table, members);
        members.put("notes", notes);
        members.put("source", source);
        members.put("millis", millis);
        return members;
    }

    @Override
    public String text() {
        return TEXT.of(table, notes);
    }
}
