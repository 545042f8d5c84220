package dev.caravan.analyst;

import dev.caravan.sql.SqlRun;
import java.util.Map;
import java.util.Optional;

/**
 * The workspaces of the analyst's flow.
 *
 * @param byName by the name of their folder
 */
public record Domains(Map<String, Domain> byName) {
    /** Takes a copy. */
    public Domains {
        byName = Map.copyOf(byName);
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
        return Optional.ofNullable(byName.get(name));
    }

    private Domain of(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("no workspace of the analyst: " + name));
    }
}
