package dev.caravan.frontend.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.BadRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What went wrong with a request, as application/problem+json (RFC 9457).
 *
 * @param status the HTTP status
 * @param detail for the person who sent it; never a stack trace
 * @param field the part of the request that is wrong
 * @param incident under which the log says more; only where the fault is the server's
 */
public record Problem(int status, String detail, Optional<String> field, Optional<String> incident) {
  /** The media type. */
  public static final String TYPE = "application/problem+json";

  private static final Logger LOG = LoggerFactory.getLogger(Problem.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<Integer, String> TITLES =
      Map.ofEntries(
          Map.entry(400, "Bad Request"),
          Map.entry(401, "Unauthorized"),
          Map.entry(403, "Forbidden"),
          Map.entry(404, "Not Found"),
          Map.entry(405, "Method Not Allowed"),
          Map.entry(406, "Not Acceptable"),
          Map.entry(408, "Request Timeout"),
          Map.entry(409, "Conflict"),
          Map.entry(413, "Content Too Large"),
          Map.entry(415, "Unsupported Media Type"),
          Map.entry(421, "Misdirected Request"),
          Map.entry(422, "Unprocessable Content"),
          Map.entry(429, "Too Many Requests"),
          Map.entry(500, "Internal Server Error"),
          Map.entry(503, "Service Unavailable"));

  /** A problem of the request as a whole. */
  public static Problem of(int status, String detail) {
    return new Problem(status, detail, Optional.empty(), Optional.empty());
  }

  /**
   * The problem behind a failure: its own where a {@link BadRequest} is among the causes, otherwise a
   * 500 whose incident is logged here with the failure.
   */
  public static Problem of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BadRequest bad) {
        return new Problem(bad.status(), bad.getMessage(), Optional.ofNullable(bad.field()), Optional.empty());
      }
    }
    String incident = UUID.randomUUID().toString().substring(0, 8);
    LOG.error("Incident {}", incident, failure);
    return new Problem(
        500, "Something went wrong here. The log says more under incident " + incident + ".", Optional.empty(), Optional.of(incident));
  }

  /** As a JSON object; what is not known is left out. */
  public String json() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", "about:blank");
    members.put("title", TITLES.getOrDefault(status, "Error"));
    members.put("status", status);
    members.put("detail", detail);
    field.ifPresent(name -> members.put("field", name));
    incident.ifPresent(id -> members.put("incident", id));
    try {
      return JSON.writeValueAsString(members);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and a number are always JSON", e);
    }
  }

  /** Answers a request with it. */
  void write(HttpServletResponse response) throws IOException {
    response.setStatus(status);
    response.setContentType(TYPE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-store");
    if (status == HttpServletResponse.SC_SERVICE_UNAVAILABLE) {
      response.setHeader("Retry-After", "1");
    }
    response.getWriter().write(json());
  }
}
