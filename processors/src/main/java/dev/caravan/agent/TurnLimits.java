package dev.caravan.agent;

import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;

/** The bounds of a turn: queries, time, and the person's patience. */
public final class TurnLimits {
    // calls that cost no query, such as unknown tools, must not keep a turn going for ever
    private static final int FREE_CALLS = 10;

    private final ToolTable tools;
    private final int maxQueries;
    private final Duration timeout;
    private final TurnCancel cancel;
    private final Clock clock;

    /**
     * Bounds.
     *
     * @param tools say whether their calls count
     * @param maxQueries counted calls a turn may spend
     * @param timeout how long a turn may take that has no time of its own, waiting for the person not counted
     */
    public TurnLimits(ToolTable tools, int maxQueries, Duration timeout, TurnCancel cancel, Clock clock) {
        this.tools = tools;
        this.maxQueries = maxQueries;
        this.timeout = timeout;
        this.cancel = cancel;
        this.clock = clock;
    }

    /** Ends a turn that is over its time, has one wait that is to pause, marks one that is over its queries. */
    public Turn check(Turn turn) {
        if (cancel.isCancelled(turn.id())) {
            return turn.withAnswer(Answer.of(Outcome.FAILED, "The question was stopped before it was answered."));
        }
        Duration time = time(turn);
        if (worked(turn).compareTo(time) > 0) {
            return turn.withAnswer(
                    Answer.of(
                            Outcome.FAILED,
                            "The time for one question, " + time.toSeconds()
                                    + " seconds, is over. What was found so far is shown below; a narrower question takes less time."));
        }
        // between two rounds nothing is under way that would have to be answered first
        if (turn.progress().kept() && turn.pending().isEmpty() && cancel.isPaused(turn.id())) {
            return turn.waitingFor(
                    Form.GO_ON,
                    "This is paused, as you wished. What was found so far is kept; it goes on where it stands.");
        }
        if (turn.results().size() > maxQueries + FREE_CALLS) {
            return turn.withAnswer(
                    Answer.of(Outcome.FAILED, "The agent went on calling tools without coming to an answer."));
        }
        int rounds = tools.workspace(turn)
                .map(workspace -> workspace.limits().rounds())
                .orElse(0);
        int spent = turn.results().stream()
                .mapToInt(result -> result.call().round())
                .max()
                .orElse(0);
        if (rounds > 0 && spent >= rounds && turn.pending().isEmpty()) {
            return turn.withAnswer(
                    Answer.of(Outcome.FAILED, "The agent did not come to an answer in " + rounds + " rounds."));
        }
        boolean wanted = !turn.pending().isEmpty()
                && tools.isCounted(turn, turn.nextCall().tool());
        return wanted && turn.queries() >= maxQueries ? turn.withLimitReached(true) : turn;
    }

    /** How long all the work on a turn may take. */
    public Duration time(Turn turn) {
        return turn.progress().time().orElse(timeout);
    }

    /** How long a turn has been worked on. */
    public Duration worked(Turn turn) {
        return Duration.between(turn.startedAt(), clock.instant())
                .minus(turn.progress().waited());
    }

    /** Stage max_queries_exceeded: answers the next call without running it. */
    public Turn exceed(Turn turn) {
        return turn.withResult(
                ToolResult.of(
                        turn.nextCall(),
                        Status.LIMIT_REACHED,
                        "The limit of " + maxQueries
                                + " queries for one question is reached. Answer from the results there are, and say what is missing."),
                0);
    }
}
