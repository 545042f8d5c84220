package dev.caravan.demo.api;

import graphql.ExecutionInput;
import graphql.ExecutionResult;
import graphql.GraphQL;
import graphql.GraphqlErrorBuilder;
import graphql.execution.DataFetcherExceptionHandler;
import graphql.execution.DataFetcherExceptionHandlerParameters;
import graphql.execution.DataFetcherExceptionHandlerResult;
import graphql.schema.DataFetcher;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the two schemas with what answers its queries; made ready by the first request. */
final class SchemaAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaAnswers.class);

    private final String resource;
    private final Map<String, DataFetcher<?>> queries;
    private final UnaryOperator<RuntimeWiring.Builder> wiring;
    private GraphQL graphql;

    /**
     * @param resource the schema, beside this class
     * @param queries what answers each field of type Query
     * @param wiring what the schema needs besides
     */
    SchemaAnswers(String resource, Map<String, DataFetcher<?>> queries, UnaryOperator<RuntimeWiring.Builder> wiring) {
        this.resource = resource;
        this.queries = Map.copyOf(queries);
        this.wiring = wiring;
    }

    /** Executes a document; whatever goes wrong is an error in the result. */
    ExecutionResult answer(String query, Map<String, Object> variables, String operation) {
        return graphql()
                .execute(ExecutionInput.newExecutionInput(query)
                        .variables(variables)
                        .operationName(operation)
                        .build());
    }

    /** The fields of type Query that something answers. */
    Set<String> answered() {
        return queries.keySet();
    }

    /** Makes the schema ready and runs the machinery once. */
    void prepare() {
        answer("{__typename}", Map.of(), null);
    }

    private synchronized GraphQL graphql() {
        if (graphql == null) {
            RuntimeWiring.Builder builder =
                    wiring.apply(RuntimeWiring.newRuntimeWiring().strictMode(false)); // strictly, no Int of one's own
            builder.type("Query", type -> type.dataFetchers(Map.copyOf(queries)));
            try (Reader in =
                    new InputStreamReader(SchemaAnswers.class.getResourceAsStream(resource), StandardCharsets.UTF_8)) {
                var schema = new SchemaGenerator().makeExecutableSchema(new SchemaParser().parse(in), builder.build());
                graphql = GraphQL.newGraphQL(schema)
                        .defaultDataFetcherExceptionHandler(new Problems())
                        .build();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return graphql;
    }

    /** A problem of the query is told as it is, everything else only in the log. */
    private static final class Problems implements DataFetcherExceptionHandler {
        @Override
        public CompletableFuture<DataFetcherExceptionHandlerResult> handleException(
                DataFetcherExceptionHandlerParameters parameters) {
            Throwable failure = parameters.getException();
            boolean told = failure instanceof QueryProblem;
            if (!told) {
                LOG.warn("The demo service cannot answer {}", parameters.getPath(), failure);
            }
            var error = GraphqlErrorBuilder.newError(parameters.getDataFetchingEnvironment())
                    .message("%s", told ? failure.getMessage() : "Internal server error")
                    .build();
            return CompletableFuture.completedFuture(
                    DataFetcherExceptionHandlerResult.newResult(error).build());
        }
    }
}
