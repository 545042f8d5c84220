package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.api.Fault;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.api.ShippingApi;
import dev.caravan.duck.DuckDatabase;
import dev.caravan.sql.ResultMemory;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans about one thing, which the demo's GraphQL service answers from the demo data; whatever it does, the rows are right. */
class PlanLookupTest {
    private static final String STATUS = "What is the status of shipment SH-000123?";

    @TempDir
    static Path folder;

    private static Faults faults;
    private static DuckDatabase data;
    private static ShippingApi api;
    private static PipelineRoutes routes;

    @BeforeAll
    static void start() throws Exception {
        Path shipments = RouteFiles.HOME.resolve("workspaces/shipments").toAbsolutePath();
        faults = new Faults();
        data = new DuckDatabase(
                folder.resolve("data"),
                shipments,
                new DuckDatabase.Limits(Duration.ofSeconds(30), 1_000, "512MB"),
                new ResultMemory(1, Duration.ofSeconds(5)),
                turn -> false);
        api = ShippingApi.start(sql -> data.read(sql, 100), 0, faults);
        warm();
        // without a search engine, which would have to be started
        workspace(shipments, api.address().toString());
        routes = PipelineRoutes.startUnscripted(Map.of(
                "workspaces.directory",
                folder.resolve("workspaces").toString(),
                "server.data",
                folder.resolve("var").toString(),
                "sql.breaker.failures",
                "2",
                "graphql.timeout",
                "3s"));
    }

    /** Has the data and the schema made, which the first request would wait for. */
    private static void warm() throws Exception {
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(api.address())
                                .POST(BodyPublishers.ofString(
                                        "{\"query\":\"{shipments(number: \\\"SH-000001\\\") {vessel {name}}}\"}"))
                                .build(),
                        BodyHandlers.discarding());
    }

    private static void workspace(Path shipments, String url) throws IOException {
        Path workspaces = Files.createDirectories(folder.resolve("workspaces"));
        for (String shared : List.of("atlas", "prompts")) {
            Files.createSymbolicLink(
                    workspaces.resolve(shared),
                    RouteFiles.HOME.resolve("workspaces").resolve(shared).toAbsolutePath());
        }
        Path own = Files.createDirectories(workspaces.resolve("shipments"));
        for (String file : List.of("workspace.yaml", "semantic-model.yaml", "aliases.yaml", "schema.sql", "demo.sql")) {
            Files.copy(shipments.resolve(file), own.resolve(file));
        }
        String settings = Files.readString(shipments.resolve("graphql.yaml"));
        Files.writeString(
                own.resolve("graphql.yaml"),
                settings.replace("${SHIPMENTS_GRAPHQL_URL:}", url).replace("${SHIPMENTS_GRAPHQL_TOKEN:}", "secret"));
    }

    @AfterEach
    void mend() {
        faults.clear();
        routes.camel()
                .getRegistry()
                .lookupByNameAndType("graphqlBreaker-shipments", CircuitBreaker.class)
                .reset();
    }

    @AfterAll
    static void stop() {
        routes.close();
        api.close();
        data.close();
    }

    private PipelineRoutes.Outcome asks(String question) {
        Turn turn = routes.turn();
        return routes.ask(
                Turn.opened(turn.id(), turn.threadId(), true, "shipments", question, Map.of(), turn.startedAt()));
    }

    private static Evidence evidence(PipelineRoutes.Outcome outcome) {
        assertThat(outcome.kind())
                .as(outcome.turn().answer().orElseThrow().text())
                .isEqualTo(Outcome.ANSWERED);
        return outcome.turn().evidence().get(0);
    }

    private List<List<String>> fromFile(String sql) throws Exception {
        List<List<String>> rows = new ArrayList<>();
        data.run(sql)
                .forEach(row ->
                        rows.add(row.values().stream().map(String::valueOf).toList()));
        return rows;
    }

    private static List<List<String>> rows(Evidence evidence) {
        return evidence.rows().orElseThrow().rows().stream()
                .map(row -> row.stream().map(String::valueOf).toList())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is the status of shipment SH-000123? | select status from shipping.shipments where number = 'SH-000123'",
                "What is the arrival date and delay of shipment SH-009000? | select shipment_id, number, status, arrival_date, delay_days from shipping.shipments where number = 'SH-009000'",
                "Which vessel carries shipment SH-000123? | select v.name from shipping.shipments s join shipping.vessels v using (vessel_id) where s.number = 'SH-000123'",
                "What is the weight of container MAEU1000055? | select container_id, number, type, weight_kg from shipping.containers where number = 'MAEU1000055'",
                "What is the capacity of the vessel MSC ANNA? | select name, capacity_teu from shipping.vessels where name = 'MSC ANNA'",
                "Show the port with code USMIA | select name from shipping.ports where unlocode = 'USMIA'"
            })
    void givesTheRowsOfTheDataFile(String question, String sql) throws Exception {
        PipelineRoutes.Outcome outcome = asks(question);
        assertThat(evidence(outcome).kind()).isEqualTo("graphql");
        assertThat(rows(evidence(outcome))).hasSize(1).isEqualTo(fromFile(sql));
        assertThat(outcome.stages()).contains("graphql_executor").doesNotContain("query_executor");
    }

    @Test
    void showsTheQueryWithItsVariables() {
        Map<String, Object> members = evidence(asks(STATUS)).members();
        assertThat(members.get("query").toString()).contains("shipments(number: $number)", "status");
        assertThat(members.get("variables")).isEqualTo("{\"number\":\"SH-000123\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "How many shipments are there?",
        "Top 5 carriers by average delay",
        "Which containers are on customs hold?"
    })
    void leavesWhatIsAboutManyThingsToTheDatabase(String question) {
        PipelineRoutes.Outcome outcome = asks(question);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(outcome.stages()).doesNotContain("graphql_executor");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "WRONG_CONTENT_TYPE"})
    void asksInSqlWhatTheServiceDoesNotAnswerWhole(Fault fault) throws Exception {
        faults.show(fault);
        PipelineRoutes.Outcome outcome = asks(STATUS);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(rows(evidence(outcome)))
                .isEqualTo(fromFile("select status from shipping.shipments where number = 'SH-000123'"));
        assertThat(outcome.turn().answer().orElseThrow().text())
                .contains("Asked in SQL and not in the GraphQL service: ");
    }

    @Test
    void asksInSqlWhenTheServiceIsSlow() {
        faults.delay(Duration.ofMinutes(1));
        PipelineRoutes.Outcome outcome = asks(STATUS);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(outcome.turn().answer().orElseThrow().text()).contains("did not answer in time");
    }

    @Test
    void givesAServiceThatFailsARestAndAnswersInSqlMeanwhile() {
        faults.show(Fault.DROPPED_CONNECTION);
        asks(STATUS);
        asks(STATUS);
        PipelineRoutes.Outcome outcome = asks(STATUS);
        assertThat(evidence(outcome).kind()).isEqualTo("sql");
        assertThat(outcome.turn().answer().orElseThrow().text()).contains("is given a rest");
    }
}
