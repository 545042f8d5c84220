package dev.caravan.compile;

import dev.caravan.query.SchemaGraph;

/** What people call relations. */
final class Labels {
    private Labels() {}

    static String of(SchemaGraph graph, String relation) {
        return graph.relation(relation).names().stream().findFirst().orElse(relation);
    }
}
