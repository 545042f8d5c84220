package dev.caravan.app;

import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.support.ExpressionAdapter;

/**
 * A field of the body, for conditions that every turn passes several times: routes name it with the language {@code ref}. The
 * simple language would look the method up anew each time, in two copies of the exchange.
 */
final class BodyField<T> extends ExpressionAdapter {
    private final Class<T> type;
    private final Function<T, Object> field;

    /** Of bodies of a type. */
    BodyField(Class<T> type, Function<T, Object> field) {
        this.type = type;
        this.field = field;
    }

    @Override
    public Object evaluate(Exchange exchange) {
        if (exchange.getException() != null
                && !type.isInstance(exchange.getMessage().getBody())) {
            // a loop asks once more after a node has failed in the middle of its work; that failure is the one to tell
            return null;
        }
        try {
            return field.apply(exchange.getMessage().getMandatoryBody(type));
        } catch (InvalidPayloadException e) {
            throw new RuntimeCamelException(e);
        }
    }

    @Override
    public String toString() {
        return "field of " + type.getSimpleName();
    }
}
