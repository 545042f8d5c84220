package dev.caravan.model.offline;

import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelType;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.function.Function;

/** The built-in model as a provider: one chat model for each prompt, made when it is first asked. */
public final class OfflineProvider implements ModelProvider {
    /** Its name in settings, routes and traces. */
    public static final String NAME = "offline";

    private final Function<String, ChatModel> models;

    /** With the model of each prompt key. */
    public OfflineProvider(Function<String, ChatModel> models) {
        this.models = models;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String model(ModelType type) {
        return "built-in";
    }

    @Override
    public ChatResponse answer(ModelCall call) {
        return models.apply(call.prompt().key()).chat(call.request());
    }
}
