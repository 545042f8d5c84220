package dev.caravan.frontend.http;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.concurrent.ConcurrentHashMap;
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
    private static final Pattern PLACE = Pattern.compile("@([a-z]+(?:[.]\\w+)?)@");
    private static final String TEXT = "text.";
    private static final String EARLY = "<link rel=\"preload\" href=\"%s/texts/%s/%s.json\" as=\"fetch\" crossorigin>";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final transient Map<PageLanguage, Map<String, String>> texts = new ConcurrentHashMap<>();

    // a field, because servlet containers construct servlets without arguments
    @Inject
    transient Settings settings;

    /** By the first part of the address. */
    static final Map<String, Page> PAGES = Map.ofEntries(
            Map.entry("", new Page("landing", "landing", "landing", "landing", "")),
            Map.entry("/chat", new Page("chat", "chat", "chat", "chat", "chat")),
            Map.entry("/share", new Page("share", "share", "share", "sheet", "chat")),
            sheet("trace"),
            sheet("report"),
            Map.entry("/boards", new Page("boards", "boards", "sheet", "sheet", "chat")),
            sheet("model"),
            sheet("login"),
            sheet("account"),
            sheet("status"),
            Map.entry("/missing", new Page("missing", "theme", "missing", "sheet", "")));

    /** One that its script fills. */
    private static Map.Entry<String, Page> sheet(String name) {
        return Map.entry("/" + name, new Page(name, name, "sheet", "sheet", "work"));
    }

    /**
     * A page.
     *
     * @param name what its title and description begin with among the texts
     * @param script its module, without the ending
     * @param content the file with what is its own, without the ending
     * @param body class of its body
     * @param part the part of the texts that its script needs besides the common one, for the browser to fetch at once; or nothing
     */
    record Page(String name, String script, String content, String body, String part) {
        /**
         * Its HTML.
         *
         * @param base the path the application lives at
         * @param marks further classes of its body, for what the server has: {@code monitored} where the routes can be looked at
         *     with Hawtio, {@code accounts} where people log in
         * @param language what its texts are in
         * @param texts the text of a key, in that language
         * @param files the HTML file of a name
         */
        String html(
                String base,
                List<String> marks,
                PageLanguage language,
                UnaryOperator<String> texts,
                UnaryOperator<String> files) {
            Map<String, String> values = Map.of(
                    "base", base,
                    "script", script,
                    "body", body,
                    "language", language.tag(),
                    "marks", marks.stream().map(mark -> " " + mark).collect(Collectors.joining()),
                    "title", escaped(texts.apply(name + "Title")),
                    "description", escaped(texts.apply(name + "Description")));
            UnaryOperator<String> place = key -> {
                if (key.startsWith(TEXT)) {
                    return escaped(texts.apply(key.substring(TEXT.length())));
                }
                return switch (key) {
                    case "content" -> files.apply(content);
                    case "early" -> part.isEmpty() ? "" : EARLY.formatted(base, language.tag(), part);
                    default -> values.containsKey(key) ? values.get(key) : files.apply(key);
                };
            };
            return filled("@layout@", place);
        }

        /** {@code @name@} stands for a value, for a text or for the file of that name, which may have such places itself. */
        private static String filled(String text, UnaryOperator<String> values) {
            return PLACE.matcher(text)
                    .replaceAll(place -> Matcher.quoteReplacement(
                            filled(values.apply(place.group(1)), values).stripTrailing()));
        }

        private static String escaped(String text) {
            return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
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
        PageLanguage language = PageLanguage.of(request);
        byte[] page = PAGES.get(request.getServletPath())
                .html(base(request), marks(), language, texts.computeIfAbsent(language, this::texts)::get, this::file)
                .getBytes(StandardCharsets.UTF_8);
        CRC32 sum = new CRC32();
        sum.update(page);
        String tag = "W/\"" + Long.toHexString(sum.getValue()) + "\"";
        response.setHeader("Vary", FORWARDED_PREFIX + ", Accept-Language, Cookie");
        response.setHeader("Content-Language", language.tag());
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
        return new String(content("/WEB-INF/pages/" + name + ".html"), StandardCharsets.UTF_8);
    }

    /** The texts of what stands in the HTML files, by key. */
    private Map<String, String> texts(PageLanguage language) {
        try {
            return JSON.readValue(content("/texts/" + language.tag() + "/pages.json"), new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] content(String path) {
        try (InputStream in = getServletContext().getResourceAsStream(path)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
