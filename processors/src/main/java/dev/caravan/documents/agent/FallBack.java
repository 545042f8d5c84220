package dev.caravan.documents.agent;

import dev.caravan.documents.DocumentAnswer;
import dev.caravan.documents.DocumentAnswer.Kind;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.function.Predicate;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a question that the agent did not answer: what it read is put together, else the fixed pipeline answers. */
public final class FallBack {
    /** No other way is needed, or none is allowed. */
    public static final String NONE = "none";

    /** From what was read. */
    public static final String PARTIAL = "partial";

    /** By the fixed pipeline. */
    public static final String PIPELINE = "pipeline";

    private static final Logger LOG = LoggerFactory.getLogger(FallBack.class);

    private final Libraries libraries;
    private final boolean allowed;
    private final Predicate<String> cancelled;

    /**
     * A way back.
     *
     * @param allowed whether another way may be gone
     * @param cancelled whether the person gave up the turn of that id
     */
    public FallBack(Libraries libraries, boolean allowed, Predicate<String> cancelled) {
        this.libraries = libraries;
        this.allowed = allowed;
        this.cancelled = cancelled;
    }

    /** Which way is to be gone now: {@link #NONE}, {@link #PARTIAL} or {@link #PIPELINE}. */
    public String next(Turn turn) {
        boolean failed = turn.answer()
                .filter(answer -> answer.outcome() != Outcome.FAILED)
                .isEmpty();
        if (!failed || !allowed || cancelled.test(turn.id())) {
            return NONE;
        }
        return AnswerTools.read(turn).isEmpty() || partial(turn).kind() == Kind.NOTHING ? PIPELINE : PARTIAL;
    }

    private DocumentAnswer partial(Turn turn) {
        List<String> read = AnswerTools.read(turn);
        String question = turn.asked().isEmpty() ? turn.question() : turn.asked();
        return libraries.of(turn).answers().answer(Libraries.owner(turn), question, read);
    }

    /** The answer from what the agent had read. */
    public Turn fromRead(@Body Turn turn, Exchange exchange) {
        note(turn, exchange, "this was put together from the documents it had read");
        return FixedPipeline.answered(turn, partial(turn));
    }

    /** Says that the pipeline answers in the place of the agent. */
    public void notePipeline(@Body Turn turn, Exchange exchange) {
        note(turn, exchange, "the fixed pipeline answered");
    }

    private static void note(Turn turn, Exchange exchange, String instead) {
        String reason = turn.answer().map(answer -> answer.text()).orElse("it gave no answer");
        LOG.warn("turn {}: {}: {}", turn.id(), instead, reason);
        exchange.setProperty(ConcludeAnswer.FALLBACK, instead.startsWith("the fixed") ? PIPELINE : PARTIAL);
        TurnNotes.add(exchange, "The agent did not come to an answer (" + reason.strip() + "); " + instead + ".");
    }
}
