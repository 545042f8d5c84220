package dev.caravan.demo;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.database.RunningPostgres;
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
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The full demo world for the tests of every module: one server, its data kept below {@code target} of the top folder so
 * that the world is made once per build. The first JVM starts the server; others that run at the same time are its
 * guests, and it stays until they have left. The databases of {@link #newDatabase()} are dropped with their JVM.
 */
public final class SharedWorld {
    private static final String DATABASES = "test_";
    private static SharedWorld shared;

    /** Held exclusively while a JVM comes or goes. */
    private final FileChannel door;
    /** Held in common by guests, so that the owner sees when there are none. */
    private final FileChannel guests;

    private final Optional<EmbeddedPostgres> server;
    private final RunningPostgres running;
    private final String prefix = DATABASES + ProcessHandle.current().pid() + "_";
    private final AtomicInteger databases = new AtomicInteger();

    private SharedWorld(Path directory) throws IOException, SQLException {
        Files.createDirectories(directory);
        door = open(directory.resolve("door.lock"));
        guests = open(directory.resolve("guests.lock"));
        FileLock coming = door.lock();
        try {
            server = own(directory);
            Runtime.getRuntime().addShutdownHook(new Thread(this::leave, "shared-world-stop"));
            if (server.isPresent()) {
                DemoWorld.ensure(server.get(), Progress.silent());
            } else {
                guests.lock(0, Long.MAX_VALUE, true);
            }
            running = RunningPostgres.find(directory)
                    .orElseThrow(() -> new IOException("the shared world in " + directory + " does not answer"));
        } finally {
            coming.release();
        }
        if (server.isPresent()) {
            drop(DATABASES);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private static Optional<EmbeddedPostgres> own(Path directory) throws IOException {
        try {
            return Optional.of(EmbeddedPostgres.start(directory, Progress.silent()));
        } catch (IllegalStateException e) {
            // another process owns it
            return Optional.empty();
        }
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

    /** The server itself, which only the JVM has that started it: in a module whose tests run in one. */
    public EmbeddedPostgres server() {
        return server.orElseThrow(() -> new IllegalStateException("the shared world belongs to another JVM"));
    }

    /** The address of a database, such as {@link DemoWorld#DATABASE}. */
    public String jdbcUrl(String database) {
        return running.jdbcUrl(database);
    }

    /** A new connection of the superuser; the caller closes it. */
    public Connection admin(String database) throws SQLException {
        return running.open(database);
    }

    /** The login that may only read the demo database. */
    public Credentials readerCredentials() {
        return running.credentials(Roles.READER);
    }

    /** The login that owns the databases of {@link #newDatabase()}. */
    public Credentials appCredentials() {
        return running.credentials(Roles.APP);
    }

    /** Creates an empty database that belongs to {@link #appCredentials()} and returns its address; dropped at the end. */
    public String newDatabase() {
        String name = prefix + databases.incrementAndGet();
        try (Connection admin = admin("postgres")) {
            Roles.createStateDatabase(admin, name);
        } catch (SQLException e) {
            throw new IllegalStateException("no new database", e);
        }
        return jdbcUrl(name);
    }

    /** Drops the databases whose names begin so: those of this JVM, or all that one left that was killed. */
    private void drop(String beginning) throws SQLException {
        try (Connection admin = admin("postgres");
                var names = admin.prepareStatement("SELECT datname FROM pg_database WHERE starts_with(datname, ?)");
                var statement = admin.createStatement()) {
            names.setString(1, beginning);
            StringBuilder drops = new StringBuilder();
            try (var result = names.executeQuery()) {
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

    private void leave() {
        try {
            if (running != null) {
                drop(prefix);
            }
        } catch (SQLException e) {
            System.err.println("Test databases are left for the next run to drop: " + e.getMessage());
        }
        try {
            if (server.isPresent()) {
                stopWithoutGuests(server.get());
            }
            guests.close();
            door.close();
        } catch (IOException e) {
            System.err.println("The shared world did not stop: " + e.getMessage());
        }
    }

    private void stopWithoutGuests(EmbeddedPostgres own) throws IOException {
        while (true) {
            // waits for those that are here; one more may come until the door is held
            guests.lock().close();
            FileLock going = door.lock();
            try (FileLock nobody = guests.tryLock()) {
                if (nobody != null) {
                    own.close();
                    return;
                }
            } finally {
                going.release();
            }
        }
    }
}
