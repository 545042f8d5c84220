package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.Value;
import dev.caravan.search.SearchPlan.Part;
import java.util.Map;
import java.util.Optional;

/** Reads replies of a search engine. */
final class Replies {
    private Replies() {}

    /**
     * A document of a list.
     *
     * @param paths where the columns of the query stand
     * @param source the document
     */
    record Document(Map<Value, String> paths, JsonNode source) implements Evaluator.Row {
        Document(Part part, JsonNode source) {
            this(part.paths(), source);
        }

        @Override
        public Optional<Object> cell(Value value) {
            return Optional.ofNullable(paths.get(value)).flatMap(path -> Replies.cell(at(source, path)));
        }
    }

    /** The value at a path, whether its parts are objects within each other or one name. */
    static JsonNode at(JsonNode object, String path) {
        if (object.has(path)) {
            return object.get(path);
        }
        int point = path.indexOf('.');
        return point < 0 ? object.path(path) : at(object.path(path.substring(0, point)), path.substring(point + 1));
    }

    /** A value of JSON as a cell of a table; null is missing. */
    static Optional<Object> cell(JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return Optional.empty();
        } else if (value.isIntegralNumber()) {
            return Optional.of(value.canConvertToLong() ? (Object) value.longValue() : value.decimalValue());
        } else if (value.isNumber()) {
            return Double.isFinite(value.doubleValue()) ? Optional.of(value.doubleValue()) : Optional.empty();
        } else if (value.isBoolean()) {
            return Optional.of(value.booleanValue());
        }
        return Optional.of(value.isTextual() ? value.textValue() : value.toString());
    }

    /** How many documents a reply is about. */
    static long total(JsonNode reply) {
        return reply.path("hits").path("total").path("value").asLong();
    }

    /** An aggregation by its name, whose type the engine writes before it. */
    static JsonNode aggregation(JsonNode aggregations, String name) {
        for (Map.Entry<String, JsonNode> each : aggregations.properties()) {
            if (each.getKey().substring(each.getKey().indexOf('#') + 1).equals(name)) {
                return each.getValue();
            }
        }
        throw new SearchProblem(
                SearchProblem.Kind.INCOMPLETE, "the search engine's reply has no figures called " + name);
    }

    /**
     * Checks that a reply is whole.
     *
     * @throws SearchProblem where some of the data were not looked at, or the total is a lower bound
     */
    static JsonNode checked(JsonNode reply) {
        JsonNode shards = reply.path("_shards");
        if (reply.path("timed_out").asBoolean(false)) {
            throw new SearchProblem(
                    SearchProblem.Kind.TIMEOUT, "the search engine ran out of time before it had looked at all rows");
        }
        boolean whole = shards.path("failed").asInt(1) == 0
                && !reply.path("terminated_early").asBoolean(false)
                && reply.path("hits").path("total").path("relation").asText().equals("eq");
        if (!whole) {
            throw new SearchProblem(
                    SearchProblem.Kind.INCOMPLETE,
                    "the search engine looked at a part of the data only ("
                            + shards.path("failed").asInt(0) + " of "
                            + shards.path("total").asInt(0) + " shards failed); no answer is better than half of one");
        }
        return reply;
    }
}
