package dev.caravan.edge;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.gate.SlidingQuota;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * How much users and tenants may ask: questions within any minute, and questions that are worked on at once. What is left of the
 * minute goes with every reply. A server counts for itself.
 *
 * <p>A bean and no throttler of Camel: that one cannot say what is left, and gives a place back when the route is left and not
 * when the turn is over.
 */
public final class Quotas {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Limits ofUser;
    private final Limits ofTenant;
    private final Clock clock;
    private final Map<String, SlidingQuota> minutes = Caffeine.newBuilder()
            .expireAfterAccess(MINUTE.multipliedBy(2))
            .<String, SlidingQuota>build()
            .asMap();
    private final Map<String, Integer> running = new ConcurrentHashMap<>();

    /**
     * What one user or tenant may ask; 0 stands for any number.
     *
     * @param minute questions within any minute
     * @param atOnce questions that are worked on at once
     */
    public record Limits(int minute, int atOnce) {}

    private record Share(String key, String whose, Limits limits) {}

    /** Quotas nothing was taken of. */
    public Quotas(Limits ofUser, Limits ofTenant, Clock clock) {
        this.ofUser = ofUser;
        this.ofTenant = ofTenant;
        this.clock = clock;
    }

    /**
     * Takes a place for a turn, which it has until the exchange is over.
     *
     * @param reply told what is left of the minute; null where nobody can be told
     * @throws BadRequest 429 when the user or the tenant has no place left
     */
    public void take(Exchange exchange, @Body Turn turn, @ExchangeProperty(ReplyHeaders.PROPERTY) ReplyHeaders reply) {
        List<Share> shares = List.of(
                new Share("user " + turn.tenant() + " " + turn.owner(), "you", ofUser),
                new Share("tenant " + turn.tenant(), "your tenant", ofTenant));
        ReplyHeaders told = reply == null ? (name, value) -> {} : reply;
        for (Share share : shares) {
            begin(exchange, share, told);
        }
        for (Share share : shares) {
            count(share, told);
        }
    }

    private void begin(Exchange exchange, Share share, ReplyHeaders reply) {
        int most = share.limits().atOnce();
        if (most == 0) {
            return;
        }
        if (running.merge(share.key(), 1, Integer::sum) > most) {
            end(share.key());
            reply.set("Retry-After", "5");
            throw new BadRequest(
                    429,
                    "question",
                    most + " questions of " + share.whose()
                            + " are worked on, and so many may be; ask when one is answered");
        }
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                end(share.key());
            }
        });
    }

    private void end(String key) {
        running.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
    }

    private void count(Share share, ReplyHeaders reply) {
        int most = share.limits().minute();
        if (most == 0) {
            return;
        }
        SlidingQuota minute = minutes.computeIfAbsent(share.key(), key -> new SlidingQuota(key, most, MINUTE, clock));
        boolean taken = minute.tryReserve();
        if (taken) {
            minute.commit();
        }
        // one pair of headers: of the user where there is such a limit, else of the tenant, and of what refuses in any
        // case
        if (!taken || share.limits() == ofUser || ofUser.minute() == 0) {
            reply.set("RateLimit-Limit", String.valueOf(most));
            reply.set("RateLimit-Remaining", String.valueOf(minute.remaining()));
        }
        if (!taken) {
            long seconds = Math.max(1, minute.untilNext().toSeconds() + 1);
            reply.set("Retry-After", String.valueOf(seconds));
            throw new BadRequest(
                    429,
                    "question",
                    share.whose() + " asked " + most + " questions within a minute, and no more may be; ask again in "
                            + seconds + " s");
        }
    }
}
