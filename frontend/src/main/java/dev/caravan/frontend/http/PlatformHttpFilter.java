package dev.caravan.frontend.http;

import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Offers every request to the routes first and passes on what none of them serves. A filter and not a
 * servlet, so that a route may claim any path, also one under which REST resources live.
 */
public class PlatformHttpFilter extends HttpFilter {
    private static final long serialVersionUID = 1L;
    // a field, because servlet containers construct filters without arguments
    @Inject
    transient ServletPlatformHttpEngine engine;

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = path(request);
        ServletPlatformHttpEngine.Found found = engine.find(request.getMethod(), path);
        if (found.consumer().isPresent()) {
            found.consumer().get().serve(request, response, path);
        } else if (!found.methods().isEmpty()) {
            String allowed = String.join(", ", found.methods());
            response.setHeader("Allow", allowed);
            Problems.write(response, 405, path + " takes " + allowed + ", not " + request.getMethod() + ".");
        } else if (found.replacing()) {
            Problems.write(response, 503, "This service is being replaced. Try again in a moment.");
        } else {
            chain.doFilter(request, response);
        }
    }

    /** The path within the application, decoded, without path parameters such as ;jsessionid. */
    static String path(HttpServletRequest request) {
        return request.getServletPath() + (request.getPathInfo() == null ? "" : request.getPathInfo());
    }
}
