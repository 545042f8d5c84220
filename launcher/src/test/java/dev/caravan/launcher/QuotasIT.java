package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.app.Settings;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each quota over HTTP on the whole product: what its headers tell, when it refuses, and what the refusal says. */
@Timeout(300)
class QuotasIT {
    private static final Pattern TURN = Pattern.compile("\"turn_id\":\"([^\"]+)\"");
    private static final String IDLE = "{\"question\": \"Tell me a joke\"}";
    private static final String ROWS = "{\"question\": \"What were Kenya's top 5 exports in 2023?\"}";

    @TempDir
    Path folder;

    @TempDir
    Path downloads;

    private DemoHome home;
    private CaravanServer server;
    private Visitor visitor;

    @BeforeEach
    void prepare() throws IOException {
        home = DemoHome.create(folder);
    }

    @AfterEach
    void stop() {
        server.close();
        home.close();
    }

    private void start(String settings) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), settings, StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        visitor = Visitor.anonymous(server.address());
    }

    private static String told(Reply reply, String header) {
        return reply.headers().firstValue(header).orElse("nothing");
    }

    private static void refused(Reply reply, String quota, int limit, String words) {
        assertThat(reply.status()).as(reply.body()).isEqualTo(429);
        assertThat(told(reply, "Content-Type")).startsWith("application/problem+json");
        JsonNode problem = reply.json();
        assertThat(problem.path("quota").asText()).isEqualTo(quota);
        assertThat(problem.path("limit").asInt()).isEqualTo(limit);
        assertThat(problem.path("remaining").asInt()).isZero();
        assertThat(problem.path("detail").asText()).contains(words);
        assertThat(problem.path("retry_after").asLong())
                .isPositive()
                .isEqualTo(Long.parseLong(told(reply, "Retry-After")));
        assertThat(told(reply, "RateLimit")).contains("\"" + quota + "\";r=0");
    }

    @Test
    void questionsOfAMinuteAreCountedOnEveryWayToAsk() throws IOException {
        start("quota: {user: {minute: 5}, tenant: {minute: 100}}\n");
        Reply first = visitor.send("POST", "/api/chat", IDLE);
        assertThat(first.status()).as(first.body()).isEqualTo(200);
        assertThat(told(first, "RateLimit-Policy"))
                .isEqualTo("\"user-minute\";q=5;qu=\"requests\";w=60, \"tenant-minute\";q=100;qu=\"requests\";w=60");
        assertThat(told(first, "RateLimit")).matches("\"user-minute\";r=4;t=\\d+, \"tenant-minute\";r=99;t=\\d+");
        Reply streamed = visitor.send("POST", "/api/chat/stream", IDLE);
        assertThat(streamed.body()).contains("event: done");
        assertThat(told(streamed, "RateLimit")).contains("\"user-minute\";r=3");
        Reply openAi = visitor.send(
                "POST",
                "/v1/chat/completions",
                "{\"model\": \"atlas\", \"messages\": [{\"role\": \"user\", \"content\": \"Tell me a joke\"}]}");
        assertThat(openAi.status()).as(openAi.body()).isEqualTo(200);
        assertThat(told(openAi, "RateLimit")).contains("\"user-minute\";r=2");
        String turn =
                visitor.send("POST", "/api/chat", ROWS).json().path("turn_id").asText();
        Reply rerun =
                visitor.send("POST", "/api/rerun", "{\"turn_id\": \"" + turn + "\", \"sql\": \"SELECT 1 AS one\"}");
        assertThat(told(rerun, "RateLimit")).contains("\"user-minute\";r=0");
        for (String path : new String[] {"/api/chat", "/api/chat/stream"}) {
            refused(visitor.send("POST", path, IDLE), "user-minute", 5, "5 questions within a minute");
        }
        assertThat(visitor.send("GET", "/api/health/live").status()).isEqualTo(200);
        try (Browser browser = Browser.start(downloads)) {
            browser.open(server.address() + "chat?workspace=atlas");
            browser.await("#question");
            browser.type("#question", "Tell me a joke");
            browser.click("#send");
            browser.wait("the refusal", () -> browser.text("#turns").contains("5 questions within a minute"));
            browser.picture("quota");
        }
    }

    @Test
    void rowsOfADayAreCounted() throws IOException {
        start("quota: {tenant: {day-rows: 8}}\n");
        assertThat(told(visitor.send("POST", "/api/chat", ROWS), "RateLimit")).contains("\"tenant-rows\";r=8");
        assertThat(told(visitor.send("POST", "/api/chat", ROWS), "RateLimit")).contains("\"tenant-rows\";r=3");
        refused(visitor.send("POST", "/api/chat", ROWS), "tenant-rows", 8, "8 rows that a day may bring");
    }

    @Test
    void moneyOfADayAndQuestionsAtOnceAreCounted() throws Exception {
        try (StubModel model = new StubModel(Duration.ofSeconds(2), "query_tool", "question", "coffee")) {
            start(
                    """
                    quota: {waiting: 0, user: {at-once: 1, day-dollars: 0.02}}
                    model: {provider: compatible, providers: {compatible: {base-url: "%s"}}, prices: {default: "100 100 2026-10-01"}}
                    """
                            .formatted(model.url()));
            CompletableFuture<Reply> first =
                    CompletableFuture.supplyAsync(() -> visitor.send("POST", "/api/chat", ROWS));
            while (model.calls() == 0 && !first.isDone()) {
                Thread.onSpinWait();
            }
            refused(visitor.send("POST", "/api/chat", ROWS), "user-at-once", 1, "1 questions of you are worked on");
            Reply answered = first.join();
            assertThat(answered.status()).as(answered.body()).isEqualTo(200);
            assertThat(told(answered, "RateLimit")).contains("\"user-money\";r=2", "\"user-at-once\";r=0");
            assertThat(answered.json().path("usage").path("dollars").asDouble()).isGreaterThan(0.02);
            refused(visitor.send("POST", "/api/chat", ROWS), "user-money", 2, "0.02 US dollars");
            showsWhatItCost(answered);
        }
    }

    private void startHeld(HeldModel model, String quota) throws IOException {
        start(
                """
                quota: {%s, user: {at-once: 1}}
                model: {frontier-provider: compatible, prompts: {sql_generation: lightweight}, providers: {compatible: {base-url: "%s", timeout: 120s}}}
                """
                        .formatted(quota, model.url()));
    }

    private CompletableFuture<Reply> held() {
        return CompletableFuture.supplyAsync(() -> visitor.send(
                "POST", "/api/chat", "{\"question\": \"Which countries export the most coffee? This is case held.\"}"));
    }

    @Test
    void whatIsBeyondTheQuestionsAtOnceWaitsInLineAndIsTold() throws Exception {
        try (HeldModel model = new HeldModel("coffee")) {
            startHeld(model, "waiting: 2");
            CompletableFuture<Reply> first = held();
            while (model.waiting() == 0) {
                Thread.onSpinWait();
            }
            HttpResponse<Stream<String>> stream = stream();
            assertThat(stream.headers().firstValue("X-Caravan-Place")).hasValue("1");
            Iterator<String> lines = stream.body().iterator();
            List<String> seen = new ArrayList<>();
            while (!seen.contains("event: waiting")) {
                seen.add(lines.next());
            }
            assertThat(lines.next()).isEqualTo("data: {\"place\":1}");
            try (Browser browser = Browser.start(downloads)) {
                browser.open(server.address() + "chat?workspace=atlas");
                browser.await("#question");
                browser.type("#question", "Tell me a joke");
                browser.click("#send");
                browser.wait("the place in line", () -> browser.text("#turns").contains("place 2 in line"));
                browser.picture("waiting-in-line");
                refused(visitor.send("POST", "/api/chat", IDLE), "user-at-once", 1, "1 questions of you are worked on");
                model.release("held");
                browser.await("#turns .answer");
                assertThat(browser.text("#turns")).doesNotContain("in line");
            }
            assertThat(first.join().status()).isEqualTo(200);
            lines.forEachRemaining(seen::add);
            assertThat(seen).contains("event: done").doesNotContain("event: error");
        }
    }

    @Test
    void whoIsStoppedLeavesTheLine() throws Exception {
        try (HeldModel model = new HeldModel("coffee")) {
            startHeld(model, "waiting: 1");
            CompletableFuture<Reply> first = held();
            while (model.waiting() == 0) {
                Thread.onSpinWait();
            }
            HttpResponse<Stream<String>> stream = stream();
            Iterator<String> lines = stream.body().iterator();
            List<String> seen = new ArrayList<>();
            String id = "";
            while (!seen.contains("event: waiting")) {
                String line = lines.next();
                Matcher told = TURN.matcher(line);
                id = told.find() ? told.group(1) : id;
                seen.add(line);
            }
            refused(visitor.send("POST", "/api/chat", IDLE), "user-at-once", 1, "1 questions of you are worked on");
            assertThat(visitor.send("POST", "/api/turns/" + id + "/cancel", "").status())
                    .isBetween(200, 204);
            lines.forEachRemaining(seen::add);
            assertThat(seen)
                    .contains("event: done")
                    .anyMatch(line -> line.contains("The question was stopped before it was answered."))
                    .doesNotContain("event: error");
            assertThat(stream().headers().firstValue("X-Caravan-Place"))
                    .as("its place is free again")
                    .hasValue("1");
            model.release("held");
            assertThat(first.join().status()).isEqualTo(200);
        }
    }

    private HttpResponse<Stream<String>> stream() throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(server.address().resolve("api/chat/stream"))
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(IDLE))
                                .build(),
                        BodyHandlers.ofLines());
    }

    @Test
    void whoWaitsTooLongIsRefused() throws Exception {
        try (HeldModel model = new HeldModel("coffee")) {
            startHeld(model, "longest-wait: 1s");
            CompletableFuture<Reply> first = held();
            while (model.waiting() == 0) {
                Thread.onSpinWait();
            }
            assertThat(visitor.send("POST", "/api/chat/stream", IDLE).body())
                    .contains("event: waiting", "event: error", "This question waited 1 s");
            Reply whole = visitor.send("POST", "/api/chat", IDLE);
            assertThat(whole.status()).isEqualTo(429);
            assertThat(whole.json().path("detail").asText()).startsWith("This question waited 1 s");
            assertThat(whole.json().path("retry_after").asInt()).isEqualTo(1);
            assertThat(told(whole, "Retry-After")).isEqualTo("1");
            model.release("held");
            assertThat(first.join().status()).isEqualTo(200);
            assertThat(visitor.send("POST", "/api/chat", IDLE).status()).isEqualTo(200);
        }
    }

    private void showsWhatItCost(Reply answered) throws Exception {
        JsonNode spent = visitor.send("GET", "/api/spent").json();
        double dollars = answered.json().path("usage").path("dollars").asDouble();
        assertThat(spent.path("users").get(0).path("questions").asInt()).isEqualTo(1);
        assertThat(spent.path("users").get(0).path("dollars").asDouble()).isEqualTo(dollars);
        assertThat(spent.path("tenants").get(0).path("dollars").asDouble()).isEqualTo(dollars);
        assertThat(spent.path("dearest").get(0).path("turn_id").asText())
                .isEqualTo(answered.json().path("turn_id").asText());
        assertThat(spent.toString()).as("no words of users").doesNotContain("question\":");
        assertThat(visitor.send("GET", "/api/spent?day=2020-01-01").json().path("tenants"))
                .isEmpty();
        assertThat(visitor.send("GET", "/api/spent?day=soon").status()).isEqualTo(400);
        JsonNode price = visitor.send("GET", "/api/status")
                .json()
                .path("models")
                .path("prices")
                .get(0);
        assertThat(price.path("since").asText()).isEqualTo("2026-10-01");
        assertThat(price.path("read").asInt()).isEqualTo(100);
        try (Browser browser = Browser.start(downloads)) {
            browser.size(1280, 1500);
            browser.open(server.address() + "status");
            browser.await(".dearest a");
            assertThat(browser.texts(".tile-card h2")).contains("Models", "Quotas", "Spent today", "Breakers");
            assertThat(browser.text("main")).contains("2026-10-01", "$100.00", "$0.02", "60 model calls");
            new Accessibility(browser).check("the status of an operator");
            browser.picture("status-money");
        }
    }
}
