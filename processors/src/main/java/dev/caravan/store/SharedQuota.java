package dev.caravan.store;

import dev.caravan.gate.Quota;
import dev.caravan.gate.WatchedQuota;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A quota in a sliding window that all servers of a database spend together. The window holds by the clock of the database, and a
 * place is a row, which of two takers locks one out; there is nothing that all calls would wait for. A server that ends within a
 * call leaves its place used, as if the call had succeeded at the longest time it may take.
 *
 * <p>What is shown as pending, committed and refused is of this server, what is left is that of all.
 *
 * <p>While the database does not answer no place is left, except where the quota was told to be open then.
 */
public final class SharedQuota implements WatchedQuota {
    private static final Logger LOG = LoggerFactory.getLogger(SharedQuota.class);

    private final JdbcClient database;
    private final String name;
    private final int limit;
    private final Duration window;
    private final Duration longest;
    private final boolean openWhenDown;
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();

    /**
     * A quota whose places are made where they are missing.
     *
     * @param name by which servers share it
     * @param limit successes in any window
     * @param window its length
     * @param longest how long a call may take
     * @param openWhenDown whether calls go on while the database does not answer
     */
    public SharedQuota(
            DataSource database, String name, int limit, Duration window, Duration longest, boolean openWhenDown) {
        this.database = JdbcClient.create(database);
        this.name = name;
        this.limit = limit;
        this.window = window;
        this.longest = longest;
        this.openWhenDown = openWhenDown;
        try {
            // those that are there are marked as used of late, so that they are not taken for left behind and deleted
            this.database
                    .sql(
                            """
                            insert into caravan.budget_places (budget, place, free_from)
                            select :budget, generate_series(1, :limit), clock_timestamp() - interval '1 minute'
                            on conflict (budget, place) do update
                            set free_from = greatest(budget_places.free_from, excluded.free_from)""")
                    .param("budget", name)
                    .param("limit", limit)
                    .update();
        } catch (DataAccessException e) {
            LOG.warn("the places of the budget {} were not made: {}", name, e.getMessage());
        }
    }

    /** A place in the database. */
    private final class Row implements Place {
        private final int place;
        private final String holder;

        Row(int place, String holder) {
            this.place = place;
            this.holder = holder;
        }

        @Override
        public void commit() {
            pending.decrementAndGet();
            committed.incrementAndGet();
            free(window);
        }

        @Override
        public void release() {
            pending.decrementAndGet();
            free(Duration.ZERO);
        }

        private void free(Duration after) {
            try {
                database.sql(
                                """
                                update caravan.budget_places set free_from = clock_timestamp() + make_interval(secs => :seconds)
                                where budget = :budget and place = :place and holder = :holder""")
                        .param("seconds", seconds(after))
                        .param("budget", name)
                        .param("place", place)
                        .param("holder", holder)
                        .update();
            } catch (DataAccessException e) {
                // it stays taken for longer than it had to, which spends nothing twice
                LOG.warn("a place of the budget {} was not given back: {}", name, e.getMessage());
            }
        }
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1_000.0;
    }

    @Override
    public Optional<Place> reserve() {
        String holder = UUID.randomUUID().toString();
        try {
            Optional<Place> taken = database.sql(
                            """
                            update caravan.budget_places set holder = :holder,
                              free_from = clock_timestamp() + make_interval(secs => :seconds)
                            where budget = :budget and place = (
                              select place from caravan.budget_places
                              where budget = :budget and place <= :limit and free_from <= clock_timestamp()
                              order by free_from limit 1 for update skip locked)
                            returning place""")
                    .param("holder", holder)
                    .param("seconds", seconds(window.plus(longest)))
                    .param("budget", name)
                    .param("limit", limit)
                    .query((row, number) -> (Place) new Row(row.getInt("place"), holder))
                    .optional();
            if (taken.isPresent()) {
                pending.incrementAndGet();
            } else {
                refused.incrementAndGet();
            }
            return taken;
        } catch (DataAccessException e) {
            LOG.warn("the budget {} cannot be looked at: {}", name, e.getMessage());
            if (openWhenDown) {
                return Quota.unlimited().reserve();
            }
            refused.incrementAndGet();
            return Optional.empty();
        }
    }

    @Override
    public int remaining() {
        try {
            return database.sql(
                            """
                            select count(*) from caravan.budget_places
                            where budget = :budget and place <= :limit and free_from <= clock_timestamp()""")
                    .param("budget", name)
                    .param("limit", limit)
                    .query(Integer.class)
                    .single();
        } catch (DataAccessException e) {
            return openWhenDown ? limit : 0;
        }
    }

    @Override
    public Duration untilNext() {
        try {
            return database.sql(
                            """
                            select greatest(0, cast(1000 * extract(epoch from min(free_from) - clock_timestamp()) as bigint))
                            from caravan.budget_places where budget = :budget and place <= :limit
                            having min(free_from) > '-infinity'""")
                    .param("budget", name)
                    .param("limit", limit)
                    .query(Long.class)
                    .optional()
                    .map(Duration::ofMillis)
                    .orElse(Duration.ZERO);
        } catch (DataAccessException e) {
            return Duration.ZERO;
        }
    }

    @Override
    public long windowSeconds() {
        return window.toSeconds();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int getLimit() {
        return limit;
    }

    @Override
    public int getPending() {
        return pending.get();
    }

    @Override
    public long getCommitted() {
        return committed.get();
    }

    @Override
    public long getRefused() {
        return refused.get();
    }
}
