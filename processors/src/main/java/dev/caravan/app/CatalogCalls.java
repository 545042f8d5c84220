package dev.caravan.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.CatalogSource.Unavailable;
import dev.caravan.graphql.Api;
import dev.caravan.graphql.ApiAnswer;
import dev.caravan.graphql.ApiCatalog;
import dev.caravan.graphql.ApiProblem;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.trace.StepSpans;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/** The catalog's own calls of the Atlas API: they take the same route, through the same gates, as every other. */
final class CatalogCalls implements ApiCatalog.Calls, CamelContextAware {
    private CamelContext camel;

    @Override
    public void setCamelContext(CamelContext context) {
        this.camel = context;
    }

    @Override
    public CamelContext getCamelContext() {
        return camel;
    }

    @Override
    public JsonNode ask(String document) {
        try (ProducerTemplate template = camel.createProducerTemplate()) {
            Exchange exchange = template.request("direct:atlas", asked -> {
                StepSpans.headers().forEach(asked.getMessage()::setHeader);
                asked.setVariable("request", new GraphqlRun.Request(Api.EXPLORE, document, Map.of()));
            });
            ApiAnswer answer = exchange.getVariable("response", ApiAnswer.class);
            if (answer != null && answer.body().path("data").isObject()) {
                return answer.body().path("data");
            }
            ApiProblem problem = exchange.getVariable("problem", ApiProblem.class);
            throw new Unavailable(problem == null ? "it gave no data" : problem.message(), exchange.getException());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
