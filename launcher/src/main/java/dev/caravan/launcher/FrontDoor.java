package dev.caravan.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.edge.Problem;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;

/**
 * What every request passes, whoever serves its path: bounds on connections, on the size of a body and the time it takes to
 * arrive, and on threads. No thread is held by a request that has not arrived, and those of health checks by no other request.
 */
final class FrontDoor {
    private static final String MONITORING = "/hawtio/jolokia";
    // the console asks about every route and processor in one request
    private static final int MONITORING_BODY = 1 << 20;
    private static final String HEALTH = "/api/health/*";
    // takes files, and says itself how large they may be
    private static final String UPLOAD = "upload";
    private static final Set<String> UPLOADS = Set.of("/api/documents", "/api/workspaces");
    // files that are taken at once, each with a thread of its own for as long as it arrives
    private static final int UPLOADING = 4;
    // what chunks take besides their content
    private static final int FRAMING = 1_024;

    // retained buffers count whole, however little of a body is in each; the body itself is bounded by its own handler
    private static final int HELD = 64;

    private FrontDoor() {}

    /**
     * Puts the bounds before a handler.
     *
     * @param threads of the server that work on requests at once; it needs some more
     */
    static Handler before(Handler handler, Settings settings, Server server, ServerConnector connector, int threads) {
        int maxBody = settings.number("http.max-body");
        EagerContentHandler arrived = new EagerContentHandler(
                new EagerContentHandler.RetainedContentLoaderFactory(HELD * (maxBody + 1L), FRAMING, false));
        arrived.exclude(FrontDoor::isUpload);
        Clients clients = new Clients(
                new BodyLimit(
                        request -> isMonitoring(request) ? Math.max(maxBody, MONITORING_BODY) : maxBody,
                        FrontDoor::isUpload),
                connector.getScheduler(),
                settings.number("http.connections-per-client"),
                settings.duration("http.request-time"));
        ((Handler.Singleton) clients.getHandler()).setHandler(arrived);
        arrived.setHandler(clients.whole(BodyLimit.refusing(sharing(handler, threads))));
        connector.addBean(clients, false);
        server.addBean(new NetworkConnectionLimit(settings.number("http.connections"), connector));
        server.setErrorHandler(problems(maxBody));
        return clients;
    }

    /** All but health checks share so many threads; further requests wait without one. */
    private static Handler sharing(Handler handler, int threads) {
        ThreadLimitHandler limited = new ThreadLimitHandler(handler, null, false) {
            @Override
            protected String getRemoteIP(Request request) {
                return isUpload(request) ? UPLOAD : "all";
            }

            @Override
            protected int getThreadLimit(String ip) {
                return ip.equals(UPLOAD) ? UPLOADING : super.getThreadLimit(ip);
            }
        };
        limited.setThreadLimit(threads);
        limited.excludePath(HEALTH);
        return limited;
    }

    private static boolean isMonitoring(Request request) {
        return Request.getPathInContext(request).startsWith(MONITORING);
    }

    private static boolean isUpload(Request request) {
        return HttpMethod.POST.is(request.getMethod()) && UPLOADS.contains(Request.getPathInContext(request));
    }

    /** Errors of the server itself, in the form of all others. */
    private static Request.Handler problems(int maxBody) {
        ObjectMapper json = new ObjectMapper();
        return (request, response, callback) -> {
            int status = request.getAttribute(ErrorHandler.ERROR_STATUS) instanceof Integer given
                    ? given
                    : response.getStatus();
            Problem problem = status == HttpStatus.PAYLOAD_TOO_LARGE_413
                    ? new Problem(
                            status,
                            "Too large",
                            "The body is larger than " + maxBody + " bytes.",
                            Optional.of("body"),
                            Optional.empty())
                    : Problem.of(
                            status,
                            Optional.ofNullable(HttpStatus.getMessage(status)).orElse("Error"),
                            "The request cannot be served as it is.");
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
            response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
            Content.Sink.write(response, true, json.writeValueAsString(problem.members()), callback);
            return true;
        };
    }
}
