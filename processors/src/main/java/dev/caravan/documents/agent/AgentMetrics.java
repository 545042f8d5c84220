package dev.caravan.documents.agent;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** What questions on documents cost: rounds, calls of tools, duration, and how often another way had to be gone. */
public final class AgentMetrics {
    private final MeterRegistry registry;
    private final DistributionSummary rounds;

    /** Counts in a registry. */
    public AgentMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.rounds = DistributionSummary.builder("caravan.documents.rounds")
                .description("rounds of the agent for one question")
                .register(registry);
    }

    void called(String tool) {
        Counter.builder("caravan.documents.calls")
                .description("calls of tools for documents")
                .tag("tool", tool)
                .register(registry)
                .increment();
    }

    void ended(String way, String fallback, int agentRounds, Duration duration) {
        Timer.builder("caravan.documents.questions")
                .description("questions on documents by the way they went")
                .tag("way", way)
                .tag("fallback", fallback)
                .register(registry)
                .record(duration);
        rounds.record(agentRounds);
    }

    void compared(boolean same) {
        Counter.builder("caravan.documents.shadow")
                .description("questions that were also answered the other way")
                .tag("same", String.valueOf(same))
                .register(registry)
                .increment();
    }
}
