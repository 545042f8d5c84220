package dev.caravan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.gate.Breakers;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.gate.SourceGate;
import dev.caravan.model.offline.Mode;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspaces;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class OfferToolsTest {
    private final SlidingQuota quota = new SlidingQuota("api", 100, Duration.ofSeconds(60), Clock.systemUTC());
    private final CircuitBreaker breaker = Breakers.recovering("api", 5, Duration.ofMinutes(1), cause -> true);
    private final OfferTools offer = new OfferTools(new ToolTable(
            Workspaces.read(Path.of(System.getProperty("caravan.home", ".."), "workspaces")),
            gate -> gate.equals("atlasGate") ? Optional.of(new SourceGate(true, quota, breaker)) : Optional.empty()));

    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());

    private Turn offered(Mode mode) {
        return offer.offer(Turn.opened("t", "th", true, "atlas", "Q", mode.choice(), Instant.EPOCH), exchange);
    }

    private List<String> tools(Mode mode) {
        return offered(mode).tools().stream()
                .filter(name -> !name.equals("docs_tool"))
                .toList();
    }

    @Test
    void theAnswerSaysWhatItWasMadeWith() {
        assertThat(offered(Mode.AUTO).choice("mode")).contains("graphql_sql");
        breaker.transitionToOpenState();
        assertThat(offered(Mode.AUTO).choice("mode")).contains("sql_only");
    }

    @Test
    void offersBothDataToolsWhileTheApiHasBudgetAndHealth() {
        assertThat(tools(Mode.AUTO)).containsExactly("query_tool", "atlas_graphql");
    }

    @Test
    void degradesToSqlWhenFiveCallsOrFewerAreLeftAndComesBack() {
        for (int i = 0; i < 95; i++) {
            quota.tryReserve();
        }
        assertThat(tools(Mode.AUTO)).containsExactly("query_tool");
        assertThat(TurnNotes.of(exchange)).containsExactly("GraphQL budget low: answered by SQL.");
        quota.release();
        assertThat(tools(Mode.AUTO)).containsExactly("query_tool", "atlas_graphql");
    }

    @Test
    void degradesToSqlWhileTheBreakerIsOpenAndComesBack() {
        breaker.transitionToOpenState();
        assertThat(tools(Mode.AUTO)).containsExactly("query_tool");
        assertThat(TurnNotes.of(exchange))
                .containsExactly("The Atlas API is given a rest after failures: answered by SQL.");
        breaker.transitionToHalfOpenState();
        assertThat(tools(Mode.AUTO)).containsExactly("query_tool", "atlas_graphql");
    }

    @Test
    void keepsTheToolsThatWereAskedForWhateverTheGateSays() {
        breaker.transitionToOpenState();
        assertThat(tools(Mode.GRAPHQL_SQL)).containsExactly("query_tool", "atlas_graphql");
        assertThat(tools(Mode.GRAPHQL_ONLY)).containsExactly("atlas_graphql");
        assertThat(tools(Mode.SQL_ONLY)).containsExactly("query_tool");
    }
}
