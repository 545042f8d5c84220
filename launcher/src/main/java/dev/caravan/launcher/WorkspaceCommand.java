package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.derive.DeriveSchema;
import dev.caravan.derive.WorkspaceFolder;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.workspace.Workspace.Login;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes workspaces. */
@Command(
        name = "workspace",
        description = "Make a workspace of a database of your own.",
        mixinStandardHelpOptions = true,
        subcommands = WorkspaceCommand.Derive.class)
final class WorkspaceCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new StartFailure("Say what to do: ./caravan workspace derive JDBC_URL NAME");
    }

    /** Reads a schema and writes the folder that makes it askable. */
    @Command(
            name = "derive",
            description =
                    "Read the tables, comments and keys of a PostgreSQL database and write a workspace for them, to be read over and added to.",
            mixinStandardHelpOptions = true)
    static final class Derive implements Callable<Integer> {
        @Parameters(
                index = "0",
                paramLabel = "JDBC_URL",
                description = "The database, as jdbc:postgresql://host:port/name.")
        private String url;

        @Parameters(index = "1", paramLabel = "NAME", description = "Of the new folder below workspaces/.")
        private String name;

        @Option(names = "--user", required = true, description = "A login that may read these tables and nothing else.")
        private String user;

        @Option(
                names = "--password-variable",
                paramLabel = "VARIABLE",
                description =
                        "The environment variable that holds the password, now and later; ${DEFAULT-VALUE} if not given.",
                defaultValue = "WORKSPACE_PASSWORD")
        private String variable;

        @Option(names = "--title", description = "As shown to people; the name if not given.")
        private Optional<String> title = Optional.empty();

        @Option(
                names = "--today",
                paramLabel = "DATE",
                description = "What \"today\" means, for data that end on a day, as 2025-01-15.")
        private Optional<LocalDate> today = Optional.empty();

        @Override
        public Integer call() throws IOException {
            if (!url.startsWith("jdbc:postgresql:")) {
                throw new StartFailure(
                        "A workspace can be derived from PostgreSQL: jdbc:postgresql://host:port/name, not " + url
                                + ".");
            }
            if (!name.matches("[a-z0-9][a-z0-9_-]*")) {
                throw new StartFailure("A workspace is called by small letters, digits, - and _, not " + name + ".");
            }
            Path folder = Settings.load(Home.find(), Map.of())
                    .path("workspaces.directory")
                    .resolve(name);
            String password = Optional.ofNullable(System.getenv(variable)).orElse("");
            try (Connection connection = DriverManager.getConnection(url, user, password)) {
                connection.setReadOnly(true);
                Schema found = DeriveSchema.of(connection);
                if (found.relations().isEmpty()) {
                    throw new StartFailure(user + " may read no table there.");
                }
                WorkspaceFolder.write(
                        folder,
                        title.orElse(name),
                        new Login(url, user, "${" + variable + "}"),
                        new Schema(today, found.relations()));
                tell(found, folder);
                if (mayWrite(connection, found)) {
                    System.out.println("Warning: " + user
                            + " may also write to these tables. Give Caravan a login that may only read.");
                }
                return 0;
            } catch (SQLException e) {
                throw new StartFailure("The schema cannot be read: " + e.getMessage(), e);
            }
        }

        private void tell(Schema found, Path folder) {
            int references = found.relations().values().stream()
                    .mapToInt(relation -> relation.references().size())
                    .sum();
            long unkeyed = found.relations().values().stream()
                    .filter(relation -> relation.key().isEmpty())
                    .count();
            System.out.println(found.relations().size() + " tables with " + references + " references are written to "
                    + folder + ".");
            if (unkeyed > 0) {
                System.out.println(unkeyed + " tables have no key that could be found.");
            }
            System.out.println(
                    "Read over semantic-model.yaml: what tables and columns are called, and how they are joined. Then: ./caravan ask --workspace "
                            + name + " \"…\"");
        }

        private static boolean mayWrite(Connection connection, Schema schema) throws SQLException {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT has_table_privilege(?, 'INSERT, UPDATE, DELETE')")) {
                for (String table : schema.relations().keySet()) {
                    statement.setString(1, SchemaNames.quoted(table));
                    try (ResultSet row = statement.executeQuery()) {
                        if (row.next() && row.getBoolean(1)) {
                            return true;
                        }
                    }
                }
                return false;
            }
        }
    }
}
