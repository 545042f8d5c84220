package dev.caravan.documents.agent;

import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the routes of the document tools call: the tools by their names, and what becomes of a call that broke or took too long. */
public final class DocumentTools {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentTools.class);

    private final Map<String, UnaryOperator<DocumentCall>> tools;
    private final AgentMetrics metrics;
    private final BooleanSupplier resting;

    /**
     * Tools.
     *
     * @param characters the most of one reading that is put to the model
     * @param resting whether the documents are left alone after failures
     */
    public DocumentTools(Libraries libraries, int characters, AgentMetrics metrics, BooleanSupplier resting) {
        this.resting = resting;
        SearchTools search = new SearchTools(libraries);
        ReadTools read = new ReadTools(libraries, characters);
        AnswerTools answer = new AnswerTools(libraries);
        RecordTools records = new RecordTools(libraries);
        this.metrics = metrics;
        this.tools = Map.ofEntries(
                Map.entry("search_documents", search::search),
                Map.entry("rerank_documents", search::rerank),
                Map.entry("query_records", records::query),
                Map.entry("read_document", read::read),
                Map.entry("read_multiple_documents", read::readMany),
                Map.entry("get_document_summary", read::summary),
                Map.entry("get_outline", read::outline),
                Map.entry("cite_source", answer::cite),
                Map.entry("generate_answer", answer::generate),
                Map.entry("open_document", answer::open),
                Map.entry("navigate", answer::navigate));
    }

    /** Opens the next call of a turn. */
    public DocumentCall open(Turn turn) {
        return DocumentCall.open(turn);
    }

    /** Runs a call. */
    public DocumentCall run(DocumentCall call) {
        metrics.called(call.call().tool());
        UnaryOperator<DocumentCall> tool = tools.get(call.call().tool());
        return tool == null
                ? call.failed(
                        Status.UNKNOWN_TOOL,
                        "There is no document tool " + call.call().tool() + ".")
                : tool.apply(call);
    }

    /** A call that broke or took too long: the model is told, the log gets the cause. */
    public DocumentCall fail(@Body DocumentCall call, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        // the breaker gives no exception to its fallback where it gave the call up or never made it
        if (failure == null && !resting.getAsBoolean()) {
            return call.failed(
                    Status.UNAVAILABLE,
                    call.call().tool() + " took too long and was given up. Ask for less: fewer documents, a narrower"
                            + " focus_query.");
        }
        LOG.warn("{} failed in turn {}", call.call().tool(), call.turnId(), failure);
        return call.failed(
                Status.UNAVAILABLE,
                call.call().tool() + " cannot reach the documents just now. Answer from what was read, or say that they"
                        + " cannot be reached.");
    }

    /** What the agent is given. */
    public ToolResult close(DocumentCall call) {
        return call.result().orElseThrow(() -> new IllegalStateException("the call was never run"));
    }
}
