package dev.caravan.edge;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.support.SynchronizationAdapter;

/**
 * Connects a turn with the client that listens to it. Events in their order: thread, then node_start,
 * pipeline_state and agent_talk as they happen, then done or error. A client that leaves cancels the turn.
 */
public final class StreamTurn {
  private final TurnEvents events;
  private final TurnCancel cancel;
  private final ObjectMapper mapper;

  /** A connector between the turns' events and the clients' lines. */
  public StreamTurn(TurnEvents events, TurnCancel cancel, ObjectMapper mapper) {
    this.events = events;
    this.cancel = cancel;
    this.mapper = mapper;
  }

  /** Sends the ids of turn and thread, and from now on what happens in the turn, until the exchange is done. */
  public void open(Exchange exchange, @Body Turn turn, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
    TurnCancel.Registration cancellable = cancel.open(turn.id());
    TurnEvents.Subscription subscription =
        events.subscribe(turn.id(), event -> stream.send(event.type(), Json.write(mapper, event.data())));
    exchange
        .getExchangeExtension()
        .addOnCompletion(
            new SynchronizationAdapter() {
              @Override
              public void onDone(Exchange done) {
                subscription.close();
                cancellable.close();
              }
            });
    Map<String, Object> ids = new LinkedHashMap<>();
    ids.put("thread_id", turn.threadId());
    ids.put("turn_id", turn.id());
    stream.send("thread", Json.write(mapper, ids));
    stream.onClose(() -> cancel.cancel(turn.id()));
  }

  /** Sends the answer, the last event. */
  public void done(@Body String answer, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
    stream.send("done", answer);
  }

  /** Sends what went wrong instead of an answer, the last event. */
  public void failed(
      @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure,
      @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
    stream.send("error", Json.write(mapper, Problem.of(failure).members()));
  }
}
