package dev.caravan.derive;

import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.BadRequest;
import dev.caravan.upload.Upload;
import dev.caravan.workspace.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes a workspace of files that somebody brings along: each becomes a table in the workspace's data file, and the semantic model
 * is derived from the tables. Nothing of a file that cannot be read stays; a further file of a known name takes the table's place.
 */
public final class TakeTables {
    /** The endings of the files that are read. */
    public static final List<String> KINDS = List.of("csv", "tsv", "txt", "xlsx", "parquet");

    private static final String DATA = "loaded.duckdb";
    private static final String NAME = "[a-z0-9][a-z0-9_-]{0,39}";
    private static final int LONGEST_FAULT = 400;

    private final Path workspaces;
    private final Function<String, Path> data;
    private final Upload upload;

    /**
     * Takes files.
     *
     * @param workspaces the folder of the workspaces
     * @param data where the data file of a workspace is kept
     * @param upload of one file
     */
    public TakeTables(Path workspaces, Function<String, Path> data, Upload upload) {
        this.workspaces = workspaces;
        this.data = data;
        this.upload = upload;
    }

    /**
     * A file that is brought.
     *
     * @param workspace a new one, or one that was made so
     * @param title of a new workspace; empty for its name
     * @param file its name; the ending says of what kind it is
     * @param content read once
     */
    public record Brought(String workspace, String title, String file, InputStream content) {}

    /**
     * Takes a file in.
     *
     * @return workspace, the tables that came with rows and columns, what was guessed, and questions that work
     */
    public synchronized Map<String, Object> take(Brought brought) {
        String kind = kind(brought);
        Path folder = folder(brought);
        Path target = data.apply(brought.workspace()).resolve(DATA);
        Path work = null;
        try {
            Files.createDirectories(target.toAbsolutePath().getParent());
            work = Files.createTempDirectory(target.toAbsolutePath().getParent(), "taken");
            Path file = work.resolve("file." + kind);
            upload.receive(brought.file(), brought.content(), file);
            Path part = work.resolve(DATA);
            if (Files.exists(target)) {
                Files.copy(target, part);
            }
            Map<String, Object> told = new LinkedHashMap<>();
            try (Connection connection = open(part, work)) {
                List<Map<String, Object>> tables = new ArrayList<>();
                for (Map.Entry<String, Path> rows :
                        rows(brought, kind, file, work).entrySet()) {
                    tables.add(create(connection, brought.file(), rows.getKey(), rows.getValue()));
                }
                DerivedSchema found = DeriveSchema.withGuesses(connection);
                List<String> questions = FirstQuestions.of(found.schema(), connection, Dialect.DUCKDB.code());
                write(folder, brought, found.schema(), questions);
                told.put("workspace", brought.workspace());
                told.put("tables", tables);
                told.put(
                        "guesses",
                        found.guesses().stream().map(DerivedSchema.Guess::told).toList());
                told.put("questions", questions);
            }
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return told;
        } catch (SQLException e) {
            throw new BadRequest(422, "body", brought.file() + " cannot be read as a table: " + said(e, work));
        } catch (IOException e) {
            throw new UncheckedIOException("the file cannot be kept", e);
        } finally {
            clear(work);
        }
    }

    private static String kind(Brought brought) {
        String name = brought.file().toLowerCase(Locale.ROOT);
        return KINDS.stream()
                .filter(kind -> name.endsWith("." + kind))
                .findFirst()
                .orElseThrow(() -> new BadRequest(
                        415,
                        "file",
                        (name.isEmpty()
                                        ? "name the file, as in ?file=orders.csv; "
                                        : brought.file() + " is of a kind that is not read; ")
                                + String.join(", ", KINDS) + " are."));
    }

    /** Where the workspace is, or will be; only one that was made of files can be added to. */
    private Path folder(Brought brought) {
        if (!brought.workspace().matches(NAME)) {
            throw new BadRequest(
                    "workspace",
                    "name the workspace by small letters, digits, - and _, 40 at most, as in ?workspace=orders");
        }
        Path folder = workspaces.resolve(brought.workspace());
        boolean other = Files.exists(folder)
                        && !Files.exists(data.apply(brought.workspace()).resolve(DATA))
                || Files.exists(folder.resolve("schema.sql"));
        if (other) {
            throw new BadRequest(
                    409,
                    "workspace",
                    "there is a workspace '" + brought.workspace()
                            + "' that is not made of files. Choose another name.");
        }
        return folder;
    }

    private static Connection open(Path file, Path work) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("allow_community_extensions", "false");
        properties.setProperty("memory_limit", "512MB");
        properties.setProperty("temp_directory", work.resolve("spilled").toString());
        return DriverManager.getConnection("jdbc:duckdb:" + file, properties);
    }

    /** Files of one table each, by its name; a workbook has one for each of its sheets. */
    private static Map<String, Path> rows(Brought brought, String kind, Path file, Path work) throws IOException {
        String name = table(brought.file().replaceFirst("\\.[^.]*$", ""));
        return kind.equals("xlsx") ? Workbook.sheets(brought.file(), name, file, work) : Map.of(name, file);
    }

    /** A name of a table that needs no quotes. */
    static String table(String name) {
        String plain = java.text.Normalizer.normalize(name, java.text.Normalizer.Form.NFKD)
                .replaceAll("\\p{M}", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "_")
                .replaceAll("^_+|_+$", "");
        return plain.isEmpty() || Character.isDigit(plain.charAt(0)) ? "t_" + plain : plain;
    }

    private static Map<String, Object> create(Connection connection, String file, String table, Path rows)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE OR REPLACE TABLE " + quoted(table) + " AS SELECT * FROM " + source(connection, rows));
            Map<String, String> columns = new LinkedHashMap<>();
            try (ResultSet found = statement.executeQuery("DESCRIBE " + quoted(table))) {
                while (found.next()) {
                    columns.put(found.getString(1), found.getString(2).toLowerCase(Locale.ROOT));
                }
            }
            try (ResultSet count = statement.executeQuery("SELECT count(*) FROM " + quoted(table))) {
                count.next();
                if (count.getLong(1) == 0) {
                    throw new BadRequest(422, "body", file + " has no rows below its headings.");
                }
                return Map.of(
                        "name",
                        table,
                        "rows",
                        count.getLong(1),
                        "columns",
                        columns.entrySet().stream()
                                .map(column -> Map.of("name", column.getKey(), "type", column.getValue()))
                                .toList());
            }
        }
    }

    /** As DuckDB reads the file: with a decimal comma, or in the older encoding, where that fits it better. */
    private static String source(Connection connection, Path rows) throws SQLException {
        String path = "'" + rows.toString().replace("'", "''") + "'";
        if (rows.toString().endsWith(".parquet")) {
            return "read_parquet(" + path + ")";
        }
        String best = "";
        long texts = Long.MAX_VALUE;
        SQLException fault = null;
        for (String encoding : List.of("utf-8", "latin-1")) {
            for (String comma : List.of(".", ",")) {
                String source = "read_csv(" + path + ", normalize_names = true, sample_size = -1, encoding = '"
                        + encoding + "', decimal_separator = '" + comma + "')";
                try {
                    long found = texts(connection, source);
                    if (found < texts) {
                        texts = found;
                        best = source;
                    }
                } catch (SQLException e) {
                    fault = fault == null ? e : fault;
                }
            }
            if (!best.isEmpty()) {
                return best;
            }
        }
        throw fault;
    }

    /** How many columns are read as text. */
    private static long texts(Connection connection, String source) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet columns = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
            long texts = 0;
            while (columns.next()) {
                texts += columns.getString(2).equals("VARCHAR") ? 1 : 0;
            }
            return texts;
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static void write(Path folder, Brought brought, Schema schema, List<String> questions) throws IOException {
        if (Files.exists(folder.resolve(Workspace.FILE))) {
            Optional<Schema> kept =
                    SemanticModel.read(folder.resolve("semantic-model.yaml")).schema();
            WorkspaceFolder.update(
                    folder,
                    kept.map(known -> MergedSchema.of(known, schema, true).schema())
                            .orElse(schema));
        } else {
            String title = brought.title().isBlank()
                    ? brought.workspace()
                    : brought.title().strip();
            WorkspaceFolder.write(folder, title, Optional.empty(), schema, questions);
        }
    }

    /** What DuckDB says of a file, without paths and its advice on options. */
    private static String said(SQLException e, Path work) {
        String whole = String.valueOf(e.getMessage());
        String told = whole.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .takeWhile(line -> !line.startsWith("Possible")
                        && !line.startsWith("LINE ")
                        && !line.startsWith("The search space")
                        && !line.startsWith("file ="))
                .collect(Collectors.joining(" "))
                .replace(work + "/", "")
                .replaceFirst("^(Invalid Input|Conversion|IO|Binder|Parser) Error: ", "");
        return told.length() > LONGEST_FAULT ? told.substring(0, LONGEST_FAULT) + " …" : told;
    }

    private static void clear(Path work) {
        if (work == null) {
            return;
        }
        try (Stream<Path> files = Files.walk(work)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(work + " cannot be removed", e);
        }
    }
}
