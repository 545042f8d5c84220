package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.ModelCall.Reply;
import dev.caravan.text.SentenceEncoder;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReplyCacheTest {
    private static final Prompt PROMPT =
            new Prompt("product_extraction", "p", List.of(), Optional.empty(), true, false, false);

    private long nanos;
    private float likeness = 1;
    private String vintage = "2024";

    /** Vectors whose angle is as a test wants it. */
    private final SentenceEncoder encoder = new SentenceEncoder() {
        private int turn;

        @Override
        public String name() {
            return "set by hand";
        }

        @Override
        public float[] encode(String text) {
            return turn++ % 2 == 0
                    ? new float[] {1, 0}
                    : new float[] {likeness, (float) Math.sqrt(1 - likeness * likeness)};
        }
    };

    private final ModelProvider provider = new ModelProvider() {
        @Override
        public String name() {
            return "openai";
        }

        @Override
        public String model(ModelType type) {
            return type.code();
        }

        @Override
        public ChatResponse answer(ModelCall call) {
            throw new AssertionError("the cache asks nobody");
        }
    };

    private final ReplyCache cache = new ReplyCache(
            new ReplyCache.Rules(true, Duration.ofHours(24), 10, 0.95),
            Map.of("openai", provider),
            () -> vintage,
            () -> Optional.of(encoder),
            () -> nanos);

    private static ModelCall call(String version, ModelType type, String question, String rest) {
        return new ModelCall(
                "t",
                "",
                Duration.ofHours(1),
                PROMPT,
                new PromptUse("atlas", version, question, rest),
                type,
                ChatRequest.builder().messages(UserMessage.from(question)).build(),
                List.of("openai"),
                0,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private static ModelCall asked(String question) {
        return call("1", ModelType.FRONTIER, question, "");
    }

    private void answered(ModelCall call) {
        cache.keep(call.withSettled(new Reply(
                ChatResponse.builder().aiMessage(AiMessage.from("an answer")).build(),
                "openai",
                call.type().code(),
                true,
                false)));
    }

    private boolean has(ModelCall call) {
        return cache.find(call).reply().isPresent();
    }

    @Test
    void keepsAReplyForADay() {
        answered(asked("Exports of Kenya?"));
        nanos = Duration.ofHours(23).toNanos();
        assertThat(has(asked("Exports of Kenya?"))).isTrue();
        nanos = Duration.ofHours(25).toNanos();
        assertThat(has(asked("Exports of Kenya?"))).isFalse();
    }

    @Test
    void servesAQuestionThatSaysTheSameAndIsAlike() {
        answered(asked("What were Kenya's exports in 2020?"));
        likeness = 0.96f;
        assertThat(has(asked("Show me Kenya's exports in 2020"))).isTrue();
        assertThat(cache.getSimilarHits()).isEqualTo(1);
        assertThat(has(asked("Show me Kenya's exports in 2019"))).isFalse();
        likeness = 0.94f;
        assertThat(has(asked("Please show me Kenya's exports in 2020"))).isFalse();
    }

    @Test
    void isAnotherForAnotherPromptVersionModelInputOrVintage() {
        answered(asked("Exports of Kenya?"));
        assertThat(has(call("2", ModelType.FRONTIER, "Exports of Kenya?", ""))).isFalse();
        assertThat(has(call("1", ModelType.LIGHTWEIGHT, "Exports of Kenya?", "")))
                .isFalse();
        assertThat(has(call("1", ModelType.FRONTIER, "Exports of Kenya?", "classification: sitc")))
                .isFalse();
        vintage = "2025";
        assertThat(has(asked("Exports of Kenya?"))).isFalse();
        vintage = "2024";
        assertThat(has(asked("Exports of Kenya?"))).isTrue();
    }

    @Test
    void forgetsTheRepliesToQuestionsThatAPatternIsFoundIn() {
        answered(asked("Exports of Kenya?"));
        answered(asked("Imports of Kenya?"));
        answered(asked("Exports of Ghana?"));
        assertThat(cache.invalidate("exports of (kenya|peru)")).isEqualTo(1);
        assertThat(has(asked("Exports of Kenya?"))).isFalse();
        assertThat(has(asked("Imports of Kenya?"))).isTrue();
        assertThat(has(asked("Exports of Ghana?"))).isTrue();
        assertThat(cache.invalidate("nothing like it")).isZero();
    }

    @Test
    void keepsNoMoreThanItMayAndNothingAfterInvalidation() {
        for (int i = 0; i < 50; i++) {
            answered(asked("Exports of country number " + i + "?"));
        }
        assertThat(cache.getEntries()).isBetween(1L, 10L);
        cache.invalidate();
        assertThat(cache.getEntries()).isZero();
    }
}
