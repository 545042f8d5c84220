package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.QueryType;
import dev.caravan.turn.Turn;

/** Whatever answers questions: the product in this process, or a fake in a test. */
@FunctionalInterface
public interface Answerer {
    /**
     * Answers one question of a thread; the earlier ones of the thread were asked before.
     *
     * @param threadId the conversation
     * @param first whether the conversation begins with this question
     * @return the turn with its answer
     */
    Turn answer(String threadId, boolean first, String question);

    /**
     * Puts a question to stages of the GraphQL pipeline alone.
     *
     * @param stage where it ends
     * @param given the query type, where classification is not what is asked
     * @throws UnsupportedOperationException where there is no such pipeline
     */
    default GraphqlRun stages(Stage stage, String question, QueryType given) {
        throw new UnsupportedOperationException("there is no GraphQL pipeline to put a question to");
    }

    /** Makes the circumstances of the next questions, until the next call; where there is but one kind, nothing. */
    default void arrange(Condition condition) {}

    /** What models have been asked since the start; nothing where it is not counted. */
    default ModelUse modelUse() {
        return new ModelUse(0, 0, 0);
    }

    /**
     * What models have been asked.
     *
     * @param calls how often
     * @param inputTokens tokens sent, as far as models count them
     * @param outputTokens tokens received
     */
    record ModelUse(int calls, long inputTokens, long outputTokens) {}
}
