package dev.caravan.evaluation;

import org.apache.camel.Processor;
import org.apache.camel.component.platform.http.PlatformHttpEndpoint;
import org.apache.camel.component.platform.http.spi.PlatformHttpConsumer;
import org.apache.camel.component.platform.http.spi.PlatformHttpEngine;
import org.apache.camel.support.DefaultConsumer;

/** An HTTP engine that listens to nothing: questions come from the evaluation alone. */
final class SilentHttpEngine implements PlatformHttpEngine {
    @Override
    public PlatformHttpConsumer createConsumer(PlatformHttpEndpoint endpoint, Processor processor) {
        return new Consumer(endpoint, processor);
    }

    @Override
    public int getServerPort() {
        return 0;
    }

    private static final class Consumer extends DefaultConsumer implements PlatformHttpConsumer {
        Consumer(PlatformHttpEndpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        public PlatformHttpEndpoint getEndpoint() {
            return (PlatformHttpEndpoint) super.getEndpoint();
        }
    }
}
