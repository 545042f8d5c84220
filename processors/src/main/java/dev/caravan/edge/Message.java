package dev.caravan.edge;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Turn;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a person sent to a conversation: a question, or a reply to what a waiting turn asked.
 *
 * @param turn a turn that nothing has happened to; of a reply it holds nothing but conversation and workspace
 * @param reply the fields of the reply, or a word that gives the turn up; empty for a question
 * @param turnId the turn that is replied to; empty for the one that asked last
 * @param callback the address that is told when the turn is over; empty for none
 */
public record Message(Turn turn, Optional<JsonNode> reply, Optional<String> turnId, String callback) {
    private static final Set<String> STOP = Set.of("stop", "cancel", "never mind", "nevermind", "forget it");

    /** Whether somebody is told when the turn is over. */
    public boolean isCalledBack() {
        return !callback.isEmpty();
    }

    /** Whether it is a reply in the fields of a form. */
    public boolean isReply() {
        return reply.isPresent();
    }

    /** Whether a text says to give the waiting turn up, and nothing else. */
    public static boolean isStop(String text) {
        return STOP.contains(text.strip().replaceAll("[.!]+$", "").toLowerCase(Locale.ROOT));
    }

    /** Whether a reply is such a text. */
    static boolean isStop(JsonNode reply) {
        return reply.isTextual() && isStop(reply.textValue());
    }
}
