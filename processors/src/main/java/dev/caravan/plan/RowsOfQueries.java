package dev.caravan.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.query.Value;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The rows of analyzed queries while they are fresh, in the memory of this server and bounded there: whoever asks another server, or
 * later, has the query run again.
 */
public final class RowsOfQueries {
    // an object and its place in the row; a text has two bytes for each character at most
    private static final int CELL = 24;
    private static final int CHARACTER = 2;
    private static final int ROW = 48;

    private record Key(String tenant, String owner, String thread, String question) {}

    private record Kept(List<Value> values, Table table, Instant readAt) {
        int bytes() {
            long bytes = 0;
            for (List<Object> row : table.rows()) {
                bytes += ROW;
                for (Object cell : row) {
                    bytes += CELL + (cell instanceof CharSequence text ? (long) CHARACTER * text.length() : 0);
                }
            }
            return (int) Math.min(Integer.MAX_VALUE, bytes);
        }
    }

    private final Cache<Key, Kept> kept;
    private final Duration fresh;
    private final Clock clock;

    /**
     * A memory.
     *
     * @param fresh how long rows are used; zero: never
     * @param bytes how much all rows may take together, by an estimate
     */
    public RowsOfQueries(Duration fresh, long bytes, Clock clock) {
        this.fresh = fresh;
        this.clock = clock;
        this.kept = Caffeine.newBuilder()
                .maximumWeight(bytes)
                .<Key, Kept>weigher((key, value) -> value.bytes())
                .expireAfterWrite(fresh)
                // so that what is too large is gone at once
                .executor(Runnable::run)
                .build();
    }

    /** The fresh rows of a request of the turn's conversation, if they hold all these values. */
    Optional<AnalyzedRows> find(Turn turn, String question, List<Value> needed) {
        return Optional.ofNullable(kept.getIfPresent(key(turn, question)))
                .filter(rows -> clock.instant().isBefore(rows.readAt().plus(fresh)))
                .map(rows -> new AnalyzedRows(
                        rows.values(),
                        Optional.of(rows.table()),
                        Duration.between(rows.readAt(), clock.instant()),
                        true))
                .filter(rows -> rows.holds(needed));
    }

    void keep(Turn turn, String question, List<Value> values, Table table) {
        if (!fresh.isZero()) {
            kept.put(key(turn, question), new Kept(values, table, clock.instant()));
        }
    }

    /** Forgets the rows of a conversation that is deleted. */
    public void forget(String thread) {
        kept.asMap().keySet().removeIf(key -> key.thread().equals(thread));
    }

    private static Key key(Turn turn, String question) {
        return new Key(turn.tenant(), turn.owner(), turn.threadId(), question);
    }
}
