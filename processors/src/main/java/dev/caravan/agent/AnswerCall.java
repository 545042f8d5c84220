package dev.caravan.agent;

import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Tool;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the result of a tool call into the turn. */
public final class AnswerCall {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerCall.class);

    private final ToolTable tools;

    /** With the tools, which say whether their calls count. */
    public AnswerCall(ToolTable tools) {
        this.tools = tools;
    }

    /**
     * A tool ran: its call is answered and counted, or waits for the person; the person is told what the workspace wants told beside
     * it.
     */
    public Turn take(@Body ToolResult result, @Variable("turn") Turn turn, Exchange exchange) {
        note(result, turn, exchange);
        if (result.form().isPresent()) {
            return turn.waitingFor(result.form().get(), result.text());
        }
        return turn.withResult(result, tools.isCounted(turn, result.call().tool()) ? 1 : 0);
    }

    private void note(ToolResult result, Turn turn, Exchange exchange) {
        tools.all(turn).stream()
                .filter(tool -> tool.name().equals(result.call().tool()))
                .flatMap(tool -> tool.notes().stream())
                .filter(note -> turn.results().stream()
                        .anyMatch(past -> past.call().tool().equals(note.after())
                                && past.status().code().equals(note.status())))
                .map(Tool.Note::say)
                .filter(said -> !TurnNotes.of(exchange).contains(said))
                .forEach(said -> TurnNotes.add(exchange, said));
    }

    /** Something broke that no stage foresaw: the turn ends, and says so; the log gets the cause. */
    public Turn fail(
            @Body Object body,
            @Variable("turn") Turn kept,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable caught) {
        Turn turn = body instanceof Turn current ? current : kept;
        // the outer exceptions repeat the bodies they met, the innermost one says what happened
        Throwable cause = caught;
        while (cause != null && cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        LOG.error("turn {} failed", turn.id(), cause);
        return turn.withAnswer(Answer.of(
                Outcome.FAILED,
                "Something went wrong inside Caravan while this question was answered. The log names turn " + turn.id()
                        + "."));
    }
}
