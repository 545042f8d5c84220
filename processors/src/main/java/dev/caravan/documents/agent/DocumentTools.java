package dev.caravan.documents.agent;

import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the routes of the document tools call: the tools by their names, and what becomes of a call that broke or took too long. */
public final class DocumentTools {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentTools.class);

    // a thread for each call that runs: how many do is limited before, by the turns at once and the calls at once of
    // each
    private static final Executor WORKERS = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "document-tool");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<String, UnaryOperator<DocumentCall>> tools;
    private final AgentMetrics metrics;
    private final Duration limit;

    /**
     * Tools.
     *
     * @param characters the most of one reading that is put to the model
     * @param limit the longest that a call may take
     */
    public DocumentTools(Libraries libraries, int characters, AgentMetrics metrics, Duration limit) {
        this.limit = limit;
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

    /**
     * Runs a call within its time. The time is kept here and not by the breaker of the route: a call that Camel has given up still
     * writes its result, or its failure, into the turn when it ends. It isn't interrupted, since that would close the files of an
     * index for every reader.
     *
     * @throws TimeoutException where the call takes too long
     */
    public DocumentCall run(DocumentCall call) throws Exception {
        metrics.called(call.call().tool());
        UnaryOperator<DocumentCall> tool = tools.get(call.call().tool());
        if (tool == null) {
            return call.failed(
                    Status.UNKNOWN_TOOL,
                    "There is no document tool " + call.call().tool() + ".");
        }
        try {
            return CompletableFuture.supplyAsync(() -> tool.apply(call), WORKERS)
                    .get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    /** A call that broke or took too long, or that the breaker did not make: the model is told, the log gets the cause. */
    public DocumentCall fail(@Body DocumentCall call, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (failure instanceof TimeoutException) {
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
