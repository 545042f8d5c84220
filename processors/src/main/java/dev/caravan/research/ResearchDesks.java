package dev.caravan.research;

import java.util.function.Function;

/** The desks of all workspaces, each opened when it is first needed. */
public final class ResearchDesks {
    private final Function<String, ResearchDesk> byWorkspace;

    /**
     * Desks.
     *
     * @param byWorkspace gives that of a workspace; throws where it has none
     */
    public ResearchDesks(Function<String, ResearchDesk> byWorkspace) {
        this.byWorkspace = byWorkspace;
    }

    /** The desk of a research. */
    ResearchDesk of(ResearchRun run) {
        return byWorkspace.apply(run.turn().workspace());
    }
}
