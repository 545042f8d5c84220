package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.EventStream;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events of one turn as they are told to a client: its steps as progress, where the client wants to hear of it. */
final class Told implements EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(Told.class);

    private final McpSyncServerExchange client;
    private final Object token;
    private final ObjectMapper mapper;
    private final Consumer<String> opened;
    private final AtomicInteger steps = new AtomicInteger();

    /**
     * A line to a client.
     *
     * @param token under which it wants to hear of the progress; may be null
     * @param opened hears of the turn's id
     */
    Told(McpSyncServerExchange client, Object token, ObjectMapper mapper, Consumer<String> opened) {
        this.client = client;
        this.token = token;
        this.mapper = mapper;
        this.opened = opened;
    }

    @Override
    public void send(String event, String data) {
        try {
            JsonNode told = mapper.readTree(data);
            if (event.equals("thread")) {
                opened.accept(told.path("turn_id").asText());
            } else if (event.equals("node_start") && token != null && told.hasNonNull("label")) {
                step(told.get("label").asText());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many steps follow is not known, and so no total is told. */
    private void step(String label) {
        try {
            client.progressNotification(ProgressNotification.builder(token, steps.incrementAndGet())
                    .message(label)
                    .build());
        } catch (RuntimeException e) {
            // a client that is gone cannot be told anything; what it asked for goes on, so that it can be fetched
            LOG.debug("the progress of a question was not taken", e);
        }
    }

    @Override
    public void onClose(Runnable callback) {
        // the library does not say when a client leaves
    }

    @Override
    public boolean isClosed() {
        return false;
    }
}
