package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultUnitOfWork;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class QuotasTest {
    private static final Instant NOON = Instant.parse("2025-03-01T12:00:00Z");

    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final Map<String, String> told = new HashMap<>();
    private Clock clock = Clock.fixed(NOON, ZoneOffset.UTC);

    private static Turn turn(String owner, String tenant) {
        return Turn.opened("t", "th", true, "w", "Q?", Map.of(), NOON)
                .withOwner(owner)
                .withTenant(tenant);
    }

    private Exchange exchange() {
        Exchange exchange = new DefaultExchange(camel);
        exchange.getExchangeExtension().setUnitOfWork(new DefaultUnitOfWork(exchange));
        return exchange;
    }

    private Exchange taken(Quotas quotas, String owner, String tenant) {
        told.clear();
        Exchange exchange = exchange();
        quotas.take(exchange, turn(owner, tenant), told::put);
        return exchange;
    }

    private Quotas quotas(Quotas.Limits user, Quotas.Limits tenant) {
        return new Quotas(user, tenant, new Clock() {
            @Override
            public java.time.ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return clock.instant();
            }
        });
    }

    @Test
    void aMinuteHoldsSoManyQuestionsOfAUserAndNoMore() {
        Quotas quotas = quotas(new Quotas.Limits(2, 0), new Quotas.Limits(0, 0));
        taken(quotas, "ann", "acme");
        assertThat(told).containsEntry("RateLimit-Limit", "2").containsEntry("RateLimit-Remaining", "1");
        clock = Clock.offset(clock, Duration.ofSeconds(20));
        taken(quotas, "ann", "acme");
        assertThat(told).containsEntry("RateLimit-Remaining", "0");
        assertThatThrownBy(() -> taken(quotas, "ann", "acme"))
                .isInstanceOfSatisfying(BadRequest.class, refused -> assertThat(refused.status())
                        .isEqualTo(429))
                .hasMessageContaining("2 questions within a minute");
        assertThat(told).containsEntry("Retry-After", "41");
        taken(quotas, "ben", "acme");
        clock = Clock.offset(clock, Duration.ofSeconds(41));
        taken(quotas, "ann", "acme");
        assertThat(told).containsEntry("RateLimit-Remaining", "0");
    }

    @Test
    void whatAUserIsRefusedCostsTheTenantNothing() {
        Quotas quotas = quotas(new Quotas.Limits(1, 0), new Quotas.Limits(2, 0));
        taken(quotas, "ann", "acme");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageStartingWith("you asked");
        }
        taken(quotas, "ben", "acme");
        assertThatThrownBy(() -> taken(quotas, "cyd", "acme")).hasMessageStartingWith("your tenant asked");
        taken(quotas, "ann", "other");
    }

    @Test
    void aTurnHasItsPlaceUntilItIsOver() {
        Quotas quotas = quotas(new Quotas.Limits(0, 2), new Quotas.Limits(0, 3));
        Exchange first = taken(quotas, "ann", "acme");
        taken(quotas, "ann", "acme");
        assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageContaining("2 questions of you");
        taken(quotas, "ben", "acme");
        assertThatThrownBy(() -> taken(quotas, "ben", "acme")).hasMessageContaining("3 questions of your tenant");
        first.getUnitOfWork().done(first);
        taken(quotas, "ann", "acme");
        assertThat(told).isEmpty();
    }
}
