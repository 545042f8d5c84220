package dev.caravan.demo.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.database.RunningPostgres;
import dev.caravan.demo.world.ReferenceContent;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.load.FileReport;
import dev.caravan.warehouse.load.FileReport.Status;
import dev.caravan.warehouse.load.LoadReport;
import dev.caravan.warehouse.load.Loader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files of every kind and with every fault, on a real server. */
class LoaderIT {
    private static final String COUNTRY_PRODUCT =
            "country_iso3_code,product_hs92_code,year,export_value,import_value\n";

    @TempDir
    static Path serverFolder;

    private static EmbeddedPostgres server;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.start(serverFolder, Progress.silent());
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
        }
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private LoadReport load() throws Exception {
        return new Loader(server::admin, ReferenceContent::write).load(folder, Progress.silent());
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static FileReport of(LoadReport report, String file) {
        return report.files().stream()
                .filter(one -> one.file().equals(file))
                .findFirst()
                .orElseThrow();
    }

    /** The rows of a query as the reader of questions gets them, cells separated by a bar. */
    private static List<String> rows(String sql) throws SQLException {
        var login = server.readerCredentials();
        List<String> rows = new ArrayList<>();
        try (Connection reader =
                        DriverManager.getConnection(server.jdbcUrl(Loader.DATABASE), login.user(), login.password());
                var statement = reader.createStatement();
                var result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(result.getString(i));
                }
                rows.add(String.join("|", cells.stream().map(String::valueOf).toList()));
            }
        }
        return rows;
    }

    private static String countryProducts(int level) {
        return ("SELECT c.iso3_code, p.code, t.year, t.export_value, t.import_value FROM hs92.country_product_year_%d t"
                        + " JOIN classification.location_country c USING (country_id) JOIN classification.product_hs92 p USING (product_id)"
                        + " ORDER BY 1, 2, 3")
                .formatted(level);
    }

    @Test
    void loadsEveryKindOfFileWhateverItsName() throws Exception {
        file("a", "product_id,product_hs92_code,year,export_value,import_value,pci\n726,0901,2019,500,510,-1.5\n");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("b.txt")))) {
            out.write((COUNTRY_PRODUCT + "KEN,0901,2019,40,\n").getBytes());
        }
        file("c.csv", "country_id,year,export_value,import_value,population\n404,2019,900,800,5e7\n");
        file("d.tsv", "year\tlocation_code\teci_hs92\teci_rank_hs92\teci_sitc\n2019\tKEN\t-0.5\t90\t-0.6\n");
        file("e", "country_iso3_code,partner_iso3_code,year,export_value,import_value\nKEN,UGA,2019,7,3\n");
        file(
                "f",
                "country_iso3_code,partner_iso3_code,product_sitc_code,year,export_value,import_value\nKEN,UGA,0711,2019,6,2\n");

        LoadReport report = load();

        assertThat(report.files()).extracting(FileReport::status).containsOnly(Status.LOADED);
        assertThat(report.vintage()).isEqualTo("2019 to 2019");
        assertThat(rows("SELECT product_id, year, export_value, import_value, pci FROM hs92.product_year_4"))
                .containsExactly("726|2019|500|510|-1.5");
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|40|null");
        assertThat(rows("SELECT country_id, export_value, import_value, population, eci FROM hs92.country_year"))
                .containsExactly("404|900|800|50000000|-0.5");
        assertThat(rows("SELECT country_id, export_value, eci FROM sitc.country_year"))
                .containsExactly("404|null|-0.6");
        assertThat(
                        rows(
                                "SELECT country_id, partner_id, export_value, import_value, partner_level FROM hs92.country_country_year"))
                .containsExactly("404|800|7|3|country");
        assertThat(
                        rows(
                                "SELECT p.code, export_value FROM sitc.country_country_product_year_4 JOIN classification.product_sitc p USING (product_id)"))
                .containsExactly("0711|6");
        assertThat(
                        rows(
                                "SELECT name, vintage, synthetic, note LIKE '%b.txt (country-product-year, HS92, 1 rows)%' FROM public.data_source"))
                .containsExactly("Atlas bulk files|2019 to 2019|f|t");
        assertThat(rows("SELECT count(*) FROM public.year WHERE deflator IS NOT NULL"))
                .containsExactly("0");
    }

    @Test
    void leavesOutRowsWithUnknownCodesAndNamesThem() throws Exception {
        file(
                "trade.csv",
                COUNTRY_PRODUCT
                        + "KEN,0901,2019,40,1\nXYZ,0901,2019,1,1\nKEN,0000,2019,1,1\nKEN,0000,2018,1,1\nKEN,0902,19,1,1\n"
                        + "KEN,0902,2019,lots,1\nKEN,0902,2018,-5,1\nKEN,0902,2017,,NA\nKEN,0902,2016,3.76e+08,1234567.5\n");

        FileReport report = of(load(), "trade.csv");

        assertThat(report.read()).isEqualTo(9);
        assertThat(report.loaded()).isEqualTo(2);
        assertThat(report.rejected()).isEqualTo(7);
        assertThat(report.rejections())
                .contains(
                        new FileReport.Rejection(3, "unknown country code 'XYZ'", 1),
                        new FileReport.Rejection(4, "unknown HS92 product code '0000'", 2),
                        new FileReport.Rejection(6, "year '19' is no year", 1),
                        new FileReport.Rejection(7, "export_value 'lots' is no number", 1),
                        new FileReport.Rejection(8, "export_value is negative", 1),
                        new FileReport.Rejection(9, "no value", 1));
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|40|1", "KEN|0902|2016|376000000|1234568");
    }

    @Test
    void loadsNothingOfABadFileAndTheOthersAllTheSame() throws Exception {
        String good = COUNTRY_PRODUCT + "KEN,0901,2019,40,1\nKEN,0902,2019,41,1\n";
        file("good.csv", good);
        file("width.csv", good.replace("KEN,", "UGA,") + "UGA,0903,2019,1\n");
        file("twice.csv", good.replace("KEN,", "TZA,") + "TZA,0901,2019,40,1\n");
        file("numbers.csv", good.replace("KEN,", "RWA,") + "RWA,0903,2019,?,1\n".repeat(11));
        file("unknown.csv", good.replace("KEN,", "ZZZ,"));
        file("header.csv", COUNTRY_PRODUCT);
        file("empty.csv", "");
        file("other.csv", "a,b\n1,2\n");
        Path packed = folder.resolve("cut.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(good.replace("KEN,", "ETH,").getBytes());
        }
        byte[] whole = Files.readAllBytes(packed);
        Files.write(packed, Arrays.copyOf(whole, whole.length - 12));

        LoadReport report = load();

        assertThat(of(report, "good.csv").status()).isEqualTo(Status.LOADED);
        assertThat(of(report, "other.csv").status()).isEqualTo(Status.UNKNOWN);
        assertThat(report.refusedAny()).isTrue();
        assertThat(of(report, "width.csv").problem()).isEqualTo("line 4 has 4 columns, the header 5");
        assertThat(of(report, "twice.csv").problem()).isEqualTo("lines 2 and 4 have the same key (TZA, 0901, 2019)");
        assertThat(of(report, "numbers.csv").problem())
                .contains("more than 10 rows have unreadable values")
                .contains("line 14");
        assertThat(of(report, "unknown.csv").problem()).isEqualTo("none of its rows can be loaded");
        assertThat(of(report, "header.csv").problem()).isEqualTo("it has a header and no rows");
        assertThat(of(report, "empty.csv").problem()).isEqualTo("the file is empty");
        assertThat(of(report, "cut.csv.gz").problem()).contains("cut short");
        assertThat(report.files())
                .filteredOn(file -> file.status() != Status.LOADED)
                .extracting(FileReport::loaded)
                .containsOnly(0L);
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|40|1", "KEN|0902|2019|41|1");
    }

    @Test
    void keepsTheFormerDatabaseWhenNothingCanBeLoadedOrTheLoadFails() throws Exception {
        file("good.csv", COUNTRY_PRODUCT + "KEN,0901,2019,40,1\n");
        load();
        file("good.csv", "neither\n");
        assertThat(load().replaced()).isFalse();
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|40|1");

        file("good.csv", COUNTRY_PRODUCT + "KEN,0901,2019,41,1\n");
        Loader failing = new Loader(server::admin, (databases, database) -> {
            throw new SQLException("lost");
        });
        assertThatThrownBy(() -> failing.load(folder, Progress.silent())).hasMessage("lost");
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|40|1");
        try (Connection admin = server.admin("postgres")) {
            assertThat(Roles.databaseExists(admin, "loaded_unfinished")).isFalse();
            // what a killed load leaves behind does not disturb the next one
            admin.createStatement().execute("CREATE DATABASE loaded_unfinished");
        }
        load();
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|41|1");
    }

    @Test
    void givesTheSameDatabaseEachTime() throws Exception {
        file("a.csv", COUNTRY_PRODUCT + "KEN,0901,2019,40,1\n");
        file("b.csv", "country_code,year,export_value\nKEN,2019,40\n");
        LoadReport first = load();
        List<String> before = everything();
        assertThat(load()).isEqualTo(first);
        assertThat(everything()).isEqualTo(before);
    }

    private static List<String> everything() throws SQLException {
        List<String> all = new ArrayList<>(rows("SELECT * FROM public.data_source"));
        for (int level : List.of(1, 2, 4)) {
            all.addAll(rows("SELECT * FROM hs92.country_product_year_%d ORDER BY 1, 2, 3".formatted(level)));
        }
        all.addAll(rows("SELECT * FROM hs92.country_year ORDER BY 1, 2"));
        return all;
    }

    @Test
    void loadsWhileTheFormerDatabaseIsRead() throws Exception {
        file("a.csv", COUNTRY_PRODUCT + "KEN,0901,2019,40,1\n");
        load();
        var login = server.readerCredentials();
        try (Connection reader =
                DriverManager.getConnection(server.jdbcUrl(Loader.DATABASE), login.user(), login.password())) {
            assertThat(reader.isValid(5)).isTrue();
            load();
            assertThat(reader.isValid(5)).isFalse();
        }
        assertThat(rows(countryProducts(4))).hasSize(1);
    }

    @Test
    void loadsIntoTheServerOfAnotherOwner() throws Exception {
        file("a.csv", COUNTRY_PRODUCT + "KEN,0901,2019,42,1\n");
        assertThatThrownBy(() -> EmbeddedPostgres.start(serverFolder, Progress.silent()))
                .isInstanceOf(IllegalStateException.class);
        RunningPostgres running = RunningPostgres.find(serverFolder).orElseThrow();
        new Loader(running, ReferenceContent::write).load(folder, Progress.silent());
        assertThat(rows(countryProducts(4))).containsExactly("KEN|0901|2019|42|1");
        assertThat(RunningPostgres.find(folder)).isEmpty();
    }

    @Test
    void refusesToLoadBesideAnotherLoad() throws Exception {
        file("a.csv", COUNTRY_PRODUCT + "KEN,0901,2019,42,1\n");
        Loader outer = new Loader(server::admin, (databases, database) -> {
            assertThatThrownBy(this::load)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("another load is running");
            ReferenceContent.write(databases, database);
        });
        assertThat(outer.load(folder, Progress.silent()).replaced()).isTrue();
    }

    @Test
    void keepsTheValuesOfTheFileWithTheLaterYearsAndFillsItsGaps() throws Exception {
        file("a.csv", "location_id,year,hs_eci,growth_proj,code\n1,2016.0,-0.7,3.5,KEN\n");
        file("b.csv", "year,location_code,eci_hs92\n2016,KEN,-0.5\n2023,KEN,-0.4\n");
        LoadReport report = load();
        assertThat(rows("SELECT year, eci, growth_proj FROM hs92.country_year ORDER BY 1"))
                .containsExactly("2016|-0.5|0.035", "2023|-0.4|null");
        assertThat(of(report, "a.csv").remarks())
                .contains("1 rows are also in a file that ranks higher, with 1 other values; those were kept.");
    }

    @Test
    void addsUpCompleteYearsOnly() throws Exception {
        // Kenya's rows are its total in 2019 and are not in 2018; Uganda's total is not known
        file(
                "trade.csv",
                COUNTRY_PRODUCT
                        + "KEN,0901,2019,40,1\nKEN,0902,2019,20,2\nKEN,2709,2019,40,3\nKEN,0901,2018,40,1\nKEN,2709,2018,40,3\nUGA,0901,2019,9,9\n");
        file("total.csv", "country_code,year,export_value,import_value\nKEN,2019,100,6\nKEN,2018,100,4\n");
        LoadReport report = load();
        assertThat(rows(countryProducts(2))).containsExactly("KEN|09|2019|60|3", "KEN|27|2019|40|3");
        assertThat(rows(countryProducts(1))).containsExactly("KEN|1|2019|60|3", "KEN|3|2019|40|3");
        assertThat(report.remarks())
                .singleElement()
                .asString()
                .startsWith("HS92 KEN (2018): exports by product add up to 80 USD in 2018");
        assertThat(
                        rows(
                                "SELECT count(*) FROM hs92.country_product_year_4 WHERE export_rca IS NOT NULL OR global_market_share IS NOT NULL"))
                .containsExactly("0");
    }

    @Test
    void addsNothingUpOverRejectedRows() throws Exception {
        file("trade.csv", COUNTRY_PRODUCT + "KEN,0901,2019,40,1\nKEN,0000,2019,0,1\n");
        file("total.csv", "country_code,year,export_value\nKEN,2019,40\n");
        load();
        assertThat(rows(countryProducts(2))).isEmpty();
    }

    @Test
    void computesSharesAndAdvantageWhereTheWholeWorldIsKnown() throws Exception {
        file(
                "trade.csv",
                COUNTRY_PRODUCT
                        + "KEN,0901,2019,60,10\nKEN,2709,2019,20,30\nSAU,2709,2019,100,0\nSAU,0901,2019,20,70\n");
        file(
                "world.csv",
                "product_hs92_code,year,export_value,import_value\n0901,2019,80,80\n2709,2019,120,30\n0901,2014,40,80\n");
        load();
        assertThat(rows("SELECT country_id, export_value, import_value FROM hs92.country_year ORDER BY 1"))
                .containsExactly("404|80|40", "682|120|70");
        assertThat(Double.parseDouble(rows(cell("export_rca", 404, "0901")).get(0)))
                .isCloseTo((60 / 80.0) / (80 / 200.0), within(1e-12));
        assertThat(Double.parseDouble(
                        rows(cell("global_market_share", 404, "0901")).get(0)))
                .isCloseTo(60 / 80.0, within(1e-12));
        assertThat(
                        rows(
                                "SELECT year, export_value_growth_5, import_value_growth_5 FROM hs92.product_year_4 WHERE product_id = 726 ORDER BY 1"))
                .containsExactly("2014|null|null", "2019|1|0");
        // in 2014 one heading is no chapter; in 2019 the countries have no other trade
        assertThat(rows("SELECT year, export_value FROM hs92.product_year_2 ORDER BY 2"))
                .containsExactly("2019|80", "2019|120");
    }

    private static String cell(String column, int country, String code) {
        return "SELECT %s FROM hs92.country_product_year_4 JOIN classification.product_hs92 USING (product_id) WHERE country_id = %d AND code = '%s'"
                .formatted(column, country, code);
    }

    @Test
    void takesTheIndexOfProductsFromCountryRowsThatAgree() throws Exception {
        file(
                "trade.csv",
                "year,pci,location_code,export_value,hs_product_code\n2019,-1.5,KEN,4,0901\n2019,-1.5,UGA,5,0901\n2019,1,KEN,4,8703\n2019,2,UGA,4,8703\n");
        load();
        assertThat(
                        rows(
                                "SELECT p.code, pci, export_value FROM hs92.product_year_4 JOIN classification.product_hs92 p USING (product_id)"))
                .containsExactly("0901|-1.5|null");
    }

    /** Of which one at a time may change what the whole server has. */
    @Test
    void givesTheRolesTheirPasswordsFromSeveralDatabasesAtOnce() throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                String database = i % 2 == 0 ? "postgres" : "template1";
                running.add(workers.submit(() -> {
                    for (int again = 0; again < 20; again++) {
                        try (Connection admin = server.admin(database)) {
                            Roles.create(
                                    admin,
                                    server.readerCredentials().password(),
                                    server.appCredentials().password());
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } finally {
            workers.shutdown();
        }
    }
}
