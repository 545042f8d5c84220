package dev.caravan.demo.database;

import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server that lives in one folder: programs, data, log and passwords are all below it.
 *
 * <p>It listens on a free port of the loopback address, asks for passwords (SCRAM), and writes durably. One process
 * owns the folder at a time. If the owner was killed, its server keeps running as an orphan: the next owner finds it by
 * {@code postmaster.pid}, stops it cleanly and starts its own. If the server dies, its owner starts it again on the same
 * port, so that pools of connections find it.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    static final String ADMIN = "postgres";
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
    private static final long WATCH_SECONDS = 1;
    private static final int START_ATTEMPTS = 3;
    // each waits twice as long, eight seconds in all
    private static final int BUSY_ATTEMPTS = 13;
    private static final int PROGRAM_SECONDS = 120;
    private static final long LARGEST_LOG = 4L << 20;
    private static final String SETTINGS =
            """
      listen_addresses = '127.0.0.1'
      unix_socket_directories = ''
      max_connections = 120
      password_encryption = 'scram-sha-256'
      # durable: the state of the product is in here
      fsync = on
      synchronous_commit = on
      # one server without replicas: bulk loads then bypass the write-ahead log
      wal_level = minimal
      max_wal_senders = 0
      min_wal_size = '8MB'
      max_wal_size = '64MB'
      wal_recycle = off
      shared_buffers = '96MB'
      work_mem = '16MB'
      maintenance_work_mem = '96MB'
      jit = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      # statements of users do not belong into a log
      log_min_error_statement = panic
      log_checkpoints = off
      """;
    private static final String ACCESS = """
      host all all 127.0.0.1/32 scram-sha-256
      """;

    private final Path directory;
    private final Path data;
    private final FileChannel ownerFile;
    private final FileLock owner;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "postgres-watch");
        thread.setDaemon(true);
        return thread;
    });
    private Path programs;
    private Properties passwords;
    private int port;
    private boolean closed;

    private EmbeddedPostgres(Path directory, FileChannel ownerFile, FileLock owner) {
        this.directory = directory;
        this.data = directory.resolve("data");
        this.ownerFile = ownerFile;
        this.owner = owner;
    }

    /**
     * Starts the server of a folder, creating it at first.
     *
     * @param directory the folder, created if missing; a few hundred megabytes
     * @throws IllegalStateException if another process owns the folder
     * @throws IOException if the programs cannot be unpacked or the server does not start; names the log
     */
    public static EmbeddedPostgres start(Path directory, Progress progress) throws IOException {
        Files.createDirectories(directory);
        Path real = directory.toRealPath();
        FileChannel ownerFile =
                FileChannel.open(real.resolve("owner.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            EmbeddedPostgres server = new EmbeddedPostgres(real, ownerFile, lock(real, ownerFile));
            server.prepareAndStart(progress);
            return server;
        } catch (IOException | RuntimeException e) {
            ownerFile.close();
            throw e;
        }
    }

    private static FileLock lock(Path directory, FileChannel ownerFile) throws IOException {
        try {
            FileLock lock = ownerFile.tryLock();
            if (lock != null) {
                return lock;
            }
        } catch (OverlappingFileLockException e) {
            // this very process owns it: the same answer
        }
        throw new IllegalStateException("the database in " + directory + " is in use by another process");
    }

    private void prepareAndStart(Progress progress) throws IOException {
        progress.report("Unpacking PostgreSQL", 0);
        programs = PostgresBinaries.unpack(directory);
        passwords = StoredPasswords.load(
                directory.resolve("passwords.properties"), List.of(ADMIN, Roles.READER, Roles.APP));
        progress.report("Creating the database server", 0.4);
        if (!Files.exists(data)) {
            initialise();
        }
        progress.report("Starting the database server", 0.8);
        stopOrphan();
        launch();
        // where the system hides what a process runs, nobody could tell a dead server from a living one
        if (orphan(pidFile()).isPresent()) {
            watch.scheduleWithFixedDelay(this::startAgainIfDead, WATCH_SECONDS, WATCH_SECONDS, TimeUnit.SECONDS);
        }
        progress.report("Database server ready", 1);
    }

    private void initialise() throws IOException {
        Path fresh = directory.resolve("data-creating");
        Path passwordFile = StoredPasswords.createPrivate(directory.resolve("initial-password"));
        try {
            Files.writeString(passwordFile, passwords.getProperty(ADMIN));
            for (int attempt = 1; !hasInitialised(fresh, passwordFile, attempt == BUSY_ATTEMPTS); attempt++) {
                TimeUnit.MILLISECONDS.sleep(1L << attempt);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the creation of the database server was interrupted");
        } finally {
            Files.delete(passwordFile);
        }
        Files.writeString(fresh.resolve("postgresql.conf"), SETTINGS);
        Files.writeString(fresh.resolve("pg_hba.conf"), ACCESS);
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Makes the data folder; false where a program could not be run for being open for writing: another thread that starts a process in
     * the middle of the unpacking gives it the file's handle for a moment.
     */
    private boolean hasInitialised(Path fresh, Path passwordFile, boolean last) throws IOException {
        PostgresBinaries.deleteTree(fresh);
        try {
            run(
                    "initdb",
                    "-D",
                    fresh.toString(),
                    "-U",
                    ADMIN,
                    "--pwfile",
                    passwordFile.toString(),
                    "-A",
                    "scram-sha-256",
                    "-E",
                    "UTF8",
                    "--locale-provider=builtin",
                    "--builtin-locale=C.UTF-8",
                    "--locale=C",
                    "--wal-segsize=4");
            return true;
        } catch (IOException e) {
            if (last || !String.valueOf(e.getMessage()).contains("Text file busy")) {
                throw e;
            }
            return false;
        }
    }

    /** Stops the server of a killed owner; a pid file whose process is gone or a stranger is removed. */
    private void stopOrphan() throws IOException {
        Path pidFile = pidFile();
        if (!Files.exists(pidFile)) {
            return;
        }
        if (orphan(pidFile).isPresent()) {
            stopServer("fast");
        }
        Files.deleteIfExists(pidFile);
    }

    /** The process of a pid file, if it runs a program of this folder: process ids are reused by strangers. */
    private Optional<ProcessHandle> orphan(Path pidFile) throws IOException {
        List<String> lines = Files.readAllLines(pidFile);
        if (lines.isEmpty() || !lines.get(0).strip().matches("-?\\d+")) {
            return Optional.empty();
        }
        // a negative number stands for a single-user server
        return ProcessHandle.of(Math.abs(Long.parseLong(lines.get(0).strip())))
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .command()
                        .map(Path::of)
                        .filter(path -> path.startsWith(directory))
                        .isPresent());
    }

    private void launch() throws IOException {
        Path log = log();
        if (Files.exists(log) && Files.size(log) > LARGEST_LOG) {
            Files.delete(log);
        }
        for (int attempt = 1; ; attempt++) {
            port = freePort();
            try {
                start();
                return;
            } catch (IOException e) {
                // between choosing the port and listening on it somebody else may have taken it
                if (attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Processes that nobody waits for keep their number when they have died, so it is their program that is looked at. */
    private synchronized void startAgainIfDead() {
        try {
            if (closed || Files.exists(pidFile()) && orphan(pidFile()).isPresent()) {
                return;
            }
            LOG.error("The embedded PostgreSQL has died; it is started again. See {}", log());
            Files.deleteIfExists(pidFile());
            start();
            LOG.warn("The embedded PostgreSQL runs again");
        } catch (IOException e) {
            // its processes may still be ending: the next look tries again
            LOG.error("The embedded PostgreSQL does not start: {}", e.getMessage());
        }
    }

    private void start() throws IOException {
        run("pg_ctl", "start", "-w", "-t", "60", "-D", data.toString(), "-l", log().toString(), "-o", "-p " + port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private void stopServer(String how) throws IOException {
        run("pg_ctl", "stop", "-w", "-t", "60", "-m", how, "-D", data.toString());
    }

    private Path pidFile() {
        return data.resolve("postmaster.pid");
    }

    private Path log() {
        return directory.resolve("server.log");
    }

    /** Runs one of the programs to its end. */
    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            // PostgreSQL refuses to run as root; in a user namespace of its own it does not see that it is
            command.addAll(List.of("unshare", "-U"));
        }
        command.add(programs.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        File output = directory.resolve("programs.log").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            if (!process.waitFor(PROGRAM_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "%s did not end in %d seconds; see %s".formatted(program, PROGRAM_SECONDS, log()));
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(program + " was interrupted");
        }
        if (process.exitValue() != 0) {
            String said = Files.readString(output.toPath()).strip();
            throw new IOException("%s failed (%d): %s; see %s".formatted(program, process.exitValue(), said, log()));
        }
    }

    private boolean isRoot() throws IOException {
        return File.separatorChar == '/'
                && Integer.valueOf(0).equals(Files.getAttribute(directory.resolve("owner.lock"), "unix:uid"));
    }

    /** The folder with everything of this server. */
    public Path directory() {
        return directory;
    }

    /** The address of a database for any login. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
    }

    /** A new connection of the superuser, to create and fill databases; the caller closes it. */
    public Connection admin(String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", ADMIN);
        properties.setProperty("password", passwords.getProperty(ADMIN));
        properties.setProperty("sslmode", "disable");
        return DriverManager.getConnection(jdbcUrl(database), properties);
    }

    /** The superuser's login. */
    public Credentials adminCredentials() {
        return credentials(ADMIN);
    }

    /** The login that may only read; the role exists after {@link Roles#create}. */
    public Credentials readerCredentials() {
        return credentials(Roles.READER);
    }

    /** The login that owns the application's state; the role exists after {@link Roles#create}. */
    public Credentials appCredentials() {
        return credentials(Roles.APP);
    }

    private Credentials credentials(String login) {
        return new Credentials(login, passwords.getProperty(login));
    }

    /** Stops the server, cutting its connections, and gives the folder free; a second call does nothing. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        watch.shutdown();
        try {
            if (Files.exists(pidFile())) {
                stopServer("fast");
            }
        } finally {
            owner.release();
            ownerFile.close();
        }
    }
}
