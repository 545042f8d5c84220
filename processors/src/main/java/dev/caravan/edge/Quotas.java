package dev.caravan.edge;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.gate.DaySpent;
import dev.caravan.gate.FairLine;
import dev.caravan.gate.Quota;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * How much users and tenants may ask: questions within any minute, questions that are worked on at once (those beyond wait in a line,
 * {@link AwaitPlace}), and what a day (UTC) may cost in money for models and in rows. What holds and what is left goes with every reply, as {@code RateLimit-Policy} and
 * {@code RateLimit} of the draft of the IETF. A day's money and rows are looked at before a question: the last one may go over.
 *
 * <p>A bean and no throttler of Camel: that one cannot say what is left, and gives a place back when the route is left and not
 * when the turn is over.
 */
public final class Quotas {
    /** Exchange property: the place of the turn among those that are worked on or wait; absent where no number is set. */
    static final String TICKET = "caravan.quota-ticket";

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long BUSY_SECONDS = 5;
    private static final int CENTS = 2;

    private final Limits ofUser;
    private final Limits ofTenant;
    private final Minutes kind;
    private final DaySpent spent;
    private final Clock clock;
    private final ConcurrentMap<String, Quota> minutes = Caffeine.newBuilder()
            .expireAfterAccess(MINUTE.multipliedBy(2))
            .<String, Quota>build()
            .asMap();
    private final FairLine line;

    /**
     * What one user or tenant may ask; 0 stands for any number.
     *
     * @param minute questions within any minute
     * @param atOnce questions that are worked on at once, by one server
     * @param dollars US dollars of models a day
     * @param rows rows of results a day
     */
    public record Limits(int minute, int atOnce, BigDecimal dollars, long rows) {}

    /** Makes the quota of a minute. */
    @FunctionalInterface
    public interface Minutes {
        /** Of this name, with so many places. */
        Quota of(String name, int places, Duration window);
    }

    private record Share(String scope, String key, String whose, Limits limits, Supplier<DaySpent.Sums> spent) {}

    /**
     * Quotas nothing was taken of.
     *
     * @param line of the turns that are worked on at once, with the same limits
     */
    public Quotas(Limits ofUser, Limits ofTenant, FairLine line, Minutes kind, DaySpent spent, Clock clock) {
        this.line = line;
        this.ofUser = ofUser;
        this.ofTenant = ofTenant;
        this.kind = kind;
        this.spent = spent;
        this.clock = clock;
    }

    /**
     * Takes a place for a turn, which it has until the exchange is over.
     *
     * @param reply told what holds and what is left; null where nobody can be told
     * @throws BadRequest 429 when the user or the tenant has no place left
     */
    public void take(Exchange exchange, @Body Turn turn, @ExchangeProperty(ReplyHeaders.PROPERTY) ReplyHeaders reply) {
        String tenant = turn.tenant();
        String owner = turn.owner();
        List<Share> shares = List.of(
                new Share("user", "user " + tenant + " " + owner, "you", ofUser, () -> spent.ofUser(tenant, owner)),
                new Share("tenant", "tenant " + tenant, "your tenant", ofTenant, () -> spent.ofTenant(tenant)));
        Told told = new Told(reply == null ? (name, value) -> {} : reply);
        try {
            begin(exchange, shares.get(0), shares.get(1), told);
            for (Share share : shares) {
                lookAtDay(share, told);
            }
            for (Share share : shares) {
                count(share, told);
            }
        } finally {
            told.tell();
        }
    }

    private void begin(Exchange exchange, Share user, Share tenant, Told told) {
        if (user.limits().atOnce() == 0 && tenant.limits().atOnce() == 0) {
            return;
        }
        Optional<FairLine.Ticket> ticket = line.enter(tenant.key(), user.key());
        ticket.ifPresent(entered -> {
            exchange.setProperty(TICKET, entered);
            exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    entered.close();
                }
            });
            told.waiting(entered.place());
        });
        Optional<Left> ofUser = atOnce(user, line.running(user.key()), told);
        Optional<Left> ofTenant = atOnce(tenant, line.runningOfTenant(tenant.key()), told);
        if (ticket.isEmpty()) {
            boolean own = ofUser.filter(left -> left.remaining() == 0).isPresent() || ofTenant.isEmpty();
            Left left = own ? ofUser.orElseThrow() : ofTenant.get();
            throw told.refusal(
                    left,
                    BUSY_SECONDS,
                    left.limit() + " questions of " + (own ? user : tenant).whose()
                            + " are worked on, and so many may be; ask when one is answered");
        }
    }

    private static Optional<Left> atOnce(Share share, int now, Told told) {
        int most = share.limits().atOnce();
        if (most == 0) {
            return Optional.empty();
        }
        Left left = new Left(share.scope() + "-at-once", most, most - now, Optional.empty(), "concurrent-requests");
        told.add(left);
        return Optional.of(left);
    }

    private void lookAtDay(Share share, Told told) {
        Limits limits = share.limits();
        boolean money = limits.dollars().signum() > 0;
        if (!money && limits.rows() == 0) {
            return;
        }
        DaySpent.Sums sums = share.spent().get();
        Instant now = clock.instant();
        Instant midnight = now.atOffset(ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .plusDays(1)
                .toInstant();
        long rest = Math.max(1, Duration.between(now, midnight).toSeconds());
        Window day = new Window(Duration.ofDays(1), rest);
        if (money) {
            Left left = new Left(
                    share.scope() + "-money",
                    cents(limits.dollars()),
                    cents(limits.dollars().subtract(sums.dollars())),
                    Optional.of(day),
                    "cents");
            told.add(left);
            if (sums.dollars().compareTo(limits.dollars()) >= 0) {
                throw told.refusal(
                        left,
                        rest,
                        share.whose() + " spent the " + limits.dollars().toPlainString()
                                + " US dollars that models may cost a day; ask again after midnight UTC");
            }
        }
        if (limits.rows() > 0) {
            Left left = new Left(
                    share.scope() + "-rows", limits.rows(), limits.rows() - sums.rows(), Optional.of(day), "rows");
            told.add(left);
            if (sums.rows() >= limits.rows()) {
                throw told.refusal(
                        left,
                        rest,
                        share.whose() + " got the " + limits.rows()
                                + " rows that a day may bring; ask again after midnight UTC");
            }
        }
    }

    private static long cents(BigDecimal dollars) {
        return dollars.movePointRight(CENTS).longValue();
    }

    private void count(Share share, Told told) {
        int most = share.limits().minute();
        if (most == 0) {
            return;
        }
        Quota minute = minutes.computeIfAbsent(share.key(), key -> kind.of(key, most, MINUTE));
        Optional<Quota.Place> place = minute.reserve();
        place.ifPresent(Quota.Place::commit);
        long rest = Math.max(1, minute.untilNext().toSeconds() + 1);
        Left left = new Left(
                share.scope() + "-minute", most, minute.remaining(), Optional.of(new Window(MINUTE, rest)), "requests");
        told.add(left);
        if (place.isEmpty()) {
            throw told.refusal(
                    left,
                    rest,
                    share.whose() + " asked " + most + (most == 1 ? " question" : " questions")
                            + " within a minute, and no more may be; ask again in " + rest + " s");
        }
    }

    /** A span of time, and in how many seconds there is more. */
    private record Window(Duration length, long rest) {}

    /** One quota and what is left of it. */
    private record Left(String name, long limit, long rest, Optional<Window> window, String unit) {
        long remaining() {
            return Math.max(0, rest);
        }

        String policy() {
            return "\"" + name + "\";q=" + limit + ";qu=\"" + unit + "\""
                    + window.map(span -> ";w=" + span.length().toSeconds()).orElse("");
        }

        String told() {
            return "\"" + name + "\";r=" + remaining()
                    + window.map(span -> ";t=" + span.rest()).orElse("");
        }
    }

    /** What a reply says of quotas. */
    private static final class Told {
        private final ReplyHeaders reply;
        private final List<Left> all = new ArrayList<>();

        Told(ReplyHeaders reply) {
            this.reply = reply;
        }

        void add(Left left) {
            all.add(left);
        }

        void waiting(int place) {
            if (place > 0) {
                reply.set("X-Caravan-Place", String.valueOf(place));
            }
        }

        BadRequest refusal(Left left, long seconds, String detail) {
            reply.set("Retry-After", String.valueOf(seconds));
            return new BadRequest(
                    429,
                    "question",
                    Character.toUpperCase(detail.charAt(0)) + detail.substring(1),
                    Map.of(
                            "quota", left.name(),
                            "limit", left.limit(),
                            "remaining", left.remaining(),
                            "unit", left.unit(),
                            "retry_after", seconds));
        }

        void tell() {
            if (!all.isEmpty()) {
                reply.set(
                        "RateLimit-Policy",
                        String.join(", ", all.stream().map(Left::policy).toList()));
                reply.set(
                        "RateLimit",
                        String.join(", ", all.stream().map(Left::told).toList()));
            }
        }
    }
}
