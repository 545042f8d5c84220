package dev.caravan.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a callback connects to, over real HTTP. */
class SendWebhookTest {
    private final List<String> visited = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            visited.add(exchange.getRequestURI().getPath());
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private SendWebhook sender(List<String> hosts, boolean inner) {
        return new SendWebhook(
                new CallbackRules(hosts, inner, true),
                "c2VjcmV0IG9mIHR3ZW50eS1mb3VyIGJ5dGVz",
                inner,
                new ObjectMapper(),
                Clock.systemUTC());
    }

    private Map<String, Object> row() {
        Map<String, Object> row = new HashMap<>();
        row.put("url", "http://localhost:" + server.getAddress().getPort() + "/hook");
        row.put("outcome", "answered");
        return row;
    }

    @Test
    void anAddressThatBecameAnInnerOneIsNotConnectedTo() {
        try (SendWebhook sender = sender(List.of("*"), false)) {
            assertThatThrownBy(() -> sender.send(row()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("this computer or in an inner network");
        }
        assertThat(visited).isEmpty();
    }

    @Test
    void aHostThatIsNoLongerListedIsNotConnectedTo() {
        try (SendWebhook sender = sender(List.of("example.org"), true)) {
            assertThatThrownBy(() -> sender.send(row()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("webhooks.hosts");
        }
        assertThat(visited).isEmpty();
    }

    @Test
    void aRedirectIsNotFollowed() {
        try (SendWebhook sender = sender(List.of("localhost"), true)) {
            assertThatThrownBy(() -> sender.send(row()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("HTTP 307");
        }
        assertThat(visited).containsExactly("/hook");
    }
}
