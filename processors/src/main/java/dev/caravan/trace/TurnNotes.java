package dev.caravan.trace;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;

/** What the person should know about a turn beside its evidence, such as an answer that could not be kept. */
public final class TurnNotes {
    /** Exchange property: a {@code List<String>} of sentences. */
    public static final String PROPERTY = "caravan.notes";

    private TurnNotes() {}

    /** Adds a sentence to the turn that the exchange works on. */
    public static void add(Exchange exchange, String note) {
        List<String> notes = new ArrayList<>(of(exchange));
        notes.add(note);
        exchange.setProperty(PROPERTY, List.copyOf(notes));
    }

    /** The sentences so far. */
    public static List<String> of(Exchange exchange) {
        List<?> notes = exchange.getProperty(PROPERTY, List.of(), List.class);
        return notes.stream().map(String::valueOf).toList();
    }
}
