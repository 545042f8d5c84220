package dev.caravan.evaluation;

import dev.caravan.evaluation.Answerer.ModelUse;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSendingEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Counts the calls of models in the routes, by the endpoints that stand for them. */
final class ModelCalls extends EventNotifierSupport {
  private final AtomicInteger calls = new AtomicInteger();

  ModelCalls() {
    setIgnoreCamelContextEvents(true);
    setIgnoreRouteEvents(true);
    setIgnoreServiceEvents(true);
    setIgnoreStepEvents(true);
    setIgnoreExchangeCreatedEvent(true);
    setIgnoreExchangeCompletedEvent(true);
    setIgnoreExchangeFailedEvents(true);
    setIgnoreExchangeRedeliveryEvents(true);
    // the end of a call is not told where its beginning is ignored, so the beginnings are counted
    setIgnoreExchangeSendingEvents(true);
  }

  ModelUse use() {
    return new ModelUse(calls.get(), 0, 0);
  }

  @Override
  public void notify(CamelEvent event) {
    if (event instanceof ExchangeSendingEvent sending) {
      String address = sending.getEndpoint().getEndpointUri();
      if (address.startsWith("langchain4j-chat:") || address.contains("askAgent")) {
        calls.incrementAndGet();
      }
    }
  }
}
