package dev.caravan.sql;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bounds what the results of all turns hold in memory together. A small result is free; for one that grows beyond {@value #FREE}
 * characters its turn needs one of few places, which it keeps until its answer has been taken. Whoever finds none waits.
 */
public final class ResultMemory {
    static final int FREE = 1 << 20;
    private static final Pattern MARK = Pattern.compile("/\\* turn ([A-Za-z0-9-]+) \\*/");

    private final Semaphore places;
    private final Duration patience;
    private final Set<String> holders = ConcurrentHashMap.newKeySet();

    /**
     * A bound.
     *
     * @param places how many turns may hold large results at once
     * @param patience how long a large result waits for a place
     */
    public ResultMemory(int places, Duration patience) {
        this.places = new Semaphore(places, true);
        this.patience = patience;
    }

    /** Gives a turn's place back, if it has one. */
    public void release(String turnId) {
        if (holders.remove(turnId)) {
            places.release();
        }
    }

    /** The turn that a statement is marked with, see {@link QueryStopper#mark}; empty for one of no turn. */
    public static String turnOf(String statement) {
        Matcher mark = MARK.matcher(statement);
        return mark.find() ? mark.group(1) : "";
    }

    /** A result of a turn, which is about to be read; the results of no turn are the program's own and not counted. */
    public Rows rows(String turnId) {
        return new Rows(turnId);
    }

    /** Rows that are being read. */
    public final class Rows {
        private final String turnId;
        private final List<Map<String, Object>> rows = new ArrayList<>();
        private long characters;

        private Rows(String turnId) {
            this.turnId = turnId;
        }

        /**
         * Takes a row, as soon as there is place for it.
         *
         * @return the row
         * @throws SQLException with SQLSTATE 54000 when the result is larger than any may be; when no place became free
         */
        public Map<String, Object> add(Map<String, Object> row) throws SQLException {
            characters += ResultRow.characters(row);
            if (characters > ResultRow.LARGEST_RESULT) {
                throw ResultRow.tooLarge();
            }
            if (characters > FREE && !turnId.isEmpty() && !holders.contains(turnId)) {
                take();
            }
            rows.add(row);
            return row;
        }

        /** What was read. */
        public List<Map<String, Object>> read() {
            return rows;
        }

        private void take() throws SQLException {
            try {
                if (!places.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    // without a cause, as a pool says that all its connections are in use
                    throw new SQLTransientConnectionException("too many large results are held at once");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("the statement was interrupted", "57014", e);
            }
            if (!holders.add(turnId)) {
                places.release();
            }
        }
    }
}
