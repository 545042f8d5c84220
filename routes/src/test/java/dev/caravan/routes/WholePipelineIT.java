package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.app.CaravanRuntime;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.sql.QueryStopper;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** All routes with the product's own beans, the offline model and the demo world in a real PostgreSQL. */
@Isolated("counts the threads and the memory of the JVM")
class WholePipelineIT {
    /** Runs for as long as it is let: no index helps, and every row is asked for. */
    private static final String LONG =
            "SELECT count(*) AS n FROM hs92.product_year_4 a JOIN hs92.product_year_4 b ON a.export_value < b.export_value";

    private final List<String> countries = List.of(
            "Kenya", "Uganda", "Germany", "Brazil", "Japan", "Ghana", "Vietnam", "France", "Colombia", "Ethiopia");
    private Optional<String> written = Optional.empty();
    private CaravanRuntime runtime;
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        start(Map.of());
    }

    private void start(Map<String, String> more) throws Exception {
        SharedWorld world = SharedWorld.get();
        Map<String, String> settings = new HashMap<>();
        settings.put("atlas.jdbc-url", world.jdbcUrl(DemoWorld.DATABASE));
        settings.put("atlas.user", world.readerCredentials().user());
        settings.put("atlas.password", world.readerCredentials().password());
        settings.put("state.jdbc-url", world.newDatabase());
        settings.put("state.user", world.appCredentials().user());
        settings.put("state.password", world.appCredentials().password());
        settings.put("routes.reload", "false");
        settings.put("docs.embeddings", "false");
        settings.putAll(more);
        runtime = CaravanRuntime.start(Settings.load(RouteFiles.HOME, settings), registry -> {
            registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, new FakeHttpEngine());
            written.ifPresent(sql -> {
                registry.unbind("sqlGenerationModel");
                registry.bind("sqlGenerationModel", new ScriptedModel().says(PipelineRoutes.sql(sql)));
            });
        });
        template = runtime.camel().createProducerTemplate();
    }

    @AfterEach
    void stop() {
        runtime.close();
    }

    private <T> T bean(String name, Class<T> type) {
        return runtime.camel().getRegistry().lookupByNameAndType(name, type);
    }

    private static Turn turn(String id, String question) {
        return Turn.opened(id, "th-" + id, true, "atlas", question, Map.of(), Instant.now());
    }

    private Turn ask(String id, String question) {
        return template.requestBody("direct:turn", turn(id, question), Turn.class);
    }

    private Turn askOfTheLeague(String id, String thread, boolean first, String question) {
        return template.requestBody(
                "direct:turn", Turn.opened(id, thread, first, "nba", question, Map.of(), Instant.now()), Turn.class);
    }

    @Test
    void remembersWhatWasAskedOfADataFileAcrossARestartAndKeepsConversationsApart(@TempDir Path data) throws Exception {
        Map<String, String> kept =
                Map.of("state.jdbc-url", SharedWorld.get().newDatabase(), "server.data", data.toString());
        stop();
        start(kept);
        askOfTheLeague("n1", "points", true, "How many points per game did the Lakers score in 2019-20?");
        askOfTheLeague("n2", "wins", true, "How many games did the Celtics win in 2021-22?");
        stop();
        start(kept);
        Turn points = askOfTheLeague("n3", "points", false, "How about the Warriors?");
        assertThat(points.answer().orElseThrow().outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(((SqlEvidence) points.evidence().get(0)).sql())
                .contains("t.pts", "'GSW'", "2020")
                .doesNotContain("wins", "'BOS'", "2022");
        Turn wins = askOfTheLeague("n4", "wins", false, "How about the Warriors?");
        assertThat(((SqlEvidence) wins.evidence().get(0)).sql())
                .contains("t.wins", "'GSW'", "2022")
                .doesNotContain("t.pts", "'LAL'", "2020");
        Turn alone = askOfTheLeague("n5", "new", true, "How about the Warriors?");
        assertThat(alone.answer().orElseThrow().outcome()).isEqualTo(Outcome.CLARIFY);
        assertThat(alone.evidence()).isEmpty();
    }

    /** Fifty questions of ten countries in five forms. */
    private List<String> questions() {
        return IntStream.range(0, 50)
                .mapToObj(i -> {
                    String country = countries.get(i % countries.size());
                    return switch (i / countries.size()) {
                        case 0 -> "What were " + country + "'s top 5 exports in 2020?";
                        case 1 -> "How did the exports of " + country + " develop from 2010 to 2020?";
                        case 2 -> "Which are the largest trading partners of " + country + " in 2019?";
                        case 3 -> "What was the RCA of " + country + " in coffee in 2018?";
                        default -> "What is the economic complexity index of " + country + " in 2021?";
                    };
                })
                .toList();
    }

    private static String answered(Turn turn) {
        return turn.answer().orElseThrow().outcome() + " "
                + turn.answer().orElseThrow().text()
                + turn.evidence().stream()
                        .map(evidence -> ((SqlEvidence) evidence).sql() + ((SqlEvidence) evidence).table())
                        .toList();
    }

    @Test
    void answersAQuestionWithItsEvidence() {
        Turn turn = ask("t1", "What were Kenya's top 5 exports in 2020?");
        assertThat(turn.answer().orElseThrow().outcome()).isEqualTo(Outcome.ANSWERED);
        SqlEvidence evidence = (SqlEvidence) turn.evidence().get(0);
        assertThat(evidence.table().rows()).hasSize(5);
        assertThat(evidence.source()).contains("synthetic");
        String product = String.valueOf(evidence.table().rows().get(0).get(0));
        assertThat(turn.answer().orElseThrow().text()).contains(product);
    }

    @Test
    void answersFromTheDatabaseInTheSameTurnWhenTheApiIsDownAlsoByTheTrialCallOfItsBreaker() throws Exception {
        runtime.close();
        start(Map.of(
                "atlas.api.explore-url",
                "http://127.0.0.1:1/graphql",
                "atlas.api.country-pages-url",
                "http://127.0.0.1:1/graphql",
                "atlas.api.retry-delay",
                "1ms"));
        CircuitBreaker breaker = bean("atlasBreaker", CircuitBreaker.class);
        for (String question : List.of(
                "Economic profile of Rwanda",
                "How have Kenya's exports changed since 1995?",
                "Growth opportunities of Kenya",
                "What was the GDP per capita rank of Ghana?")) {
            breaker.transitionToOpenState();
            breaker.transitionToHalfOpenState();
            Exchange asked = template.request("direct:turn", exchange -> exchange.getMessage()
                    .setBody(turn("down" + question.hashCode(), question)));
            Turn answered = asked.getMessage().getBody(Turn.class);
            assertThat(answered.answer().orElseThrow().outcome()).as(question).isEqualTo(Outcome.ANSWERED);
            assertThat(answered.results())
                    .extracting(result -> result.call().tool())
                    .startsWith("atlas_graphql")
                    .contains("query_tool");
            assertThat(answered.answer().orElseThrow().text()).doesNotContain("The Atlas API failed", "given a rest");
            assertThat(TurnNotes.of(asked)).containsExactly("The Atlas API gave no answer: answered by SQL.");
            assertThat(breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        }
    }

    @Test
    void keepsColumnsOfOneName() {
        Exchange asked = template.request(
                "direct:postgresql", exchange -> exchange.setVariable("statement", "SELECT 1 AS a, 2 AS a"));
        assertThat(asked.getVariable("rows")).isEqualTo(List.of(Map.of("a", 1, "a (2)", 2)));
    }

    @Test
    void fiftyQuestionsAtOnceGetTheirOwnAnswersAndLeaveNothingBehind() throws Exception {
        List<String> questions = questions();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            expected.add(answered(ask("one-" + i, questions.get(i))));
        }
        assertThat(expected).doesNotHaveDuplicates();
        assertThat(expected)
                .filteredOn(answer -> !answer.startsWith("ANSWERED"))
                .isEmpty();
        HikariDataSource pool = bean("atlasDataSource", DataSource.class).unwrap(HikariDataSource.class);
        int connections = pool.getHikariPoolMXBean().getTotalConnections();

        // the second round shows what the first one left behind
        int threads = 0;
        long memory = 0;
        for (int round = 0; round < 3; round++) {
            List<String> answers = askAtOnce("round-" + round + "-", questions);
            for (int i = 0; i < questions.size(); i++) {
                assertThat(answers.get(i)).as(questions.get(i)).isEqualTo(expected.get(i));
            }
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(pool.getHikariPoolMXBean().getTotalConnections())
                    .isBetween(connections, pool.getMaximumPoolSize());
            assertThat(runtime.events().size()).isZero();
            assertThat(bean("turnCancel", TurnCancel.class).size()).isZero();
            assertThat(runtime.camel().getInflightRepository().size()).isZero();
            if (round == 1) {
                threads = liveThreads();
                memory = usedMemory();
            }
        }
        int settled = threads + 4;
        // threads of the parser and of idle pools end by themselves
        assertThat(comesTrue(() -> liveThreads() <= settled))
                .as(Thread.getAllStackTraces().keySet().toString())
                .isTrue();
        assertThat(usedMemory()).isLessThan(memory + 20_000_000);
        assertThat(count(
                        "SELECT count(*) FROM pg_stat_activity WHERE usename = 'caravan_reader' AND state <> 'idle'",
                        ""))
                .isZero();
    }

    private List<String> askAtOnce(String prefix, List<String> questions) throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        ExecutorService people = Executors.newFixedThreadPool(questions.size());
        try {
            List<Future<String>> futures = new ArrayList<>();
            for (int i = 0; i < questions.size(); i++) {
                String id = prefix + i;
                String question = questions.get(i);
                Callable<String> person = () -> {
                    begin.await();
                    return answered(ask(id, question));
                };
                futures.add(people.submit(person));
            }
            begin.countDown();
            List<String> answers = new ArrayList<>();
            for (Future<String> future : futures) {
                answers.add(future.get(5, TimeUnit.MINUTES));
            }
            return answers;
        } finally {
            people.shutdown();
            assertThat(people.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    /** Looks again and again until a condition holds, for a minute at most. */
    private static boolean comesTrue(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private static int liveThreads() {
        return Thread.getAllStackTraces().size();
    }

    private static long usedMemory() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static long count(String sql, String parameter) throws SQLException {
        try (Connection admin = SharedWorld.get().admin(DemoWorld.DATABASE);
                PreparedStatement statement = admin.prepareStatement(sql)) {
            if (!parameter.isEmpty()) {
                statement.setString(1, parameter);
            }
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getLong(1);
            }
        }
    }

    @Test
    void aCancelledTurnStopsItsStatementInTheDatabase() throws Exception {
        restart(LONG, Map.of());
        TurnCancel cancel = bean("turnCancel", TurnCancel.class);
        String running = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND starts_with(query, ?)";
        ExecutorService person = Executors.newSingleThreadExecutor();
        try (TurnCancel.Registration open =
                cancel.open(new TurnCancel.Open("left", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false))) {
            assertThat(open).isNotNull();
            Future<Turn> asked = person.submit(() -> ask("left", "What were Kenya's exports in 2020?"));
            assertThat(comesTrue(() -> asked.isDone() || count(running, QueryStopper.mark("left")) > 0))
                    .isTrue();
            assertThat(asked.isDone())
                    .as("the statement runs until it is stopped")
                    .isFalse();
            assertThat(cancel.cancel("left")).isTrue();
            Turn turn = asked.get(1, TimeUnit.MINUTES);
            assertThat(turn.answer().orElseThrow().text()).contains("stopped before it was answered");
            assertThat(turn.results().stream().map(ToolResult::text))
                    .singleElement()
                    .asString()
                    .contains("the turn was given up");
        } finally {
            person.shutdown();
        }
        assertThat(comesTrue(() -> count(running, QueryStopper.mark("left")) == 0))
                .isTrue();
    }

    @Test
    void aQueryThatTakesTooLongIsEndedByTheDatabaseAndTheAnswerSaysSo() throws Exception {
        restart(LONG, Map.of("sql.timeout", "300ms"));
        Turn turn = ask("slow", "What were Kenya's exports in 2020?");
        assertThat(turn.results().get(0).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(turn.results().get(0).text()).contains("took longer than allowed");
        assertThat(turn.answer().orElseThrow().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(turn.answer().orElseThrow().text()).contains("took longer than allowed");
    }

    @Test
    void moreRowsThanTheCapAreCountedByTheDatabase() throws Exception {
        restart("SELECT year, export_value FROM hs92.country_product_year_4 WHERE year = 2020", Map.of());
        Turn turn = ask("many", "What were Kenya's exports in 2020?");
        SqlEvidence evidence = (SqlEvidence) turn.evidence().get(0);
        long all = count("SELECT count(*) FROM hs92.country_product_year_4 WHERE year = 2020", "");
        assertThat(evidence.table().rows()).hasSize(1_000);
        assertThat(evidence.table().totalRows()).isEqualTo(all);
        assertThat(evidence.notes())
                .anySatisfy(note -> assertThat(note).contains("1,000 of ").endsWith("rows were fetched."));
    }

    @Test
    void showsValuesThatJavaHasNotAsTheDatabaseSaysThem() throws Exception {
        restart(
                "SELECT '2020-01-01 BC'::date AS a, 'infinity'::date AS b, '-infinity'::timestamp AS c1, '2020-01-31 10:20:30'::timestamp AS d,"
                        + " 'NaN'::float8 AS e, 'Infinity'::float8 AS f, '-Infinity'::float8 AS g, 'NaN'::numeric AS h,"
                        + " power(10::numeric, 400) AS i, power(10::numeric, 20) AS j, 1.5::numeric AS k"
                        + " FROM classification.location_country c WHERE c.iso3_code = 'KEN'",
                Map.of());
        Turn turn = ask("odd", "What were Kenya's exports in 2020?");
        SqlEvidence evidence = (SqlEvidence) turn.evidence().get(0);
        assertThat(evidence.table().rows())
                .as(turn.results().get(0).text())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .startsWith(
                        "2020-01-01 BC",
                        "infinity",
                        "-infinity",
                        "2020-01-31 10:20:30",
                        "NaN",
                        "Infinity",
                        "-Infinity",
                        "NaN",
                        "1E+400",
                        1e20,
                        1.5);
    }

    /** Starts anew with a model that writes this statement, whatever it is asked. */
    private void restart(String sql, Map<String, String> settings) throws Exception {
        runtime.close();
        written = Optional.of(sql);
        start(settings);
    }
}
