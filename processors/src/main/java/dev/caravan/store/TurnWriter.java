package dev.caravan.store;

import dev.caravan.turn.Turn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes threads and finished turns: what comes while a transaction is under way goes into the next one together, so that many
 * turns cost one commit. Whoever stores a turn waits for its commit. One row that the database refuses fails alone.
 *
 * <p>A bean and no aggregator of Camel: an aggregator lets the exchange go before its batch is written, and here it may not go.
 */
public final class TurnWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TurnWriter.class);
    private static final int BATCH = 64;
    // longer than a statement may take on its connection
    private static final long PATIENCE_SECONDS = 40;
    private static final long LAST_ROWS_SECONDS = 5;

    private static final String OPEN =
            """
            insert into caravan.threads (id, workspace, tenant, owner, title, created_at, updated_at)
            values (?, ?, ?, ?, '', cast(? as timestamptz), cast(? as timestamptz)) on conflict (id) do nothing""";

    /** One statement, so that thread, turn and what it cost are kept together or not at all. */
    private static final String STORE =
            """
            with thread as (
              insert into caravan.threads (id, workspace, tenant, owner, title, created_at, updated_at)
              select ?, ?, ?, ?, ?, cast(? as timestamptz), cast(? as timestamptz)
              where not exists (select from caravan.deleted_threads where id = ?)
              on conflict (id) do update set updated_at = greatest(threads.updated_at, excluded.updated_at),
                title = case threads.title when '' then excluded.title else threads.title end
              where threads.tenant = excluded.tenant and threads.owner = excluded.owner
              returning id),
            spent as (
              insert into caravan.spent (turn_id, tenant, owner, day, dollars, rows)
              values (?, ?, ?, cast(now() at time zone 'utc' as date), cast(? as numeric), cast(? as bigint))
              on conflict (turn_id) do update set dollars = excluded.dollars, rows = excluded.rows)
            insert into caravan.turns (id, thread_id, started_at, question, asked, answer, outcome, document)
            select ?, id, cast(? as timestamptz), ?, ?, ?, ?, cast(? as jsonb) from thread
            on conflict (id) do update set asked = excluded.asked, answer = excluded.answer, outcome = excluded.outcome,
              document = excluded.document where turns.outcome = 'awaiting_person'""";

    private static final List<String> STORED = List.of(
            "thread_id",
            "workspace",
            "tenant",
            "owner",
            "title",
            "started_at",
            "ended_at",
            "thread_id",
            "turn_id",
            "tenant",
            "owner",
            "dollars",
            "rows",
            "turn_id",
            "started_at",
            "question",
            "asked",
            "answer",
            "outcome",
            "document");

    /** One row on its way, and who waits for it. */
    private record Write(String statement, List<Object> values, CompletableFuture<Void> done) {}

    private final DataSource database;
    private final Queue<Write> queue = new ConcurrentLinkedQueue<>();
    private final Map<String, CompletableFuture<Void>> opening = new ConcurrentHashMap<>();
    private final ExecutorService writer = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "turn-writer");
        thread.setDaemon(true);
        return thread;
    });

    /** Into the database of conversations. */
    public TurnWriter(DataSource database) {
        this.database = database;
    }

    /** Notes down a new thread, so that a second question can follow while the first is answered; nobody waits for it. */
    public void open(Turn turn) {
        String began = turn.startedAt().toString();
        CompletableFuture<Void> done = written(new Write(
                OPEN,
                List.of(turn.threadId(), turn.workspace(), turn.tenant(), turn.owner(), began, began),
                new CompletableFuture<>()));
        opening.put(turn.threadId(), done);
        done.whenComplete((nothing, failure) -> {
            opening.remove(turn.threadId(), done);
            if (failure != null) {
                // storing the turn tries again and says it to the person
                LOG.debug("the store is down, the thread {} is not opened", turn.threadId(), failure);
            }
        });
    }

    /** Waits until a thread that is being opened can be read. */
    public void settle(Turn turn) {
        CompletableFuture<Void> done = opening.get(turn.threadId());
        if (done != null) {
            try {
                await(done);
            } catch (SQLException e) {
                LOG.debug("the thread {} is not opened", turn.threadId(), e);
            }
        }
    }

    /**
     * Stores a turn; it is committed when this returns.
     *
     * @param row as {@link WriteRow} makes it
     * @throws SQLException when it is not stored, or nobody knows
     */
    public void store(@Variable("row") Map<String, Object> row) throws SQLException {
        List<Object> values = STORED.stream().map(row::get).toList();
        await(written(new Write(STORE, values, new CompletableFuture<>())));
    }

    private CompletableFuture<Void> written(Write write) {
        queue.add(write);
        try {
            writer.execute(this::drain);
        } catch (RejectedExecutionException e) {
            write.done().completeExceptionally(new SQLException("the store is closed", e));
        }
        return write.done();
    }

    private static void await(CompletableFuture<Void> done) throws SQLException {
        try {
            done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof SQLException cause ? cause : new SQLException(e.getCause());
        } catch (TimeoutException e) {
            throw new SQLException("not written within " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("the thread was interrupted while its turn was written", e);
        }
    }

    /** Writes what has gathered; one of these runs for each row, and most find nothing left. */
    private void drain() {
        List<Write> batch = new ArrayList<>();
        for (Write next = queue.poll(); next != null; next = batch.size() < BATCH ? queue.poll() : null) {
            batch.add(next);
        }
        if (batch.isEmpty()) {
            return;
        }
        Optional<Exception> failure = write(batch);
        if (failure.isEmpty()) {
            batch.forEach(write -> write.done().complete(null));
        } else if (batch.size() == 1 || failure.get() instanceof NoConnection) {
            batch.forEach(write -> write.done().completeExceptionally(failure.get()));
        } else {
            batch.forEach(this::writeAlone);
        }
    }

    private void writeAlone(Write write) {
        write(List.of(write)).ifPresentOrElse(failure -> write.done().completeExceptionally(failure), () -> write.done()
                .complete(null));
    }

    private Optional<Exception> write(List<Write> batch) {
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            // threads first, a turn may be one of theirs
            for (String statement : List.of(OPEN, STORE)) {
                write(connection, statement, batch);
            }
            connection.commit();
            return Optional.empty();
        } catch (SQLException | RuntimeException e) {
            // a pool takes back what was not committed
            return Optional.of(e);
        }
    }

    private static void write(Connection connection, String statement, List<Write> batch) throws SQLException {
        List<Write> rows = batch.stream()
                .filter(write -> write.statement().equals(statement))
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
            for (Write row : rows) {
                for (int i = 0; i < row.values().size(); i++) {
                    prepared.setObject(i + 1, row.values().get(i));
                }
                prepared.addBatch();
            }
            prepared.executeBatch();
        }
    }

    private Connection connection() throws SQLException {
        try {
            return database.getConnection();
        } catch (SQLException e) {
            throw new NoConnection(e);
        }
    }

    /** There is nothing to write to; asking for each row would only take longer. */
    private static final class NoConnection extends SQLException {
        private static final long serialVersionUID = 1L;

        NoConnection(SQLException cause) {
            super(cause.getMessage(), cause.getSQLState(), cause);
        }
    }

    /** Writes what is under way, and takes nothing more. */
    @Override
    public void close() {
        writer.shutdown();
        try {
            if (!writer.awaitTermination(LAST_ROWS_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("the last turns were not written within {} s", LAST_ROWS_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
