package dev.caravan.trace;

import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import io.opentelemetry.api.trace.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Turns Camel's step events into the live stream, the trace and the log of a turn. Stages emit nothing themselves. */
public final class StepEvents extends EventNotifierSupport {
    private static final String TURN = "caravan.turn-id";
    private static final String CALL = "caravan.tool-call";
    private static final String OPEN = "caravan.open-steps";
    private static final String BEGAN = "caravan.trace-began";
    private static final String OWNER = "caravan.trace-owner";
    private static final String NANOS = "nanos";

    private final TurnEvents events;
    private final StepNotes notes;
    private final StepLog log;
    private final RouteNodes nodes = new RouteNodes();

    /** Sends to the listeners of turns. */
    public StepEvents(TurnEvents events) {
        this(events, StepNotes.NONE, StepLog.none());
    }

    /** Sends to the listeners of turns and to a log, with what somebody else knows of each step. */
    public StepEvents(TurnEvents events, StepNotes notes, StepLog log) {
        this.events = events;
        this.notes = notes;
        this.log = log;
    }

    /** Begins the trace of the turn in the exchange, or goes on with one that is there; to be called once, before its first step. */
    public void open(Exchange exchange) {
        Turn turn = exchange.getMessage().getBody(Turn.class);
        String turnId = turn.id();
        notes.opened(turnId, turn.progress());
        exchange.setProperty(TURN, turnId);
        exchange.setProperty(CALL, 0);
        exchange.setProperty(OWNER, exchange.getExchangeId());
        Span span = Span.current();
        if (span.getSpanContext().isSampled()) {
            span.setAttribute("caravan.turn.id", turnId);
            span.setAttribute("caravan.workspace", turn.workspace());
            exchange.setProperty(Steps.OTEL_TRACE, span.getSpanContext().getTraceId());
        }
        exchange.setProperty(BEGAN, System.nanoTime() - turn.progress().worked().toNanos());
        exchange.setProperty(
                Steps.PROPERTY,
                Collections.synchronizedList(new ArrayList<>(turn.isResumed() ? steps(exchange) : List.of())));
        exchange.setProperty(OPEN, new ConcurrentHashMap<String, Map<String, Object>>());
    }

    /** Counts a tool call: the steps from here on belong to it. */
    public void nextCall(Exchange exchange) {
        exchange.setProperty(
                CALL, exchange.getMessage().getBody(Turn.class).results().size() + 1);
    }

    /** The steps from here on belong to no tool call. */
    public void noCall(Exchange exchange) {
        exchange.setProperty(CALL, 0);
    }

    @Override
    public boolean isEnabled(CamelEvent event) {
        return event instanceof CamelEvent.StepEvent
                || event instanceof CamelEvent.ExchangeCompletedEvent
                || event instanceof CamelEvent.ExchangeFailedEvent
                || event instanceof CamelEvent.RouteEvent
                || event instanceof CamelEvent.ExchangeSendingEvent sending && isTraced(sending.getEndpoint())
                || event instanceof CamelEvent.ExchangeSentEvent sent && isTraced(sent.getEndpoint());
    }

    private boolean isTraced(Endpoint endpoint) {
        return !nodes.kind(endpoint).isEmpty();
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof CamelEvent.RouteEvent) {
            // a route was added, replaced, started, stopped or removed
            nodes.forget();
            return;
        }
        Exchange exchange = ((CamelEvent.ExchangeEvent) event).getExchange();
        String turnId = exchange.getProperty(TURN, String.class);
        if (turnId == null) {
            return;
        }
        if (event instanceof CamelEvent.StepEvent stepEvent) {
            String step = stepEvent.getStepId();
            switch (event.getType()) {
                case StepStarted -> started(exchange, turnId, step);
                case StepCompleted -> ended(exchange, turnId, step, "done");
                case StepFailed -> ended(exchange, turnId, step, "failed");
                default -> {}
            }
        } else if (event instanceof CamelEvent.ExchangeCompletedEvent
                || event instanceof CamelEvent.ExchangeFailedEvent) {
            // copies of the exchange, such as the branches of a split, end as well
            if (exchange.getExchangeId().equals(exchange.getProperty(OWNER))) {
                log.over(
                        ids(exchange, turnId),
                        List.copyOf(steps(exchange)),
                        offset(exchange, System.nanoTime()),
                        exchange.getException() != null);
            }
        } else if (event instanceof CamelEvent.ExchangeSendingEvent sending) {
            callingStep(exchange).ifPresent(step -> calls(step)
                    .add(OutboundCall.begun(
                            exchange, sending.getEndpoint(), nodes, offset(exchange, System.nanoTime()))));
        } else if (event instanceof CamelEvent.ExchangeSentEvent sent) {
            callingStep(exchange)
                    .map(StepEvents::calls)
                    .filter(calls -> !calls.isEmpty())
                    .ifPresent(calls ->
                            OutboundCall.ended(calls.get(calls.size() - 1), exchange, nodes, sent.getTimeTaken()));
        }
    }

    /** The step that makes a call: a circuit breaker makes it in a copy of the step's exchange. */
    private static Optional<Map<String, Object>> callingStep(Exchange exchange) {
        String original = exchange.getProperty(Exchange.CORRELATION_ID, String.class);
        return openStep(exchange).or(() -> original == null ? Optional.empty() : openStep(exchange, original));
    }

    /** The innermost step under way in this exchange; other branches of the turn have steps of their own. */
    private static Optional<Map<String, Object>> openStep(Exchange exchange) {
        return openStep(exchange, exchange.getExchangeId());
    }

    private static Optional<Map<String, Object>> openStep(Exchange exchange, String id) {
        return openSteps(exchange).entrySet().stream()
                .filter(open -> open.getKey().startsWith(id))
                .map(Map.Entry::getValue)
                .max(Comparator.comparingLong(step -> (Long) step.get(NANOS)));
    }

    /** Writes down what came up in a part of the turn since somebody asked last. */
    private void note(Map<String, Object> record, Exchange exchange, String turnId) {
        Optional<String> part = exchange.getMessage().getBody() instanceof PartOfTurn known
                ? Optional.of(known.part())
                : Optional.empty();
        notes.take(turnId, part).forEach((key, value) -> record.merge(key, value, StepEvents::joined));
    }

    private static Object joined(Object earlier, Object later) {
        if (!(earlier instanceof List<?> some && later instanceof List<?> more)) {
            return later;
        }
        List<Object> all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> calls(Map<String, Object> step) {
        return (List<Map<String, Object>>)
                step.computeIfAbsent(Steps.CALLS, key -> Collections.synchronizedList(new ArrayList<>()));
    }

    private static StepLog.Ids ids(Exchange exchange, String turnId) {
        return new StepLog.Ids(turnId, Optional.ofNullable(exchange.getProperty(Steps.OTEL_TRACE, String.class)));
    }

    private static long offset(Exchange exchange, long now) {
        return TimeUnit.NANOSECONDS.toMillis(now - exchange.getProperty(BEGAN, Long.class));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Map<String, Object>> openSteps(Exchange exchange) {
        return exchange.getProperty(OPEN, Map.class);
    }

    private void started(Exchange exchange, String turnId, String step) {
        // what came up so far belongs to the step around this one
        openStep(exchange).ifPresent(outer -> note(outer, exchange, turnId));
        long now = System.nanoTime();
        Map<String, Object> record = new LinkedHashMap<>();
        record.put(Steps.STAGE, step);
        RouteNodes.Node node = nodes.node(exchange.getContext(), step);
        record.put(Steps.LABEL, node.label());
        record.put(Steps.TOOL_CALL, exchange.getProperty(CALL, 0, Integer.class));
        record.put(Steps.AT, offset(exchange, now));
        record.put(Steps.ROUTE, node.route());
        if (exchange.getMessage().getBody() instanceof Traced traced) {
            record.putAll(traced.begun(step));
        }
        events.emit(new TurnEvent(turnId, "node_start", record));
        Map<String, Object> kept = Collections.synchronizedMap(new LinkedHashMap<>(record));
        kept.put(NANOS, now);
        log.started(ids(exchange, turnId), record, () -> before(exchange, record));
        steps(exchange).add(kept);
        // branches of one turn run the same step side by side
        openSteps(exchange).put(exchange.getExchangeId() + step, kept);
    }

    /** What ran for the same call before a step. */
    private static List<Map<String, Object>> before(Exchange exchange, Map<String, Object> record) {
        List<Map<String, Object>> all = List.copyOf(steps(exchange));
        return all.stream()
                .takeWhile(step -> step != record)
                .filter(step -> step.get(Steps.TOOL_CALL).equals(record.get(Steps.TOOL_CALL)))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> steps(Exchange exchange) {
        return exchange.getProperty(Steps.PROPERTY, List.class);
    }

    private void ended(Exchange exchange, String turnId, String step, String status) {
        Map<String, Object> record = openSteps(exchange).remove(exchange.getExchangeId() + step);
        if (record == null) {
            return;
        }
        long began = (Long) record.remove(NANOS);
        record.put(Steps.STATUS, status);
        record.put(Steps.MILLIS, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        if (exchange.getMessage().getBody() instanceof Traced traced) {
            record.putAll(traced.detail(step));
            if (record.containsKey("error")) {
                record.put(Steps.STATUS, "failed");
            }
        }
        note(record, exchange, turnId);
        log.ended(ids(exchange, turnId), record, () -> before(exchange, record));
        Map<String, Object> told = new LinkedHashMap<>(record);
        told.remove(Steps.CALLS);
        events.emit(new TurnEvent(turnId, "pipeline_state", told));
    }
}
