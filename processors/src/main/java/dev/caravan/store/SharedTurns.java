package dev.caravan.store;

import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnJournal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the other servers of a database what this one works on, and does what they wish of it: one transaction a beat for all turns.
 * A turn that is over before its first beat costs nothing.
 *
 * <p>The rows are polled and no notification is waited for (LISTEN): the beat is needed anyway, as the sign of life by which others
 * know that a server is gone, while a notification needs a connection of its own, does not pass poolers that share connections
 * by transaction, and is lost while that connection is.
 */
public final class SharedTurns {
    private static final Logger LOG = LoggerFactory.getLogger(SharedTurns.class);

    private static final String ALIVE =
            """
            insert into caravan.running_turns as r (turn_id, run, thread_id, tenant, owner, kept, ended, alive_until)
            values (?, ?, ?, ?, ?, ?, ?, now() + make_interval(secs => ?))
            on conflict (turn_id) do update set run = excluded.run, kept = excluded.kept, ended = excluded.ended,
              alive_until = excluded.alive_until, cancel = r.cancel and r.run = excluded.run, pause = r.pause and r.run = excluded.run
            where r.run <= excluded.run and r.tenant = excluded.tenant and r.owner = excluded.owner""";

    private static final String EVENT =
            """
            insert into caravan.turn_events (turn_id, run, number, event, data)
            select turn_id, ?, ?, ?, ? from caravan.running_turns where turn_id = ? and tenant = ? and owner = ?
            on conflict do nothing""";

    private static final String WISHES =
            """
            update caravan.running_turns r set awaited = false
            from (select turn_id, cancel, pause, awaited from caravan.running_turns
              where turn_id = any(?) and (cancel or pause or awaited) order by turn_id for update) as wish
            where r.turn_id = wish.turn_id returning r.turn_id, wish.cancel, wish.pause, wish.awaited""";

    // what a client that is away for longer has missed, the answer tells
    private static final String OLD =
            "delete from caravan.running_turns where alive_until < now() - interval '10 minutes'";

    private final DataSource database;
    private final TurnJournal journal;
    private final TurnCancel cancel;
    private final Duration lost;

    /**
     * A teller.
     *
     * @param journal what happens here
     * @param cancel ends and pauses what runs here
     * @param lost how long a server that isn't heard of counts as working
     */
    public SharedTurns(DataSource database, TurnJournal journal, TurnCancel cancel, Duration lost) {
        this.database = database;
        this.journal = journal;
        this.cancel = cancel;
        this.lost = lost;
    }

    /** Tells what is new and does what is wished; a database that is down is told at the next beat. */
    public void beat() {
        List<TurnJournal.Page> pages = journal.pages().stream()
                // in one order on all servers, so that none waits for another in a circle
                .sorted(Comparator.comparing(page -> page.turn().turnId()))
                .toList();
        if (pages.isEmpty()) {
            return;
        }
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            writeAlive(connection, pages);
            writeEvents(connection, pages);
            fulfil(connection, pages);
            connection.commit();
        } catch (SQLException e) {
            journal.again(pages);
            LOG.debug("the other servers are not told of {} turns", pages.size(), e);
        }
    }

    /** Drops what nobody will ask for any more. */
    public void sweep() {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(OLD)) {
            statement.executeUpdate();
        } catch (SQLException e) {
            LOG.debug("events of turns that are over are not dropped", e);
        }
    }

    private void writeAlive(Connection connection, List<TurnJournal.Page> pages) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ALIVE)) {
            for (TurnJournal.Page page : pages) {
                TurnCancel.Open turn = page.turn();
                statement.setString(1, turn.turnId());
                statement.setInt(2, page.run());
                statement.setString(3, turn.threadId());
                statement.setString(4, turn.tenant());
                statement.setString(5, turn.owner());
                statement.setBoolean(6, turn.kept());
                statement.setBoolean(7, page.ended());
                statement.setDouble(8, lost.toMillis() / 1_000.0);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void writeEvents(Connection connection, List<TurnJournal.Page> pages) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(EVENT)) {
            for (TurnJournal.Page page : pages) {
                for (TurnJournal.Entry entry : page.entries()) {
                    statement.setInt(1, entry.place().run());
                    statement.setInt(2, entry.place().number());
                    statement.setString(3, entry.event());
                    statement.setString(4, entry.data());
                    statement.setString(5, page.turn().turnId());
                    statement.setString(6, page.turn().tenant());
                    statement.setString(7, page.turn().owner());
                    statement.addBatch();
                }
            }
            statement.executeBatch();
        }
    }

    private void fulfil(Connection connection, List<TurnJournal.Page> pages) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WISHES)) {
            String[] ids = pages.stream().map(page -> page.turn().turnId()).toArray(String[]::new);
            statement.setArray(1, connection.createArrayOf("text", ids));
            try (ResultSet wishes = statement.executeQuery()) {
                while (wishes.next()) {
                    String turnId = wishes.getString("turn_id");
                    if (wishes.getBoolean("cancel")) {
                        cancel.cancel(turnId);
                    }
                    if (wishes.getBoolean("pause")) {
                        cancel.pause(turnId);
                    }
                    if (wishes.getBoolean("awaited")) {
                        cancel.await(turnId);
                    }
                }
            }
        }
    }
}
