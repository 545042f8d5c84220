package dev.caravan.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import dev.caravan.outbound.OutboundClient;
import dev.caravan.turn.BadRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Posts that a turn is over, or asks the person, signed as Standard Webhooks has it (https://www.standardwebhooks.com): the headers
 * {@code webhook-id} (the same however often it is tried), {@code webhook-timestamp} (seconds since 1970) and
 * {@code webhook-signature} ({@code v1,} and the HMAC-SHA256 of id, timestamp and body, in Base64).
 */
public final class SendWebhook implements AutoCloseable {
    private static final Duration MOST_TIME = Duration.ofSeconds(15);
    private static final Timeout WAIT = Timeout.ofSeconds(8);
    private static final int LAST_OF_OK = 299;

    private final CallbackRules rules;
    private final Webhook signer;
    private final CloseableHttpClient client;
    private final ObjectMapper mapper;
    private final Clock clock;

    /**
     * A sender; nothing is connected before the first callback.
     *
     * @param secret what is signed by, in Base64, with {@code whsec_} before it or without
     * @param inner whether this computer and inner networks are called back
     */
    public SendWebhook(CallbackRules rules, String secret, boolean inner, ObjectMapper mapper, Clock clock) {
        this.rules = rules;
        this.signer = new Webhook(secret);
        this.client = OutboundClient.open(inner, WAIT);
        this.mapper = mapper;
        this.clock = clock;
    }

    /**
     * Posts one.
     *
     * @param row {@code turn_id}, {@code thread_id}, {@code workspace}, {@code question}, {@code outcome}, {@code answer}, {@code url},
     *     {@code version} (which grows whenever the turn is stored anew)
     * @throws IOException where it was not taken: no connection, no answer in time, or one other than 2xx
     */
    public void send(@Body Map<String, Object> row) throws IOException {
        URI address;
        try {
            address = rules.listed(text(row, "url"));
        } catch (BadRequest e) {
            // listed when it was asked for, and no longer
            throw new IOException(e.getMessage(), e);
        }
        Instant now = clock.instant();
        String id = text(row, "turn_id") + "." + text(row, "version");
        String body = mapper.writeValueAsString(message(row, now));
        HttpPost request = new HttpPost(address);
        request.setEntity(new StringEntity(body, ContentType.APPLICATION_JSON));
        request.setHeader("User-Agent", "Caravan");
        request.setHeader("webhook-id", id);
        request.setHeader("webhook-timestamp", String.valueOf(now.getEpochSecond()));
        request.setHeader("webhook-signature", signature(id, now, body));
        CompletableFuture<Void> late = CompletableFuture.runAsync(
                request::abort, CompletableFuture.delayedExecutor(MOST_TIME.toMillis(), TimeUnit.MILLISECONDS));
        try {
            int status = client.execute(request, response -> response.getCode());
            if (status < 200 || status > LAST_OF_OK) {
                throw new IOException(address.getHost() + " answered with HTTP " + status);
            }
        } catch (IOException e) {
            throw late.isDone()
                    ? new IOException(address.getHost() + " took longer than " + MOST_TIME.toSeconds() + " s", e)
                    : e;
        } finally {
            late.cancel(false);
        }
    }

    private String signature(String id, Instant now, String body) throws IOException {
        try {
            return signer.sign(id, now.getEpochSecond(), body);
        } catch (WebhookSigningException e) {
            throw new IOException("it cannot be signed by webhooks.secret", e);
        }
    }

    private static Map<String, Object> message(Map<String, Object> row, Instant now) {
        Map<String, Object> data = new LinkedHashMap<>();
        for (String name : new String[] {"turn_id", "thread_id", "workspace", "question", "outcome", "answer"}) {
            data.put(name, text(row, name));
        }
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", text(row, "outcome").equals("awaiting_person") ? "turn.waiting" : "turn.finished");
        message.put("timestamp", now.toString());
        message.put("data", data);
        return message;
    }

    private static String text(Map<String, Object> row, String name) {
        return String.valueOf(row.get(name));
    }

    @Override
    public void close() {
        client.close(CloseMode.GRACEFUL);
    }
}
