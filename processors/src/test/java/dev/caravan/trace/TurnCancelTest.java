package dev.caravan.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnCancelTest {
  private final TurnCancel cancel = new TurnCancel();
  private final List<String> called = new ArrayList<>();

  @Test
  void runsTheCallbacksOfACancelledTurnOnce() {
    cancel.open("t1");
    cancel.open("t2");
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
    cancel.open("t1");
    cancel.cancel("t1");
    cancel.onCancel("t1", () -> called.add("late"));
    assertThat(called).containsExactly("late");
  }

  @Test
  void doesNotRunTheCallbackOfAStepThatIsOver() {
    cancel.open("t1");
    try (TurnCancel.Registration step = cancel.onCancel("t1", () -> called.add("over"))) {
      assertThat(step).isNotNull();
    }
    cancel.cancel("t1");
    assertThat(called).isEmpty();
  }

  @Test
  void runsTheOtherCallbacksWhenOneFails() {
    cancel.open("t1");
    cancel.onCancel(
        "t1",
        () -> {
          throw new IllegalStateException("cannot");
        });
    cancel.onCancel("t1", () -> called.add("second"));
    cancel.cancel("t1");
    assertThat(called).containsExactly("second");
  }

  @Test
  void keepsNothingOfTurnsThatAreOverOrUnknown() {
    cancel.open("t1").close();
    assertThat(cancel.cancel("t1")).isFalse();
    cancel.onCancel("t1", () -> called.add("never")).close();
    assertThat(cancel.isCancelled("t1")).isFalse();
    assertThat(cancel.size()).isZero();
    assertThat(called).isEmpty();
  }

  @Test
  void cancelsEverythingAtTheEnd() {
    cancel.open("a");
    cancel.open("b");
    cancel.cancelAll();
    assertThat(cancel.isCancelled("a")).isTrue();
    assertThat(cancel.isCancelled("b")).isTrue();
  }
}
