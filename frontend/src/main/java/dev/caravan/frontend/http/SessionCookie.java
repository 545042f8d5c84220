package dev.caravan.frontend.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.NewCookie;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The cookie of a session: not for scripts, not for other sites, and behind TLS for TLS alone. */
public final class SessionCookie {
    private static final String NAME = "caravan_session";

    private static final String BETWEEN = "caravan_login";

    private SessionCookie() {}

    /** The secret of the session that a request brings. */
    public static Optional<String> read(HttpServletRequest request) {
        return read(request, NAME);
    }

    /** What a browser brings back from an issuer where somebody logs in. */
    public static Optional<String> readBetween(HttpServletRequest request) {
        return read(request, BETWEEN).map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8));
    }

    private static Optional<String> read(HttpServletRequest request, String name) {
        return Stream.of(Optional.ofNullable(request.getCookies()).orElse(new Cookie[0]))
                .filter(cookie -> cookie.getName().equals(name))
                .map(Cookie::getValue)
                .findFirst();
    }

    /** Begins or, with an empty secret, ends the session in the browser. */
    public static NewCookie of(HttpServletRequest request, String secret, Duration age) {
        return cookie(request, NAME, secret, age, "/");
    }

    /** What the browser has to bring back from an issuer, for the addresses of that login alone. */
    public static NewCookie between(HttpServletRequest request, String value, Duration age) {
        return cookie(request, BETWEEN, URLEncoder.encode(value, StandardCharsets.UTF_8), age, "/api/session/oidc");
    }

    /** Whether the browser's way to here is TLS, a proxy's included. */
    public static boolean isTls(HttpServletRequest request) {
        return request.isSecure() || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
    }

    private static NewCookie cookie(HttpServletRequest request, String name, String value, Duration age, String path) {
        return new NewCookie.Builder(name)
                .value(value)
                .path(PageServlet.base(request) + path)
                .maxAge((int) age.toSeconds())
                .httpOnly(true)
                .secure(isTls(request))
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }
}
