package dev.caravan.research;

import dev.caravan.research.Research.Stage;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A research on its way through its flow.
 *
 * @param turn the turn it belongs to
 * @param research how far it has come
 * @param told what the last stage found out, for the trace
 * @param failure why it cannot go on; empty while it can
 * @param budget what it had cost before the last stage, for the trace; empty where nobody told
 */
public record ResearchRun(
        Turn turn, Research research, Map<String, Object> told, String failure, Map<String, Object> budget)
        implements Traced, PartOfTurn {
    /** Takes a copy that keeps the order. */
    public ResearchRun {
        told = new LinkedHashMap<>(told);
        budget = new LinkedHashMap<>(budget);
    }

    /** One of which nothing is told yet. */
    public static ResearchRun of(Turn turn, Research research) {
        return new ResearchRun(turn, research, Map.of(), "", Map.of());
    }

    @Override
    public String turnId() {
        return turn.id();
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>(told);
        if (!budget.isEmpty()) {
            detail.put("budget", budget);
        }
        return detail;
    }

    /** With the research gone on, and what is to be told of it. */
    ResearchRun gone(Research next, Map<String, Object> found) {
        return new ResearchRun(turn, next, found, failure, budget);
    }

    /** The same where nothing is to be told. */
    ResearchRun gone(Research next) {
        return gone(next, Map.of());
    }

    /** The same in another turn. */
    ResearchRun withTurn(Turn other) {
        return new ResearchRun(other, research, told, failure, budget);
    }

    /** Ended by something that broke. */
    ResearchRun failed(String reason) {
        return new ResearchRun(turn, research, Map.of("error", reason), reason, budget);
    }

    /** The same with what it has cost. */
    ResearchRun costing(ResearchBudget now) {
        return new ResearchRun(turn, research, told, failure, now.told());
    }

    /** Whether there is something to do now; the loop of the flow goes on while this holds. */
    public boolean isGoing() {
        return failure.isEmpty()
                && turn.answer().isEmpty()
                && !List.of("waiting", "done").contains(getPhase());
    }

    /** The phase it is in. */
    public String getPhase() {
        return research.stage().phase();
    }

    /** The stage that comes next. */
    public String getNext() {
        return research.stage().name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Whether the list of tasks or questions are shown to the person. */
    boolean waits() {
        return research.stage() == Stage.ASKED || research.stage() == Stage.SHOWN;
    }
}
