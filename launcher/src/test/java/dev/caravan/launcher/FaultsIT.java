package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.launcher.FaultyLink.Fault;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole product with a faulty link to each thing it asks: whatever breaks, a question ends, says what was wrong or is answered as ever,
 * and once the link is mended the next ones are answered again. The table of it is written to {@code target/faults.md}; faults of the
 * search engine are in {@code PlanSearchTest}, those of providers at the level of bytes in {@code ProviderContractTest}.
 */
@Timeout(300)
class FaultsIT {
    private static final List<String> TABLE = new ArrayList<>();
    private static final String SQL_QUESTION = "What were Kenya's top 5 exports in 2023?";
    private static final String API_QUESTION = "What is Kenya's diversification grade?";

    @TempDir
    static Path home;

    private static AtlasApi api;
    private static StubModel model;
    private static FaultyLink data;
    private static FaultyLink state;
    private static FaultyLink graphql;
    private static FaultyLink provider;

    @BeforeAll
    static void start() throws IOException {
        SharedWorld world = SharedWorld.get();
        api = AtlasApi.start(world.jdbcUrl(DemoWorld.DATABASE), world.readerCredentials(), 0, new Faults());
        model = new StubModel(Duration.ofMillis(20), "query_tool", "question", SQL_QUESTION);
        int postgres = URI.create(world.jdbcUrl(DemoWorld.DATABASE).substring("jdbc:".length()))
                .getPort();
        data = new FaultyLink(postgres);
        state = new FaultyLink(postgres);
        graphql = new FaultyLink(URI.create(api.explore().toString()).getPort());
        provider = new FaultyLink(URI.create(model.url()).getPort());
        Files.writeString(
                home.resolve("application.yaml"),
                """
        server: {port: 0}
        routes: {directory: %1$s/routes, reload: false, grace: 1s}
        workspaces: {directory: %1$s/workspaces}
        atlas:
          {source: jdbc, jdbc-url: "%2$s", user: %3$s, password: "%4$s",
           api: {explore-url: "%8$s", country-pages-url: "%9$s", timeout: 1s, breaker: {failures: 3, open: 1s}}}
        state: {jdbc-url: "%5$s", user: %6$s, password: "%7$s"}
        sql: {timeout: 1s, breaker: {failures: 3, open: 1s}}
        model: {breaker: {failures: 3, open: 1s}, retry-after: 1s, providers: {compatible: {base-url: "%10$s", timeout: 1s}}}
        docs: {embeddings: false}
        """
                        .formatted(
                                System.getProperty("caravan.home"),
                                through(data, world.jdbcUrl(DemoWorld.DATABASE), postgres),
                                world.readerCredentials().user(),
                                world.readerCredentials().password(),
                                through(state, world.newDatabase(), postgres),
                                world.appCredentials().user(),
                                world.appCredentials().password(),
                                through(
                                        graphql,
                                        api.explore().toString(),
                                        api.explore().getPort()),
                                through(
                                        graphql,
                                        api.countryPages().toString(),
                                        api.explore().getPort()),
                                "http://127.0.0.1:" + provider.port() + "/v1"));
    }

    private static String through(FaultyLink link, String url, int port) {
        return url.replace(":" + port, ":" + link.port());
    }

    @AfterAll
    static void stop() throws IOException {
        for (AutoCloseable each : List.of(data, state, graphql, provider, model, api)) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
        Files.createDirectories(Path.of("target"));
        TABLE.add(
                0,
                "| what is asked | fault | outcome | time to the end | answered again after |\n| --- | --- | --- | --- | --- |");
        Files.write(Path.of("target", "faults.md"), TABLE);
    }

    /** How a question ended: its outcome, its words, and after how many milliseconds. */
    private record End(String outcome, String text, String from, long millis) {
        boolean answered() {
            return outcome.equals("answered");
        }
    }

    private static End ask(CaravanServer server, String question) {
        long from = System.nanoTime();
        JsonNode json = Visitor.anonymous(server.address())
                .send("POST", "/api/chat", "{\"question\": \"" + question + "\"}")
                .json();
        return new End(
                json.path("outcome").asText("error"),
                json.path("answer").asText(json.toString()),
                String.join(" ", json.path("evidence").findValuesAsText("type")),
                Duration.ofNanos(System.nanoTime() - from).toMillis());
    }

    /** Breaks a link, asks, mends it and asks until there is an answer; what must be said where there is none stands in {@code words}. */
    private static void suffer(
            CaravanServer server, String what, FaultyLink link, Fault fault, String question, String... words) {
        End before = ask(server, question);
        assertThat(before.outcome()).as(before.toString()).isEqualTo("answered");
        link.set(fault);
        End end = ask(server, question);
        link.set(Fault.NONE);
        long mended = System.nanoTime();
        // answered as ever, and not by another source
        End after = ask(server, question);
        while (!after.answered() || !after.from().equals(before.from())) {
            after = ask(server, question);
        }
        long recovered = Duration.ofNanos(System.nanoTime() - mended).toMillis();
        TABLE.add(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.1f s | %.1f s |",
                what,
                fault.title,
                end.answered()
                        ? "answered" + (end.from().isEmpty() ? "" : " (" + end.from() + ")")
                        : end.text().lines().findFirst().orElse(""),
                end.millis() / 1000.0,
                recovered / 1000.0));
        if (end.answered() && !end.from().equals(before.from())) {
            // one that counts otherwise never takes the place of another without a word
            assertThat(end.text()).contains("is not available just now");
        }
        if (!end.answered()) {
            assertThat(end.outcome()).as(fault + ": " + end).isEqualTo("failed");
            assertThat(words).as(fault + ": " + end).anyMatch(end.text()::contains);
        }
    }

    @Test
    void everyQuestionEndsAndTheNextOnesAreAnswered() throws IOException {
        try (CaravanServer server = CaravanServer.start(Settings.load(home, Map.of()), Progress.silent())) {
            for (Fault fault : List.of(Fault.SLOW, Fault.REFUSED, Fault.CUT, Fault.SILENT)) {
                suffer(server, "data (PostgreSQL)", data, fault, SQL_QUESTION, "database");
                suffer(
                        server,
                        "conversations (PostgreSQL)",
                        state,
                        fault,
                        SQL_QUESTION,
                        "stored",
                        "kept",
                        "conversation");
            }
            for (Fault fault : Fault.values()) {
                suffer(server, "Atlas API (GraphQL)", graphql, fault, API_QUESTION, "Atlas", "API");
            }
        }
    }

    @Test
    void everyQuestionToAModelEndsAndTheNextOnesAreAnswered() throws IOException {
        Path settings = home.resolve("application.yaml");
        String before = Files.readString(settings);
        Files.writeString(
                settings,
                before.replace(
                        "model: {", "model: {frontier-provider: compatible, prompts: {sql_generation: lightweight}, "));
        try (CaravanServer server = CaravanServer.start(Settings.load(home, Map.of()), Progress.silent())) {
            for (Fault fault : Fault.values()) {
                suffer(server, "model provider", provider, fault, SQL_QUESTION, "language model");
            }
            assertThat(model.calls()).isPositive();
        } finally {
            Files.writeString(settings, before);
        }
    }
}
