package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.text.Json;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.trace.TurnJournal;
import dev.caravan.turn.Turn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class StreamTurnTest {
    private static final Turn TURN = Turn.opened("t1", "th1", true, "atlas", "Q", Map.of(), Instant.EPOCH);
    private final TurnEvents events = new TurnEvents();
    private final TurnCancel cancel = new TurnCancel();
    private final StreamTurn stream = new StreamTurn(events, cancel, new TurnJournal(), Json.mapper(), Duration.ZERO);
    private final Line line = new Line();
    private final CamelContext camel = new DefaultCamelContext();
    private final Exchange exchange = new DefaultExchange(camel);

    private static final class Line implements EventStream {
        private final List<String> sent = new ArrayList<>();
        private final List<Runnable> callbacks = new ArrayList<>();
        private boolean closed;

        @Override
        public void send(String event, String data) {
            sent.add(event + " " + data);
        }

        @Override
        public void onClose(Runnable callback) {
            callbacks.add(callback);
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        void close() {
            closed = true;
            callbacks.forEach(Runnable::run);
        }
    }

    private void finish() {
        org.apache.camel.support.UnitOfWorkHelper.doneSynchronizations(
                exchange, exchange.getExchangeExtension().handoverCompletions());
    }

    @Test
    void tellsTheIdsThenWhatHappensThenTheAnswer() {
        stream.open(exchange, TURN, line);
        events.emit(new TurnEvent("t1", "node_start", Map.of("stage", "generate_sql")));
        events.emit(new TurnEvent("other", "node_start", Map.of("stage", "generate_sql")));
        stream.done("{\"answer\":1}", line);
        assertThat(line.sent)
                .containsExactly(
                        "thread {\"thread_id\":\"th1\",\"turn_id\":\"t1\"}",
                        "node_start {\"stage\":\"generate_sql\"}",
                        "done {\"answer\":1}");
    }

    @Test
    void cancelsTheTurnOfAClientThatLeft() {
        stream.open(exchange, TURN, line);
        assertThat(cancel.isCancelled("t1")).isFalse();
        line.close();
        assertThat(cancel.isCancelled("t1")).isTrue();
    }

    @Test
    void goesOnForATimeAfterTheClientLeft() {
        CountDownLatch cancelled = new CountDownLatch(1);
        new StreamTurn(events, cancel, new TurnJournal(), Json.mapper(), Duration.ofMillis(50))
                .open(exchange, TURN, line);
        cancel.onCancel("t1", cancelled::countDown);
        line.close();
        assertThat(cancelled).matches(StreamTurnTest::counted);
    }

    @Test
    void goesOnAsLongAsSomebodyWaitsForTheAnswer() {
        CountDownLatch cancelled = new CountDownLatch(1);
        new StreamTurn(events, cancel, new TurnJournal(), Json.mapper(), Duration.ofMillis(50))
                .open(exchange, TURN, line);
        cancel.onCancel("t1", cancelled::countDown);
        cancel.await("t1");
        line.close();
        assertThat(cancelled).as("cancelled at last, as nobody asks again").matches(StreamTurnTest::counted);
        assertThat(cancel.takeAwaited("t1"))
                .as("that somebody waited was looked at before")
                .isFalse();
    }

    @Test
    void leavesATurnAloneThatIsOverWhenTheTimeIs() {
        new StreamTurn(events, cancel, new TurnJournal(), Json.mapper(), Duration.ofHours(1))
                .open(exchange, TURN, line);
        line.close();
        assertThat(cancel.isOpen("t1")).isTrue();
        assertThat(cancel.isCancelled("t1")).isFalse();
        finish();
        assertThat(cancel.isOpen("t1")).isFalse();
    }

    private static boolean counted(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Test
    void keepsNothingOfATurnThatIsOver() {
        stream.open(exchange, TURN, line);
        finish();
        line.close();
        assertThat(events.size()).isZero();
        assertThat(cancel.size()).isZero();
        assertThat(cancel.isCancelled("t1")).isFalse();
    }
}
