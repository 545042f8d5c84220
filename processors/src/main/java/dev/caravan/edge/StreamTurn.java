package dev.caravan.edge;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.trace.TurnJournal;
import dev.caravan.trace.TurnJournal.Place;
import dev.caravan.turn.Turn;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Connects a turn with the client that listens to it. Events in their order: thread, then node_start,
 * pipeline_state and agent_talk as they happen, then done. A client that leaves may only have lost its connection: the turn
 * goes on for a while, so that its answer can be fetched, and is cancelled then unless somebody waits for it.
 */
public final class StreamTurn {
    private final TurnEvents events;
    private final TurnCancel cancel;
    private final TurnJournal journal;
    private final ObjectMapper mapper;
    private final Duration grace;

    /**
     * A connector between the turns' events and the clients' lines.
     *
     * @param journal keeps the events for clients that lose their line
     * @param grace how long a turn goes on that nobody listens to or waits for
     */
    public StreamTurn(TurnEvents events, TurnCancel cancel, TurnJournal journal, ObjectMapper mapper, Duration grace) {
        this.events = events;
        this.cancel = cancel;
        this.journal = journal;
        this.mapper = mapper;
        this.grace = grace;
    }

    /** Sends the ids of turn and thread, and from now on what happens in the turn, until the exchange is done. */
    public void open(Exchange exchange, @Body Turn turn, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        track(exchange, turn, (event, data, place) -> stream.send(event.type(), data, place));
        Map<String, Object> ids = new LinkedHashMap<>();
        ids.put("thread_id", turn.threadId());
        ids.put("turn_id", turn.id());
        stream.send(
                "thread",
                Json.write(mapper, ids),
                String.valueOf(new Place(turn.progress().resumed(), 0)));
        // what is kept goes on without its client, who may come back to it, and so does what somebody is called back
        // about
        Message message = exchange.getVariable("message", Message.class);
        if (!turn.progress().kept() && (message == null || !message.isCalledBack())) {
            stream.onClose(() -> left(turn.id()));
        }
    }

    /** Makes a turn cancellable that nobody listens to. */
    public void unheard(Exchange exchange, @Body Turn turn) {
        follow(exchange, turn, event -> {});
    }

    /** Makes a turn cancellable and passes on what happens in it, until the exchange is done. */
    public void follow(Exchange exchange, Turn turn, Consumer<TurnEvent> listener) {
        track(exchange, turn, (event, data, place) -> listener.accept(event));
    }

    private void track(Exchange exchange, Turn turn, Listener listener) {
        TurnCancel.Open open = TurnCancel.Open.of(turn);
        TurnCancel.Registration cancellable = cancel.open(open);
        TurnCancel.Registration journalled = journal.open(open, turn.progress().resumed());
        TurnEvents.Subscription subscription = events.subscribe(turn.id(), event -> {
            String data = Json.write(mapper, event.data());
            // from several threads at once: numbered and sent in one order
            synchronized (journalled) {
                listener.hear(
                        event,
                        data,
                        journal.add(turn.id(), event.type(), data)
                                .map(Place::toString)
                                .orElse(""));
            }
        });
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                subscription.close();
                journalled.close();
                cancellable.close();
            }
        });
    }

    /** Hears an event with its data as JSON and its id. */
    @FunctionalInterface
    private interface Listener {
        void hear(TurnEvent event, String data, String place);
    }

    /** Gives a turn up, its grace being over, whose client left. */
    public void left(String turnId) {
        if (grace.isZero()) {
            cancel.cancel(turnId);
        } else if (cancel.isOpen(turnId)) {
            CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> giveUp(turnId));
        }
    }

    private void giveUp(String turnId) {
        if (cancel.takeAwaited(turnId)) {
            left(turnId);
        } else {
            cancel.cancel(turnId);
        }
    }

    /** Sends the answer, the last event. */
    public void done(@Body String answer, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        stream.send("done", answer);
    }
}
