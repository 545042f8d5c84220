package dev.caravan.demo.api;

import graphql.Scalars;
import graphql.schema.DataFetcher;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.idl.RuntimeWiring;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers of the shipping API. A row refers to others by {@code portId}, and to the thing itself by {@code port}. */
final class ShippingQueries {
    private static final GraphQLScalarType DATE = GraphQLScalarType.newScalar()
            .name("Date")
            .coercing(Scalars.GraphQLString.getCoercing())
            .build();

    private final RowSource rows;

    ShippingQueries(RowSource rows) {
        this.rows = rows;
    }

    /** The schema with its answers. */
    SchemaAnswers answers() {
        Map<String, DataFetcher<?>> queries = new HashMap<>();
        for (String table :
                List.of("shipments", "containers", "vessels", "ports", "terminals", "carriers", "importers")) {
            queries.put(table, env -> named(table, env));
        }
        return new SchemaAnswers("shipping.graphqls", queries, this::wired);
    }

    private RuntimeWiring.Builder wired(RuntimeWiring.Builder wiring) {
        return wiring.scalar(DATE)
                .type("Shipment", type -> type.dataFetcher(
                                "destinationPort", to("ports", "portId", "destinationPortId"))
                        .dataFetcher("originPort", to("ports", "portId", "originPortId"))
                        .dataFetcher("terminal", to("terminals", "terminalId", "terminalId"))
                        .dataFetcher("carrier", to("carriers", "carrierId", "carrierId"))
                        .dataFetcher("vessel", to("vessels", "vesselId", "vesselId"))
                        .dataFetcher("importer", to("importers", "importerId", "importerId")))
                .type("Container", type -> type.dataFetcher("shipment", to("shipments", "shipmentId", "shipmentId")))
                .type("Vessel", type -> type.dataFetcher("carrier", to("carriers", "carrierId", "carrierId")))
                .type("Terminal", type -> type.dataFetcher("port", to("ports", "portId", "portId")));
    }

    /** The rows of a table whose column, called like the argument, has its value; exactly one argument is wanted. */
    private List<Map<String, Object>> named(String table, DataFetchingEnvironment env) {
        if (env.getArguments().size() != 1) {
            throw new QueryProblem(env.getField().getName() + " wants one argument, and got "
                    + env.getArguments().size() + ".");
        }
        Map.Entry<String, Object> by = env.getArguments().entrySet().iterator().next();
        return read(table, by.getKey(), by.getValue());
    }

    private DataFetcher<Map<String, Object>> to(String table, String key, String reference) {
        return env -> {
            Map<String, Object> from = env.getSource();
            Object value = from.get(reference);
            return value == null
                    ? null
                    : read(table, key, value).stream().findFirst().orElse(null);
        };
    }

    private List<Map<String, Object>> read(String table, String field, Object value) {
        String literal = value instanceof Number
                ? value.toString()
                : "'" + String.valueOf(value).replace("'", "''") + "'";
        try {
            return rows
                    .read("SELECT * FROM shipping." + table + " WHERE \"" + Names.column(field) + "\" = " + literal)
                    .stream()
                    .map(Names::fields)
                    .toList();
        } catch (SQLException e) {
            throw new IllegalStateException("the shipping data cannot be read", e);
        }
    }
}
