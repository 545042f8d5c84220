package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.account.Account;
import dev.caravan.board.BoardChange;
import dev.caravan.board.ReadBoard;
import dev.caravan.board.TileChange;
import dev.caravan.board.TileWish;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.edge.Feedback;
import dev.caravan.edge.TurnDocument;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.sql.EditedStatement;
import dev.caravan.store.Share;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.TurnNotes;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Variable;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done with a kept answer: an opinion, an address for others, its statement run again, a place on a board; on a real PostgreSQL. */
class FeedbackRoutesIT {
    private static final Instant SOON = Instant.now().plusSeconds(3_600);

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;
    private static int databases;

    private final FakeHttpEngine http = new FakeHttpEngine();
    private final FakeHttpEngine.Line line = new FakeHttpEngine.Line();
    private final StubRun runs = new StubRun();
    private RouteFiles routes;
    private ProducerTemplate template;
    private String url;

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
        url = server.jdbcUrl(database);
        routes = RouteFiles.start(
                Map.of(
                        "state.jdbc-url", url,
                        "state.user", server.appCredentials().user(),
                        "state.password", server.appCredentials().password()),
                Map.of("boards.look", "100ms"),
                registry -> {
                    registry.bind("stubRun", runs);
                    registry.bind("openSqlRun", runs);
                    registry.bind("turnOpen", (Predicate) exchange ->
                            exchange.getMessage().getBody(Turn.class).isOpen());
                    registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, http);
                    registry.bind("stubTurn", new HttpRoutesTest.StubTurn());
                    registry.bind("stepEvents", new StepEvents(new dev.caravan.trace.TurnEvents()));
                },
                "http.camel.yaml",
                "store.camel.yaml",
                "feedback.camel.yaml",
                "boards.camel.yaml",
                "verified.camel.yaml",
                "/stub-turn.camel.yaml",
                "/stub-run.camel.yaml");
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
                .withAnswer(Answer.of(Outcome.ANSWERED, "It was 2020."));
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

    // boards

    /** Runs the statement of a tile as the test says. */
    static final class StubRun {
        final BlockingQueue<String> ran = new LinkedBlockingQueue<>();
        long year = 2021;
        Outcome outcome = Outcome.ANSWERED;
        boolean broken;

        /** Takes the place of the bean that opens a statement. */
        public Turn edited(@Body Turn turn) {
            if (broken) {
                throw new IllegalStateException("as the test says");
            }
            return turn;
        }

        /** The turn with its rows, or with what is in the way. */
        public Turn run(@Body Turn turn, @Variable("edited") EditedStatement edited) {
            ran.add(turn.owner() + ": " + edited.sql());
            ToolCall call = turn.nextCall();
            Table table = new Table(List.of(new Column("year", "year")), List.of(List.of(year)), 1);
            SqlEvidence evidence = new SqlEvidence(call.question(), edited.sql(), table, List.of(), "test data", 7);
            return turn.withResult(new ToolResult(call, ToolResult.Status.OK, "rows", Optional.of(evidence)), 1)
                    .withAnswer(Answer.of(outcome, "as the test says"));
        }
    }

    private String board(String title) {
        BoardChange wanted = routes.bean("readBoard", ReadBoard.class).made(bytes("{\"title\": \"" + title + "\"}"));
        return String.valueOf(
                template.requestBody("direct:make-board", wanted, Map.class).get("id"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String tile(String board, String kind) {
        TileWish wish = routes.bean("readBoard", ReadBoard.class)
                .wish(board, bytes("{\"turn_id\": \"t1\", \"evidence\": 0, \"kind\": \"" + kind + "\"}"));
        return String.valueOf(
                template.requestBody("direct:add-tile", wish, Map.class).get("id"));
    }

    private List<Map<?, ?>> tiles(String board) {
        Map<?, ?> told = template.requestBody("direct:get-board", board, Map.class);
        List<Map<?, ?>> tiles = new ArrayList<>();
        ((List<?>) told.get("tiles")).forEach(tile -> tiles.add((Map<?, ?>) tile));
        return tiles;
    }

    private static Object rows(Map<?, ?> tile) {
        return ((Map<?, ?>) tile.get("evidence")).get("rows");
    }

    @Test
    void keepsAnAnswerOnABoardAlthoughItsConversationGoes() {
        String board = board("Coffee");
        String table = tile(board, "table");
        tile(board, "text");
        template.requestBody("direct:delete-thread", "th1", String.class);
        assertThat(tiles(board)).extracting(tile -> (Object) tile.get("kind")).containsExactly("table", "text");
        assertThat(tiles(board).get(0).get("title")).isEqualTo("Coffee?");
        assertThat(rows(tiles(board).get(0))).isEqualTo(List.of(List.of(2020)));
        assertThat(tiles(board).get(1).get("refreshable")).isEqualTo(false);
        List<?> all = template.requestBody("direct:list-boards", "", List.class);
        assertThat(all).singleElement().asString().contains("title=Coffee", "tiles=2", "shared=false");
        template.requestBody("direct:remove-tile", TileChange.of(board, table), Map.class);
        assertThat(tiles(board)).hasSize(1);
        template.requestBody("direct:delete-board", board, Map.class);
        assertMissing("direct:get-board", board);
    }

    @Test
    void runsATileAgainAndSaysWhatIsInTheWay() {
        String board = board("Coffee");
        String table = tile(board, "table");
        TileChange which = TileChange.of(board, table);
        Map<?, ?> told = template.requestBody("direct:refresh-tile", which, Map.class);
        assertThat(rows(told)).isEqualTo(List.of(List.of(2021)));
        assertThat(rows(tiles(board).get(0))).isEqualTo(List.of(List.of(2021)));
        assertThat(runs.ran).containsExactly("everybody: SELECT 2020 AS year");
        runs.outcome = Outcome.FAILED;
        runs.year = 2022;
        template.requestBody("direct:refresh-tile", which, Map.class);
        assertThat(tiles(board).get(0).get("problem")).isEqualTo("as the test says");
        assertThat(rows(tiles(board).get(0))).as("the rows it had").isEqualTo(List.of(List.of(2021)));
        assertThatThrownBy(() -> template.requestBody(
                        "direct:refresh-tile", TileChange.of(board, tile(board, "text")), Map.class))
                .cause()
                .hasMessageContaining("no statement");
    }

    @Test
    void arrangesABoardAndItsTiles() {
        String board = board("Coffee");
        String first = tile(board, "table");
        String second = tile(board, "chart");
        ReadBoard read = routes.bean("readBoard", ReadBoard.class);
        String change =
                "{\"title\": \"Tea\", \"refresh_minutes\": 60, \"tiles\": [\"" + second + "\", \"" + first + "\"]}";
        template.requestBody("direct:change-board", read.change(board, bytes(change)), Map.class);
        template.requestBody(
                "direct:change-tile",
                read.tile(board, first, bytes("{\"wide\": true, \"kind\": \"number\"}")),
                Map.class);
        assertThat(tiles(board)).extracting(tile -> (Object) tile.get("id")).containsExactly(second, first);
        assertThat(tiles(board).get(1).toString()).contains("kind=number", "wide=true", "title=Coffee?");
        assertThat(template.requestBody("direct:get-board", board, Map.class).toString())
                .contains("title=Tea", "refresh_minutes=60");
        template.requestBody("direct:change-board", read.change(board, bytes("{\"title\": \"Cocoa\"}")), Map.class);
        assertThat(template.requestBody("direct:get-board", board, Map.class).toString())
                .contains("title=Cocoa", "refresh_minutes=60");
        assertMissing("direct:change-board", read.change("b9", bytes("{\"title\": \"x\"}")));
    }

    @Test
    void sharesABoardWithoutWhatLeadsFurther() {
        String board = board("Coffee");
        String tile = tile(board, "table");
        Object token = template.requestBody("direct:share-board", new Share(board, "k1", SOON), Map.class)
                .get("token");
        assertThat(token).isEqualTo("k1");
        assertThat(template.requestBody("direct:share-board", new Share(board, "k2", SOON), Map.class)
                        .toString())
                .isEqualTo("{token=k1}");
        String shown = template.requestBody("direct:get-shared-board", token, Map.class)
                .toString();
        assertThat(shown)
                .contains("Coffee", "2020")
                .doesNotContain(tile)
                .doesNotContain(board)
                .doesNotContain("SELECT");
        template.requestBody("direct:withdraw-board", board, Map.class);
        assertMissing("direct:get-shared-board", token);
        assertMissing("direct:withdraw-board", board);
        template.requestBody(
                "direct:share-board", new Share(board, "k3", Instant.now().minusSeconds(1)), Map.class);
        assertMissing("direct:get-shared-board", "k3");
    }

    @Test
    void refreshesABoardWhenItsTimeHasCome() throws Exception {
        String board = board("Coffee");
        tile(board, "table");
        tile(board, "text");
        template.requestBody(
                "direct:change-board",
                routes.bean("readBoard", ReadBoard.class).change(board, bytes("{\"refresh_minutes\": 5}")),
                Map.class);
        assertThat(runs.ran).isEmpty();
        try (Connection connection = DriverManager.getConnection(
                        url,
                        server.appCredentials().user(),
                        server.appCredentials().password());
                Statement statement = connection.createStatement()) {
            statement.execute("update caravan.boards set refresh_at = now() - interval '1 second'");
        }
        assertThat(runs.ran.poll(30, TimeUnit.SECONDS)).isEqualTo("everybody: SELECT 2020 AS year");
        template.requestBody("direct:refresh-boards", "", List.class);
        assertThat(runs.ran).as("once until its time comes again").isEmpty();
    }

    @Test
    void showsNobodyWhatIsAnothersBoard() {
        String board = board("Coffee");
        String tile = tile(board, "table");
        Account other = Account.everybody("others");
        ReadBoard read = routes.bean("readBoard", ReadBoard.class);
        Map<String, Object> attempts = Map.of(
                "direct:get-board",
                board,
                "direct:delete-board",
                board,
                "direct:withdraw-board",
                board,
                "direct:share-board",
                new Share(board, "k9", SOON),
                "direct:change-board",
                read.change(board, bytes("{\"title\": \"taken\"}")),
                "direct:change-tile",
                read.tile(board, tile, bytes("{\"title\": \"taken\"}")),
                "direct:remove-tile",
                TileChange.of(board, tile),
                "direct:refresh-tile",
                TileChange.of(board, tile));
        attempts.forEach((route, body) -> {
            Exchange done = template.request(route, exchange -> {
                exchange.setProperty(Account.PROPERTY, other);
                exchange.getMessage().setBody(body);
            });
            assertThat(done.getException()).as(route).isInstanceOfSatisfying(BadRequest.class, bad -> assertThat(
                            bad.status())
                    .isEqualTo(404));
        });
        assertThat(tiles(board)).hasSize(1);
    }

    // verified answers

    private Exchange asked(String tenant, String question, Map<String, String> choices) {
        Turn turn = Turn.opened("t7", "th7", true, "atlas", question, choices, Instant.now())
                .withTenant(tenant);
        return template.send("direct:answer-open", exchange -> {
            exchange.getMessage().setBody(turn);
            exchange.setVariable("turn", turn);
        });
    }

    private static String text(Exchange done) {
        assertThat(done.getException()).isNull();
        return done.getMessage().getBody(Turn.class).answer().orElseThrow().text();
    }

    @Test
    void answersTheSameQuestionByItsVerifiedQueryAndSaysSo() {
        runs.year = 2020;
        assertThat(text(asked("everybody", "Coffee?", Map.of()))).isNotEqualTo("It was 2020.");
        assertThat(runs.ran).isEmpty();
        template.requestBody("direct:verify-answer", "t1", Map.class);
        Exchange same = asked("everybody", "coffee", Map.of("mode", "auto"));
        assertThat(text(same)).as("of the same rows the same words").isEqualTo("It was 2020.");
        assertThat(TurnNotes.of(same))
                .singleElement()
                .asString()
                .startsWith("Verified answer: its query was verified on 20");
        assertThat(runs.ran).containsExactly("everybody: SELECT 2020 AS year");
        runs.year = 2021;
        assertThat(text(asked("everybody", "Coffee?", Map.of())))
                .as("words about other rows are not said again")
                .isEqualTo("The verified query found: year **2021**.");
        List<?> listed = template.requestBody("direct:list-verified", "", List.class);
        assertThat(listed).singleElement().asString().contains("question=Coffee?", "workspace=atlas");
    }

    @Test
    void usesNoVerifiedQueryForAnotherQuestionChoiceOrTenant() {
        template.requestBody("direct:verify-answer", "t1", Map.class);
        assertThat(text(asked("others", "Coffee?", Map.of()))).isNotEqualTo("It was 2020.");
        assertThat(text(asked("everybody", "Coffee?", Map.of("schema", "sitc"))))
                .isNotEqualTo("It was 2020.");
        assertThat(text(asked("everybody", "Coffee?", Map.of("mode", "graphql_only"))))
                .isNotEqualTo("It was 2020.");
        Exchange near = asked("everybody", "Please tell me of Coffee!", Map.of());
        assertThat(text(near)).isNotEqualTo("It was 2020.");
        assertThat(near.getMessage().getBody(Turn.class).answer().orElseThrow().suggestions())
                .as("in other words it is offered")
                .startsWith("Coffee?");
        assertThat(TurnNotes.of(near)).singleElement().asString().contains("verified answer", "Coffee?");
        assertThat(runs.ran).isEmpty();
    }

    @Test
    void answersAnewWhereAVerifiedQueryDoesNotRun() {
        Object id =
                template.requestBody("direct:verify-answer", "t1", Map.class).get("id");
        runs.outcome = Outcome.FAILED;
        Exchange failed = asked("everybody", "Coffee?", Map.of());
        assertThat(text(failed)).doesNotContain("verified");
        assertThat(TurnNotes.of(failed))
                .singleElement()
                .asString()
                .contains("did not run: as the test says", "not verified");
        runs.broken = true;
        Exchange broken = asked("everybody", "Coffee?", Map.of());
        assertThat(TurnNotes.of(broken)).singleElement().asString().contains("did not run", "not verified");
        runs.broken = false;
        runs.outcome = Outcome.ANSWERED;
        template.requestBody("direct:withdraw-verified", id, Map.class);
        assertThat(TurnNotes.of(asked("everybody", "Coffee?", Map.of()))).isEmpty();
        assertMissing("direct:withdraw-verified", id);
    }

    @Test
    void readsAnewWhatAnotherServerHasTakenBack() throws Exception {
        template.requestBody("direct:verify-answer", "t1", Map.class);
        asked("everybody", "Tea?", Map.of());
        try (Connection admin = server.admin("feedback" + databases);
                var statement = admin.createStatement()) {
            statement.execute("DELETE FROM caravan.verified");
        }
        assertThat(TurnNotes.of(asked("everybody", "Coffee?", Map.of())))
                .as("what is remembered only tells where a look is worth it")
                .isEmpty();
        assertThat(runs.ran).isEmpty();
    }

    @Test
    void answersAsEverWhereVerifiedAnswersCannotBeRead() throws Exception {
        template.requestBody("direct:verify-answer", "t1", Map.class);
        try (Connection admin = server.admin("feedback" + databases);
                var statement = admin.createStatement()) {
            statement.execute("ALTER TABLE caravan.verified RENAME TO elsewhere");
        }
        Exchange done = asked("everybody", "Coffee?", Map.of());
        assertThat(text(done)).isNotEqualTo("It was 2020.");
        assertThat(runs.ran).isEmpty();
    }

    @Test
    void verifiesNoQuestionThatFollowsOthersAndNoAnswerOfAnotherTenant() {
        Turn second = answered()
                .with(turn ->
                        turn.id("t2").newThread(false).question("And tea?").startedAt(Instant.now()));
        template.requestBody("direct:store-turn", second, Turn.class);
        assertThatThrownBy(() -> template.requestBody("direct:verify-answer", "t2", Map.class))
                .cause()
                .hasMessageContaining("in a new conversation");
        Turn edited = answered().with(turn -> turn.id("t3")
                .newThread(false)
                .question("Edited query: Coffee?")
                .startedAt(Instant.now()));
        template.requestBody("direct:store-turn", edited, Turn.class);
        assertThat(template.requestBody("direct:verify-answer", "t3", Map.class).get("question"))
                .isEqualTo("Coffee?");
        Object id =
                template.requestBody("direct:verify-answer", "t1", Map.class).get("id");
        for (String route : List.of("direct:verify-answer", "direct:withdraw-verified")) {
            Exchange done = template.request(route, exchange -> {
                exchange.setProperty(Account.PROPERTY, Account.everybody("others"));
                exchange.getMessage().setBody(route.endsWith("answer") ? "t1" : id);
            });
            assertThat(done.getException()).as(route).isInstanceOfSatisfying(BadRequest.class, bad -> assertThat(
                            bad.status())
                    .isEqualTo(404));
        }
    }
}
