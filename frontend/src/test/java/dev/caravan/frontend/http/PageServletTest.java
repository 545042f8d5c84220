package dev.caravan.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PageServletTest {
    private static final Path APPLICATION = Path.of(System.getProperty("caravan.home"), "frontend/src/main/webapp");

    private static String file(String name) {
        try {
            return Files.readString(APPLICATION.resolve("WEB-INF/pages").resolve(name + ".html"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> texts(PageLanguage language) {
        try {
            return new ObjectMapper()
                    .readValue(
                            APPLICATION
                                    .resolve("texts/" + language.tag() + "/pages.json")
                                    .toFile(),
                            new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String html(PageServlet.Page page, PageLanguage language, String base, List<String> marks) {
        return page.html(base, marks, language, texts(language)::get, PageServletTest::file);
    }

    @Test
    void saysEveryPageInTheLanguageThatIsWanted() {
        assertThat(PageServlet.PAGES.values())
                .allSatisfy(page -> assertThat(html(page, PageLanguage.DE, "/app", List.of()))
                        .contains("<html lang=\"de\">", "/app/texts/de/common.json")
                        .contains("<title>" + texts(PageLanguage.DE).get(page.name() + "Title") + "</title>")
                        .doesNotContain("Skip to", "Dark theme", "This page needs")
                        .doesNotContainPattern("@[a-z.A-Z0-9]+@|null"));
    }

    @Test
    void takesTheLanguageThatWasChosenOrTheFirstThatTheBrowserWants() {
        List<Locale> wanted = List.of(Locale.FRENCH, Locale.forLanguageTag("de-AT"), Locale.ENGLISH);
        assertThat(PageLanguage.of("", wanted)).isEqualTo(PageLanguage.DE);
        assertThat(PageLanguage.of("en", wanted)).isEqualTo(PageLanguage.EN);
        assertThat(PageLanguage.of("xx", List.of(Locale.FRENCH))).isEqualTo(PageLanguage.EN);
    }

    @Test
    void fillsEveryPlaceOfEveryPage() {
        assertThat(PageServlet.PAGES.values())
                .allSatisfy(page -> assertThat(html(page, PageLanguage.EN, "/app", List.of()))
                        .startsWith("<!DOCTYPE html>")
                        .contains(
                                "<title>" + texts(PageLanguage.EN).get(page.name() + "Title") + "</title>",
                                "<script type=\"module\" src=\"/app/js/" + page.script() + ".js\">",
                                "data-theme-toggle")
                        .containsOnlyOnce("<main")
                        .doesNotContainPattern("@[a-z.A-Z0-9]+@|null"));
    }

    @Test
    void namesOnlyFilesThatAreThere() {
        assertThat(PageServlet.PAGES.values()).allSatisfy(page -> assertThat(
                        Pattern.compile("(?:src|href)=\"/app/([^\"#]+\\.[a-z]+)\"")
                                .matcher(html(page, PageLanguage.EN, "/app", List.of()))
                                .results()
                                .map(match -> match.group(1)))
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThat(APPLICATION.resolve(name)).exists()));
    }

    @Test
    void linksToTheRoutesOnlyWhereTheyCanBeLookedAt() {
        PageServlet.Page page = PageServlet.PAGES.get("/status");
        assertThat(html(page, PageLanguage.EN, "", List.of("monitored", "accounts")))
                .contains("<body class=\"sheet monitored accounts\">");
        assertThat(html(page, PageLanguage.EN, "", List.of())).contains("<body class=\"sheet\">");
    }

    @Test
    void saysWhatAllPagesShareInOneFile() {
        assertThat(APPLICATION.resolve("WEB-INF/pages").toFile().list((folder, name) -> file(name.replace(".html", ""))
                        .contains("<meta")))
                .containsExactly("layout.html");
    }

    @Test
    void beginsItsAddressesBelowThePathThatAProxyHasTakenOff() {
        assertThat(PageServlet.base("/tools/caravan", "")).isEqualTo("/tools/caravan");
        assertThat(PageServlet.base("/tools/", "/app")).isEqualTo("/tools/app");
        assertThat(PageServlet.base(null, "/app")).isEqualTo("/app");
        for (String other : List.of("", "/", "//elsewhere.org", "https://elsewhere.org", "/a\"b", "/../x", "tools")) {
            assertThat(PageServlet.base(other, "/app")).as(other).isEqualTo("/app");
        }
    }
}
