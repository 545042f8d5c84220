package dev.caravan.waiting;

import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/** Brings a turn back from its snapshot, with the reply where it was waited for. */
public final class ResumeTurn {
    private final TurnSnapshots snapshots;
    private final HeldTurns held;
    private final Clock clock;

    /**
     * For turns that are worked on here from then on.
     *
     * @param snapshots reads what {@link KeepState} writes
     * @param clock that gave turns their start
     */
    public ResumeTurn(TurnSnapshots snapshots, HeldTurns held, Clock clock) {
        this.snapshots = snapshots;
        this.held = held;
        this.clock = clock;
    }

    /** A turn whose server ended while it was worked on, as it goes on here. */
    public Turn takeUp(@Body List<Map<String, Object>> rows, Exchange exchange) {
        String turnId = String.valueOf(rows.get(0).get("turn_id"));
        return resume(rows, new Resumption(turnId, -1, Map.of(), "", false), exchange);
    }

    /**
     * The turn as it goes on: the reply is the result of the call that waited, or stands in {@link Progress#reply()} for a flow
     * that asked by itself. One that is given up comes back answered. Trace and notes go into the exchange.
     *
     * @param rows the snapshot, where nobody else had taken the turn
     * @throws BadRequest 409 where somebody had, or where the snapshot is of another Caravan
     */
    public Turn resume(
            @Body List<Map<String, Object>> rows, @Variable("resumption") Resumption resumption, Exchange exchange) {
        if (rows.isEmpty()) {
            throw resumption.stop()
                    ? new BadRequest(404, "turn_id", "no such turn is being answered or waits for a reply")
                    : TakeReply.nothingWaits();
        }
        TurnSnapshot snapshot = read(String.valueOf(rows.get(0).get("snapshot")));
        exchange.setProperty(Steps.PROPERTY, snapshot.steps());
        exchange.setProperty(TurnNotes.PROPERTY, List.copyOf(snapshot.notes()));
        Turn turn = progressed(snapshot.turn(), resumption);
        held.hold(turn.id(), exchange);
        if (resumption.stop()) {
            return turn.withAnswer(Answer.of(Outcome.FAILED, "The question was stopped before it was answered."));
        }
        Turn open = turn.withAnswer(Optional.empty());
        boolean asked = turn.isWaiting() && !turn.pending().isEmpty();
        return asked
                ? open.withResult(ToolResult.of(turn.nextCall(), ToolResult.Status.OK, told(resumption)), 0)
                : open;
    }

    private static String told(Resumption resumption) {
        return resumption.told().isEmpty()
                ? "The person wants this to go on."
                : "The person was asked, and replied:\n" + resumption.told();
    }

    private TurnSnapshot read(String json) {
        try {
            return snapshots.read(json);
        } catch (IllegalArgumentException e) {
            throw new BadRequest(
                    409,
                    "turn_id",
                    "this turn cannot be gone on with: " + e.getMessage() + ". Ask the question again.");
        }
    }

    private Turn progressed(Turn turn, Resumption resumption) {
        Progress progress = turn.progress();
        List<String> replies = new ArrayList<>(progress.replies());
        if (!resumption.told().isEmpty()) {
            replies.add(resumption.told());
        }
        return turn.withProgress(progress.with(next -> next.kept(true)
                .waited(Duration.between(turn.startedAt(), clock.instant()).minus(progress.worked()))
                .resumed(progress.resumed() + 1)
                .reply(resumption.values())
                .replies(replies)));
    }
}
