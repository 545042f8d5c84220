package dev.caravan.derive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.edge.RequestBody;
import dev.caravan.turn.BadRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a person wants of the semantic model of a workspace.
 *
 * @param workspace its name
 * @param version of the model that the person saw; empty where that does not matter
 * @param tables what is to be different, by table, as {@code semantic-model.yaml} has it; parts that are left out stay
 * @param questions to be tried; none for those that any such data can be asked
 */
public record ModelEdit(String workspace, String version, Map<String, JsonNode> tables, List<String> questions) {
    private static final String EXAMPLE =
            "{\"version\": \"…\", \"tables\": {\"main.orders\": {\"names\": [\"order\", \"purchase\"]}}}";
    private static final int MOST_QUESTIONS = 3;
    private static final int LONGEST_QUESTION = 500;

    /** Takes copies. */
    public ModelEdit {
        tables = new LinkedHashMap<>(tables);
        questions = List.copyOf(questions);
    }

    /**
     * Reads a request.
     *
     * @throws BadRequest that names the field
     */
    public static ModelEdit read(ObjectMapper mapper, String workspace, byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("version", "tables", "questions"));
        Map<String, JsonNode> tables = new LinkedHashMap<>();
        JsonNode edited = request.path("tables");
        if (!edited.isMissingNode() && !edited.isObject()) {
            throw new BadRequest("tables", "tables must be an object with the tables that change; send " + EXAMPLE);
        }
        edited.properties().forEach(table -> tables.put(table.getKey(), table.getValue()));
        return new ModelEdit(
                workspace,
                RequestBody.text(request, "", "version").orElse(""),
                tables,
                questions(request.path("questions")));
    }

    private static List<String> questions(JsonNode given) {
        List<String> questions = new ArrayList<>();
        given.forEach(question -> questions.add(question.asText().strip()));
        questions.removeIf(String::isEmpty);
        if (questions.size() > MOST_QUESTIONS
                || questions.stream().anyMatch(question -> question.length() > LONGEST_QUESTION)) {
            throw new BadRequest(
                    "questions",
                    "at most " + MOST_QUESTIONS + " questions of " + LONGEST_QUESTION + " characters are tried");
        }
        return questions;
    }
}
