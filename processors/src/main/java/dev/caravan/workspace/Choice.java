package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Something that a person may fix for a question.
 *
 * @param name as in requests
 * @param label as shown
 * @param any as shown where nothing is fixed; empty where there is a default
 * @param usual the value that holds where a request gives none
 * @param values what may be chosen
 * @param unless values of other choices beside which this one has no meaning
 */
public record Choice(
        String name, String label, String any, Optional<String> usual, List<Value> values, Map<String, String> unless) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Set<String> KEYS = Set.of("name", "label", "any", "default", "values", "unless");

    /**
     * One value.
     *
     * @param name as in requests
     * @param label as shown; empty for one that only requests can give
     * @param tools the tools that the agent has with it, whatever their gates say; empty for all whose gates let them
     */
    public record Value(String name, String label, List<String> tools) {
        /** Takes a copy. */
        public Value {
            tools = List.copyOf(tools);
        }
    }

    /** Takes copies. */
    public Choice {
        values = List.copyOf(values);
        unless = Map.copyOf(unless);
    }

    /** The value of that name; empty where there is none. */
    public Optional<Value> value(String given) {
        return values.stream().filter(value -> value.name().equals(given)).findFirst();
    }

    /** The names of all values. */
    public List<String> names() {
        return values.stream().map(Value::name).toList();
    }

    /** Reads the list of a workspace's file. */
    static List<Choice> read(JsonNode list, List<Tool> tools, WorkspaceFile file) {
        List<Choice> choices = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (JsonNode item : file.list(list, "choices")) {
            Choice choice = one(item, tools, file);
            file.check(names.add(choice.name()), "choices: there are two called " + choice.name());
            choices.add(choice);
        }
        for (Choice choice : choices) {
            choice.unless()
                    .forEach((other, value) -> file.check(
                            choices.stream()
                                    .anyMatch(each -> each.name().equals(other)
                                            && each.value(value).isPresent()),
                            "choices: unless of " + choice.name() + " names " + other + ": " + value
                                    + ", which is no choice of this workspace"));
        }
        return choices;
    }

    private static Choice one(JsonNode item, List<Tool> tools, WorkspaceFile file) {
        String name = item.path("name").asText();
        file.check(
                NAME.matcher(name).matches(),
                "choices: the name '" + name + "' must be of small letters, digits and underscores");
        file.keys(item, KEYS, "choices: " + name + ": ");
        List<Value> values = new ArrayList<>();
        item.path("values").properties().forEach(value -> values.add(value(value.getKey(), value.getValue())));
        values.forEach(value -> value.tools()
                .forEach(named -> file.check(
                        tools.stream().anyMatch(tool -> tool.name().equals(named)),
                        "choices: " + name + ": " + value.name() + " names " + named
                                + ", which is no tool of this workspace")));
        file.check(!values.isEmpty(), "choices: " + name + " has no values; write each as name: label");
        Optional<String> usual =
                item.hasNonNull("default") ? Optional.of(item.path("default").asText()) : Optional.empty();
        Choice choice = new Choice(
                name,
                item.path("label").asText(name),
                item.path("any").asText(""),
                usual,
                values,
                file.texts(item.path("unless")));
        usual.ifPresent(value -> file.check(
                choice.value(value).isPresent(),
                "choices: the default of " + name + ", '" + value + "', is not one of "
                        + String.join(", ", choice.names())));
        return choice;
    }

    /** A label alone, or an object of label and tools. */
    private static Value value(String name, JsonNode given) {
        List<String> tools = new ArrayList<>();
        given.path("tools").forEach(tool -> tools.add(tool.asText()));
        return new Value(name, given.isObject() ? given.path("label").asText("") : given.asText(""), tools);
    }
}
