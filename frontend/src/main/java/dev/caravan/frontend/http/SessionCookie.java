package dev.caravan.frontend.http;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.NewCookie;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** The cookie of a session: not for scripts, not for other sites, and behind TLS for TLS alone. */
public final class SessionCookie {
    private static final String NAME = "caravan_session";

    private SessionCookie() {}

    /** The secret of the session that a request brings. */
    public static Optional<String> read(HttpServletRequest request) {
        return Stream.of(Optional.ofNullable(request.getCookies()).orElse(new Cookie[0]))
                .filter(cookie -> cookie.getName().equals(NAME))
                .map(Cookie::getValue)
                .findFirst();
    }

    /** Begins or, with an empty secret, ends the session in the browser. */
    public static NewCookie of(HttpServletRequest request, String secret, Duration age) {
        boolean tls = request.isSecure() || "https".equalsIgnoreCase(request.getHeader("X-Forwarded-Proto"));
        return new NewCookie.Builder(NAME)
                .value(secret)
                .path(PageServlet.base(request) + "/")
                .maxAge((int) age.toSeconds())
                .httpOnly(true)
                .secure(tls)
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }
}
