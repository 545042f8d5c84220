package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.evaluation.Report.SetResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which cases were right in an earlier run. It is written as the names of the cases alone, so that it changes only when a
 * case does; every report can be read as one too.
 *
 * @param passed ids of the cases that were right, by set
 */
public record Baseline(Map<String, Set<String>> passed) {
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** Reads a baseline or a report. */
    public static Baseline read(Path file) throws IOException {
        Map<String, Set<String>> passed = new LinkedHashMap<>();
        for (JsonNode set : JSON.readTree(file.toFile()).path("sets")) {
            Set<String> ids = new LinkedHashSet<>();
            set.path("passed").forEach(id -> ids.add(id.asText()));
            passed.put(set.path("name").asText(), ids);
        }
        return new Baseline(passed);
    }

    /** Writes what a report found, for later comparison; other sets of an existing file stay as they are. */
    public static void write(Path file, Report report) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        Map<String, JsonNode> sets = new LinkedHashMap<>();
        if (Files.exists(file)) {
            JSON.readTree(file.toFile())
                    .path("sets")
                    .forEach(set -> sets.put(set.path("name").asText(), set));
        }
        for (SetResult set : report.sets()) {
            ObjectNode node = JSON.createObjectNode().put("name", set.name());
            set.passed().forEach(node.putArray("passed")::add);
            set.failed().forEach(node.putArray("failed")::add);
            sets.put(set.name(), node);
        }
        sets.values().forEach(root.putArray("sets")::add);
        Files.writeString(file, root.toPrettyString() + "\n");
    }

    /** Cases that were right then and are wrong now, as {@code set/id}. */
    public List<String> regressions(Report report) {
        List<String> worse = new ArrayList<>();
        for (SetResult set : report.sets()) {
            Set<String> before = passed.getOrDefault(set.name(), Set.of());
            set.failed().stream()
                    .filter(before::contains)
                    .map(id -> set.name() + "/" + id)
                    .forEach(worse::add);
        }
        return worse;
    }

    /** Cases of known sets that are right now and were not, as {@code set/id}. */
    public List<String> improvements(Report report) {
        List<String> better = new ArrayList<>();
        for (SetResult set : report.sets()) {
            Set<String> before = passed.get(set.name());
            if (before != null) {
                set.passed().stream()
                        .filter(id -> !before.contains(id))
                        .map(id -> set.name() + "/" + id)
                        .forEach(better::add);
            }
        }
        return better;
    }
}
