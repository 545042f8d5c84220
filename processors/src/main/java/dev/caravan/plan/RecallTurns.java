package dev.caravan.plan;

import dev.caravan.evidence.OpenEvidence;
import dev.caravan.memory.Recollection;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stage recall_memories: what earlier conversations of the person found about something. The plan under way stays as it is. */
public final class RecallTurns {
    private static final Logger LOG = LoggerFactory.getLogger(RecallTurns.class);
    private static final String KIND = "memories";
    private static final int MOST = 5;
    private static final int SHORT = 200;
    private static final List<String> COLUMNS =
            List.of("asked_at", "question", "answer", "likeness", "thread_id", "turn_id");

    /** What is sought, in the memory of the turn's owner. */
    public Recollection open(@Body PlanRun run) {
        return new Recollection(run.turn().tenant(), run.turn().owner(), about(run), 0, MOST);
    }

    private static String about(PlanRun run) {
        String request = run.state().intent().request();
        return request.isBlank() ? run.turn().question() : request;
    }

    /** The end of the turn with what was found. */
    public PlanRun told(@Body Map<String, Object> found, @Variable("plan") PlanRun run) {
        List<Map<?, ?>> memories = new ArrayList<>();
        if (found.get("memories") instanceof List<?> list) {
            list.forEach(each -> memories.add((Map<?, ?>) each));
        }
        String about = "\"" + about(run) + "\"";
        if (memories.isEmpty()) {
            return run.withEnd(Outcome.NO_DATA, "Nothing in your earlier conversations is about " + about + ".");
        }
        StringBuilder text = new StringBuilder("*Understood as: what earlier conversations found about " + about
                + "*\n\nFound " + memories.size() + (memories.size() == 1 ? " answer" : " answers")
                + ", the most alike first. They are as they were given then:\n");
        memories.forEach(memory -> text.append("\n* ")
                .append(String.valueOf(memory.get("asked_at")).substring(0, "2000-01-01".length()))
                .append(", **")
                .append(memory.get("question"))
                .append("**: ")
                .append(cut(String.valueOf(memory.get("answer")))));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", about(run));
        members.put("columns", COLUMNS);
        members.put("rows", memories);
        members.put("notes", List.of("Found by the likeness of meaning, which is 1 for the same words."));
        ToolCall call = ToolCall.asking("memories", "memory", about(run), "");
        OpenEvidence evidence = new OpenEvidence(KIND, members);
        Turn turn = run.turn()
                .withPending(List.of(call))
                .withResult(new ToolResult(call, Status.OK, evidence.text(), Optional.of(evidence)), 0);
        return run.withAnalysis(run.analysis().withTurn(turn).withEnd(Answer.of(Outcome.ANSWERED, text.toString())));
    }

    private static String cut(String answer) {
        return answer.length() <= SHORT ? answer : answer.substring(0, SHORT - 1) + "…";
    }

    /** The end of a turn whose memory could not be read. */
    public PlanRun failed(
            @Variable("plan") PlanRun run, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.warn("earlier conversations could not be looked through: {}", failure.toString());
        return run.withEnd(
                Outcome.FAILED,
                failure instanceof BadRequest told
                        ? "This cannot be looked up: " + told.getMessage() + "."
                        : "Earlier conversations could not be looked through just now. Ask again in a moment.");
    }
}
