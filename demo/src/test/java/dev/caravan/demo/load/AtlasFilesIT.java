package dev.caravan.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.ReferenceContent;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.load.FileReport;
import dev.caravan.warehouse.load.FileReport.Status;
import dev.caravan.warehouse.load.LoadReport;
import dev.caravan.warehouse.load.Loader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real Atlas files as they are; the expected values are read from the files by a reader of the test's own. */
class AtlasFilesIT {
    private static final Path FILES = Path.of(System.getProperty("caravan.home"))
            .resolve("../shared/data/trade/atlas-hs92")
            .normalize();

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;
    private static LoadReport report;

    @BeforeAll
    static void load() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "no Atlas files at " + FILES);
        server = EmbeddedPostgres.start(serverFolder, Progress.silent());
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
        }
        report = new Loader(server::admin, ReferenceContent::write).load(FILES, Progress.silent());
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** Rows of a packed file that hold no quoted fields. */
    private static List<Map<String, String>> read(String file) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (var lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(FILES.resolve(file))), StandardCharsets.UTF_8))) {
            String[] header = lines.readLine().split(",");
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] values = line.split(",", -1);
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], values[i]);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static Map<String, String> row(String file, String... keys) throws IOException {
        return read(file).stream()
                .filter(row -> {
                    for (int i = 0; i < keys.length; i += 2) {
                        if (!row.get(keys[i]).equals(keys[i + 1])) {
                            return false;
                        }
                    }
                    return true;
                })
                .findFirst()
                .orElseThrow();
    }

    private static List<Double> numbers(String sql) throws SQLException {
        List<Double> numbers = new ArrayList<>();
        try (Connection connection = server.admin(Loader.DATABASE);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                numbers.add(rows.getDouble(1));
            }
        }
        return numbers;
    }

    private static String product(String code) {
        return "(SELECT product_id FROM classification.product_hs92 WHERE code = '%s')".formatted(code);
    }

    private static String country(String code) {
        return "(SELECT country_id FROM classification.location_country WHERE iso3_code = '%s')".formatted(code);
    }

    @Test
    void takesEveryBulkFileOfTheFolderAndLeavesTheRestAside() {
        assertThat(report.files()).extracting(FileReport::status).doesNotContain(Status.REFUSED);
        assertThat(report.files())
                .filteredOn(file -> file.status() == Status.LOADED)
                .extracting(FileReport::file)
                .containsExactly(
                        "atlas_eci_rankings_1995_2023.csv",
                        "country_year_indicators.csv.gz",
                        "deu_grc_hsproduct4digit.csv.gz",
                        "hs92_product_year_4.csv.gz",
                        "product_complexity_2023.csv",
                        "product_year_indicators.csv.gz",
                        "rankings_1995_2017.csv",
                        "trade_sample_bolivia.csv.gz");
        // services among the goods, which have codes of their own
        assertThat(report.files())
                .filteredOn(file -> file.file().startsWith("deu_grc"))
                .singleElement()
                .satisfies(file -> assertThat(file.rejected()).isEqualTo(250))
                .satisfies(file -> assertThat(file.rejections()).hasSize(5));
        assertThat(report.vintage()).isEqualTo("1995 to 2023");
    }

    @Test
    void givesTheComplexityOfCoffeeIn2019() throws Exception {
        String expected = row("hs92_product_year_4.csv.gz", "product_hs92_code", "0901", "year", "2019")
                .get("pci");
        assertThat(numbers("SELECT pci FROM hs92.product_year_4 WHERE year = 2019 AND product_id = " + product("0901")))
                .containsExactly(Double.parseDouble(expected));
    }

    @Test
    void givesTheWorldsExportsOfCrudePetroleumIn2010() throws Exception {
        String expected = row("hs92_product_year_4.csv.gz", "product_hs92_code", "2709", "year", "2010")
                .get("export_value");
        assertThat(numbers("SELECT export_value FROM hs92.product_year_4 WHERE year = 2010 AND product_id = "
                        + product("2709")))
                .containsExactly(Double.parseDouble(expected));
    }

    @Test
    void givesGermanysFiveLargestExportsOf2015() throws Exception {
        List<Double> expected = read("deu_grc_hsproduct4digit.csv.gz").stream()
                .filter(row -> row.get("location_code").equals("DEU")
                        && row.get("year").equals("2015"))
                // the five services have names for codes
                .filter(row -> row.get("hs_product_code").matches("\\d{4}|XXXX"))
                .map(row -> Double.parseDouble(row.get("export_value")))
                .sorted(Comparator.reverseOrder())
                .limit(5)
                .toList();
        String sql =
                "SELECT export_value FROM hs92.country_product_year_4 WHERE year = 2015 AND country_id = %s ORDER BY 1 DESC LIMIT 5";
        assertThat(numbers(sql.formatted(country("DEU")))).isEqualTo(expected);
    }

    @Test
    void givesBoliviasAdvantageInTinOresOf2009AsTheAtlasPublishedIt() throws Exception {
        String expected = row(
                        "trade_sample_bolivia.csv.gz", "country_code", "BOL", "product_code", "2609", "year", "2009")
                .get("source_export_rca");
        String sql =
                "SELECT export_rca FROM hs92.country_product_year_4 WHERE year = 2009 AND country_id = %s AND product_id = %s";
        assertThat(numbers(sql.formatted(country("BOL"), product("2609"))))
                .containsExactly(Double.parseDouble(expected));
    }

    @Test
    void takesTheComplexityOfCountriesFromTheRankings() throws Exception {
        String sql = "SELECT eci FROM %s.country_year WHERE year = 2015 AND country_id = %s";
        assertThat(numbers(sql.formatted("hs92", country("DEU")))).containsExactly(2.243);
        assertThat(numbers(sql.formatted("sitc", country("DEU")))).containsExactly(2.402);
        assertThat(numbers("SELECT count(*) FROM hs92.country_year WHERE year = 2015 AND eci IS NOT NULL"))
                .containsExactly(145.0);
    }

    @Test
    void addsUpWorldAndCountryWhereTheFilesAreComplete() throws Exception {
        String differing =
                "SELECT count(*) FROM (SELECT year, sum(export_value) AS v FROM hs92.product_year_4 GROUP BY year) a"
                        + " JOIN (SELECT year, sum(export_value) AS v FROM hs92.product_year_%d GROUP BY year) b USING (year) WHERE a.v <> b.v";
        assertThat(numbers(differing.formatted(2))).containsExactly(0.0);
        assertThat(numbers(differing.formatted(1))).containsExactly(0.0);
        assertThat(numbers("SELECT count(DISTINCT year) FROM hs92.product_year_1"))
                .containsExactly(29.0);
        assertThat(numbers(
                        "SELECT sum(export_value) FROM hs92.country_product_year_2 WHERE year = 2009 AND country_id = "
                                + country("BOL")))
                .containsExactly(4_623_423_092.0);
        // the sample holds a part of Brazil's 2009, and Germany's file is of another release than the totals
        assertThat(numbers("SELECT count(*) FROM hs92.country_product_year_2 WHERE year = 2009 AND country_id = "
                        + country("BRA")))
                .containsExactly(0.0);
        assertThat(numbers("SELECT count(*) FROM hs92.country_product_year_2 WHERE country_id = " + country("DEU")))
                .containsExactly(0.0);
    }
}
