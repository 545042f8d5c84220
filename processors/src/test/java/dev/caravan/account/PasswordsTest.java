package dev.caravan.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PasswordsTest {
    private final Passwords passwords = new Passwords(4);

    @Test
    void keepsAHashThatOnlyThePasswordFits() {
        String hash = passwords.hash("correct horse battery", "password", "ann");
        assertThat(hash).startsWith("$2").doesNotContain("horse");
        assertThat(passwords.matches("correct horse battery", hash)).isTrue();
        assertThat(passwords.matches("correct horse batterz", hash)).isFalse();
        assertThat(passwords.hash("correct horse battery", "password", "ann")).isNotEqualTo(hash);
    }

    @Test
    void readsNoPasswordWhoseEndWouldNotCount() {
        String begin = "0123456789".repeat(7) + "ab";
        assertThat(passwords.matches(begin + "x", passwords.hash(begin, "password", "ann")))
                .isFalse();
        assertThatThrownBy(() -> passwords.hash(begin + "x", "password", "ann")).hasMessageContaining("72 bytes");
    }

    @ParameterizedTest
    @CsvSource({"elevenchars,12 characters", "aaaaaaaaaaaaaaaa,easy to guess", "ann.of.arendal,easy to guess"})
    void refusesWhatIsTooEasy(String password, String reason) {
        assertThatThrownBy(() -> passwords.hash(password, "password", "ann.of.Arendal"))
                .hasMessageContaining(reason);
    }

    @Test
    void takesAsLongForANameThatNobodyHas() {
        Passwords slow = new Passwords(10);
        String hash = slow.hash("correct horse battery", "password", "ann");
        long known = Long.MAX_VALUE;
        long unknown = Long.MAX_VALUE;
        // by turns, so that a busy machine and a cold start are as bad for both
        for (int i = 0; i < 12; i++) {
            known = Math.min(known, nanos(() -> slow.matches("something else entirely", hash)));
            unknown = Math.min(unknown, nanos(() -> slow.matchNobody("something else entirely")));
        }
        assertThat((double) unknown / known).isBetween(0.6, 1.6);
    }

    private static long nanos(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return System.nanoTime() - begin;
    }
}
