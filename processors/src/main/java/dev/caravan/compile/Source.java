package dev.caravan.compile;

import dev.caravan.query.NotExpressible;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.SchemaGraph.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a SELECT reads from: one relation, and the others that are joined to it where a value asks for them. */
final class Source {
    private final SchemaGraph graph;
    private final SqlDialect dialect;
    private final String root;
    private final String rootAlias;
    private final Aliases aliases;
    private final boolean outer;
    private final Map<String, String> joined = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private boolean multiplies;

    /** Names that no two tables of a statement share. */
    static final class Aliases {
        private int last;

        String next() {
            return "t" + ++last;
        }
    }

    /**
     * Of a relation.
     *
     * @param outer whether its rows stay where nothing is joined to them
     */
    Source(SchemaGraph graph, SqlDialect dialect, String root, Aliases aliases, boolean outer) {
        this.graph = graph;
        this.dialect = dialect;
        this.root = root;
        this.aliases = aliases;
        this.outer = outer;
        this.rootAlias = aliases.next();
        text.append(dialect.quoted(root)).append(" ").append(rootAlias);
    }

    String root() {
        return root;
    }

    String rootAlias() {
        return rootAlias;
    }

    /** Whether a row of the root may have come to stand in several rows. */
    boolean multiplies() {
        return multiplies;
    }

    String text() {
        return text.toString();
    }

    /** The alias of a relation, joined by the cheapest way. */
    String alias(String relation, String via) {
        if (relation.equals(root) && via.isEmpty()) {
            return rootAlias;
        }
        List<Step> way = graph.way(root, relation, via)
                .orElseThrow(() -> new NotExpressible(
                        "nothing connects " + Labels.of(graph, root) + " with " + Labels.of(graph, relation)));
        return along(way);
    }

    /** The alias at the end of a way from the root. */
    String along(List<Step> way) {
        String at = rootAlias;
        for (Step step : way) {
            String from = at;
            at = joined.computeIfAbsent(from + ">" + step, key -> join(from, step));
        }
        return at;
    }

    private String join(String from, Step step) {
        String alias = aliases.next();
        multiplies |= !step.toOne();
        text.append(outer ? " LEFT JOIN " : " JOIN ")
                .append(dialect.quoted(step.to()))
                .append(" ")
                .append(alias)
                .append(" ON ")
                .append(alias)
                .append(".")
                .append(dialect.quoted(step.other()))
                .append(" = ")
                .append(from)
                .append(".")
                .append(dialect.quoted(step.column()));
        return alias;
    }
}
