package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.launcher.Collector.Span;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.trace.StepLog;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a collector of OpenTelemetry hears of a question that is asked over HTTP, and by which id it finds it. */
@Timeout(300)
class TracesIT {
    private static final String QUESTION = "{\"question\": \"What were Kenya's top 5 exports in 2023?\"}";

    @TempDir
    Path folder;

    // held, because the logging system forgets a logger that nobody holds
    private final Logger log = Logger.getLogger(StepLog.class.getName());
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private DemoHome home;

    @BeforeEach
    void prepare() throws IOException {
        home = DemoHome.create(folder);
        log.addHandler(handler);
    }

    @AfterEach
    void leave() {
        log.removeHandler(handler);
        home.close();
    }

    private CaravanServer start(String settings) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), settings, StandardOpenOption.APPEND);
        return CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
    }

    /** The ids under which the log tells the turn of an answer. */
    private List<String> logged(JsonNode answer) throws IOException {
        List<String> ids = new CopyOnWriteArrayList<>();
        for (String line : lines) {
            JsonNode read = new ObjectMapper().readTree(line);
            if (read.path("trace_id").equals(answer.path("turn_id"))) {
                ids.add(read.path("otel_trace_id").asText("none"));
            }
        }
        return ids;
    }

    private static List<Span> of(Collector collector, String trace) {
        return collector.spans().stream()
                .filter(span -> span.trace().equals(trace))
                .toList();
    }

    private static Span named(List<Span> spans, String name) {
        return spans.stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        name + " is not among " + spans.stream().map(Span::name).toList()));
    }

    /** The names of the spans around one, nearest first. */
    private static List<String> around(List<Span> spans, Span inner) {
        Map<String, Span> byId = new HashMap<>();
        spans.forEach(span -> byId.put(span.id(), span));
        List<String> names = new CopyOnWriteArrayList<>();
        for (Optional<Span> outer = Optional.ofNullable(byId.get(inner.parent()));
                outer.isPresent();
                outer = outer.map(span -> byId.get(span.parent()))) {
            names.add(outer.orElseThrow().name());
        }
        return names;
    }

    @Test
    void aQuestionIsOneTraceWhoseIdIsInTheAnswerAndInTheLog() throws Exception {
        try (Collector collector = new Collector()) {
            JsonNode answer;
            JsonNode stored;
            try (CaravanServer server = start(
                    """
                    log: {detail: stages}
                    telemetry: {otlp: {endpoint: "%s", authorization: Bearer of-the-test}}
                    """
                            .formatted(collector.url()))) {
                Visitor visitor = Visitor.anonymous(server.address());
                Reply reply = visitor.send("POST", "/api/chat", QUESTION);
                answer = reply.json();
                assertThat(reply.headers().map()).doesNotContainKey("traceparent");
                stored = visitor.send(
                                "GET", "/api/turns/" + answer.path("turn_id").asText())
                        .json();
            }
            String trace = answer.path("otel_trace_id").asText();
            assertThat(trace).as(answer.toString()).matches("[0-9a-f]{32}");
            assertThat(stored.path("otel_trace_id").asText()).isEqualTo(trace);
            assertThat(logged(answer)).hasSizeGreaterThan(10).containsOnly(trace);
            assertThat(collector.authorizations()).isNotEmpty().containsOnly("Bearer of-the-test");

            assertThat(collector.told())
                    .contains(answer.path("turn_id").asText())
                    .doesNotContain("Kenya", "'KEN'", "Cut flowers");

            List<Span> spans = of(collector, trace);
            assertThat(spans.stream().filter(span -> span.parent().isEmpty())).hasSize(1);
            assertThat(around(spans, named(spans, "generate_sql"))).contains("sql", "agent", "turn");
            assertThat(around(spans, named(spans, "model-call"))).contains("agent", "turn");
            assertThat(spans.stream()
                            .filter(span -> span.name().equals("sql")
                                    && around(spans, span).contains("execute_sql")))
                    .hasSize(1);
        }
    }

    @Test
    void aRequestThatBelongsToATraceGoesOnWithIt() throws Exception {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        String parent = "00f067aa0ba902b7";
        try (Collector collector = new Collector()) {
            String streamed;
            try (CaravanServer server =
                    start("telemetry: {share: 0, otlp: {endpoint: \"" + collector.url() + "\"}}\n")) {
                Visitor visitor = Visitor.anonymous(server.address());
                streamed = visitor.send(
                                "POST",
                                "/api/chat/stream",
                                QUESTION,
                                "traceparent",
                                "00-" + trace + "-" + parent + "-01")
                        .body();
                // of a share of nothing, nothing but this one is told
                visitor.send("POST", "/api/chat", QUESTION);
            }
            assertThat(streamed).contains("\"otel_trace_id\":\"" + trace + "\"");
            assertThat(collector.spans()).isNotEmpty().allMatch(span -> span.trace()
                    .equals(trace));
            assertThat(collector.spans().stream().filter(span -> span.parent().equals(parent)))
                    .hasSize(1);
        }
    }

    @Test
    void nothingIsToldUnlessACollectorIsNamed() throws Exception {
        JsonNode answer;
        try (CaravanServer server = start("")) {
            answer = Visitor.anonymous(server.address())
                    .send("POST", "/api/chat", QUESTION)
                    .json();
        }
        assertThat(answer.path("outcome").asText()).isEqualTo("answered");
        assertThat(answer.has("otel_trace_id")).isFalse();
        // the line of a turn is written when its exchange is over, which may be after its answer
        assertThat(logged(answer)).containsOnly("none");
    }
}
