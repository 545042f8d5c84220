package dev.caravan.frontend.http;

import dev.caravan.app.AllowedHosts;
import dev.caravan.app.Settings;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * Stands in front of everything: refuses requests that another web site makes through a person's
 * browser, and tells the browser to run nothing but this site's own files.
 */
public class SecurityFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");
    private static final String POLICY =
            "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
                    + "frame-ancestors 'none'";

    // a field, because servlet containers construct filters without arguments
    @Inject
    transient Settings settings;

    private transient AllowedHosts hosts;

    @Override
    public void init() throws ServletException {
        hosts = new AllowedHosts(settings);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        response.setHeader("Content-Security-Policy", POLICY);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        if (!hosts.includes(request.getServerName())) {
            Problems.write(
                    response,
                    421,
                    "This server does not answer to the name " + request.getServerName()
                            + "; setting http.allowed-hosts adds it.");
        } else if (!READING.contains(request.getMethod()) && isFromAnotherSite(request)) {
            Problems.write(response, 403, "Requests from pages of other sites are not taken.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Whether a browser says that one of this server's own pages sends a request. */
    static boolean isFromOwnPage(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        return site == null
                ? request.getHeader("Origin") != null && !isFromAnotherSite(request)
                : site.equals("same-origin");
    }

    /** Browsers say where a request comes from; programs without a browser say nothing and are no risk. */
    private static boolean isFromAnotherSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OWN_SITE.contains(site);
        }
        String origin = request.getHeader("Origin");
        String host = request.getHeader("Host");
        if (origin == null || host == null) {
            return origin != null;
        }
        String asked = origin.toLowerCase(Locale.ROOT);
        // a proxy may have ended TLS in front of this server
        return !asked.equals("http://" + host.toLowerCase(Locale.ROOT))
                && !asked.equals("https://" + host.toLowerCase(Locale.ROOT));
    }
}
