package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.model.ModelStatus;
import dev.caravan.model.Prompt;
import dev.caravan.sql.GenerateSql;
import dev.caravan.turn.Progress;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in front of the providers: order, ceiling, budget of the turn, and the cache. */
class ModelGatesTest {
    private static final Prompt FORM = ModelRoutes.prompt(ClassifyQuery.KEY);
    private static final String REPLY = "{\"query_type\":\"country_year\"}";
    private static final String OTHER = "{\"query_type\":\"product_info\"}";
    private static final String QUESTION = "What were Kenya's exports in 1995?";

    private final WireServer first = new WireServer();
    private final WireServer second = new WireServer();
    private final Map<String, String> settings = new HashMap<>();
    private ModelRoutes routes;

    @BeforeEach
    void address() {
        settings.put("model.providers.openai.base-url", first.url() + "/v1");
        settings.put("model.providers.openai.key", "k");
        settings.put("model.providers.anthropic.base-url", second.url() + "/v1");
        settings.put("model.providers.anthropic.key", "k");
    }

    @AfterEach
    void stop() {
        routes.close();
        first.close();
        second.close();
    }

    private ModelGatesTest with(String key, String value) {
        settings.put(key, value);
        return this;
    }

    private void start() throws Exception {
        routes = ModelRoutes.start(settings, Optional.empty());
    }

    private static WireServer.Script openai(String text) {
        return WireServer.says(200, "application/json", Wire.OPENAI.text(text, "stop"));
    }

    private static WireServer.Script anthropic(String text) {
        return WireServer.says(200, "application/json", Wire.ANTHROPIC.text(text, "stop"));
    }

    private static WireServer.Script refuses(int status) {
        return WireServer.says(status, "application/json", "{}");
    }

    private String ask(String question, String... providers) {
        return ask(FORM, question, providers);
    }

    private String ask(Prompt prompt, String question, String... providers) {
        return routes.ask(
                        prompt,
                        List.of(providers),
                        ChatRequest.builder()
                                .messages(routes.messages(prompt.key(), "t1", question))
                                .build())
                .aiMessage()
                .text();
    }

    private Kind failure(String... providers) {
        return catchThrowableOfType(ModelFailure.class, () -> ask(QUESTION, providers))
                .kind();
    }

    @Test
    void asksTheNextProviderWhenOneIsLimitedDownOrWithoutAKey() throws Exception {
        start();
        first.then(refuses(429)).then(refuses(500)).then(refuses(401));
        second.then(anthropic(REPLY));
        for (int i = 1; i <= 3; i++) {
            assertThat(ask("Question " + i + "?", "openai", "anthropic")).isEqualTo(REPLY);
            assertThat(first.bodies).hasSize(i);
            assertThat(second.bodies).hasSize(i);
        }
        assertThat(ask("And now?", "gemini", "anthropic"))
                .as("gemini has no key here")
                .isEqualTo(REPLY);
    }

    @Test
    void asksNobodyElseWhenAContentFilterSteppedIn() throws Exception {
        start();
        first.then(WireServer.says(200, "application/json", Wire.OPENAI.filtered()));
        second.then(anthropic(REPLY));
        assertThat(failure("openai", "anthropic")).isEqualTo(Kind.FILTERED);
        assertThat(second.bodies).isEmpty();
    }

    @Test
    void saysThatAProviderIsUnknownOrNobodyIsThere() throws Exception {
        start();
        assertThat(failure("nobody")).isEqualTo(Kind.REJECTED);
        first.close();
        assertThat(failure("openai")).isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void sendsNoMoreThanTheCeilingAndGoesToTheNextProvider() throws Exception {
        with("model.providers.openai.requests-per-minute", "1").start();
        first.then(openai(REPLY));
        second.then(anthropic(OTHER));
        assertThat(ask("One?", "openai", "anthropic")).isEqualTo(REPLY);
        assertThat(ask("Two?", "openai", "anthropic")).isEqualTo(OTHER);
        assertThat(first.bodies).hasSize(1);
    }

    @Test
    void stopsATurnThatHasSpentItsCallsTokensOrMoney() throws Exception {
        for (Map.Entry<String, String> limit :
                Map.of("model.turn.calls", "1", "model.turn.dollars", "0.0001").entrySet()) {
            with(limit.getKey(), limit.getValue()).start();
            first.then(openai(REPLY));
            assertThat(ask("One?", "openai")).isEqualTo(REPLY);
            ModelFailure failure = catchThrowableOfType(ModelFailure.class, () -> ask("Two?", "openai"));
            assertThat(failure.kind()).as(limit.getKey()).isEqualTo(Kind.BUDGET);
            assertThat(failure).hasMessageContaining("budget for one question is spent");
            routes.ledger().opened("t1", Progress.NONE);
            assertThat(ask("Two?", "openai")).as("a new turn has a new budget").isEqualTo(REPLY);
            settings.remove(limit.getKey());
            routes.close();
        }
        start();
    }

    @Test
    void answersTheSameQuestionFromTheCacheAndSaysSo() throws Exception {
        start();
        first.then(openai(REPLY));
        assertThat(ask(QUESTION, "openai")).isEqualTo(REPLY);
        routes.ledger().take("t1", Optional.empty());
        assertThat(ask(QUESTION, "openai")).isEqualTo(REPLY);
        assertThat(first.bodies).hasSize(1);
        assertThat(routes.ledger().take("t1", Optional.empty()).toString()).contains("status=cached");
        assertThat(routes.cache().getExactHits()).isEqualTo(1);
        routes.cache().invalidate();
        ask(QUESTION, "openai");
        assertThat(first.bodies).hasSize(2);
    }

    @Test
    void keepsNoSql() throws Exception {
        start();
        first.then(openai("{\"sql\":\"SELECT 1\"}"));
        Prompt sql = ModelRoutes.prompt(GenerateSql.KEY);
        ask(sql, QUESTION, "openai");
        ask(sql, QUESTION, "openai");
        assertThat(first.bodies).hasSize(2);
    }

    @Test
    void startsWithoutAKeyAndSaysSo() throws Exception {
        with("model.provider", "gemini")
                .with("model.lightweight-provider", "openai")
                .start();
        ModelStatus status = routes.bean("modelStatus", ModelStatus.class);
        assertThat(status.status().toString()).contains("gemini={state=no_key");
        assertThat(status.problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("frontier", "gemini is no_key"));
        assertThat(status.status().toString()).doesNotContain("key=k");
    }

    @Test
    void theBuiltInModelStepsInOnlyWhereTheSettingsSaySo() throws Exception {
        with("model.provider", "gemini").with("model.fallback", "offline").start();
        assertThat(routes.bean("modelStatus", ModelStatus.class).problem()).isEmpty();
    }
}
