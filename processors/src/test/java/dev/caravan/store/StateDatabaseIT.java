package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.SharedWorld;
import dev.caravan.gate.Breakers;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The database of conversations when it goes away under its pool. */
class StateDatabaseIT {
    private final CircuitBreaker breaker =
            Breakers.consecutive("conversations", 1, Duration.ofHours(1), StateDatabase::isDown);

    private StateDatabase open(String url) throws SQLException {
        SharedWorld world = SharedWorld.get();
        return StateDatabase.open(
                url, world.appCredentials().user(), world.appCredentials().password(), breaker);
    }

    private static void asAdmin(String sql) throws SQLException {
        try (Connection admin = SharedWorld.get().admin("postgres");
                var statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void waitsOnceForADatabaseThatIsGoneAndAsksNoMoreUntilTheTrial() throws Exception {
        String url = SharedWorld.get().newDatabase();
        String name = url.substring(url.lastIndexOf('/') + 1);
        try (StateDatabase state = open(url)) {
            assertThat(state.health()).isEqualTo("UP");
            asAdmin("DROP DATABASE " + name + " WITH (FORCE)");
            // a connection that was used just now is given out unchecked
            for (int i = 0; i < 10_000 && breaker.getState() == State.CLOSED; i++) {
                state.health();
            }
            assertThat(breaker.getState()).isEqualTo(State.OPEN);
            assertThat(state.health()).isEqualTo("DOWN");
            assertThatThrownBy(() -> state.dataSource().getConnection())
                    .isInstanceOf(SQLException.class)
                    .hasCauseInstanceOf(CallNotPermittedException.class);

            asAdmin("CREATE DATABASE " + name + " OWNER "
                    + SharedWorld.get().appCredentials().user());
            // the pool itself waits a while between its own attempts: a trial may come too early for it
            for (int i = 0; i < 30 && breaker.getState() != State.CLOSED; i++) {
                breaker.transitionToHalfOpenState();
                state.health();
            }
            assertThat(state.health()).isEqualTo("UP");
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
        }
    }

    @Test
    void aDatabaseAllOfWhoseConnectionsAreBusyIsNotDown() throws Exception {
        List<Connection> taken = new ArrayList<>();
        try (StateDatabase state = open(SharedWorld.get().newDatabase())) {
            for (int i = 0; i < 4; i++) {
                taken.add(state.dataSource().getConnection());
            }
            assertThatThrownBy(() -> state.dataSource().getConnection()).isInstanceOf(SQLException.class);
            assertThat(breaker.getState()).isEqualTo(State.CLOSED);
            for (Connection connection : taken) {
                connection.close();
            }
            assertThat(state.health()).isEqualTo("UP");
        }
    }

    @Test
    void saysThatNothingIsKeptWhereThereIsNone() throws Exception {
        try (StateDatabase state = open("")) {
            assertThat(state.health()).isEqualTo("NOT_KEPT");
        }
    }
}
