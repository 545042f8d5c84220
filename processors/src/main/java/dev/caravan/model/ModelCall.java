package dev.caravan.model;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One call of a language model on its way to a provider that answers it; the body on the routes of providers.camel.yaml.
 *
 * @param turnId the turn it belongs to; empty outside of one
 * @param part which part of the turn, where several run side by side
 * @param left how long it may take, for its turn's sake
 * @param prompt what kind of call it is
 * @param use what the prompt was filled with
 * @param type which of a provider's models is asked
 * @param request messages, tools and form
 * @param providers who is still to be asked, next first
 * @param repairs how often an unreadable reply was sent back
 * @param reply what came
 * @param failures why those before did not answer
 * @param talk takes the reply's text as it is written; empty where nobody listens
 */
public record ModelCall(
        String turnId,
        String part,
        Duration left,
        Prompt prompt,
        PromptUse use,
        ModelType type,
        ChatRequest request,
        List<String> providers,
        int repairs,
        Optional<Reply> reply,
        List<ModelFailure> failures,
        Optional<Talk> talk) {

    /**
     * A reply.
     *
     * @param response what the provider said
     * @param provider who said it
     * @param model the provider's name of the model
     * @param settled whether it was looked at and is taken as it is
     * @param cached whether it was said earlier
     */
    public record Reply(ChatResponse response, String provider, String model, boolean settled, boolean cached) {}

    /** Takes copies. */
    public ModelCall {
        providers = List.copyOf(providers);
        failures = List.copyOf(failures);
    }

    /** Whether somebody has to be asked, still or again; the loop over the providers goes on while this holds. */
    public boolean isOpen() {
        return reply.filter(Reply::settled).isEmpty() && !providers.isEmpty();
    }

    /** Who is to be asked next. */
    public String getNextProvider() {
        return providers.isEmpty() ? "none" : providers.get(0);
    }

    /** The form of the reply: that of this very question where there is one, else the prompt's; empty where the reply is text. */
    public Optional<JsonSchema> form() {
        return Optional.ofNullable(request.responseFormat())
                .map(ResponseFormat::jsonSchema)
                .or(prompt::form);
    }

    /** Whether one repetition is enough. */
    public boolean isBrief() {
        return prompt.brief();
    }

    /** With what a provider said, to be looked at. */
    public ModelCall withReply(ChatResponse response, String provider, String model) {
        return with(Optional.of(new Reply(response, provider, model, false, false)), providers, failures);
    }

    /** With a reply that is taken. */
    public ModelCall withSettled(Reply taken) {
        return with(
                Optional.of(new Reply(taken.response(), taken.provider(), taken.model(), true, taken.cached())),
                providers,
                failures);
    }

    /** With a failure of the provider that was next; another one may follow. */
    public ModelCall withFailure(ModelFailure failure) {
        List<ModelFailure> more = new ArrayList<>(failures);
        more.add(failure);
        List<String> others = failure.kind().mayGoElsewhere() && !providers.isEmpty()
                ? providers.subList(1, providers.size())
                : List.of();
        return with(Optional.empty(), others, more);
    }

    /** Given up: nobody else is asked. */
    public ModelCall givenUp(ModelFailure failure) {
        return with(Optional.empty(), List.of(), List.of(failure));
    }

    /** With so much time as its turn has left. */
    public ModelCall withLeft(Duration time) {
        return new ModelCall(turnId, part, time, prompt, use, type, request, providers, repairs, reply, failures, talk);
    }

    /** With further messages, to be asked once more. */
    public ModelCall withRepair(List<ChatMessage> messages) {
        return new ModelCall(
                turnId,
                part,
                left,
                prompt,
                use,
                type,
                request.toBuilder().messages(messages).build(),
                providers,
                repairs + 1,
                Optional.empty(),
                failures,
                talk);
    }

    private ModelCall with(Optional<Reply> said, List<String> others, List<ModelFailure> failed) {
        return new ModelCall(turnId, part, left, prompt, use, type, request, others, repairs, said, failed, talk);
    }

    /** Why there is no reply: a failure that may pass if there is one, else the first. */
    public ModelFailure failure() {
        return failures.stream()
                .filter(failure -> !(failure instanceof ModelFailure.Lasting))
                .findFirst()
                .or(() -> failures.stream().findFirst())
                .orElseGet(
                        () -> ModelFailure.of(ModelFailure.Kind.REJECTED, "no provider is set up for this call", null));
    }
}
