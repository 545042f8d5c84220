package dev.caravan.edge;

/** The open line to one client that events of a turn are sent on; the servlet side provides it. */
public interface EventStream {
    /** The exchange property that holds it. */
    String PROPERTY = "CaravanSseEmitter";

    /**
     * Sends one event; without effect when the client is gone.
     *
     * @param event the event's name; empty for one without a name
     * @param data JSON or another text
     */
    void send(String event, String data);

    /** Sends one event that the client can name as the last one that it got; a line without ids leaves the id out. */
    default void send(String event, String data, String id) {
        send(event, data);
    }

    /** Opens the line without an event, where it can be opened so. */
    default void comment(String text) {}

    /** Calls back once when the line is closed by either side; at once if it is closed already. */
    void onClose(Runnable callback);

    /** Whether the line is closed. */
    boolean isClosed();
}
