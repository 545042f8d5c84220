package dev.caravan.routes;

import dev.caravan.model.AskProvider;
import dev.caravan.model.CallLedger;
import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelType;
import dev.caravan.model.PriceTable;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Map;
import org.apache.camel.spi.Registry;

/**
 * The provider "offline" with scripted models for some prompts and the built-in model for the others: every call passes the
 * gates that stand in the routes.
 */
record ScriptedProvider(ModelProvider others, Map<String, ChatModel> models) implements ModelProvider {

    /** Puts it in the place of the built-in model. */
    static void bind(Registry registry, ModelProvider others, Map<String, ChatModel> models) {
        registry.unbind("offlineProvider");
        registry.bind(
                "offlineProvider",
                new AskProvider(
                        new ScriptedProvider(others, models),
                        new PriceTable(Map.of()),
                        registry.lookupByNameAndType("callLedger", CallLedger.class)));
    }

    @Override
    public String name() {
        return "offline";
    }

    @Override
    public String model(ModelType type) {
        return "scripted";
    }

    @Override
    public ChatResponse answer(ModelCall call) {
        ChatModel model = models.get(call.prompt().key());
        return model == null ? others.answer(call) : model.chat(call.request());
    }
}
