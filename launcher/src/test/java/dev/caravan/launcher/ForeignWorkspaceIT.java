package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/**
 * A workspace that is a folder and nothing else - its tools are its own routes, with a class of its own, its evidence is of kinds
 * that no code knows, and it asks the person - on the whole product, up to the page.
 */
@Timeout(300)
class ForeignWorkspaceIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANSWER = ".answer:not(.typing)";

    @TempDir
    static Path home;

    @TempDir
    static Path database;

    @TempDir
    static Path downloads;

    private static EmbeddedPostgres postgres;
    private static CookModel model;
    private static CaravanServer server;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        browser = Browser.start(downloads);
        model = new CookModel();
        postgres = EmbeddedPostgres.start(database, Progress.silent());
        copy(HOME.resolve("workspaces"), home.resolve("workspaces"));
        copy(HOME.resolve("launcher/src/test/workspaces"), home.resolve("workspaces"));
        Files.writeString(
                home.resolve("application.yaml"),
                """
        server: {port: 0}
        routes: {directory: %1$s/routes, grace: 1s}
        workspaces: {directory: workspaces}
        atlas: {source: jdbc, jdbc-url: "%2$s", user: %3$s, password: "%4$s"}
        state: {jdbc-url: "%2$s", user: %3$s, password: "%4$s"}
        model: {provider: compatible, providers: {compatible: {base-url: "%5$s"}}}
        docs: {embeddings: false}
        """
                        .formatted(
                                HOME,
                                postgres.jdbcUrl("postgres"),
                                postgres.adminCredentials().user(),
                                postgres.adminCredentials().password(),
                                model.url()));
        server = start(0);
    }

    private static CaravanServer start(int port) throws IOException {
        return CaravanServer.start(Settings.load(home, Map.of("server.port", String.valueOf(port))), Progress.silent());
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                Path copied = to.resolve(from.relativize(file).toString());
                try {
                    if (!Files.isDirectory(copied)) {
                        Files.copy(file, copied);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
        if (postgres != null) {
            postgres.close();
        }
        if (model != null) {
            model.close();
        }
    }

    @BeforeEach
    void freshPage() {
        browser.size(1280, 900);
        browser.forgetChoices(server.address());
        browser.complaints();
        model.asked().clear();
    }

    private static void ask(String question) {
        browser.open(
                server.address() + "chat?workspace=kitchen&q=" + URLEncoder.encode(question, StandardCharsets.UTF_8));
        browser.await(ANSWER);
    }

    private static String get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.address().resolve(path)).build(), BodyHandlers.ofString())
                .body();
    }

    private static JsonNode lastTurn() throws IOException, InterruptedException {
        JsonNode turns = JSON.readTree(get("api/threads/" + browser.address().replaceAll(".*/", "")))
                .path("turns");
        return JSON.readTree(
                get("api/turns/" + turns.path(turns.size() - 1).path("turn_id").asText()));
    }

    @Test
    void showsEvidenceOfKindsThatNoCodeKnows() throws Exception {
        ask("What goes into bread?");
        assertThat(browser.text(ANSWER)).contains("Cooked with");
        assertThat(browser.texts("[data-type=recipe] .evidence-title")).containsExactly("What goes into bread?");
        assertThat(browser.text("[data-type=recipe] table")).contains("flour", "320.5", "water, warm");
        browser.click("[data-type=recipe] [data-tab=details]");
        assertThat(browser.text("[data-type=recipe] pre"))
                .contains("\"oven\"", "230")
                .doesNotContain("flour");
        assertThat(browser.text("[data-type=smell] pre")).contains("\"strength\"", "crust");
        assertThat(browser.complaints()).isEmpty();

        JsonNode turn = lastTurn();
        assertThat(turn.path("workspace").asText()).isEqualTo("kitchen");
        assertThat(turn.path("notes").toString()).contains("Smelled today.");
        assertThat(turn.path("steps").findValuesAsText("stage")).contains("search_larder");
        assertThat(turn.at("/evidence/0/oven/degrees").asInt()).isEqualTo(230);
        assertThat(turn.at("/evidence/0/source").asText()).isEqualTo("the larder");
        assertThat(turn.at("/evidence/1/strength/is").asInt()).isEqualTo(4);
        assertThat(get(turn.at("/evidence/0/csv").asText().substring(1)))
                .contains("\"water, warm\",320.5")
                .contains("ingredient");
        assertThat(model.asked().get(0).path("tools").findValuesAsText("name"))
                .containsExactly("find_recipe", "smell", "plan_menu");
        assertThat(model.asked().get(1).path("messages").toString()).contains("flour", "crust");
    }

    @Test
    void asksThePersonAndGoesOnAfterARestart() throws Exception {
        ask("Plan a menu");
        String waiting = lastTurn().path("turn_id").asText();
        assertThat(browser.text(ANSWER)).contains("Before I cook, four questions.");
        assertThat(browser.count(".asking fieldset")).isEqualTo(4);
        int port = server.port();
        server.close();
        server = start(port);
        browser.reload();
        browser.await(".asking");

        browser.click(".asking .go-on");
        assertThat(browser.text(".asking .fault")).startsWith("Which meal?");
        browser.click(".asking [value=dinner]");
        browser.click(".asking [value=Nuts]");
        browser.click(".asking .items li:nth-child(1) .down");
        browser.click(".asking .items li:nth-child(3) .drop");
        browser.click(".asking .add");
        browser.keys("Cheese");
        browser.click(".asking .go-on");
        assertThat(browser.text(".asking .fault")).startsWith("Who comes?");
        assertThat(browser.isFocused(".asking textarea")).isTrue();
        browser.keys("Ada & Grace");
        browser.click(".asking .go-on");
        browser.wait("the turn goes on", () -> browser.count(".asking") == 0);
        browser.await(ANSWER);
        assertThat(browser.text(ANSWER)).contains("Cooked with");

        JsonNode turn = lastTurn();
        assertThat(turn.path("turn_id").asText()).isEqualTo(waiting);
        assertThat(turn.path("outcome").asText()).isEqualTo("answered");
        assertThat(turn.path("replies").toString())
                .contains("Which meal?: Dinner", "Nuts", "Fish", "Soup", "Cheese", "Ada & Grace")
                .doesNotContain("Cake", "Milk");
        String told = model.asked().get(1).path("messages").toString();
        assertThat(told.indexOf("Fish")).isLessThan(told.indexOf("Soup"));
        assertThat(model.asked()).as("no call is made again").hasSize(2);
    }

    @Test
    void theFormServesTheKeyboardAloneAndTakesWhatIsNotAmongTheChoices() throws Exception {
        ask("Plan a menu");
        browser.await(".asking");
        browser.tabTo(".asking .other");
        browser.keys("Brunch");
        browser.tabTo(".asking .items li:nth-child(3) input");
        browser.await(".asking .items li:nth-child(3) input").sendKeys(Keys.chord(Keys.ALT, Keys.ARROW_UP));
        assertThat(browser.script(
                        "return [...document.querySelectorAll('.items input')].map((field) => field.value).join()"))
                .isEqualTo("Soup,Cake,Fish");
        assertThat(browser.isFocused(".asking .items li:nth-child(2) input")).isTrue();
        browser.tabTo(".asking textarea");
        browser.keys("nobody");
        browser.tabTo(".asking .go-on");
        browser.keys(Keys.ENTER);
        browser.wait("the turn goes on", () -> browser.count(".asking") == 0);
        browser.await(ANSWER);
        assertThat(lastTurn().path("replies").toString()).contains("Which meal?: Brunch", "nobody");
    }

    @Test
    void aWaitingTurnCanBeGivenUp() throws Exception {
        ask("Plan a menu");
        browser.click(".asking .give-up");
        browser.wait("it is given up", () -> browser.count(".asking") == 0);
        assertThat(lastTurn().path("outcome").asText()).isNotEqualTo("awaiting_person");
        assertThat(model.asked()).hasSize(1);
    }

    @Test
    void itsRoutesAreTakenOverWhileRunning() throws Exception {
        Path routes = home.resolve("workspaces/kitchen/routes/kitchen.camel.yaml");
        String written = Files.readString(routes);
        try {
            Files.writeString(routes, written.replace("\"crust\"", "\"malt\""));
            String turn = "";
            while (!turn.contains("malt")) {
                ask("How does it smell?");
                turn = lastTurn().toString();
            }
            Files.writeString(routes, "");
            String ready = "";
            while (!ready.contains("kitchen/kitchen.camel.yaml")) {
                ready = get("api/health/ready");
            }
            ask("How does it smell?");
            assertThat(lastTurn().toString()).as("the last whole version").contains("malt");
        } finally {
            Files.writeString(routes, written);
        }
    }
}
