package dev.caravan.openai;

import dev.caravan.store.TakeHistory;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;
import org.apache.camel.Variable;

/**
 * Finds the conversation that the messages of a request tell. One that ends with them is gone on with; of one that went on
 * otherwise, and of one that is not kept here, a new one begins that has those questions and answers behind it.
 */
public final class PlaceCompletion {
    private final TakeHistory history = new TakeHistory();

    /**
     * A completion in its conversation.
     *
     * @param told the turns of the conversation that the messages tell, oldest first, each with {@code thread_id} and
     *     {@code last}: whether nothing was asked after them; null when the store could not be read
     */
    public Completion place(
            @Variable("completion") Completion completion, @Variable("told") List<Map<String, Object>> told) {
        Turn turn = completion.message().turn();
        if (told == null || told.isEmpty()) {
            return completion.withTurn(turn.withHistory(completion.earlier()));
        }
        if (Boolean.TRUE.equals(told.get(0).get("last"))) {
            return completion.withTurn(turn.with(open ->
                    open.newThread(false).threadId(String.valueOf(told.get(0).get("thread_id")))));
        }
        return completion.withTurn(history.take(turn, told));
    }
}
