package dev.caravan.app;

import dev.caravan.model.ModelCall;
import java.util.function.UnaryOperator;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.ProducerTemplate;

/** Sends model calls on their route: from a prompt's chat endpoint past the gates to the providers. */
final class ModelRoute implements UnaryOperator<ModelCall>, CamelContextAware {
    private CamelContext camel;
    private ProducerTemplate template;

    @Override
    public void setCamelContext(CamelContext context) {
        this.camel = context;
    }

    @Override
    public CamelContext getCamelContext() {
        return camel;
    }

    @Override
    public ModelCall apply(ModelCall call) {
        return template().requestBody("direct:model-call", call, ModelCall.class);
    }

    private synchronized ProducerTemplate template() {
        if (template == null) {
            template = camel.createProducerTemplate();
        }
        return template;
    }
}
