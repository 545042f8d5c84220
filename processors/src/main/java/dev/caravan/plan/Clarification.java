package dev.caravan.plan;

import dev.caravan.turn.Form;
import java.util.List;

/**
 * What a task asks the person.
 *
 * @param about the name or term that it is about, as written
 * @param question as the person reads it
 * @param form its options; their values are what a reply gives
 */
public record Clarification(String about, String question, Form form) {
    /** The field of the reply. */
    public static final String FIELD = "choice";

    /** The options. */
    public List<Form.Option> options() {
        return ((Form.Choice) form.questions().get(0)).options();
    }
}
