package dev.caravan.demo;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The full demo world for the tests of every module: one server per JVM, its data kept below {@code target} of the top
 * folder so that the world is made once per build. JVMs that run at the same time wait for each other. Everything stops
 * with the JVM, and the databases of {@link #newDatabase()} are dropped.
 */
public final class SharedWorld {
    private static SharedWorld shared;

    private final EmbeddedPostgres server;
    private final FileChannel queue;
    private final FileLock turn;
    private final AtomicInteger databases = new AtomicInteger();

    private SharedWorld(Path directory) throws IOException, SQLException {
        Files.createDirectories(directory);
        queue = FileChannel.open(directory.resolve("queue.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        turn = queue.lock();
        server = EmbeddedPostgres.start(directory, Progress.silent());
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "shared-world-stop"));
        DemoWorld.ensure(server, Progress.silent());
        dropLeftovers();
    }

    /** The world of this JVM, started (and at the very first created) by the first call. */
    public static synchronized SharedWorld get() {
        if (shared == null) {
            try {
                shared = new SharedWorld(Path.of(System.getProperty("caravan.home", "."), "target", "shared-world"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (SQLException e) {
                throw new IllegalStateException("the shared world could not be created", e);
            }
        }
        return shared;
    }

    /** The server itself. */
    public EmbeddedPostgres server() {
        return server;
    }

    /** The address of a database, such as {@link DemoWorld#DATABASE}. */
    public String jdbcUrl(String database) {
        return server.jdbcUrl(database);
    }

    /** The login that may only read the demo database. */
    public Credentials readerCredentials() {
        return server.readerCredentials();
    }

    /** The login that owns the databases of {@link #newDatabase()}. */
    public Credentials appCredentials() {
        return server.appCredentials();
    }

    /** Creates an empty database that belongs to {@link #appCredentials()} and returns its address; dropped at the end. */
    public String newDatabase() {
        String name = "test_" + databases.incrementAndGet();
        try (Connection admin = server.admin("postgres")) {
            Roles.createStateDatabase(admin, name);
        } catch (SQLException e) {
            throw new IllegalStateException("no new database", e);
        }
        return server.jdbcUrl(name);
    }

    /** Drops what this JVM, or one that was killed, created. */
    private void dropLeftovers() throws SQLException {
        try (Connection admin = server.admin("postgres");
                var statement = admin.createStatement()) {
            StringBuilder drops = new StringBuilder();
            try (var result = statement.executeQuery("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'")) {
                while (result.next()) {
                    drops.append("DROP DATABASE ")
                            .append(Roles.quoted(result.getString(1)))
                            .append(" WITH (FORCE)\n");
                }
            }
            // one statement at a time: DROP DATABASE cannot be part of a transaction
            for (String drop : drops.toString().lines().toList()) {
                statement.execute(drop);
            }
        }
    }

    private void stop() {
        try {
            dropLeftovers();
        } catch (SQLException e) {
            System.err.println("Test databases are left for the next run to drop: " + e.getMessage());
        }
        try {
            server.close();
            turn.release();
            queue.close();
        } catch (IOException e) {
            System.err.println("The shared world did not stop: " + e.getMessage());
        }
    }
}
