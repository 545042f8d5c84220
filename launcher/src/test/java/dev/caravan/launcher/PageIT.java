package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser, on the whole product with the demo world. */
@Timeout(300)
class PageIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final String TOP_FIVE = "What were Kenya's top 5 exports in 2023?";
    private static final String ANSWER = ".answer:not(.typing)";

    /** Runs for as long as it is let: no index helps, and every row is asked for. */
    private static final String LONG =
            "SELECT count(*) AS n FROM hs92.product_year_4 a JOIN hs92.product_year_4 b ON a.export_value < b.export_value";

    /** Some seconds of work: enough to be cut off in, and well below the time a lost client is waited for. */
    private static final String SECONDS =
            "SELECT count(*) AS n FROM (SELECT * FROM hs92.product_year_4 LIMIT 14000) a JOIN (SELECT * FROM hs92.product_year_4 LIMIT 2500) b ON a.export_value < b.export_value";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    static Path home;

    @TempDir
    static Path downloads;

    private static DemoHome product;
    private static String state;
    private static AtlasApi api;
    private static CaravanServer server;
    private static Browser browser;
    private static Accessibility accessibility;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(downloads);
        accessibility = new Accessibility(browser);
        product = DemoHome.create(home);
        state = product.state();
        api = product.api();
        server = start(0);
    }

    private static CaravanServer start(int port) throws IOException {
        return CaravanServer.start(Settings.load(home, Map.of("server.port", String.valueOf(port))), Progress.silent());
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

    // what the tests do again and again

    private static void ask(String question) {
        browser.open(server.address() + "chat?q=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
        browser.await(ANSWER);
    }

    private static void askNext(String question, int answers) {
        browser.type("#question", question);
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, answers);
    }

    /** Opens the editor of the statement under the last answer, puts another one into it and runs it. */
    private static void rerun(String sql) {
        browser.click(".turn:last-child [data-tab=sql]");
        browser.click(".turn:last-child .edit");
        WebElement editor = browser.await(".sql-editor");
        editor.clear();
        editor.click();
        browser.paste(sql);
        browser.click(".run");
    }

    private static long running() throws SQLException {
        try (Connection admin = SharedWorld.get().admin("postgres");
                Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select count(*) from pg_stat_activity where state = 'active' and query like '/* turn%a.export_value < b.export_value%'")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static boolean isRunning() {
        try {
            return running() > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString());
    }

    private static void post(String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }

    private static void assertAccessible(String what) throws IOException {
        accessibility.check(what);
    }

    // asking

    @Test
    void leadsFromTheLandingPageToAnAnswerWithItsSteps() {
        browser.open(server.address());
        browser.await(".tile", 3);
        assertThat(browser.script("return document.activeElement.id")).isEqualTo("question");
        browser.type("#question", TOP_FIVE);
        browser.keys(Keys.ENTER);
        browser.await(ANSWER);
        assertThat(browser.address()).matches(".*/chat/[0-9a-f-]{36}");
        assertThat(browser.text(ANSWER)).contains("Refined oil products");
        assertThat(browser.count(".card")).as("agent, query, agent").isEqualTo(3);
        assertThat(browser.count(".card[data-call='1'] li.done")).isGreaterThanOrEqualTo(7);
        assertThat(browser.text(".card[data-call='1'] [data-stage=lookup_codes]"))
                .contains("Kenya = Kenya [KEN]")
                .contains("ms");
        assertThat(browser.count("caravan-table tbody tr")).isEqualTo(5);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void showsTheStepsWhileTheyHappenAndStopsTheQueryInTheDatabase() throws Exception {
        ask(TOP_FIVE);
        rerun(LONG);
        browser.await(".turn:last-child li.running[data-stage=execute_sql]");
        browser.wait("the statement runs", PageIT::isRunning);
        browser.click("#stop");
        browser.await(".answer.stopped");
        browser.wait("the statement is over", () -> !isRunning());
        assertThat(browser.text(".answer.stopped")).contains("Stopped");
        assertThat(browser.count(".turn:last-child .thumb"))
                .as("no opinion on what was stopped")
                .isZero();
        browser.wait("one can ask again", () -> browser.count("#send:not([hidden])") == 1);
        askNext("And imports?", 3);
    }

    @Test
    void answersFollowUpsAndSuggestions() {
        ask(TOP_FIVE);
        askNext("And for Uganda?", 2);
        assertThat(browser.text(ANSWER)).contains("Uganda");
        browser.click(".turn:last-child .suggestions button");
        browser.await(ANSWER, 3);
        assertThat(browser.count(".answer.answered")).isEqualTo(3);
    }

    @Test
    void givesEachOutcomeALookOfItsOwn() throws Exception {
        ask("Write me a poem");
        assertThat(browser.text(".answer.refused")).contains("Outside what can be asked here");
        askNext("What did Congo export?", 2);
        assertThat(browser.texts(".answer.clarify .options button"))
                .hasSize(2)
                .allMatch(option -> option.contains("Congo"));
        browser.click(".answer.clarify .options button");
        browser.await(".answer.answered");
        assertThat(browser.text(".answer.answered")).contains("Congo");
        askNext("Coffee exports of Kenya in 1950", 4);
        assertThat(browser.text(".answer.no_data")).contains("Nothing found");
        askNext(TOP_FIVE, 5);
        asAdmin("revoke select on hs12.country_year from public, "
                + SharedWorld.get().readerCredentials().user());
        try {
            rerun("SELECT year, export_value FROM hs12.country_year LIMIT 5");
            browser.await(".answer.not_permitted");
            assertThat(browser.text(".answer.not_permitted"))
                    .contains("Not permitted")
                    .doesNotContain("Nothing found");
        } finally {
            asAdmin("grant select on hs12.country_year to "
                    + SharedWorld.get().readerCredentials().user());
        }
        askNext(TOP_FIVE, 7);
        rerun(LONG);
        browser.wait("the statement runs", PageIT::isRunning);
        asAdmin(
                "select pg_cancel_backend(pid) from pg_stat_activity where query like '/* turn%a.export_value < b.export_value%'");
        browser.await(".answer.failed");
        assertThat(browser.text(".answer.failed")).contains("This did not work", "longer than allowed", "Try again");
        Object looks = browser.script(
                "return ['answered', 'clarify', 'refused', 'no_data', 'not_permitted', 'failed'].map((outcome) => {"
                        + " const look = getComputedStyle(document.querySelector('.answer.' + outcome)); return [look.borderLeftColor, look.backgroundColor].join(); })");
        assertThat((List<?>) looks).hasSize(6).doesNotHaveDuplicates();
        assertAccessible("all outcomes");
        browser.click(".answer.failed .retry");
        browser.wait("the same statement runs again", PageIT::isRunning);
        browser.click("#stop");
        browser.await(".answer.stopped");
    }

    private static void asAdmin(String statement) throws SQLException {
        try (Connection admin = SharedWorld.get().admin(DemoWorld.DATABASE);
                Statement change = admin.createStatement()) {
            change.execute(statement);
        }
    }

    @Test
    void fixesWhatThePersonFixed() throws Exception {
        browser.open(server.address().resolve("chat"));
        browser.await("caravan-constraints select[name=schema]");
        choose("schema", "hs12");
        choose("direction", "import");
        choose("mode", "sql_only");
        askNext("What were the top 3 products of Kenya in 2020?", 1);
        String turn = browser.await(".actions a[href*='/trace/']")
                .getAttribute("href")
                .replaceAll(".*/", "");
        JsonNode stored = JSON.readTree(get("api/turns/" + turn).body());
        assertThat(stored.path("overrides").path("schema").asText()).isEqualTo("hs12");
        assertThat(stored.path("overrides").path("direction").asText()).isEqualTo("import");
        assertThat(stored.path("mode").asText()).isEqualTo("sql_only");
        browser.reload();
        browser.await(ANSWER);
        assertThat(browser.script("return document.querySelector('[name=direction]').value"))
                .isEqualTo("import");
        choose("scope", "services");
        assertThat(browser.await("[name=schema]").isEnabled())
                .as("services have no classification")
                .isFalse();
    }

    @Test
    void asksTheWorkspaceThatWasChosen() throws Exception {
        browser.open(server.address());
        browser.await(".tile");
        List<String> first = browser.texts(".tile");
        browser.script(
                "const f = document.getElementById('workspace'); f.value = 'nba'; f.dispatchEvent(new Event('change'))");
        assertThat(browser.texts(".tile")).isNotEmpty().doesNotContainAnyElementsOf(first);
        browser.click(".tile");
        browser.await(ANSWER);
        assertThat(browser.count("caravan-constraints[hidden]"))
                .as("made for trade")
                .isEqualTo(1);
        String conversation = browser.address().replaceAll(".*/", "");
        browser.script("localStorage.clear()");
        browser.reload();
        browser.await(ANSWER);
        assertThat(browser.script("return document.getElementById('workspace').value"))
                .isEqualTo("nba");
        askNext("And in 2021-22?", 2);
        JsonNode thread = JSON.readTree(get("api/threads/" + conversation).body());
        assertThat(thread.path("workspace").asText()).isEqualTo("nba");
        assertThat(thread.path("turns")).hasSize(2);
    }

    @Test
    void asksTheWorkspaceOfTheAddressOrTheUsualOneAndSaysWhichDataItHas() throws Exception {
        browser.open(server.address());
        browser.await(".tile");
        browser.script("localStorage.setItem('caravan.workspace', 'nba')");
        ask(TOP_FIVE);
        assertThat(browser.script("return document.getElementById('workspace').value"))
                .as("not the one of before")
                .isEqualTo("atlas");
        assertThat(browser.text(ANSWER)).contains("Refined oil products");
        browser.wait("the data are told", () -> browser.count("#source .synthetic") == 1);
        browser.open(server.address() + "chat?workspace=nba&q="
                + URLEncoder.encode("Who scored the most points in 2022-23?", StandardCharsets.UTF_8));
        browser.await(ANSWER);
        assertThat(browser.script("return document.getElementById('workspace').value"))
                .isEqualTo("nba");
        browser.wait("the data of the league are told", () -> browser.count("#source .synthetic") == 1);
        browser.open(server.address() + "chat?workspace=moon");
        browser.wait("the wrong name is told", () -> browser.text("#count").contains("There is no workspace \"moon\""));
        Object badges = browser.script(
                """
            return import(new URL('js/workspaces.js', arguments[0]).href).then(({dataLine}) => JSON.stringify([['own', false], ['demo', true], ['cold', null], ['trade', undefined]]
              .map(([name, synthetic]) => dataLine({data: {name: 'Trade', synthetic: true},
                workspaces: {own: {name: 'Own', vintage: 'May', synthetic: false}, demo: {name: 'Demo', synthetic: true}, cold: {}}}, {name}).nodes
                .map((node) => node.className ?? node).join('').trim())));
            """,
                server.address().toString());
        assertThat(JSON.readTree(String.valueOf(badges)).toString())
                .isEqualTo("[\"Own, May\",\"synthetic\",\"\",\"synthetic\"]");
    }

    // evidence

    @Test
    void runsAnEditedStatementAndSortsItsRows() {
        ask(TOP_FIVE);
        rerun(
                "SELECT c.name_short_en AS country, y.year, y.export_value, NULL::text AS remark FROM hs92.country_year y"
                        + " JOIN classification.location_country c ON c.country_id = y.country_id WHERE y.year = 2020 ORDER BY c.name_short_en");
        browser.await(ANSWER, 2);
        browser.wait("the table is there", () -> browser.count(".turn:last-child caravan-table tbody tr") == 50);
        assertThat(browser.texts(".turn:last-child .below .cut"))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("50 of ");
        assertThat(browser.texts(".turn:last-child td.none")).contains("NULL");
        browser.click(".turn:last-child th:nth-child(3) .sort");
        assertThat(browser.await(".turn:last-child th:nth-child(3)").getAttribute("aria-sort"))
                .isEqualTo("descending");
        String most = browser.texts(".turn:last-child tbody td:nth-child(3)").get(0);
        assertThat(most).startsWith("$").endsWith("T");
        assertThat(browser.await(".turn:last-child tbody tr:first-child td:nth-child(3)", 1)
                        .getAttribute("title"))
                .endsWith(" USD");
        browser.click(".turn:last-child .more-rows");
        assertThat(browser.count(".turn:last-child tbody tr")).isGreaterThan(100);
    }

    @Test
    void copiesTheStatementAndTheAnswerAndRunsWhatIsSeen() throws Exception {
        ask(TOP_FIVE);
        browser.click("[data-tab=sql]");
        String seen = browser.text(".statement code");
        assertThat(seen).startsWith("SELECT\n  ").contains("\nFROM\n  ");
        browser.click(".statement .copy");
        browser.wait("the statement is copied", () -> browser.text(".statement .copy")
                .equals("Copied"));
        assertThat(browser.copied()).isEqualTo(seen);
        browser.click(".as-markdown");
        browser.wait("the answer is copied", () -> browser.text(".as-markdown").equals("Copied"));
        assertThat(browser.copied())
                .startsWith("## " + TOP_FIVE)
                .contains("| product | product code | exports |", "| Coffee | 0901 | $", "```sql\n" + seen + "\n```");
        browser.click(".statement .edit");
        assertThat(browser.await(".sql-editor").getDomProperty("value")).isEqualTo(seen);
        browser.click(".run");
        browser.await(ANSWER, 2);
        String turn = browser.await(".turn:last-child .actions a[href*='/trace/']")
                .getAttribute("href")
                .replaceAll(".*/", "");
        assertThat(JSON.readTree(get("api/turns/" + turn).body())
                        .path("evidence")
                        .path(0)
                        .path("sql")
                        .asText())
                .isEqualTo(seen);
        assertThat(browser.texts(".turn:last-child tbody td:first-child"))
                .isEqualTo(List.of("Refined oil products", "Cut flowers", "Coffee", "Tea", "Ferroalloys"));
    }

    @Test
    void showsTheApiQueryItsPagesAndWhenItsBudgetIsLow() throws Exception {
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        choose("mode", "graphql_only");
        askNext("What did Korea export in 2019?", 1);
        assertThat(browser.texts(".pill")).hasSize(2).allMatch(label -> label.startsWith("South Korea"));
        assertThat(browser.count(".pill.explore_page, .pill.country_page")).isEqualTo(2);
        assertThat(browser.await(".pill").getAttribute("title")).contains("\"Korea\" was taken for South Korea");
        assertThat(browser.await(".pill").getAttribute("rel")).isEqualTo("noopener noreferrer");
        browser.click("[data-tab=query]");
        assertThat(browser.text("[data-panel=query] pre")).startsWith("query ").contains("countryProductYear");
        assertThat(browser.text("[data-panel=query] .pairs"))
                .contains("treemap products", "explore", "\"countryId\": 410", "\"year\": 2019");
        browser.click("[data-panel=query] .copy");
        browser.wait("the query is copied", () -> browser.text("[data-panel=query] .copy")
                .equals("Copied"));
        assertThat(browser.copied()).startsWith("query ").contains("\"countryId\": 410");
        browser.click(".context summary");
        assertThat(browser.text(".context"))
                .contains("Entities", "Korea", "treemap products", "explore", "Atlas API", "1 query");
        assertAccessible("an answer of the API");
        spendTheBudget();
        choose("mode", "auto");
        askNext(TOP_FIVE, 2);
        assertThat(browser.texts(".turn:last-child .degraded")).containsExactly("GraphQL budget low: answered by SQL.");
        assertThat(browser.text(".turn:last-child .notes")).as("said once").doesNotContain("budget");
    }

    @Test
    void saysThatAnotherSourceAnsweredWhileTheApiIsGivenARest() throws Exception {
        atlasBreakers("transitionToOpenState");
        try {
            ask(TOP_FIVE);
            assertThat(browser.texts(".degraded"))
                    .containsExactly("The Atlas API is given a rest after failures: answered by SQL.");
            assertThat(browser.count(".evidence[data-type=sql]")).isEqualTo(1);
            browser.click(".context summary");
            assertThat(browser.text(".context"))
                    .contains("Sources allowed", "Database")
                    .doesNotContain("Atlas API");
            assertAccessible("an answer without the API");
            browser.open(server.address().resolve("status"));
            browser.await(".state.bad");
            assertThat(browser.texts("tr:has(.state.bad)")).first().asString().contains("atlas-api", "given a rest");
        } finally {
            atlasBreakers("transitionToCloseState");
        }
        ask(TOP_FIVE);
        assertThat(browser.count(".degraded")).isZero();
    }

    /** As an operator does it in Hawtio. */
    private static void atlasBreakers(String operation) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName breaker :
                beans.queryNames(new ObjectName("org.apache.camel:type=processors,name=\"breaker-atlas-*\",*"), null)) {
            beans.invoke(breaker, operation, null, null);
        }
    }

    @Test
    void coloursWhatWasJudged() throws Exception {
        ask(TOP_FIVE);
        assertThat(browser.text("[data-stage=validate_sql] [data-verdict=pass]"))
                .isEqualTo("passed");
        rerun("SELECT year FROM hs92.country_year WHERE year = 1066");
        browser.await(ANSWER, 2);
        assertThat(browser.text(".turn:last-child [data-stage=execute_sql] [data-verdict=suspicious]"))
                .isEqualTo("no rows");
        rerun("DELETE FROM hs92.country_year");
        browser.await(ANSWER, 3);
        assertThat(browser.text(".turn:last-child [data-stage=validate_sql] [data-verdict=fail]"))
                .isEqualTo("refused");
        Object looks = browser.script(
                "document.querySelectorAll('details.steps').forEach((one) => { one.open = true; });"
                        + " return ['pass', 'suspicious', 'fail'].map((kind) => getComputedStyle(document.querySelector(`[data-verdict=${kind}]`)).color)");
        assertThat((List<?>) looks).doesNotHaveDuplicates();
        browser.click(".turn:last-child .actions a[href*='/trace/']");
        browser.await(".trace [data-verdict=fail]");
        browser.open(server.address().resolve("status"));
        String judged =
                "return import('/js/steps.js').then(({verdict}) => verdict(arguments[0])?.dataset.verdict ?? 'none')";
        assertThat(browser.script(judged, Map.of("stage", "response_grader", "grade", "pass", "confidence", 0.9)))
                .isEqualTo("pass");
        assertThat(browser.script(judged, Map.of("stage", "response_grader", "grade", "pass", "confidence", 0.3)))
                .isEqualTo("suspicious");
        assertThat(browser.script(judged, Map.of("stage", "response_grader", "grade", "fail")))
                .isEqualTo("fail");
        assertThat(browser.script(judged, Map.of("stage", "execute_sql", "rows_total", 3)))
                .isEqualTo("none");
    }

    @Test
    void tellsOnTheLandingPageWhatTheDataHold() throws Exception {
        browser.open(server.address());
        browser.await(".data-set", 5);
        assertThat(browser.texts(".data-set h3"))
                .containsExactly("HS 1992", "HS 2012", "HS 2022", "SITC rev. 2", "Services");
        JsonNode held = JSON.readTree(get("api/workspaces/atlas/data").body());
        assertThat(browser.texts(".data-set").get(0)).contains("1995 to 2024", "1,243 products", " rows");
        assertThat(held.path(0).path("counts").path("rows").asLong())
                .as("as the planner reckons")
                .isBetween(counted("hs92") * 9 / 10, counted("hs92") * 11 / 10);
        browser.script(
                "const f = document.getElementById('workspace'); f.value = 'nba'; f.dispatchEvent(new Event('change'))");
        browser.wait("the other data are told", () -> browser.texts(".data-set h3")
                .equals(List.of("Regular season", "Playoffs")));
        assertThat(browser.texts(".data-set").get(0)).contains("2 tables", " rows");
        assertThat(get("api/workspaces/none/data").statusCode()).isEqualTo(404);
    }

    /** The rows of all tables of a schema. */
    private static long counted(String schema) throws SQLException {
        try (Connection admin = SharedWorld.get().admin(DemoWorld.DATABASE);
                Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', schemaname, tablename), true, true, '')))[1]::text::bigint)"
                                + " from pg_tables where schemaname = '" + schema + "'")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static void choose(String name, String value) {
        browser.await("caravan-constraints [name=" + name + "]");
        browser.script(
                "const field = document.querySelector(`[name=${arguments[0]}]`); field.value = arguments[1]; field.dispatchEvent(new Event('change', {bubbles: true}))",
                name,
                value);
    }

    private static void spendTheBudget() throws Exception {
        for (int i = 0;
                i < 20
                        && JSON.readTree(get("api/status").body())
                                        .path("budgets")
                                        .path("atlas-api")
                                        .path("remaining")
                                        .asInt()
                                > 5;
                i++) {
            post(
                    "api/chat",
                    "{\"question\": \"What did Kenya export in 2019?\", \"mode\": \"graphql_only\", \"workspace\": \"atlas\"}");
        }
    }

    @Test
    void refusesAForbiddenStatementAndSaysWhy() {
        ask(TOP_FIVE);
        rerun("DELETE FROM hs92.country_year");
        browser.await(".answer.refused");
        assertThat(browser.text(".answer.refused")).contains("The statement was not run:");
        rerun("SELECT pg_read_file('/etc/passwd')");
        browser.await(".answer.refused", 2);
        assertThat(browser.text(".answer.refused")).contains("pg_read_file");
    }

    @Test
    void drawsTheChartThatSuitsAndSavesIt() throws Exception {
        ask("How have the exports of Kenya and Uganda changed since 2010?");
        browser.click("[data-tab=chart]");
        browser.await("caravan-chart[data-drawn=line] canvas");
        browser.click(".png");
        Path picture = downloads.resolve("caravan-how-have-the-exports-of-kenya-and-uganda.png");
        browser.wait("the picture is saved", () -> Files.exists(picture));
        assertThat(Files.readAllBytes(picture)).startsWith(0x89, 'P', 'N', 'G');
        askNext("Share of Kenya exports by sector in 2023", 2);
        browser.click(".turn:last-child [data-tab=chart]");
        browser.await(".turn:last-child caravan-chart[data-drawn=treemap]");
        browser.click(".turn:last-child [data-kind=bar]");
        browser.await(".turn:last-child caravan-chart[data-drawn=bar]");
        rerun(
                "SELECT c.name_short_en AS country, y.eci, y.export_value FROM hs92.country_year y"
                        + " JOIN classification.location_country c ON c.country_id = y.country_id WHERE y.year = 2020 AND y.eci IS NOT NULL");
        browser.await(ANSWER, 3);
        browser.click(".turn:last-child [data-tab=chart]");
        browser.await(".turn:last-child caravan-chart[data-drawn=scatter]");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void saysWhatAChartLeavesOutAndWritesTheNumbersOfAColumnAlike() throws Exception {
        ask(TOP_FIVE);
        rerun(
                "SELECT c.name_short_en AS country, y.year, y.export_value, y.eci FROM hs92.country_year y"
                        + " JOIN classification.location_country c ON c.country_id = y.country_id WHERE y.year >= 2023 AND y.eci IS NOT NULL ORDER BY 1, 2 LIMIT 90");
        browser.await(ANSWER, 2);
        assertThat(browser.texts(".turn:last-child td:nth-child(3)"))
                .hasSize(50)
                .allMatch(value -> value.matches("\\$[\\d.]+\\.\\d\\d[MBT]"));
        assertThat(browser.texts(".turn:last-child td:nth-child(4)"))
                .anyMatch(value -> value.startsWith("−"))
                .allMatch(value -> value.matches("−?\\d\\.\\d{4}"));
        browser.click(".turn:last-child [data-tab=chart]");
        browser.await(".turn:last-child caravan-chart[data-drawn=scatter]");
        browser.click(".turn:last-child [data-kind=bar]");
        browser.await(".turn:last-child caravan-chart[data-drawn=bar]");
        assertThat(browser.text("caravan-chart [role=status]"))
                .isEqualTo("The 30 largest of 45 things by export value");
        browser.picture("bars of many rows");
        Object plans = browser.script(
                """
            return import(new URL('js/chart.js', arguments[0]).href).then(({chartable}) => JSON.stringify([
              [[['city', ''], ['wine', ''], ['year', 'year'], ['sold', 'litre']], [['Lyon', 'red', 2001, 1], ['Lyon', 'white', 2001, 2], ['Lyon', 'red', 2002, 3], ['Lyon', 'red', 2003, 4]]],
              [[['city', ''], ['share_of_all', 'percent']], [['Lyon', 60], ['Nice', 30], ['Metz', 10]]],
              [[['city', ''], ['rank', ''], ['sold', 'litre']], [['Lyon', 1, 60], ['Nice', 2, 30]]],
              [[['sold', 'litre']], [[1]]],
            ].map(([columns, rows]) => chartable({columns: columns.map(([name, unit]) => ({name, unit})), rows}))));
            """,
                server.address().toString());
        JsonNode chosen = JSON.readTree(String.valueOf(plans));
        assertThat(chosen.path(0).path("kinds").path(0).asText()).isEqualTo("line");
        assertThat(chosen.path(0).path("labels").toString())
                .as("the city is the same everywhere")
                .isEqualTo("[1]");
        assertThat(chosen.path(1).path("kinds").path(0).asText()).isEqualTo("treemap");
        assertThat(chosen.path(2).path("kinds").path(0).asText()).isEqualTo("bar");
        assertThat(chosen.path(2).path("measures").toString())
                .as("a rank is no measure")
                .isEqualTo("[2]");
        assertThat(chosen.path(3).isNull()).as("one number is no chart").isTrue();
    }

    @Test
    void handsOutAllRowsAsCsv() throws Exception {
        ask(TOP_FIVE);
        rerun("SELECT country_id, year FROM hs92.country_year ORDER BY 1, 2 LIMIT 300");
        browser.await(ANSWER, 2);
        WebElement link = browser.await(".turn:last-child a.csv");
        assertThat(link.getText()).contains("300 rows");
        HttpResponse<String> csv = get(URI.create(link.getAttribute("href")).getPath());
        assertThat(csv.body().lines()).hasSize(301).first().isEqualTo("\uFEFFcountry_id,year");
    }

    @Test
    void showsDocumentsWithTheirPassages() {
        ask("What is the economic complexity index and how is it computed?");
        browser.click(".passages summary");
        browser.wait(
                "the passage is there",
                () -> browser.text(".passages details[open] .text").length() > 50);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void showsStoredTextThatLooksLikeScriptAsText() throws Exception {
        String evil = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">";
        rename("0902", evil);
        try {
            ask(TOP_FIVE);
            rerun("SELECT name_short_en AS product, code FROM classification.product_hs92 WHERE code = '0902'");
            browser.await(ANSWER, 2);
            assertThat(browser.texts(".turn:last-child tbody td")).contains(evil);
            assertThat(browser.count("main script, main img")).isZero();
            assertThat(browser.script("return document.title")).asString().doesNotContain("taken");
            browser.script(
                    "const done = arguments; return import('" + server.address()
                            + "js/markdown.js').then(({markdown}) => {"
                            + " document.querySelector('.turn:last-child .text').replaceChildren(markdown('**bold** ' + done[0] + ' [x](javascript:alert(1))')); })",
                    evil);
            assertThat(browser.texts(".turn:last-child .text strong")).containsExactly("bold");
            assertThat(browser.text(".turn:last-child .text")).contains(evil);
            assertThat(browser.count("main script, main img, main a[href^=javascript]"))
                    .isZero();
            assertThat(browser.script("return document.title")).asString().doesNotContain("taken");
        } finally {
            rename("0902", "Tea");
        }
    }

    private static void rename(String code, String name) throws SQLException {
        try (Connection admin = SharedWorld.get().admin(DemoWorld.DATABASE);
                var update = admin.prepareStatement(
                        "update classification.product_hs92 set name_short_en = ? where code = ?")) {
            update.setString(1, name);
            update.setString(2, code);
            assertThat(update.executeUpdate()).isEqualTo(1);
        }
    }

    @Test
    void drawsSharesWhereSharesAreAskedForAndNoPlaces() throws Exception {
        browser.open(server.address());
        Object plans = browser.script(
                """
            return Promise.all([import(new URL('js/chart.js', arguments[0]).href), import(new URL('js/numbers.js', arguments[0]).href)]).then(([{chartable}, {shown}]) => JSON.stringify([
              chartable({question: 'top 3 of each', columns: [{name: 'city', unit: ''}, {name: 'sold', unit: 'litre'}, {name: 'place', unit: ''}], rows: [['Lyon', 60, 1], ['Nice', 30, 2], ['Metz', 9, 3], ['Brest', 8, 4], ['Caen', 7, 5]]}),
              ...['What share of the wine is from Lyon?', 'Who sells most?'].map((question) =>
                chartable({question, columns: [{name: 'city', unit: ''}, {name: 'sold', unit: 'USD'}, {name: 'share_of_all', unit: 'percent'}], rows: [['Lyon', 60, 66.7], ['Nice', 30, 33.3]]})),
              ...[5.8957, 3.15, 30.91, 0.0421, -4.26].map((value) => shown(value, {name: 'share', unit: 'percent'})),
            ]));
            """,
                server.address().toString());
        JsonNode chosen = JSON.readTree(String.valueOf(plans));
        assertThat(chosen.path(0).path("measures").toString()).isEqualTo("[1]");
        assertThat(chosen.path(0).path("kinds").toString()).doesNotContain("scatter");
        assertThat(chosen.path(1).path("measures").toString()).isEqualTo("[2,1]");
        assertThat(chosen.path(2).path("measures").toString()).isEqualTo("[1,2]");
        assertThat(List.of(
                        chosen.path(3).asText(),
                        chosen.path(4).asText(),
                        chosen.path(5).asText(),
                        chosen.path(6).asText(),
                        chosen.path(7).asText()))
                .as("as the text writes them")
                .containsExactly("5.9%", "3.2%", "30.9%", "0.042%", "−4.3%");
    }

    // what happens around an answer

    @Test
    void saysThatAnAnswerIsNotThereAndLeadsOn() throws Exception {
        HttpResponse<String> api = get("api/nonsense");
        assertThat(api.statusCode()).isEqualTo(404);
        assertThat(api.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        for (String path : List.of("share/nothing", "trace/nothing")) {
            browser.open(server.address().resolve(path));
            browser.wait("it is told", () -> browser.text("main").contains("There is no such"));
            assertThat(browser.count("main a[href='/'], main a[href='/chat']")).isEqualTo(2);
        }
        browser.complaints();
    }

    @Test
    void showsTheOtherAnswersOfAConversationWithOneThatCannotBeRead() throws Exception {
        ask(TOP_FIVE);
        askNext("And in 2020?", 2);
        String thread = browser.address().replaceAll(".*/", "");
        conversations(
                "update caravan.turns set document = '{\"evidence\": 5}' where id = (select id from caravan.turns where thread_id = '"
                        + thread + "' order by started_at limit 1)");
        browser.reload();
        browser.await(ANSWER, 2);
        assertThat(browser.count(".turn:first-child .answer.unreadable .retry")).isEqualTo(1);
        assertThat(browser.text(".turn:first-child .asked")).isEqualTo(TOP_FIVE);
        assertThat(browser.count(".turn:last-child .answer.answered")).isEqualTo(1);
        browser.complaints();
    }

    @Test
    void keepsAnOpinionThatCanBeChanged() {
        ask(TOP_FIVE);
        browser.click(".thumb[data-rating=up]");
        browser.type(".comment textarea", "Just what I looked for");
        browser.click(".comment button");
        browser.wait("the comment is kept", () -> browser.text("caravan-feedback .link")
                .equals("Change comment"));
        browser.reload();
        assertThat(browser.await(".thumb[data-rating=up]").getAttribute("aria-pressed"))
                .isEqualTo("true");
        browser.click(".thumb[data-rating=down]");
        browser.wait("the thumb is down", () -> browser.count(".thumb[data-rating=down][aria-pressed=true]") == 1);
        browser.click("caravan-feedback .link");
        assertThat(browser.await(".comment textarea").getDomProperty("value"))
                .as("the comment of before")
                .isEqualTo("Just what I looked for");
        browser.type(".comment textarea", ", but late");
        browser.click(".comment button");
        browser.wait("the comment is kept", () -> browser.count(".comment:not([hidden])") == 0);
        browser.reload();
        browser.await(".thumb[data-rating=down][aria-pressed=true]");
        browser.click("caravan-feedback .link");
        assertThat(browser.await(".comment textarea").getDomProperty("value"))
                .isEqualTo("Just what I looked for, but late");
        browser.click(".thumb[data-rating=down]");
        browser.wait("the opinion is taken back", () -> browser.count(".thumb[aria-pressed=true]") == 0);
    }

    @Test
    void sharesOneAnswerToRead() throws Exception {
        ask(TOP_FIVE);
        browser.click(".share");
        String address = browser.await(".shared a").getAttribute("href");
        String turn = browser.await(".actions a[href*='/trace/']")
                .getAttribute("href")
                .replaceAll(".*/", "");
        browser.open(address);
        browser.await(".answer.answered");
        assertThat(browser.text(".answer")).contains("Refined oil products");
        assertThat(browser.count(".edit, .actions, .suggestions, #question, a[href*='/chat']"))
                .as("read-only")
                .isZero();
        String csv = URI.create(browser.await("a.csv").getAttribute("href")).getPath();
        assertThat(get(csv).body().lines()).hasSize(6);
        assertThat(get("api" + csv.substring(csv.indexOf("/shares"), csv.indexOf("/tables")))
                        .body())
                .doesNotContain(turn);
        assertAccessible("a shared answer");
        CLIENT.send(
                HttpRequest.newBuilder(server.address().resolve("api/turns/" + turn + "/share"))
                        .DELETE()
                        .build(),
                BodyHandlers.discarding());
        browser.reload();
        browser.wait("nothing is shared any more", () -> browser.text("main").contains("nothing is shared"));
        browser.complaints();
    }

    @Test
    void showsHowAnAnswerCameAbout() throws Exception {
        ask(TOP_FIVE);
        browser.click(".actions a[href*='/trace/']");
        browser.await(".trace > li", 10);
        browser.click("[data-stage=generate_sql] summary");
        assertThat(browser.text("[data-stage=generate_sql] .trace-detail"))
                .contains("SELECT")
                .contains("write-sql");
        assertThat(browser.text(".trace"))
                .contains("langchain4j-chat:product_extraction")
                .contains("[user]")
                .contains("sql:statement")
                .contains("EXPLAIN")
                .contains("5 rows");
        browser.click("[data-stage=call_model] + .calls summary");
        assertThat(browser.text("[data-stage=call_model] + .calls"))
                .as("all that the model was told")
                .contains("[system] You answer questions", "[user] " + TOP_FIVE);
        assertThat(browser.text(".trace")).doesNotContain("[object");
        assertAccessible("the trace");
    }

    @Test
    void leadsFromAStepToItsRouteInHawtio() throws Exception {
        ask(TOP_FIVE);
        browser.click(".actions a[href*='/trace/']");
        browser.click("[data-stage=generate_sql] summary");
        browser.click("[data-stage=generate_sql] a[href*='/hawtio/']");
        browser.type("#pf-login-username-id", "admin");
        browser.type("#pf-login-password-id", "for-the-test");
        browser.keys(Keys.ENTER);
        browser.wait("the route is chosen", () -> browser.texts(".pf-v5-c-tree-view__node.pf-m-current")
                .contains("write-sql"));
        browser.wait("the route is shown", () -> browser.text("h1").equals("write-sql"));
        browser.await("a[href$='/hawtio/camel/source']").click();
        browser.wait("its source is shown", () -> browser.text(".monaco-editor").contains("write-sql"));
        assertThat(
                        browser.script(
                                "return performance.getEntriesByType('resource').every((one) => one.name.startsWith(location.origin) || one.name.startsWith('data:') || one.name.startsWith('blob:'))"))
                .isEqualTo(true);
        String policy = get("hawtio/login")
                .headers()
                .firstValue("Content-Security-Policy")
                .orElseThrow();
        assertThat(policy)
                .contains("script-src 'self';", "frame-ancestors 'none'")
                .doesNotContain("http");
    }

    @Test
    void saysWhereNothingIs() throws Exception {
        assertThat(get("nowhere").statusCode()).isEqualTo(404);
        browser.open(server.address().resolve("chat/../deep/nowhere"));
        assertThat(browser.text("h1")).isEqualTo("There is nothing under this address");
        assertAccessible("an address without anything");
        browser.click("main a");
        browser.await(".tile");
    }

    @Test
    void saysWhatTheModelsOfAnAnswerCost() {
        browser.open(server.address().resolve("status"));
        String cost =
                "import('/js/steps.js').then((steps) => arguments[1](steps.cost([{model_calls: JSON.parse(arguments[0])}, {}])))";
        assertThat(
                        browser.asyncScript(
                                cost,
                                "[{\"input_tokens\": 1000, \"output_tokens\": 10, \"dollars\": 0.0011}, {\"input_tokens\": 200}]"))
                .isEqualTo("2 model calls, 1,210 tokens, $0.0011");
        assertThat(browser.asyncScript(cost, "[{\"input_tokens\": 0, \"output_tokens\": 0}]"))
                .as("the built-in model counts none")
                .isEqualTo("");
    }

    @Test
    void showsTheStateOfModelBudgetsAndBreakers() throws Exception {
        browser.open(server.address().resolve("status"));
        browser.await("meter");
        assertThat(browser.text("main"))
                .contains("built-in offline model")
                .contains("Caravan demo world")
                .contains("database")
                .contains("working")
                .contains("Spent today", "no limit");
        assertAccessible("the status");
    }

    @Test
    void remembersConversationsAcrossARestartAndDeletesThemWhenSure() throws Exception {
        ask("Which countries export the most coffee?");
        String conversation = URI.create(browser.address()).getPath();
        restart();
        browser.open(server.address().resolve(conversation));
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains("Coffee");
        assertThat(browser.count("li.done")).as("the steps are kept too").isGreaterThan(5);
        String item = ".threads li[data-id='" + conversation.replaceAll(".*/", "") + "']";
        browser.type(".past input", "most coffee");
        browser.wait("the search has found it", () -> browser.count(".threads li[data-id]") == 1);
        browser.await(item);
        browser.script("document.querySelector(arguments[0] + ' .remove').click()", item);
        browser.click(item + " .sure .link:last-child");
        assertThat(browser.count(item)).as("kept when not sure").isEqualTo(1);
        browser.script("document.querySelector(arguments[0] + ' .remove').click()", item);
        browser.click(item + " .sure .bad");
        browser.wait("it is gone", () -> browser.count(item) == 0);
        assertThat(get("api/threads/" + conversation.replaceAll(".*/", "")).statusCode())
                .isEqualTo(404);
        assertThat(browser.address()).endsWith("/chat");
    }

    @Test
    void pagesThroughManyConversations() throws Exception {
        conversations(
                "insert into caravan.threads select 'kept-' || n, 'atlas', 'Kept conversation ' || n, now(), now() - n * interval '1 hour' from generate_series(1, 60) n");
        conversations(
                "insert into caravan.turns select 'kept-' || n, 'kept-' || n, now(), 'q', 'q', 'a', 'answered', '{}' from generate_series(1, 60) n");
        try {
            browser.open(server.address().resolve("chat"));
            browser.await(".threads li[data-id]", 50);
            assertThat(browser.count(".threads li[data-id]")).isEqualTo(50);
            assertThat(browser.texts(".threads time")).contains("3 h", "1 d");
            browser.click(".load-more");
            browser.await(".threads li[data-id]", 60);
            browser.wait(
                    "the first of the new ones has the focus", () -> browser.isFocused(".threads li:nth-child(51) a"));
            assertThat(
                            (List<?>)
                                    browser.script(
                                            "return [...document.querySelectorAll('.threads li[data-id]')].map(({dataset}) => dataset.id)"))
                    .as("none twice")
                    .doesNotHaveDuplicates()
                    .hasSizeGreaterThanOrEqualTo(60);
            assertThat(browser.count(".load-more:not([hidden])")).isZero();
        } finally {
            conversations("delete from caravan.threads where id like 'kept-%'");
        }
    }

    private static void conversations(String statement) throws SQLException {
        try (Connection own = DriverManager.getConnection(
                        state,
                        SharedWorld.get().appCredentials().user(),
                        SharedWorld.get().appCredentials().password());
                Statement change = own.createStatement()) {
            change.execute(statement);
        }
    }

    @Test
    void keepsTheWidthTheListWasDrawnTo() {
        browser.open(server.address().resolve("chat"));
        browser.await(".past.open");
        long first = width();
        browser.drag(".handle", 100);
        assertThat(width()).isBetween(first + 90, first + 110);
        long drawn = width();
        browser.reload();
        browser.await(".past.open");
        assertThat(width()).isEqualTo(drawn);
        browser.drag(".handle", -300);
        assertThat(width()).isEqualTo(180);
        browser.script("document.querySelector('.handle').focus()");
        browser.keys(Keys.ARROW_RIGHT);
        assertThat(width()).isEqualTo(196);
        browser.drag(".handle", 600);
        assertThat(width()).isEqualTo(480);
        browser.click("#show-past");
        assertThat(browser.count(".past.open")).isZero();
    }

    private static long width() {
        return (Long) browser.script("return document.querySelector('.past').offsetWidth");
    }

    private static void restart() throws IOException {
        int port = server.port();
        server.close();
        server = start(port);
    }

    @Test
    void showsTheAnswerAfterTheConnectionWasLost() throws Exception {
        try (Gateway gateway = new Gateway(server.port())) {
            browser.open(gateway.address() + "chat?q=" + URLEncoder.encode(TOP_FIVE, StandardCharsets.UTF_8));
            browser.await(ANSWER);
            rerun(SECONDS);
            browser.await(".turn:last-child li.running[data-stage=execute_sql]");
            gateway.cut();
            browser.await(".turn:last-child .waiting-for:not([hidden])");
            browser.await(ANSWER, 2);
            assertThat(browser.text(ANSWER)).contains("The edited query found 1 row");
            assertThat(browser.count(".waiting-for:not([hidden])")).isZero();
        }
    }

    @Test
    void showsTheAnswerAlthoughTheConnectionFellSilent() throws Exception {
        try (Gateway gateway = new Gateway(server.port())) {
            browser.open(gateway.address() + "chat?q=" + URLEncoder.encode(TOP_FIVE, StandardCharsets.UTF_8));
            browser.await(ANSWER);
            browser.script(
                    "return import('/js/api.js').then(({patience}) => { patience.silenceMillis = 1000; patience.requestMillis = 500; })");
            rerun(SECONDS);
            browser.await(".turn:last-child li.running[data-stage=execute_sql]");
            gateway.silence();
            browser.await(ANSWER, 2);
            assertThat(browser.text(ANSWER)).contains("The edited query found 1 row");
        }
    }

    @Test
    void showsWhatIsBeingAnsweredAfterAReloadAndInOtherWindows() {
        ask(TOP_FIVE);
        rerun(SECONDS);
        browser.await(".turn:last-child li.running[data-stage=execute_sql]");
        browser.reload();
        browser.await("#stop:not([hidden])");
        assertThat(browser.count(".turn")).isEqualTo(2);
        assertThat(browser.text(".turn:last-child .asked")).isEqualTo("Edited query: " + TOP_FIVE);
        browser.await(ANSWER, 2);
        assertThat(browser.text(ANSWER)).contains("The edited query found 1 row");
        assertThat(browser.count(".turn:last-child li.done")).as("its steps").isPositive();
        rerun(LONG);
        browser.await(".turn:last-child li.running[data-stage=execute_sql]");
        browser.goBack();
        browser.wait("another conversation is shown", () -> browser.count(".turn") == 0);
        browser.goForward();
        browser.await("#stop:not([hidden])");
        browser.click("#stop");
        browser.await(".answer.stopped");
        assertThat(browser.count(".turn")).isEqualTo(3);
    }

    @Test
    void addsWhatWasAskedInAnotherWindow() throws Exception {
        ask(TOP_FIVE);
        String thread = browser.address().replaceAll(".*/", "");
        post("api/chat", "{\"question\": \"And imports?\", \"thread_id\": \"" + thread + "\"}");
        browser.script("document.dispatchEvent(new Event('visibilitychange'))");
        browser.await(ANSWER, 2);
        assertThat(browser.text(".turn:last-child .asked")).isEqualTo("And imports?");
        browser.script("document.dispatchEvent(new Event('visibilitychange'))");
        askNext("And in 2020?", 3);
        assertThat(browser.count(".turn")).as("none twice").isEqualTo(3);
    }

    @Test
    void endsWhatIsBeingAnsweredInADeletedConversation() throws Exception {
        ask(TOP_FIVE);
        String thread = browser.address().replaceAll(".*/", "");
        rerun(LONG);
        browser.wait("the statement runs", PageIT::isRunning);
        browser.script("document.querySelector('.threads li:has([aria-current]) .remove').click()");
        browser.click(".threads li:has([aria-current]) .sure .bad");
        browser.wait("the statement is over", () -> !isRunning());
        browser.wait(
                "an empty conversation is shown",
                () -> browser.count(".turn") == 0 && browser.count("#send:not([hidden])") == 1);
        assertThat(get("api/threads/" + thread).statusCode()).isEqualTo(404);
    }

    @Test
    void keepsTheQuestionWhoseConversationWasDeletedElsewhere() throws Exception {
        ask(TOP_FIVE);
        String thread = browser.address().replaceAll(".*/", "");
        CLIENT.send(
                HttpRequest.newBuilder(server.address().resolve("api/threads/" + thread))
                        .DELETE()
                        .build(),
                BodyHandlers.discarding());
        browser.type("#question", "Which countries export the most tea?");
        browser.keys(Keys.ENTER);
        browser.wait("it is said", () -> browser.text("#count").contains("was deleted"));
        assertThat(browser.await("#question").getDomProperty("value"))
                .isEqualTo("Which countries export the most tea?");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER);
        assertThat(browser.address()).doesNotContain(thread);
        browser.open(server.address().resolve("chat/" + thread));
        browser.wait("it is said", () -> browser.text("#count").contains("no such conversation any more"));
    }

    @Test
    void stopsAQuestionThatHasOnlyJustBeenAsked() {
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        browser.type("#question", "Which countries export the most tea?");
        browser.script(
                "document.getElementById('send').click(); document.getElementById('send').click(); document.getElementById('stop').click()");
        browser.await(ANSWER);
        assertThat(browser.count(".turn")).as("asked once").isEqualTo(1);
        browser.await("#send:not([hidden])");
    }

    @Test
    void saysThatTheServerIsStillStartingAndGoesOn() {
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        // a server whose routes are not up yet takes the question and lets it wait
        browser.script(
                """
        const real = window.fetch;
        const started = new Promise((go) => { window.start = go; });
        window.fetch = (address, options) => address.includes('health/ready') && !window.isUp ? Promise.resolve(new Response('{}', {status: 503}))
          : address.includes('chat/stream') ? started.then(() => real(address, options)) : real(address, options);
        """);
        browser.type("#question", TOP_FIVE);
        browser.keys(Keys.ENTER);
        browser.wait("it is said", () -> browser.text(".waiting-for").contains("still starting"));
        browser.script("window.isUp = true");
        browser.wait("it is said", () -> browser.text(".waiting-for").contains("ready now"));
        browser.script("window.start()");
        browser.await(ANSWER);
        assertThat(browser.count(".waiting-for:not([hidden])")).isZero();
    }

    @Test
    void asksOnceMoreWhenTheServerIsBack() throws Exception {
        try (Gateway gateway = new Gateway(server.port())) {
            browser.open(gateway.address().resolve("chat"));
            browser.await(".tile");
            gateway.shut();
            browser.type("#question", TOP_FIVE);
            browser.keys(Keys.ENTER);
            browser.wait("it is said", () -> browser.text(".waiting-for").contains("cannot be reached"));
            gateway.reopen();
            browser.await(".answer.answered");
            assertThat(browser.count(".turn")).isEqualTo(1);
        }
    }

    @Test
    void saysThatTheServerStoppedInTheMiddle() throws Exception {
        ask(TOP_FIVE);
        rerun(LONG);
        browser.await(".turn:last-child li.running[data-stage=execute_sql]");
        restart();
        browser.await(".turn:last-child .answer.failed, .turn:last-child .answer.stopped");
        assertThat(browser.count(".turn:last-child li.running"))
                .as("no spinner that never ends")
                .isZero();
        browser.await("#send:not([hidden])");
        browser.await(".turn:last-child .retry");
    }

    // for everybody

    @Test
    void worksWithTheKeyboardAlone() {
        browser.open(server.address());
        browser.await(".tile");
        browser.script("document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()");
        browser.keys(Keys.TAB);
        assertThat(browser.isFocused(".skip"))
                .as("the first stop leads past everything")
                .isTrue();
        browser.keys(Keys.ENTER);
        assertThat(browser.isFocused("#question")).isTrue();
        browser.keys(TOP_FIVE, Keys.ENTER);
        browser.await(ANSWER);
        browser.script("document.querySelector('.past input').focus()");
        browser.tabTo(".threads .remove");
        browser.keys(Keys.ENTER);
        assertThat(browser.isFocused(".sure .bad")).isTrue();
        browser.keys(Keys.TAB, Keys.ENTER);
        assertThat(browser.isFocused(".threads .remove")).as("kept after all").isTrue();
        browser.script("document.activeElement.blur(); document.querySelector('.turn summary').focus()");
        browser.keys(Keys.ENTER);
        assertThat(browser.count("details.steps[open]")).isEqualTo(1);
        browser.tabTo(".sort");
        browser.keys(Keys.ENTER);
        assertThat(browser.count("th[aria-sort=ascending]")).isEqualTo(1);
        browser.script("document.querySelector('[data-tab=table]').focus()");
        browser.keys(Keys.ARROW_RIGHT);
        browser.await("caravan-chart[data-drawn]");
        browser.keys(Keys.ARROW_RIGHT);
        browser.tabTo(".edit");
        browser.keys(Keys.ENTER);
        browser.wait(
                "the editor has the focus",
                () -> Boolean.TRUE.equals(browser.script("return document.activeElement.matches('.sql-editor')")));
        browser.keys(Keys.ESCAPE);
        browser.wait(
                "the focus is back",
                () -> Boolean.TRUE.equals(browser.script("return document.activeElement.matches('.edit')")));
        browser.tabTo(".thumb[data-rating=up]");
        browser.keys(Keys.ENTER);
        browser.wait("the comment can be written", () -> browser.isFocused(".comment textarea"));
        browser.keys(Keys.ESCAPE);
        assertThat(browser.isFocused("caravan-feedback .link")).isTrue();
        browser.tabTo(".suggestions button");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, 2);
        browser.script("document.activeElement.blur()");
        browser.keys("/");
        assertThat(browser.script("return document.activeElement.id")).isEqualTo("question");
    }

    @Test
    void keepsTheFocusWhereThePersonIs() {
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        browser.script("document.querySelector('.tile').focus()");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER);
        assertThat(browser.isFocused("#question")).as("the tile is gone").isTrue();
        browser.keys("And in 2021?", Keys.TAB);
        assertThat(browser.isFocused("#send")).isTrue();
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, 2);
        assertThat(browser.isFocused("#question"))
                .as("the button was gone for a while")
                .isTrue();
        askNext(TOP_FIVE, 3);
        browser.script("document.querySelector('.turn:last-child summary').focus()");
        browser.tabTo(".turn:last-child .suggestions button");
        browser.keys(Keys.ENTER);
        browser.await(ANSWER, 4);
        assertThat(browser.isFocused(".turn:nth-child(3) .suggestions button"))
                .as("an answer takes no focus")
                .isTrue();
    }

    @Test
    void movesNothingForWhoeverWantsItStill() {
        browser.prefer("prefers-reduced-motion", "reduce");
        try {
            browser.open(server.address().resolve("chat"));
            browser.await(".tile");
            browser.script("document.getElementById('turns').innerHTML = '<li class=\"skeleton\"></li>'");
            assertThat(
                            browser.script(
                                    "const look = getComputedStyle(document.querySelector('.skeleton')); return look.animationIterationCount + ' ' + parseFloat(look.animationDuration)"))
                    .isEqualTo("1 0.00001");
            assertThat(browser.script("return getComputedStyle(document.documentElement).scrollBehavior"))
                    .isEqualTo("auto");
        } finally {
            browser.prefer("prefers-reduced-motion", "");
        }
    }

    @Test
    void fitsANarrowScreen() throws Exception {
        browser.size(360, 740);
        for (String path : List.of("", "chat", "status")) {
            browser.open(server.address().resolve(path));
            browser.await(".tile, meter");
            accessibility.assertFits(path);
        }
        ask(TOP_FIVE);
        accessibility.assertFits("an answer");
        browser.click("#show-past");
        browser.await(".past.open .threads a");
        accessibility.loadAxe();
        accessibility.assertNothingSerious("the list on a narrow screen");
        browser.keys(Keys.ESCAPE);
        browser.wait("the list is closed", () -> browser.count(".past.open, .backdrop") == 0);
        browser.click("#show-past");
        browser.script("document.querySelector('.backdrop').click()");
        assertThat(browser.count(".past.open")).isZero();
    }

    @Test
    void fitsWhateverIsAskedAndFound() {
        ask(TOP_FIVE);
        String columns = IntStream.range(0, 200)
                .mapToObj(i -> i + " AS column_number_" + i)
                .collect(Collectors.joining(", "));
        rerun("SELECT " + columns);
        browser.await(ANSWER, 2);
        assertThat(browser.count(".turn:last-child th")).isEqualTo(200);
        accessibility.assertFits("a table of 200 columns");
        String word = "Rindfleischetikettierung".repeat(12);
        rerun(
                "SELECT '" + word
                        + "' AS word, '\u0645\u0631\u062d\u0628\u0627 (2023)' AS greeting, '<b>no tag</b>' AS tag, -0.000000123 AS small");
        browser.await(ANSWER, 3);
        assertThat(browser.texts(".turn:last-child td")).contains(word, "<b>no tag</b>");
        assertThat(browser.script("return getComputedStyle(document.querySelector('.turn:last-child td')).unicodeBidi"))
                .as("each cell runs as its text does")
                .isEqualTo("plaintext");
        rerun("SELECT country_id, partner_id, year, export_value FROM hs92.country_country_year LIMIT 5000");
        browser.await(ANSWER, 4);
        assertThat(browser.text(".turn:last-child .cut")).isEqualTo("50 of 5,000 rows");
        browser.click(".turn:last-child .more-rows");
        browser.wait("all rows are there", () -> browser.count(".turn:last-child tbody tr") == 1000);
        browser.size(360, 740);
        accessibility.assertFits("all of it on a narrow screen");
        // what is left of a wide screen at 200 %
        browser.size(640, 450);
        accessibility.assertFits("all of it enlarged");
        ask(word);
        accessibility.assertFits("a long word");
    }

    @Test
    void isAccessibleInLightAndDark() throws Exception {
        browser.open(server.address());
        browser.await(".tile");
        assertAccessible("the landing page");
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        assertAccessible("an empty conversation");
        ask(TOP_FIVE);
        browser.script("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
        browser.click(".thumb[data-rating=up]");
        browser.await(".comment:not([hidden])");
        browser.script("document.querySelector('.threads .remove').click()");
        assertAccessible("an answer with all its parts open");
        browser.click("[data-tab=chart]");
        browser.await("caravan-chart[data-drawn]");
        assertAccessible("a chart");
        browser.click("[data-tab=sql]");
        browser.click(".edit");
        assertAccessible("a statement being edited");
        browser.click(".bar [data-theme-toggle]");
        assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme"))
                .isEqualTo("dark");
        browser.reload();
        browser.await(ANSWER);
        assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme"))
                .as("kept")
                .isEqualTo("dark");
        assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(24, 21, 18)");
    }

    @Test
    void followsTheSystemUntilThePersonChooses() {
        browser.prefer("prefers-color-scheme", "dark");
        try {
            browser.open(server.address());
            assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(24, 21, 18)");
            browser.click("[data-theme-toggle]");
            assertThat(browser.script("return getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(250, 247, 242)");
        } finally {
            browser.prefer("prefers-color-scheme", "");
        }
    }

    // weight and speed

    @Test
    void isLightAtFirstLoadAndAsksNobodyElse() {
        for (String path : List.of("", "chat")) {
            browser.forgetFiles();
            browser.open(server.address().resolve(path));
            browser.await(".tile");
            Object bytes = browser.script(
                    "return [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')].reduce((sum, one) => sum + one.transferSize, 0)");
            assertThat(((Number) bytes).longValue()).as("bytes of /" + path).isBetween(1_000L, 400_000L);
            assertThat(
                            browser.script(
                                    "return performance.getEntriesByType('resource').every((one) => one.name.startsWith(location.origin))"))
                    .isEqualTo(true);
            System.out.println("page /" + path + ": " + bytes + " bytes, first paint after "
                    + browser.script(
                            "return Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1)")
                    + " ms");
        }
    }

    @Test
    void showsFiveThousandTokensAsTheyArriveWithoutStanding() throws Exception {
        showsTokens("", "\\n\\n", "p", "paragraphs");
        showsTokens("* ", "\\n* ", "li", "one long list");
        showsTokens("| one | two |\\n|---|---|\\n| ", " |\\n| ", "tbody tr", "one long table");
    }

    private static void showsTokens(String before, String between, String part, String what) throws IOException {
        browser.open(server.address().resolve("chat"));
        browser.await(".tile");
        Object result = browser.asyncScript(
                """
            const done = arguments[0];
            import(new URL('js/turn.js', document.baseURI.replace(/chat.*/, '')).href).then(({CaravanTurn}) => {
              const view = CaravanTurn.of('Tell me much');
              document.getElementById('turns').append(view);
              view.follow('agent_talk', {text: 'I look it up.', begin: true});
              view.follow('node_start', {stage: 'extract_tool_question', label: 'Extracting question', tool_call: 1});
              let sent = 0, first, frames = 0, longest = 0, last = performance.now(), tasks = [];
              new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({duration}) => Math.round(duration)))).observe({entryTypes: ['longtask']});
              const frame = (now) => {
                frames++;
                longest = Math.max(longest, now - last);
                last = now;
                first ??= view.querySelectorAll('%3$s').length > 2 ? view.querySelector('%3$s') : undefined;
                const words = sent < 5000 ? 0 : view.querySelector('.text').textContent.match(/word\\d+/g).length;
                if (words < 5000) requestAnimationFrame(frame);
                else done(JSON.stringify({frames, longest: Math.round(longest), longTasks: tasks.length, longestTask: Math.max(0, ...tasks), talk: view.querySelector('.talk').textContent, words, kept: view.querySelector('%3$s') === first}));
              };
              requestAnimationFrame(frame);
              const timer = setInterval(() => {
                for (let i = 0; i < 20 && sent < 5000; i++) view.follow('agent_talk', {begin: sent === 0, text: `${sent ? '' : '%1$s'}word${sent++} ` + (sent %% 20 ? '' : '%2$s')});
                if (sent >= 5000) clearInterval(timer);
              }, 10);
            });
            """
                        .formatted(before, between, part));
        JsonNode measured = JSON.readTree(String.valueOf(result));
        System.out.println("5000 tokens, " + what + ": " + measured);
        assertThat(measured.path("words").asInt()).isEqualTo(5000);
        assertThat(measured.path("kept").asBoolean())
                .as("what is over is not made anew")
                .isTrue();
        assertThat(measured.path("talk").asText())
                .as("said before the tool ran")
                .endsWith("I look it up.");
        assertThat(measured.path("frames").asInt())
                .as("frames drawn while the tokens came")
                .isGreaterThan(20);
    }

    @Test
    void typedTextComesToTheSameAsTheWhole() throws Exception {
        browser.open(server.address().resolve("status"));
        browser.await("meter");
        Object different = browser.asyncScript(
                """
            const [texts, done] = arguments;
            Promise.all([import('/js/typed.js'), import('/js/markdown.js')]).then(([{TypedMarkdown}, {markdown}]) => {
              // an item that a blank line follows becomes a paragraph of its own, which is not waited for
              const written = (node) => node.innerHTML.replace(/<[/]?p>/g, '').replace(/\\s+</g, '<').replace(/>\\s+/g, '>');
              const whole = document.createElement('div');
              const different = [];
              for (const text of texts) {
                whole.replaceChildren(markdown(text));
                for (let size = 1; size < 12; size++) {
                  const typed = new TypedMarkdown();
                  for (let at = 0; at < text.length; at += size) typed.append(text.slice(at, at + size));
                  if (written(typed.node) !== written(whole)) different.push(size + ': ' + typed.node.innerHTML);
                }
              }
              done(JSON.stringify(different));
            }, (problem) => done(String(problem)));
            """,
                List.of(
                        "# Title\n\nSome *text* and $x^2$.\nMore\n- a\n- b **bold**\n  - c\n  - d\n- e\n\nA <b>tag</b>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\nbehind\n\n```sql\nselect 1\n\nfrom x -- | a |\n```\n\n1. one\n2. two\n\n   more of two\n3. three\n\n> said\n> so\n\nend",
                        "- loose\n\n- items\n\ntext\n\n* other\n* list\n+ third\n\n---\n\nHead\n===\n\nx\n---\ny",
                        "| a |\n|--:|\n| 1 |\n\n| c | d |\n|---|---|\n| 1 | x \\| y |\n\n* l1\n* l2\n1. n1\n2. n2\n\n<script>alert(1)</script>\n\n<div>\n* x\n</div>\n",
                        "a\r\n\r\n* b\r\n* c\r\n\r\n5. five\r\n6. six\r\n\r\ntext\r\n\r\n7. seven"));
        assertThat(String.valueOf(different)).isEqualTo("[]");
    }
}
