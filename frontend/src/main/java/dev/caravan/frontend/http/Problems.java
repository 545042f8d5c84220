package dev.caravan.frontend.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** How problems leave over HTTP, and the ones that the HTTP side itself finds. */
public final class Problems {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<Integer, String> TITLES = Map.of(
            401, "Not logged in",
            403, "Forbidden",
            404, "Not found",
            405, "Method not allowed",
            406, "Not acceptable",
            408, "Request timeout",
            413, "Too large",
            415, "Unsupported media type",
            421, "Misdirected request",
            503, "Unavailable");

    private Problems() {}

    /** A problem that HTTP has a status for. */
    public static Problem of(int status, String detail) {
        return Problem.of(status, TITLES.getOrDefault(status, "Request refused"), detail);
    }

    /** A body above the limit in bytes. */
    static Problem tooLarge(int limit) {
        String detail = "The body is larger than " + limit + " bytes.";
        return new Problem(413, TITLES.get(413), detail, Optional.of("body"), Optional.empty());
    }

    /** As a JSON object. */
    public static String json(Problem problem) {
        try {
            return JSON.writeValueAsString(problem.members());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and a number are always JSON", e);
        }
    }

    /** Answers a request with a problem. */
    static void write(HttpServletResponse response, Problem problem) throws IOException {
        response.setStatus(problem.status());
        response.setContentType(Problem.MEDIA_TYPE);
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        if (problem.status() == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
            response.setHeader("Retry-After", "1");
        }
        response.getWriter().write(json(problem));
    }

    /** The same in the shape that clients of OpenAI's interface read. */
    static void writeForPrograms(HttpServletResponse response, int status, String detail) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.setCharacterEncoding("UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.getWriter()
                .write(JSON.writeValueAsString(Map.of(
                        "error",
                        Map.of(
                                "message",
                                detail,
                                "type",
                                "invalid_request_error",
                                "code",
                                status == 401 ? "invalid_api_key" : "forbidden"))));
    }

    /** Answers a request with a problem that HTTP has a status for. */
    public static void write(HttpServletResponse response, int status, String detail) throws IOException {
        write(response, of(status, detail));
    }
}
