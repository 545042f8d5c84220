package dev.caravan.demo.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.warehouse.Progress;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresIT {
    /** Shared by the tests, which leave it stopped: creating a server takes longer than all of them. */
    @TempDir
    static Path directory;

    /** Owns a folder in a JVM of its own until it is killed. */
    static final class Owner {
        private Owner() {}

        public static void main(String[] arguments) throws Exception {
            EmbeddedPostgres server = EmbeddedPostgres.start(Path.of(arguments[0]), Progress.silent());
            try (Connection admin = server.admin("postgres");
                    var statement = admin.createStatement()) {
                statement.execute("CREATE TABLE kept_by_owner AS SELECT 42 AS n");
            }
            System.out.println("started");
            System.in.read();
        }
    }

    @Test
    void keepsItsDataOverARestart() throws Exception {
        try (EmbeddedPostgres server = start()) {
            execute(server, "CREATE TABLE kept AS SELECT 42 AS n");
        }
        assertThat(directory.resolve("data/postmaster.pid")).doesNotExist();
        try (EmbeddedPostgres server = start()) {
            assertThat(number(server, "SELECT n FROM kept")).isEqualTo(42);
        }
    }

    @Test
    void isStoppedAndTakenOverAfterItsOwnerWasKilled() throws Exception {
        Process child = startOwner();
        child.destroyForcibly().waitFor();
        long orphan = Long.parseLong(Files.readAllLines(directory.resolve("data/postmaster.pid"))
                .get(0)
                .strip());
        assertThat(ProcessHandle.of(orphan)).isPresent();
        try (EmbeddedPostgres server = start()) {
            assertThat(number(server, "SELECT n FROM kept_by_owner")).isEqualTo(42);
            // an ended process that nobody has waited for keeps its number, but runs no program
            assertThat(ProcessHandle.of(orphan)
                            .flatMap(process -> process.info().command()))
                    .isEmpty();
            execute(server, "DROP TABLE kept_by_owner");
        }
    }

    @Test
    void isCreatedThoughAProgramIsOpenForWritingForAMoment(@TempDir Path fresh) throws Exception {
        Path program = PostgresBinaries.unpack(fresh).resolve("bin/postgres");
        CompletableFuture<EmbeddedPostgres> started;
        try (FileChannel writing = FileChannel.open(program, StandardOpenOption.WRITE)) {
            assertThat(writing.isOpen()).isTrue();
            started = CompletableFuture.supplyAsync(() -> started(fresh));
            Path said = fresh.resolve("programs.log");
            while (!(Files.exists(said) && Files.readString(said).contains("Text file busy"))) {
                assertThat(started).isNotDone();
                Thread.onSpinWait();
            }
        }
        try (EmbeddedPostgres server = started.join()) {
            assertThat(number(server, "SELECT 42")).isEqualTo(42);
        }
    }

    private static EmbeddedPostgres started(Path fresh) {
        try {
            return EmbeddedPostgres.start(fresh, Progress.silent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void startsADeadServerAgainWhereItWas() throws Exception {
        try (EmbeddedPostgres server = start()) {
            String address = server.jdbcUrl("postgres");
            execute(server, "CREATE TABLE kept_by_dead AS SELECT 42 AS n");
            for (String signal : List.of("QUIT", "KILL")) {
                String dead = Files.readAllLines(directory.resolve("data/postmaster.pid"))
                        .get(0)
                        .strip();
                assertThat(new ProcessBuilder("kill", "-" + signal, dead)
                                .start()
                                .waitFor())
                        .isZero();
                awaitAnother(server, dead);
                assertThat(server.jdbcUrl("postgres")).isEqualTo(address);
                assertThat(number(server, "SELECT n FROM kept_by_dead")).isEqualTo(42);
            }
            execute(server, "DROP TABLE kept_by_dead");
        }
    }

    /** Asks until another server than this one answers, for a minute at most. */
    private static void awaitAnother(EmbeddedPostgres server, String dead) throws Exception {
        long end = System.nanoTime() + 60_000_000_000L;
        while (true) {
            try {
                server.admin("postgres").close();
                if (!Files.readAllLines(directory.resolve("data/postmaster.pid"))
                        .get(0)
                        .strip()
                        .equals(dead)) {
                    return;
                }
            } catch (SQLException | IOException e) {
                assertThat(System.nanoTime())
                        .as("still down: " + e.getMessage())
                        .isLessThan(end);
            }
            Thread.onSpinWait();
        }
    }

    @Test
    void refusesASecondOwnerAndNamesTheFolder() throws Exception {
        Process child = startOwner();
        try {
            assertThatThrownBy(this::start)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("in use");
        } finally {
            child.destroyForcibly().waitFor();
            try (EmbeddedPostgres server = start()) { // takes the orphan down
                execute(server, "DROP TABLE kept_by_owner");
            }
        }
    }

    @Test
    void ignoresThePidFileOfAProcessThatIsNotItsServer() throws Exception {
        start().close();
        Path pidFile = directory.resolve("data/postmaster.pid");
        Files.writeString(pidFile, ProcessHandle.current().pid() + "\n" + directory.resolve("data") + "\n");
        try (EmbeddedPostgres server = start()) {
            assertThat(number(server, "SELECT 1")).isEqualTo(1);
        }
    }

    @Test
    void startsOverAfterACreationThatWasCutShort(@TempDir Path fresh) throws Exception {
        Files.createDirectories(fresh.resolve("data-creating/base"));
        Files.createDirectories(fresh.resolve("postgres-unpacking/bin"));
        try (EmbeddedPostgres server = EmbeddedPostgres.start(fresh, Progress.silent())) {
            assertThat(number(server, "SELECT 1")).isEqualTo(1);
        }
    }

    @Test
    void asksForPasswordsAndKeepsThemPrivate() throws Exception {
        try (EmbeddedPostgres server = start()) {
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl("postgres"), "postgres", "guess"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password");
            Path passwords = directory.resolve("passwords.properties");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwords)))
                    .isEqualTo("rw-------");
            assertThat(server.adminCredentials().toString())
                    .doesNotContain(server.adminCredentials().password());
            assertThat(setting(server, "fsync")).isEqualTo("on");
            assertThat(setting(server, "synchronous_commit")).isEqualTo("on");
        }
    }

    private EmbeddedPostgres start() throws Exception {
        return EmbeddedPostgres.start(directory, Progress.silent());
    }

    private Process startOwner() throws Exception {
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> command = List.of(
                java, "-cp", System.getProperty("java.class.path"), Owner.class.getName(), directory.toString());
        Process child =
                new ProcessBuilder(command).redirectError(new File("/dev/null")).start();
        assertThat(new BufferedReader(new InputStreamReader(child.getInputStream())).readLine())
                .isEqualTo("started");
        return child;
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection admin = server.admin("postgres");
                var statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int number(EmbeddedPostgres server, String sql) throws SQLException {
        return Integer.parseInt(text(server, sql));
    }

    private static String setting(EmbeddedPostgres server, String name) throws SQLException {
        return text(server, "SHOW " + name);
    }

    private static String text(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection admin = server.admin("postgres");
                var result = admin.createStatement().executeQuery(sql)) {
            result.next();
            return result.getString(1);
        }
    }
}
