package dev.caravan.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * The database of conversations as one file: a ZIP of {@code manifest.json} (version of the schema, when it was made, rows of each table)
 * and of each table as PostgreSQL's COPY writes it. All tables are of one moment, and a server may go on meanwhile. Sessions stay
 * behind (who is restored logs in again), and so do the places of work that is under way.
 */
public final class StateArchive {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MANIFEST = "manifest.json";
    private static final Set<String> LEFT_OUT = Set.of(
            "sessions",
            "login_failures",
            "research_places",
            "research_waiting",
            "budget_places",
            "running_turns",
            "turn_events");

    private StateArchive() {}

    /** An archive cannot be restored; the message says why and what to do. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    /**
     * Writes all tables; the stream is not closed.
     *
     * @return the rows of each table
     */
    public static Map<String, Long> write(Connection connection, OutputStream out) throws SQLException, IOException {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        Map<String, Long> rows = new LinkedHashMap<>();
        ZipOutputStream zip = new ZipOutputStream(out);
        ObjectNode manifest = JSON.createObjectNode();
        manifest.put("version", version(connection));
        manifest.put("made_at", Instant.now().toString());
        ObjectNode counts = manifest.putObject("rows");
        for (Map.Entry<String, List<String>> table : tables(connection).entrySet()) {
            zip.putNextEntry(new ZipEntry(table.getKey() + ".copy"));
            long count = copy.copyOut("COPY " + columns(table) + " TO STDOUT", new FilterOutputStream(zip) {
                @Override
                public void write(byte[] bytes, int from, int length) throws IOException {
                    zip.write(bytes, from, length);
                }
            });
            zip.closeEntry();
            counts.put(table.getKey(), count);
            rows.put(table.getKey(), count);
        }
        zip.putNextEntry(new ZipEntry(MANIFEST));
        zip.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(manifest));
        zip.closeEntry();
        zip.finish();
        connection.commit();
        return rows;
    }

    /**
     * Puts an archive in place of all that a database holds, wholly or not at all; the schema is there already.
     *
     * @param replace whether conversations that the database holds may be lost
     * @return the rows of each table
     * @throws Refused where it is no whole archive, of another version, or would replace conversations
     */
    public static Map<String, Long> read(Connection connection, InputStream in, boolean replace)
            throws SQLException, Refused {
        connection.setAutoCommit(false);
        try {
            Map<String, Long> rows = restored(connection, in, replace);
            connection.commit();
            return rows;
        } catch (IOException e) {
            connection.rollback();
            throw new Refused("This is no whole archive of conversations: " + e.getMessage() + ".");
        } catch (SQLException | Refused | RuntimeException e) {
            connection.rollback();
            throw e;
        }
    }

    private static Map<String, Long> restored(Connection connection, InputStream in, boolean replace)
            throws SQLException, IOException, Refused {
        Map<String, List<String>> tables = tables(connection);
        if (!replace && count(connection, "threads") > 0) {
            throw new Refused(
                    "The database holds conversations already: they would be lost. Restore into an empty one, or"
                            + " say --replace.");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE "
                    + String.join(
                            ", ",
                            tables.keySet().stream().map(StateArchive::named).toList()) + " CASCADE");
        }
        CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
        Map<String, Long> rows = new TreeMap<>();
        JsonNode manifest = null;
        ZipInputStream zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            String table = entry.getName().replaceFirst("\\.copy$", "");
            if (entry.getName().equals(MANIFEST)) {
                manifest = JSON.readTree(zip.readAllBytes());
            } else if (tables.containsKey(table)) {
                rows.put(
                        table,
                        copy.copyIn("COPY " + columns(Map.entry(table, tables.get(table))) + " FROM STDIN", zip));
            } else {
                throw new Refused("This archive holds " + entry.getName() + ", which this program does not know.");
            }
        }
        check(connection, manifest, rows);
        setSequences(connection, tables);
        return rows;
    }

    private static void check(Connection connection, JsonNode manifest, Map<String, Long> rows)
            throws SQLException, Refused {
        if (manifest == null) {
            throw new Refused("This is no whole archive of conversations: it has no " + MANIFEST + ".");
        }
        String own = version(connection);
        String its = manifest.path("version").asText();
        if (!own.equals(its)) {
            throw new Refused("The archive is of version " + its + " of the schema, this program has version " + own
                    + ". Restore it with the program that made it, then start the newer one on that database.");
        }
        Map<String, Long> promised = new TreeMap<>();
        manifest.path("rows")
                .properties()
                .forEach(each -> promised.put(each.getKey(), each.getValue().asLong()));
        if (!promised.equals(rows)) {
            throw new Refused(
                    "The archive is not whole: it should hold " + promised + " rows, and holds " + rows + ".");
        }
    }

    private static String version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT version FROM caravan.flyway_schema_history"
                        + " WHERE success AND version IS NOT NULL ORDER BY installed_rank DESC LIMIT 1")) {
            found.next();
            return found.getString(1);
        }
    }

    private static long count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT count(*) FROM " + named(table))) {
            found.next();
            return found.getLong(1);
        }
    }

    /** The tables with the columns that are stored, those that others refer to first. */
    private static Map<String, List<String>> tables(Connection connection) throws SQLException {
        Map<String, List<String>> columns = new TreeMap<>();
        String sql =
                "SELECT c.table_name, c.column_name FROM information_schema.columns c JOIN information_schema.tables t"
                        + " USING (table_schema, table_name) WHERE c.table_schema = 'caravan' AND t.table_type = 'BASE TABLE'"
                        + " AND c.is_generated = 'NEVER' AND c.table_name <> 'flyway_schema_history' ORDER BY 1, c.ordinal_position";
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                columns.computeIfAbsent(found.getString(1), table -> new ArrayList<>())
                        .add(found.getString(2));
            }
        }
        columns.keySet().removeAll(LEFT_OUT);
        Map<String, Set<String>> needs = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint"
                                + " WHERE contype = 'f' AND connamespace = 'caravan'::regnamespace")) {
            while (found.next()) {
                String from = bare(found.getString(1));
                String to = bare(found.getString(2));
                if (!from.equals(to)) {
                    needs.computeIfAbsent(from, table -> new TreeSet<>()).add(to);
                }
            }
        }
        Map<String, List<String>> ordered = new LinkedHashMap<>();
        columns.keySet().forEach(table -> place(table, needs, columns, ordered, new LinkedHashSet<>()));
        return ordered;
    }

    private static void place(
            String table,
            Map<String, Set<String>> needs,
            Map<String, List<String>> columns,
            Map<String, List<String>> ordered,
            Set<String> under) {
        if (ordered.containsKey(table) || !columns.containsKey(table) || !under.add(table)) {
            return;
        }
        needs.getOrDefault(table, Set.of()).forEach(other -> place(other, needs, columns, ordered, under));
        ordered.put(table, columns.get(table));
    }

    /** Numbers that the database gives go on behind the highest. */
    private static void setSequences(Connection connection, Map<String, List<String>> tables) throws SQLException {
        List<String> changes = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found =
                        statement.executeQuery("SELECT table_name, column_name FROM information_schema.columns"
                                + " WHERE table_schema = 'caravan' AND is_identity = 'YES'")) {
            while (found.next()) {
                String table = named(found.getString(1));
                if (tables.containsKey(found.getString(1))) {
                    changes.add("SELECT setval(pg_get_serial_sequence('" + table + "', '" + found.getString(2)
                            + "'), (SELECT greatest(max(" + quoted(found.getString(2)) + "), 1) FROM " + table + "))");
                }
            }
        }
        try (Statement statement = connection.createStatement()) {
            for (String change : changes) {
                statement.execute(change);
            }
        }
    }

    private static String columns(Map.Entry<String, List<String>> table) {
        return named(table.getKey()) + " ("
                + String.join(
                        ", ",
                        table.getValue().stream().map(StateArchive::quoted).toList())
                + ")";
    }

    private static String named(String table) {
        return "caravan." + quoted(table);
    }

    private static String bare(String table) {
        return table.substring(table.lastIndexOf('.') + 1).replace("\"", "");
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
