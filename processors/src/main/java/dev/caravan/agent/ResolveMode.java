package dev.caravan.agent;

import dev.caravan.gate.SourceGate;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Mode;
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
        if (turn.mode() == Mode.AUTO) {
            graphql.lack().ifPresent(lack -> TurnNotes.add(exchange, lack));
        }
        return switch (turn.mode()) {
            case AUTO -> turn.withMode(graphql.isUsable() ? Mode.GRAPHQL_SQL : Mode.SQL_ONLY);
            case GRAPHQL_SQL, SQL_ONLY, GRAPHQL_ONLY -> turn;
        };
    }
}
