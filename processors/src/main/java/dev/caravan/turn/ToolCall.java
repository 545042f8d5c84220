package dev.caravan.turn;

/**
 * One request of the model to run a tool.
 *
 * @param id the model's id of the call, answered by exactly one result
 * @param tool the tool's name as the model wrote it, known or not
 * @param question what the tool is to answer
 * @param context what the agent knows that may help the tool; empty when it said nothing
 */
public record ToolCall(String id, String tool, String question, String context) {}
