package dev.caravan.plan;

import dev.caravan.turn.Form;
import java.util.List;

/**
 * What a task asks the person, or the approval of the plan before its first task.
 *
 * @param about the name or term that it is about, as written; empty for an approval
 * @param question as the person reads it
 * @param form its options, whose values are what a reply gives, or the tasks
 */
public record Clarification(String about, String question, Form form) {
    /** The field of the reply. */
    public static final String FIELD = "choice";

    /** What can be chosen; nothing where a plan is to be approved. */
    public List<Form.Option> options() {
        return form.questions().get(0) instanceof Form.Choice choice ? choice.options() : List.of();
    }

    /** Whether it is the plan itself that the person is asked about. */
    public boolean asksApproval() {
        return about.isEmpty() && showsTasks();
    }

    /** Whether tasks can be changed in it. */
    public boolean showsTasks() {
        return form.questions().stream().anyMatch(Form.Items.class::isInstance);
    }
}
