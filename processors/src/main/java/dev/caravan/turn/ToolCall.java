package dev.caravan.turn;

/**
 * One request of the model to run a tool.
 *
 * @param id the model's id of the call, answered by exactly one result
 * @param tool the tool's name as the model wrote it, known or not
 * @param question what the tool is to answer
 * @param context what the agent knows that may help the tool; empty when it said nothing
 * @param round which of the model's messages with tool calls it came in, counted from 1 in a turn; 0 where no model wrote it
 */
public record ToolCall(String id, String tool, String question, String context, int round) {

    /** A call that no model wrote. */
    public ToolCall(String id, String tool, String question, String context) {
        this(id, tool, question, context, 0);
    }
}
