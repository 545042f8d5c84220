package dev.caravan.edge;

import dev.caravan.gate.StatusSource;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Gathers what {@code GET /api/status} tells: the product, its configuration, and each {@link StatusSource}. */
public final class DescribeStatus {
    private final Map<String, Object> product;
    private final Supplier<? extends Collection<StatusSource>> sources;
    private final Clock clock;
    private final Instant startedAt;

    /**
     * A describer that counts the uptime from now.
     *
     * @param product what does not change while the process runs, JSON-ready
     * @param sources asked anew each time
     */
    public DescribeStatus(
            Map<String, Object> product, Supplier<? extends Collection<StatusSource>> sources, Clock clock) {
        this.product = new LinkedHashMap<>(product);
        this.sources = sources;
        this.clock = clock;
        this.startedAt = clock.instant();
    }

    /** JSON-ready values; a source that fails is shown as such and takes nothing else down. */
    public Map<String, Object> describe() {
        Map<String, Object> status = new LinkedHashMap<>(product);
        status.put("started_at", startedAt.toString());
        status.put(
                "uptime_seconds", Duration.between(startedAt, clock.instant()).toSeconds());
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        sources.get().stream()
                .sorted(Comparator.comparing(StatusSource::section))
                .forEach(source -> sections.computeIfAbsent(source.section(), name -> new LinkedHashMap<>())
                        .putAll(state(source)));
        status.putAll(sections);
        return status;
    }

    private static Map<String, Object> state(StatusSource source) {
        try {
            return source.status();
        } catch (RuntimeException e) {
            return Map.of("error", "the state cannot be told: " + e.getClass().getSimpleName());
        }
    }
}
