package dev.caravan.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.edge.Message;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallbackRulesTest {
    private static final CallbackRules ANY = new CallbackRules(List.of("*"), false, true);

    private static Message message(String callback) {
        return new Message(
                Turn.opened("turn", "thread", true, "atlas", "Q", Map.of(), Instant.EPOCH),
                Optional.empty(),
                Optional.empty(),
                callback);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/x",
                "http://127.1:9/",
                "http://2130706433/",
                "http://0.0.0.0/",
                "http://localhost:8080/api/chat",
                "https://[::1]/",
                "http://[::ffff:127.0.0.1]/",
                "http://[64:ff9b::7f00:1]/",
                "http://[fe80::1]/",
                "http://[fd00::1]/",
                "http://10.1.2.3/",
                "http://172.16.0.1/",
                "http://192.168.1.1/",
                "http://169.254.169.254/latest/meta-data/",
                "http://100.64.0.1/"
            })
    void refusesThisComputerAndInnerNetworks(String callback) {
        assertThatThrownBy(() -> ANY.check(message(callback)))
                .isInstanceOfSatisfying(
                        BadRequest.class, refused -> assertThat(refused.field()).isEqualTo("callback"))
                .hasMessageMatching(".*(is this computer or in an inner network|cannot be found|must be an address).*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://example.org/",
                "file:///etc/passwd",
                "//example.org/",
                "example.org",
                "https://me:word@example.org/",
                "https://example.org/#part",
                "http://exa mple.org/",
                "https:example.org"
            })
    void refusesWhatIsNoAddress(String callback) {
        assertThatThrownBy(() -> ANY.check(message(callback))).hasMessageContaining("callback must be an address");
    }

    @Test
    void takesListedHostsAlone() {
        CallbackRules rules = new CallbackRules(List.of("Tasks.example.org", "other.example.org:8443"), false, true);
        assertThatCode(() -> rules.listed("https://tasks.EXAMPLE.org:9/x")).doesNotThrowAnyException();
        assertThatCode(() -> rules.listed("https://other.example.org:8443/x")).doesNotThrowAnyException();
        for (String callback : new String[] {
            "https://other.example.org/", "https://example.org/", "https://tasks.example.org.evil.org/"
        }) {
            assertThatThrownBy(() -> rules.check(message(callback)))
                    .hasMessageContaining("may not be called back; the setting webhooks.hosts lists");
        }
    }

    @Test
    void saysWhyNobodyIsCalledBack() {
        assertThatThrownBy(() -> new CallbackRules(List.of(), false, true).check(message("https://example.org/")))
                .hasMessageContaining("webhooks.hosts");
        assertThatThrownBy(() -> new CallbackRules(List.of("*"), false, false).check(message("https://example.org/")))
                .hasMessageContaining("keeps no conversations");
        assertThatCode(() -> new CallbackRules(List.of(), false, false).check(message("")))
                .doesNotThrowAnyException();
    }
}
