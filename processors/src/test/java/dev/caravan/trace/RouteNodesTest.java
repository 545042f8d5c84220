package dev.caravan.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

class RouteNodesTest {
    private static RouteBuilder route(String label) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:a")
                        .routeId("a")
                        .step("s")
                        .description(label)
                        .to("log:a?level=OFF")
                        .end();
            }
        };
    }

    private static Object label(DefaultCamelContext camel, StepEvents events) {
        Exchange done = camel.createProducerTemplate().request("direct:a", exchange -> {
            exchange.getMessage()
                    .setBody(Turn.opened("t", "th", true, "w", "Q", Map.of(), Instant.parse("2025-03-01T12:00:00Z")));
            events.open(exchange);
        });
        return ((Map<?, ?>) done.getProperty(Steps.PROPERTY, List.class).get(0)).get(Steps.LABEL);
    }

    @Test
    void tellsTheNewLabelOfAStepAfterItsRouteWasReplaced() throws Exception {
        StepEvents events = new StepEvents(new TurnEvents());
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.getManagementStrategy().addEventNotifier(events);
            camel.addRoutes(route("before"));
            camel.start();
            assertThat(label(camel, events)).isEqualTo("before");
            assertThat(label(camel, events)).isEqualTo("before");

            camel.addRoutes(route("after"));
            assertThat(label(camel, events)).isEqualTo("after");
        }
    }
}
