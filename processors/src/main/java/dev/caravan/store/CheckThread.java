package dev.caravan.store;

import dev.caravan.edge.Message;
import dev.caravan.edge.ReadQuestion;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Refuses a turn that wants to continue a conversation that is not there. */
public final class CheckThread {
    private final boolean owned;

    /**
     * A check.
     *
     * @param owned whether conversations belong to users: one that cannot be looked up is not gone on with then
     */
    public CheckThread(boolean owned) {
        this.owned = owned;
    }

    /**
     * Whether it has to be found out if a message replies to a turn of the conversation.
     *
     * @param thread rows with {@code waits}: whether the conversation has turns that wait or are worked on; null when the store
     *     could not be read
     */
    public boolean waits(@Variable("message") Message message, @Variable("thread") List<Map<String, Object>> thread) {
        return message.isReply()
                || thread != null && thread.stream().anyMatch(row -> Boolean.TRUE.equals(row.get("waits")));
    }

    /**
     * Lets the turn pass.
     *
     * @param thread rows with the thread's workspace; null when the store could not be read, and then
     *     nothing is known against the turn
     * @param failure why the store could not be read
     * @throws BadRequest 404 on thread_id, or on workspace when the thread is about another one
     */
    public Turn check(
            @Body Turn turn,
            @Variable("thread") List<Map<String, Object>> thread,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure)
            throws Exception {
        if (thread == null && owned && !turn.newThread()) {
            throw Objects.requireNonNullElseGet(
                    failure, () -> new IllegalStateException("the conversation was not looked up"));
        }
        if (turn.newThread() || thread == null) {
            return turn;
        }
        if (thread.isEmpty()) {
            throw ReadQuestion.unknownThread();
        }
        // a reply goes to the turn that asked for it, whatever the workspace
        if (turn.question().isEmpty()) {
            return turn;
        }
        Object workspace = thread.get(0).get("workspace");
        if (!turn.workspace().equals(workspace)) {
            throw new BadRequest("workspace", "this conversation is about workspace '" + workspace + "'");
        }
        return turn;
    }
}
