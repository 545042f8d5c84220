package dev.caravan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.gate.Breakers;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.gate.SourceGate;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class ResolveModeTest {
    private final SlidingQuota quota = new SlidingQuota("api", 100, Duration.ofSeconds(60), Clock.systemUTC());
    private final CircuitBreaker breaker = Breakers.recovering("api", 5, Duration.ofMinutes(1), cause -> true);
    private final ResolveMode resolve = new ResolveMode(new SourceGate(true, quota, breaker));

    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());

    private Mode resolved(Mode mode) {
        return Mode.of(
                resolve.resolve(Turn.opened("t", "th", true, "atlas", "Q", mode.choice(), Instant.EPOCH), exchange));
    }

    private static List<String> tools(Mode mode) {
        return Tools.of(mode).stream()
                .map(ToolSpecification::name)
                .filter(name -> !name.equals(Tools.DOCS))
                .toList();
    }

    @Test
    void offersBothDataToolsWhileTheApiHasBudgetAndHealth() {
        assertThat(tools(resolved(Mode.AUTO))).containsExactly(Tools.QUERY, Tools.GRAPHQL);
    }

    @Test
    void degradesToSqlWhenFiveCallsOrFewerAreLeftAndComesBack() {
        for (int i = 0; i < 95; i++) {
            quota.tryReserve();
        }
        assertThat(tools(resolved(Mode.AUTO))).containsExactly(Tools.QUERY);
        assertThat(TurnNotes.of(exchange)).containsExactly("GraphQL budget low: answered by SQL.");
        quota.release();
        assertThat(tools(resolved(Mode.AUTO))).containsExactly(Tools.QUERY, Tools.GRAPHQL);
    }

    @Test
    void degradesToSqlWhileTheBreakerIsOpenAndComesBack() {
        breaker.transitionToOpenState();
        assertThat(tools(resolved(Mode.AUTO))).containsExactly(Tools.QUERY);
        assertThat(TurnNotes.of(exchange))
                .containsExactly("The Atlas API is given a rest after failures: answered by SQL.");
        breaker.transitionToHalfOpenState();
        assertThat(tools(resolved(Mode.AUTO))).containsExactly(Tools.QUERY, Tools.GRAPHQL);
    }

    @Test
    void keepsTheToolsThatWereAskedForWhateverTheGateSays() {
        breaker.transitionToOpenState();
        assertThat(tools(resolved(Mode.GRAPHQL_SQL))).containsExactly(Tools.QUERY, Tools.GRAPHQL);
        assertThat(tools(resolved(Mode.GRAPHQL_ONLY))).containsExactly(Tools.GRAPHQL);
        assertThat(tools(resolved(Mode.SQL_ONLY))).containsExactly(Tools.QUERY);
    }
}
