package dev.caravan.model.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.remote.RemoteSettings.Structured;
import dev.caravan.model.remote.RemoteSettings.Tools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderProbeTest {
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Logger log = Logger.getLogger(ProviderProbe.class.getName());
    private final Handler ear = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            said.add(new java.util.logging.SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        log.addHandler(ear);
    }

    @AfterEach
    void stopListening() {
        log.removeHandler(ear);
    }

    private static ProviderProbe probe(RemoteKind kind, String url, String key) {
        return new ProviderProbe(new RemoteSettings(
                kind,
                url,
                key,
                "m",
                "m",
                Structured.SCHEMA,
                Tools.AUTO,
                Duration.ofSeconds(1),
                Optional.empty(),
                10,
                10));
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /** What was said of one provider: looks of another test may still be on their way. */
    private List<String> said(RemoteKind kind) {
        return said.stream()
                .filter(line -> line.startsWith("the model provider " + kind.code() + " "))
                .toList();
    }

    @Test
    void saysThatAKeyIsMissingAndAsksNobody() {
        ProviderProbe probe = probe(RemoteKind.ANTHROPIC, "http://127.0.0.1:1", "");
        probe.begin().join();
        assertThat(probe.state()).isEqualTo("no_key");
        assertThat(said(RemoteKind.ANTHROPIC))
                .singleElement()
                .asString()
                .contains("anthropic has no key", "model.providers.anthropic.key");
    }

    @Test
    void needsNoKeyWhereTheServerWantsNone() throws IOException {
        try (ServerSocket server = listener()) {
            ProviderProbe probe = probe(RemoteKind.COMPATIBLE, "http://127.0.0.1:" + server.getLocalPort() + "/v1", "");
            assertThat(probe.state()).isEqualTo("unknown");
            probe.begin().join();
            assertThat(probe.state()).isEqualTo("ready");
            assertThat(said(RemoteKind.COMPATIBLE)).isEmpty();
        }
    }

    @Test
    void saysOnceThatNobodyListensAndSeesWhenSomebodyDoes() throws IOException {
        ServerSocket taken = listener();
        int port = taken.getLocalPort();
        taken.close();
        ProviderProbe probe = probe(RemoteKind.OLLAMA, "http://127.0.0.1:" + port, "");
        probe.begin().join();
        assertThat(probe.state()).isEqualTo("unreachable");
        probe.begin().join();
        assertThat(said(RemoteKind.OLLAMA))
                .singleElement()
                .asString()
                .contains("ollama cannot be reached at http://127.0.0.1:" + port);
        try (ServerSocket back = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(back.getLocalPort()).isEqualTo(port);
            probe.begin().join();
            assertThat(probe.state()).isEqualTo("ready");
        }
    }

    @Test
    void aHostThatDoesNotExistIsUnreachable() {
        ProviderProbe probe = probe(RemoteKind.COMPATIBLE, "http://nobody.invalid/v1", "");
        probe.begin().join();
        assertThat(probe.state()).isEqualTo("unreachable");
    }
}
