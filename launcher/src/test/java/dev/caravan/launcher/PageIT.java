package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.io.InputStream;
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
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
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

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir static Path home;
  @TempDir static Path downloads;
  private static CaravanServer server;
  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start(downloads);
    SharedWorld world = SharedWorld.get();
    Files.writeString(
        home.resolve("application.yaml"),
        """
        server: {port: 0}
        hawtio: {password: for-the-test}
        routes: {directory: %1$s/routes, reload: false, grace: 1s}
        workspaces: {directory: %1$s/workspaces}
        atlas: {source: jdbc, jdbc-url: "%2$s", user: %3$s, password: "%4$s"}
        state: {jdbc-url: "%5$s", user: %6$s, password: "%7$s"}
        docs: {embeddings: false}
        """
            .formatted(
                HOME, world.jdbcUrl(DemoWorld.DATABASE), world.readerCredentials().user(), world.readerCredentials().password(),
                world.newDatabase(), world.appCredentials().user(), world.appCredentials().password()));
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
  }

  @BeforeEach
  void freshPage() {
    browser.size(1280, 900);
    browser.open(server.address().resolve("status"));
    browser.forgetChoices();
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
    editor.sendKeys(sql);
    browser.click(".run");
  }

  private static long running() throws SQLException {
    try (Connection admin = SharedWorld.get().server().admin("postgres");
        Statement statement = admin.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(*) from pg_stat_activity where state = 'active' and query like '/* turn%a.export_value < b.export_value%'")) {
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
    return CLIENT.send(HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString());
  }

  private static void assertAccessible(String what) throws IOException {
    try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
      browser.script(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    }
    Object found =
        browser.asyncScript(
            """
            const done = arguments[0];
            axe.run({resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}).then((result) => done(JSON.stringify(
              result.violations.filter(({impact}) => impact === 'serious' || impact === 'critical')
                .map(({id, nodes}) => id + ': ' + nodes.map(({html, failureSummary}) => html.slice(0, 120) + ' ' + failureSummary).slice(0, 3).join(' | ')))));
            """);
    assertThat(JSON.readTree(String.valueOf(found))).as("serious findings of axe on " + what).isEmpty();
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
    assertThat(browser.text(".card[data-call='1'] [data-stage=lookup_codes]")).contains("Kenya = Kenya [KEN]").contains("ms");
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
    assertThat(browser.count(".turn:last-child .thumb")).as("no opinion on what was stopped").isZero();
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
  void keepsOutcomesApart() {
    ask("Write me a poem");
    assertThat(browser.count(".answer.refused")).isEqualTo(1);
    askNext("What is the export of coffee from Narnia?", 2);
    askNext(TOP_FIVE, 3);
    rerun("SELECT year FROM hs92.country_year WHERE year = 1066");
    browser.await(".answer.no_data");
    assertThat(browser.text(".answer.no_data")).contains("Nothing found");
  }

  @Test
  void fixesWhatThePersonFixed() throws Exception {
    browser.open(server.address().resolve("chat"));
    browser.await("caravan-constraints select[name=schema]");
    browser.script(
        "for (const [name, value] of [['schema', 'hs12'], ['direction', 'import'], ['mode', 'sql_only']]) {"
            + " const field = document.querySelector(`[name=${name}]`); field.value = value; field.dispatchEvent(new Event('change', {bubbles: true})); }");
    askNext("What were the top 3 products of Kenya in 2020?", 1);
    String turn = browser.await(".actions a[href*='/trace/']").getAttribute("href").replaceAll(".*/", "");
    JsonNode stored = JSON.readTree(get("api/turns/" + turn).body());
    assertThat(stored.path("overrides").path("schema").asText()).isEqualTo("hs12");
    assertThat(stored.path("overrides").path("direction").asText()).isEqualTo("import");
    assertThat(stored.path("mode").asText()).isEqualTo("sql_only");
    browser.reload();
    browser.await(ANSWER);
    assertThat(browser.script("return document.querySelector('[name=direction]').value")).isEqualTo("import");
    browser.script("const f = document.querySelector('[name=scope]'); f.value = 'services'; f.dispatchEvent(new Event('change', {bubbles: true}))");
    assertThat(browser.await("[name=schema]").isEnabled()).as("services have no classification").isFalse();
  }

  @Test
  void asksTheWorkspaceThatWasChosen() throws Exception {
    browser.open(server.address());
    browser.await(".tile");
    List<String> first = browser.texts(".tile");
    browser.script("const f = document.getElementById('workspace'); f.value = 'nba'; f.dispatchEvent(new Event('change'))");
    assertThat(browser.texts(".tile")).isNotEmpty().doesNotContainAnyElementsOf(first);
    browser.click(".tile");
    browser.await(ANSWER);
    assertThat(browser.count("caravan-constraints[hidden]")).as("made for trade").isEqualTo(1);
    String conversation = browser.address().replaceAll(".*/", "");
    browser.script("localStorage.clear()");
    browser.reload();
    browser.await(ANSWER);
    assertThat(browser.script("return document.getElementById('workspace').value")).isEqualTo("nba");
    askNext("And in 2021-22?", 2);
    JsonNode thread = JSON.readTree(get("api/threads/" + conversation).body());
    assertThat(thread.path("workspace").asText()).isEqualTo("nba");
    assertThat(thread.path("turns")).hasSize(2);
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
    assertThat(browser.texts(".turn:last-child .below .cut")).hasSize(1).first().asString().startsWith("50 of ");
    assertThat(browser.texts(".turn:last-child td.none")).contains("NULL");
    browser.click(".turn:last-child th:nth-child(3) .sort");
    assertThat(browser.await(".turn:last-child th:nth-child(3)").getAttribute("aria-sort")).isEqualTo("descending");
    String most = browser.texts(".turn:last-child tbody td:nth-child(3)").get(0);
    assertThat(most).startsWith("$").endsWith("T");
    assertThat(browser.await(".turn:last-child tbody tr:first-child td:nth-child(3)", 1).getAttribute("title")).endsWith(" USD");
    browser.click(".turn:last-child .more-rows");
    assertThat(browser.count(".turn:last-child tbody tr")).isGreaterThan(100);
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
    Path picture = downloads.resolve("caravan-chart.png");
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
  void handsOutAllRowsAsCsv() throws Exception {
    ask(TOP_FIVE);
    rerun("SELECT country_id, year FROM hs92.country_year ORDER BY 1, 2 LIMIT 300");
    browser.await(ANSWER, 2);
    WebElement link = browser.await(".turn:last-child a.csv");
    assertThat(link.getText()).contains("300 rows");
    HttpResponse<String> csv = get(URI.create(link.getAttribute("href")).getPath());
    assertThat(csv.body().lines()).hasSize(301).first().isEqualTo("country_id,year");
  }

  @Test
  void showsDocumentsWithTheirPassages() {
    ask("What is the economic complexity index and how is it computed?");
    browser.click(".passages summary");
    browser.wait("the passage is there", () -> browser.text(".passages details[open] .text").length() > 50);
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
          "const done = arguments; return import('" + server.address() + "js/markdown.js').then(({markdown}) => {"
              + " document.querySelector('.turn:last-child .text').replaceChildren(markdown('**bold** ' + done[0] + ' [x](javascript:alert(1))')); })",
          evil);
      assertThat(browser.texts(".turn:last-child .text strong")).containsExactly("bold");
      assertThat(browser.text(".turn:last-child .text")).contains(evil);
      assertThat(browser.count("main script, main img, main a[href^=javascript]")).isZero();
      assertThat(browser.script("return document.title")).asString().doesNotContain("taken");
    } finally {
      rename("0902", "Tea");
    }
  }

  private static void rename(String code, String name) throws SQLException {
    try (Connection admin = SharedWorld.get().server().admin(DemoWorld.DATABASE);
        var update = admin.prepareStatement("update classification.product_hs92 set name_short_en = ? where code = ?")) {
      update.setString(1, name);
      update.setString(2, code);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  // what happens around an answer

  @Test
  void keepsAnOpinionThatCanBeChanged() {
    ask(TOP_FIVE);
    browser.click(".thumb[data-rating=up]");
    browser.type(".comment textarea", "Just what I looked for");
    browser.click(".comment button");
    browser.wait("the comment is kept", () -> browser.text("caravan-feedback .link").equals("Change comment"));
    browser.reload();
    assertThat(browser.await(".thumb[data-rating=up]").getAttribute("aria-pressed")).isEqualTo("true");
    browser.click(".thumb[data-rating=down]");
    browser.wait("the thumb is down", () -> browser.count(".thumb[data-rating=down][aria-pressed=true]") == 1);
    browser.click(".thumb[data-rating=down]");
    browser.wait("the opinion is taken back", () -> browser.count(".thumb[aria-pressed=true]") == 0);
  }

  @Test
  void sharesOneAnswerToRead() throws Exception {
    ask(TOP_FIVE);
    browser.click(".share");
    String address = browser.await(".shared a").getAttribute("href");
    String turn = browser.await(".actions a[href*='/trace/']").getAttribute("href").replaceAll(".*/", "");
    browser.open(address);
    browser.await(".answer.answered");
    assertThat(browser.text(".answer")).contains("Refined oil products");
    assertThat(browser.count(".edit, .actions, .suggestions, #question, a[href*='/chat']")).as("read-only").isZero();
    String csv = URI.create(browser.await("a.csv").getAttribute("href")).getPath();
    assertThat(get(csv).body().lines()).hasSize(6);
    assertThat(get("api" + csv.substring(csv.indexOf("/shares"), csv.indexOf("/tables"))).body()).doesNotContain(turn);
    assertAccessible("a shared answer");
    CLIENT.send(HttpRequest.newBuilder(server.address().resolve("api/turns/" + turn + "/share")).DELETE().build(), BodyHandlers.discarding());
    browser.reload();
    browser.wait("nothing is shared any more", () -> browser.text("main").contains("nothing is shared"));
  }

  @Test
  void showsHowAnAnswerCameAbout() throws Exception {
    ask(TOP_FIVE);
    browser.click(".actions a[href*='/trace/']");
    browser.await(".trace > li", 10);
    browser.click("[data-stage=generate_sql] summary");
    assertThat(browser.text("[data-stage=generate_sql] .trace-detail")).contains("SELECT").contains("write-sql");
    assertThat(browser.text(".trace")).contains("langchain4j-chat:product_extraction").contains("[user]").contains("sql:statement").contains("EXPLAIN").contains("5 rows");
    assertThat(browser.count("a[href*='/hawtio']")).isPositive();
    assertAccessible("the trace");
  }

  @Test
  void saysWhatTheModelsOfAnAnswerCost() {
    browser.open(server.address().resolve("status"));
    String cost = "import('/js/steps.js').then((steps) => arguments[1](steps.cost([{model_calls: JSON.parse(arguments[0])}, {}])))";
    assertThat(browser.asyncScript(cost, "[{\"input_tokens\": 1000, \"output_tokens\": 10, \"dollars\": 0.0011}, {\"input_tokens\": 200}]"))
        .isEqualTo("2 model calls, 1,210 tokens, $0.0011");
    assertThat(browser.asyncScript(cost, "[{\"input_tokens\": 0, \"output_tokens\": 0}]")).as("the built-in model counts none").isEqualTo("");
  }

  @Test
  void showsTheStateOfModelBudgetsAndBreakers() throws Exception {
    browser.open(server.address().resolve("status"));
    browser.await("meter");
    assertThat(browser.text("main")).contains("built-in offline model").contains("Caravan demo world").contains("database").contains("working");
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
    assertThat(get("api/threads/" + conversation.replaceAll(".*/", "")).statusCode()).isEqualTo(404);
    assertThat(browser.address()).endsWith("/chat");
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
      // some seconds of work: enough to be cut off in, and well below the time a lost client is waited for
      rerun("SELECT count(*) AS n FROM (SELECT * FROM hs92.product_year_4 LIMIT 14000) a JOIN (SELECT * FROM hs92.product_year_4 LIMIT 2500) b ON a.export_value < b.export_value");
      browser.await(".turn:last-child li.running[data-stage=execute_sql]");
      gateway.cut();
      browser.await(".turn:last-child .talk");
      browser.await(ANSWER, 2);
      assertThat(browser.text(ANSWER)).contains("The edited query found 1 row");
    }
  }

  @Test
  void saysThatTheServerStoppedInTheMiddle() throws Exception {
    ask(TOP_FIVE);
    rerun(LONG);
    browser.await(".turn:last-child li.running[data-stage=execute_sql]");
    restart();
    browser.await(".turn:last-child .answer.failed, .turn:last-child .answer.stopped");
    assertThat(browser.count(".turn:last-child li.running")).as("no spinner that never ends").isZero();
    browser.await("#send:not([hidden])");
    browser.await(".turn:last-child .retry");
  }

  // for everybody

  @Test
  void worksWithTheKeyboardAlone() {
    browser.open(server.address().resolve("chat"));
    browser.await(".tile");
    browser.wait("the question has the focus", () -> "question".equals(browser.script("return document.activeElement.id")));
    browser.keys(TOP_FIVE, Keys.ENTER);
    browser.await(ANSWER);
    browser.script("document.activeElement.blur(); document.querySelector('.turn summary').focus()");
    browser.keys(Keys.ENTER);
    assertThat(browser.count("details.steps[open]")).isEqualTo(1);
    browser.tabTo("[data-tab=table]");
    browser.keys(Keys.ARROW_RIGHT);
    browser.await("caravan-chart[data-drawn]");
    browser.keys(Keys.ARROW_RIGHT);
    browser.tabTo(".edit");
    browser.keys(Keys.ENTER);
    browser.wait("the editor has the focus", () -> Boolean.TRUE.equals(browser.script("return document.activeElement.matches('.sql-editor')")));
    browser.keys(Keys.ESCAPE);
    browser.wait("the focus is back", () -> Boolean.TRUE.equals(browser.script("return document.activeElement.matches('.edit')")));
    browser.tabTo(".thumb[data-rating=up]");
    browser.tabTo(".suggestions button");
    browser.keys(Keys.ENTER);
    browser.await(ANSWER, 2);
    browser.script("document.activeElement.blur()");
    browser.keys("/");
    assertThat(browser.script("return document.activeElement.id")).isEqualTo("question");
  }

  @Test
  void fitsANarrowScreen() throws Exception {
    browser.size(360, 740);
    for (String path : List.of("", "chat", "status")) {
      browser.open(server.address().resolve(path));
      browser.await(".tile, meter");
      assertFits(path);
    }
    ask(TOP_FIVE);
    assertFits("an answer");
    assertAccessible("a narrow conversation");
    browser.click("#show-past");
    browser.await(".past.open .threads a");
    browser.keys(Keys.ESCAPE);
    browser.wait("the list is closed", () -> browser.count(".past.open, .backdrop") == 0);
    browser.click("#show-past");
    browser.script("document.querySelector('.backdrop').click()");
    assertThat(browser.count(".past.open")).isZero();
  }

  private static void assertFits(String what) {
    Object over = browser.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assertThat(over).as("what " + what + " is too wide by").isEqualTo(0L);
  }

  @Test
  void isAccessibleInLightAndDark() throws Exception {
    browser.open(server.address());
    browser.await(".tile");
    assertAccessible("the landing page");
    ask(TOP_FIVE);
    browser.script("document.querySelector('details.steps').open = true; document.querySelector('details.context').open = true");
    assertAccessible("a conversation");
    browser.click("[data-tab=sql]");
    browser.click(".bar [data-theme-toggle]");
    assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme")).isEqualTo("dark");
    assertAccessible("a dark conversation");
    browser.reload();
    browser.await(ANSWER);
    assertThat(browser.script("return getComputedStyle(document.documentElement).colorScheme")).as("kept").isEqualTo("dark");
    rerun("SELECT 1 FROM nowhere");
    browser.await(".answer.refused");
    assertAccessible("a dark refusal");
  }

  // weight and speed

  @Test
  void isLightAtFirstLoadAndAsksNobodyElse() {
    for (String path : List.of("", "chat")) {
      browser.forgetFiles();
      browser.open(server.address().resolve(path));
      browser.await(".tile");
      Object bytes =
          browser.script("return [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')].reduce((sum, one) => sum + one.transferSize, 0)");
      assertThat(((Number) bytes).longValue()).as("bytes of /" + path).isBetween(1_000L, 400_000L);
      assertThat(browser.script("return performance.getEntriesByType('resource').every((one) => one.name.startsWith(location.origin))")).isEqualTo(true);
      System.out.println(
          "page /" + path + ": " + bytes + " bytes, first paint after "
              + browser.script("return Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1)") + " ms");
    }
  }

  @Test
  void showsFiveThousandTokensAsTheyArriveWithoutStanding() throws Exception {
    browser.open(server.address().resolve("chat"));
    browser.await(".tile");
    Object result =
        browser.asyncScript(
            """
            const done = arguments[0];
            import(new URL('js/turn.js', document.baseURI.replace(/chat.*/, '')).href).then(({CaravanTurn}) => {
              const view = CaravanTurn.of('Tell me much');
              document.getElementById('turns').append(view);
              view.follow('agent_talk', {text: 'I look it up.', begin: true});
              view.follow('node_start', {stage: 'extract_tool_question', label: 'Extracting question', tool_call: 1});
              let sent = 0, frames = 0, longest = 0, last = performance.now();
              const frame = (now) => {
                frames++;
                longest = Math.max(longest, now - last);
                last = now;
                if (sent < 5000) requestAnimationFrame(frame);
                else requestAnimationFrame(() => requestAnimationFrame(() => done(JSON.stringify({frames, longest, talk: view.querySelector('.talk').textContent, words: view.querySelector('.text').textContent.trim().split(/\\s+/).length}))));
              };
              requestAnimationFrame(frame);
                            const timer = setInterval(() => {
                for (let i = 0; i < 20 && sent < 5000; i++) view.follow('agent_talk', {begin: sent === 0, text: `word${sent++} ` + (sent % 60 ? '' : '\\n\\n')});
                if (sent >= 5000) clearInterval(timer);
              }, 10);
            });
            """);
    JsonNode measured = JSON.readTree(String.valueOf(result));
    System.out.println("5000 tokens: " + measured);
    assertThat(measured.path("words").asInt()).isEqualTo(5000);
    assertThat(measured.path("talk").asText()).as("said before the tool ran").endsWith("I look it up.");
    assertThat(measured.path("frames").asInt()).as("frames drawn while the tokens came").isGreaterThan(20);
  }
}
