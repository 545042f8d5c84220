package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What axe finds on the page that a browser shows, and whether it fits. */
record Accessibility(Browser browser) {
    /** Axe finds nothing serious, neither on a wide light page nor on a narrow dark one; both are kept as pictures. */
    void check(String what) throws IOException {
        loadAxe();
        Object theme = browser.script("return document.documentElement.dataset.theme ?? null");
        try {
            look("light", 1280, 900);
            assertNothingSerious(what + ", light");
            look("dark", 360, 740);
            assertFits(what);
            assertNothingSerious(what + ", dark and narrow");
        } finally {
            look(theme, 1280, 900);
        }
    }

    void loadAxe() throws IOException {
        try (InputStream axe = Accessibility.class.getResourceAsStream("/axe.min.js")) {
            browser.script(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    void look(Object theme, int width, int height) {
        browser.size(width, height);
        browser.script(
                "if (arguments[0]) document.documentElement.dataset.theme = arguments[0]; else delete document.documentElement.dataset.theme; document.dispatchEvent(new Event('themechange'))",
                theme);
    }

    void assertNothingSerious(String what) throws IOException {
        browser.picture(what);
        Object found = browser.asyncScript(
                """
            const done = arguments[0];
            axe.run({resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}).then((result) => done(JSON.stringify(
              result.violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
                .map(({id, nodes}) => id + ': ' + nodes.map(({html, failureSummary}) => html.slice(0, 120) + ' ' + failureSummary).slice(0, 3).join(' | ')))));
            """);
        assertThat(new ObjectMapper().readTree(String.valueOf(found)))
                .as("serious findings of axe on " + what)
                .isEmpty();
    }

    void assertFits(String what) {
        Object over =
                browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assertThat(over).as("what " + what + " is too wide by").isEqualTo(0L);
    }
}
