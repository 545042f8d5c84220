package dev.caravan.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @Test
    void fillsEveryPlaceOfEveryPage() {
        assertThat(PageServlet.PAGES.values())
                .allSatisfy(page -> assertThat(page.html("/app", List.of(), PageServletTest::file))
                        .startsWith("<!DOCTYPE html>")
                        .contains(
                                "<title>" + page.title() + "</title>",
                                "<script type=\"module\" src=\"/app/js/" + page.script() + ".js\">",
                                "data-theme-toggle")
                        .containsOnlyOnce("<main")
                        .doesNotContainPattern("@[a-z]+@"));
    }

    @Test
    void namesOnlyFilesThatAreThere() {
        assertThat(PageServlet.PAGES.values()).allSatisfy(page -> assertThat(
                        Pattern.compile("(?:src|href)=\"/app/([^\"#]+\\.[a-z]+)\"")
                                .matcher(page.html("/app", List.of(), PageServletTest::file))
                                .results()
                                .map(match -> match.group(1)))
                .hasSizeGreaterThan(4)
                .allSatisfy(name -> assertThat(APPLICATION.resolve(name)).exists()));
    }

    @Test
    void linksToTheRoutesOnlyWhereTheyCanBeLookedAt() {
        PageServlet.Page page = PageServlet.PAGES.get("/status");
        assertThat(page.html("", List.of("monitored", "accounts"), PageServletTest::file))
                .contains("<body class=\"sheet monitored accounts\">");
        assertThat(page.html("", List.of(), PageServletTest::file)).contains("<body class=\"sheet\">");
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
