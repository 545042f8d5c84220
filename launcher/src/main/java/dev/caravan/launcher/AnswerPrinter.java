package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints an answer for a person at a terminal. */
final class AnswerPrinter {
    private static final Map<String, String> OUTCOMES = Map.of(
            "clarify", "A choice is needed",
            "refused", "Outside what can be asked",
            "no_data", "Nothing found",
            "not_permitted", "Not permitted",
            "failed", "This did not work");

    private final PrintStream out;

    AnswerPrinter(PrintStream out) {
        this.out = out;
    }

    /** Answer, tables, SQL, notes, where it comes from and how to go on. */
    void print(JsonNode answer) {
        String outcome = answer.path("outcome").asText();
        if (OUTCOMES.containsKey(outcome)) {
            out.println("[" + OUTCOMES.get(outcome) + "]");
        }
        out.println(Plain.text(answer.path("answer").asText()));
        printList("Choose one of", answer.path("options"));
        for (JsonNode evidence : answer.path("evidence")) {
            printEvidence(evidence);
        }
        for (JsonNode evidence : answer.path("evidence")) {
            printSources(evidence, answer.path("answer").asText());
        }
        printLinks(answer.path("evidence"));
        printList("Notes", answer.path("notes"));
        printList("Ask next", answer.path("suggestions"));
        out.println();
        out.println(foot(answer));
    }

    private void printEvidence(JsonNode evidence) {
        boolean rows = !evidence.path("rows").isEmpty();
        if (rows) {
            out.println();
            TextTable.lines(evidence).forEach(out::println);
            out.println("(" + TextTable.count(evidence) + ")");
        }
        switch (evidence.path("type").asText()) {
            case "sql" -> printBlock("SQL", evidence.path("sql"));
            case "graphql" -> printBlock(
                    "GraphQL, " + evidence.path("query_type").asText() + " "
                            + evidence.path("variables").asText(),
                    evidence.path("query"));
            case "docs" -> {
                // the sections follow behind all tables
            }
            default -> {
                if (!rows) {
                    printBlock("Evidence", evidence);
                }
            }
        }
    }

    private void printBlock(String title, JsonNode content) {
        out.println();
        out.println(Plain.line(title));
        String text = content.isTextual() ? content.asText() : content.toPrettyString();
        Plain.text(text).lines().forEach(line -> out.println("  " + line));
    }

    /** Pages that show the same, each once, whichever query led there. */
    private void printLinks(JsonNode evidence) {
        Map<String, String> pages = new LinkedHashMap<>();
        evidence.forEach(piece -> piece.path("links")
                .forEach(link ->
                        pages.put(link.path("url").asText(), link.path("label").asText())));
        if (pages.isEmpty()) {
            return;
        }
        out.println();
        out.println("View on the Atlas");
        pages.forEach((url, label) -> out.println("- " + Plain.line(label) + ": " + Plain.line(url)));
    }

    /** The sections behind an explanation, unless the answer lists them itself. */
    private void printSources(JsonNode evidence, String answer) {
        List<String> sections = new ArrayList<>();
        boolean listed = true;
        for (JsonNode passage : evidence.path("passages")) {
            listed &= answer.contains(passage.path("section").asText());
            sections.add(
                    "[" + (sections.size() + 1) + "] " + passage.path("title").asText() + ": "
                            + passage.path("section").asText());
        }
        if (listed) {
            return;
        }
        out.println();
        out.println("Documentation");
        sections.forEach(section -> out.println("  " + Plain.line(section)));
    }

    private void printList(String title, JsonNode texts) {
        if (texts.isEmpty()) {
            return;
        }
        out.println();
        out.println(title);
        texts.forEach(text -> out.println("- " + Plain.line(text.asText())));
    }

    private static String foot(JsonNode answer) {
        List<String> parts = new ArrayList<>();
        for (JsonNode evidence : answer.path("evidence")) {
            String source = "Source: " + Plain.line(evidence.path("source").asText());
            if (!evidence.path("source").asText().isEmpty() && !parts.contains(source)) {
                parts.add(source);
            }
        }
        int queries = answer.path("queries").asInt();
        parts.add(queries + (queries == 1 ? " query" : " queries"));
        parts.add(String.format(Locale.ROOT, "%.1f s", answer.path("millis").asLong() / 1000.0));
        parts.add(Plain.line(answer.path("model").asText()));
        parts.add("to go on: --thread " + Plain.line(answer.path("thread_id").asText()));
        return String.join(" | ", parts);
    }
}
