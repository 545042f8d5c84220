package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.demo.SharedWorld;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.waiting.KeepState;
import dev.caravan.waiting.TurnWish;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that lost its stream, at a server that did not work on the turn: what that one wrote stands in the database. */
class FollowRoutesIT {
    private final SharedWorld world = SharedWorld.get();
    private final FakeHttpEngine http = new FakeHttpEngine();
    private final FakeHttpEngine.Line line = new FakeHttpEngine.Line();
    private String url;
    private RouteFiles routes;
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        url = world.newDatabase();
        routes = RouteFiles.start(
                Map.of(
                        "state.jdbc-url", url,
                        "state.user", world.appCredentials().user(),
                        "state.password", world.appCredentials().password()),
                Map.of("caravan.state.hold-millis", "60000", "state.taken-up-at-once", "1"),
                registry -> {
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", new HttpRoutesTest.StubTurn());
                    // of routes that are not asked here
                    registry.bind(
                            "keepState",
                            new KeepState(new ObjectMapper(), null, null, null, Duration.ZERO, Clock.systemUTC()));
                },
                "http.camel.yaml",
                "store.camel.yaml",
                "waiting.camel.yaml",
                "work.camel.yaml",
                "/stub-turn.camel.yaml");
        template = routes.camel().createProducerTemplate();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What another server tells of a turn that it works on. */
    private void running(String turn, String aliveFor, boolean ended) throws SQLException {
        run(
                "insert into caravan.running_turns (turn_id, run, thread_id, tenant, owner, kept, alive_until, ended) values ('"
                        + turn + "', 0, 'thread', '" + Turn.EVERYBODY + "', '" + Turn.EVERYBODY
                        + "', true, now() + interval '"
                        + aliveFor + "', " + ended + ")");
        run("insert into caravan.turn_events values ('" + turn + "', 0, 1, 'node_start', '{\"stage\":\"one\"}'), ('"
                + turn + "', 0, 2, 'node_start', '{\"stage\":\"two\"}')");
    }

    private Exchange follow(String turn, String last) throws Exception {
        return http.post("/api/turns/{id}/events", null, Map.of("id", turn, "Last-Event-ID", last), line);
    }

    @Test
    void sendsWhatWasMissedAndTheStoredAnswer() throws Exception {
        Turn turn = Turn.opened("told", "thread", true, "nba", "Who won?", Map.of(), Instant.now());
        template.requestBody(
                "direct:store-turn", turn.withAnswer(Answer.of(Outcome.ANSWERED, "The Heat.")), Turn.class);
        running("told", "1 minute", true);
        assertThat(follow("told", "0.1").getException()).isNull();
        assertThat(line.sent)
                .satisfiesExactly(
                        missed -> assertThat(missed).isEqualTo("node_start {\"stage\":\"two\"}"),
                        done -> assertThat(done).startsWith("done ").contains("The Heat."));
    }

    @Test
    void waitsForAServerThatWorksAndTellsOfOneThatIsNotHeardOfAnyMore() throws Exception {
        running("lost", "700 milliseconds", false);
        assertThat(follow("lost", "").getException()).isNull();
        assertThat(line.sent).hasSize(3);
        assertThat(line.sent.get(2)).startsWith("error ").contains("has ended before there was an answer");
    }

    @Test
    void knowsNoTurnThatNobodyTellsOfAndNoIdThatIsNone() throws Exception {
        assertThat(follow("none", "").getException())
                .isInstanceOfSatisfying(
                        BadRequest.class, bad -> assertThat(bad.status()).isEqualTo(404));
        assertThat(follow("none", "yesterday").getException())
                .isInstanceOfSatisfying(
                        BadRequest.class, bad -> assertThat(bad.field()).isEqualTo("Last-Event-ID"));
    }

    @Test
    void wishesOfAServerThatWorksAndOfNoOther() throws Exception {
        running("works", "1 minute", false);
        running("over", "1 minute", true);
        for (boolean pause : List.of(true, false)) {
            assertThat(wish("works", pause)).hasSize(1);
            assertThat(wish("over", pause)).isEmpty();
        }
    }

    @Test
    void aTurnThatIsStoredIsOverThoughItsServerHasNotToldSo() throws Exception {
        running("stored", "1 minute", false);
        assertThat(runningSteps("stored")).hasSize(1);
        Turn turn = Turn.opened("stored", "thread", true, "nba", "Who won?", Map.of(), Instant.now());
        template.requestBody(
                "direct:store-turn", turn.withAnswer(Answer.of(Outcome.ANSWERED, "The Heat.")), Turn.class);
        assertThat(runningSteps("stored")).isEmpty();
    }

    private List<?> runningSteps(String turn) {
        return template.requestBody("direct:running-steps", turn, List.class);
    }

    private List<?> wish(String turn, boolean pause) {
        return template.requestBody("direct:wish-of-server", new TurnWish(turn, pause), List.class);
    }
}
