package dev.caravan.app;

import java.io.Reader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * A YAML file as dotted keys, each with its line.
 *
 * @param entries in the order of the file; a list is joined by commas
 * @param problems what cannot be read as keys and values
 */
record SettingsFile(Map<String, Entry> entries, List<String> problems) {

    /**
     * One value.
     *
     * @param value as written, before ${…} is replaced
     * @param line counted from 1
     * @param commented whether a comment stands above or beside it
     */
    record Entry(String value, int line, boolean commented) {}

    /**
     * Reads keys and values; what is wrong becomes a problem, nothing is thrown for it.
     *
     * @param name how problems call the file
     */
    static SettingsFile read(String name, Reader reader) {
        SettingsFile file = new SettingsFile(new LinkedHashMap<>(), new ArrayList<>());
        LoaderOptions options = new LoaderOptions();
        options.setProcessComments(true);
        try {
            Node root = new Yaml(options).compose(reader);
            if (root instanceof MappingNode mapping) {
                file.flatten(name, "", mapping);
            } else if (root instanceof ScalarNode scalar && scalar.getValue().isEmpty()) {
                return file;
            } else if (root != null) {
                file.problems.add(name + ":" + line(root) + ": keys with values are expected here");
            }
        } catch (MarkedYAMLException e) {
            String at =
                    e.getProblemMark() == null ? "" : ":" + (e.getProblemMark().getLine() + 1);
            file.problems.add(name + at + ": no YAML: " + e.getProblem());
        } catch (YAMLException e) {
            // a character that YAML forbids has no line; also bytes that are not UTF-8 end here
            file.problems.add(name + ": no YAML: " + e.getMessage().replace('\n', ' '));
        }
        return file;
    }

    private void flatten(String name, String prefix, MappingNode mapping) {
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
                problems.add(name + ":" + line(tuple.getKeyNode()) + ": a key must be a plain word");
                continue;
            }
            String key = prefix.isEmpty() ? keyNode.getValue() : prefix + "." + keyNode.getValue();
            Node value = tuple.getValueNode();
            if (value instanceof MappingNode nested) {
                flatten(name, key, nested);
            } else if (value instanceof ScalarNode scalar) {
                put(name, key, scalar.getValue().equals("~") ? "" : scalar.getValue(), keyNode, value);
            } else if (value instanceof SequenceNode list
                    && list.getValue().stream().allMatch(ScalarNode.class::isInstance)) {
                put(
                        name,
                        key,
                        String.join(
                                ",",
                                list.getValue().stream()
                                        .map(item -> ((ScalarNode) item).getValue())
                                        .toList()),
                        keyNode,
                        value);
            } else {
                problems.add(name + ":" + line(keyNode) + ": " + key + " must be a value or a list of values");
            }
        }
    }

    private void put(String name, String key, String value, Node keyNode, Node valueNode) {
        Entry earlier = entries.get(key);
        if (earlier != null) {
            problems.add(name + ":" + line(keyNode) + ": " + key + " is already set on line " + earlier.line);
            return;
        }
        entries.put(key, new Entry(value, line(keyNode), commented(keyNode) || commented(valueNode)));
    }

    private static boolean commented(Node node) {
        return node.getBlockComments() != null && !node.getBlockComments().isEmpty()
                || node.getInLineComments() != null && !node.getInLineComments().isEmpty();
    }

    private static int line(Node node) {
        return node.getStartMark().getLine() + 1;
    }
}
