package dev.caravan.duck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the data file of a workspace by its scripts: {@code schema.sql}, then {@code demo.sql} or {@code load.sql}. A file
 * comes to its place whole or not at all.
 */
public final class BuildDatabase {
    /** The script that makes demo data. */
    public static final String DEMO = "demo.sql";

    static final String SCHEMA = "schema.sql";
    private static final String LOAD = "load.sql";
    private static final Pattern OPTIONAL = Pattern.compile("^-- optional: (.*)$", Pattern.MULTILINE);

    private final Path workspace;

    /**
     * What a build did.
     *
     * @param tables with their numbers of rows
     * @param missing optional parts whose files are not there
     */
    public record Report(List<TableRows> tables, List<String> missing) {
        /** Takes copies. */
        public Report {
            tables = List.copyOf(tables);
            missing = List.copyOf(missing);
        }
    }

    /** A table with its number of rows. */
    public record TableRows(String table, long rows) {}

    /** By the scripts of a workspace's folder. */
    public BuildDatabase(Path workspace) {
        this.workspace = workspace;
    }

    /** Makes demo data, which need no files. */
    public Report demo(Path target) throws IOException, SQLException {
        return build(target, DEMO, "");
    }

    /**
     * Makes data from a folder of files.
     *
     * @throws SQLException naming the file that is missing or cannot be read
     */
    public Report load(Path target, Path files) throws IOException, SQLException {
        if (!Files.exists(workspace.resolve(LOAD))) {
            throw new IOException("the workspace " + workspace.getFileName() + " has no " + LOAD);
        }
        return build(target, LOAD, files.toAbsolutePath().normalize().toString());
    }

    private Report build(Path target, String script, String files) throws IOException, SQLException {
        Files.createDirectories(target.toAbsolutePath().getParent());
        Path part = target.resolveSibling(target.getFileName() + ".part");
        Files.deleteIfExists(part);
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        List<String> missing = new ArrayList<>();
        List<TableRows> tables;
        try {
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + part, properties)) {
                execute(connection, "SET VARIABLE dir = '" + files.replace("'", "''") + "'");
                for (String name : List.of(SCHEMA, script)) {
                    run(connection, Files.readString(workspace.resolve(name)), missing);
                }
                tables = tables(connection);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
            Files.deleteIfExists(part.resolveSibling(part.getFileName() + ".wal"));
        }
        return new Report(tables, missing);
    }

    private static void run(Connection connection, String script, List<String> missing) throws SQLException {
        for (String statement : script.split(";[ \t]*(\r?\n|$)")) {
            if (statement.replaceAll("(?m)^--.*$", "").isBlank()) {
                continue;
            }
            Matcher optional = OPTIONAL.matcher(statement);
            try {
                execute(connection, statement);
            } catch (SQLException e) {
                if (!optional.find() || !String.valueOf(e.getMessage()).contains("No files found")) {
                    throw e;
                }
                missing.add(optional.group(1));
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<TableRows> tables(Connection connection) throws SQLException {
        List<TableRows> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                var names = statement.executeQuery(
                        "SELECT schema_name || '.' || table_name FROM duckdb_tables() WHERE NOT temporary ORDER BY 1")) {
            while (names.next()) {
                tables.add(new TableRows(names.getString(1), 0));
            }
        }
        List<TableRows> counted = new ArrayList<>();
        for (TableRows table : tables) {
            try (Statement statement = connection.createStatement();
                    var count = statement.executeQuery("SELECT count(*) FROM " + table.table())) {
                count.next();
                counted.add(new TableRows(table.table(), count.getLong(1)));
            }
        }
        return counted;
    }
}
