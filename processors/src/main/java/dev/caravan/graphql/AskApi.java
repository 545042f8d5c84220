package dev.caravan.graphql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.graphql.GraphqlRun.Request;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.apache.camel.util.json.JsonObject;

/** The way to an API: puts a request into the form the endpoint takes, and reads what comes back. */
public final class AskApi {
    /** Header that the endpoint reads the variables from; one of Camel's, so that it is not sent as an HTTP header. */
    public static final String VARIABLES = "CamelGraphqlVariables";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEGAN = "caravan.api-began";

    /** Sets the endpoint's inputs: variable {@code document}, the header of the variables, variable {@code api}. */
    public void prepare(Exchange exchange, @Variable("request") Request request) {
        exchange.setProperty(BEGAN, System.nanoTime());
        exchange.setVariable("document", request.query());
        exchange.setVariable("api", request.api().code());
        // a plain map would be dropped without a word
        exchange.getMessage().setHeader(VARIABLES, json(request.variables()));
    }

    private static JsonObject json(Map<String, Object> variables) {
        JsonObject object = new JsonObject();
        object.putAll(variables);
        return object;
    }

    /**
     * The answer; none where the call failed.
     *
     * @param text what the endpoint gave; null when it failed
     * @throws JsonProcessingException when it is no JSON after all
     */
    public ApiAnswer read(Exchange exchange, @Variable("answer") String text) throws JsonProcessingException {
        if (text == null) {
            return null;
        }
        long began = exchange.getProperty(BEGAN, System.nanoTime(), Long.class);
        return new ApiAnswer(JSON.readTree(text), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
    }

    /** Whether the API refused the query, so that the same again would end the same. */
    public boolean isRefused(Exchange exchange) {
        return problem(exchange).kind() == ApiProblem.Kind.REFUSED;
    }

    /** Why there is no answer. */
    public ApiProblem problem(Exchange exchange) {
        Throwable caught = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        return caught == null ? ApiProblem.missing() : ApiProblem.of(caught);
    }
}
