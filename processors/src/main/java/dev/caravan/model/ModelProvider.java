package dev.caravan.model;

import dev.langchain4j.model.chat.response.ChatResponse;

/** Somebody who answers model calls: a company's service, a server of one's own, the built-in model, a recording. */
public interface ModelProvider {

    /** Its name in settings, routes and traces. */
    String name();

    /** Its name of the model that answers prompts of a type. */
    String model(ModelType type);

    /**
     * Answers a call, once; whoever calls repeats, waits and gives up.
     *
     * @throws ModelFailure when there is no answer
     */
    ChatResponse answer(ModelCall call);
}
