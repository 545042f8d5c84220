package dev.caravan.sql;

import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.util.Locale;
import org.apache.camel.Body;

/** Says how a person's own statement went; no model has a part in it. */
public final class AnswerEdited {
    private final TurnCancel cancel;

    /** With the turns that may be given up. */
    public AnswerEdited(TurnCancel cancel) {
        this.cancel = cancel;
    }

    /** The turn with its answer; its last result is the statement's. */
    public Turn answer(@Body Turn turn) {
        if (cancel.isCancelled(turn.id())) {
            return turn.withAnswer(Answer.of(Outcome.FAILED, "The question was stopped before it was answered."));
        }
        ToolResult result = turn.results().get(turn.results().size() - 1);
        return turn.withAnswer(
                switch (result.status()) {
                    case OK -> Answer.of(Outcome.ANSWERED, found(result));
                    case NO_ROWS -> Answer.of(Outcome.NO_DATA, "The edited query ran and found nothing.");
                    case REJECTED, UNRESOLVED -> Answer.of(Outcome.REFUSED, result.text());
                    case NOT_PERMITTED -> Answer.of(Outcome.NOT_PERMITTED, result.text());
                    case UNAVAILABLE, LIMIT_REACHED, UNKNOWN_TOOL, WAITING -> Answer.of(Outcome.FAILED, result.text());
                });
    }

    private static String found(ToolResult result) {
        long rows =
                result.evidence().flatMap(Evidence::rows).map(Table::totalRows).orElse(0L);
        return String.format(Locale.ROOT, "The edited query found **%,d %s**.", rows, rows == 1 ? "row" : "rows");
    }
}
