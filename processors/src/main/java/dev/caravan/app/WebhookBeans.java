package dev.caravan.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.webhook.CallbackRules;
import dev.caravan.webhook.SendWebhook;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import org.apache.camel.spi.Registry;

/** The beans of the routes webhooks. */
final class WebhookBeans {
    private static final String SECRET = "webhooks.secret";
    private static final String PREFIX = "whsec_";
    private static final int FEWEST_BYTES = 24;
    private static final int MOST_BYTES = 64;

    private WebhookBeans() {}

    /** What is wrong with their settings. */
    static List<String> problems(Settings settings) {
        return settings.words("webhooks.hosts").isEmpty() || isKey(settings.text(SECRET))
                ? List.of()
                : List.of("webhooks.hosts is set, so " + SECRET + " must be a key of " + FEWEST_BYTES + " to "
                        + MOST_BYTES + " bytes in Base64, as openssl rand -base64 32 makes");
    }

    private static boolean isKey(String secret) {
        try {
            int bytes = Base64.getDecoder()
                    .decode(secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret)
                    .length;
            return bytes >= FEWEST_BYTES && bytes <= MOST_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Binds them; the sender is closed by the caller. */
    static SendWebhook bind(Registry registry, Settings settings, boolean kept, ObjectMapper mapper, Clock clock) {
        boolean inner = settings.flag("webhooks.inner-addresses");
        CallbackRules rules = new CallbackRules(settings.words("webhooks.hosts"), inner, kept);
        registry.bind("callbackRules", rules);
        SendWebhook send = new SendWebhook(rules, settings.text(SECRET), inner, mapper, clock);
        registry.bind("sendWebhook", send);
        return send;
    }
}
