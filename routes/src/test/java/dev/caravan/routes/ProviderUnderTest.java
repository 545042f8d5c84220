package dev.caravan.routes;

import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelType;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A provider that a test of the contract puts into a situation and then asks. Behind the adapters stands a server at the
 * level of bytes; behind the built-in model's place a model of this process; the replayer repeats what was recorded against a
 * server that is gone by then.
 */
final class ProviderUnderTest implements AutoCloseable {
    static final int LIMIT = 20_000;

    /** Who is tested. */
    enum Subject {
        OFFLINE(null, "offline"),
        OPENAI(Wire.OPENAI, "openai"),
        COMPATIBLE(Wire.OPENAI, "compatible"),
        ANTHROPIC(Wire.ANTHROPIC, "anthropic"),
        OLLAMA(Wire.OLLAMA, "ollama"),
        GEMINI(Wire.GEMINI, "gemini"),
        REPLAYED(Wire.OPENAI, "openai");

        final Wire wire;
        final String provider;

        Subject(Wire wire, String provider) {
            this.wire = wire;
            this.provider = provider;
        }
    }

    final Subject subject;
    final WireServer server = new WireServer();
    final Path recordings;
    private final Deque<Function<ModelCall, ChatResponse>> local = new ArrayDeque<>();
    private final Map<String, String> settings = new HashMap<>();
    private ModelRoutes routes;

    ProviderUnderTest(Subject subject) {
        this.subject = subject;
        try {
            this.recordings = Files.createTempDirectory("recordings");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ProviderUnderTest with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    ProviderUnderTest impatient() {
        return isLocal() ? this : with("model.providers." + subject.provider + ".timeout", "250ms");
    }

    /** The routes that were asked last. */
    ModelRoutes routes() {
        return routes;
    }

    private boolean isLocal() {
        return subject == Subject.OFFLINE;
    }

    /** It answers in one piece. */
    ProviderUnderTest says(String text) {
        return isLocal()
                ? local(call -> reply(AiMessage.from(text)))
                : wire("application/json", subject.wire.text(text, "stop"));
    }

    /** It calls tools: pairs of name and arguments. */
    ProviderUnderTest calls(String[]... calls) {
        if (!isLocal()) {
            return wire("application/json", subject.wire.tools(List.of(calls)));
        }
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (String[] call : calls) {
            requests.add(ToolExecutionRequest.builder()
                    .id("c" + requests.size())
                    .name(call[0])
                    .arguments(call[1])
                    .build());
        }
        return local(call -> reply(AiMessage.from(requests)));
    }

    /** It answers piece by piece. */
    ProviderUnderTest streams(String... pieces) {
        return isLocal()
                ? local(call -> spoken(call, List.of(pieces), pieces.length))
                : then(WireServer.streams(subject.wire.streamType(), subject.wire.pieces(List.of(pieces))));
    }

    /** It begins an answer and says no more. */
    ProviderUnderTest stalls(String... pieces) {
        return isLocal()
                ? local(call -> {
                    spoken(call, List.of(pieces), pieces.length);
                    throw ModelFailure.of(Kind.TIMEOUT, "no end in time", null);
                })
                : then(server.hangsAfter(subject.wire.streamType(), head(pieces)));
    }

    /** It begins an answer and hangs up. */
    ProviderUnderTest cuts(String... pieces) {
        return isLocal()
                ? local(call -> {
                    spoken(call, List.of(pieces), pieces.length);
                    throw ModelFailure.of(Kind.CUT, "no end", null);
                })
                : then(WireServer.streams(subject.wire.streamType(), head(pieces)));
    }

    /** The pieces of an answer up to the last text. */
    private List<String> head(String... pieces) {
        List<String> all = subject.wire.pieces(List.of(pieces));
        String last = pieces[pieces.length - 1];
        int end = 0;
        for (int i = 0; i < all.size(); i++) {
            end = all.get(i).contains(last) ? i + 1 : end;
        }
        return all.subList(0, end);
    }

    /** It refuses with a status; headers in pairs. */
    ProviderUnderTest refuses(int status, String... headers) {
        if (!isLocal()) {
            return then(WireServer.says(
                    status, "application/json", "{\"error\": {\"message\": \"no\", \"type\": \"t\"}}", headers));
        }
        Optional<Duration> wait =
                headers.length == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(Long.parseLong(headers[1])));
        return local(call -> {
            throw ModelFailure.of(status == 429 ? Kind.LIMITED : Kind.SERVER, "no", wait, null);
        });
    }

    /** It does not answer. */
    ProviderUnderTest hangs() {
        return isLocal()
                ? local(call -> {
                    throw ModelFailure.of(Kind.TIMEOUT, "nothing in time", null);
                })
                : then(server.hangs());
    }

    /** Its answer is longer than is read. */
    ProviderUnderTest rambles() {
        return isLocal()
                ? local(call -> {
                    throw ModelFailure.of(Kind.OVERSIZE, "too long", null);
                })
                : says("x".repeat(LIMIT + 1));
    }

    /** Its filter holds the answer back. */
    ProviderUnderTest filters() {
        return isLocal()
                ? local(call -> ChatResponse.builder()
                        .aiMessage(AiMessage.from(""))
                        .finishReason(FinishReason.CONTENT_FILTER)
                        .build())
                : wire("application/json", subject.wire.filtered());
    }

    private ProviderUnderTest wire(String type, String body) {
        return then(WireServer.says(200, type, body));
    }

    private ProviderUnderTest then(WireServer.Script script) {
        server.then(script);
        return this;
    }

    private ProviderUnderTest local(Function<ModelCall, ChatResponse> act) {
        local.add(act);
        return this;
    }

    private static ChatResponse reply(AiMessage message) {
        return ChatResponse.builder().aiMessage(message).build();
    }

    private static ChatResponse spoken(ModelCall call, List<String> pieces, int count) {
        call.talk().ifPresent(talk -> {
            talk.begin();
            pieces.subList(0, count).forEach(talk::say);
        });
        return reply(AiMessage.from(String.join("", pieces)));
    }

    /** The routes, to be asked now: what it does from here on was said before. */
    ModelRoutes start() throws Exception {
        String prefix = "model.providers." + subject.provider;
        if (!isLocal()) {
            settings.put(prefix + ".base-url", server.url() + subject.wire.path);
            settings.put(prefix + ".key", "secret-key");
            settings.put(prefix + ".frontier", "m");
        }
        settings.put("model.max-reply", String.valueOf(LIMIT));
        settings.put("model.recordings", recordings.toString());
        settings.put("model.recording", subject == Subject.REPLAYED ? "record" : "off");
        routes = ModelRoutes.start(settings, isLocal() ? Optional.of(new Local()) : Optional.empty());
        return routes;
    }

    /** The replayer forgets the server and begins anew; the others stay as they are. */
    ModelRoutes replay() throws Exception {
        if (subject != Subject.REPLAYED) {
            return routes;
        }
        routes.close();
        server.close();
        settings.put("model.recording", "replay");
        routes = ModelRoutes.start(settings, Optional.empty());
        return routes;
    }

    private final class Local implements ModelProvider {
        @Override
        public String name() {
            return "offline";
        }

        @Override
        public String model(ModelType type) {
            return "built-in";
        }

        @Override
        public ChatResponse answer(ModelCall call) {
            return (local.size() > 1 ? local.remove() : local.element()).apply(call);
        }
    }

    @Override
    public void close() throws IOException {
        if (routes != null) {
            routes.close();
        }
        server.close();
        try (var files = Files.walk(recordings)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
