package dev.caravan.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the plan of a conversation from its row, and writes plan and memory into the parameters of the statements that keep them. */
public final class KeepPlan {
    private static final Logger LOG = LoggerFactory.getLogger(KeepPlan.class);
    private static final String UNREAD =
            "The plan of this conversation could not be read; this was taken as a new request.";
    private static final String UNKEPT =
            "The plan could not be kept; later messages of this conversation do not know of it.";

    private final ObjectMapper mapper;

    /** With how JSON is written in the store. */
    public KeepPlan(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * A run on the plan that the conversation has.
     *
     * @param rows one row with the state, or none; null where they could not be read
     * @param queries the metadata of its queries, the last first; null where they could not be read
     */
    public PlanRun open(
            @Body Turn turn,
            @Variable("plans") List<Map<String, Object>> rows,
            @Variable("queries") List<Map<String, Object>> queries,
            Exchange exchange) {
        List<Earlier> earlier = queries == null
                ? List.of()
                : queries.stream().map(KeepPlan::earlier).toList();
        if (rows == null || rows.isEmpty()) {
            return PlanRun.begin(turn, PlanState.NONE, earlier);
        }
        try {
            return PlanRun.begin(
                    turn, mapper.readValue(String.valueOf(rows.get(0).get("state")), PlanState.class), earlier);
        } catch (JsonProcessingException e) {
            LOG.warn("the plan of conversation {} cannot be read: {}", turn.threadId(), e.getOriginalMessage());
            TurnNotes.add(exchange, UNREAD);
            return PlanRun.begin(turn, PlanState.NONE, earlier);
        }
    }

    private static Earlier earlier(Map<String, Object> row) {
        return new Earlier(
                String.valueOf(row.get("question")),
                String.valueOf(row.get("query_type")),
                String.valueOf(row.get("query")),
                String.valueOf(row.get("summary")),
                Duration.ofSeconds(((Number) row.get("seconds")).longValue()));
    }

    /** The plan could not be read. */
    public void unread(Exchange exchange, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.warn("a plan could not be read: {}", failure.toString());
        TurnNotes.add(exchange, UNREAD);
    }

    /** The parameters of the plan's row, and of the entry in memory; without a task that ended the entry's number is 0. */
    public Map<String, Object> row(@Body PlanRun run) throws JsonProcessingException {
        Map<String, Object> row = new HashMap<>();
        row.put("thread_id", run.turn().threadId());
        row.put("turn_id", run.turnId());
        row.put("state", mapper.writeValueAsString(run.state()));
        row.put("entry", run.ended().map(MemoryEntry::turnId).orElse(0));
        row.put("todo_key", run.ended().map(MemoryEntry::todoKey).orElse(""));
        row.put("status", run.ended().map(entry -> entry.status().code()).orElse(""));
        row.put(
                "memory",
                run.ended().isPresent() ? mapper.writeValueAsString(run.ended().get()) : "{}");
        return row;
    }

    /** The plan could not be kept: the turn goes on, and says so once. */
    public void unkept(Exchange exchange, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        if (!TurnNotes.of(exchange).contains(UNKEPT)) {
            LOG.warn("a plan could not be kept: {}", failure.toString());
            TurnNotes.add(exchange, UNKEPT);
        }
    }

    /** A tool that nobody knows. */
    public PlanRun unknownTool(@Body PlanRun run) {
        return run.failed(
                Outcome.FAILED,
                "The plan names the tool \"" + run.getTool() + "\", which this installation does not have.");
    }
}
