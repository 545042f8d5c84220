package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaException;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A tool that the agent of a workspace may use.
 *
 * @param name as the model calls it
 * @param route the id of the route that answers a call of it
 * @param description what the model is told of it
 * @param arguments JSON schema of its arguments, an object
 * @param counted whether a call counts against the budget of queries
 * @param parallel whether its calls of one message may run side by side
 * @param callsPerTurn how many calls a turn may make; 0 for any number
 * @param prompt the file of prompts that extends the agent's instructions while the tool is offered
 * @param gate what has to let it be offered
 * @param notes what the person is told beside its results
 */
public record Tool(
        String name,
        String route,
        String description,
        ObjectNode arguments,
        boolean counted,
        boolean parallel,
        int callsPerTurn,
        Optional<String> prompt,
        Optional<Gate> gate,
        List<Note> notes) {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
    private static final Pattern ROUTE = Pattern.compile("[a-zA-Z0-9_-]+");
    private static final Set<String> KEYS = Set.of(
            "name",
            "route",
            "description",
            "arguments",
            "counted",
            "parallel",
            "calls-per-turn",
            "prompt",
            "available",
            "notes");
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

    /**
     * A condition on the source behind a tool.
     *
     * @param bean name of the gate in the registry
     * @param plenty what the model is told while much of the budget is left
     * @param low what it is told when little is; {@code {left}} stands for how much
     * @param spent what the person is told when too little is left for the tool to be offered
     * @param resting what the person is told while the source is given a rest
     */
    public record Gate(String bean, String plenty, String low, String spent, String resting) {
        private static final Set<String> KEYS = Set.of("gate", "plenty", "low", "spent", "resting");
    }

    /**
     * What the person is told when this tool answered after another had not.
     *
     * @param after name of the other tool
     * @param status how a call of it ended, a code of {@link dev.caravan.turn.ToolResult.Status}
     * @param say the sentence
     */
    public record Note(String after, String status, String say) {}

    /** Takes copies. */
    public Tool {
        notes = List.copyOf(notes);
    }

    /**
     * What is wrong with the arguments of a call; empty where they are as the schema wants them.
     *
     * @param given a JSON object
     */
    public List<String> faults(JsonNode given) {
        return compiled(arguments).validate(withoutNulls(given)).stream()
                .map(fault -> fault.getType().equals("required")
                        ? "\"" + fault.getProperty() + "\" is missing"
                        : fault.getMessage())
                .sorted()
                .toList();
    }

    /** A member that is null counts as not given. */
    private static JsonNode withoutNulls(JsonNode given) {
        if (!(given instanceof ObjectNode object)) {
            return given;
        }
        ObjectNode kept = object.deepCopy();
        object.properties().stream()
                .filter(member -> member.getValue().isNull())
                .forEach(member -> kept.remove(member.getKey()));
        return kept;
    }

    private static JsonSchema compiled(ObjectNode schema) {
        return SCHEMAS.getSchema(schema);
    }

    /** Reads the list of a workspace's file. */
    static List<Tool> read(JsonNode list, WorkspaceFile file) {
        List<Tool> tools = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode item : file.list(list, "tools")) {
            Tool tool = one(item, file);
            file.check(names.add(tool.name()), "tools: there are two called " + tool.name() + "; rename one of them");
            tools.add(tool);
        }
        tools.forEach(tool -> tool.notes()
                .forEach(note -> file.check(
                        names.contains(note.after()),
                        "tools: " + tool.name() + ": a note is to stand after " + note.after()
                                + ", which is no tool of this workspace")));
        return tools;
    }

    private static Tool one(JsonNode item, WorkspaceFile file) {
        String name = item.path("name").asText();
        file.check(
                NAME.matcher(name).matches(),
                "tools: the name '" + name + "' must be of letters, digits, dashes and underscores, at most 64");
        String where = "tools: " + name + ": ";
        file.keys(item, KEYS, where);
        String route = item.path("route").asText();
        file.check(ROUTE.matcher(route).matches(), where + "route must be the id of the route that answers its calls");
        String description = item.path("description").asText("").strip();
        file.check(
                !description.isEmpty(), where + "a description is missing; it is what the model chooses the tool by");
        return new Tool(
                name,
                route,
                description,
                schema(item.path("arguments"), where, file),
                item.path("counted").asBoolean(true),
                item.path("parallel").asBoolean(false),
                item.path("calls-per-turn").asInt(0),
                Optional.ofNullable(item.path("prompt").textValue()),
                gate(item.path("available"), where, file),
                notes(item.path("notes"), where, file));
    }

    private static ObjectNode schema(JsonNode given, String where, WorkspaceFile file) {
        file.check(
                given instanceof ObjectNode object
                        && object.path("type").asText().equals("object"),
                where + "arguments must be a JSON schema of type object, with properties");
        ObjectNode schema = (ObjectNode) given;
        try {
            JsonSchema meta = SCHEMAS.getSchema(java.net.URI.create(SpecVersion.VersionFlag.V202012.getId()));
            Set<ValidationMessage> faults = meta.validate(schema);
            file.check(
                    faults.isEmpty(),
                    where + "arguments are no valid JSON schema: "
                            + faults.stream()
                                    .map(ValidationMessage::getMessage)
                                    .findFirst()
                                    .orElse(""));
            compiled(schema).initializeValidators();
        } catch (JsonSchemaException e) {
            file.check(false, where + "arguments are no valid JSON schema: " + e.getMessage());
        }
        return schema;
    }

    private static Optional<Gate> gate(JsonNode given, String where, WorkspaceFile file) {
        if (given.isMissingNode() || given.isNull()) {
            return Optional.empty();
        }
        file.keys(given, Gate.KEYS, where + "available: ");
        file.check(given.hasNonNull("gate"), where + "available must name its gate");
        return Optional.of(new Gate(
                given.path("gate").asText(),
                given.path("plenty").asText(""),
                given.path("low").asText(""),
                given.path("spent").asText(""),
                given.path("resting").asText("")));
    }

    private static List<Note> notes(JsonNode given, String where, WorkspaceFile file) {
        List<Note> notes = new ArrayList<>();
        for (JsonNode note : file.list(given, where + "notes")) {
            file.keys(note, Set.of("after", "status", "say"), where + "notes: ");
            file.check(
                    note.hasNonNull("after") && note.hasNonNull("status") && note.hasNonNull("say"),
                    where + "a note needs after, status and say");
            notes.add(new Note(
                    note.path("after").asText(),
                    note.path("status").asText(),
                    note.path("say").asText()));
        }
        return notes;
    }
}
