package dev.caravan.analyst;

import dev.caravan.sql.SqlRun;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The workspaces of the analyst's flow. */
public final class Domains {
    private final BiFunction<String, String, Optional<Domain>> byName;

    /**
     * As they are when they are asked for.
     *
     * @param byName finds one by the name of its folder
     */
    public Domains(Function<String, Optional<Domain>> byName) {
        this((name, tenant) -> byName.apply(name));
    }

    /**
     * As they are when they are asked for.
     *
     * @param byName finds one by the name of its folder, with the names that the rows of a tenant hold; an empty tenant has none of its own
     */
    public Domains(BiFunction<String, String, Optional<Domain>> byName) {
        this.byName = byName;
    }

    /** The domain of a run. */
    public Domain of(AnalystRun run) {
        return of(run.turn().workspace(), run.turn().tenant());
    }

    /** The domain of a part of a run. */
    public Domain of(SqlRun run) {
        return of(run.origin().workspace(), run.origin().tenant());
    }

    /** The domain of that name, if the analyst answers for it, with the names that all tenants may see. */
    public Optional<Domain> find(String name) {
        return find(name, "");
    }

    /** The same with the names that a tenant may see. */
    public Optional<Domain> find(String name, String tenant) {
        return byName.apply(name, tenant);
    }

    private Domain of(String name, String tenant) {
        return find(name, tenant)
                .orElseThrow(() -> new IllegalArgumentException("no workspace of the analyst: " + name));
    }
}
