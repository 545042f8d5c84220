package dev.caravan.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.lookup.LookupRun;
import dev.caravan.text.Json;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import java.util.List;
import java.util.function.UnaryOperator;

/** Makes evidence of look-ups. */
public final class FormatLookup {
    private static final ObjectMapper JSON = Json.mapper();
    private static final String KIND_OF_QUESTION = "single_entity";

    private final UnaryOperator<String> sources;

    /**
     * A formatter.
     *
     * @param sources says where the rows of a workspace come from
     */
    public FormatLookup(UnaryOperator<String> sources) {
        this.sources = sources;
    }

    /** What the rows of a look-up rest on. */
    Evidence evidence(LookupRun run, List<String> notes) {
        return new GraphqlEvidence(
                run.call().question(),
                KIND_OF_QUESTION,
                run.workspace(),
                RunPlanLookup.shown(run),
                run.lookup().map(query -> Json.write(JSON, query.variables())).orElse("{}"),
                run.table().orElse(Table.EMPTY),
                List.of(),
                notes,
                sources.apply(run.workspace()),
                run.millis());
    }
}
