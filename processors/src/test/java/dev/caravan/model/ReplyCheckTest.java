package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A reply is held against the form of its own question, which may offer less than the form of its prompt. */
class ReplyCheckTest {
    private static final Prompt PROMPT = Prompt.ofForm("choice", "chooses", form("left", "right"), false);

    private static JsonSchema form(String... choices) {
        return JsonSchema.builder()
                .name("choice")
                .rootElement(JsonObjectSchema.builder()
                        .addProperty(
                                "choice",
                                JsonEnumSchema.builder().enumValues(choices).build())
                        .required("choice")
                        .build())
                .build();
    }

    private static ModelCall said(String text, ResponseFormat format) {
        ChatRequest request = ChatRequest.builder()
                .messages(UserMessage.from("Which way?"))
                .responseFormat(format)
                .build();
        return new ModelCall(
                        "",
                        "",
                        Duration.ofMinutes(1),
                        PROMPT,
                        PromptUse.NONE,
                        ModelType.LIGHTWEIGHT,
                        request,
                        List.of("one"),
                        0,
                        Optional.empty(),
                        List.of(),
                        Optional.empty())
                .withReply(
                        ChatResponse.builder().aiMessage(AiMessage.from(text)).build(), "one", "m");
    }

    private static ResponseFormat only(String... choices) {
        return ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(form(choices))
                .build();
    }

    @Test
    void theFormOfTheQuestionCountsAndThePromptsWhereThereIsNone() {
        ReplyCheck check = new ReplyCheck();
        String left = "{\"choice\": \"left\"}";

        assertThat(check.check(said(left, null)).reply()).get().matches(ModelCall.Reply::settled);
        assertThat(check.check(said(left, only("left"))).reply()).get().matches(ModelCall.Reply::settled);
        ModelCall again = check.check(said(left, only("right")));
        assertThat(again.reply()).isEmpty();
        assertThat(again.repairs()).isEqualTo(1);
        assertThat(again.request().messages().get(2).toString()).contains("cannot be used", "right");
    }
}
