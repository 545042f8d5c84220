package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.edge.ThreadChange;
import dev.caravan.edge.TurnDocument;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.store.ThreadQuery;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.FluentProducerTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store routes as they stand in routes/store.camel.yaml, on a real PostgreSQL. */
class StoreRoutesIT {
    private static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;
    private static int databases;

    private String database;
    private RouteFiles runtime;

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
        database = "state" + ++databases;
        try (Connection admin = server.admin("postgres")) {
            Roles.createStateDatabase(admin, database);
        }
        runtime = startRuntime(server.jdbcUrl(database));
    }

    private static RouteFiles startRuntime(String jdbcUrl) throws Exception {
        return RouteFiles.start(
                Map.of(
                        "state.jdbc-url", jdbcUrl,
                        "state.user", server.appCredentials().user(),
                        "state.password", server.appCredentials().password()),
                registry -> {},
                "store.camel.yaml");
    }

    @AfterEach
    void stop() {
        runtime.close();
    }

    private static Turn turn(String id, String threadId, boolean newThread, String question, Instant at) {
        return Turn.opened(id, threadId, newThread, "atlas", question, Map.of(), at);
    }

    private static Turn answered(Turn turn) {
        ToolCall call = ToolCall.asking("c1", "query_tool", turn.question() + " (in full)", "");
        Table table = new Table(
                List.of(new Column("country", ""), new Column("value", "USD"), new Column("share", "percent")),
                List.of(
                        Arrays.asList("Kenya", 9_007_199_254_740_993L, new BigDecimal("12.50")),
                        Arrays.asList("=cmd()", null, -0.5)),
                48_211);
        SqlEvidence evidence = new SqlEvidence(
                call.question(), "SELECT 1", table, List.of("Year 2023 was assumed."), "synthetic demo data", 7);
        return turn.withPending(List.of(call))
                .withResult(new ToolResult(call, ToolResult.Status.OK, "rows", Optional.of(evidence)), 1)
                .withAnswer(new Answer(
                        Outcome.ANSWERED, "Answer to " + turn.question(), List.of(), List.of("And for Uganda?")));
    }

    private Exchange send(String route, Object body) {
        try (FluentProducerTemplate template = runtime.camel().createFluentProducerTemplate()) {
            return template.withBody(body)
                    .withExchangeProperty(
                            Steps.PROPERTY,
                            List.of(Map.of(
                                    Steps.STAGE, "execute_sql", Steps.LABEL, "Executing query", Steps.MILLIS, 7)))
                    .to(route)
                    .send();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private <T> T ask(String route, Object body, Class<T> type) {
        Exchange done = send(route, body);
        if (done.getException() != null) {
            throw new IllegalStateException(done.getException());
        }
        return done.getMessage().getBody(type);
    }

    private void store(Turn turn) {
        Exchange done = send("direct:store-turn", answered(turn));
        assertThat(done.getException()).isNull();
        assertThat(TurnNotes.of(done)).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> map(String route, Object body) {
        return ask(route, body, Map.class);
    }

    private static BadRequest refusal(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof BadRequest)) {
            cause = cause.getCause();
        }
        assertThat(cause).as("refused with a problem").isNotNull();
        return (BadRequest) cause;
    }

    @Test
    void keepsATurnWithItsEvidenceAndTrace() {
        store(turn("t1", "th1", true, "What did Kenya export?", NOON));

        TurnDocument document = ask("direct:get-turn", "t1", TurnDocument.class);
        assertThat(document.threadId()).isEqualTo("th1");
        assertThat(document.question()).isEqualTo("What did Kenya export?");
        assertThat(document.asked()).isEqualTo("What did Kenya export? (in full)");
        assertThat(document.outcome()).isEqualTo("answered");
        assertThat(document.startedAt()).isEqualTo(NOON);
        assertThat(document.notes()).containsExactly("Year 2023 was assumed.");
        assertThat(document.suggestions()).containsExactly("And for Uganda?");
        assertThat(document.steps()).singleElement().satisfies(step -> assertThat(step)
                .containsEntry("stage", "execute_sql"));
        Table rows = document.evidence().get(0).rows().orElseThrow();
        assertThat(rows.rows().get(0)).containsExactly("Kenya", 9_007_199_254_740_993L, new BigDecimal("12.50"));
        assertThat(rows.rows().get(1)).containsExactly("=cmd()", null, new BigDecimal("-0.5"));
        assertThat(rows.totalRows()).isEqualTo(48_211);
        assertThat(rows.truncated()).isTrue();
    }

    @Test
    void givesATurnTheHistoryOfItsThreadOldestFirst() {
        store(turn("t2", "th1", true, "Second", NOON.plusSeconds(60)));
        store(turn("t1", "th1", false, "First", NOON));
        store(turn("t9", "other", true, "Elsewhere", NOON));

        Turn loaded = ask("direct:load-thread", turn("t3", "th1", false, "Third", NOON.plusSeconds(90)), Turn.class);
        assertThat(loaded.history())
                .containsExactly(
                        new PastTurn("First", "First (in full)", "Answer to First", List.of("SELECT 1")),
                        new PastTurn("Second", "Second (in full)", "Answer to Second", List.of("SELECT 1")));
    }

    @Test
    void refusesToContinueAConversationThatDoesNotExist() {
        BadRequest refused = refusal(send("direct:load-thread", turn("t1", "nowhere", false, "Q", NOON))
                .getException());
        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.field()).isEqualTo("thread_id");
    }

    @Test
    void refusesToContinueAConversationInAnotherWorkspace() {
        store(turn("t1", "th1", true, "Q", NOON));
        Turn elsewhere = Turn.opened("t2", "th1", false, "nba", "Q", Map.of(), NOON);
        assertThat(refusal(send("direct:check-thread", elsewhere).getException())
                        .field())
                .isEqualTo("workspace");
    }

    @Test
    void letsASecondQuestionFollowWhileTheFirstIsBeingAnswered() {
        ask("direct:load-thread", turn("t1", "th1", true, "First", NOON), Turn.class);
        Turn second = ask("direct:load-thread", turn("t2", "th1", false, "Second", NOON.plusSeconds(1)), Turn.class);
        assertThat(second.history()).isEmpty();
        assertThat(map("direct:list-threads", new ThreadQuery(0, 10, ""))).containsEntry("total", 0L);
    }

    @Test
    void keepsAllTurnsOfAThreadThatEndAtOnce() throws Exception {
        int count = 8;
        CountDownLatch together = new CountDownLatch(count);
        ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            List<Future<?>> done = java.util.stream.IntStream.range(0, count)
                    .<Future<?>>mapToObj(number -> pool.submit(() -> {
                        together.countDown();
                        together.await();
                        store(turn("t" + number, "th1", number == 0, "Q" + number, NOON.plusSeconds(number)));
                        return null;
                    }))
                    .toList();
            for (Future<?> one : done) {
                one.get();
            }
        } finally {
            pool.shutdown();
        }
        List<?> turns = (List<?>) map("direct:get-thread", "th1").get("turns");
        assertThat(turns).extracting("turn_id").containsExactly("t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7");
    }

    @Test
    void aTurnThatTheDatabaseRefusesFailsAloneAmongThoseWrittenWithIt() throws Exception {
        List<Turn> turns = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            turns.add(turn("t" + i, "th" + i, true, "Q" + i, NOON));
        }
        ExecutorService threads = Executors.newFixedThreadPool(turns.size());
        List<Future<Exchange>> stored = new ArrayList<>();
        // a lock on the table lets the others gather behind the first
        try (Connection admin = server.admin(database)) {
            admin.createStatement().execute("alter table caravan.turns add check (question <> 'Q7')");
            admin.setAutoCommit(false);
            admin.createStatement().execute("lock table caravan.threads");
            turns.forEach(turn -> stored.add(threads.submit(() -> send("direct:store-turn", answered(turn)))));
            admin.rollback();
        }
        for (int i = 0; i < stored.size(); i++) {
            Exchange done = stored.get(i).get(30, TimeUnit.SECONDS);
            assertThat(done.getMessage().getBody(Turn.class).id()).isEqualTo("t" + i);
            if (i == 7) {
                assertThat(TurnNotes.of(done)).singleElement().asString().contains("could not be stored");
            } else {
                assertThat(TurnNotes.of(done)).isEmpty();
                assertThat(map("direct:get-thread", "th" + i)).containsEntry("id", "th" + i);
            }
        }
        threads.shutdown();
    }

    @Test
    void survivesARestart() throws Exception {
        store(turn("t1", "th1", true, "Q", NOON));
        runtime.close();
        runtime = startRuntime(server.jdbcUrl(database));
        assertThat(ask("direct:get-turn", "t1", TurnDocument.class).question()).isEqualTo("Q");
    }

    @Test
    void listsThreadsNewestFirstAndPageByPage() {
        for (int number = 0; number < 5; number++) {
            store(turn("t" + number, "th" + number, true, "Q" + number, NOON.plusSeconds(number)));
        }
        store(turn("late", "th1", false, "Again", NOON.plusSeconds(100_000_000)));

        Map<String, Object> first = map("direct:list-threads", new ThreadQuery(0, 2, ""));
        assertThat((List<?>) first.get("threads")).extracting("id").startsWith("th1");
        assertThat(first).containsEntry("total", 5L).containsEntry("page", 0).containsEntry("size", 2);
        assertThat((List<?>)
                        map("direct:list-threads", new ThreadQuery(2, 2, "")).get("threads"))
                .hasSize(1);
        assertThat((List<?>)
                        map("direct:list-threads", new ThreadQuery(9, 2, "")).get("threads"))
                .isEmpty();
        assertThat(map("direct:list-threads", new ThreadQuery(9, 2, ""))).containsEntry("total", 5L);
    }

    @Test
    void givesAThreadAnotherTitleAndPutsItBeforeTheOthers() {
        for (int number = 0; number < 3; number++) {
            store(turn("t" + number, "th" + number, true, "Q" + number, NOON.plusSeconds(number)));
        }
        assertThat(map("direct:change-thread", new ThreadChange("th0", "Named", "")))
                .containsEntry("title", "Named")
                .containsEntry("pinned", false);
        assertThat(map("direct:change-thread", new ThreadChange("th0", "", "true")))
                .containsEntry("title", "Named")
                .containsEntry("pinned", true);
        assertThat((List<?>)
                        map("direct:list-threads", new ThreadQuery(0, 9, "")).get("threads"))
                .extracting("id")
                .containsExactly("th0", "th2", "th1");
        store(turn("more", "th0", false, "Another question", NOON.plusSeconds(9)));
        assertThat(map("direct:get-thread", "th0")).containsEntry("title", "Named");
        assertThatThrownBy(() -> map("direct:change-thread", new ThreadChange("none", "x", "")))
                .rootCause()
                .isInstanceOf(BadRequest.class);
    }

    @Test
    void putsThreadsIntoFoldersAndTakesThemOut() {
        for (int number = 0; number < 3; number++) {
            store(turn("t" + number, "th" + number, true, "Q" + number, NOON.plusSeconds(number)));
        }
        assertThat(map("direct:list-threads", new ThreadQuery(0, 9, ""))).containsEntry("folders", List.of());
        assertThat(map("direct:change-thread", new ThreadChange("th0", "", "", Optional.of("Trade"))))
                .containsEntry("folder", "Trade");
        map("direct:change-thread", new ThreadChange("th1", "", "", Optional.of("coffee")));
        assertThat(map("direct:change-thread", new ThreadChange("th0", "Named", "")))
                .as("another change leaves it there")
                .containsEntry("folder", "Trade");
        Map<String, Object> filed = map("direct:list-threads", new ThreadQuery(0, 9, "", "Trade"));
        assertThat((List<?>) filed.get("threads")).extracting("id").containsExactly("th0");
        assertThat(filed).containsEntry("total", 1L).containsEntry("folders", List.of("coffee", "Trade"));
        map("direct:change-thread", new ThreadChange("th0", "", "", Optional.of("")));
        assertThat(map("direct:list-threads", new ThreadQuery(0, 9, "", "Trade")))
                .containsEntry("total", 0L)
                .containsEntry("folders", List.of("coffee"));
    }

    @Test
    void findsThreadsByAWordOfAnyOfTheirQuestions() {
        store(turn("t1", "th1", true, "Coffee exports of 100% Kenya", NOON));
        store(turn("t2", "th1", false, "And for Uganda?", NOON.plusSeconds(1)));
        store(turn("t3", "th2", true, "Crude oil", NOON));

        assertThat(found("UGANDA")).containsExactly("th1");
        assertThat(found("0% k")).containsExactly("th1");
        assertThat(found("_")).isEmpty();
        assertThat(found("'; drop table caravan.turns; --")).isEmpty();
        assertThat(found("c")).containsExactlyInAnyOrder("th1", "th2");
    }

    private List<Object> found(String search) {
        List<?> threads = (List<?>)
                map("direct:list-threads", new ThreadQuery(0, 10, search)).get("threads");
        return threads.stream()
                .map(thread -> ((Map<?, ?>) thread).get("id"))
                .map(Object.class::cast)
                .toList();
    }

    @Test
    void deletesAThreadWithItsTurns() {
        store(turn("t1", "th1", true, "Q", NOON));
        ask("direct:delete-thread", "th1", String.class);
        assertThat(refusal(send("direct:get-turn", "t1").getException()).status())
                .isEqualTo(404);
        assertThat(refusal(send("direct:get-thread", "th1").getException()).status())
                .isEqualTo(404);
        assertThat(refusal(send("direct:delete-thread", "th1").getException()).status())
                .isEqualTo(404);
    }

    @Test
    void anAnswerThatWasUnderWayDoesNotBringADeletedThreadBack() {
        store(turn("t1", "th1", true, "Q", NOON));
        ask("direct:delete-thread", "th1", String.class);
        store(turn("t2", "th1", false, "Q2", NOON));
        assertThat(refusal(send("direct:get-thread", "th1").getException()).status())
                .isEqualTo(404);
        assertThat(refusal(send("direct:get-turn", "t2").getException()).status())
                .isEqualTo(404);
        store(turn("t3", "th2", true, "Q3", NOON));
        assertThat(ask("direct:get-turn", "t3", TurnDocument.class).question()).isEqualTo("Q3");
    }

    @Test
    void takesTextsThatWouldBeSqlOrPlaceholdersElsewhere() {
        String question = "Robert'); drop table caravan.turns; -- :#id :?x # ${body} \\u0000 \u0000 é 国 😀";
        store(turn("t1", "th1", true, question, NOON));
        assertThat(ask("direct:get-turn", "t1", TurnDocument.class).question()).isEqualTo(question.replace("\0", ""));
    }

    @Test
    void givesTheAnswerAlthoughTheStoreIsDown() throws Exception {
        store(turn("t1", "th1", true, "Q", NOON));
        dropTables();

        Exchange stored = send("direct:store-turn", answered(turn("t2", "th1", false, "Q2", NOON)));
        assertThat(stored.getException()).isNull();
        assertThat(stored.getMessage().getBody(Turn.class).answer()).isPresent();
        assertThat(TurnNotes.of(stored)).singleElement().asString().contains("could not be stored");

        Exchange loaded = send("direct:load-thread", turn("t3", "th1", false, "Q3", NOON));
        assertThat(loaded.getException()).isNull();
        assertThat(loaded.getMessage().getBody(Turn.class).id()).isEqualTo("t3");
        assertThat(TurnNotes.of(loaded)).singleElement().asString().contains("could not be read");
        assertThat(send("direct:load-thread", turn("t4", "th4", true, "Q4", NOON))
                        .getException())
                .isNull();
    }

    private void dropTables() throws SQLException {
        try (Connection admin = server.admin(database)) {
            admin.createStatement().execute("drop table caravan.turns, caravan.threads cascade");
        }
    }

    @Test
    void keepsNothingWithoutADatabaseButAnswers() throws Exception {
        runtime.close();
        runtime = startRuntime("");
        Exchange stored = send("direct:store-turn", answered(turn("t2", "th1", true, "Q2", NOON)));
        assertThat(stored.getException()).isNull();
        assertThat(TurnNotes.of(stored)).isNotEmpty();
    }

    @Test
    void doesNotStartOnADatabaseOfANewerBuild() throws Exception {
        try (Connection admin = server.admin(database)) {
            admin.createStatement()
                    .execute(
                            "insert into caravan.flyway_schema_history (installed_rank, version, description, type, script, installed_by, execution_time, success)"
                                    + " values (99, '99', 'x', 'SQL', 'V99__x.sql', 'somebody', 1, true)");
        }
        runtime.close();
        Throwable refused = catchThrowable(() -> startRuntime(server.jdbcUrl(database)));
        runtime = startRuntime("");
        assertThat(refused).hasMessageContaining("newer Caravan");
    }

    @Test
    void saysWhichSettingIsWrongWhenTheDatabaseCannotBeReached() {
        assertThatThrownBy(() -> startRuntime(server.jdbcUrl("missing"))).hasMessageContaining("state.jdbc-url");
    }

    @Test
    void leavesATurnWithoutTraceAndNotesStorable() {
        try (FluentProducerTemplate template = runtime.camel().createFluentProducerTemplate()) {
            Exchange done = template.withBody(turn("t1", "th1", true, "Q", NOON))
                    .to("direct:store-turn")
                    .send();
            assertThat(TurnNotes.of(done)).isEmpty();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertThat(ask("direct:get-turn", "t1", TurnDocument.class).outcome()).isEqualTo("failed");
    }

    @Test
    void whatQuotasHoldNothingAgainstAnyMoreIsDeleted() throws Exception {
        try (Connection state = server.admin(database);
                Statement statement = state.createStatement()) {
            statement.execute(
                    """
                    insert into caravan.spent select 't' || age, 'acme', 'alice', cast(now() at time zone 'UTC' as date) - age, 1, 1
                    from unnest(array[0, 400, 401]) age;
                    insert into caravan.budget_places (budget, place, free_from) values
                      ('user acme idle', 1, now() - interval '2 days'), ('user acme idle', 2, '-infinity'),
                      ('user acme busy', 1, now() - interval '1 hour'), ('user acme busy', 2, '-infinity'),
                      ('atlas-api', 1, now() - interval '9 days')""");
            try (FluentProducerTemplate template = runtime.camel().createFluentProducerTemplate()) {
                template.to("direct:forget-spent").withBody("").request();
            }
            assertThat(texts(statement, "select turn_id from caravan.spent order by 1"))
                    .containsExactly("t0", "t400");
            assertThat(texts(statement, "select distinct budget from caravan.budget_places order by 1"))
                    .containsExactly("atlas-api", "user acme busy");
        }
    }

    @Test
    void whatADayCostIsToldByTenantAndUser() throws Exception {
        try (Connection state = server.admin(database);
                Statement statement = state.createStatement();
                FluentProducerTemplate template = runtime.camel().createFluentProducerTemplate()) {
            statement.execute(
                    """
                    insert into caravan.spent values
                      ('t1', 'acme', 'alice', date '2025-03-01', 0.5, 10), ('t2', 'acme', 'bob', date '2025-03-01', 2, 1),
                      ('t3', 'acme', 'alice', date '2025-03-01', 0, 5), ('t4', 'acme', 'alice', date '2025-03-02', 9, 9)""");
            Map<?, ?> told = template.to("direct:spent").withBody("2025-03-01").request(Map.class);
            assertThat(told.get("tenants").toString()).contains("acme", "questions=3", "dollars=2.5", "rows=16");
            assertThat((List<?>) told.get("users")).hasSize(2);
            assertThat(told.get("dearest").toString()).contains("t2", "t1").doesNotContain("t3", "t4");
        }
    }

    private static List<String> texts(Statement statement, String query) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
