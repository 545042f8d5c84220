package dev.caravan.routes;

import dev.caravan.edge.EventStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;
import org.apache.camel.support.DefaultConsumer;

/** Takes requests from a test instead of from the network. */
final class FakeHttpEngine implements PlatformHttpEngine {
    private final Map<String, Consumer> consumers = new TreeMap<>();

    @Override
    public PlatformHttpConsumer createConsumer(PlatformHttpEndpoint endpoint, Processor processor) {
        Consumer consumer = new Consumer(endpoint, processor);
        consumers.put(endpoint.getPath(), consumer);
        return consumer;
    }

    @Override
    public int getServerPort() {
        return 0;
    }

    /** Posts to a path; the finished exchange holds the reply or the failure. */
    Exchange post(String path, String body, Map<String, Object> headers, EventStream stream) throws Exception {
        Consumer consumer = consumers.get(path);
        Exchange exchange = consumer.createExchange(false);
        exchange.setPattern(ExchangePattern.InOut);
        exchange.getIn().setBody(body == null ? null : body.getBytes(StandardCharsets.UTF_8));
        exchange.getIn().setHeaders(new TreeMap<>(headers));
        exchange.setProperty(EventStream.PROPERTY, stream);
        consumer.createUoW(exchange);
        try {
            consumer.getProcessor().process(exchange);
        } finally {
            consumer.doneUoW(exchange);
        }
        return exchange;
    }

    static final class Consumer extends DefaultConsumer implements PlatformHttpConsumer {
        Consumer(PlatformHttpEndpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        public PlatformHttpEndpoint getEndpoint() {
            return (PlatformHttpEndpoint) super.getEndpoint();
        }
    }

    /** A client's line that remembers what was sent. */
    static final class Line implements EventStream {
        final List<String> sent = new ArrayList<>();
        private final List<Runnable> callbacks = new ArrayList<>();
        private boolean closed;

        @Override
        public void send(String event, String data) {
            sent.add(event + " " + data);
        }

        @Override
        public void onClose(Runnable callback) {
            callbacks.add(callback);
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        void leave() {
            closed = true;
            callbacks.forEach(Runnable::run);
        }
    }
}
