package dev.caravan.evidence;

import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A query against a GraphQL API.
 *
 * @param question the question the tool was given
 * @param queryType what kind of question it was taken for
 * @param api which API was asked
 * @param query the query document, empty when none was sent
 * @param variables its variables as JSON
 * @param table the result
 * @param links pages that show the same
 * @param notes assumptions: defaulted years, resolved names, classification
 * @param source where the rows come from
 * @param millis time in the API
 */
public record GraphqlEvidence(
        String question,
        String queryType,
        String api,
        String query,
        String variables,
        Table table,
        List<Link> links,
        List<String> notes,
        String source,
        long millis)
        implements Evidence {
    /** The name of the kind. */
    public static final String KIND = "graphql";

    private static final TableText TEXT = new TableText(20).rounded();

    /** Takes copies. */
    public GraphqlEvidence {
        links = List.copyOf(links);
        notes = List.copyOf(notes);
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Optional<Table> rows() {
        return Optional.of(table);
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", question);
        members.put("query_type", queryType);
        members.put("api", api);
        members.put("query", query);
        members.put("variables", variables);
        TableMembers.put(table, members);
        members.put("links", links.stream().map(Link::members).toList());
        members.put("notes", notes);
        members.put("source", source);
        members.put("millis", millis);
        return members;
    }

    @Override
    public String text() {
        return TEXT.of(table, notes);
    }
}
