package dev.caravan.evaluation;

import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.Excerpt;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.text.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Writes a report to a folder: report.json for machines, report.html for people. */
public final class ReportFiles {
    private static final String STYLE =
            """
      body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1d2733}
      h1,h2{line-height:1.2}table{border-collapse:collapse;margin:.6rem 0;font-variant-numeric:tabular-nums}
      th,td{padding:.25rem .7rem;border-bottom:1px solid #dde3ea;text-align:right}th:first-child,td:first-child{text-align:left}
      .matrix th{writing-mode:vertical-rl;transform:rotate(180deg)}.matrix{font-size:12px}.wrong{color:#a3200d}.right{color:#186b3a}details{margin:.3rem 0}summary{cursor:pointer}
      pre{background:#f4f6f8;padding:.6rem;overflow:auto;font-size:13px}.answer{white-space:pre-wrap;border-left:3px solid #dde3ea;padding-left:.8rem}
      """;

    private ReportFiles() {}

    /** Writes both files; the folder is created if missing. */
    public static void write(Path folder, Report report, List<String> regressions) throws IOException {
        Files.createDirectories(folder);
        Json.mapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(folder.resolve("report.json").toFile(), report);
        Files.writeString(folder.resolve("report.html"), html(report, regressions));
    }

    private static String html(Report report, List<String> regressions) {
        StringBuilder page = new StringBuilder();
        page.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Caravan evaluation</title><style>")
                .append(STYLE)
                .append("</style><h1>Evaluation</h1><p>")
                .append(escaped(report.measuredAt().toString()))
                .append(" on ")
                .append(escaped(report.data()))
                .append("; each case run ")
                .append(report.repeat())
                .append(report.repeat() == 1 ? " time" : " times")
                .append(".</p>");
        if (!regressions.isEmpty()) {
            page.append("<p class=\"wrong\">Worse than before: ")
                    .append(escaped(String.join(", ", regressions)))
                    .append("</p>");
        }
        table(
                page,
                "set",
                report.sets().stream()
                        .map(set -> Map.entry(set.name(), set.figures()))
                        .toList());
        for (SetResult set : report.sets()) {
            page.append("<h2>").append(escaped(set.name())).append("</h2>");
            page.append("<p>")
                    .append(escaped(String.join("; ", ReportText.details(set))))
                    .append("</p>");
            table(page, "kind", List.copyOf(set.kinds().entrySet()));
            if (!set.parts().isEmpty()) {
                table(page, "part", List.copyOf(set.parts().entrySet()));
            }
            matrix(page, set.confusion());
            set.cases().forEach(result -> page.append(caseOf(result)));
        }
        return page.append("</html>\n").toString();
    }

    private static void table(StringBuilder page, String first, List<Map.Entry<String, Figures>> rows) {
        page.append("<table><tr><th>")
                .append(first)
                .append(
                        "<th>cases<th>passed<th>percent<th>results met<th>unsupported numbers<th>p50 ms<th>p95 ms<th>model calls<th>tokens</tr>");
        for (Map.Entry<String, Figures> row : rows) {
            Figures f = row.getValue();
            page.append("<tr><td>").append(escaped(row.getKey()));
            for (Object cell : List.of(
                    f.cases(),
                    f.passedCases(),
                    ReportText.percent(f.passedCases(), f.cases()),
                    f.goldMet() + " of " + f.goldTurns(),
                    f.unsupportedNumbers(),
                    f.p50(),
                    f.p95(),
                    tenth(f.modelCalls()),
                    Math.round(f.tokens()))) {
                page.append("<td>").append(cell);
            }
            page.append("</tr>");
        }
        page.append("</table>");
    }

    private static String tenth(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Rows are what is right, columns what it was taken for. */
    private static void matrix(StringBuilder page, Confusion confusion) {
        if (confusion.counts().isEmpty()) {
            return;
        }
        Set<String> taken = new TreeSet<>(confusion.counts().keySet());
        confusion.counts().values().forEach(row -> taken.addAll(row.keySet()));
        page.append(
                "<details><summary>what was taken for what</summary><table class=\"matrix\"><tr><th>right \\ taken");
        taken.forEach(type -> page.append("<th>").append(escaped(type)));
        page.append("</tr>");
        for (String right : confusion.counts().keySet()) {
            page.append("<tr><td>").append(escaped(right));
            for (String type : taken) {
                int count = confusion.cell(right, type);
                page.append(count > 0 && !right.equals(type) ? "<td class=\"wrong\">" : "<td>")
                        .append(count == 0 ? "" : count);
            }
            page.append("</tr>");
        }
        page.append("</table></details>");
    }

    private static String caseOf(CaseResult result) {
        StringBuilder text = new StringBuilder();
        String mark = result.passed() ? "right" : "wrong";
        text.append("<details")
                .append(result.passed() ? "" : " open")
                .append("><summary><span class=\"")
                .append(mark)
                .append("\">")
                .append(result.passed() ? "✓" : "✗")
                .append("</span> ")
                .append(escaped(result.id()))
                .append(": ")
                .append(escaped(result.turns().get(0).question()))
                .append("</summary>");
        for (TurnResult turn : result.turns()) {
            text.append("<h4>")
                    .append(escaped(turn.question()))
                    .append("</h4><p>outcome: ")
                    .append(escaped(turn.outcome()))
                    .append("</p>");
            turn.problems().forEach(problem -> text.append("<p class=\"wrong\">")
                    .append(escaped(problem))
                    .append("</p>"));
            text.append("<div class=\"answer\">").append(escaped(turn.answer())).append("</div>");
            turn.gold().forEach(gold -> text.append("<p>right result</p>").append(excerpt(gold)));
            turn.tables().forEach(table -> text.append("<p>result</p>").append(excerpt(table)));
            turn.sql().forEach(sql -> text.append("<pre>").append(escaped(sql)).append("</pre>"));
        }
        return text.append("</details>").toString();
    }

    private static String excerpt(Excerpt excerpt) {
        StringBuilder text = new StringBuilder("<table><tr>");
        excerpt.columns().forEach(column -> text.append("<th>").append(escaped(column)));
        text.append("</tr>");
        for (List<String> row : excerpt.rows()) {
            text.append("<tr>");
            row.forEach(cell -> text.append("<td>").append(escaped(cell)));
            text.append("</tr>");
        }
        return text.append("</table><p>")
                .append(excerpt.total())
                .append(" rows</p>")
                .toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
