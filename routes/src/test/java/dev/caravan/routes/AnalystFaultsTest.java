package dev.caravan.routes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.account.Account;
import dev.caravan.app.AnalystBeans;
import dev.caravan.app.Settings;
import dev.caravan.derive.ConnectDatabase;
import dev.caravan.derive.CorrectionWish;
import dev.caravan.derive.ModelEdit;
import dev.caravan.derive.TakeTables;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspace;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every fault of the analyst's flow ends with what is wrong, in words for the person who asked. */
class AnalystFaultsTest {
    private static final String ENDLESS =
            "SELECT sum(power(a.pts, c.reb)) AS x FROM league.player_regular a JOIN league.player_regular b ON a.season = b.season"
                    + " JOIN league.player_regular c ON b.season = c.season";
    private static final String WINS = "Which team had the most wins in 2022-23?";
    // what only a model that is to go on may be told
    private static final String[] FOR_MODELS = {"Tell the person", "countries", "products", "The tool"};

    private static final Pattern WITHOUT_METHOD = Pattern.compile("ref: (\\w+)\\n(?! +method:)");

    @TempDir
    Path folder;

    private PipelineRoutes start(Map<String, String> settings, ChatModel writer) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("server.data", folder.resolve("var").toString());
        return PipelineRoutes.startUnscripted(all, writer == null ? Map.of() : Map.of("sqlGeneratorModel", writer));
    }

    private static PipelineRoutes.Outcome ask(PipelineRoutes routes, String workspace, String question) {
        return routes.ask(Turn.opened("n1", "th", true, workspace, question, Map.of(), routes.clock.now));
    }

    private static ChatModel writes(String sql) {
        return new ScriptedModel().says(PipelineRoutes.sql(sql));
    }

    private Path loaded() throws IOException {
        Path file = AnalystBeans.dataFolder(
                        Settings.load(
                                RouteFiles.HOME,
                                Map.of("server.data", folder.resolve("var").toString())),
                        "nba")
                .resolve("loaded.duckdb");
        Files.createDirectories(file.getParent());
        return file;
    }

    private static void failed(PipelineRoutes.Outcome done, String... words) {
        assertThat(done.kind()).as(done.text()).isEqualTo(Outcome.FAILED);
        assertThat(done.text()).contains(words).doesNotContain(FOR_MODELS);
    }

    @Test
    void takesNoFileForAWorkspaceThatIsNotMadeOfFiles() throws Exception {
        try (PipelineRoutes routes = start(Map.of(), null)) {
            TakeTables.Brought brought =
                    new TakeTables.Brought("nba", "", "orders.csv", new ByteArrayInputStream(new byte[] {'a'}));
            assertThatThrownBy(() -> routes.camel().createProducerTemplate().requestBody("direct:take-table", brought))
                    .rootCause()
                    .hasMessageContaining("not made of files");
        }
    }

    /** The very next question is read by what was brought and by what was edited. */
    @Test
    void aTableAndItsNamesHoldFromTheNextQuestionOn() throws Exception {
        Path workspaces = copy(folder.resolve("workspaces"));
        try (PipelineRoutes routes = start(Map.of("workspaces.directory", workspaces.toString()), null)) {
            ProducerTemplate producer = routes.camel().createProducerTemplate();
            for (String rows : List.of("id,place\n1,Harbour\n", "id,place,price\n1,Harbour,3\n2,Station,4\n")) {
                producer.requestBody(
                        "direct:take-table",
                        new TakeTables.Brought(
                                "kiosk", "", "sales.csv", new ByteArrayInputStream(rows.getBytes(UTF_8))));
            }
            assertThat(ask(routes, "kiosk", "What is the total price?").text()).contains("7");
            Map<?, ?> model = producer.requestBody("direct:get-model", "kiosk", Map.class);
            ModelEdit edit = new ModelEdit(
                    "kiosk",
                    model.get("version").toString(),
                    Map.of("main.sales", Json.mapper().readTree("{\"names\": [\"receipt\"]}")),
                    List.of());
            producer.requestBody("direct:change-model", edit);
            assertThat(ask(routes, "kiosk", "How many receipts are there?").text())
                    .contains("2");
            assertThatThrownBy(() -> producer.requestBody("direct:change-model", edit))
                    .rootCause()
                    .hasMessageContaining("somebody else has changed the model");
            connects(producer, workspaces);
            corrects(routes, producer);
            assertThat(unnamed(routes))
                    .as("which method is called depends on the order in which the JVM lists them")
                    .isEmpty();
        }
    }

    /** What a person says that a word means counts once an editor took it, and no longer once it was taken back. */
    private void corrects(PipelineRoutes routes, ProducerTemplate producer) {
        String question = "What is the total price?";
        byte[] body = "{\"says\": \"price\", \"means\": \"price and a half\"}".getBytes(UTF_8);
        Map<?, ?> kept = correct(producer, "propose", CorrectionWish.proposed(Json.mapper(), "kiosk", body));
        String id = kept.get("id").toString();
        assertThat(ask(routes, "kiosk", question).text())
                .as("nobody has looked at it")
                .contains("7")
                .doesNotContain("10.5");
        assertThatThrownBy(() -> correct(producer, "use", used(id, "{cost} * 1.5")))
                .rootCause()
                .hasMessageContaining("no column cost");
        assertThatThrownBy(() -> correct(producer, "use", used(id, "{price} * (SELECT 1)")))
                .rootCause()
                .isInstanceOf(BadRequest.class);
        correct(producer, "use", used(id, "{price} * 1.5"));
        assertThat(ask(routes, "kiosk", question).text()).contains("10.5");
        assertThatThrownBy(() -> correct(producer, "use", used(id, "{price} * 2")))
                .rootCause()
                .hasMessageContaining("used already");
        List<?> learnt = producer.requestBody("direct:list-corrections", "kiosk", List.class);
        assertThat(learnt.toString())
                .contains("price and a half", "{price} * 1.5")
                .doesNotContain("before=");
        correct(producer, "withdraw", CorrectionWish.withdrawn("kiosk", id));
        assertThat(ask(routes, "kiosk", question).text()).contains("7").doesNotContain("10.5");
        assertThat((List<?>) producer.requestBody("direct:list-corrections", "kiosk", List.class))
                .isEmpty();
    }

    private static CorrectionWish used(String id, String formula) {
        byte[] body = ("{\"table\": \"main.sales\", \"formula\": \"" + formula + "\"}").getBytes(UTF_8);
        return CorrectionWish.used(Json.mapper(), "kiosk", id, body);
    }

    private static Map<?, ?> correct(ProducerTemplate producer, String what, CorrectionWish wish) {
        Exchange done = producer.request("direct:" + what + "-correction", exchange -> {
            exchange.setProperty(Account.PROPERTY, Account.everybody("main"));
            exchange.getMessage().setBody(wish);
        });
        if (done.getException() != null) {
            throw new IllegalStateException(done.getException());
        }
        return done.getMessage().getBody(Map.class);
    }

    private void connects(ProducerTemplate producer, Path workspaces) {
        for (String url : List.of(
                "jdbc:sqlite:/etc/passwd",
                "jdbc:postgresql://localhost/shop?socketFactory=x.Y",
                "jdbc:postgresql://localhost:1/shop,other",
                "jdbc:mysql://localhost:1/shop?allowLocalInfile=true",
                "jdbc:postgresql:shop")) {
            byte[] body = ("{\"url\": \"" + url + "\", \"user\": \"reader\"}").getBytes(UTF_8);
            assertThatThrownBy(() -> ConnectDatabase.read(Json.mapper(), body))
                    .as(url)
                    .hasMessageContaining("jdbc:postgresql://host:5432/name");
        }
        for (String[] refused : new String[][] {
            {"jdbc:postgresql://169.254.169.254/shop", "connections.hosts"},
            {"jdbc:postgresql://localhost.example.org/shop", "connections.hosts"},
            {"jdbc:postgresql://127.0.0.1:1/shop", "the database cannot be read"}
        }) {
            ConnectDatabase.Wanted wanted = new ConnectDatabase.Wanted(
                    "shop", "shop", new Workspace.Login(refused[0], "reader", "never to be read"));
            assertThatThrownBy(() -> producer.requestBody("direct:connect-database", wanted))
                    .as(refused[0])
                    .rootCause()
                    .hasMessageContaining(refused[1])
                    .hasMessageNotContaining("never to be read");
        }
        assertThat(workspaces.resolve("shop")).doesNotExist();
    }

    /** Beans of routes with several methods of which none is named. */
    private static List<String> unnamed(PipelineRoutes routes) throws IOException {
        List<String> unnamed = new ArrayList<>();
        try (Stream<Path> files = Files.list(RouteFiles.HOME.resolve("routes"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".camel.yaml"))
                    .toList()) {
                Matcher bean = WITHOUT_METHOD.matcher(Files.readString(file));
                while (bean.find()) {
                    Object found = routes.camel().getRegistry().lookupByName(bean.group(1));
                    if (found != null
                            && Stream.of(found.getClass().getDeclaredMethods())
                                            .filter(method -> Modifier.isPublic(method.getModifiers())
                                                    && !method.isBridge()
                                                    && !method.isSynthetic())
                                            .count()
                                    > 1) {
                        unnamed.add(file.getFileName() + ": " + bean.group(1));
                    }
                }
            }
        }
        return unnamed;
    }

    @Test
    void editsNoModelThatHasMetricsOrIsNotThere() throws Exception {
        try (PipelineRoutes routes = start(Map.of(), null)) {
            for (String workspace : List.of("nba", "nobody")) {
                ModelEdit edit = new ModelEdit(workspace, "", Map.of(), List.of());
                for (Object[] asked : new Object[][] {
                    {"direct:get-model", workspace}, {"direct:change-model", edit}, {"direct:preview-model", edit}
                }) {
                    assertThatThrownBy(() ->
                                    routes.camel().createProducerTemplate().requestBody((String) asked[0], asked[1]))
                            .as("%s of %s", asked[0], workspace)
                            .rootCause()
                            .isInstanceOfSatisfying(BadRequest.class, fault -> assertThat(fault.status())
                                    .isEqualTo(workspace.equals("nba") ? 409 : 404));
                }
            }
        }
    }

    @Test
    void figuresThatAModelMadeUpDoNotGoOut() throws Exception {
        ChatModel teller = new ScriptedModel().says("{\"answer\": \"The Lakers won 97 games.\"}");
        try (PipelineRoutes routes = PipelineRoutes.startUnscripted(
                Map.of("server.data", folder.resolve("var").toString()), Map.of("dataAnalyzerModel", teller))) {
            PipelineRoutes.Outcome done = ask(routes, "nba", WINS);
            assertThat(done.text())
                    .contains("do not follow from the result (97)", "shown below")
                    .doesNotContain("The Lakers won");
            assertThat(done.turn().evidence()).isNotEmpty();
        }
    }

    /** What ends a question must not depend on whether it names somebody: without the data no name is known. */
    @Test
    void saysThatACorruptFileCannotBeOpenedWhateverIsAsked() throws Exception {
        Files.writeString(loaded(), "no database ".repeat(2_000));
        try (PipelineRoutes routes = start(Map.of(), null)) {
            for (String question : List.of(
                    WINS,
                    "How many points did LeBron James average in 2019-20?",
                    "Who is the best player?",
                    "How did they do?")) {
                failed(ask(routes, "nba", question), "loaded.duckdb", "cannot be opened");
            }
        }
    }

    @Test
    void saysWhatToDoWhereNoFileWasEverLoaded() throws Exception {
        Path workspaces = copy(folder.resolve("workspaces"));
        Files.delete(workspaces.resolve("nba/demo.sql"));
        try (PipelineRoutes routes = start(Map.of("workspaces.directory", workspaces.toString()), null)) {
            failed(ask(routes, "nba", WINS), "there are no data yet", "./caravan load --workspace nba");
        }
    }

    /** Word for word what a small model said when its form left it the choice: counts that it made up. */
    @Test
    void tellsNoMeaningInAModelsOwnWords() throws Exception {
        ScriptedModel judge = new ScriptedModel()
                .says("{\"intent\": \"meaning\", \"message\": \"There are 10 teams in the North region, 15 in the South"
                        + " region, and 20 in the East region.\"}")
                .says("{\"intent\": \"meaning\", \"figure\": \"wins\", \"message\": \"Wins are 82.\"}");
        try (PipelineRoutes routes = PipelineRoutes.startUnscripted(
                Map.of("server.data", folder.resolve("var").toString()), Map.of("clarifyQueryModel", judge))) {
            PipelineRoutes.Outcome invented = ask(routes, "nba", "How many teams are there in each region?");
            assertThat(invented.kind()).isEqualTo(Outcome.REFUSED);
            assertThat(invented.text()).doesNotContain("10", "15", "20");
            assertThat(ask(routes, "nba", "What are wins?").text())
                    .startsWith("Wins")
                    .doesNotContain("82");
        }
        // no answer with SQL yet, so none can be asked for; what the data hold is told
        String form = judge.asked.get(0).messages().get(1).toString();
        assertThat(judge.said(0)).contains("## What can be asked").containsIgnoringCase("wins");
        assertThat(form).contains("refused", "meaning").doesNotContain("show_sql");
    }

    @Test
    void takesOverAFileThatIsPutInThePlaceOfACorruptOne() throws Exception {
        Files.writeString(loaded(), "no database ".repeat(2_000));
        try (PipelineRoutes routes = start(Map.of(), null)) {
            failed(ask(routes, "nba", WINS), "cannot be opened");
            Files.delete(loaded());
            assertThat(ask(routes, "nba", WINS).kind()).isEqualTo(Outcome.ANSWERED);
        }
    }

    @Test
    void interruptsAStatementThatTakesTooLong() throws Exception {
        try (PipelineRoutes routes = start(Map.of("sql.timeout", "300ms"), writes(ENDLESS))) {
            failed(ask(routes, "nba", WINS), "took longer than allowed", "Ask for less");
        }
    }

    @Test
    void capsAResultOfMillionsOfRowsAndTellsHowManyThereAre() throws Exception {
        String early = "league.player_regular WHERE season < 2015";
        ScriptedModel writer = new ScriptedModel().says(PipelineRoutes.sql("SELECT count(*) AS n FROM " + early));
        try (PipelineRoutes routes = start(Map.of(), writer)) {
            SqlEvidence counted =
                    (SqlEvidence) ask(routes, "nba", WINS).turn().evidence().get(0);
            long rows = (Long) counted.table().rows().get(0).get(0);
            writer.anew()
                    .says(PipelineRoutes.sql("SELECT a.player_id, b.player_id AS other FROM (SELECT * FROM " + early
                            + ") a CROSS JOIN (SELECT * FROM " + early + ") b"));

            PipelineRoutes.Outcome done = ask(routes, "nba", WINS);
            SqlEvidence evidence = (SqlEvidence) done.turn().evidence().get(0);
            assertThat(evidence.table().rows()).hasSize(PipelineRoutes.MAX_ROWS);
            assertThat(evidence.table().totalRows()).isEqualTo(rows * rows).isGreaterThan(1_000_000);
            assertThat(done.text()).contains(String.format(java.util.Locale.ROOT, "%,d", rows * rows));
        }
    }

    @Test
    void refusesAStatementThatIsMoreThanReadingTheTables() throws Exception {
        List<String> attacks = List.of(
                "SELECT * FROM read_csv('/etc/passwd')",
                "COPY league.teams TO '/tmp/x.csv'",
                "ATTACH '/tmp/x.duckdb' AS x",
                "INSTALL httpfs",
                "PRAGMA version",
                "SET threads = 1",
                "SELECT * FROM '/etc/passwd'",
                "DELETE FROM league.teams");
        ScriptedModel writer = new ScriptedModel();
        try (PipelineRoutes routes = start(Map.of(), writer)) {
            for (String sql : attacks) {
                writer.anew().says(PipelineRoutes.sql(sql)).asked.clear();
                PipelineRoutes.Outcome done = ask(routes, "nba", WINS);
                assertThat(done.kind()).as(sql).isEqualTo(Outcome.FAILED);
                assertThat(done.text())
                        .as(sql)
                        .contains("No valid SQL", "refused")
                        .doesNotContain("root:")
                        .doesNotContain(FOR_MODELS);
                assertThat(writer.asked).as(sql).hasSize(3);
            }
        }
    }

    @Test
    void compilesTheFormThatAModelFillsInAndSendsAWrongOneBack() throws Exception {
        ScriptedModel writer = new ScriptedModel()
                .says("{\"query\": {\"measures\": [{\"metric\": \"wins\", \"as\": \"value\"}], \"by\": [\"team\"],"
                        + " \"from_year\": 1950, \"largest_first\": true, \"first\": 1}}")
                .says("{\"query\": {\"measures\": [{\"metric\": \"wins\", \"as\": \"value\"}], \"by\": [\"team\"],"
                        + " \"where\": [{\"dimension\": \"conference\", \"is\": \"West (conference)\"}],"
                        + " \"from_year\": 2023, \"to_year\": 2023, \"largest_first\": true, \"first\": 1}}");
        try (PipelineRoutes routes = start(Map.of(), writer)) {
            PipelineRoutes.Outcome done = ask(routes, "nba", "Which Western team had the most wins in 2022-23?");
            assertThat(done.kind()).as(done.text()).isEqualTo(Outcome.ANSWERED);
            assertThat(writer.said(0)).contains("\"western\": West (conference)", "wins: wins [");
            assertThat(writer.said(1)).contains("there are no data of 1950, only of ");
            SqlEvidence evidence = (SqlEvidence) done.turn().evidence().get(0);
            assertThat(evidence.notes())
                    .contains("Read as: wins, conference West, by team, 2023, the largest 1 (regular season).");
            assertThat(evidence.table().rows()).hasSize(1);
        }
    }

    @Test
    void namesTheModelWhenItsBreakerIsOpen() throws Exception {
        try (PipelineRoutes routes = start(Map.of(), null)) {
            routes.modelBreaker.transitionToForcedOpenState();
            failed(ask(routes, "nba", WINS), "The language model did not answer", "given a rest");
        }
    }

    @Test
    void namesTheModelWhenItFailsInTheMiddle() throws Exception {
        try (PipelineRoutes routes = start(Map.of(), new ScriptedModel().fails())) {
            failed(ask(routes, "nba", WINS), "The language model did not answer");
        }
    }

    @Test
    void namesTheDatabaseWhenItsBreakerIsOpenAndLeavesOtherFilesAlone() throws Exception {
        Path workspaces = copy(folder.resolve("workspaces"));
        copyTree(workspaces.resolve("nba"), workspaces.resolve("other"));
        try (PipelineRoutes routes = start(Map.of("workspaces.directory", workspaces.toString()), null)) {
            routes.breakerOf("nba").transitionToForcedOpenState();
            failed(ask(routes, "nba", WINS), "The database is not available", "given a rest");
            assertThat(ask(routes, "other", WINS).kind()).isEqualTo(Outcome.ANSWERED);
        }
    }

    @Test
    void opensTheBreakerOfAFileThatFailsInARow() throws Exception {
        Path file = loaded();
        ChatModel written = writes("SELECT count(*) AS n FROM league.teams");
        // a file that cannot be read at the beginning ends a question there; this one breaks behind it
        ChatModel breaking = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                try {
                    Files.writeString(file, "no database ".repeat(2_000));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return written.chat(request);
            }
        };
        try (PipelineRoutes routes = start(Map.of(), breaking)) {
            failed(ask(routes, "nba", WINS), "cannot be opened");
            for (int i = 1; i <= PipelineRoutes.BREAKER_FAILURES; i++) {
                Files.copy(file.resolveSibling("demo.duckdb"), file, StandardCopyOption.REPLACE_EXISTING);
                failed(
                        ask(routes, "nba", WINS),
                        i < PipelineRoutes.BREAKER_FAILURES ? "cannot be opened" : "given a rest");
            }
        }
    }

    private static Path copy(Path to) throws IOException {
        copyTree(RouteFiles.HOME.resolve("workspaces"), to);
        return to;
    }

    private static void copyTree(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        files.forEach(file -> {
            Path target = to.resolve(from.relativize(file).toString());
            try {
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
