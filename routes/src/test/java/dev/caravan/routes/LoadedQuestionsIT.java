package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.CaravanRuntime;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.ReferenceContent;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.model.offline.Mode;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.load.Loader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions in plain words to real Atlas files that were loaded as they are, through all routes. */
class LoadedQuestionsIT {
    private static final Path FILES =
            RouteFiles.HOME.resolve("../shared/data/trade/atlas-hs92").normalize();

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;
    private static CaravanRuntime runtime;
    private static int turns;

    @BeforeAll
    static void start() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "no Atlas files at " + FILES);
        server = EmbeddedPostgres.start(serverFolder, Progress.silent());
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
        }
        new Loader(server::admin, ReferenceContent::write).load(FILES, Progress.silent());
        Map<String, String> settings = Map.of(
                "atlas.source", "loaded",
                "atlas.jdbc-url", server.jdbcUrl(Loader.DATABASE),
                "atlas.user", server.readerCredentials().user(),
                "atlas.password", server.readerCredentials().password(),
                "routes.reload", "false");
        runtime = CaravanRuntime.start(
                Settings.load(RouteFiles.HOME, settings),
                registry -> registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, new FakeHttpEngine()));
    }

    @AfterAll
    static void stop() throws IOException {
        if (runtime != null) {
            runtime.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static Turn ask(String question) throws IOException {
        String id = "t" + ++turns;
        Turn turn = Turn.opened(id, "th" + id, true, "atlas", question, Mode.SQL_ONLY.choice(), Instant.now());
        try (FluentProducerTemplate template = runtime.camel().createFluentProducerTemplate()) {
            return template.withBody(turn).to("direct:turn").request(Turn.class);
        }
    }

    /** The rows of the one query behind an answer, which has to say where they come from. */
    private static List<List<Object>> rows(String question) throws IOException {
        Turn turn = ask(question);
        assertThat(turn.answer().orElseThrow().outcome())
                .as(turn.answer().toString())
                .isEqualTo(Outcome.ANSWERED);
        SqlEvidence evidence = (SqlEvidence) turn.results().get(0).evidence().orElseThrow();
        assertThat(evidence.source()).isEqualTo("Atlas bulk files, 1995 to 2023");
        return evidence.table().rows();
    }

    /** Values of a column in the rows that fit, as the files have them. */
    private static List<Double> values(String file, String column, Predicate<Map<String, String>> wanted)
            throws IOException {
        List<Double> values = new ArrayList<>();
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FILES.resolve(file))), StandardCharsets.UTF_8))) {
            String[] header = lines.readLine().split(",");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] fields = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], fields[i]);
                }
                if (wanted.test(row)) {
                    values.add(Double.valueOf(row.get(column)));
                }
            }
        }
        return values;
    }

    private static List<Double> numbers(List<List<Object>> rows) {
        return rows.stream()
                .map(row -> ((Number) row.get(row.size() - 1)).doubleValue())
                .toList();
    }

    @Test
    void answersWithTheComplexityOfCoffee() throws IOException {
        assertThat(numbers(rows("What was the PCI of coffee in 2019?")))
                .isEqualTo(values(
                        "hs92_product_year_4.csv.gz",
                        "pci",
                        row -> row.get("product_hs92_code").equals("0901")
                                && row.get("year").equals("2019")))
                .hasSize(1);
    }

    @Test
    void answersWithTheWorldsExportsOfCrudePetroleum() throws IOException {
        assertThat(numbers(rows("World exports of crude petroleum in 2010")))
                .isEqualTo(values(
                        "hs92_product_year_4.csv.gz",
                        "export_value",
                        row -> row.get("product_hs92_code").equals("2709")
                                && row.get("year").equals("2010")))
                .hasSize(1);
    }

    @Test
    void answersWithGermanysFiveLargestExports() throws IOException {
        List<Double> expected = values(
                "deu_grc_hsproduct4digit.csv.gz",
                "export_value",
                row -> row.get("location_code").equals("DEU")
                        && row.get("year").equals("2015")
                        && row.get("hs_product_code").matches("\\d{4}|XXXX"));
        assertThat(numbers(rows("Germany's top 5 export products in 2015")))
                .isEqualTo(expected.stream()
                        .sorted(Comparator.reverseOrder())
                        .limit(5)
                        .toList());
    }

    @Test
    void answersWithBoliviasAdvantageInTinOres() throws IOException {
        assertThat(numbers(rows("Bolivia's RCA in tin ores in 2009")))
                .isEqualTo(values(
                        "trade_sample_bolivia.csv.gz",
                        "source_export_rca",
                        row -> row.get("country_code").equals("BOL")
                                && row.get("product_code").equals("2609")
                                && row.get("year").equals("2009")))
                .hasSize(1);
    }

    @Test
    void answersWithTotalsAndRanksOfTheFiles() throws IOException {
        assertThat(numbers(rows("What were Kenya's exports of goods in 2020?")))
                .isEqualTo(values(
                        "country_year_indicators.csv.gz",
                        "export_value",
                        row -> row.get("country_code").equals("KEN")
                                && row.get("year").equals("2020")));
        assertThat(numbers(rows("Which country had the highest ECI in 2015?"))).isNotEmpty();
        assertThat(numbers(rows("What did Kenya export in total in 2020?"))).hasSize(1);
    }

    @Test
    void saysThatThereAreNoServicesInsteadOfShowingGoods() throws IOException {
        Turn turn = ask("Kenya's services exports in 2020");
        assertThat(turn.answer().orElseThrow().outcome()).isNotEqualTo(Outcome.ANSWERED);
        assertThat(turn.answer().orElseThrow().text())
                .contains("hold no services")
                .contains("HS 1992 (1995 to 2023)");
    }

    @Test
    void tellsWhichYearsTheFilesCover() throws IOException {
        Turn turn = ask("Kenya's exports of coffee in 1980");
        assertThat(turn.answer().orElseThrow().outcome()).isNotIn(Outcome.ANSWERED, Outcome.FAILED);
        assertThat(turn.answer().orElseThrow().text()).contains("1995 to 2023");
    }
}
