package dev.caravan.frontend.http;

import dev.caravan.app.Settings;
import jakarta.inject.Inject;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/**
 * The pages at their addresses: one page serves all addresses of its kind, and its script reads the rest of the address.
 * What all pages have in common stands in {@code layout.html}.
 */
public class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String FORWARDED_PREFIX = "X-Forwarded-Prefix";
    // a path of plain segments, so that no other host and no markup can be written into the page
    private static final Pattern PREFIX = Pattern.compile("(/\\w[\\w.~-]*){1,8}");
    private static final Pattern PLACE = Pattern.compile("@([a-z]+)@");

    // a field, because servlet containers construct servlets without arguments
    @Inject
    transient Settings settings;

    /** By the first part of the address. */
    static final Map<String, Page> PAGES = Map.ofEntries(
            page(
                    "",
                    "landing",
                    "landing",
                    "landing",
                    "Caravan: ask your data in plain words",
                    "Ask about an organisation's data in plain words and see what the answer rests on."),
            page("/chat", "chat", "chat", "chat", "Caravan", "A conversation with the data."),
            page("/share", "share", "share", "sheet", "A shared answer – Caravan", "An answer that somebody shared."),
            sheet("/trace", "trace", "How an answer came about", "Every step of an answer on one time line."),
            sheet(
                    "/report",
                    "report",
                    "The report of a research",
                    "What a research found, each statement with its source."),
            sheet("/boards", "boards", "Boards", "Answers that are kept and refreshed."),
            sheet("/model", "model", "What tables are called", "The semantic model of a workspace, to be edited."),
            sheet("/login", "login", "Log in", "Who asks."),
            sheet("/account", "account", "Your account", "Password, tokens and users."),
            sheet("/status", "status", "Status", "Model, data, budgets and breakers."),
            page(
                    "/missing",
                    "theme",
                    "missing",
                    "sheet",
                    "Nothing here – Caravan",
                    "There is nothing under this address."));

    private static Map.Entry<String, Page> page(
            String address, String script, String content, String body, String title, String description) {
        return Map.entry(address, new Page(script, content, body, title, description));
    }

    /** One that its script fills. */
    private static Map.Entry<String, Page> sheet(String address, String script, String title, String description) {
        return page(address, script, "sheet", "sheet", title + " – Caravan", description);
    }

    /**
     * A page.
     *
     * @param script its module, without the ending
     * @param content the file with what is its own, without the ending
     * @param body class of its body
     * @param title for the browser, until the script knows a better one
     * @param description for those who link to it
     */
    record Page(String script, String content, String body, String title, String description) {
        /**
         * Its HTML.
         *
         * @param base the path the application lives at
         * @param marks further classes of its body, for what the server has: {@code monitored} where the routes can be looked at
         *     with Hawtio, {@code accounts} where people log in
         * @param files the HTML file of a name
         */
        String html(String base, List<String> marks, UnaryOperator<String> files) {
            Map<String, String> values = Map.of(
                    "base", base,
                    "script", script,
                    "body", body,
                    "marks", marks.stream().map(mark -> " " + mark).collect(Collectors.joining()),
                    "title", title,
                    "description", description);
            return filled(
                    "@layout@",
                    name -> name.equals("content")
                            ? files.apply(content)
                            : values.containsKey(name) ? values.get(name) : files.apply(name));
        }

        /** {@code @name@} stands for a value or for the file of that name, which may have such places itself. */
        private static String filled(String text, UnaryOperator<String> values) {
            return PLACE.matcher(text)
                    .replaceAll(place -> Matcher.quoteReplacement(
                            filled(values.apply(place.group(1)), values).stripTrailing()));
        }
    }

    /** Where the page's own addresses begin: below the path that a proxy has taken off, where it says so in a header. */
    static String base(String forwarded, String context) {
        String prefix = forwarded == null ? "" : forwarded.strip().replaceAll("/+$", "");
        return PREFIX.matcher(prefix).matches() ? prefix + context : context;
    }

    /** Where the addresses of a request's application begin. */
    public static String base(HttpServletRequest request) {
        return base(request.getHeader(FORWARDED_PREFIX), request.getContextPath());
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean found = request.getDispatcherType() != DispatcherType.ERROR;
        byte[] page = PAGES.get(request.getServletPath())
                .html(base(request), marks(), this::file)
                .getBytes(StandardCharsets.UTF_8);
        CRC32 sum = new CRC32();
        sum.update(page);
        String tag = "W/\"" + Long.toHexString(sum.getValue()) + "\"";
        response.setHeader("Vary", FORWARDED_PREFIX);
        response.setHeader("ETag", tag);
        response.setHeader("Cache-Control", "no-cache");
        if (found && tag.equals(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
            return;
        }
        response.setContentType("text/html");
        response.setCharacterEncoding("UTF-8");
        response.getOutputStream().write(page);
    }

    private List<String> marks() {
        List<String> marks = new ArrayList<>();
        if (settings.flag("hawtio.enabled")) {
            marks.add("monitored");
        }
        if (!settings.text("security.login").equals("none")) {
            marks.add("accounts");
        }
        return marks;
    }

    private String file(String name) {
        try (InputStream in = getServletContext().getResourceAsStream("/WEB-INF/pages/" + name + ".html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
