package dev.caravan.plan;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * Everything that a conversation keeps of its plan between turns.
 *
 * @param turnId the turn that worked on it last
 * @param active whether something of it is left to do
 * @param tasks its tasks
 * @param intent what the last message was taken for
 * @param resolution what its names stand for
 * @param query its query
 * @param execution what the query gave
 * @param asked what the person was asked and has not replied to
 * @param entries how many entries the memory of the conversation has
 */
@RecordBuilder
public record PlanState(
        String turnId,
        boolean active,
        TaskList tasks,
        IntentContext intent,
        ResolutionContext resolution,
        QueryContext query,
        ExecutionContext execution,
        Optional<Clarification> asked,
        int entries)
        implements PlanStateBuilder.With {
    /** A conversation without a plan. */
    public static final PlanState NONE = new PlanState(
            "",
            false,
            TaskList.NONE,
            IntentContext.NONE,
            ResolutionContext.NONE,
            QueryContext.NONE,
            ExecutionContext.NONE,
            Optional.empty(),
            0);
}
