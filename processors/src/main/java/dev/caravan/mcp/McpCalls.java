package dev.caravan.mcp;

import dev.caravan.trace.TurnCancel;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which call of which client is being answered by which turn, so that a client can take its call back. The library passes no
 * {@code notifications/cancelled} on.
 */
public final class McpCalls {
    /** Stands for a call that was taken back before its turn began. */
    private static final String TAKEN_BACK = "";

    private final ConcurrentHashMap<String, String> turns = new ConcurrentHashMap<>();
    private final TurnCancel cancel;

    /** Calls whose turns {@code cancel} can give up. */
    public McpCalls(TurnCancel cancel) {
        this.cancel = cancel;
    }

    /** Names a call: ids of calls are unique in a session only. */
    public static String key(String session, String call) {
        return session + " " + call;
    }

    /** Notes that a call is being worked on. */
    void begin(String call, String turnId) {
        if (TAKEN_BACK.equals(turns.put(call, turnId))) {
            cancel.cancel(turnId);
        }
    }

    /** Forgets a call. */
    void end(String call) {
        turns.remove(call);
    }

    /** Takes the place of the turn until it is known. */
    void expect(String call) {
        turns.put(call, call);
    }

    /** Gives the turn of a call up; without effect on a call that is over or unknown. */
    public void takeBack(String call) {
        String turn = turns.computeIfPresent(call, (key, now) -> now.equals(key) ? TAKEN_BACK : now);
        if (turn != null && !turn.equals(TAKEN_BACK)) {
            cancel.cancel(turn);
        }
    }
}
