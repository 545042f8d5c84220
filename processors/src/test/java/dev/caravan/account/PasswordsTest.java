package dev.caravan.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

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
    void worksAsHardForANameThatNobodyHas() {
        List<String> tried = new ArrayList<>();
        PasswordEncoder counted = new BCryptPasswordEncoder(5) {
            @Override
            public boolean matches(CharSequence password, String hash) {
                tried.add(password + " " + hash.substring(0, "$2a$05$".length()));
                return super.matches(password, hash);
            }
        };
        Passwords both = new Passwords(counted);
        both.matches("something else entirely", both.hash("correct horse battery", "password", "ann"));
        both.matchNobody("something else entirely");
        // the rounds stand in the head of a hash: the same head is the same work
        assertThat(tried).containsOnly("something else entirely $2a$05$").hasSize(2);
    }
}
