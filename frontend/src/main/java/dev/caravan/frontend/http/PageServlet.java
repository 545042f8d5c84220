package dev.caravan.frontend.http;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * The pages at their addresses: one HTML file serves all addresses of its kind, and its scripts read the rest of the
 * address. {@code @base@} in a file stands for the path the application lives at.
 */
public class PageServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final Map<String, String> FILES =
      Map.of("", "landing", "/chat", "chat", "/share", "share", "/trace", "trace", "/status", "status");

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
    byte[] page = page(FILES.get(request.getServletPath()), request.getContextPath());
    CRC32 sum = new CRC32();
    sum.update(page);
    String tag = "W/\"" + Long.toHexString(sum.getValue()) + "\"";
    response.setHeader("ETag", tag);
    response.setHeader("Cache-Control", "no-cache");
    if (tag.equals(request.getHeader("If-None-Match"))) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType("text/html");
    response.setCharacterEncoding("UTF-8");
    response.getOutputStream().write(page);
  }

  private byte[] page(String name, String base) throws IOException {
    try (InputStream in = getServletContext().getResourceAsStream("/WEB-INF/pages/" + name + ".html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("@base@", base).getBytes(StandardCharsets.UTF_8);
    }
  }
}
