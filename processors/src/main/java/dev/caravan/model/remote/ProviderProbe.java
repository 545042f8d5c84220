package dev.caravan.model.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out whether a provider has its key and whether somebody listens at its address, without costing a call. */
public final class ProviderProbe {
    private static final Logger LOG = LoggerFactory.getLogger(ProviderProbe.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    private final RemoteSettings settings;
    private volatile String state = "unknown";
    private volatile CompletableFuture<Void> look = CompletableFuture.completedFuture(null);

    /** Of one provider. */
    public ProviderProbe(RemoteSettings settings) {
        this.settings = settings;
    }

    /** Looks, on another thread, and says in the log what is missing. */
    public CompletableFuture<Void> begin() {
        if (settings.isKeyMissing()) {
            state = "no_key";
            LOG.warn(
                    "the model provider {} has no key: set model.providers.{}.key",
                    settings.kind().code(),
                    settings.kind().code());
            return look;
        }
        look = CompletableFuture.runAsync(this::connect);
        return look;
    }

    /** ready, no_key, unreachable or unknown, as of the last look; a state that is not good is looked at anew. */
    public String state() {
        if (state.equals("unreachable") && look.isDone()) {
            look = CompletableFuture.runAsync(this::connect);
        }
        return state;
    }

    private void connect() {
        URI address = URI.create(settings.baseUrl());
        int port = address.getPort() > 0 ? address.getPort() : "https".equals(address.getScheme()) ? HTTPS : HTTP;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), port), (int) PATIENCE.toMillis());
            state = "ready";
        } catch (IOException | RuntimeException e) {
            if (!state.equals("unreachable")) {
                LOG.warn(
                        "the model provider {} cannot be reached at {}: {}",
                        settings.kind().code(),
                        settings.baseUrl(),
                        e.toString());
            }
            state = "unreachable";
        }
    }
}
