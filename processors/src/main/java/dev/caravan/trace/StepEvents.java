package dev.caravan.trace;

import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Turns Camel's step events into the live stream and the trace of a turn. Stages emit nothing themselves. */
public final class StepEvents extends EventNotifierSupport {
  private static final String TURN = "caravan.turn-id";
  private static final String CALL = "caravan.tool-call";
  private static final String OPEN = "caravan.open-steps";

  private final TurnEvents events;
  private final StepNotes notes;

  /** Sends to the listeners of turns. */
  public StepEvents(TurnEvents events) {
    this(events, StepNotes.NONE);
  }

  /** Sends to the listeners of turns, with what somebody else knows of each step. */
  public StepEvents(TurnEvents events, StepNotes notes) {
    this.events = events;
    this.notes = notes;
  }

  /** Begins the trace of the turn in the exchange; to be called once, before its first step. */
  public void open(Exchange exchange) {
    String turnId = exchange.getMessage().getBody(Turn.class).id();
    notes.opened(turnId);
    exchange.setProperty(TURN, turnId);
    exchange.setProperty(CALL, 0);
    exchange.setProperty(Steps.PROPERTY, Collections.synchronizedList(new ArrayList<>()));
    exchange.setProperty(OPEN, new LinkedHashMap<String, Map<String, Object>>());
  }

  /** Counts a tool call: the steps from here on belong to it. */
  public void nextCall(Exchange exchange) {
    exchange.setProperty(CALL, exchange.getMessage().getBody(Turn.class).results().size() + 1);
  }

  /** The steps from here on belong to no tool call. */
  public void noCall(Exchange exchange) {
    exchange.setProperty(CALL, 0);
  }

  @Override
  public boolean isEnabled(CamelEvent event) {
    return event instanceof CamelEvent.StepEvent;
  }

  @Override
  public void notify(CamelEvent event) {
    Exchange exchange = ((CamelEvent.ExchangeEvent) event).getExchange();
    String turnId = exchange.getProperty(TURN, String.class);
    if (turnId == null) {
      return;
    }
    String step = ((CamelEvent.StepEvent) event).getStepId();
    switch (event.getType()) {
      case StepStarted -> started(exchange, turnId, step);
      case StepCompleted -> ended(exchange, turnId, step, "done");
      case StepFailed -> ended(exchange, turnId, step, "failed");
      default -> { }
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> openSteps(Exchange exchange) {
    return exchange.getProperty(OPEN, Map.class);
  }

  private void started(Exchange exchange, String turnId, String step) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put(Steps.STAGE, step);
    record.put(Steps.LABEL, label(exchange, step));
    record.put(Steps.TOOL_CALL, exchange.getProperty(CALL, 0, Integer.class));
    events.emit(new TurnEvent(turnId, "node_start", record));
    Map<String, Object> kept = Collections.synchronizedMap(new LinkedHashMap<>(record));
    kept.put("at", System.nanoTime());
    steps(exchange).add(kept);
    openSteps(exchange).put(step, kept);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> steps(Exchange exchange) {
    return exchange.getProperty(Steps.PROPERTY, List.class);
  }

  private void ended(Exchange exchange, String turnId, String step, String status) {
    Map<String, Object> record = openSteps(exchange).remove(step);
    if (record == null) {
      return;
    }
    long began = (Long) record.remove("at");
    record.put(Steps.STATUS, status);
    record.put(Steps.MILLIS, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    if (exchange.getMessage().getBody() instanceof Traced traced) {
      record.putAll(traced.detail(step));
      if (record.containsKey("error")) {
        record.put(Steps.STATUS, "failed");
      }
    }
    record.putAll(notes.take(turnId));
    events.emit(new TurnEvent(turnId, "pipeline_state", record));
  }

  private static String label(Exchange exchange, String step) {
    NamedNode node = ((ModelCamelContext) exchange.getContext()).getProcessorDefinition(step);
    return node == null || node.getDescriptionText() == null ? step : node.getDescriptionText();
  }
}
