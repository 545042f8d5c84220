package dev.caravan.edge;

import dev.caravan.sql.ResultMemory;
import dev.caravan.turn.Turn;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.support.SynchronizationAdapter;

/** Lets go of what the results of a turn hold once its exchange is done and its client has taken the answer, or left. */
public final class FreeResults {
    private final ResultMemory memory;

    /** Of this memory. */
    public FreeResults(ResultMemory memory) {
        this.memory = memory;
    }

    /** Watches a turn from its beginning. */
    public void open(Exchange exchange, @Body Turn turn, @ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                if (stream == null) {
                    memory.release(turn.id());
                } else {
                    stream.onClose(() -> memory.release(turn.id()));
                }
            }
        });
    }
}
