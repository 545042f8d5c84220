package dev.caravan.edge;

import dev.caravan.semantic.DataSet;
import dev.caravan.semantic.DataSets;
import dev.caravan.turn.BadRequest;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.apache.camel.Body;

/** Tells what the data of a workspace hold. */
public final class DescribeData {
    private final Supplier<? extends Collection<DataSets>> sources;

    /**
     * A describer.
     *
     * @param sources asked anew each time
     */
    public DescribeData(Supplier<? extends Collection<DataSets>> sources) {
        this.sources = sources;
    }

    /**
     * The data sets of a workspace.
     *
     * @throws BadRequest 404 when there is no such workspace
     */
    public List<DataSet> describe(@Body String workspace) {
        return sources.get().stream()
                .filter(source -> source.workspace().equals(workspace))
                .findFirst()
                .orElseThrow(() -> new BadRequest(404, "workspace", "there is no such workspace"))
                .list();
    }
}
