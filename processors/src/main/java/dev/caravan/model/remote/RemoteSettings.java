package dev.caravan.model.remote;

import java.time.Duration;
import java.util.Optional;

/**
 * How a provider is reached.
 *
 * @param kind its kind
 * @param baseUrl where it answers
 * @param key what it lets one in by; empty where it wants none
 * @param frontier its name of the model for the prompts of type frontier
 * @param lightweight the same for lightweight
 * @param structured how a form is asked for
 * @param tools how the agent's tools are offered
 * @param timeout how long one call may take, its answer included
 * @param temperature how freely it chooses its words; empty for what it thinks best
 * @param maxOutput the longest reply that is asked for, in tokens
 * @param maxReply the longest reply that is read, in bytes
 */
public record RemoteSettings(
        RemoteKind kind,
        String baseUrl,
        String key,
        String frontier,
        String lightweight,
        Structured structured,
        Tools tools,
        Duration timeout,
        Optional<Double> temperature,
        int maxOutput,
        long maxReply) {

    /** How a reply of a form is asked for. */
    public enum Structured {
        /** The provider is given the JSON schema and keeps to it. */
        SCHEMA,
        /** The provider is asked for JSON, and told the schema in words. */
        JSON,
        /** The provider is told the schema in words. */
        TEXT
    }

    /** How tools are offered. */
    public enum Tools {
        /** By the provider's own calls alone. */
        NATIVE,
        /** As a form: a call or the answer. */
        SCHEMA,
        /** By the provider's own calls; a call that is written into the text is taken for one. */
        AUTO
    }

    /** Whether a key is missing that the provider wants. */
    public boolean isKeyMissing() {
        return kind.needsKey() && key.isEmpty();
    }

    /** LangChain4j wants some text for a key, also where the server does not. */
    String keyOrDash() {
        return key.isEmpty() ? "-" : key;
    }

    /** Without the key, so that it reaches no log. */
    @Override
    public String toString() {
        return kind.code() + " at " + baseUrl;
    }
}
