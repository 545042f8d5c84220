package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.demo.SharedWorld;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.waiting.KeepState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who is told of the end of a turn, from the request to the receiver. */
@Timeout(120)
class WebhookRoutesIT {
    private static final String SECRET =
            Base64.getEncoder().encodeToString("a key of thirty-two bytes, or so".getBytes(StandardCharsets.UTF_8));

    private final SharedWorld world = SharedWorld.get();
    private final FakeHttpEngine http = new FakeHttpEngine();
    private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private String url;
    private RouteFiles routes;

    /** Answers, and stores the turn as the agent's route does. */
    public static final class Stored {
        /** Called by the route. */
        public Turn answer(@Body Turn turn, CamelContext camel) {
            Turn answered = turn.withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
            camel.createProducerTemplate().requestBody("direct:store-turn", answered, Turn.class);
            return answered;
        }
    }

    @BeforeEach
    void start() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            calls.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Integer answer = answers.poll();
            exchange.sendResponseHeaders(answer == null ? 204 : answer, -1);
            exchange.close();
        });
        receiver.start();
        url = world.newDatabase();
        routes = RouteFiles.start(
                Map.of(
                        "state.jdbc-url",
                        url,
                        "state.user",
                        world.appCredentials().user(),
                        "state.password",
                        world.appCredentials().password(),
                        "webhooks.hosts",
                        "127.0.0.1",
                        "webhooks.inner-addresses",
                        "true",
                        "webhooks.secret",
                        SECRET,
                        "memory.look",
                        "1s"),
                Map.of(
                        "caravan.state.hold-millis", "60000",
                        "state.taken-up-at-once", "1",
                        "caravan.webhooks.retry-millis", "5"),
                registry -> {
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", new Stored());
                    registry.bind(
                            "keepState",
                            new KeepState(new ObjectMapper(), null, null, null, Duration.ZERO, Clock.systemUTC()));
                },
                "http.camel.yaml",
                "store.camel.yaml",
                "waiting.camel.yaml",
                "webhooks.camel.yaml",
                "work.camel.yaml",
                "/stub-turn.camel.yaml");
    }

    @AfterEach
    void stop() {
        routes.close();
        receiver.stop(0);
    }

    private Exchange ask() throws Exception {
        return http.post(
                "/api/chat",
                "{\"question\": \"Who won?\", \"callback\": \"http://127.0.0.1:"
                        + receiver.getAddress().getPort() + "/\"}",
                Map.of("Content-Type", "application/json"),
                null);
    }

    private int run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        url,
                        world.appCredentials().user(),
                        world.appCredentials().password());
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return statement.getUpdateCount();
            }
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    private String next() throws InterruptedException {
        return calls.poll(60, TimeUnit.SECONDS);
    }

    @Test
    void isTriedAgainUntilItIsTakenAndForgottenAfterADay() throws Exception {
        answers.add(503);
        assertThat(ask().getException()).isNull();
        String refused = next();
        assertThat(refused).contains("\"turn.finished\"", "Who won?", "Yes.");
        assertThat(new ObjectMapper().readTree(next()).path("data"))
                .isEqualTo(new ObjectMapper().readTree(refused).path("data"));
        while (run("select count(*) from caravan.callbacks where told is not null and taken_until is null") == 0) {
            Thread.onSpinWait();
        }
        assertThat(run("update caravan.callbacks set asked_at = asked_at - interval '2 days'"))
                .isEqualTo(1);
        while (run("select count(*) from caravan.callbacks") > 0) {
            Thread.onSpinWait();
        }
        assertThat(calls).isEmpty();
    }

    @Test
    void isToldInALaterRoundWhereNoTryWasTaken() throws Exception {
        for (int tries = 0; tries < 5; tries++) {
            answers.add(500);
        }
        assertThat(ask().getException()).isNull();
        for (int tries = 0; tries < 5; tries++) {
            assertThat(next()).isNotNull();
        }
        // the next round, sooner than in a quarter of an hour
        while (run("update caravan.callbacks set taken_until = now() - interval '1 second' where rounds = 1") == 0) {
            Thread.onSpinWait();
        }
        assertThat(next()).contains("Who won?");
    }

    @Test
    void aQuestionWhoseCallbackCannotBeNotedDownIsRefused() throws Exception {
        run("alter table caravan.callbacks rename to lost");
        assertThat(ask().getException()).isInstanceOfSatisfying(BadRequest.class, bad -> assertThat(bad.status())
                .isEqualTo(503));
        assertThat(calls).isEmpty();
    }
}
