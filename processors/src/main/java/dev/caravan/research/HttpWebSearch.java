package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.outbound.OutboundClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Asks a search engine (a POST of {@code {query, max_results}} whose answer is {@code {results: [{title, url}]}}, the form of Tavily) and
 * reads the pages it names: by http and https, of hosts of the internet alone, without redirects, cookies and scripts, text and HTML of
 * at most 2 MB within 15 seconds.
 */
public final class HttpWebSearch implements WebSearch {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_BYTES = 2 << 20;
    private static final int MOST_CHARACTERS = 40_000;
    private static final int LONGEST_TITLE = 120;
    private static final Duration MOST_TIME = Duration.ofSeconds(15);
    private static final Timeout WAIT = Timeout.ofSeconds(8);
    private static final List<String> READ = List.of("text/html", "application/xhtml+xml", "text/plain");

    private final Settings settings;
    private final CloseableHttpClient engine;
    private final CloseableHttpClient pages;

    /**
     * How the web is searched.
     *
     * @param url of the search engine
     * @param key what it lets one in by; empty where it wants none
     * @param results pages of one search
     * @param inner whether pages of this computer and of inner networks may be read
     */
    public record Settings(String url, String key, int results, boolean inner) {
        /** Without the key, so that it reaches no log. */
        @Override
        public String toString() {
            return url;
        }
    }

    /** Nothing is asked before the first search. */
    public HttpWebSearch(Settings settings) {
        this.settings = settings;
        this.engine = OutboundClient.open(true, WAIT);
        this.pages = OutboundClient.open(settings.inner(), WAIT);
    }

    @Override
    public Found search(String query) {
        List<Page> found = new ArrayList<>();
        List<String> left = new ArrayList<>();
        for (JsonNode result : results(query)) {
            String url = result.path("url").asText();
            if (found.size() + left.size() == settings.results()) {
                break;
            }
            try {
                found.add(new Page(url, title(result.path("title").asText()), page(url)));
            } catch (IOException | IllegalArgumentException e) {
                left.add(shortened(plain(url)) + ": " + e.getMessage());
            }
        }
        return new Found(found, left);
    }

    private JsonNode results(String query) {
        HttpPost request = new HttpPost(settings.url());
        if (!settings.key().isEmpty()) {
            request.setHeader("Authorization", "Bearer " + settings.key());
        }
        try {
            request.setEntity(new StringEntity(
                    JSON.writeValueAsString(Map.of("query", query, "max_results", settings.results())),
                    ContentType.APPLICATION_JSON));
            byte[] answer = engine.execute(request, response -> {
                if (response.getCode() != 200) {
                    throw new IOException("HTTP " + response.getCode());
                }
                return bytes(response);
            });
            return JSON.readTree(answer).path("results");
        } catch (IOException e) {
            throw new Unavailable("the web search at " + settings + " failed: " + e.getMessage(), e);
        }
    }

    private List<String> page(String url) throws IOException {
        URI address = URI.create(url);
        String scheme = Optional.ofNullable(address.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!List.of("http", "https").contains(scheme) || address.getHost() == null || address.getUserInfo() != null) {
            throw new IOException("no address of a page");
        }
        ClassicHttpRequest request = new HttpGet(address);
        request.setHeader("Accept", String.join(", ", READ));
        return pages.execute(request, response -> {
            if (response.getCode() != 200) {
                throw new IOException("HTTP " + response.getCode());
            }
            ContentType type = ContentType.parseLenient(
                    response.getEntity() == null ? "" : response.getEntity().getContentType());
            String kind = type == null ? "" : String.valueOf(type.getMimeType()).toLowerCase(Locale.ROOT);
            if (!READ.contains(kind)) {
                throw new IOException("neither text nor HTML");
            }
            byte[] body = bytes(response);
            String charset =
                    type.getCharset() == null ? null : type.getCharset().name();
            return kind.equals("text/plain")
                    ? paragraphs(List.of(new String(body, type.getCharset(StandardCharsets.UTF_8)).split("\\R\\s*\\R")))
                    : paragraphs(Jsoup.parse(new ByteArrayInputStream(body), charset, url));
        });
    }

    /** The whole body; refused where it is too large or takes too long. */
    private static byte[] bytes(ClassicHttpResponse response) throws IOException {
        long latest = System.nanoTime() + MOST_TIME.toNanos();
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (InputStream in = entity.getContent()) {
            byte[] part = new byte[8192];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                body.write(part, 0, read);
                if (body.size() > MOST_BYTES) {
                    throw new IOException("more than 2 MB");
                }
                if (System.nanoTime() > latest) {
                    throw new IOException("took longer than " + MOST_TIME.toSeconds() + " s");
                }
            }
        }
        return body.toByteArray();
    }

    private static List<String> paragraphs(Document document) {
        document.select(
                        "script, style, nav, header, footer, form, noscript, template, iframe, [hidden], [aria-hidden=true]")
                .remove();
        return paragraphs(document.select("p, li, td, blockquote, pre, h1, h2, h3, h4, dd").stream()
                .filter(element -> element.select("p, li, td").size() <= (element.is("p, li, td") ? 1 : 0))
                .map(Element::text)
                .toList());
    }

    private static List<String> paragraphs(List<String> texts) {
        List<String> paragraphs = new ArrayList<>();
        int length = 0;
        for (String text : texts) {
            String paragraph = plain(text);
            length += paragraph.length();
            if (length > MOST_CHARACTERS) {
                break;
            }
            if (!paragraph.isEmpty()) {
                paragraphs.add(paragraph);
            }
        }
        return paragraphs;
    }

    private static String title(String text) {
        return shortened(plain(text));
    }

    private static String shortened(String text) {
        return text.length() > LONGEST_TITLE ? text.substring(0, LONGEST_TITLE) + " …" : text;
    }

    /** Without what a page could make a link, a picture or a mark of in a report. */
    private static String plain(String text) {
        return text.replaceAll("[\\[\\]<>`|*_\\\\#]", " ")
                .replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ")
                .strip();
    }

    @Override
    public void close() {
        engine.close(CloseMode.GRACEFUL);
        pages.close(CloseMode.GRACEFUL);
    }
}
