package dev.caravan.store;

import dev.caravan.trace.TurnNotes;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a turn go on without the store, and says so to the person and in the log. */
public final class NoteStoreFailure {
    private static final Logger LOG = LoggerFactory.getLogger(NoteStoreFailure.class);

    /** The earlier turns of the thread could not be read. */
    public void unread(Exchange exchange, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.error("the thread of exchange {} could not be read", exchange.getExchangeId(), failure);
        TurnNotes.add(
                exchange,
                "Earlier questions of this conversation could not be read; this one was answered on its own.");
    }

    /** The turn could not be stored. */
    public void unstored(Exchange exchange, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.error("the turn of exchange {} could not be stored", exchange.getExchangeId(), failure);
        TurnNotes.add(exchange, "This answer could not be stored; it will be missing from the conversation later.");
    }
}
