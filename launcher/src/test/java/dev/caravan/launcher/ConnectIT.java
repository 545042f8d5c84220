package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command connect on a database of one's own, as a process of its own. */
@Timeout(300)
class ConnectIT {
    private static final String DATABASE = "caravan_connect_shop";
    private static final String TABLES =
            """
      CREATE TABLE customers (customer_id int PRIMARY KEY, name text, town text);
      CREATE TABLE orders (order_id int, customer_id int, order_date date, quantity int, unit_price numeric);
      INSERT INTO customers VALUES (1, 'Ada', 'Leeds'), (2, 'Ben', 'York');
      INSERT INTO orders VALUES (10, 1, '2024-01-02', 2, 3.5), (11, 1, '2024-02-03', 1, 2), (12, 2, '2024-02-04', 5, 1);
      """;

    private final SharedWorld server = SharedWorld.get();

    @TempDir
    Path folder;

    @BeforeEach
    void createDatabaseAndHome() throws Exception {
        run("postgres", "DROP DATABASE IF EXISTS " + DATABASE + " WITH (FORCE)");
        run("postgres", "CREATE DATABASE " + DATABASE + " TEMPLATE template0");
        run(
                DATABASE,
                TABLES + "GRANT USAGE ON SCHEMA public TO " + Roles.READER
                        + "; GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + Roles.READER);
        run("postgres", "GRANT CONNECT ON DATABASE " + DATABASE + " TO " + Roles.READER);
        Path home = Path.of(System.getProperty("caravan.home"));
        Files.writeString(
                folder.resolve("application.yaml"),
                "server: {port: 0}\nworkspaces: {directory: %s}\nroutes: {directory: %s}\n"
                        .formatted(folder.resolve("workspaces"), home.resolve("routes")));
    }

    @AfterEach
    void dropDatabase() throws Exception {
        run("postgres", "DROP DATABASE IF EXISTS " + DATABASE + " WITH (FORCE)");
    }

    private void run(String database, String sql) throws Exception {
        try (Connection admin = server.admin(database);
                Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    private String connect(String typed, int exitValue, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                server.jdbcUrl(DATABASE), "--user", server.readerCredentials().user()));
        arguments.addAll(List.of(options));
        return command(typed, exitValue, arguments);
    }

    private String command(String typed, int exitValue, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dcaravan.home=" + folder, "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "connect"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put("WORKSPACE_PASSWORD", server.readerCredentials().password());
        Process process = builder.start();
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(typed);
        } catch (IOException e) {
            // a command that asks nothing may have ended before
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(exitValue);
        assertThat(output).doesNotContain("\tat ");
        return output;
    }

    private Schema schema(String name) {
        return SemanticModel.read(folder.resolve("workspaces").resolve(name).resolve("semantic-model.yaml"))
                .schema()
                .orElseThrow();
    }

    @Test
    void takesWhatWasGuessedShowsQuestionsThatWorkAndKeepsEdits() throws Exception {
        assertThat(connect("", 0, "--name", "shop", "--yes"))
                .contains("2 tables with 1 references")
                .contains("Questions that work:")
                .contains("./caravan ask --workspace shop \"What is the revenue per customer?\"")
                .contains("Which customer has the most orders?");
        assertThat(schema("shop").relations().get("public.orders").references())
                .containsEntry("customer_id", "public.customers.customer_id");

        Path model = folder.resolve("workspaces/shop/semantic-model.yaml");
        Files.writeString(model, Files.readString(model).replaceFirst("- order\n", "- purchase\n"));
        run(DATABASE, "ALTER TABLE orders DROP COLUMN quantity; ALTER TABLE orders ADD COLUMN remark text");

        assertThat(connect("", 0, "--name", "shop"))
                .contains("the column public.orders.quantity is gone.")
                .contains("the column public.orders.remark is not in the model.")
                .contains("comes in with --add")
                .contains("the figure revenue of public.orders lost a column and is taken out.");
        assertThat(schema("shop").relations().get("public.orders").names()).containsExactly("purchase");
        assertThat(connect("", 0, "--name", "shop", "--add")).contains("remark is added.");
        assertThat(connect("", 0, "--name", "shop")).contains("The workspace is as the database is.");
    }

    @Test
    void asksWhetherWhatWasGuessedIsSo() throws Exception {
        assertThat(connect("", 1, "--name", "asked")).contains("say --yes");

        String output = connect("y\nn\n\n", 0, "--name", "asked");

        assertThat(output)
                .contains("3 things are not declared")
                .contains("public.orders: order_id tells its rows apart")
                .contains("public.orders: customer_id refers to public.customers.customer_id");
        assertThat(schema("asked").relations().get("public.orders").references())
                .isEmpty();
        assertThat(schema("asked").relations().get("public.orders").key()).containsExactly("order_id");
    }

    @Test
    void aFileOfSqliteIsConnectedAndFollowed() throws Exception {
        Path file = folder.resolve("Corner Shop.sqlite");
        try (Connection made = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = made.createStatement()) {
            for (String sql : TABLES.split(";")) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
        String url = "jdbc:sqlite:" + file;

        assertThat(command("", 1, List.of(url, "--yes"))).contains("A workspace is called by small letters");
        assertThat(command("", 0, List.of(url, "--name", "corner", "--yes")))
                .contains("2 tables with 1 references")
                .contains("What is the revenue per customer?")
                .contains("A server that runs has it at once.");
        assertThat(Files.readString(folder.resolve("workspaces/corner/workspace.yaml")))
                .contains("engine: sqlite")
                .doesNotContain("user:");
        try (Connection changed = DriverManager.getConnection(url);
                Statement statement = changed.createStatement()) {
            statement.execute("ALTER TABLE customers ADD COLUMN remark text");
        }
        assertThat(command("", 0, List.of(url, "--name", "corner")))
                .contains("the column main.customers.remark is not in the model.");
    }

    @Test
    void anotherKindOfDatabaseIsRefused() throws Exception {
        assertThat(command("", 1, List.of("jdbc:oracle:thin:@host", "--user", "x")))
                .contains("PostgreSQL, MySQL or SQLite");
        assertThat(command("", 1, List.of("jdbc:mysql://127.0.0.1:1/shop"))).contains("Say --user NAME");
    }

    @Test
    void aNameThatCannotBeAFolderIsRefused() throws Exception {
        assertThat(connect("", 1, "--name", "My Shop")).contains("A workspace is called by small letters");
    }
}
