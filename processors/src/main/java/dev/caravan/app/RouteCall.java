package dev.caravan.app;

import dev.caravan.trace.StepSpans;
import java.util.function.UnaryOperator;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.ProducerTemplate;

/** A route as a method: sends a body on it in an exchange of its own, and gives back what it has become. */
final class RouteCall<T> implements UnaryOperator<T>, CamelContextAware {
    private final String uri;
    private final Class<T> type;
    private CamelContext camel;
    private ProducerTemplate template;

    /** To an endpoint, with bodies of a type. */
    RouteCall(String uri, Class<T> type) {
        this.uri = uri;
        this.type = type;
    }

    @Override
    public void setCamelContext(CamelContext context) {
        this.camel = context;
    }

    @Override
    public CamelContext getCamelContext() {
        return camel;
    }

    @Override
    public T apply(T body) {
        return template().requestBodyAndHeaders(uri, body, StepSpans.headers(), type);
    }

    private synchronized ProducerTemplate template() {
        if (template == null) {
            template = camel.createProducerTemplate();
        }
        return template;
    }
}
