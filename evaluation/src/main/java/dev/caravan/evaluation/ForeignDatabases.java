package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.derive.DeriveSchema;
import dev.caravan.derive.WorkspaceFolder;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.semantic.Schema;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.workspace.Workspace.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts sets of others to their databases: each is loaded into a database of its own, a workspace is derived from its schema as
 * for any database that nobody has written a model for, the questions are asked there, and all of it is dropped.
 */
public final class ForeignDatabases {
    private static final String PREFIX = "caravan_foreign_";
    // scripts that were written for one day say it in their rows
    private static final Pattern DAY =
            Pattern.compile("(?i)\\b(?:DATE|TIMESTAMP)\\s+'(\\d{4}-\\d\\d-\\d\\d)(?: (\\d\\d:\\d\\d:\\d\\d))?'");

    private final Path home;
    private final EmbeddedPostgres server;
    private final Map<String, String> given;
    private final int repeat;

    /**
     * On a running server.
     *
     * @param home the folder with application.yaml, routes and workspaces
     * @param given settings that come before those of application.yaml, such as another model
     * @param repeat how often each question is asked
     */
    public ForeignDatabases(Path home, EmbeddedPostgres server, Map<String, String> given, int repeat) {
        this.home = home;
        this.server = server;
        this.given = Map.copyOf(given);
        this.repeat = repeat;
    }

    /**
     * Asks the questions of a set whose id or text fits.
     *
     * @throws IOException when a database's script is missing
     */
    public Report run(ForeignSet set, Pattern filter, Progress progress) throws Exception {
        String now = now(set.folder());
        List<CaseResult> cases = new ArrayList<>();
        List<String> databases = set.databases();
        for (int i = 0; i < databases.size(); i++) {
            double from = (double) i / databases.size();
            QuestionSet questions = set.of(databases.get(i), now);
            cases.addAll(ask(
                    questions,
                    set.folder(),
                    databases.get(i),
                    now,
                    filter,
                    progress.part(from, from + 1.0 / databases.size())));
        }
        return report(set.name(), cases, now);
    }

    /**
     * Asks the questions of a set of one's own, which is called like its database.
     *
     * @param folder with the databases as scripts in {@code sql-frozen} or {@code sql}
     * @throws IOException when there is no script of that name
     */
    public Report run(QuestionSet set, Path folder, Pattern filter, Progress progress) throws Exception {
        String now = now(folder);
        return report(set.name(), ask(set, folder, set.name(), now, filter, progress), now);
    }

    private Report report(String name, List<CaseResult> cases, String now) {
        return new Report(
                Clock.systemUTC().instant(),
                now.isEmpty() ? "foreign databases" : "foreign databases as of " + now.substring(0, 10),
                repeat,
                List.of(new SetResult(name, cases)));
    }

    private List<CaseResult> ask(
            QuestionSet questions, Path sets, String database, String now, Pattern filter, Progress progress)
            throws Exception {
        String scratch = PREFIX + database.replaceAll("\\W", "_").toLowerCase(Locale.ROOT);
        Path folder = Files.createTempDirectory("caravan-foreign");
        try {
            load(sets, database, scratch);
            Credentials reader = server.readerCredentials();
            try (Connection readable =
                    DriverManager.getConnection(server.jdbcUrl(scratch), reader.user(), reader.password())) {
                Schema derived = DeriveSchema.of(readable);
                Optional<LocalDate> today =
                        now.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(now.substring(0, 10)));
                Login login = new Login(server.jdbcUrl(scratch), reader.user(), reader.password());
                WorkspaceFolder.write(
                        folder.resolve("workspaces").resolve(database),
                        database.replace('_', ' '),
                        login,
                        new Schema(today, derived.relations()));
                copyShared(folder.resolve("workspaces"));
                Map<String, String> overrides = new TreeMap<>(given);
                overrides.put(
                        "workspaces.directory", folder.resolve("workspaces").toString());
                overrides.put("server.data", folder.resolve("var").toString());
                try (AnalystWorld world = AnalystWorld.onDatabase(Settings.load(home, overrides), database);
                        Connection gold = server.admin(scratch)) {
                    return new Evaluation(world, gold, repeat, Optional.empty())
                            .run(List.of(questions), filter, progress)
                            .sets()
                            .get(0)
                            .cases();
                }
            }
        } finally {
            drop(scratch);
            delete(folder);
        }
    }

    private void load(Path folder, String database, String scratch) throws IOException, SQLException {
        Path script = Stream.of("sql-frozen", "sql")
                .map(name -> folder.resolve(name).resolve(database + ".sql"))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> new IOException("there is no sql-frozen/" + database + ".sql beside the set"));
        drop(scratch);
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
            run(
                    admin,
                    "CREATE DATABASE " + Roles.quoted(scratch) + " TEMPLATE template0",
                    "GRANT CONNECT ON DATABASE " + Roles.quoted(scratch) + " TO " + Roles.READER);
        }
        try (Connection admin = server.admin(scratch)) {
            run(admin, Files.readString(script));
            comment(admin, folder.resolve("metadata").resolve(database + ".json"));
            List<String> schemas = new ArrayList<>();
            try (Statement statement = admin.createStatement();
                    var names = statement.executeQuery(
                            "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'")) {
                while (names.next()) {
                    schemas.add(Roles.quoted(names.getString(1)));
                }
            }
            for (String schema : schemas) {
                run(
                        admin,
                        "GRANT USAGE ON SCHEMA " + schema + " TO " + Roles.READER,
                        "GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + Roles.READER);
            }
        }
    }

    /** The descriptions of the columns become comments of the database, where any database keeps them. */
    static void comment(Connection admin, Path described) throws IOException, SQLException {
        if (!Files.exists(described)) {
            return;
        }
        JsonNode tables =
                JsonMapper.builder().build().readTree(described.toFile()).path("table_metadata");
        for (Map.Entry<String, JsonNode> table : tables.properties()) {
            for (JsonNode column : table.getValue()) {
                String description = column.path("column_description").asText().strip();
                if (!description.isEmpty()) {
                    // the names of the file are written without quotes, as in the scripts
                    String name =
                            table.getKey() + "." + column.path("column_name").asText();
                    run(
                            admin,
                            "COMMENT ON COLUMN " + name.replaceAll("[^\\w.\"]", "") + " IS '"
                                    + description.replace("'", "''") + "'");
                }
            }
        }
    }

    private void drop(String scratch) throws SQLException {
        try (Connection admin = server.admin("postgres")) {
            run(admin, "DROP DATABASE IF EXISTS " + Roles.quoted(scratch) + " WITH (FORCE)");
        }
    }

    private static void run(Connection admin, String... statements) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The moment that the scripts were written for: the date literal that most of their rows are counted from. */
    static String now(Path folder) throws IOException {
        Path scripts = folder.resolve("sql-frozen");
        if (!Files.isDirectory(scripts)) {
            return "";
        }
        Map<String, Integer> days = new LinkedHashMap<>();
        Map<String, String> times = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(scripts)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".sql"))
                    .sorted()
                    .toList()) {
                Matcher said = DAY.matcher(Files.readString(file));
                while (said.find()) {
                    days.merge(said.group(1), 1, Integer::sum);
                    if (said.group(2) != null) {
                        times.putIfAbsent(said.group(1), said.group(2));
                    }
                }
            }
        }
        return days.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .map(day -> day + " " + times.getOrDefault(day, "00:00:00"))
                .orElse("");
    }

    /** The prompts of all workspaces, and the trade model that the routes are read with. */
    private void copyShared(Path workspaces) throws IOException {
        for (String shared : List.of("prompts", "atlas")) {
            Path from = home.resolve("workspaces").resolve(shared);
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Path target = workspaces
                            .resolve(shared)
                            .resolve(from.relativize(file).toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
