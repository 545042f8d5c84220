package dev.caravan.search;

import dev.caravan.evidence.OpenEvidence;
import dev.caravan.evidence.TableMembers;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Stage format_search: rows and the searches they rest on as evidence, or what went wrong and what to try. */
public final class FormatSearch {
    /** The kind of its evidence. */
    public static final String KIND = "search";

    private final UnaryOperator<String> sources;

    /**
     * A formatter.
     *
     * @param sources says where the rows of a workspace come from
     */
    public FormatSearch(UnaryOperator<String> sources) {
        this.sources = sources;
    }

    /** The answer to the tool call. */
    public ToolResult format(SearchRun run) {
        if (run.problem().isPresent()) {
            return problem(run, run.problem().get());
        }
        Table table = run.table().orElse(Table.EMPTY);
        Evidence evidence = evidence(run);
        return new ToolResult(
                run.call(),
                table.rows().isEmpty() ? Status.NO_ROWS : Status.OK,
                evidence.text(),
                Optional.of(evidence));
    }

    /** What the rows of a run rest on. */
    public Evidence evidence(SearchRun run) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", run.call().question());
        members.put("searches", SearchRun.shown(run.searches()));
        TableMembers.put(run.table().orElse(Table.EMPTY), members);
        members.put("notes", run.notes());
        members.put("source", sources.apply(run.workspace()));
        members.put("millis", run.millis());
        return new OpenEvidence(KIND, members);
    }

    private static ToolResult problem(SearchRun run, SearchRun.Problem problem) {
        String message = problem.message().replaceAll("\\.$", "");
        return switch (problem.kind()) {
            case REFUSED -> ToolResult.of(run.call(), Status.REJECTED, "The search was not run: " + message + ".");
            case NOT_EXPRESSIBLE -> ToolResult.of(
                    run.call(), Status.REJECTED, "The search engine cannot answer this: " + message + ".");
            case TIMEOUT -> ToolResult.of(
                    run.call(),
                    Status.UNAVAILABLE,
                    "The search was given up: " + message + ". Ask for less: a shorter time, or fewer groups.");
            case CANCELLED -> ToolResult.of(
                    run.call(), Status.UNAVAILABLE, "The search was stopped because the turn was given up.");
            case BUSY -> ToolResult.of(
                    run.call(),
                    Status.UNAVAILABLE,
                    "The search was not run: " + message + ". Try again in some seconds.");
            case INCOMPLETE -> ToolResult.of(
                    run.call(),
                    Status.UNAVAILABLE,
                    "The search gave no answer that can be relied on: " + message + ".");
            case DOWN -> ToolResult.of(
                    run.call(), Status.UNAVAILABLE, "The search engine is not available: " + message + ".");
        };
    }
}
