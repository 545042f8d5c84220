package dev.caravan.app;

import com.nimbusds.oauth2.sdk.Scope;
import dev.caravan.account.OidcClaims;
import dev.caravan.account.OidcLogin;
import dev.caravan.account.Role;
import dev.caravan.gate.Breakers;
import dev.caravan.turn.Turn;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.camel.spi.Registry;

/** Logins by OpenID Connect, where {@code security.login} asks for them. */
final class OidcBeans {
    private static final String ISSUER = "security.oidc.issuer";
    private static final String REDIRECT = "security.oidc.redirect-uri";

    /** Ends the address that people are sent back to. */
    private static final String BACK = "/api/session/oidc/end";

    private static final int FAILURES = 3;
    private static final Duration REST = Duration.ofSeconds(5);

    private OidcBeans() {}

    /** Whether people log in at an issuer. */
    static boolean isConfigured(Settings settings) {
        return settings.text("security.login").equals("oidc");
    }

    /** What of the settings is missing or cannot be, one sentence each; none where nobody logs in at an issuer. */
    static List<String> problems(Settings settings) {
        List<String> problems = new ArrayList<>();
        if (!isConfigured(settings)) {
            return problems;
        }
        for (String key : List.of(ISSUER, "security.oidc.client-id")) {
            if (settings.text(key).isBlank()) {
                problems.add("security.login is oidc, so " + key + " must be set");
            }
        }
        for (String key : List.of(ISSUER, REDIRECT)) {
            if (!settings.text(key).isBlank() && !isSafe(settings.text(key))) {
                problems.add(key + ": '" + settings.text(key) + "' must begin with https://, except on this computer");
            }
        }
        if (!settings.text(REDIRECT).isEmpty() && !settings.text(REDIRECT).endsWith(BACK)) {
            problems.add(REDIRECT + " must end in " + BACK);
        }
        if (!Scope.parse(settings.text("security.oidc.scopes")).contains("openid")) {
            problems.add("security.oidc.scopes must hold openid");
        }
        meaning(settings, (entry, problem) -> problems.add("security.oidc.roles: '" + entry + "' " + problem));
        return problems;
    }

    private static Map<String, Set<Role>> meaning(Settings settings, BiConsumer<String, String> problem) {
        return OidcClaims.meaning(settings.words("security.oidc.roles"), problem);
    }

    /** Binds the login and the breaker of the issuer, which is not asked before somebody logs in. */
    static void bind(Registry registry, Settings settings) {
        CircuitBreaker breaker = Breakers.recovering("login-issuer", FAILURES, REST, OidcLogin::isDown);
        registry.bind("oidcBreaker", breaker);
        registry.bind(
                "oidcLogin",
                new OidcLogin(
                        new OidcLogin.Client(
                                URI.create(settings.text(ISSUER)),
                                settings.text("security.oidc.client-id"),
                                settings.text("security.oidc.client-secret"),
                                Scope.parse(settings.text("security.oidc.scopes"))),
                        new OidcClaims(
                                settings.text("security.oidc.name-claim"),
                                settings.text("security.oidc.tenant-claim"),
                                Turn.EVERYBODY,
                                settings.text("security.oidc.roles-claim"),
                                meaning(settings, (entry, problem) -> {})),
                        breaker,
                        Clock.systemUTC()));
    }

    /** Codes and secrets go over TLS, or stay on this computer. */
    private static boolean isSafe(String address) {
        try {
            URI uri = URI.create(address);
            return uri.getHost() != null
                    && (uri.getScheme().equals("https")
                            || InetAddress.getByName(uri.getHost()).isLoopbackAddress());
        } catch (IllegalArgumentException | UnknownHostException e) {
            return false;
        }
    }
}
