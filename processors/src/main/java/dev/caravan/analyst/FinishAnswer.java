package dev.caravan.analyst;

import dev.caravan.sql.FormatResults;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.Body;

/** Makes the turn's answer and evidence of a run, and says what kind of end it is. */
public final class FinishAnswer {
    private final FormatResults results;

    /** With what makes evidence of a run. */
    public FinishAnswer(FormatResults results) {
        this.results = results;
    }

    /** The turn, over. */
    public Turn finish(@Body AnalystRun run) {
        return finish(run, Map.of());
    }

    /**
     * The turn, over.
     *
     * @param shown what parts rest on where that is not their statement, by their calls
     */
    public Turn finish(AnalystRun run, Map<String, Evidence> shown) {
        List<SqlRun> parts = new ArrayList<>(run.done().values());
        Turn turn = run.turn().withPending(parts.stream().map(SqlRun::call).toList());
        List<ToolResult> formatted = parts.stream()
                .map(results::format)
                .map(result -> Optional.ofNullable(shown.get(result.call().id()))
                        .map(evidence ->
                                new ToolResult(result.call(), result.status(), result.text(), Optional.of(evidence)))
                        .orElse(result))
                .toList();
        for (ToolResult result : formatted) {
            turn = turn.withResult(result, 1);
        }
        return turn.withAnswer(run.end().orElseGet(() -> answer(run, parts, formatted)));
    }

    private static Answer answer(AnalystRun run, List<SqlRun> parts, List<ToolResult> formatted) {
        Optional<ToolResult> failed = formatted.stream()
                .filter(result -> result.status() != Status.OK && result.status() != Status.NO_ROWS)
                .findFirst();
        boolean any = formatted.stream().anyMatch(result -> result.status() == Status.OK);
        if (!any && failed.isPresent()) {
            return failure(failed.get(), parts.get(formatted.indexOf(failed.get())));
        }
        if (!any) {
            String notes = run.note().isEmpty() ? "" : "\n\n" + run.note();
            return Answer.of(
                    Outcome.NO_DATA, "The query ran and found nothing for \"" + run.question() + "\"." + notes);
        }
        StringBuilder text = new StringBuilder(run.text());
        failed.ifPresent(
                part -> text.append("\n\nOne part could not be answered: ").append(part.text()));
        sources(formatted)
                .forEach(source -> text.append("\n\n*Source: ").append(source).append(".*"));
        if (!run.note().isEmpty()) {
            text.append("\n\n**How I found this:** ").append(run.note());
        }
        run.grade().filter(grade -> !grade.passed()).ifPresent(grade -> text.append("\n\n**Low confidence:** ")
                .append(grade.issues().stream()
                        .map(issue -> issue.replaceAll("\\.$", ""))
                        .collect(Collectors.joining("; ")))
                .append("."));
        return Answer.of(Outcome.ANSWERED, text.toString());
    }

    /** Where the rows come from, said with every answer: made-up data must not pass for others. */
    private static List<String> sources(List<ToolResult> formatted) {
        return formatted.stream()
                .filter(result -> result.status() == Status.OK)
                .flatMap(result -> result.evidence().map(Evidence::source).stream())
                .filter(source -> !source.isEmpty())
                .distinct()
                .toList();
    }

    private static Answer failure(ToolResult result, SqlRun part) {
        return switch (result.status()) {
            case NOT_PERMITTED -> Answer.of(Outcome.NOT_PERMITTED, result.text());
            case UNRESOLVED -> Answer.of(Outcome.CLARIFY, result.text());
                // either the data do not hold what was asked for, or no statement was found that may be run
            case REJECTED -> Answer.of(part.rejection().isEmpty() ? Outcome.NO_DATA : Outcome.FAILED, result.text());
            case OK, NO_ROWS, UNAVAILABLE, LIMIT_REACHED, UNKNOWN_TOOL, WAITING -> Answer.of(
                    Outcome.FAILED, result.text());
        };
    }
}
