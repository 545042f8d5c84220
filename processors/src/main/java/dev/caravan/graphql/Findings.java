package dev.caravan.graphql;

import dev.caravan.turn.Table;
import java.util.List;

/**
 * What an answer says.
 *
 * @param table rows, the most relevant first
 * @param remarks what the rows alone do not say, in sentences
 */
record Findings(Table table, List<String> remarks) {
    Findings {
        remarks = List.copyOf(remarks);
    }
}
