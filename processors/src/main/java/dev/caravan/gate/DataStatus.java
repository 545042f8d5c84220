package dev.caravan.gate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Tells which data are asked: name, vintage and whether they are synthetic, from the table {@code
 * data_source}. A database that does not answer at once is told as unreachable, with what it last said.
 */
public final class DataStatus implements StatusSource {
    private static final long PATIENCE_MILLIS = 1_500;

    private final DataSource database;
    private final Supplier<Map<String, Object>> making;
    private CompletableFuture<Map<String, Object>> asking = CompletableFuture.completedFuture(Map.of());
    private Map<String, Object> last = Map.of();

    /** Reads the database that a gate stands in front of. */
    public DataStatus(DataSource database) {
        this(database, Map::of);
    }

    /**
     * Reads a database whose data are made on demand.
     *
     * @param making how far they are; with {@code made} false the database is not asked
     */
    public DataStatus(DataSource database, Supplier<Map<String, Object>> making) {
        this.database = database;
        this.making = making;
    }

    @Override
    public String section() {
        return "data";
    }

    @Override
    public Map<String, Object> status() {
        Map<String, Object> state = making.get();
        if (Boolean.FALSE.equals(state.get("made"))) {
            Map<String, Object> status = new LinkedHashMap<>(state);
            // nothing is in the way of the first question
            status.put("reachable", true);
            return status;
        }
        try {
            Map<String, Object> status = ask().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            remember(status);
            return status;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unreachable();
        } catch (ExecutionException | TimeoutException e) {
            return unreachable();
        }
    }

    /** One query at a time: while the database hangs, nobody else waits for a connection of it. */
    private synchronized CompletableFuture<Map<String, Object>> ask() {
        if (asking.isDone()) {
            asking = CompletableFuture.supplyAsync(this::read);
        }
        return asking;
    }

    private synchronized void remember(Map<String, Object> status) {
        if (Boolean.TRUE.equals(status.get("reachable"))) {
            last = status;
        }
    }

    private synchronized Map<String, Object> unreachable() {
        Map<String, Object> status = new LinkedHashMap<>(last);
        status.put("reachable", false);
        return status;
    }

    private Map<String, Object> read() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("reachable", true);
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select name, vintage, synthetic, note from public.data_source limit 1")) {
            if (rows.next()) {
                status.put("name", rows.getString(1));
                status.put("vintage", rows.getString(2));
                status.put("synthetic", rows.getBoolean(3));
                status.put("note", rows.getString(4));
            }
            return status;
        } catch (SQLException e) {
            // 42P01: a database of one's own need not have the table
            return "42P01".equals(e.getSQLState()) ? status : unreachable();
        }
    }
}
