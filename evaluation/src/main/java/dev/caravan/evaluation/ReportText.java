package dev.caravan.evaluation;

import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.Excerpt;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A report as text for a terminal. */
public final class ReportText {
    private static final String LINE = "%-24s %6s %7s %8s %8s %12s %7s %7s %6s%n";

    private static final String PART = "  %-36s %6s of %5s%n";

    private ReportText() {}

    /** One line for each set, and below it how often each thing that was looked at was right. */
    public static String summary(Report report) {
        StringBuilder text = new StringBuilder();
        text.append(LINE.formatted(
                "set", "cases", "passed", "percent", "results", "unsupported", "p50 ms", "p95 ms", "calls"));
        for (SetResult set : report.sets()) {
            Figures f = set.figures();
            text.append(LINE.formatted(
                    set.name(),
                    f.cases(),
                    f.passedCases(),
                    percent(f.passedCases(), f.cases()),
                    f.goldTurns() == 0 ? "-" : f.goldMet() + "/" + f.goldTurns(),
                    f.unsupportedNumbers(),
                    f.p50(),
                    f.p95(),
                    String.format(Locale.ROOT, "%.1f", f.modelCalls())));
        }
        text.append('\n');
        report.sets().stream().filter(set -> !set.parts().isEmpty()).forEach(set -> text.append(parts(set))
                .append('\n'));
        for (SetResult set : report.sets()) {
            text.append(set.name())
                    .append(": ")
                    .append(String.join("; ", details(set)))
                    .append('\n');
        }
        if (report.repeat() > 1) {
            text.append("Each case was run ")
                    .append(report.repeat())
                    .append(" times; passed means right every time.\n");
        }
        return text.toString();
    }

    /** What was looked at in a set and how often it was right, and what went wrong. */
    static List<String> details(SetResult set) {
        List<String> details = new ArrayList<>();
        set.aspects().forEach((name, rate) -> details.add(name + " " + rate));
        Confusion confusion = set.confusion();
        if (!confusion.counts().isEmpty()) {
            details.add("rejection precision " + confusion.rejectionPrecision());
            details.add("rejection recall " + confusion.rejectionRecall());
        }
        set.judged().ifPresent(score -> details.add(String.format(Locale.ROOT, "judged %.2f", score)));
        set.failures().forEach((category, count) -> details.add("failures " + category + " " + count));
        return details;
    }

    private static String parts(SetResult set) {
        StringBuilder text = new StringBuilder();
        text.append(PART.formatted("database", "passed", "cases"));
        set.parts().forEach((part, f) -> text.append(PART.formatted(part, f.passedCases(), f.cases())));
        text.append(PART.formatted("category", "passed", "cases"));
        set.kinds().forEach((kind, f) -> text.append(PART.formatted(kind, f.passedCases(), f.cases())));
        return text.toString();
    }

    /** The share of the cases of each kind that passed, where some did not. */
    public static String kinds(SetResult set) {
        StringBuilder text = new StringBuilder();
        set.kinds().forEach((kind, f) -> text.append("  %-28s %d of %d%n".formatted(kind, f.passedCases(), f.cases())));
        return text.toString();
    }

    static String percent(int part, int whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f", 100.0 * part / whole);
    }

    /** What went wrong in a case: question, right result, given result, SQL. */
    public static String failure(String set, CaseResult failed) {
        StringBuilder text = new StringBuilder();
        text.append("✗ ").append(set).append('/').append(failed.id());
        if (failed.runs() > 1) {
            text.append(" (right in ")
                    .append(failed.rightRuns())
                    .append(" of ")
                    .append(failed.runs())
                    .append(" runs)");
        }
        text.append('\n');
        for (TurnResult turn : failed.turns()) {
            text.append("  Q: ").append(turn.question()).append('\n');
            if (turn.right()) {
                continue;
            }
            turn.problems()
                    .forEach(problem -> text.append("  ! ").append(problem).append('\n'));
            turn.gold().forEach(gold -> text.append(excerpt("gold", gold)));
            if (!turn.gold().isEmpty()) {
                turn.tables().forEach(table -> text.append(excerpt("got ", table)));
            }
            text.append("  A: ")
                    .append(cut(turn.answer().replace("\n", " "), 300))
                    .append('\n');
            turn.sql().forEach(sql -> text.append("  SQL: ")
                    .append(sql.replace("\n", "\n       "))
                    .append('\n'));
        }
        return text.toString();
    }

    private static String excerpt(String label, Excerpt excerpt) {
        StringBuilder text = new StringBuilder();
        text.append("  ").append(label).append(" (").append(excerpt.total()).append(" rows) ");
        text.append(String.join(" | ", excerpt.columns())).append('\n');
        excerpt.rows().stream().limit(4).forEach(row -> text.append("       ")
                .append(cut(String.join(" | ", row), 160))
                .append('\n'));
        return text.toString();
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + " …";
    }
}
