package dev.caravan.edge;

import dev.caravan.gate.FairLine;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;

/**
 * Has a turn that {@link Quotas} put in line wait until it comes in, and tells its client the place it has, as event {@code waiting}.
 * No thread waits. A turn that is given up meanwhile goes on at once, to its end; one that waits too long is refused.
 */
public final class AwaitPlace extends AsyncProcessorSupport {
    private static final int REFUSED = 429;

    private final TurnEvents events;
    private final TurnCancel cancel;
    private final Duration longest;
    private final Executor executor;

    /**
     * For turns that are told by these events.
     *
     * @param longest how long a turn may wait
     * @param executor refuses those that waited too long
     */
    public AwaitPlace(TurnEvents events, TurnCancel cancel, Duration longest, Executor executor) {
        this.events = events;
        this.cancel = cancel;
        this.longest = longest;
        this.executor = executor;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        FairLine.Ticket ticket = exchange.getProperty(Quotas.TICKET, FairLine.Ticket.class);
        if (ticket == null || ticket.place() == 0) {
            callback.done(true);
            return true;
        }
        String turn = exchange.getMessage().getBody(Turn.class).id();
        AtomicBoolean late = new AtomicBoolean();
        TurnCancel.Registration givenUp = cancel.onCancel(turn, ticket::close);
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> {
                    late.set(true);
                    ticket.close();
                },
                CompletableFuture.delayedExecutor(longest.toMillis(), TimeUnit.MILLISECONDS, executor));
        ticket.whenMoved(place -> {
            if (place > 0) {
                events.emit(new TurnEvent(turn, "waiting", Map.of("place", place)));
                return;
            }
            end.cancel(false);
            givenUp.close();
            if (late.get()) {
                exchange.setException(refusal(exchange.getProperty(ReplyHeaders.PROPERTY, ReplyHeaders.class)));
            }
            callback.done(false);
        });
        return false;
    }

    /** Who asks again gets in line anew, and so had better wait as long as that took. */
    private BadRequest refusal(ReplyHeaders reply) {
        long seconds = longest.toSeconds();
        if (reply != null) {
            reply.set("Retry-After", String.valueOf(seconds));
        }
        return new BadRequest(
                REFUSED,
                "question",
                "This question waited " + seconds
                        + " s for others of you or your tenant to be answered; ask again later",
                Map.of("retry_after", seconds));
    }
}
