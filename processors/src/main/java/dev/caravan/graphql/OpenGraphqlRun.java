package dev.caravan.graphql;

import dev.caravan.turn.Turn;

/** Stage extract_graphql_question: takes question and context out of the tool call. */
public final class OpenGraphqlRun {

    /** A fresh run for the turn's next tool call. */
    public GraphqlRun open(Turn turn) {
        return GraphqlRun.begin(turn.id(), turn.nextCall(), turn.overrides());
    }
}
