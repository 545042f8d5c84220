package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.caravan.model.ModelFailure.Kind;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long a call waits for a provider that wants fewer requests. */
class ModelGateTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private static final Prompt FORM = Prompt.ofForm(
            "choice",
            "chooses",
            JsonSchema.builder()
                    .name("choice")
                    .rootElement(JsonObjectSchema.builder().build())
                    .build(),
            false);

    private static Optional<Duration> waits(Optional<Duration> told, Integer repeated) {
        CallLedger ledger =
                new CallLedger(new CallLedger.Limits(10, 10_000, BigDecimal.ONE, LONG), Ticker.systemTicker());
        ReplyCache none = new ReplyCache(
                new ReplyCache.Rules(false, LONG, 1, 0), Map.of(), () -> "", Optional::empty, Ticker.systemTicker());
        ModelGate gate = new ModelGate(ledger, none, LONG, Duration.ofSeconds(5));
        ModelCall call = new ModelCall(
                        "turn",
                        "",
                        LONG,
                        FORM,
                        PromptUse.NONE,
                        ModelType.LIGHTWEIGHT,
                        ChatRequest.builder()
                                .messages(UserMessage.from("Which way?"))
                                .build(),
                        List.of("one"),
                        0,
                        Optional.empty(),
                        List.of(),
                        Optional.empty())
                .withFailure(ModelFailure.of(Kind.LIMITED, "fewer requests", told, null));
        return catchThrowableOfType(ModelFailure.class, () -> gate.settle(call, repeated))
                .retryAfter();
    }

    @Test
    void waitsTwiceAsLongEachTimeAMinuteAtMost() {
        assertThat(waits(Optional.empty(), null)).hasValue(Duration.ofSeconds(5));
        assertThat(IntStream.of(1, 2, 3, 9)
                        .mapToObj(repeated -> waits(Optional.empty(), repeated).orElseThrow())
                        .map(Duration::toSeconds))
                .containsExactly(10L, 20L, 40L, 60L);
    }

    @Test
    void waitsAsLongAsItIsTold() {
        assertThat(waits(Optional.of(Duration.ofSeconds(3)), 2)).hasValue(Duration.ofSeconds(3));
    }
}
