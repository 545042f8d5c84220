package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.gate.DaySpent;
import dev.caravan.gate.FairLine;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.math.BigDecimal;
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

    private DaySpent.Sums sums = DaySpent.Sums.NOTHING;
    private final DaySpent spent = new DaySpent() {
        @Override
        public Sums ofUser(String tenant, String owner) {
            return owner.equals("ann") ? sums : Sums.NOTHING;
        }

        @Override
        public Sums ofTenant(String tenant) {
            return sums;
        }
    };

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
        Clock now = new Clock() {
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
        };
        return new Quotas(
                user,
                tenant,
                new FairLine(user.atOnce(), tenant.atOnce(), 0, Runnable::run),
                (name, places, window) -> new SlidingQuota(name, places, window, now),
                spent,
                now);
    }

    private static Quotas.Limits limits(int minute, int atOnce) {
        return new Quotas.Limits(minute, atOnce, BigDecimal.ZERO, 0);
    }

    @Test
    void aMinuteHoldsSoManyQuestionsOfAUserAndNoMore() {
        Quotas quotas = quotas(limits(2, 0), limits(0, 0));
        taken(quotas, "ann", "acme");
        assertThat(told)
                .containsEntry("RateLimit-Policy", "\"user-minute\";q=2;qu=\"requests\";w=60")
                .containsEntry("RateLimit", "\"user-minute\";r=1;t=1");
        clock = Clock.offset(clock, Duration.ofSeconds(20));
        taken(quotas, "ann", "acme");
        assertThat(told).containsEntry("RateLimit", "\"user-minute\";r=0;t=41");
        assertThatThrownBy(() -> taken(quotas, "ann", "acme"))
                .isInstanceOfSatisfying(BadRequest.class, refused -> {
                    assertThat(refused.status()).isEqualTo(429);
                    assertThat(refused.members())
                            .containsEntry("quota", "user-minute")
                            .containsEntry("limit", 2L)
                            .containsEntry("remaining", 0L)
                            .containsEntry("retry_after", 41L);
                })
                .hasMessageContaining("2 questions within a minute");
        assertThat(told).containsEntry("Retry-After", "41");
        taken(quotas, "ben", "acme");
        clock = Clock.offset(clock, Duration.ofSeconds(41));
        taken(quotas, "ann", "acme");
        assertThat(told.get("RateLimit")).contains("r=0");
    }

    @Test
    void whatAUserIsRefusedCostsTheTenantNothing() {
        Quotas quotas = quotas(limits(1, 0), limits(2, 0));
        taken(quotas, "ann", "acme");
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageStartingWith("You asked");
        }
        taken(quotas, "ben", "acme");
        assertThatThrownBy(() -> taken(quotas, "cyd", "acme")).hasMessageStartingWith("Your tenant asked");
        taken(quotas, "ann", "other");
    }

    @Test
    void aTurnHasItsPlaceUntilItIsOver() {
        Quotas quotas = quotas(limits(0, 2), limits(0, 3));
        Exchange first = taken(quotas, "ann", "acme");
        taken(quotas, "ann", "acme");
        assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageContaining("2 questions of you");
        taken(quotas, "ben", "acme");
        assertThatThrownBy(() -> taken(quotas, "ben", "acme")).hasMessageContaining("3 questions of your tenant");
        first.getUnitOfWork().done(first);
        taken(quotas, "ann", "acme");
        assertThat(told)
                .containsEntry("RateLimit", "\"user-at-once\";r=0, \"tenant-at-once\";r=0")
                .doesNotContainKey("Retry-After");
    }

    @Test
    void aDayHoldsSoMuchMoneyAndSoManyRows() {
        Quotas.Limits day = new Quotas.Limits(0, 0, new BigDecimal("0.50"), 1_000);
        Quotas quotas = quotas(day, limits(0, 0));
        sums = new DaySpent.Sums(new BigDecimal("0.499"), 999);
        taken(quotas, "ann", "acme");
        assertThat(told)
                .containsEntry(
                        "RateLimit-Policy",
                        "\"user-money\";q=50;qu=\"cents\";w=86400, \"user-rows\";q=1000;qu=\"rows\";w=86400")
                .containsEntry("RateLimit", "\"user-money\";r=0;t=43200, \"user-rows\";r=1;t=43200");
        sums = new DaySpent.Sums(BigDecimal.ONE, 0);
        assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageContaining("0.50 US dollars");
        assertThat(told).containsEntry("Retry-After", "43200");
        taken(quotas, "ben", "acme");
        sums = new DaySpent.Sums(BigDecimal.ZERO, 1_000);
        assertThatThrownBy(() -> taken(quotas, "ann", "acme")).hasMessageContaining("1000 rows");
        Quotas ofTenant = quotas(limits(0, 0), day);
        assertThatThrownBy(() -> taken(ofTenant, "ben", "acme")).hasMessageStartingWith("Your tenant got");
    }
}
