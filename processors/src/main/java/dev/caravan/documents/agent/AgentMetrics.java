package dev.caravan.documents.agent;

import dev.caravan.trace.Steps;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/** What questions on documents cost: rounds, calls of tools, duration, and how often another way had to be gone. */
public final class AgentMetrics {
    private final MeterRegistry registry;
    private final DistributionSummary rounds;
    private final Counter takenOut;

    /** Counts in a registry. */
    public AgentMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.rounds = DistributionSummary.builder("caravan.documents.rounds")
                .description("rounds of the agent for one question")
                .register(registry);
        this.takenOut = Counter.builder("caravan.documents.sentences.taken.out")
                .description("sentences that their sources did not bear")
                .register(registry);
    }

    void called(String tool) {
        Counter.builder("caravan.documents.calls")
                .description("calls of tools for documents")
                .tag("tool", tool)
                .register(registry)
                .increment();
    }

    /** Counts a question whose answer has been checked. */
    public void ended(@Body Concluded concluded, @Variable("chosen") Chosen chosen, Exchange exchange) {
        String fallback = exchange.getProperty(ConcludeAnswer.FALLBACK, FallBack.NONE, String.class);
        Timer.builder("caravan.documents.questions")
                .description("questions on documents by the way they went")
                .tag("way", chosen.way().code())
                .tag("by", chosen.by())
                .tag("fallback", fallback)
                .register(registry)
                .record(Duration.ofMillis(exchange.getClock().elapsed()));
        if (chosen.by().equals("agent")) {
            List<?> steps = exchange.getProperty(Steps.PROPERTY, List.of(), List.class);
            rounds.record(steps.stream()
                    .filter(step -> step instanceof Map<?, ?> map && "call_model".equals(map.get(Steps.STAGE)))
                    .count());
        }
        takenOut.increment(concluded.faults().size());
    }

    void compared(boolean same) {
        Counter.builder("caravan.documents.shadow")
                .description("questions that were also answered the other way")
                .tag("same", String.valueOf(same))
                .register(registry)
                .increment();
    }
}
