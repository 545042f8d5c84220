package dev.caravan.documents.agent;

import dev.caravan.documents.CheckCitations;
import dev.caravan.documents.agent.Chosen.Shadow;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.camel.Body;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes the other way as well, in a turn of its own whose steps nobody sees, and compares what comes of it with the answer. The
 * person gets the answer of the way that was chosen; the trace gets the comparison.
 */
public final class CompareWays {
    /** The stage in a trace. */
    static final String STAGE = "compare_ways";

    private static final Logger LOG = LoggerFactory.getLogger(CompareWays.class);
    private static final int SHOWN = 300;
    private static final double NANOS_OF_A_MILLISECOND = 1e6;

    private final Map<Shadow, UnaryOperator<Turn>> ways;
    private final ConcludeAnswer conclude;
    private final AgentMetrics metrics;

    /**
     * A comparison.
     *
     * @param ways what each of them makes of a turn
     */
    public CompareWays(Map<Shadow, UnaryOperator<Turn>> ways, ConcludeAnswer conclude, AgentMetrics metrics) {
        this.ways = Map.copyOf(ways);
        this.conclude = conclude;
        this.metrics = metrics;
    }

    /** With what the other way came to. */
    public Concluded compare(@Body Concluded concluded, @Variable("chosen") Chosen chosen) {
        Map<String, Object> compared = new LinkedHashMap<>();
        compared.put("other", chosen.shadow().name().toLowerCase(java.util.Locale.ROOT));
        Turn turn = chosen.turn();
        // nothing of it is kept or goes on elsewhere
        Turn apart = turn.withId(turn.id() + "-shadow").withProgress(Progress.NONE);
        long begun = System.nanoTime();
        try {
            Turn other =
                    conclude.conclude(ways.get(chosen.shadow()).apply(apart)).turn();
            Answer own = concluded.turn().answer().orElseThrow();
            Answer theirs = other.answer().orElseThrow();
            boolean same = isSame(own, theirs);
            compared.put("same", same);
            compared.put("outcome", theirs.outcome().name().toLowerCase(java.util.Locale.ROOT));
            compared.put(
                    "answer",
                    theirs.text().substring(0, Math.min(SHOWN, theirs.text().length())));
            metrics.compared(same);
        } catch (CamelExecutionException e) {
            // what was only a trial must not take the person's answer away
            LOG.warn("turn {}: the other way failed", turn.id(), e.getCause());
            compared.put("failed", String.valueOf(e.getCause().getMessage()));
        }
        compared.put("took_millis", Math.round((System.nanoTime() - begun) / NANOS_OF_A_MILLISECOND));
        return new Concluded(concluded.turn(), concluded.citations(), concluded.faults(), compared);
    }

    /** Whether two answers tell the same: the same outcome, and the figures of one are all in the other. */
    private static boolean isSame(Answer own, Answer theirs) {
        Set<String> one = CheckCitations.numbers(plain(own));
        Set<String> other = CheckCitations.numbers(plain(theirs));
        return own.outcome() == theirs.outcome()
                && (own.outcome() != Outcome.ANSWERED
                        || one.isEmpty() == other.isEmpty() && (one.containsAll(other) || other.containsAll(one)));
    }

    private static String plain(Answer answer) {
        return answer.text().replaceAll("\\[\\d{1,3}]|\\(page \\d+\\)", " ");
    }
}
