package dev.caravan.openai;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * An answer with its evidence as one Markdown text, and where in it each piece of evidence stands.
 *
 * @param text begins with the answer as it is
 * @param annotations of the kind {@code url_citation}, in the order of the evidence
 */
public record AnswerMarkdown(String text, List<Map<String, Object>> annotations) {
    private static final int ROWS = 20;
    private static final Set<String> NAMES = Set.of("year", "code");

    /** Takes a copy. */
    public AnswerMarkdown {
        annotations = List.copyOf(annotations);
    }

    /**
     * Writes it.
     *
     * @param turn the document of a turn as JSON; every kind of evidence is told by the members it has
     * @param address where the server is, for the addresses of rows and answers
     */
    public static AnswerMarkdown of(JsonNode turn, String address) {
        StringBuilder text = new StringBuilder(turn.path("answer").asText());
        List<Map<String, Object>> annotations = new ArrayList<>();
        list(text, turn.path("options"));
        for (JsonNode piece : turn.path("evidence")) {
            int start = text.length() + 2;
            evidence(text, piece);
            if (text.length() > start) {
                String at = piece.path("csv").asText("");
                annotations.add(citation(
                        start,
                        text.length(),
                        piece.path("question").asText(),
                        address
                                + (at.isEmpty()
                                        ? "/chat/" + turn.path("thread_id").asText()
                                        : at)));
            }
        }
        list(text, turn.path("notes"));
        return new AnswerMarkdown(text.toString(), annotations);
    }

    private static Map<String, Object> citation(int start, int end, String title, String url) {
        Map<String, Object> citation = new LinkedHashMap<>();
        citation.put("start_index", start);
        citation.put("end_index", end);
        citation.put("title", title);
        citation.put("url", url);
        Map<String, Object> annotation = new LinkedHashMap<>();
        annotation.put("type", "url_citation");
        annotation.put("url_citation", citation);
        return annotation;
    }

    private static void evidence(StringBuilder text, JsonNode piece) {
        if (!piece.path("rows").isEmpty()) {
            table(text, piece);
        }
        fenced(text, "sql", piece.path("sql").asText(""));
        fenced(text, "graphql", piece.path("query").asText("").strip());
        int number = 0;
        StringJoiner passages = new StringJoiner("\n");
        for (JsonNode passage : piece.path("passages")) {
            number++;
            passages.add("[" + number + "] " + passage.path("title").asText() + ": "
                    + passage.path("section").asText());
        }
        part(text, passages.toString());
        StringJoiner links = new StringJoiner("\n");
        piece.path("links")
                .forEach(link -> links.add("- [" + cell(link.path("label").asText()) + "]("
                        + link.path("url").asText() + ")"));
        part(text, links.toString());
    }

    private static void table(StringBuilder text, JsonNode piece) {
        StringJoiner lines = new StringJoiner("\n");
        StringJoiner header = new StringJoiner(" | ", "| ", " |");
        StringJoiner rule = new StringJoiner(" | ", "| ", " |");
        for (JsonNode column : piece.path("columns")) {
            String unit = column.path("unit").asText();
            header.add(cell(column.path("name").asText().replace('_', ' ')
                    + (unit.isEmpty() || NAMES.contains(unit) ? "" : " (" + unit + ")")));
            rule.add("---");
        }
        lines.add(header.toString()).add(rule.toString());
        int shown = 0;
        for (JsonNode row : piece.path("rows")) {
            if (shown == ROWS) {
                break;
            }
            StringJoiner cells = new StringJoiner(" | ", "| ", " |");
            for (int column = 0; column < row.size(); column++) {
                cells.add(value(row.get(column), piece.path("columns").path(column)));
            }
            lines.add(cells.toString());
            shown++;
        }
        part(text, lines.toString());
        long total =
                Math.max(piece.path("rows_total").asLong(), piece.path("rows").size());
        if (shown < total) {
            part(text, "(" + shown + " of " + total + " rows)");
        }
    }

    private static String value(JsonNode value, JsonNode column) {
        if (value.isNull()) {
            return "";
        }
        if (!value.isNumber() || NAMES.contains(column.path("unit").asText())) {
            return cell(value.asText());
        }
        return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(value.decimalValue());
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replaceAll("\\R", " ");
    }

    private static void fenced(StringBuilder text, String language, String code) {
        part(text, code.isEmpty() ? "" : "```" + language + "\n" + code + "\n```");
    }

    private static void list(StringBuilder text, JsonNode entries) {
        StringJoiner lines = new StringJoiner("\n");
        entries.forEach(entry -> lines.add("- " + entry.asText()));
        part(text, lines.toString());
    }

    private static void part(StringBuilder text, String part) {
        if (!part.isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n\n").append(part);
        }
    }
}
