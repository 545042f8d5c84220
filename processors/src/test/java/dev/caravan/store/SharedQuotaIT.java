package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.gate.Quota;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Budgets in the database, as three servers spend them. */
@Timeout(120)
class SharedQuotaIT {
    private static final Logger LOG = LoggerFactory.getLogger(SharedQuotaIT.class);
    private static final int LIMIT = 100;

    private final String url = SharedWorld.get().newDatabase();
    private final List<StateDatabase> servers = new ArrayList<>();

    private StateDatabase server() throws SQLException {
        var login = SharedWorld.get().appCredentials();
        StateDatabase server =
                StateDatabase.open(url, login.user(), login.password(), CircuitBreaker.ofDefaults("shared"));
        servers.add(server);
        return server;
    }

    private Quota quota(int limit, Duration window, Duration longest) throws SQLException {
        return new SharedQuota(server().dataSource(), "api", limit, window, longest, false);
    }

    @AfterEach
    void close() {
        servers.forEach(StateDatabase::close);
    }

    @Test
    void threeServersSpendTheWindowTogetherAndExactly() throws Exception {
        Duration window = Duration.ofSeconds(3);
        int askersOfServer = 4;
        ConcurrentLinkedQueue<Long> successes = new ConcurrentLinkedQueue<>();
        long end = System.nanoTime() + window.multipliedBy(8).dividedBy(3).toNanos();
        ExecutorService askers = Executors.newFixedThreadPool(3 * askersOfServer);
        List<Future<?>> running = new ArrayList<>();
        for (int number = 0; number < 3; number++) {
            Quota quota = quota(LIMIT, window, Duration.ofSeconds(5));
            for (int asker = 0; asker < askersOfServer; asker++) {
                boolean fails = asker == 0;
                running.add(askers.submit(() -> {
                    while (System.nanoTime() < end) {
                        Optional<Quota.Place> place = quota.reserve();
                        if (place.isPresent() && fails) {
                            place.get().release();
                        } else if (place.isPresent()) {
                            successes.add(System.nanoTime());
                            place.get().commit();
                        }
                    }
                }));
            }
        }
        for (Future<?> each : running) {
            each.get();
        }
        askers.shutdown();
        List<Long> sorted = successes.stream().sorted().toList();
        LOG.info(
                "{} successes of {} askers in {} s, none of {} within {} s",
                sorted.size(),
                3 * askersOfServer,
                window.toSeconds() * 8 / 3,
                LIMIT + 1,
                window.toSeconds());
        for (int first = 0; first + LIMIT < sorted.size(); first++) {
            assertThat(sorted.get(first + LIMIT) - sorted.get(first))
                    .as("time in which %d calls succeeded", LIMIT + 1)
                    .isGreaterThan(window.toNanos());
        }
        // all of the first window and, however busy the machine is, some of the second and third
        assertThat(sorted.size()).isBetween(LIMIT + 1, 3 * LIMIT);
    }

    @Test
    void whatFailsCostsNothingAndWhatAServerLeavesBehindComesBackLater() throws SQLException {
        Quota first = quota(2, Duration.ofHours(1), Duration.ofMinutes(1));
        Quota second = quota(2, Duration.ofHours(1), Duration.ofMinutes(1));
        Quota.Place place = first.reserve().orElseThrow();
        assertThat(second.remaining()).isEqualTo(1);
        assertThat(second.untilNext()).isZero();
        place.release();
        assertThat(second.remaining()).isEqualTo(2);
        first.reserve().orElseThrow().commit();
        second.reserve().orElseThrow();
        // the second is never heard of again
        assertThat(Stream.of(first, second).map(Quota::reserve)).allMatch(Optional::isEmpty);
        assertThat(first.untilNext()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
    }

    @Test
    void aDatabaseThatIsGoneLeavesNoPlaceUnlessToldSo() throws SQLException {
        StateDatabase gone = server();
        Quota closed = new SharedQuota(gone.dataSource(), "a", 5, Duration.ofMinutes(1), Duration.ZERO, false);
        Quota open = new SharedQuota(gone.dataSource(), "b", 5, Duration.ofMinutes(1), Duration.ZERO, true);
        gone.close();
        assertThat(closed.reserve()).isEmpty();
        assertThat(closed.remaining()).isZero();
        open.reserve().orElseThrow().commit();
        assertThat(open.remaining()).isEqualTo(5);
    }

    @Test
    void aBudgetThatIsTakenUpAgainCountsAsUsedOfLate() throws Exception {
        StateDatabase server = server();
        quota(2, Duration.ofMinutes(1), Duration.ZERO);
        JdbcClient client = JdbcClient.create(server.dataSource());
        client.sql("update caravan.budget_places set free_from = now() - interval '9 days' where place = 1")
                .update();
        client.sql("update caravan.budget_places set free_from = now() + interval '1 hour' where place = 2")
                .update();
        quota(2, Duration.ofMinutes(1), Duration.ZERO);
        assertThat(client.sql("select count(*) from caravan.budget_places where free_from > now() - interval '1 hour'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(2);
        // and what is taken stays taken
        assertThat(client.sql(
                                "select count(*) from caravan.budget_places where free_from > now() + interval '30 minutes'")
                        .query(Integer.class)
                        .single())
                .isEqualTo(1);
    }
}
