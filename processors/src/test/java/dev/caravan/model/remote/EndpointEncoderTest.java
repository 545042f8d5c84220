package dev.caravan.model.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.model.remote.EndpointEncoder.EncoderSettings;
import dev.caravan.text.SentenceEncoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Over real HTTP. */
class EndpointEncoderTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<JsonNode> asked = new CopyOnWriteArrayList<>();
    private final List<String> keys = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String vector = "[3, 4]";
    private volatile int left;
    private volatile CountDownLatch answers = new CountDownLatch(0);
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/embeddings", exchange -> {
            JsonNode request = JSON.readTree(exchange.getRequestBody());
            asked.add(request);
            try {
                answers.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            keys.add(exchange.getRequestHeaders().getFirst("Authorization"));
            List<String> each = new ArrayList<>();
            for (int i = 0; i < request.get("input").size() - left; i++) {
                each.add("{\"object\": \"embedding\", \"index\": " + i + ", \"embedding\": " + vector + "}");
            }
            byte[] body = ("{\"object\": \"list\", \"data\": [" + String.join(",", each) + "]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private EndpointEncoder encoder() {
        return encoder(Duration.ofSeconds(20));
    }

    private EndpointEncoder encoder(Duration timeout) {
        return new EndpointEncoder(new EncoderSettings(
                "http://localhost:" + server.getAddress().getPort() + "/v1",
                "hush",
                "small-e5",
                "query: ",
                "passage: ",
                0.8,
                timeout));
    }

    @Test
    void sendsTextsInBatchesWithTheirPrefixAndBringsVectorsToLengthOne() {
        EndpointEncoder encoder = encoder();
        List<float[]> vectors = encoder.encodeAll(
                IntStream.range(0, 40).mapToObj(i -> "text " + i).toList());
        assertThat(vectors).hasSize(40);
        assertThat(vectors.get(39)[0]).isCloseTo(0.6f, within(1e-6f));
        assertThat(asked).extracting(each -> each.get("input").size()).containsExactly(32, 8);
        assertThat(asked.get(1).get("input").get(7).asText()).isEqualTo("passage: text 39");
        assertThat(asked.get(0).get("model").asText()).isEqualTo("small-e5");
        assertThat(keys).containsOnly("Bearer hush");
        encoder.encodeQuestion("who");
        assertThat(asked.get(2).get("input").get(0).asText()).isEqualTo("query: who");
        assertThat(encoder.name()).contains("small-e5");
        assertThat(encoder.near()).isEqualTo(0.8);
    }

    @Test
    void saysWhatFailedWithoutTheKeyAndIsLeftAloneAfterTwoFailures() {
        status = 503;
        EndpointEncoder encoder = encoder();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> encoder.encode("a"))
                    .isInstanceOf(SentenceEncoder.Unavailable.class)
                    .hasMessageContaining("HTTP 503")
                    .hasMessageContaining("small-e5 at http://localhost")
                    .hasMessageNotContaining("hush");
        }
        assertThat(encoder.isReached()).isFalse();
        assertThatThrownBy(() -> encoder.encode("a")).hasMessageContaining("left alone");
        assertThat(asked).hasSize(2);
    }

    @Test
    void saysThatItWasNotAnsweredInTime() {
        answers = new CountDownLatch(1);
        assertThatThrownBy(() -> encoder(Duration.ofSeconds(1)).encode("a"))
                .isInstanceOf(SentenceEncoder.Unavailable.class)
                .hasMessageContaining("small-e5 at http://localhost")
                .hasMessageContaining("did not answer within 1 s");
        answers.countDown();
    }

    @Test
    void takesNoVectorWithoutADirectionAndNoFewerThanItAskedFor() {
        vector = "[0, 0]";
        assertThatThrownBy(() -> encoder().encode("a"))
                .isInstanceOf(SentenceEncoder.Unavailable.class)
                .hasMessageContaining("without a direction");
        vector = "[1, 0]";
        left = 1;
        assertThatThrownBy(() -> encoder().encodeAll(List.of("a", "b")))
                .isInstanceOf(SentenceEncoder.Unavailable.class)
                .hasMessageContaining("1 vectors for 2 texts");
    }
}
