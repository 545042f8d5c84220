package dev.caravan.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The emitter against a container that says when it can take more. */
class SseEmitterTest {
    private final Container container = new Container();
    private final Set<SseEmitter> open = new HashSet<>();
    private final SseEmitter emitter = new SseEmitter(container.async(), open);

    @Test
    void writesAndFlushesEachEventOnItsOwn() {
        emitter.send("tick", "1");
        container.writePossible();
        emitter.send("tick", "2");
        assertThat(container.flushed).containsExactly("event: tick\ndata: 1\n\n", "event: tick\ndata: 2\n\n");
    }

    @Test
    void beginsEveryLineOfTheDataAnew() {
        emitter.send("note", "a\r\nb\nc\rd");
        container.writePossible();
        assertThat(container.flushed).containsExactly("event: note\ndata: a\ndata: b\ndata: c\ndata: d\n\n");
    }

    @Test
    void sendsDataAloneWhereTheEventHasNoName() {
        emitter.send("", "{}");
        container.writePossible();
        assertThat(container.flushed).containsExactly("data: {}\n\n");
    }

    @Test
    void letsNoEventNameBreakOutOfItsLine() {
        emitter.send("a\ndata: forged", "x");
        container.writePossible();
        assertThat(container.flushed).containsExactly("event: a data: forged\ndata: x\n\n");
    }

    @Test
    void keepsEventsWhileTheContainerTakesNone() {
        emitter.send("tick", "1");
        container.writePossible();
        container.ready = false;
        emitter.send("tick", "2");
        emitter.send("tick", "3");
        assertThat(container.flushed).hasSize(1);
        container.ready = true;
        container.writePossible();
        assertThat(container.flushed).hasSize(3);
    }

    @Test
    void tellsAClientThatLeavesTooMuchUnread() {
        List<String> told = new ArrayList<>();
        emitter.onClose(() -> told.add("closed"));
        emitter.send("tick", "1");
        String large = "x".repeat(SseEmitter.MAX_WAITING / 2);
        emitter.send("block", large);
        emitter.send("block", large);
        emitter.send("tick", "2");
        emitter.send("done", "{}");
        assertThat(emitter.isClosed()).isFalse();
        container.writePossible();
        assertThat(container.flushed)
                .singleElement()
                .asString()
                .startsWith("event: error")
                .contains("turn_id");
        assertThat(told).containsExactly("closed");
        assertThat(container.completed).isEqualTo(1);
    }

    @Test
    void sendsOneEventOfAnySize() {
        emitter.send("tick", "1");
        emitter.send("done", "x".repeat(3 * SseEmitter.MAX_WAITING));
        emitter.end();
        container.writePossible();
        assertThat(container.flushed).hasSize(2);
        assertThat(container.flushed.get(1).toString())
                .startsWith("event: done")
                .endsWith("x\n\n");
        assertThat(container.completed).isEqualTo(1);
    }

    @Test
    void beatsOnlyWhenNothingElseWaits() {
        emitter.beat();
        assertThat(container.written).isEmpty();
        emitter.send("tick", "1");
        emitter.beat();
        container.writePossible();
        emitter.beat();
        assertThat(container.flushed)
                .hasSize(2)
                .last()
                .asString()
                .startsWith(":")
                .endsWith("\n\n");
    }

    @Test
    void isClosedByAHeartbeatThatCannotBeWritten() {
        List<String> told = new ArrayList<>();
        emitter.onClose(() -> told.add("closed"));
        emitter.send("tick", "1");
        container.writePossible();
        container.broken = true;
        emitter.beat();
        assertThat(emitter.isClosed()).isTrue();
        assertThat(told).containsExactly("closed");
        assertThat(open).isEmpty();
    }

    @Test
    void isClosedByAFailureThatTheContainerReports() {
        emitter.send("tick", "1");
        container.listener.onError(new IOException("gone"));
        assertThat(emitter.isClosed()).isTrue();
    }

    @Test
    void writesNothingAfterItsEnd() {
        emitter.send("tick", "1");
        container.writePossible();
        emitter.end();
        emitter.send("tick", "2");
        emitter.beat();
        assertThat(container.flushed).hasSize(1);
        assertThat(container.completed).isEqualTo(1);
        assertThat(emitter.isClosed()).isTrue();
    }

    @Test
    void endsOnlyWhenEverythingIsSent() {
        emitter.send("tick", "1");
        emitter.end();
        assertThat(emitter.isClosed()).isFalse();
        container.writePossible();
        assertThat(container.flushed).hasSize(1);
        assertThat(emitter.isClosed()).isTrue();
    }

    @Test
    void callsBackOnceAndAtOnceWhenItIsTooLate() {
        List<String> told = new ArrayList<>();
        emitter.onClose(() -> told.add("before"));
        emitter.send("tick", "1");
        emitter.close();
        emitter.close();
        emitter.onClose(() -> told.add("after"));
        assertThat(told).containsExactly("before", "after");
    }

    @Test
    void leavesTheResponseFreeWhereNothingWasSent() {
        assertThat(emitter.closeUnused()).isTrue();
        emitter.send("tick", "too late");
        assertThat(container.written).isEmpty();
        assertThat(container.completed).as("the answer is still to be written").isZero();
    }

    @Test
    void keepsTheResponseOnceAnEventWasSent() {
        emitter.send("tick", "1");
        assertThat(emitter.closeUnused()).isFalse();
        assertThat(emitter.isClosed()).isFalse();
    }

    @Test
    void listsItselfForHeartbeatsFromTheFirstEventToTheEnd() {
        assertThat(open).isEmpty();
        emitter.send("tick", "1");
        assertThat(open).containsExactly(emitter);
        emitter.close();
        assertThat(open).isEmpty();
    }

    /** A servlet container as far as an emitter sees it. */
    private static final class Container extends ServletOutputStream {
        private final StringBuilder written = new StringBuilder();
        private final List<String> flushed = new ArrayList<>();
        private WriteListener listener;
        private boolean ready = true;
        private boolean broken;
        private int completed;

        AsyncContext async() {
            return fake(AsyncContext.class, method -> {
                if (method.equals("getResponse")) {
                    return fake(HttpServletResponse.class, called -> called.equals("getOutputStream") ? this : null);
                }
                completed += method.equals("complete") ? 1 : 0;
                return null;
            });
        }

        private static <T> T fake(Class<T> type, java.util.function.Function<String, Object> answers) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> answers.apply(method.getName())));
        }

        void writePossible() {
            try {
                listener.onWritePossible();
            } catch (IOException e) {
                listener.onError(e);
            }
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void setWriteListener(WriteListener given) {
            listener = given;
        }

        @Override
        public void write(int one) {
            throw new AssertionError("events are written whole");
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (broken) {
                throw new IOException("broken pipe");
            }
            written.append(new String(bytes, from, length, StandardCharsets.UTF_8));
        }

        @Override
        public void flush() {
            flushed.add(written.toString());
            written.setLength(0);
        }
    }
}
