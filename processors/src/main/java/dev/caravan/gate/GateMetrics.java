package dev.caravan.gate;

import dev.caravan.turn.Turn;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The metrics in the text format of Prometheus: what Camel measures of the routes, memory, threads and
 * processor of the JVM, and every {@link StatusSource}. A number
 * {@code remaining} of the budget {@code atlas-api} is {@code caravan_budgets_remaining{name="atlas-api"}}; a state is 1 under
 * its name, {@code caravan_breakers_state{name="model",state="open"}}.
 */
public final class GateMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, MultiGauge> gauges = new HashMap<>();
    private final Supplier<? extends Collection<StatusSource>> sources;

    /** Asks for the sources anew at each scrape. */
    public GateMetrics(Supplier<? extends Collection<StatusSource>> sources) {
        this.sources = sources;
        List.<MeterBinder>of(
                        new JvmMemoryMetrics(), new JvmThreadMetrics(), new ProcessorMetrics(), new UptimeMetrics())
                .forEach(meters -> meters.bindTo(registry));
    }

    /** Where other meters are registered. */
    public PrometheusMeterRegistry registry() {
        return registry;
    }

    /** Counts a finished turn by its outcome, as {@code caravan_turns_total}. */
    public void count(Turn turn) {
        turn.answer().ifPresent(answer -> registry.counter(
                        "caravan.turns", "outcome", answer.outcome().code())
                .increment());
    }

    /** All metrics as of now. */
    public synchronized String scrape() {
        Map<String, List<Row<?>>> rows = new TreeMap<>();
        gauges.keySet().forEach(name -> rows.put(name, new ArrayList<>()));
        for (StatusSource source : sources.get()) {
            try {
                source.status().forEach((name, state) -> read("caravan." + source.section(), name, state, rows));
            } catch (RuntimeException e) {
                rows.computeIfAbsent("caravan.status.errors", n -> new ArrayList<>())
                        .add(Row.of(Tags.of("section", source.section()), 1));
            }
        }
        rows.forEach((name, list) -> gauges.computeIfAbsent(
                        name, n -> MultiGauge.builder(n).register(registry))
                .register(list, true));
        return registry.scrape();
    }

    private static void read(String section, String name, Object state, Map<String, List<Row<?>>> rows) {
        if (!(state instanceof Map<?, ?> fields)) {
            return;
        }
        fields.forEach((field, value) -> {
            Tags tags = Tags.of("name", name);
            if (value instanceof Number number) {
                rows.computeIfAbsent(section + "." + field, n -> new ArrayList<>())
                        .add(Row.of(tags, number));
            } else if (value instanceof String text && field.equals("state")) {
                rows.computeIfAbsent(section + ".state", n -> new ArrayList<>())
                        .add(Row.of(tags.and("state", text), 1));
            }
        });
    }

    @Override
    public void close() {
        registry.close();
    }
}
