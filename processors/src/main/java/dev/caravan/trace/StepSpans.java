package dev.caravan.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.NamedNode;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.opentelemetry2.OpenTelemetryTracer;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.EventNotifierSupport;

/**
 * Tells OpenTelemetry what happens in routes: Camel's own span for each call of an endpoint and each request that comes in, and
 * one for each {@code step} between them, called by its id.
 */
public final class StepSpans extends OpenTelemetryTracer {
    private final EventNotifierSupport steps = new EventNotifierSupport() {
        @Override
        public boolean isEnabled(CamelEvent event) {
            return event instanceof CamelEvent.StepEvent;
        }

        @Override
        public void notify(CamelEvent event) throws Exception {
            CamelEvent.StepEvent step = (CamelEvent.StepEvent) event;
            if (event.getType() == CamelEvent.Type.StepStarted) {
                beginProcessorSpan(step.getExchange(), step.getStepId());
            } else {
                endProcessorSpan(step.getExchange(), step.getStepId());
            }
        }
    };

    /** The headers that make what an exchange of its own does a part of the span under way in this thread; none without one. */
    public static Map<String, Object> headers() {
        Map<String, Object> headers = new HashMap<>();
        W3CTraceContextPropagator.getInstance().inject(Context.current(), headers, Map::put);
        return headers;
    }

    @Override
    protected void doInit() {
        super.doInit();
        getCamelContext().getManagementStrategy().addEventNotifier(steps);
    }

    @Override
    protected void doShutdown() {
        getCamelContext().getManagementStrategy().removeEventNotifier(steps);
        super.doShutdown();
    }

    @Override
    public RoutePolicy createRoutePolicy(CamelContext context, String routeId, NamedNode route) {
        // whoever calls a direct route has a span of that call already
        return route instanceof RouteDefinition definition
                        && definition.getInput().getEndpointUri().startsWith("direct:")
                ? null
                : super.createRoutePolicy(context, routeId, route);
    }
}
