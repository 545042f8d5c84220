package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.offline.Reading.Signal;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every entry of signals.yaml is held against its own example. */
class SignalPhrasesTest {

    static Stream<Arguments> entries() {
        return SignalPhrases.entries().entrySet().stream()
                .flatMap(section -> section.getValue().entrySet().stream().flatMap(signal -> signal.getValue().stream()
                        .map(entry -> Arguments.of(section.getKey(), signal.getKey(), entry))));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void eachEntryIsFoundInItsExample(String section, Signal signal, SignalPhrases.Entry entry) {
        assertThat(entry.words() == null).as("words or a phrase, not both").isNotEqualTo(entry.phrase() == null);
        assertThat(entry.pattern().matcher(" " + entry.like() + " ").find())
                .as(section + " " + signal + ": " + entry.like())
                .isTrue();
    }

    @Test
    void phrasesAreWholeWords() {
        assertThat(found("the sharecropper grew up in a marketplace")).containsExactly(Signal.GROWTH);
    }

    @Test
    void anAnchoredPhraseIsTheQuestionsBeginningOrEnd() {
        assertThat(found("when did it begin")).contains(Signal.BY_YEAR);
        assertThat(found("tell me when did it begin")).doesNotContain(Signal.BY_YEAR);
    }

    private static Set<Signal> found(String text) {
        Set<Signal> found = EnumSet.noneOf(Signal.class);
        SignalPhrases.read().find("always", " " + text + " ", found);
        return found;
    }
}
