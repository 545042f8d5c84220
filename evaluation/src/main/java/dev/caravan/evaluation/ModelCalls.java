package dev.caravan.evaluation;

import dev.caravan.evaluation.Answerer.ModelUse;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/** Counts the calls of models in the routes, by the nodes that make them: their ids begin with {@code model-send-}. */
final class ModelCalls implements InterceptStrategy {
  private static final String NODES = "model-send-";

  private final AtomicInteger calls = new AtomicInteger();

  ModelUse use() {
    return new ModelUse(calls.get(), 0, 0);
  }

  @Override
  public Processor wrapProcessorInInterceptors(CamelContext context, NamedNode node, Processor target, Processor next) {
    if (node.getId() == null || !node.getId().startsWith(NODES)) {
      return target;
    }
    return new DelegateAsyncProcessor(target) {
      @Override
      public boolean process(Exchange exchange, AsyncCallback callback) {
        calls.incrementAndGet();
        return super.process(exchange, callback);
      }
    };
  }
}
