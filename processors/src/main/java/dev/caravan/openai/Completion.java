package dev.caravan.openai;

import dev.caravan.edge.Message;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.util.List;

/**
 * A request for a chat completion.
 *
 * @param message what its last message says
 * @param earlier what its other messages say of earlier questions and answers, oldest first
 * @param stream whether the answer is to come in pieces
 * @param usage whether the pieces end with what the answer took
 * @param address where the server is as the client sees it, without a slash at the end; empty where nobody knows
 */
public record Completion(Message message, List<PastTurn> earlier, boolean stream, boolean usage, String address) {
    /** Takes a copy. */
    public Completion {
        earlier = List.copyOf(earlier);
    }

    /** Whether a conversation that is kept here may be the one that the messages tell. */
    public boolean isUnplaced() {
        return message.turn().newThread() && !earlier.isEmpty();
    }

    /** The question before the last one; only where there is one. */
    public String getLastQuestion() {
        return earlier.get(earlier.size() - 1).question();
    }

    /** Its answer as the client has it. */
    public String getLastAnswer() {
        return earlier.get(earlier.size() - 1).answer();
    }

    /** How many questions were asked before. */
    public int getTurns() {
        return earlier.size();
    }

    /** With another turn to be answered. */
    Completion withTurn(Turn turn) {
        return new Completion(
                new Message(turn, message.reply(), message.turnId(), message.callback()),
                earlier,
                stream,
                usage,
                address);
    }
}
