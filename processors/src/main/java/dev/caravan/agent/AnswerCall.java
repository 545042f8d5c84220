package dev.caravan.agent;

import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the result of a tool call into the turn. */
public final class AnswerCall {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerCall.class);
    private static final String API_FAILED = "The Atlas API gave no answer: answered by SQL.";

    /** A tool ran: its call is answered and counted. That the database answered because the API did not, the person is told. */
    public Turn take(@Body ToolResult result, @Variable("turn") Turn turn, Exchange exchange) {
        boolean apiFailed = turn.results().stream()
                .anyMatch(past -> past.call().tool().equals(Tools.GRAPHQL) && past.status() == Status.UNAVAILABLE);
        if (apiFailed
                && result.call().tool().equals(Tools.QUERY)
                && !TurnNotes.of(exchange).contains(API_FAILED)) {
            TurnNotes.add(exchange, API_FAILED);
        }
        return turn.withResult(result, Tools.isCounted(result.call().tool()) ? 1 : 0);
    }

    /** There is no such tool: the model is told which there are. */
    public Turn unknown(Turn turn) {
        return turn.withResult(
                ToolResult.of(
                        turn.nextCall(),
                        Status.UNKNOWN_TOOL,
                        "There is no tool called \"" + turn.nextCall().tool() + "\". Use "
                                + Tools.of(Mode.of(turn)).stream()
                                        .map(ToolSpecification::name)
                                        .collect(Collectors.joining(" or "))
                                + "."),
                0);
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
