package dev.caravan.app;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.BudgetGate;
import dev.caravan.gate.Quota;
import dev.caravan.model.AskProvider;
import dev.caravan.model.CallLedger;
import dev.caravan.model.ModelCall;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.ModelGate;
import dev.caravan.model.ModelProvider;
import dev.caravan.model.ModelStatus;
import dev.caravan.model.ModelType;
import dev.caravan.model.PriceTable;
import dev.caravan.model.Prompt;
import dev.caravan.model.Recordings;
import dev.caravan.model.ReplyCache;
import dev.caravan.model.ReplyCheck;
import dev.caravan.model.RoutedModel;
import dev.caravan.model.offline.OfflineProvider;
import dev.caravan.model.remote.ProviderProbe;
import dev.caravan.model.remote.RemoteKind;
import dev.caravan.model.remote.RemoteProvider;
import dev.caravan.model.remote.RemoteSettings;
import dev.caravan.text.Json;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.waiting.HeldTurns;
import dev.caravan.waiting.KeepState;
import dev.langchain4j.model.chat.ChatModel;
import java.math.BigDecimal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The beans of the routes models and providers: who answers prompts, past which gates, at which price. */
public final class ModelBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ModelBeans.class);
    private static final ManagedBean CACHE = new ManagedBean("dev.caravan:type=cache,name=model-replies");

    /**
     * What they take from outside.
     *
     * @param offline the built-in model of a prompt key
     * @param vintage which data there are
     * @param encoder the sentence model, if one may be used
     */
    record Sources(
            TurnEvents events,
            TurnCancel cancel,
            Function<String, ChatModel> offline,
            Supplier<String> vintage,
            Supplier<Optional<SentenceEncoder>> encoder) {}

    private final Settings settings;
    private final TurnEvents events;
    private final RouteCall<ModelCall> route;
    private final CallLedger ledger;

    private ModelBeans(Settings settings, TurnEvents events, RouteCall<ModelCall> route, CallLedger ledger) {
        this.settings = settings;
        this.events = events;
        this.route = route;
        this.ledger = ledger;
    }

    /** Binds the beans, and looks whether the providers in use can be reached. */
    static ModelBeans bind(Registry registry, Settings settings, Sources sources) {
        PriceTable prices = prices(settings);
        CallLedger ledger = new CallLedger(
                new CallLedger.Limits(
                        settings.number("model.turn.calls"),
                        settings.number("model.turn.tokens"),
                        new BigDecimal(settings.text("model.turn.dollars")),
                        settings.duration("agent.turn-timeout")),
                Ticker.systemTicker());
        Map<String, ModelProvider> remote = remote(settings, sources.cancel());
        ReplyCache cache = new ReplyCache(
                new ReplyCache.Rules(
                        settings.flag("model.cache.enabled"),
                        settings.duration("model.cache.keep"),
                        settings.number("model.cache.entries"),
                        Double.parseDouble(settings.text("model.cache.similarity"))),
                remote,
                sources.vintage(),
                sources.encoder(),
                Ticker.systemTicker());
        List<ModelProvider> all = new ArrayList<>(remote.values());
        all.add(new OfflineProvider(sources.offline()));
        Budgets budgets = new Budgets(registry, settings, Clock.systemUTC());
        for (RemoteKind kind : RemoteKind.values()) {
            int places = settings.number("model.providers." + kind.code() + ".requests-per-minute");
            registry.bind(
                    kind.code() + "Budget",
                    new BudgetGate(Quota.unlimited(), budgets.ofAttempts("model-" + kind.code(), places, true)));
        }
        for (ModelProvider provider : all) {
            registry.bind(provider.name() + "Provider", new AskProvider(provider, prices, ledger));
            registry.bind(
                    provider.name() + "Breaker",
                    Breakers.consecutive(
                            "model-" + provider.name(),
                            settings.number("model.breaker.failures"),
                            settings.duration("model.breaker.open"),
                            ModelFailure::isFault));
        }
        // past the gates to the providers
        RouteCall<ModelCall> route = new RouteCall<>("direct:model-call", ModelCall.class);
        registry.bind("modelRoute", route);
        registry.bind(
                "modelGate",
                new ModelGate(
                        ledger,
                        cache,
                        settings.duration("model.retry-after"),
                        settings.duration("model.limited-delay")));
        registry.bind("callOpen", new BodyField<>(ModelCall.class, ModelCall::isOpen));
        registry.bind("nextProvider", new BodyField<>(ModelCall.class, ModelCall::getNextProvider));
        registry.bind("replyCheck", new ReplyCheck());
        registry.bind("retryAfter", (Processor) ModelBeans::waitAsTold);
        registry.bind("callLedger", ledger);
        registry.bind(
                "keepState",
                new KeepState(
                        Json.mapper(),
                        EdgeBeans.snapshots(),
                        ledger,
                        registry.lookupByNameAndType("heldTurns", HeldTurns.class),
                        settings.duration("state.lease"),
                        Clock.systemUTC()));
        registry.bind("replyCache", cache);
        registry.bind("modelStatus", status(settings, prices, cache));
        CACHE.publish(cache);
        return new ModelBeans(settings, sources.events(), route, ledger);
    }

    /** The redelivery waits for as long as the provider wants, or as its own policy says where it said nothing. */
    private static void waitAsTold(Exchange exchange) {
        ModelFailure failure = exchange.getException(ModelFailure.class);
        Optional<Long> wait =
                Optional.ofNullable(failure).flatMap(ModelFailure::retryAfter).map(java.time.Duration::toMillis);
        if (wait.isPresent()) {
            exchange.getMessage().setHeader(Exchange.REDELIVERY_DELAY, wait.get());
        } else {
            exchange.getMessage().removeHeader(Exchange.REDELIVERY_DELAY);
        }
    }

    private static PriceTable prices(Settings settings) {
        String prefix = "model.prices.";
        return new PriceTable(settings.asMap().entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .collect(Collectors.toMap(entry -> entry.getKey().substring(prefix.length()), Map.Entry::getValue)));
    }

    private static Map<String, ModelProvider> remote(Settings settings, TurnCancel cancel) {
        Recordings recordings = new Recordings(settings.path("model.recordings"));
        Map<String, ModelProvider> providers = new LinkedHashMap<>();
        for (RemoteKind kind : RemoteKind.values()) {
            ModelProvider provider = new RemoteProvider(remote(settings, kind), cancel);
            providers.put(
                    kind.code(),
                    switch (settings.text("model.recording")) {
                        case "record" -> recordings.recording(provider);
                        case "replay" -> recordings.replaying(provider);
                        default -> provider;
                    });
        }
        return providers;
    }

    private static RemoteSettings remote(Settings settings, RemoteKind kind) {
        String prefix = "model.providers." + kind.code();
        String temperature = settings.text(prefix + ".temperature");
        return new RemoteSettings(
                kind,
                settings.text(prefix + ".base-url"),
                settings.text(prefix + ".key"),
                settings.text(prefix + ".frontier"),
                settings.text(prefix + ".lightweight"),
                RemoteSettings.Structured.valueOf(
                        settings.text(prefix + ".structured").toUpperCase(Locale.ROOT)),
                RemoteSettings.Tools.valueOf(settings.text(prefix + ".tools").toUpperCase(Locale.ROOT)),
                settings.duration(prefix + ".timeout"),
                temperature.isEmpty() ? Optional.empty() : Optional.of(Double.valueOf(temperature)),
                settings.number("model.max-output"),
                settings.number("model.max-reply"));
    }

    private static ModelStatus status(Settings settings, PriceTable prices, ReplyCache cache) {
        Map<String, List<String>> order = new LinkedHashMap<>();
        Set<String> used = new LinkedHashSet<>();
        for (ModelType type : ModelType.values()) {
            order.put(type.code(), order(settings, type));
            used.addAll(order.get(type.code()));
        }
        boolean replayed = settings.text("model.recording").equals("replay");
        List<ModelStatus.Provider> providers = new ArrayList<>();
        for (String name : used) {
            if (name.equals(ModelKeys.OFFLINE) || replayed) {
                providers.add(new ModelStatus.Provider(name, () -> "ready", Map.of()));
                continue;
            }
            RemoteSettings remote = remote(settings, RemoteKind.valueOf(name.toUpperCase(Locale.ROOT)));
            ProviderProbe probe = new ProviderProbe(remote);
            probe.begin();
            Map<String, String> models = Map.of("frontier", remote.frontier(), "lightweight", remote.lightweight());
            models.values().stream()
                    .distinct()
                    .filter(model -> !prices.knows(model))
                    .forEach(model -> LOG.info(
                            "no price is set for {}: what it costs is not counted against a turn's dollars", model));
            providers.add(new ModelStatus.Provider(name, probe::state, models));
        }
        return new ModelStatus(providers, order, prices, cache, settings.text("model.recording"));
    }

    /** Who is asked for prompts of a type, one after the other. */
    public static List<String> order(Settings settings, ModelType type) {
        String own =
                settings.text(type == ModelType.FRONTIER ? "model.frontier-provider" : "model.lightweight-provider");
        Set<String> order = new LinkedHashSet<>();
        order.add(own.isEmpty() ? settings.text("model.provider") : own);
        order.addAll(settings.words("model.fallback"));
        return List.copyOf(order);
    }

    /** How the language model is called, as people read it. */
    static String name(Settings settings) {
        return java.util.Arrays.stream(ModelType.values())
                .map(type -> name(settings, type))
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    private static String name(Settings settings, ModelType type) {
        String provider = order(settings, type).get(0);
        return provider.equals(ModelKeys.OFFLINE)
                ? "built-in offline model"
                : provider + " " + settings.text("model.providers." + provider + "." + type.code());
    }

    /** The chat model of a prompt's endpoint. */
    ChatModel model(String key) {
        Prompt prompt = Prompts.of(key);
        ModelType type = ModelType.valueOf(settings.text("model.prompts." + key).toUpperCase(Locale.ROOT));
        boolean reasoning = settings.words("model.reasoning").contains(key);
        return new RoutedModel(reasoning ? prompt.withReasoning() : prompt, type, order(settings, type), route, events);
    }

    /** The account of the calls. */
    CallLedger ledger() {
        return ledger;
    }

    @Override
    public void close() {
        CACHE.close();
    }
}
