package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.turn.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Fingerprints of the right results, so that a change of the data or of a gold statement that changes a truth does not go
 * unnoticed. The truths themselves are taken from the database at every run and are never old.
 *
 * @param prints number of rows and digest by case, as {@code set/id#n}
 */
public record GroundTruth(Map<String, String> prints) {
    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final int DIGITS = 12;

    /** Takes a copy. */
    public GroundTruth {
        prints = new TreeMap<>(prints);
    }

    /**
     * Runs every gold statement.
     *
     * @throws SQLException if one fails
     */
    public static GroundTruth measure(List<QuestionSet> sets, Connection data) throws SQLException {
        Map<String, String> prints = new TreeMap<>();
        for (QuestionSet set : sets) {
            for (QuestionSet.Case one : set.cases()) {
                List<Gold> all = one.asks().stream()
                        .flatMap(ask -> ask.expected().gold().stream())
                        .toList();
                for (int n = 0; n < all.size(); n++) {
                    prints.put(
                            set.name() + "/" + one.id() + "#" + (n + 1),
                            print(GoldResult.of(data, all.get(n)), all.get(n)));
                }
            }
        }
        return new GroundTruth(prints);
    }

    private static String print(Table table, Gold gold) {
        List<String> rows =
                new ArrayList<>(table.rows().stream().map(List::toString).toList());
        if (!gold.ordered()) {
            rows.sort(null);
        }
        return table.rows().size() + " rows, "
                + DigestUtils.sha256Hex(String.join("\n", rows)).substring(0, DIGITS) + ", " + gold.sourceMethod();
    }

    /** Reads fingerprints; none where the file is missing. */
    public static GroundTruth read(Path file) throws IOException {
        Map<String, String> prints = new TreeMap<>();
        if (Files.exists(file)) {
            JsonNode root = JSON.readTree(file.toFile());
            root.properties()
                    .forEach(
                            entry -> prints.put(entry.getKey(), entry.getValue().asText()));
        }
        return new GroundTruth(prints);
    }

    /** Writes them; other sets of an existing file stay as they are. */
    public void write(Path file) throws IOException {
        Map<String, String> all = new TreeMap<>(read(file).prints());
        all.keySet().removeIf(key -> prints.keySet().stream().anyMatch(own -> set(own).equals(set(key))));
        all.putAll(prints);
        ObjectNode root = JSON.createObjectNode();
        all.forEach(root::put);
        Files.writeString(file, root.toPrettyString() + "\n");
    }

    private static String set(String key) {
        return key.substring(0, key.indexOf('/'));
    }

    /** What differs from earlier ones, and truths that say nothing: a gold statement without rows. */
    public List<String> findings(GroundTruth before) {
        List<String> findings = new ArrayList<>();
        prints.forEach((key, print) -> {
            String old = before.prints().get(key);
            if (print.startsWith("0 rows")) {
                findings.add(key + ": the gold SQL gives no rows");
            } else if (old == null) {
                findings.add(key + ": new");
            } else if (!old.equals(print)) {
                findings.add(key + ": " + old + " -> " + print);
            }
        });
        return findings;
    }
}
