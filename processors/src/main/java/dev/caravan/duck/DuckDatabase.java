package dev.caravan.duck;

import dev.caravan.search.SearchData;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.ResultRow;
import dev.caravan.sql.WorkspaceDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.duckdb.DuckDBConnection;

/**
 * The data of one workspace: {@code loaded.duckdb} in its data folder where data were loaded, otherwise {@code
 * demo.duckdb}, which is made at the first question, and anew when its scripts have changed. A file that is replaced is taken over with the next statement.
 *
 * <p>Read-only is not enough: such a connection still reads any file of the computer and writes others. So external access
 * and extensions are off, and the configuration is locked before the first statement.
 */
public final class DuckDatabase implements WorkspaceDatabase, SearchData {
    private static final String DEMO_FILE = "demo.duckdb";

    /**
     * The bounds of a statement.
     *
     * @param timeout how long it may take, fetching included
     * @param maxRows how many rows are fetched at most
     * @param memory for all statements together, as DuckDB writes it
     */
    public record Limits(Duration timeout, int maxRows, String memory) {}

    private final Path data;
    private final Path workspace;
    private final Limits limits;
    private final ResultMemory memory;
    private final Predicate<String> cancelled;
    private final ConcurrentHashMap<String, Set<Statement>> running = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock;
    private Connection opened;
    private Path file;
    private FileTime stamp;

    /**
     * A database that is opened when it is first asked.
     *
     * @param data folder of its files
     * @param workspace folder of its scripts
     * @param memory bounds what results hold
     * @param cancelled whether a turn was given up
     */
    public DuckDatabase(Path data, Path workspace, Limits limits, ResultMemory memory, Predicate<String> cancelled) {
        this.memory = memory;
        this.data = data;
        this.workspace = workspace;
        this.limits = limits;
        this.cancelled = cancelled;
        this.clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "duckdb-timeout");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public List<Map<String, Object>> run(String sql) throws SQLException {
        return run(sql, limits.maxRows());
    }

    @Override
    public List<Map<String, Object>> read(String sql, int most) throws SQLException {
        return run(sql, most);
    }

    @Override
    public void stream(String sql, Consumer<Map<String, Object>> taker) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new SQLException("the reading was cut short", "57014");
                }
                taker.accept(ResultRow.read(result, DuckTimes::text));
            }
        }
    }

    private List<Map<String, Object>> run(String sql, int most) throws SQLException {
        AtomicBoolean late = new AtomicBoolean();
        String turn = ResultMemory.turnOf(sql);
        if (!turn.isEmpty() && cancelled.test(turn)) {
            throw new SQLException("the turn was given up", "57014");
        }
        try (Connection connection = connection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            ScheduledFuture<?> alarm = clock.schedule(
                    () -> {
                        late.set(true);
                        cancel(statement);
                    },
                    limits.timeout().toMillis(),
                    TimeUnit.MILLISECONDS);
            Set<Statement> ofTurn = running.computeIfAbsent(turn, id -> ConcurrentHashMap.newKeySet());
            ofTurn.add(statement);
            try (ResultSet result = statement.executeQuery()) {
                return rows(result, most, memory.rows(turn));
            } finally {
                alarm.cancel(false);
                ofTurn.remove(statement);
                running.remove(turn, Set.of());
            }
        } catch (SQLException e) {
            throw e.getSQLState() == null || late.get() ? DuckProblem.of(e, late.get()) : e;
        }
    }

    private List<Map<String, Object>> rows(ResultSet result, int most, ResultMemory.Rows rows) throws SQLException {
        try {
            while (rows.read().size() <= most && result.next()) {
                rows.add(ResultRow.read(result, DuckTimes::text));
            }
        } catch (OutOfMemoryError e) {
            // one value that does not fit; what was read goes with the exception
            throw ResultRow.tooLarge();
        }
        return rows.read();
    }

    @Override
    public void stop(String turnId) {
        running.getOrDefault(turnId, Set.of()).forEach(DuckDatabase::cancel);
    }

    private static void cancel(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException e) {
            // it has just ended by itself
            return;
        }
    }

    @Override
    public synchronized String version() {
        Path now = current();
        return now + " " + modified(now);
    }

    /** Whether the file is there, or can be made. */
    public boolean exists() {
        return Files.exists(current()) || Files.exists(workspace.resolve(BuildDatabase.DEMO));
    }

    @Override
    public boolean isMade() {
        return Files.exists(current());
    }

    private Path current() {
        Path loaded = data.resolve("loaded.duckdb");
        return Files.exists(loaded) ? loaded : data.resolve(DEMO_FILE);
    }

    private static FileTime modified(Path path) {
        try {
            return Files.getLastModifiedTime(path);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private synchronized Connection connection() throws SQLException {
        Path now = current();
        if (!Files.exists(now) || isOutdated(now)) {
            make(now);
        }
        FileTime changed = modified(now);
        if (opened == null || !now.equals(file) || !changed.equals(stamp)) {
            shut();
            opened = open(now);
            file = now;
            stamp = changed;
        }
        return ((DuckDBConnection) opened).duplicate();
    }

    /** Demo data that were made by scripts which have changed since. */
    private boolean isOutdated(Path now) {
        return now.equals(data.resolve(DEMO_FILE))
                && List.of(BuildDatabase.SCHEMA, BuildDatabase.DEMO).stream()
                        .anyMatch(script -> modified(workspace.resolve(script)).compareTo(modified(now)) > 0);
    }

    private void make(Path demo) throws SQLException {
        if (!Files.exists(workspace.resolve(BuildDatabase.DEMO))) {
            throw new SQLException(
                    "there are no data yet: load them with ./caravan load --workspace " + workspace.getFileName()
                            + " DIR",
                    DuckProblem.UNAVAILABLE);
        }
        try {
            new BuildDatabase(workspace).demo(demo);
        } catch (IOException e) {
            throw new SQLException("the demo data cannot be written: " + e.getMessage(), DuckProblem.UNAVAILABLE, e);
        } catch (SQLException e) {
            throw new SQLException("the demo data cannot be made: " + e.getMessage(), DuckProblem.UNAVAILABLE, e);
        }
    }

    private Connection open(Path path) throws SQLException {
        Properties locked = new Properties();
        locked.setProperty("duckdb.read_only", "true");
        locked.setProperty("enable_external_access", "false");
        locked.setProperty("autoinstall_known_extensions", "false");
        locked.setProperty("autoload_known_extensions", "false");
        locked.setProperty("allow_community_extensions", "false");
        locked.setProperty("memory_limit", limits.memory());
        locked.setProperty("threads", "2");
        locked.setProperty("lock_configuration", "true");
        locked.setProperty("jdbc_stream_results", "true");
        try {
            return DriverManager.getConnection("jdbc:duckdb:" + path, locked);
        } catch (SQLException e) {
            String why = String.valueOf(e.getMessage());
            String said = why.contains("lock")
                    ? "another program is writing to it"
                    : why.lines().findFirst().orElse(why);
            throw new SQLException(
                    "the data file " + path.getFileName() + " cannot be opened: " + said, DuckProblem.UNAVAILABLE, e);
        }
    }

    private void shut() throws SQLException {
        if (opened != null) {
            opened.close();
            opened = null;
        }
    }

    @Override
    public synchronized void close() {
        clock.shutdownNow();
        try {
            shut();
        } catch (SQLException e) {
            throw new IllegalStateException("the data file " + file + " does not close", e);
        }
    }
}
