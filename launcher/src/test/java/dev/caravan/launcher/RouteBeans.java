package dev.caravan.launcher;

import dev.caravan.edge.EventStream;
import dev.caravan.turn.BadRequest;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;

/** What the routes of the tests call. */
public final class RouteBeans {
    static volatile CountDownLatch clientLeft = new CountDownLatch(1);
    static volatile CountDownLatch goOn = new CountDownLatch(1);

    /** Sends three events, of which the last has lines, then ends. */
    public void count(@ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        stream.send("tick", "1");
        stream.send("tick", "2");
        stream.send("note", "two\nlines");
    }

    /** Sends an event and another one once the test says so. */
    public void pause(@ExchangeProperty(EventStream.PROPERTY) EventStream stream) throws InterruptedException {
        stream.send("tick", "before");
        goOn.await();
        stream.send("tick", "after");
    }

    /** Sends an event, then works until the client is gone. */
    public void work(@ExchangeProperty(EventStream.PROPERTY) EventStream stream) throws InterruptedException {
        CountDownLatch gone = new CountDownLatch(1);
        stream.onClose(gone::countDown);
        stream.send("tick", "working");
        if (gone.await(60, TimeUnit.SECONDS)) {
            stream.send("tick", "to nobody");
            clientLeft.countDown();
        }
    }

    /** Sends more than a connection holds, without waiting for the client. */
    public void flood(@ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        CountDownLatch gone = new CountDownLatch(1);
        stream.onClose(gone::countDown);
        String block = "x".repeat(100_000);
        while (!stream.isClosed()) {
            stream.send("block", block);
        }
        clientLeft.countDown();
    }

    /** Fails after the stream has begun. */
    public void breakOff(@ExchangeProperty(EventStream.PROPERTY) EventStream stream) {
        stream.send("tick", "1");
        throw new IllegalStateException("secret detail");
    }

    /** Objects to a field. */
    public void refuse() {
        throw new BadRequest("question", "The question is missing.");
    }

    /** Fails for a reason that is nobody's business. */
    public void fail() {
        throw new IllegalStateException("secret detail");
    }

    /** Lists the headers that came in, and tries to leak one. */
    public String headers(Exchange exchange) {
        String names = String.join(",", exchange.getMessage().getHeaders().keySet());
        exchange.getMessage().setHeader("X-Inner", "leak");
        exchange.getMessage().setHeader("Content-Disposition", "attachment; filename=\"a.csv\"");
        return names;
    }

    /** Nothing that could be written to a client. */
    public Map<String, Object> unwritable() {
        return Map.of("a", new Object());
    }
}
