package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.edge.Feedback;
import dev.caravan.edge.TurnDocument;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.store.Share;
import dev.caravan.trace.StepEvents;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with a kept answer: an opinion, an address for others, its statement run again; on a real PostgreSQL. */
class FeedbackRoutesIT {
    private static final Instant SOON = Instant.now().plusSeconds(3_600);

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;
    private static int databases;

    private final FakeHttpEngine http = new FakeHttpEngine();
    private final FakeHttpEngine.Line line = new FakeHttpEngine.Line();
    private RouteFiles routes;
    private ProducerTemplate template;

    @BeforeAll
    static void startServer() throws Exception {
        server = EmbeddedPostgres.start(serverFolder, Progress.silent());
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
        }
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void start() throws Exception {
        String database = "feedback" + ++databases;
        try (Connection admin = server.admin("postgres")) {
            Roles.createStateDatabase(admin, database);
        }
        routes = RouteFiles.start(
                Map.of(
                        "state.jdbc-url", server.jdbcUrl(database),
                        "state.user", server.appCredentials().user(),
                        "state.password", server.appCredentials().password()),
                registry -> {
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", new HttpRoutesTest.StubTurn());
                    registry.bind("stepEvents", new StepEvents(new dev.caravan.trace.TurnEvents()));
                },
                "http.camel.yaml",
                "store.camel.yaml",
                "feedback.camel.yaml",
                "/stub-turn.camel.yaml");
        template = routes.camel().createProducerTemplate();
        template.requestBody("direct:store-turn", answered(), Turn.class);
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private static Turn answered() {
        ToolCall call = ToolCall.asking("c1", "query_tool", "Coffee of Kenya in 2020?", "");
        Table table = new Table(List.of(new Column("year", "year")), List.of(List.of(2020L)), 1);
        SqlEvidence evidence =
                new SqlEvidence(call.question(), "SELECT 2020 AS year", table, List.of(), "test data", 7);
        return Turn.opened("t1", "th1", true, "atlas", "Coffee?", Map.of(), Instant.parse("2025-03-01T12:00:00Z"))
                .withPending(List.of(call))
                .withResult(new ToolResult(call, ToolResult.Status.OK, "rows", Optional.of(evidence)), 1)
                .withAnswer(Answer.of(Outcome.ANSWERED, "Yes."));
    }

    private Map<?, ?> rate(String rating, String comment) {
        return template.requestBody("direct:save-feedback", new Feedback("t1", rating, comment), Map.class);
    }

    private Map<?, ?> turnOfThread() {
        Map<?, ?> thread = template.requestBody("direct:get-thread", "th1", Map.class);
        return (Map<?, ?>) ((List<?>) thread.get("turns")).get(0);
    }

    private void assertMissing(String route, Object body) {
        assertThatThrownBy(() -> template.requestBody(route, body, Object.class))
                .isInstanceOf(CamelExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        BadRequest.class, bad -> assertThat(bad.status()).isEqualTo(404));
    }

    @Test
    void keepsAnOpinionChangesItAndForgetsIt() {
        assertThat(turnOfThread().get("rating")).isNull();
        assertThat(rate("up", "").get("rating")).isEqualTo("up");
        assertThat(rate("down", "'); drop table caravan.feedback; --").get("comment"))
                .isEqualTo("'); drop table caravan.feedback; --");
        assertThat(turnOfThread().get("rating")).isEqualTo("down");
        template.requestBody("direct:withdraw-feedback", "t1", String.class);
        assertThat(turnOfThread().get("rating")).isNull();
        assertMissing("direct:withdraw-feedback", "t1");
    }

    @Test
    void takesNoOpinionOnWhatWasNeverAnswered() {
        assertMissing("direct:save-feedback", new Feedback("t2", "up", ""));
    }

    @Test
    void forgetsOpinionAndAddressWithTheConversation() {
        rate("up", "");
        String token = template.requestBody("direct:share-turn", new Share("t1", "k1", SOON), String.class);
        template.requestBody("direct:delete-thread", "th1", String.class);
        assertMissing("direct:get-shared-turn", token);
        assertMissing("direct:withdraw-feedback", "t1");
    }

    @Test
    void sharesAnAnswerUnderOneAddressThatLeadsNowhereElse() {
        String token = template.requestBody("direct:share-turn", new Share("t1", "k1", SOON), String.class);
        assertThat(template.requestBody("direct:share-turn", new Share("t1", "k2", SOON), String.class))
                .isEqualTo(token);
        TurnDocument shown = template.requestBody("direct:get-shared-turn", token, TurnDocument.class);
        assertThat(shown.question()).isEqualTo("Coffee?");
        assertThat(shown.toString()).doesNotContain("th1").doesNotContain("t1,");
        assertThat(shown.evidence().get(0).members()).containsEntry("csv", "/api/shares/k1/tables/0.csv");
        template.requestBody("direct:withdraw-share", "t1", String.class);
        assertMissing("direct:get-shared-turn", token);
        assertMissing("direct:withdraw-share", "t1");
        assertMissing("direct:share-turn", new Share("t2", "k3", SOON));
    }

    @Test
    void runsAStatementAgainAsATurnOfTheSameConversation() throws Exception {
        Exchange done = http.post("/api/rerun", "{\"turn_id\": \"t1\", \"sql\": \"SELECT 1\"}", Map.of(), line);
        assertThat(done.getException()).isNull();
        assertThat(line.sent).hasSize(2);
        assertThat(line.sent.get(0)).startsWith("thread {\"thread_id\":\"th1\"");
        assertThat(line.sent.get(1)).startsWith("done ").contains("\"question\":\"Edited query: Coffee?\"");
    }

    @Test
    void namesWhatIsWrongWithTheRequestToRunAStatement() throws Exception {
        assertThat(refused("{\"sql\": \"SELECT 1\"}").field()).isEqualTo("turn_id");
        assertThat(refused("{\"turn_id\": \"t9\", \"sql\": \"SELECT 1\"}").status())
                .isEqualTo(404);
        assertThat(refused("{\"turn_id\": \"t1\", \"sql\": \"  \"}").field()).isEqualTo("sql");
        assertThat(refused("{\"turn_id\": \"t1\", \"sql\": \"" + "x".repeat(20_001) + "\"}")
                        .field())
                .isEqualTo("sql");
        assertThat(refused("{\"turn_ids\": \"t1\"}").getMessage()).contains("did you mean turn_id");
        assertThat(line.sent).isEmpty();
    }

    private BadRequest refused(String body) throws Exception {
        return (BadRequest) http.post("/api/rerun", body, Map.of(), line).getException();
    }
}
