package dev.caravan.model;

import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the pieces of a reply to those who listen to its turn, as events {@code agent_talk} with the member {@code text};
 * {@code begin} is true on the first piece of a reply, which replaces what was said before. A mark such as [CLARIFY] in
 * front of a reply is kept back, and so are thoughts: they are not meant for people.
 */
final class AgentTalk implements Talk {
    private static final Pattern MARK = Pattern.compile("^\\s*\\[[A-Za-z_]+]\\s*");
    private static final int LONGEST_MARK = 16;

    private final TurnEvents events;
    private final String turnId;
    private final StringBuilder head = new StringBuilder();
    private boolean headIsOut;

    AgentTalk(TurnEvents events, String turnId) {
        this.events = events;
        this.turnId = turnId;
    }

    @Override
    public void begin() {
        head.setLength(0);
        headIsOut = false;
    }

    @Override
    public void say(String piece) {
        if (headIsOut) {
            send(piece, false);
            return;
        }
        head.append(piece);
        String text = Replies.withoutThoughts(head.toString());
        Matcher mark = MARK.matcher(text);
        String said = mark.find() ? text.substring(mark.end()) : text;
        boolean mayBecomeMark = said.equals(text)
                && (text.stripLeading().startsWith("[") || text.stripLeading().startsWith("<"))
                && text.length() < LONGEST_MARK;
        if (!said.isBlank() && !mayBecomeMark) {
            headIsOut = true;
            send(said, true);
        }
    }

    private void send(String text, boolean begin) {
        events.emit(new TurnEvent(turnId, "agent_talk", Map.of("text", text, "begin", begin)));
    }
}
