package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Likeness as the product measures it: the sentence model, and at least 0.95. */
class SimilarRepliesTest {
    private static final Prompt PROMPT = new Prompt("p", "", List.of(), Optional.empty(), true, false, false);

    @TempDir
    static Path natives;

    private static MiniLmEncoder encoder;

    private final ModelProvider provider = new ModelProvider() {
        @Override
        public String name() {
            return "openai";
        }

        @Override
        public String model(ModelType type) {
            return "m";
        }

        @Override
        public ChatResponse answer(ModelCall call) {
            throw new AssertionError("the cache asks nobody");
        }
    };
    private ReplyCache cache;

    @BeforeAll
    static void load() {
        encoder = MiniLmEncoder.shared(natives);
    }

    @BeforeEach
    void keepOne() {
        cache = new ReplyCache(
                new ReplyCache.Rules(true, Duration.ofHours(24), 10_000, 0.95),
                Map.of("openai", provider),
                () -> "2024",
                () -> Optional.of(encoder),
                System::nanoTime);
        cache.keep(call("What were Kenya's exports to Germany in 2019?")
                .withSettled(new ModelCall.Reply(
                        ChatResponse.builder().aiMessage(AiMessage.from("kept")).build(), "openai", "m", true, false)));
    }

    private static ModelCall call(String question) {
        return new ModelCall(
                "t",
                "",
                Duration.ofHours(1),
                PROMPT,
                new PromptUse("atlas", "1", question, ""),
                ModelType.FRONTIER,
                ChatRequest.builder().messages(UserMessage.from(question)).build(),
                List.of("openai"),
                0,
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private boolean has(String question) {
        return cache.find(call(question)).reply().isPresent();
    }

    @Test
    void answersAQuestionThatSaysTheSameInOtherWords() {
        assertThat(has("What were the exports of Kenya to Germany in 2019?")).isTrue();
        assertThat(has("In 2019, what were Kenya's exports to Germany?")).isTrue();
        assertThat(cache.getSimilarHits()).isEqualTo(2);
    }

    @Test
    void asksAnewWhereTheSentenceModelIsLessSure() {
        assertThat(has("Show me Kenya's exports to Germany in 2019"))
                .as("a cosine of some 0.92")
                .isFalse();
        assertThat(cache.getMisses()).isEqualTo(1);
    }

    @Test
    void takesSpaceAndTheEndOfTheSentenceForNothing() {
        assertThat(has(" What were  Kenya's exports to Germany in 2019 ??")).isTrue();
        assertThat(cache.getExactHits()).isEqualTo(1);
    }

    @Test
    void keepsApartWhatIsAlikeButAsksSomethingElse() {
        for (String other : List.of(
                "What were Kenya's exports to Germany in 2020?",
                "What were Germany's exports to Kenya in 2019?",
                "What were Kenya's imports from Germany in 2019?",
                "What were Kenya's exports to France in 2019?",
                "What were Kenya's exports in 2019?")) {
            assertThat(has(other)).as(other).isFalse();
        }
    }
}
