package dev.caravan.graphql;

import dev.caravan.catalog.CatalogSource;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.Link;
import dev.caravan.graphql.GraphqlRun.Classification;
import dev.caravan.model.Replies;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Stage format_graphql_results: the result in words for the model, sorted, named and cut to what it can read, and whole
 * for the person, with links; or what went wrong and what to try.
 */
public final class FormatGraphqlResults {
    private static final int MODEL_CHARACTERS = 15_000;

    private final CatalogSource catalog;
    private final Supplier<String> source;

    /**
     * A formatter.
     *
     * @param catalog names the ids of answers
     * @param source says where the rows come from
     */
    public FormatGraphqlResults(CatalogSource catalog, Supplier<String> source) {
        this.catalog = catalog;
        this.source = source;
    }

    /** The answer to the tool call. */
    public ToolResult format(GraphqlRun run) {
        if (run.failure().isPresent()) {
            GraphqlRun.Failure failure = run.failure().get();
            // links lead to what the answer rests on; without an answer there are none
            Optional<Evidence> tried = run.request().map(request -> evidence(run, Table.EMPTY, List.of(), run.notes()));
            return new ToolResult(run.call(), failure.status(), cut(failure.message()), tried);
        }
        Classification classification = run.classification().orElseThrow();
        if (classification.queryType() == QueryType.REJECT) {
            return ToolResult.of(
                    run.call(),
                    Status.REJECTED,
                    cut("The atlas_graphql tool cannot answer this type of question. Reason: "
                            + sentence(classification.rejectionReason())
                            + " Please use the query_tool (SQL) instead."));
        }
        Findings findings = new ReadAnswer(
                        run.asked(), new AtlasNames(catalog.get()), run.call().question())
                .read(run.data().orElseThrow());
        List<String> notes = new ArrayList<>(run.notes());
        findings.remarks().stream().filter(remark -> !notes.contains(remark)).forEach(notes::add);
        boolean nothing = findings.table().rows().isEmpty();
        Evidence found = evidence(run, findings.table(), nothing ? List.of() : run.links(), notes);
        return new ToolResult(
                run.call(),
                nothing ? Status.NO_ROWS : Status.OK,
                nothing ? "The Atlas API has no data for this. " + String.join(" ", notes) : cut(found.text()),
                Optional.of(found));
    }

    private Evidence evidence(GraphqlRun run, Table table, List<Link> links, List<String> notes) {
        QueryType type = run.resolution().map(Resolution::queryType).orElseGet(() -> run.classification()
                .map(Classification::queryType)
                .orElse(QueryType.REJECT));
        return new GraphqlEvidence(
                run.call().question(),
                type.code(),
                type.api().code(),
                run.request().map(GraphqlRun.Request::query).orElse(""),
                run.request().map(request -> Replies.write(request.variables())).orElse("{}"),
                table,
                links,
                notes,
                source.get(),
                run.millis());
    }

    private static String sentence(String reason) {
        String text = reason.strip();
        return text.isEmpty() || ".!?".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }

    private static String cut(String text) {
        return text.length() <= MODEL_CHARACTERS ? text : text.substring(0, MODEL_CHARACTERS - 1) + "…";
    }
}
