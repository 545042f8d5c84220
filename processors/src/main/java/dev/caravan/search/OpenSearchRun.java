package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.reader.QuestionReader;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import java.util.Map;

/**
 * Stage open_search: takes the search out of the tool call. The call brings query DSL ({@code index} and {@code search}), or a
 * {@code question} that the reader of the workspace's schema understands.
 */
public final class OpenSearchRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SchemaQuestions questions;

    /** With a reader of questions. */
    public OpenSearchRun(SchemaQuestions questions) {
        this.questions = questions;
    }

    /** A fresh run for the turn's next tool call. */
    public SearchRun open(Turn turn) {
        return of(turn.id(), turn.workspace(), turn.nextCall());
    }

    SearchRun of(String turnId, String workspace, ToolCall call) {
        JsonNode search = call.value("search");
        if (!search.isMissingNode()) {
            return written(turnId, workspace, call, search);
        }
        if (call.question().isBlank()) {
            return SearchRun.refused(
                    turnId,
                    workspace,
                    call,
                    "give a \"question\" in plain words, or \"index\" and \"search\" (query DSL)");
        }
        QuestionReader.Reading reading = questions.read(workspace, call.question());
        return reading.query()
                .map(query -> SearchRun.of(turnId, workspace, call, query))
                .orElseGet(() -> SearchRun.refused(turnId, workspace, call, reading.problem()));
    }

    private static SearchRun written(String turnId, String workspace, ToolCall call, JsonNode search) {
        try {
            JsonNode body = DslGuard.read(search.isTextual() ? search.textValue() : search.toString());
            Map<String, Object> members = JSON.convertValue(body, Members.class);
            return SearchRun.of(turnId, workspace, call, new SearchRequest(call.argument("index"), members));
        } catch (SearchProblem e) {
            return SearchRun.refused(turnId, workspace, call, e.getMessage());
        }
    }

    /** Members of a JSON object, in their order. */
    private static final class Members extends java.util.LinkedHashMap<String, Object> {
        private static final long serialVersionUID = 1L;
    }
}
