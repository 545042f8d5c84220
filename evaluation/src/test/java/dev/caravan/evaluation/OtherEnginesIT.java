package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.app.Settings;
import dev.caravan.derive.DeriveSchema;
import dev.caravan.derive.WorkspaceFolder;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.jdbc.JdbcUrl;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspace.Login;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workspaces on SQLite and MySQL, derived and asked through the whole flow. */
class OtherEnginesIT {
    private static final Path HOME =
            Path.of(System.getProperty("caravan.home", "..")).toAbsolutePath().normalize();
    private static final Path DATA = HOME.resolve("../shared/data/text2sql").normalize();

    @TempDir
    Path folder;

    /** A file that was made for others is asked as it is. */
    @Test
    void asksAFileOfSqlite() throws Exception {
        Path file = DATA.resolve("chinook/Chinook_Sqlite.sqlite");
        Assumptions.assumeTrue(Files.isRegularFile(file), "there is no Chinook database at " + file);
        Login login = new Login("jdbc:sqlite:" + file, "", "");

        try (AnalystWorld world = world("chinook", login)) {
            assertThat(first(world, "What are the top 3 genres by revenue in 2024?"))
                    .contains("Rock");
            assertThat(rows(world, "How many invoices were there in each quarter of 2023?"))
                    .hasSize(4);
            assertThat(first(world, "Which customers have never bought a Jazz track?"))
                    .isNotEmpty();
            assertThat(first(world, "How many playlists have no tracks?")).contains("4");
            assertThat(first(world, "How much did Frank Harris spend?")).contains("37.62");
        }
    }

    @Test
    void aSchemaThatChangedIsTold() throws Exception {
        String url = "jdbc:sqlite:" + folder.resolve("shop.db");
        try (Connection made = DriverManager.getConnection(url);
                Statement statement = made.createStatement()) {
            statement.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT)");
            statement.execute("INSERT INTO customers VALUES (1, 'Ada', 'Peru'), (2, 'Ben', 'Chile')");
        }
        try (AnalystWorld world = world("shop", new Login(url, "", ""))) {
            assertThat(first(world, "How many customers are from Peru?")).contains("1");
            try (Connection changed = DriverManager.getConnection(url);
                    Statement statement = changed.createStatement()) {
                statement.execute("ALTER TABLE customers RENAME COLUMN country TO land");
            }

            Turn turn = world.answer("later", true, "How many customers are there by country?");

            assertThat(turn.answer().orElseThrow().text())
                    .contains("The database has changed", "country", "caravan connect");
        }
    }

    @Test
    void aFileThatIsNotThereIsNotMade() {
        Path missing = folder.resolve("missing.db");

        assertThatThrownBy(() ->
                        new JdbcUrl("jdbc:sqlite:" + missing).connect("", "").close())
                .isInstanceOf(SQLException.class);
        assertThat(missing).doesNotExist();
    }

    /** Debian's mariadbd speaks MySQL; where it is not installed this is not tested. */
    @Test
    void asksMySql() throws Exception {
        Optional<Path> server = Stream.of("/usr/sbin/mariadbd", "/usr/sbin/mysqld")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        Assumptions.assumeTrue(server.isPresent(), "there is no mariadbd or mysqld in /usr/sbin");
        Path data = folder.resolve("mysql");
        run("mariadb-install-db", "--no-defaults", "--datadir=" + data, "--auth-root-authentication-method=normal");
        int port = free();
        Process process = new ProcessBuilder(
                        server.get().toString(),
                        "--no-defaults",
                        "--datadir=" + data,
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=" + folder.resolve("my.sock"),
                        "--pid-file=" + folder.resolve("my.pid"),
                        "--user=" + System.getProperty("user.name"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("my.log").toFile())
                .start();
        try {
            fill("jdbc:mariadb://127.0.0.1:" + port + "/");
            Login login = new Login("jdbc:mysql://127.0.0.1:" + port + "/shop", "reader", "secret");
            try (AnalystWorld world = world("shop", login)) {
                assertThat(first(world, "How many orders are there per month in 2024?"))
                        .contains("2024-01");
                assertThat(first(world, "Which customers never placed an order?"))
                        .contains("Dora");
                assertThat(rows(world, "What is the total amount per country?")).hasSize(2);
                assertThat(first(world, "Which customer has the most orders?")).contains("Ada");
            }
            try (Connection reader = new JdbcUrl(login.url()).connect(login.user(), login.password());
                    Statement statement = reader.createStatement()) {
                assertThatThrownBy(() -> statement.execute("DELETE FROM orders"))
                        .isInstanceOf(SQLException.class);
            }
        } finally {
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void fill(String url) throws Exception {
        try (Connection root = reached(url);
                Statement statement = root.createStatement()) {
            for (String sql : List.of(
                    "CREATE DATABASE shop",
                    "CREATE TABLE shop.customers (id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, country VARCHAR(40))",
                    "CREATE TABLE shop.orders (id INT PRIMARY KEY, customer_id INT NOT NULL, order_date DATE NOT NULL, amount DECIMAL(10,2) NOT NULL, FOREIGN KEY (customer_id) REFERENCES shop.customers(id))",
                    "INSERT INTO shop.customers VALUES (1, 'Ada', 'Peru'), (2, 'Ben', 'Chile'), (3, 'Cleo', 'Peru'), (4, 'Dora', 'Chile')",
                    "INSERT INTO shop.orders VALUES (1, 1, '2024-01-05', 10.5), (2, 1, '2024-02-07', 20), (3, 2, '2024-02-09', 5), (4, 3, '2023-12-01', 40)",
                    "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'secret'",
                    "CREATE USER reader@localhost IDENTIFIED BY 'secret'",
                    "GRANT ALL ON shop.* TO reader@'127.0.0.1'",
                    "GRANT ALL ON shop.* TO reader@localhost")) {
                statement.execute(sql);
            }
        }
    }

    /** The server, as soon as it takes connections. */
    private static Connection reached(String url) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try {
                return DriverManager.getConnection(url, "root", "");
            } catch (SQLException e) {
                if (System.nanoTime() > until) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private void run(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("install.log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private AnalystWorld world(String name, Login login) throws Exception {
        Path workspaces = folder.resolve("workspaces");
        for (String shared : List.of("atlas", "prompts")) {
            SchemaWorkspaceTest.copy(HOME.resolve("workspaces").resolve(shared), workspaces.resolve(shared));
        }
        try (Connection connection = new JdbcUrl(login.url()).connect(login.user(), login.password())) {
            WorkspaceFolder.write(workspaces.resolve(name), name, login, DeriveSchema.of(connection));
        }
        return AnalystWorld.onDatabase(
                Settings.load(
                        HOME,
                        Map.of(
                                "workspaces.directory",
                                workspaces.toString(),
                                "server.data",
                                folder.resolve("var").toString(),
                                "docs.embeddings",
                                "false")),
                name);
    }

    private static List<List<Object>> rows(AnalystWorld world, String question) {
        Turn turn = world.answer(question, true, question);
        return turn.evidence().stream()
                .filter(SqlEvidence.class::isInstance)
                .map(SqlEvidence.class::cast)
                .findFirst()
                .map(evidence -> evidence.table().rows())
                .orElse(List.of());
    }

    private static String first(AnalystWorld world, String question) {
        return rows(world, question).stream()
                .findFirst()
                .map(row -> String.join(" ", row.stream().map(String::valueOf).toList()))
                .orElse("");
    }
}
