package dev.caravan.routes;

import dev.caravan.app.PipelineBeans;
import dev.caravan.app.Prompts;
import dev.caravan.app.Settings;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.model.CallLedger;
import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelType;
import dev.caravan.model.Prompt;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.ReplyCache;
import dev.caravan.model.RoutedModel;
import dev.caravan.model.offline.Mode;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.camel.spi.Registry;

/** The way from a prompt to its providers, as it stands in routes/providers.camel.yaml, and nothing else. */
final class ModelRoutes implements AutoCloseable {
    private static final SemanticModel MODEL =
            SemanticModel.read(RouteFiles.HOME.resolve("workspaces/atlas/semantic-model.yaml"));

    final List<TurnEvent> talk = Collections.synchronizedList(new ArrayList<>());
    private final TurnEvents events = new TurnEvents();
    private final Settings settings;
    private final PromptFolder prompts = new PromptFolder(RouteFiles.HOME.resolve("workspaces/atlas/prompts"));
    private RouteFiles routes;
    private PipelineBeans.Stages stages;

    private ModelRoutes(Settings settings) {
        this.settings = settings;
    }

    /**
     * Starts it.
     *
     * @param given settings that win over application.yaml
     * @param offline takes the place of the built-in model, if anything does
     */
    static ModelRoutes start(Map<String, String> given, Optional<ModelProvider> offline) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of("docs.embeddings", "false", "model.limited-delay", "1ms"));
        all.putAll(given);
        ModelRoutes started = new ModelRoutes(Settings.load(RouteFiles.HOME, all));
        Map<String, String> placeholders = new HashMap<>(started.settings.asMap());
        placeholders.put("caravan.model.retry-millis", "1");
        started.routes = RouteFiles.start(
                Map.of("state.jdbc-url", ""),
                placeholders,
                registry -> {
                    started.bind(registry);
                    offline.ifPresent(provider -> ScriptedProvider.bind(registry, provider, Map.of()));
                },
                "providers.camel.yaml");
        return started;
    }

    private void bind(Registry registry) {
        CatalogSource none = () -> {
            throw new CatalogSource.Unavailable("no database", null);
        };
        stages = PipelineBeans.bindStages(
                registry,
                settings,
                events,
                registry.lookupByNameAndType("turnCancel", TurnCancel.class),
                new PipelineBeans.Sources(MODEL, none, turnId -> {}, () -> "test data", Clock.systemUTC()));
    }

    <T> T bean(String name, Class<T> type) {
        return routes.bean(name, type);
    }

    CallLedger ledger() {
        return bean("callLedger", CallLedger.class);
    }

    ReplyCache cache() {
        return bean("replyCache", ReplyCache.class);
    }

    CircuitBreaker breaker(String provider) {
        return bean(provider + "Breaker", CircuitBreaker.class);
    }

    /** Puts a request to the model of a prompt, asking these providers in order. */
    @SuppressWarnings("unchecked")
    ChatResponse ask(Prompt prompt, List<String> providers, ChatRequest request) {
        UnaryOperator<ModelCall> route = bean("modelRoute", UnaryOperator.class);
        return new RoutedModel(prompt, ModelType.FRONTIER, providers, route, events).chat(request);
    }

    /** The messages of a prompt on a question, in a turn. */
    List<ChatMessage> messages(String key, String turnId, String question) {
        Turn turn = Turn.opened(turnId, "th", true, "atlas", question, Mode.SQL_ONLY.choice(), Instant.EPOCH);
        return prompts.messages(key, Map.of("Question", question), Map.of("turn", turn));
    }

    /** Listens to what is said in a turn. */
    TurnEvents.Subscription listen(String turnId) {
        return events.subscribe(turnId, talk::add);
    }

    /** Everything said, without what a later reply replaced. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (TurnEvent event : talk) {
            if (Boolean.TRUE.equals(event.data().get("begin"))) {
                said.setLength(0);
            }
            said.append(event.data().get("text"));
        }
        return said.toString();
    }

    static Prompt prompt(String key) {
        return Prompts.ALL.stream()
                .filter(prompt -> prompt.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() {
        routes.close();
        stages.close();
    }
}
