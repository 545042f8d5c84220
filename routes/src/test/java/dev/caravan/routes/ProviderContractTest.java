package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.agent.AskAgent;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.model.Prompt;
import dev.caravan.routes.ProviderUnderTest.Subject;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every provider keeps, whoever it is; the gates in front of it are those of the product's routes. In the place of the
 * built-in model stands one that can fail; what the contract asks of the built-in model itself is in {@link BuiltInModelTest}.
 */
class ProviderContractTest {
    private static final String QUESTION = "What were Kenya's exports in 1995?";
    private static final String ARGUMENTS = "{\"question\":\"" + QUESTION + "\"}";
    private static final Prompt AGENT = ModelRoutes.prompt(AskAgent.KEY);
    private static final Prompt FORM = ModelRoutes.prompt(ClassifyQuery.KEY);
    private static final String VALID = "{\"query_type\":\"country_year\"}";

    private ProviderUnderTest provider;

    @AfterEach
    void close() throws IOException {
        if (provider != null) {
            provider.close();
        }
    }

    private ProviderUnderTest given(Subject subject) {
        provider = new ProviderUnderTest(subject);
        return provider;
    }

    /** Asks; the replayer is asked what was recorded just before. */
    private ChatResponse answer(Prompt prompt, boolean heard) throws Exception {
        ModelRoutes routes = provider.start();
        if (provider.subject == Subject.REPLAYED) {
            ModelRoutes recorded = routes;
            catchThrowableOfType(ModelFailure.class, () -> ask(recorded, prompt, heard));
            routes = provider.replay();
        }
        return ask(routes, prompt, heard);
    }

    private ChatResponse ask(ModelRoutes routes, Prompt prompt, boolean heard) {
        ChatRequest.Builder request = ChatRequest.builder().messages(routes.messages(prompt.key(), "t1", QUESTION));
        if (prompt.equals(AGENT)) {
            request.toolSpecifications(RouteFiles.tools("query_tool", "docs_tool"));
        }
        TurnEvents.Subscription subscription = heard ? routes.listen("t1") : () -> {};
        try {
            return routes.ask(prompt, List.of(provider.subject.provider), request.build());
        } finally {
            subscription.close();
        }
    }

    private String text(Prompt prompt) throws Exception {
        return answer(prompt, false).aiMessage().text();
    }

    private ModelFailure failure(Prompt prompt, boolean heard) {
        return catchThrowableOfType(ModelFailure.class, () -> answer(prompt, heard));
    }

    private boolean isOnTheWire() {
        return provider.subject.wire != null;
    }

    @ParameterizedTest
    @EnumSource
    void givesAPlainAnswerWithItsTokens(Subject subject) throws Exception {
        given(subject).says("RCA compares shares.");
        ChatResponse response = answer(AGENT, false);
        assertThat(response.aiMessage().text()).isEqualTo("RCA compares shares.");
        if (isOnTheWire()) {
            assertThat(response.tokenUsage().inputTokenCount()).isEqualTo(100);
            assertThat(response.tokenUsage().outputTokenCount()).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isToldTheFormAndKeepsToIt(Subject subject) throws Exception {
        given(subject).says(VALID);
        assertThat(text(FORM)).isEqualTo(VALID);
        if (isOnTheWire()) {
            assertThat(provider.server.bodies).singleElement().asString().contains("overtime_partners", "enum");
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsTheFormInWordsWhereItIsNotKept(Subject subject) throws Exception {
        given(subject)
                .says("Here you are: ```json\n{\"query_type\": \"country_year\", \"rejection_reason\": null}\n```");
        if (isOnTheWire()) {
            provider.with("model.providers." + subject.provider + ".structured", "text");
        }
        assertThat(text(FORM)).isEqualTo(VALID);
        if (isOnTheWire()) {
            assertThat(provider.server.bodies.get(0)).contains("Its JSON schema");
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsAnInvalidReplyBackOnceWithWhatIsWrong(Subject subject) throws Exception {
        given(subject).says("{\"query_type\": \"a guess\"}").says(VALID);
        assertThat(text(FORM)).isEqualTo(VALID);
        if (isOnTheWire()) {
            assertThat(provider.server.bodies).hasSize(2);
            assertThat(provider.server.bodies.get(1)).contains("cannot be used", "query_type");
        }
    }

    @ParameterizedTest
    @EnumSource
    void handsASecondInvalidReplyToTheStage(Subject subject) throws Exception {
        given(subject).says("no JSON").says("none again");
        assertThat(text(FORM)).isEqualTo("none again");
    }

    @ParameterizedTest
    @EnumSource
    void callsOneToolOrTwoAtOnce(Subject subject) throws Exception {
        given(subject).calls(new String[] {"query_tool", ARGUMENTS}, new String[] {
            "docs_tool", "{\"question\":\"What is RCA?\"}"
        });
        List<ToolExecutionRequest> calls = answer(AGENT, false).aiMessage().toolExecutionRequests();
        assertThat(calls).extracting(ToolExecutionRequest::name).containsExactly("query_tool", "docs_tool");
        assertThat(calls.get(0).arguments().replaceAll("\\s", "")).isEqualTo(ARGUMENTS.replaceAll("\\s", ""));
        if (isOnTheWire()) {
            assertThat(provider.server.bodies.get(0))
                    .contains("query_tool", "docs_tool", "the question, complete in itself");
        }
    }

    @ParameterizedTest
    @EnumSource
    void passesUnknownToolsAndMalformedArgumentsOn(Subject subject) throws Exception {
        given(subject).calls(new String[] {"web_search", "{oops"});
        List<ToolExecutionRequest> calls = answer(AGENT, false).aiMessage().toolExecutionRequests();
        assertThat(calls).singleElement().extracting(ToolExecutionRequest::name).isEqualTo("web_search");
    }

    @ParameterizedTest
    @EnumSource
    void speaksWhileItWrites(Subject subject) throws Exception {
        given(subject).streams("Kenya exported ", "$7.19 billion ", "in 1995.");
        ChatResponse response = answer(AGENT, true);
        assertThat(response.aiMessage().text().strip()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        assertThat(provider.routes().said().strip())
                .isEqualTo(response.aiMessage().text().strip());
        assertThat(provider.routes().talk).hasSizeGreaterThanOrEqualTo(subject == Subject.REPLAYED ? 1 : 3);
        assertThat(provider.routes().talk.get(0).data()).containsEntry("begin", true);
    }

    @ParameterizedTest
    @EnumSource
    void givesUpAStreamThatTakesTooLong(Subject subject) {
        given(subject).stalls("Kenya ", "exported ").impatient();
        assertThat(failure(AGENT, true).kind()).isEqualTo(Kind.TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource
    void beginsAnewAfterAStreamThatBrokeOff(Subject subject) throws Exception {
        given(subject).cuts("Kenya ", "exported ").streams("Kenya exported ", "$7.19 billion.");
        assertThat(answer(AGENT, true).aiMessage().text().strip()).isEqualTo("Kenya exported $7.19 billion.");
        assertThat(provider.routes().said().strip()).isEqualTo("Kenya exported $7.19 billion.");
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainAfterARefusalForTooManyRequests(Subject subject) throws Exception {
        given(subject).refuses(429).refuses(429, "Retry-After", "0").says(VALID);
        assertThat(text(FORM)).isEqualTo(VALID);
    }

    @ParameterizedTest
    @EnumSource
    void doesNotWaitLongerThanItHasPatience(Subject subject) {
        given(subject).refuses(429, "Retry-After", "3600").says(VALID);
        ModelFailure failure = failure(FORM, false);
        assertThat(failure.kind()).isEqualTo(Kind.LIMITED);
        assertThat(failure.retryAfter())
                .hasValueSatisfying(wait -> assertThat(wait).hasHours(1));
        if (isOnTheWire()) {
            assertThat(provider.server.bodies).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitsLongWhereAProviderDoesNotSayForHowLong(Subject subject) {
        given(subject).with("model.limited-delay", "45s").refuses(429).says(VALID);
        // longer than it has patience, so that it is given up
        assertThat(failure(FORM, false).retryAfter()).hasValue(Duration.ofSeconds(45));
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainAfterAFaultOfTheProviderAndCountsIt(Subject subject) throws Exception {
        given(subject).refuses(500).says(VALID);
        assertThat(text(FORM)).isEqualTo(VALID);
        assertThat(provider.routes().breaker(subject.provider).getMetrics().getNumberOfFailedCalls())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void isLeftAloneAfterFiveFaultsInARow(Subject subject) throws Exception {
        given(subject).refuses(500);
        assertThat(failure(FORM, false).kind()).isEqualTo(Kind.SERVER);
        ModelRoutes routes = provider.routes();
        catchThrowableOfType(ModelFailure.class, () -> ask(routes, FORM, false));
        assertThat(routes.breaker(subject.provider).getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(catchThrowableOfType(ModelFailure.class, () -> ask(routes, FORM, false))
                        .kind())
                .isEqualTo(Kind.RESTING);
    }

    @ParameterizedTest
    @EnumSource
    void givesUpACallThatTakesTooLong(Subject subject) {
        given(subject).hangs().impatient();
        assertThat(failure(FORM, false).kind()).isEqualTo(Kind.TIMEOUT);
    }

    @ParameterizedTest
    @EnumSource
    void triesAgainAfterAnEmptyReply(Subject subject) throws Exception {
        given(subject).says("").says("RCA compares shares.");
        assertThat(text(AGENT)).isEqualTo("RCA compares shares.");
    }

    @ParameterizedTest
    @EnumSource
    void readsNoEndlessReply(Subject subject) {
        given(subject).rambles();
        assertThat(failure(AGENT, false).kind()).isEqualTo(Kind.OVERSIZE);
        if (isOnTheWire()) {
            assertThat(provider.server.bodies).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysThatTheContentFilterSteppedIn(Subject subject) {
        Assumptions.assumeTrue(subject != Subject.OLLAMA, "Ollama has no content filter to speak of on its wire");
        given(subject).filters();
        assertThat(failure(AGENT, false).kind()).isEqualTo(Kind.FILTERED);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OFFLINE", "REPLAYED"})
    void stopsTheCallWhenTheTurnIsStopped(Subject subject) throws Exception {
        given(subject);
        ModelRoutes[] routes = new ModelRoutes[1];
        provider.server.then(exchange -> {
            routes[0].bean("turnCancel", TurnCancel.class).cancel("t1");
            provider.server.hangs().play(exchange);
        });
        routes[0] = provider.start();
        TurnCancel.Registration open = routes[0]
                .bean("turnCancel", TurnCancel.class)
                .open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        ModelFailure failure = catchThrowableOfType(ModelFailure.class, () -> ask(routes[0], AGENT, true));
        open.close();
        assertThat(failure.kind()).isEqualTo(Kind.CANCELLED);
        assertThat(provider.server.bodies).hasSize(1);
        assertThat(routes[0].breaker(subject.provider).getMetrics().getNumberOfFailedCalls())
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OFFLINE", "REPLAYED"})
    void hangsUpOnTheProviderWhenTheTurnIsStopped(Subject subject) throws Exception {
        given(subject);
        ModelRoutes[] routes = new ModelRoutes[1];
        CountDownLatch hungUp = new CountDownLatch(1);
        provider.server.then(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", subject.wire.streamType());
            exchange.sendResponseHeaders(200, 0);
            routes[0].bean("turnCancel", TurnCancel.class).cancel("t1");
            byte[] piece =
                    subject.wire.pieces(List.of("Kenya ")).get(0).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            try {
                while (provider.server.closing.getCount() > 0) {
                    exchange.getResponseBody().write(piece);
                    exchange.getResponseBody().flush();
                }
            } catch (IOException e) {
                // a client that reads no more is told by the next piece that cannot be sent
                hungUp.countDown();
            }
        });
        routes[0] = provider.start();
        try (TurnCancel.Registration open = routes[0]
                .bean("turnCancel", TurnCancel.class)
                .open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false))) {
            ModelFailure failure = catchThrowableOfType(ModelFailure.class, () -> ask(routes[0], AGENT, true));
            assertThat(failure.kind()).isEqualTo(Kind.CANCELLED);
            assertThat(open).isNotNull();
        }
        assertThat(hungUp.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OFFLINE")
    void showsItsKeyToNobodyElse(Subject subject) throws Exception {
        given(subject).refuses(401);
        ModelFailure failure = failure(AGENT, false);
        assertThat(failure.kind()).isEqualTo(Kind.KEY);
        assertThat(failure).hasMessageNotContaining("secret-key");
        assertThat(String.join("", provider.server.headers) + provider.server.bodies)
                .contains(subject == Subject.OLLAMA ? "Bearer secret-key" : "secret-key");
        try (Stream<Path> files = Files.list(provider.recordings)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file)).doesNotContain("secret-key", provider.server.url());
            }
        }
        assertThat(provider.routes().ledger().status().toString()).doesNotContain("secret-key");
    }
}
