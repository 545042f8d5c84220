package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.derive.ConnectDatabase;
import dev.caravan.derive.DeriveSchema;
import dev.caravan.derive.DerivedSchema;
import dev.caravan.derive.DerivedSchema.Guess;
import dev.caravan.derive.MergedSchema;
import dev.caravan.derive.WorkspaceFolder;
import dev.caravan.jdbc.JdbcUrl;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspace.Login;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a database of one's own askable, or brings its workspace up to what the database has now. */
@Command(
        name = "connect",
        description =
                "Read the tables, comments and keys of a database, have what was guessed confirmed, and write a workspace for it; for one that is there, bring it up to date and keep what people edited.",
        mixinStandardHelpOptions = true)
final class ConnectCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "JDBC_URL",
            description =
                    "The database, as jdbc:postgresql://host:port/name, jdbc:mysql://host:port/name, or jdbc:sqlite:/path/of/file.")
    private String url = "";

    @Option(names = "--name", description = "Of the folder below workspaces/; the database's name if not given.")
    private Optional<String> name = Optional.empty();

    @Option(
            names = "--user",
            description = "A login that may read these tables and nothing else; a file of SQLite needs none.")
    private String user = "";

    @Option(
            names = "--password-variable",
            paramLabel = "VARIABLE",
            description =
                    "The environment variable that holds the password, now and later; ${DEFAULT-VALUE} if not given.",
            defaultValue = "WORKSPACE_PASSWORD")
    private String variable = "";

    @Option(names = "--title", description = "As shown to people; the name if not given.")
    private Optional<String> title = Optional.empty();

    @Option(
            names = "--today",
            paramLabel = "DATE",
            description = "What \"today\" means, for data that end on a day, as 2025-01-15.")
    private Optional<LocalDate> today = Optional.empty();

    @Option(names = "--yes", description = "Take everything that was guessed without asking.")
    private boolean yes;

    @Option(
            names = "--add",
            description =
                    "With a workspace that is there: take in tables and columns that its model does not have. They may be new, or have been taken out so that nobody asks for them.")
    private boolean add;

    private final PrintStream out = System.out;

    @Override
    public Integer call() throws IOException {
        JdbcUrl address = new JdbcUrl(absolute(url));
        Dialect engine = address.engine()
                .orElseThrow(() -> new StartFailure(
                        "A workspace can be made of a database of PostgreSQL, MySQL or SQLite: jdbc:postgresql://host:port/name, jdbc:mysql://host:port/name or jdbc:sqlite:/path/of/file, not "
                                + url + "."));
        if (engine != Dialect.SQLITE && user.isEmpty()) {
            throw new StartFailure("Say --user NAME: a login that may read these tables and nothing else.");
        }
        url = address.text();
        String called = name.orElseGet(() -> url.replaceAll("[?].*", "")
                .replaceAll(".*[/:]", "")
                .replaceFirst("\\.(sqlite3?|db3?)$", "")
                .toLowerCase(Locale.ROOT));
        if (!called.matches("[a-z0-9][a-z0-9_-]*")) {
            throw new StartFailure(
                    "A workspace is called by small letters, digits, - and _, not " + called + ". Say --name NAME.");
        }
        Path folder = Settings.load(Home.find(), Map.of())
                .path("workspaces.directory")
                .resolve(called);
        String password = Optional.ofNullable(System.getenv(variable)).orElse("");
        try (Connection connection = address.connect(user, password)) {
            DerivedSchema found = DeriveSchema.withGuesses(connection);
            if (found.schema().relations().isEmpty()) {
                throw new StartFailure("No table may be read there" + (user.isEmpty() ? "." : " by " + user + "."));
            }
            if (Files.exists(folder.resolve(Workspace.FILE))) {
                refresh(folder, found.schema());
            } else {
                make(folder, called, found, connection, engine);
            }
            if (engine == Dialect.POSTGRESQL && ConnectDatabase.mayWrite(connection, found.schema())) {
                out.println("Warning: " + user
                        + " may also write to these tables. Give Caravan a login that may only read.");
            }
            return 0;
        } catch (SQLException e) {
            throw new StartFailure("The schema cannot be read: " + e.getMessage(), e);
        }
    }

    /** A file is found from wherever the server is started. */
    private static String absolute(String url) {
        String file = url.replaceFirst("^jdbc:sqlite:(file:)?", "");
        return !url.startsWith("jdbc:sqlite:") || file.isEmpty()
                ? url
                : "jdbc:sqlite:" + Path.of(file).toAbsolutePath().normalize();
    }

    private void make(Path folder, String called, DerivedSchema found, Connection connection, Dialect engine)
            throws IOException {
        Schema schema = found.without(yes ? List.of() : refused(found.guesses()));
        Schema dated = new Schema(today, schema.relations());
        List<String> questions = ConnectDatabase.make(
                folder, title.orElse(called), new Login(url, user, "${" + variable + "}"), dated, connection, engine);
        tell(dated, folder);
        if (questions.isEmpty()) {
            out.println("No question to begin with was found: name the tables and columns in semantic-model.yaml.");
        } else {
            out.println("Questions that work:");
            questions.forEach(
                    question -> out.println("  ./caravan ask --workspace " + called + " \"" + question + "\""));
        }
        out.println("A server that runs has it at once.");
    }

    /** Asks of each guess whether it is so; an empty line means yes. */
    private List<Guess> refused(List<Guess> guesses) throws IOException {
        List<Guess> refused = new ArrayList<>();
        if (guesses.isEmpty()) {
            return refused;
        }
        out.println(guesses.size() + " things are not declared by the database and were guessed. Is it so? [Y/n]");
        // what is typed comes in the encoding of the terminal
        BufferedReader typed = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        for (Guess guess : guesses) {
            out.print("  " + guess.told() + " ");
            out.flush();
            String answer = typed.readLine();
            if (answer == null) {
                throw new StartFailure("Nobody answers: say --yes to take what was guessed.");
            }
            if (answer.strip().toLowerCase(Locale.ROOT).startsWith("n")) {
                refused.add(guess);
            }
        }
        return refused;
    }

    private void refresh(Path folder, Schema found) throws IOException {
        Schema kept = SemanticModel.read(folder.resolve("semantic-model.yaml"))
                .schema()
                .orElseThrow(() -> new StartFailure(
                        folder + " has metrics instead of a schema; it is not brought up to date from the database."));
        MergedSchema merged = MergedSchema.of(kept, found, add);
        WorkspaceFolder.update(folder, merged.schema());
        if (merged.changes().isEmpty()) {
            out.println("The workspace is as the database is.");
            return;
        }
        merged.changes().forEach(change -> out.println(change + "."));
        if (!add && merged.changes().stream().anyMatch(change -> change.endsWith("is not in the model"))) {
            out.println("What is not in the model comes in with --add.");
        }
        out.println(folder + " is brought up to date; what people edited is kept. A server that runs has it at once.");
    }

    private void tell(Schema schema, Path folder) {
        int references = schema.relations().values().stream()
                .mapToInt(relation -> relation.references().size())
                .sum();
        out.println(schema.relations().size() + " tables with " + references + " references are written to " + folder
                + ".");
        List<String> unkeyed = schema.relations().entrySet().stream()
                .filter(each ->
                        each.getValue().key().isEmpty() && !each.getValue().view())
                .map(Map.Entry::getKey)
                .toList();
        if (!unkeyed.isEmpty()) {
            out.println("Could not tell: what tells the rows apart of " + String.join(", ", unkeyed) + ".");
        }
        List<String> alone = schema.relations().entrySet().stream()
                .filter(each -> each.getValue().references().isEmpty()
                        && schema.relations().values().stream().noneMatch(other -> other.references().values().stream()
                                .anyMatch(target -> Schema.tableOf(target).equals(each.getKey()))))
                .map(Map.Entry::getKey)
                .toList();
        if (!alone.isEmpty() && schema.relations().size() > 1) {
            out.println("Could not tell: how " + String.join(", ", alone) + " and the others are joined.");
        }
        out.println("Read over semantic-model.yaml: what tables and columns are called, and how they are joined.");
    }
}
