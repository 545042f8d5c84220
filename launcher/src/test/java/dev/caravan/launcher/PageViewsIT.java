package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** How an answer is looked at: chart, table, sources, notes; and what of it outlives a reload. */
@Timeout(300)
class PageViewsIT {
    private static final String TOP_FIVE = "What were Kenya's top 5 exports in 2023?";
    private static final String ANSWER = ".answer:not(.typing)";

    /** Puts an element of the page's own modules onto it: kind, and data with columns as name and unit. */
    private static final String PUT =
            """
            const [base, kind, question, columns, rows, more] = arguments;
            const done = arguments[arguments.length - 1];
            Promise.all([import(new URL('js/chart.js', base).href), import(new URL('js/table.js', base).href)]).then(([{chartOf}, {tableOf}]) => {
              const data = {question, columns: columns.map(([name, unit]) => ({name, unit})), rows, rows_total: rows.length, ...more};
              const began = performance.now();
              const view = (kind === 'chart' ? chartOf : tableOf)(data);
              view.id = 'looked-at';
              document.getElementById('looked-at')?.remove();
              document.querySelector('main').prepend(view);
              window.lookedAt = view;
              done(performance.now() - began);
            });
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path home;

    @TempDir
    static Path downloads;

    private static DemoHome product;
    private static CaravanServer server;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(downloads);
        product = DemoHome.create(home);
        // files that become workspaces are written there
        Path workspaces = home.resolve("workspaces");
        copy(Path.of(System.getProperty("caravan.home")).resolve("workspaces"), workspaces);
        Path written = home.resolve("application.yaml");
        Files.writeString(
                written,
                Files.readString(written)
                        .replaceFirst("workspaces: .*", "workspaces: {directory: " + workspaces + "}"));
        server = CaravanServer.start(Settings.load(home, Map.of()), Progress.silent());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
        if (product != null) {
            product.close();
        }
    }

    @BeforeEach
    void freshPage() {
        browser.size(1280, 900);
        browser.forgetChoices(server.address());
        browser.complaints();
    }

    private static void ask(String question) {
        browser.open(server.address() + "chat?q=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
        browser.await(ANSWER);
    }

    private static Object put(String kind, String question, List<?> columns, List<?> rows, Map<String, ?> more) {
        return browser.asyncScript(PUT, server.address().toString(), kind, question, columns, rows, more);
    }

    private static JsonNode json(String script, Object... arguments) throws IOException {
        return JSON.readTree(String.valueOf(browser.script("return JSON.stringify(" + script + ")", arguments)));
    }

    private static Path saved(String ending) throws IOException {
        Path[] found = new Path[1];
        browser.wait("a file " + ending + " is saved", () -> {
            try (var files = Files.list(downloads)) {
                found[0] = files.filter(file -> file.toString().endsWith(ending))
                        .findFirst()
                        .orElse(null);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return found[0] != null;
        });
        return found[0];
    }

    // charts

    @Test
    void opensASeriesOnItsChartAndKeepsTheTabThatWasChosen() throws Exception {
        ask("How have the exports of Kenya and Uganda changed since 2010?");
        browser.await("caravan-chart[data-drawn=line] canvas");
        browser.picture("a series opens on its chart");
        browser.click("[data-kind=bar]");
        browser.await("caravan-chart[data-drawn=bar]");
        browser.click("[data-tab=table]");
        browser.await("caravan-table tbody tr");
        browser.reload();
        browser.await(ANSWER);
        assertThat(browser.count("[data-tab=table][aria-selected=true]")).isEqualTo(1);
        ask(TOP_FIVE);
        assertThat(browser.count("[data-tab=table][aria-selected=true]"))
                .as("a ranking opens on its table")
                .isEqualTo(1);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void setsTwoYearsOfAThingSideBySide() throws Exception {
        browser.open(server.address().resolve("chat"));
        put(
                "chart",
                "Exports of Kenya and Uganda in 2019 and 2023",
                List.of(List.of("country", ""), List.of("year", "year"), List.of("exports", "USD")),
                List.of(
                        List.of("Kenya", 2019, 5e9),
                        List.of("Kenya", 2023, 7e9),
                        List.of("Uganda", 2019, 3e9),
                        List.of("Uganda", 2023, 6e9)),
                Map.of());
        browser.await("#looked-at[data-drawn=bar]");
        browser.picture("two years side by side");
        JsonNode option = json("{names: lookedAt.drawn.getOption().series.map(({name}) => name).sort(), "
                + "things: lookedAt.drawn.getOption().yAxis[0].data, kinds: lookedAt.plan.kinds}");
        assertThat(option.path("names").toString()).isEqualTo("[\"2019\",\"2023\"]");
        assertThat(option.path("things")).hasSize(2);
        assertThat(option.path("kinds").toString()).contains("line").doesNotContain("treemap");
    }

    @Test
    void cutsNoLabelOnTheLeft() throws Exception {
        browser.open(server.address().resolve("chat"));
        for (int width : new int[] {1280, 800, 400}) {
            browser.size(width, 900);
            put(
                    "chart",
                    "What did Kenya export in 2019?",
                    List.of(List.of("product", ""), List.of("exports", "USD")),
                    List.of(
                            List.of("Petroleum oils and oils from bituminous minerals, other than crude", 2e9),
                            List.of("WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", 1e9),
                            List.of("Tea", 5e8)),
                    Map.of());
            browser.await("#looked-at[data-drawn=bar]");
            browser.picture("long names at " + width);
            Object leftmost = browser.script(
                    """
                return Math.min(...lookedAt.drawn.getZr().storage.getDisplayList(true).filter((one) => one.style?.text).map((one) => {
                  const box = one.getBoundingRect().clone();
                  const moved = one.transform;
                  return moved ? moved[0] * box.x + moved[4] : box.x;
                }))""");
            assertThat(((Number) leftmost).doubleValue())
                    .as("of a window of " + width)
                    .isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void drawsTheMeasureThatWasAskedForAndTilesOnlyOfWhatAddsUp() throws Exception {
        browser.open(server.address());
        Object plans = browser.script(
                """
            return import(new URL('js/chart.js', arguments[0]).href).then(({chartable, opensOnChart}) => JSON.stringify([
              ['Whose exports grew most?', [['country', ''], ['exports', 'USD'], ['growth', 'percent']], [['A', 9, 1], ['B', 8, 2], ['C', 7, 3], ['D', 6, 4]]],
              ['Average price by city', [['city', ''], ['avg_price', 'USD']], [['A', 9], ['B', 8], ['C', 7], ['D', 6]]],
              ['Sales by city', [['city', ''], ['sales', 'USD']], [['A', 9], ['B', 8], ['C', 7], ['D', 6]]],
              ['Compare the sales of A and B', [['city', ''], ['sales', 'USD']], [['A', 9], ['B', 8]]],
            ].map(([question, columns, rows]) => {
              const data = {question, columns: columns.map(([name, unit]) => ({name, unit})), rows};
              return {...chartable(data), opens: opensOnChart(data)};
            })))""",
                server.address().toString());
        JsonNode found = JSON.readTree(String.valueOf(plans));
        assertThat(found.path(0).path("measures").path(0).asInt()).as("growth").isEqualTo(2);
        assertThat(found.path(0).path("kinds").toString()).doesNotContain("treemap");
        assertThat(found.path(1).path("kinds").toString()).doesNotContain("treemap");
        assertThat(found.path(2).path("kinds").toString()).contains("treemap");
        assertThat(found.path(2).path("opens").asBoolean()).isFalse();
        assertThat(found.path(3).path("opens").asBoolean()).isTrue();
    }

    @Test
    void savesPicturesThatStandByThemselves() throws Exception {
        browser.open(server.address().resolve("chat"));
        put(
                "chart",
                "Exports of Kenya by year",
                List.of(List.of("year", "year"), List.of("exports", "USD")),
                List.of(List.of(2019, 5e9), List.of(2020, 4e9), List.of(2021, 6e9)),
                Map.of("source", "Caravan demo world (synthetic demo data)"));
        browser.await("#looked-at[data-drawn=line]");
        browser.click("#looked-at .svg");
        Path picture = saved(".svg");
        assertThat(picture.getFileName()).hasToString("caravan-exports-of-kenya-by-year.svg");
        String svg = Files.readString(picture);
        assertThat(svg)
                .contains("Exports of Kenya by year", "exports (USD)", "SYNTHETIC DATA", "Source: Caravan demo world")
                .contains(LocalDate.now(ZoneOffset.UTC).toString());
        browser.click("#looked-at .png");
        assertThat(Files.readAllBytes(saved(".png"))).startsWith(0x89, 'P', 'N', 'G');
        Files.copy(
                saved(".png"),
                Path.of(System.getProperty("caravan.home"), "launcher/target/pictures/a saved picture.png"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(browser.complaints()).isEmpty();
    }

    // tables

    private static List<List<Object>> manyRows(int count) {
        return java.util.stream.IntStream.range(0, count)
                .mapToObj(i -> List.<Object>of("thing " + i % 100, i % 7, i))
                .toList();
    }

    private static final List<?> COLUMNS =
            List.of(List.of("thing", ""), List.of("class", ""), List.of("amount", "USD"));

    @Test
    void showsTenThousandRowsWithoutStanding() throws Exception {
        browser.open(server.address().resolve("chat"));
        put("table", "Many rows", COLUMNS, manyRows(10_000), Map.of("csv", "/x.csv"));
        assertThat(browser.count("#looked-at tbody tr")).isEqualTo(50);
        browser.script(
                """
            window.longest = 0;
            new PerformanceObserver((list) => { window.longest = Math.max(window.longest, ...list.getEntries().map(({duration}) => duration)); }).observe({type: 'longtask'});
            window.stalled = performance.now();
            document.querySelector('#looked-at .more-rows').click();
            window.stalled = performance.now() - window.stalled;""");
        browser.wait("all rows are there", () -> browser.count("#looked-at tbody tr") == 10_000);
        double click = ((Number) browser.script("return window.stalled")).doubleValue();
        System.out.println("10,000 rows: the click took " + click + " ms, the longest task "
                + browser.script("return window.longest") + " ms");
        assertThat(click).as("until the page goes on").isLessThan(500);
    }

    @Test
    void filtersSortsHidesAddsUpAndCopies() throws Exception {
        browser.open(server.address().resolve("chat"));
        put("table", "Things & classes of 2023", COLUMNS, manyRows(40), Map.of("csv", "/x.csv"));
        assertThat(browser.text("#looked-at tfoot td:last-child")).isEqualTo("$780");
        assertThat(browser.script("return document.querySelector('#looked-at .csv').download"))
                .isEqualTo("caravan-things-classes-of-2023.csv");
        browser.click("#looked-at th:nth-child(2) .sort");
        browser.script(
                "document.querySelectorAll('#looked-at .sort')[2].dispatchEvent(new MouseEvent('click', {bubbles: true, shiftKey: true}))");
        assertThat(browser.texts("#looked-at tbody tr:first-child td")).containsExactly("thing 34", "6", "$34");
        assertThat(browser.count("#looked-at th[aria-sort]")).isEqualTo(2);
        browser.type("#looked-at .filter", "thing 3");
        browser.wait("those with the text are left", () -> browser.count("#looked-at tbody tr") == 11);
        assertThat(browser.text("#looked-at [role=status]")).isEqualTo("11 of 40 rows have this text");
        assertThat(browser.text("#looked-at tfoot td:last-child")).isEqualTo("$348");
        browser.click("#looked-at .columns summary");
        browser.picture("the columns of a table");
        browser.click("#looked-at .columns label:nth-child(2) input");
        assertThat(browser.texts("#looked-at tbody tr:first-child td:not([hidden])"))
                .containsExactly("thing 34", "$34");
        browser.click("#looked-at .copy-rows");
        assertThat(browser.copied().lines().toList()).hasSize(12).startsWith("thing\tamount", "thing 34\t34");
        assertThat(browser.complaints()).isEmpty();
    }

    // sources and notes

    @Test
    void leadsFromANumberToItsSource() {
        ask("What is the economic complexity index and how is it computed?");
        browser.click(".cite");
        browser.await(".passages details[open]");
        assertThat(browser.isFocused(".passages details[open] summary")).isTrue();
    }

    @Test
    void asksForTheOtherMeaningByAClickAndSaysNothingTwice() throws Exception {
        browser.open(server.address().resolve("chat"));
        browser.asyncScript(
                """
            const done = arguments[arguments.length - 1];
            import(new URL('js/turn.js', arguments[0]).href).then(({CaravanTurn}) => {
              const view = CaravanTurn.of('What did Korea export?', {onAsk: (question) => { window.askedFor = question; }});
              document.querySelector('main').prepend(view);
              view.answer({turn_id: 't', question: 'What did Korea export?', asked: 'What did Korea export?', outcome: 'answered', answer: 'Cars, mostly. Figures are in current dollars.',
                options: [], suggestions: [], evidence: [], steps: [], overrides: {}, mode: 'auto', millis: 1,
                notes: ['"Korea" was taken for South Korea (KOR); it can also mean North Korea (PRK).', 'Figures are in current dollars.', 'Services are left out.', 'Services are left out']});
              done();
            });""",
                server.address().toString());
        assertThat(browser.texts(".notes li")).hasSize(2);
        assertThat(browser.text(".notes")).contains("Services are left out").doesNotContain("current dollars");
        browser.click(".notes .instead");
        assertThat(browser.script("return window.askedFor")).isEqualTo("What did North Korea export?");
        assertThat(browser.texts(".actions .regenerate")).containsExactly("Ask again");
        browser.click(".actions .regenerate");
        assertThat(browser.script("return window.askedFor")).isEqualTo("What did Korea export?");
    }

    // documents

    private static final String FIGURE = "What were the net sales of Alder Ridge Tools in 2023?";

    private static void askFilings(String question) {
        browser.open(
                server.address() + "chat?workspace=filings&q=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
        browser.await(ANSWER);
    }

    @Test
    void opensTheCitedPageWithItsPlaceMarked() throws Exception {
        askFilings(FIGURE);
        assertThat(browser.text(ANSWER)).contains("2,318 million");
        browser.click("button.cite");
        browser.await("dialog.viewer mark.meant");
        browser.wait(
                "the picture of the page is there",
                () -> Boolean.TRUE.equals(
                        browser.script(
                                "const image = document.querySelector('.viewer-sheet img'); return image.complete && image.naturalWidth > 0")));
        JsonNode places = json(
                """
                (() => {
                  const box = (css) => document.querySelector(css).getBoundingClientRect();
                  const [sheet, mark] = [box('.viewer-sheet'), box('mark.meant')];
                  return {inside: mark.left >= sheet.left && mark.right <= sheet.right && mark.top >= sheet.top && mark.bottom <= sheet.bottom,
                    part: mark.width * mark.height / (sheet.width * sheet.height)};
                })()""");
        assertThat(places.path("inside").asBoolean()).isTrue();
        assertThat(places.path("part").asDouble()).as("a place, not the page").isBetween(0.0005, 0.3);
        assertThat(browser.text(".viewer-place")).isEqualTo("Page 4 of 7");
        assertThat(browser.text(".viewer-quote")).startsWith("[1]").contains("2,318");
        browser.picture("a cited page");
        browser.click(".viewer-pages [aria-label='Next page']");
        browser.wait("the next page", () -> browser.text(".viewer-place").equals("Page 5 of 7"));
        browser.size(390, 800);
        assertThat(browser.script("return document.querySelector('dialog.viewer').scrollWidth <= innerWidth"))
                .isEqualTo(true);
        browser.picture("a cited page on a phone");
        browser.keys(Keys.ESCAPE);
        browser.wait("the viewer is closed", () -> browser.count("dialog.viewer") == 0);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void addsShowsAndDeletesADocument() throws Exception {
        askFilings(FIGURE);
        Path file = Files.writeString(
                home.resolve("harvest-notes.md"),
                """
                # Harvest notes of Tarn Orchards

                The orchard picked 412 tonnes of pears in 2023.
                """);
        Path program = Files.writeString(home.resolve("program.exe"), "MZ");
        browser.click("#library");
        browser.await(".library-list li[data-document]", 5);
        browser.type("#library-files", file + "\n" + program);
        browser.await(".library-told .good");
        browser.await(".library-told .bad");
        assertThat(browser.text(".library-told .good"))
                .isEqualTo("harvest-notes.md: added (Harvest notes of Tarn Orchards, 1 page)");
        assertThat(browser.text(".library-told .bad"))
                .startsWith("program.exe: ")
                .contains("of a kind that is not read");
        browser.type(".library-search", "harvest");
        browser.wait("it is found by its name", () -> browser.count(".library-list li[data-document]") == 1);
        browser.picture("documents of a workspace");
        browser.click(".library-list li[data-document] .link:first-child");
        browser.wait("its text is shown", () -> browser.text(".viewer-words").contains("412 tonnes"));
        browser.keys(Keys.ESCAPE);
        browser.wait("the list is there again", () -> browser.count("dialog.viewer") == 0);
        browser.click(".library-list .bad");
        assertThat(browser.text(".library-list .bad")).isEqualTo("Really delete?");
        browser.click(".library-list .bad");
        browser.wait("it is gone", () -> browser.text(".library-list").contains("None is called so"));
    }

    // conversations

    @Test
    void renamesPinsAndFindsConversations() throws Exception {
        ask(TOP_FIVE);
        ask("What did Uganda export in 2019?");
        browser.wait("the conversation is in the list", () -> browser.count(".threads li:has([aria-current])") == 1);
        String second = browser.address().replaceAll(".*/", "");
        String item = ".threads li[data-id='" + second + "']";
        browser.script("document.querySelector(arguments[0] + ' .rename').click()", item);
        browser.await(item + " .new-title");
        browser.keys("Zebras of Uganda", Keys.ENTER);
        browser.wait("it has its new title", () -> browser.text(item + " .thread-title")
                .equals("Zebras of Uganda"));
        assertThat(browser.text("#title")).isEqualTo("Zebras of Uganda");
        ask(TOP_FIVE);
        browser.await(item);
        browser.script("document.querySelector(arguments[0] + ' .pin').click()", item);
        browser.wait("it stands before newer ones", () -> browser.count(item + ":first-child.pinned") == 1);
        browser.picture("a conversation that is pinned");
        browser.script("document.querySelector(arguments[0] + ' .file').click()", item);
        browser.await(item + " .new-title");
        browser.keys("East Africa", Keys.ENTER);
        browser.wait("it is in a folder", () -> browser.text(item + " .thread-folder")
                .equals("East Africa"));
        browser.wait("the folders are offered", () -> browser.count(".folders:not([hidden]) option") == 2);
        browser.script(
                "const f = document.querySelector('.folders'); f.value = 'East Africa'; f.dispatchEvent(new Event('change'))");
        browser.wait("what is in it", () -> browser.count(".threads li") == 1);
        browser.picture("folders");
        browser.script(
                "const f = document.querySelector('.folders'); f.value = ''; f.dispatchEvent(new Event('change'))");
        browser.wait("all again", () -> browser.count(".threads li") > 1);
        browser.type(".past input[type=search]", "zebra");
        browser.wait("what was searched for is marked", () -> browser.texts(".threads mark")
                .equals(List.of("Zebra")));
        assertThat(browser.count(".threads li")).isEqualTo(1);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void keepsWhatAPersonChangedAboutAChart() throws Exception {
        browser.prefer("prefers-reduced-motion", "reduce");
        ask("How did Vietnam's exports of electronics develop since 2010?");
        browser.await("caravan-chart[data-drawn=line]");
        browser.click(".adjust");
        browser.type(".chart-form input", "Electronics of Vietnam");
        browser.script(
                "const form = document.querySelector('.chart-form'); const [axis, colours] = [...form.querySelectorAll('select')].slice(-2);"
                        + " axis.value = 'log'; colours.value = 'Blue'; form.dispatchEvent(new Event('change'))");
        String look =
                "const {yAxis, color} = document.querySelector('caravan-chart').drawn?.getOption() ?? {yAxis: [{}], color: []};"
                        + " return yAxis[0].type + ' ' + color[0]";
        browser.wait("it is changed", () -> browser.script(look).equals("log #1f5f8b"));
        new Accessibility(browser).check("a chart that is adjusted");
        browser.reload();
        browser.await("caravan-chart[data-drawn=line]");
        browser.wait("it stays with the answer", () -> browser.script(look).equals("log #1f5f8b"));
        assertThat(browser.text(".chart-title")).isEqualTo("Electronics of Vietnam");
        browser.click(".adjust");
        browser.await(".chart-form");
        browser.picture("chart adjusted");
        browser.click("[data-kind=bar]");
        browser.await("caravan-chart[data-drawn=bar]");
        assertThat(browser.script(look)).as("bars begin at nothing").isEqualTo("value #1f5f8b");
        browser.click(".as-it-was");
        browser.await("caravan-chart[data-drawn=line]");
        browser.wait("all as it was", () -> browser.script(look).equals("value #b4531f"));
        browser.prefer("prefers-reduced-motion", "");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void setsTwoAnswersSideBySide() throws Exception {
        ask(TOP_FIVE);
        browser.click(".compare-answer");
        browser.wait("the first is chosen", () -> browser.count(".compare-answer[aria-pressed=true]") == 1);
        browser.type("#question", "And for Uganda?");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, 2);
        browser.click(".turn:last-child .compare-answer");
        browser.await(".compared .answer", 2);
        assertThat(browser.texts(".compared .asked")).containsExactly(TOP_FIVE, "And for Uganda?");
        assertThat(browser.count(".compared .actions")).as("only to be read").isZero();
        new Accessibility(browser).check("two answers");
        browser.picture("compare");
        browser.click(".compare .viewer-head .icon");
        browser.wait("it is closed", () -> browser.count("dialog") == 0);
        assertThat(browser.count(".compare-answer[aria-pressed=true]")).isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    // what outlives a reload

    @Test
    void keepsWhatWasTypedAndBringsAQuestionBackForEditing() {
        ask(TOP_FIVE);
        browser.type("#question", "And what of tea");
        browser.reload();
        browser.await(ANSWER);
        assertThat(browser.script("return document.getElementById('question').value"))
                .isEqualTo("And what of tea");
        browser.click(".edit-question");
        assertThat(browser.script("return document.getElementById('question').value"))
                .isEqualTo(TOP_FIVE);
        assertThat(browser.isFocused("#question")).isTrue();
        browser.keys(Keys.END, "!", Keys.ENTER);
        browser.await(ANSWER, 2);
        browser.reload();
        browser.await(ANSWER, 2);
        assertThat(browser.script("return document.getElementById('question').value"))
                .as("what was asked is no draft any more")
                .isEqualTo("");
    }

    // own data

    private static Path sales(String name, int cents) throws IOException {
        List<String> cities = List.of("Bern", "Basel", "Geneva", "Lugano");
        StringBuilder rows = new StringBuilder("Order ID;Order Date;City;Revenue\n");
        for (int i = 0; i < 100_000; i++) {
            rows.append(i).append(";2024-%02d-%02d;".formatted(1 + i % 12, 1 + i % 28));
            rows.append(cities.get(i % 4))
                    .append(';')
                    .append(i % 4 + 1)
                    .append(',')
                    .append(cents)
                    .append('\n');
        }
        return Files.writeString(
                Files.createDirectories(home.resolve("files of " + cents)).resolve(name), rows);
    }

    /** Asks in the conversation that is open, and puts the answer on the board that was chosen last. */
    private static void keep(String question, int answers, String kind) {
        browser.type("#question", question);
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, answers);
        browser.click(".turn:last-child .to-board");
        browser.await("#keep-board option");
        browser.script("document.querySelector('#keep-kind').value = arguments[0]", kind);
        browser.click("#keep-put");
        browser.await("dialog.keep [role=status] a");
    }

    /** By the page alone, as somebody does who has never seen it; the times are told. */
    @Test
    void aNewcomerGetsFromAFileToASharedBoardOfThreeTiles() throws IOException {
        Path file = sales("Shop sales.csv", 5);
        Path notes = Files.writeString(home.resolve("empty.csv"), "");
        long began = System.nanoTime();
        browser.open(server.address());
        browser.click("#tables");
        browser.type("#tables-files", notes + "\n" + file);
        browser.await(".library-told .good");
        long taken = System.nanoTime();
        assertThat(browser.text(".library-told .bad")).contains("empty.csv is empty");
        assertThat(browser.text(".library-told .good")).contains("100,000 rows");
        assertThat(browser.text(".tables-columns")).contains("order_date date", "revenue number");
        assertThat(browser.script("return document.querySelector('#tables-title').value"))
                .isEqualTo("Shop sales");
        assertThat(browser.text(".tables-questions")).contains("total revenue per city");
        browser.picture("own-tables");
        browser.click(".tables-questions li:first-child .link");
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains("Lugano, total revenue 112,500", "Bern, total revenue 37,500");
        long answered = System.nanoTime();
        browser.click(".to-board");
        browser.await("#keep-board option");
        browser.type("#keep-name", "Sales at a glance");
        browser.script("document.querySelector('#keep-kind').value = 'chart'");
        browser.picture("an answer is put on a board");
        browser.click("#keep-put");
        browser.await("dialog.keep [role=status] a");
        browser.keys(Keys.ESCAPE);
        keep("What is the total revenue?", 2, "number");
        browser.keys(Keys.ESCAPE);
        keep("Total revenue per month", 3, "table");
        browser.click("dialog.keep [role=status] a");
        browser.await(".board-tile", 3);
        browser.await(".board-tile caravan-chart[data-drawn]");
        browser.click("#board-share");
        String address = browser.await(".shared a").getAttribute("href");
        long shared = System.nanoTime();
        System.out.printf(
                "a newcomer: tables %.1f s, first answer %.1f s, board of three tiles shared %.1f s%n",
                (taken - began) / 1e9, (answered - began) / 1e9, (shared - began) / 1e9);
        assertThat(shared - began).isLessThan(300_000_000_000L);
        assertThat(browser.text(".board-tile[data-shown=number] .figure-value")).isEqualTo("300,000");
        new Accessibility(browser).check("a board");
        arrangesAndRefreshes();
        browser.open(address);
        browser.await(".board-tile", 3);
        assertThat(browser.text("h1")).isEqualTo("Sales at a glance");
        assertThat(browser.texts(".board-tile h2").get(0)).isEqualTo("What is the total revenue?");
        assertThat(browser.text(".board-tile[data-shown=number] .figure-value")).isEqualTo("340,000");
        assertThat(browser.count(".board-tile .tool, .board-bar"))
                .as("what only its owner can do")
                .isZero();
        browser.picture("a shared board");
        assertThat(browser.complaints()).isEmpty();
        browser.open(server.address().resolve("boards"));
        browser.click("a.tile");
        browser.await(".board-tile", 3);
        browser.click(".shared .link");
        browser.wait("it is shared no more", () -> browser.count(".shared:not([hidden])") == 0);
        browser.open(address);
        browser.wait("nothing is shown there", () -> browser.text("h1").equals("There is no such answer"));
    }

    @Test
    void whatTablesAreCalledIsEditedTriedAndUsed() throws IOException {
        Path folder = Files.createDirectories(home.resolve("kiosk"));
        Path sales = Files.writeString(
                folder.resolve("sales.csv"), "sale_id,kiosk_id,price,discount\n1,1,10,1\n2,1,20,2\n3,2,5,0\n4,2,7,1\n");
        Path kiosks = Files.writeString(folder.resolve("kiosks.csv"), "kiosk_id,place\n1,Harbour\n2,Station\n");
        browser.open(server.address());
        browser.click("#tables");
        browser.type("#tables-title", "Kiosk");
        browser.type("#tables-files", sales + "\n" + kiosks);
        browser.await(".library-told .good", 2);
        browser.click(".tables-model");
        browser.await(".model-table", 2);
        browser.script(
                "document.querySelectorAll('details.model').forEach((each) => { each.open = /sales/.test(each.textContent); })");
        browser.script("document.querySelector('details.model[open] .add-figure').click()");
        String figure = "details.model[open] .figure:last-child .figure-";
        browser.type(figure + "name", "net_revenue");
        browser.type(figure + "formula", "{price} - {rebate}");
        browser.type(figure + "names", "net revenue, takings");
        browser.click("#model-save");
        browser.await(".model-faults li");
        assertThat(browser.texts(".model-faults li"))
                .containsExactly("main.sales: the formula of net_revenue has no column rebate");
        browser.script("document.querySelector(arguments[0]).value = '{price} - {discount}'", figure + "formula");
        browser.type(".try-question", "What are the takings per place?");
        browser.click("#model-try");
        browser.await(".tried tbody tr", 2);
        assertThat(browser.text(".tried"))
                .contains("Read as: total net_revenue of sales per place", "Harbour", "27", "Station", "11");
        browser.picture("semantic-model");
        new Accessibility(browser).check("the editor of a semantic model");
        browser.click("#model-save");
        browser.wait("it is saved", () -> browser.text("main > [role=status]").startsWith("Saved"));
        browser.open(server.address() + "chat?workspace=kiosk&q="
                + URLEncoder.encode("What are the takings per place?", StandardCharsets.UTF_8));
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains("Harbour", "27");
        aWordMeansSomethingElse();
        browser.open(server.address());
        browser.await("#workspace option[value=kiosk]");
        browser.script(
                "const all = document.querySelector('#workspace'); all.value = 'kiosk'; all.dispatchEvent(new Event('change'))");
        browser.wait("the way to it", () -> browser.count("#model:not([hidden])") == 1);
        assertThat(browser.complaints()).isEmpty();
    }

    /** Whoever asks says what a word means; an editor looks at it, uses it and takes it back. */
    private static void aWordMeansSomethingElse() throws IOException {
        browser.click(".correct-word");
        browser.type(".correct-says", "takings");
        browser.type(".correct-means", "price minus discount minus discount");
        browser.keys(Keys.ENTER);
        browser.wait("it is kept", () -> browser.text(".correct [role=status]").startsWith("Thank you"));
        browser.open(server.address() + "model/kiosk");
        browser.await(".proposal");
        assertThat(browser.script("return document.querySelector('.correction-formula').value"))
                .isEqualTo("{price} - {discount} - {discount}");
        browser.picture("what people say it means");
        new Accessibility(browser).check("what people say it means");
        browser.click(".proposal .use");
        browser.await(".learnt");
        assertKiosks("24", "10");
        browser.open(server.address() + "model/kiosk");
        browser.click(".learnt .quiet");
        browser.wait("it is taken back", () -> browser.count(".learnt") == 0);
        assertKiosks("27", "11");
    }

    private static void assertKiosks(String harbour, String station) {
        browser.open(server.address() + "chat?workspace=kiosk&q="
                + URLEncoder.encode("What are the takings per place?", StandardCharsets.UTF_8));
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains(harbour, station);
    }

    @Test
    void aDatabaseIsConnectedByThePageAndItsPasswordIsNowhereToBeRead() throws Exception {
        SharedWorld world = SharedWorld.get();
        String database = "caravan_page_shop";
        run(world, "postgres", "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        run(world, "postgres", "CREATE DATABASE " + database + " TEMPLATE template0");
        try {
            run(
                    world,
                    database,
                    "CREATE TABLE vans (van_id int PRIMARY KEY, town text, price int); INSERT INTO vans VALUES (1, 'Leeds', 5), (2, 'York', 8);"
                            + " GRANT USAGE ON SCHEMA public TO " + Roles.READER
                            + "; GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + Roles.READER);
            run(world, "postgres", "GRANT CONNECT ON DATABASE " + database + " TO " + Roles.READER);
            String password = world.readerCredentials().password();
            browser.open(server.address());
            browser.click("#connect");
            browser.type("#connect-url", "jdbc:postgresql://10.0.0.1:5432/" + database);
            browser.type("#connect-user", world.readerCredentials().user());
            browser.type("#connect-password", password);
            browser.click("#connect-send");
            browser.wait(
                    "it is refused", () -> browser.text("dialog [role=status]").contains("connections.hosts"));
            browser.script(
                    "document.querySelector('#connect-url').value = arguments[0]",
                    world.jdbcUrl(database).replaceFirst("[?].*", ""));
            browser.click("#connect-send");
            browser.await("#tables-ask");
            assertThat(browser.text("dialog [role=status]")).contains("1 table can be asked");
            browser.picture("a database is connected");
            new Accessibility(browser).check("a database is connected");
            Path written = home.resolve("workspaces").resolve(database).resolve("workspace.yaml");
            assertThat(Files.readString(written)).contains("encrypted:1:").doesNotContain(password);
            browser.follow("#tables-ask");
            browser.await("#question");
            browser.type("#question", "What is the total price per town?");
            browser.keys(Keys.ENTER);
            browser.await(ANSWER);
            assertThat(browser.text(ANSWER)).contains("Leeds", "York", "8");
            assertThat(browser.complaints()).allMatch(told -> told.contains("403"));
        } finally {
            run(world, "postgres", "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        }
    }

    private static void run(SharedWorld world, String database, String sql) throws Exception {
        try (Connection admin = world.admin(database);
                Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void anAnswerIsVerifiedAndUsedForTheSameQuestionUntilThatIsTakenBack() throws IOException {
        String question = "What were Uganda's top 3 exports in 2021?";
        ask(question);
        assertThat(browser.count(".verified")).isZero();
        String words = browser.text(ANSWER + " > .text");
        browser.click(".verify");
        browser.wait("it is verified", () -> browser.text(".verify").equals("Verified: take back"));
        ask(question.toLowerCase(java.util.Locale.ROOT));
        assertThat(browser.text(".verified")).startsWith("✓ Verified answer: its query was verified on 20");
        assertThat(browser.text(ANSWER + " > .text")).isEqualTo(words);
        browser.picture("a verified answer");
        browser.open(server.address().resolve("boards"));
        browser.await(".verified-list li");
        new Accessibility(browser).check("boards and verified answers");
        browser.click(".verified-list .quiet");
        browser.click(".verified-list .quiet");
        browser.wait("it is taken back", () -> browser.count(".verified-list li") == 0);
        ask(question);
        assertThat(browser.count(".verified")).isZero();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void aFileNamedAfterAWordOfTheEngineIsAskedLikeAnyOther() throws IOException {
        Path file = Files.writeString(home.resolve("pivot.csv"), "qualify,summarize\nnorth,3\nsouth,4\nnorth,5\n");
        browser.open(server.address());
        browser.click("#tables");
        browser.type("#tables-files", file.toString());
        browser.await(".library-told .good");
        browser.follow("#tables-ask");
        browser.await("#question");
        browser.type("#question", "What is the total summarize per qualify?");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains("north", "8", "south", "4");
        assertThat(browser.script("return document.querySelector('a.xlsx').href")
                        .toString())
                .endsWith("/tables/0.xlsx");
        browser.click("a.xlsx");
        assertThat(Files.readAllBytes(saved(".xlsx"))).startsWith('P', 'K');
    }

    /** Moves the figure to the front, and shows it after other rows have come under the same name. */
    private static void arrangesAndRefreshes() throws IOException {
        browser.script("document.querySelector('.board-tile[data-shown=number] .grip').focus()");
        browser.keys(Keys.ARROW_LEFT);
        browser.wait("it stands first", () -> browser.count(".board-tile:first-child[data-shown=number]") == 1);
        browser.wait("it is said", () -> browser.text("#main > [role=status]").contains("stands at place 1 of 3"));
        Path file = sales("Shop sales.csv", 9);
        String board = browser.address();
        browser.open(server.address());
        browser.click("#tables");
        browser.type("#tables-title", "Shop sales");
        browser.type("#tables-files", file.toString());
        browser.await(".library-told .good");
        browser.open(board);
        browser.await(".board-tile:first-child[data-shown=number]");
        assertThat(browser.text(".board-tile[data-shown=number] .figure-value")).isEqualTo("300,000");
        browser.click("#board-refresh");
        browser.wait("the new figure is there", () -> browser.text(".board-tile[data-shown=number] .figure-value")
                .equals("340,000"));
        browser.wait("all are refreshed", () -> browser.count("#board-refresh:not([disabled])") == 1);
        assertThat(browser.count(".board-tile .degraded")).isZero();
        browser.picture("a board");
    }

    @Test
    void aPlanIsChangedBeforeAndBetweenItsTasks() throws Exception {
        browser.open(server.address() + "chat?workspace=shipments");
        browser.script(
                "const shown = arguments[0]; const {address, body} = shown;"
                        + " window.planThread = null; fetch(address + 'api/chat', {method: 'POST', headers: {'Content-Type': 'application/json'}, body})"
                        + ".then((reply) => reply.json()).then((turn) => { window.planThread = turn.thread_id; })",
                Map.of(
                        "address",
                        server.address().toString(),
                        "body",
                        "{\"workspace\": \"shipments\", \"question\": \"Show shipments to Miami last week\", \"choices\": {\"plan_approval\": \"ask\"}}"));
        browser.wait("the plan waits", () -> browser.script("return window.planThread") != null);
        browser.open(server.address() + "chat/" + browser.script("return window.planThread"));
        browser.await(".asking .items");
        assertThat(browser.count(".asking .items li")).isEqualTo(5);
        browser.picture("a plan to be approved");

        // moved where it cannot be: shown again with the reason
        browser.click(".asking .items li:nth-child(3) .down");
        browser.click(".asking .go-on");
        browser.wait("the reason", () -> browser.text(ANSWER).contains("it is written before it is run"));
        browser.await(".asking .items");
        browser.click(".asking .go-on");
        browser.wait("the question", () -> browser.text(ANSWER).contains("Which Miami"));
        browser.await(".asking .items");
        assertThat(browser.count(".asking .items li")).isEqualTo(4);
        browser.picture("a plan between two tasks");

        browser.click(".asking .items li:nth-child(4) .drop");
        browser.click(".asking .option input");
        browser.click(".asking .go-on");
        browser.wait("the rows", () -> browser.text(ANSWER).matches("(?s).*Found \\d+ rows.*"));
        assertThat(browser.text("main")).containsIgnoringCase("dropped");
        assertThat(browser.complaints()).isEmpty();
        browser.picture("a plan with a task dropped");
    }

    @Test
    void researchesWithThePersonAndReportsWhatCanBeChecked() throws Exception {
        browser.open(server.address() + "chat?workspace=law&q="
                + URLEncoder.encode(
                        "Wer muss einen Brunnen anmelden, welche Unterlagen gehören dazu und was geschieht ohne Anmeldung?",
                        StandardCharsets.UTF_8));
        browser.await(".asking .go-on");
        assertThat(browser.text(".asking .go-on"))
                .as("the page speaks German as well")
                .isEqualTo("Weiter");
        assertThat(browser.text(ANSWER)).contains("Runde 1");
        browser.type(".asking fieldset:last-of-type textarea", "/end");
        browser.click(".asking .go-on");
        browser.await(".asking .items");
        assertThat(browser.text(ANSWER)).contains("Dafür stehen noch bereit:", "2.000.000 Token");
        browser.picture("the tasks of a research");
        browser.click(".asking .go-on");
        browser.await(".evidence.research");
        assertThat(browser.text(".research-tree .meters")).contains("Token: 0 von 2.000.000", "Zeit:");
        assertThat(browser.count(".research-tasks [data-state=done]")).isGreaterThan(1);
        browser.script("document.querySelectorAll('.research-tasks details').forEach((each) => { each.open = true; })");
        assertThat(browser.texts(".research-tasks [data-kind=followed]"))
                .anySatisfy(text -> assertThat(text).contains("BruG § 3: ", "→ BruG"));
        assertThat(browser.text(".research-tasks [data-kind=left]")).containsPattern("\\d+ Verweise? nicht verfolgt");
        assertThat(browser.texts(".research-tasks [data-kind=found] strong")).contains("BruG § 3 (1)");
        browser.picture("what a research did");
        browser.click("button.cite");
        browser.wait("the source", () -> browser.count(".research details[data-passage][open]") == 1);
        assertThat(browser.text(".research details[data-passage][open] blockquote"))
                .isNotBlank();
        browser.click("[data-tab=trail]");
        assertThat(browser.count(".graph-node")).isGreaterThan(5);
        assertThat(browser.count(".graph-line")).isGreaterThan(4);
        browser.picture("what led where");
        browser.open(browser.script("return document.querySelector('.report-files a').href"));
        browser.await(".report #sources");
        assertThat(browser.text(".report h1")).startsWith("Wer muss einen Brunnen anmelden");
        assertThat(browser.script("return document.documentElement.lang")).isEqualTo("de");
        assertThat(browser.texts(".report nav a")).contains("Quellen", "Was wohin führte", "Wie es zustande kam");
        assertThat(browser.count(".report .graph-node.cited")).isPositive();
        browser.click(".report .statements .cite");
        assertThat(browser.address()).contains("#source-");
        browser.picture("a report");
        browser.size(390, 800);
        assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        browser.picture("a report on a phone");
        browser.click(".share");
        browser.await(".shared a");
        browser.open(browser.script("return document.querySelector('.shared a').href"));
        browser.await(".report #sources");
        assertThat(browser.count(".share")).isZero();
        for (String file : List.of("PDF %PDF", "DOCX PK\u0003\u0004", "Markdown # Wer muss")) {
            String[] parts = file.split(" ", 2);
            assertThat(browser.asyncScript(
                            """
                            const [label, done] = arguments;
                            const link = [...document.querySelectorAll('.report-tools a')].find(({textContent}) => textContent === label);
                            fetch(link.href).then((got) => got.text()).then((text) => done(link.pathname.startsWith('/api/shares/') ? text.slice(0, 20) : link.href));
                            """,
                            parts[0]))
                    .asString()
                    .startsWith(parts[1]);
        }
        assertThat(browser.complaints()).isEmpty();
    }

    // language

    @Test
    void saysEverythingOfItsOwnInGermanOnceThatIsChosen() throws IOException {
        EnglishTexts english = EnglishTexts.read();
        browser.open(server.address());
        browser.await(".tile", 3);
        assertThat(browser.script("return document.documentElement.lang")).isEqualTo("en");
        assertThat(english.on(browser)).as("it is English before").contains("Ask", "Boards");
        browser.click("[data-language=de]");
        browser.wait("the German page", () -> browser.text("h1").equals("Fragen Sie einfach Ihre Daten"));
        try {
            browser.await(".tile", 3);
            browser.wait("the versions", () -> browser.text("#versions").startsWith("Version "));
            assertThat(browser.script("return document.documentElement.lang")).isEqualTo("de");
            assertThat(english.on(browser)).as("/").isEmpty();
            browser.picture("german landing");
            ask(TOP_FIVE);
            browser.await(".tablist");
            assertThat(browser.texts(".answer .actions button, .answer .actions a"))
                    .contains("Als Markdown kopieren", "Erneut fragen", "Auf eine Tafel legen", "Wie es zustande kam");
            assertThat(browser.text("#title")).isEqualTo(TOP_FIVE);
            browser.click("[data-tab=table]");
            browser.await("caravan-table tbody tr", 5);
            assertThat(browser.text("caravan-table .below")).startsWith("5 Zeilen");
            assertThat(english.on(browser)).as("/chat").isEmpty();
            assertAccessible();
            browser.picture("german chat");
            browser.click(".to-board");
            browser.await("dialog.keep");
            assertThat(english.on(browser)).as("the dialog").isEmpty();
            browser.click("#keep-put");
            browser.await("dialog.keep a");
            browser.open(server.address() + "boards");
            browser.click(".tiles a, main li a");
            browser.await(".board-tile");
            browser.wait("the tile", () -> browser.count(".board-tile table, .board-tile canvas, .board-tile svg") > 0);
            assertThat(english.on(browser)).as("/boards").isEmpty();
            browser.picture("german board");
            for (String page : List.of("boards", "status", "missing", "model/atlas", "share/none", "trace/none")) {
                browser.open(server.address() + page);
                browser.await("h1");
                assertThat(english.on(browser)).as(page).isEmpty();
            }
            browser.complaints();
        } finally {
            browser.script("document.cookie = 'caravan.language=; Path=/; Max-Age=0'");
        }
        browser.open(server.address());
        assertThat(browser.script("return document.documentElement.lang"))
                .as("as the browser has it")
                .isEqualTo("en");
    }

    private static void assertAccessible() throws IOException {
        new Accessibility(browser).check("German");
    }
}
