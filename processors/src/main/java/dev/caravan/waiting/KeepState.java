package dev.caravan.waiting;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.model.CallLedger;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a turn that waits or works long into the parameters of the statement that keeps its state. */
public final class KeepState {
    private static final Logger LOG = LoggerFactory.getLogger(KeepState.class);
    private final ObjectMapper mapper;
    private final TurnSnapshots snapshots;
    private final CallLedger ledger;
    private final HeldTurns held;
    private final Duration lease;
    private final Clock clock;

    /**
     * A writer of rows.
     *
     * @param snapshots writes what a turn is brought back from
     * @param ledger knows what a turn has cost
     * @param held the turns that are worked on here
     * @param lease how long a state is this server's that is not said to be held again
     */
    public KeepState(
            ObjectMapper mapper,
            TurnSnapshots snapshots,
            CallLedger ledger,
            HeldTurns held,
            Duration lease,
            Clock clock) {
        this.mapper = mapper;
        this.snapshots = snapshots;
        this.ledger = ledger;
        this.held = held;
        this.lease = lease;
        this.clock = clock;
    }

    /** Parameters by name; an empty form is that of a turn that works. */
    public Map<String, Object> row(
            @Body Turn turn,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes,
            Exchange exchange)
            throws JsonProcessingException {
        Turn kept = turn.withProgress(turn.progress()
                .withWorked(Duration.between(turn.startedAt(), clock.instant())
                        .minus(turn.progress().waited()))
                .withSpent(ledger.spentBy(turn.id())));
        held.hold(turn.id(), exchange);
        Optional<Form> form = turn.answer().flatMap(Answer::form);
        Map<String, Object> row = new HashMap<>();
        row.put("turn_id", turn.id());
        row.put("thread_id", turn.threadId());
        row.put("form", form.isPresent() ? mapper.writeValueAsString(form.get()) : "");
        row.put(
                "snapshot",
                snapshots.write(new TurnSnapshot(
                        TurnSnapshots.VERSION,
                        kept,
                        steps == null ? List.of() : List.copyOf(steps),
                        notes == null ? List.of() : notes)));
        row.put("asked", turn.progress().resumed());
        row.put("seconds", lease.toSeconds());
        return row;
    }

    /** A turn whose question cannot be kept cannot wait for the reply: it ends, and says so. */
    public Turn unkept(@Body Turn turn, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.error("turn {} cannot be kept", turn.id(), failure);
        return turn.withAnswer(
                Answer.of(
                        Outcome.FAILED,
                        "A question back was needed, but this conversation cannot be kept at the moment, so that it cannot wait for the reply. Ask again later, or say more in the question."));
    }
}
