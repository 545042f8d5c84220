package dev.caravan.model;

import dev.caravan.gate.StatusSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Tells who answers which prompts, how the providers are, and what the cache holds. */
public final class ModelStatus implements StatusSource {

    /**
     * A provider as the settings have it.
     *
     * @param name its name
     * @param state ready, no_key, unreachable or unknown, asked anew each time
     * @param models its names of the models, by model type
     */
    public record Provider(String name, Supplier<String> state, Map<String, String> models) {}

    private final List<Provider> providers;
    private final Map<String, List<String>> order;
    private final PriceTable prices;
    private final ReplyCache cache;
    private final String recording;

    /**
     * A status.
     *
     * @param providers those that are used
     * @param order who is asked, one after the other, by model type
     * @param prices of their models
     * @param recording off, record or replay
     */
    public ModelStatus(
            List<Provider> providers,
            Map<String, List<String>> order,
            PriceTable prices,
            ReplyCache cache,
            String recording) {
        this.providers = List.copyOf(providers);
        this.order = Map.copyOf(order);
        this.prices = prices;
        this.cache = cache;
        this.recording = recording;
    }

    @Override
    public String section() {
        return "models";
    }

    @Override
    public Map<String, Object> status() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("order", order);
        Map<String, Object> states = new LinkedHashMap<>();
        for (Provider provider : providers) {
            Map<String, Object> state = new LinkedHashMap<>();
            state.put("state", provider.state().get());
            state.putAll(provider.models());
            states.put(provider.name(), state);
        }
        status.put("providers", states);
        status.put("prices", prices());
        problem().ifPresent(problem -> status.put("problem", problem));
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("entries", cache.getEntries());
        kept.put("exact_hits", cache.getExactHits());
        kept.put("similar_hits", cache.getSimilarHits());
        kept.put("misses", cache.getMisses());
        status.put("cache", kept);
        status.put("recording", recording);
        return status;
    }

    /** Every model that may be asked with what a million of its tokens costs; none is a model whose price nobody set. */
    private List<Map<String, Object>> prices() {
        List<Map<String, Object>> told = new ArrayList<>();
        for (Provider provider : providers) {
            new TreeMap<>(provider.models()).forEach((type, model) -> {
                Map<String, Object> one = new LinkedHashMap<>();
                one.put("provider", provider.name());
                one.put("type", type);
                one.put("model", model);
                prices.of(model).ifPresent(price -> {
                    one.put("read", price.read());
                    one.put("written", price.written());
                    one.put("since", price.since());
                });
                told.add(one);
            });
        }
        return told;
    }

    /** Where no provider of a model type can answer, that questions will fail. */
    public Optional<String> problem() {
        return order.entrySet().stream()
                .filter(entry -> entry.getValue().stream().noneMatch(this::mayAnswer))
                .map(entry -> "nobody answers prompts of type " + entry.getKey() + ": "
                        + String.join(
                                ", ",
                                entry.getValue().stream()
                                        .map(name -> name + " is " + state(name))
                                        .toList()))
                .findFirst();
    }

    private boolean mayAnswer(String name) {
        return List.of("ready", "unknown").contains(state(name));
    }

    private String state(String name) {
        return providers.stream()
                .filter(p -> p.name().equals(name))
                .findFirst()
                .map(p -> p.state().get())
                .orElse("missing");
    }
}
