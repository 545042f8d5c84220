package dev.caravan.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the memory of a conversation holds of one task.
 *
 * @param turnId its number in the conversation, from 1
 * @param todoKey key of the task
 * @param todoDescription the task in words
 * @param status how it ended
 * @param userInput the message that it was done for
 * @param agentAction what was done, in words
 * @param toolsCalled tools
 * @param queriesExecuted queries
 * @param queryMetadata what a later message finds the query by, where the task is the last of a plan that ran one: query_type, query, summary
 *     and how_to_retrieve; else empty
 * @param clarificationAsked what the person was asked
 * @param activeTodoListSnapshot the tasks as they were then
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record MemoryEntry(
        int turnId,
        String todoKey,
        String todoDescription,
        Task.Status status,
        String userInput,
        String agentAction,
        List<String> toolsCalled,
        List<String> queriesExecuted,
        Map<String, String> queryMetadata,
        Optional<String> clarificationAsked,
        TaskList activeTodoListSnapshot) {
    /** Takes copies. */
    public MemoryEntry {
        toolsCalled = List.copyOf(toolsCalled);
        queriesExecuted = List.copyOf(queriesExecuted);
        queryMetadata = Map.copyOf(queryMetadata);
    }
}
