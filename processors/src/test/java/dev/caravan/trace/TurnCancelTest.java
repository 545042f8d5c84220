package dev.caravan.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnCancelTest {
    private final TurnCancel cancel = new TurnCancel();
    private final List<String> called = new ArrayList<>();

    @Test
    void runsTheCallbacksOfACancelledTurnOnce() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.open(new TurnCancel.Open("t2", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.onCancel("t1", () -> called.add("first"));
        cancel.onCancel("t1", () -> called.add("second"));
        cancel.onCancel("t2", () -> called.add("other"));
        assertThat(cancel.cancel("t1")).isTrue();
        cancel.cancel("t1");
        assertThat(called).containsExactly("first", "second");
        assertThat(cancel.isCancelled("t1")).isTrue();
        assertThat(cancel.isCancelled("t2")).isFalse();
    }

    @Test
    void runsACallbackAtOnceWhenTheTurnIsCancelledAlready() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.cancel("t1");
        cancel.onCancel("t1", () -> called.add("late"));
        assertThat(called).containsExactly("late");
    }

    @Test
    void doesNotRunTheCallbackOfAStepThatIsOver() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        try (TurnCancel.Registration step = cancel.onCancel("t1", () -> called.add("over"))) {
            assertThat(step).isNotNull();
        }
        cancel.cancel("t1");
        assertThat(called).isEmpty();
    }

    @Test
    void runsTheOtherCallbacksWhenOneFails() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.onCancel("t1", () -> {
            throw new IllegalStateException("cannot");
        });
        cancel.onCancel("t1", () -> called.add("second"));
        cancel.cancel("t1");
        assertThat(called).containsExactly("second");
    }

    @Test
    void keepsNothingOfTurnsThatAreOverOrUnknown() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false))
                .close();
        assertThat(cancel.cancel("t1")).isFalse();
        cancel.onCancel("t1", () -> called.add("never")).close();
        assertThat(cancel.isCancelled("t1")).isFalse();
        assertThat(cancel.size()).isZero();
        assertThat(called).isEmpty();
    }

    @Test
    void cancelsEverythingAtTheEnd() {
        cancel.open(new TurnCancel.Open("a", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.open(new TurnCancel.Open("b", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.cancelAll();
        assertThat(cancel.isCancelled("a")).isTrue();
        assertThat(cancel.isCancelled("b")).isTrue();
    }

    @Test
    void tellsWhatIsBeingAnsweredInAConversation() {
        cancel.open(new TurnCancel.Open("t2", "th1", "first", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.open(new TurnCancel.Open("t1", "th1", "second", Turn.EVERYBODY, Turn.EVERYBODY, false));
        cancel.open(new TurnCancel.Open("t3", "th2", "elsewhere", Turn.EVERYBODY, Turn.EVERYBODY, false));
        assertThat(cancel.openIn("th1")).extracting(TurnCancel.Open::question).containsExactly("first", "second");
        assertThat(cancel.openIn("th3")).isEmpty();
    }

    @Test
    void knowsWhetherSomebodyHasWaitedSinceItWasLastAsked() {
        cancel.open(new TurnCancel.Open("t1", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        assertThat(cancel.takeAwaited("t1")).isFalse();
        assertThat(cancel.await("t1")).isTrue();
        assertThat(cancel.takeAwaited("t1")).isTrue();
        assertThat(cancel.takeAwaited("t1")).as("once").isFalse();
        assertThat(cancel.await("other")).isFalse();
        assertThat(cancel.takeAwaited("other")).isFalse();
    }

    @Test
    void pausesWhatIsKeptAndNothingElse() {
        cancel.open(new TurnCancel.Open("kept", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, true));
        cancel.open(new TurnCancel.Open("passing", "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false));
        assertThat(cancel.isPaused("kept")).isFalse();
        assertThat(cancel.pause("kept")).isTrue();
        assertThat(cancel.isPaused("kept")).isTrue();
        assertThat(cancel.pause("passing")).isFalse();
        assertThat(cancel.pause("other")).isFalse();
        assertThat(cancel.isPaused("other")).isFalse();
    }
}
