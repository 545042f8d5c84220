package dev.caravan.agent;

import dev.caravan.gate.SourceGate;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import org.apache.camel.Body;
import org.apache.camel.Exchange;

/** Stage resolve_mode: settles what {@code auto} means for this turn. */
public final class ResolveMode {
    private final SourceGate graphql;

    /** Offers the GraphQL tool while its gate says so. */
    public ResolveMode(SourceGate graphql) {
        this.graphql = graphql;
    }

    /** With the effective mode: SQL alone while the GraphQL API has too little budget left or is given a rest. */
    public Turn resolve(@Body Turn turn, Exchange exchange) {
        if (Mode.of(turn) == Mode.AUTO) {
            graphql.lack().ifPresent(lack -> TurnNotes.add(exchange, lack));
        }
        return switch (Mode.of(turn)) {
            case AUTO -> turn.withChoice(Mode.CHOICE, (graphql.isUsable() ? Mode.GRAPHQL_SQL : Mode.SQL_ONLY).code());
            case GRAPHQL_SQL, SQL_ONLY, GRAPHQL_ONLY -> turn;
        };
    }
}
