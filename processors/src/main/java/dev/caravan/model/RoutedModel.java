package dev.caravan.model;

import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.PartOfTurn;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The chat model behind one prompt's endpoint: it sends each call on the route that leads past the gates to a provider. */
public final class RoutedModel implements ChatModel {
    // the gate says how much time the turn has left
    private static final Duration UNBOUNDED = Duration.ofDays(1);

    /** The attribute of a message with the form of the reply, where it depends on what is asked. */
    public static final String FORM = "form";

    private final Prompt prompt;
    private final ModelType type;
    private final List<String> providers;
    private final UnaryOperator<ModelCall> route;
    private final TurnEvents events;

    /**
     * A model.
     *
     * @param type which of a provider's models answers it
     * @param providers who is asked, one after the other
     * @param route the way to the providers
     * @param events where those who listen to a turn read along
     */
    public RoutedModel(
            Prompt prompt, ModelType type, List<String> providers, UnaryOperator<ModelCall> route, TurnEvents events) {
        this.prompt = prompt;
        this.type = type;
        this.providers = List.copyOf(providers);
        this.route = route;
        this.events = events;
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        ChatRequestParameters none = ChatRequestParameters.builder().build();
        return prompt.form().map(RoutedModel::inForm).orElse(none);
    }

    private static ChatRequestParameters inForm(JsonSchema form) {
        return ChatRequestParameters.builder()
                .responseFormat(ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(form)
                        .build())
                .build();
    }

    private static ChatRequest withForm(ChatRequest request, JsonSchema form) {
        return ChatRequest.builder()
                .messages(request.messages())
                .parameters(request.parameters().overrideWith(inForm(form)))
                .build();
    }

    /**
     * Answers.
     *
     * @throws ModelFailure when no provider does
     */
    @Override
    public ChatResponse doChat(ChatRequest request) {
        Map<String, Object> attributes = attributes(request);
        Optional<PartOfTurn> origin = attributes.values().stream()
                .filter(PartOfTurn.class::isInstance)
                .map(PartOfTurn.class::cast)
                .findFirst();
        String turnId = origin.map(PartOfTurn::turnId).orElse("");
        PromptUse use = attributes.get(PromptUse.ATTRIBUTE) instanceof PromptUse found ? found : PromptUse.NONE;
        Optional<Talk> talk = prompt.spoken() && events.isHeard(turnId)
                ? Optional.of(new AgentTalk(events, turnId))
                : Optional.empty();
        ModelCall done = route.apply(new ModelCall(
                turnId,
                origin.map(PartOfTurn::part).orElse(""),
                UNBOUNDED,
                prompt,
                use,
                type,
                attributes.get(FORM) instanceof JsonSchema form ? withForm(request, form) : request,
                providers,
                0,
                Optional.empty(),
                List.of(),
                talk));
        return done.reply().map(ModelCall.Reply::response).orElseThrow(done::failure);
    }

    private static Map<String, Object> attributes(ChatRequest request) {
        return request.messages().stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> ((UserMessage) message).attributes())
                .filter(map -> !map.isEmpty())
                .findFirst()
                .orElse(Map.of());
    }
}
