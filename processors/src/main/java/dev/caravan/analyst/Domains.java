package dev.caravan.analyst;

import dev.caravan.sql.SqlRun;
import java.util.Optional;
import java.util.function.Function;

/** The workspaces of the analyst's flow. */
public final class Domains {
    private final Function<String, Optional<Domain>> byName;

    /**
     * As they are when they are asked for.
     *
     * @param byName finds one by the name of its folder
     */
    public Domains(Function<String, Optional<Domain>> byName) {
        this.byName = byName;
    }

    /** The domain of a run. */
    public Domain of(AnalystRun run) {
        return of(run.turn().workspace());
    }

    /** The domain of a part of a run. */
    public Domain of(SqlRun run) {
        return of(run.origin().workspace());
    }

    /** The domain of that name, if the analyst answers for it. */
    public Optional<Domain> find(String name) {
        return byName.apply(name);
    }

    private Domain of(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no workspace of the analyst: " + name));
    }
}
