package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace that nobody has seen before is a folder, and nothing else. */
class ThirdWorkspaceTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));

    @TempDir
    Path folder;

    @Test
    void answersQuestionsOnDataThatOnlyAFolderDescribes() throws Exception {
        Path shop = workspace("shop");
        Files.writeString(
                shop.resolve("workspace.yaml"),
                """
        title: Record shop
        description: Sales of records by artist and country
        flow: analyst
        database: {engine: duckdb}
        examples: ["Which artist sold the most records in 2021?"]
        """);
        Files.writeString(
                shop.resolve("semantic-model.yaml"),
                """
        name: Record shop
        classes:
          all: {label: sales, from: 2019, to: 2021}
        dimensions:
          artist: {label: artist, plural: artists, table: shop.artists, key: artist_id, display: artist, code: artist, synonyms: [artist, band], person: true}
          genre: {label: genre, plural: genres, of: artist, table: shop.artists, key: genre, display: genre, code: genre, synonyms: [genre]}
          year: {label: year, plural: years, table: "", key: year, display: year, code: year, synonyms: [year]}
        tables:
          - {name: shop.sales, description: sales of an artist in a year, dimensions: {artist: artist_id, year: year}, measures: [records, revenue]}
        metrics:
          records: {label: records sold, unit: count, sum: "sum({records})", synonyms: [records, records sold, sales]}
          revenue: {label: revenue, unit: USD, sum: "sum({revenue})", synonyms: [revenue, income, turnover]}
        functions: [sum, count, round, nullif, max, min, avg]
        """);
        Files.writeString(
                shop.resolve("schema.sql"),
                """
        CREATE SCHEMA shop;
        CREATE TABLE shop.artists (artist_id INTEGER, artist VARCHAR, genre VARCHAR);
        CREATE TABLE shop.sales (artist_id INTEGER, year INTEGER, records INTEGER, revenue DOUBLE);
        """);
        Files.writeString(
                shop.resolve("demo.sql"),
                """
        INSERT INTO shop.artists VALUES (1, 'Velvet Harbour', 'Rock'), (2, 'Mira Solano', 'Jazz'), (3, 'Tin Lanterns', 'Rock');
        INSERT INTO shop.sales VALUES (1, 2019, 50, 500), (2, 2019, 70, 900), (3, 2019, 20, 210), (1, 2020, 60, 620), (2, 2020, 40, 610),
          (3, 2020, 80, 790), (1, 2021, 90, 910), (2, 2021, 30, 460), (3, 2021, 85, 840);
        """);
        try (AnalystWorld world = AnalystWorld.start(settings(), "shop", List.of())) {
            assertThat(first(world, "Which artist sold the most records in 2021?"))
                    .startsWith("Velvet Harbour");
            assertThat(first(world, "What was the revenue of Mira Solano in 2020?"))
                    .contains("610");
            assertThat(first(world, "Which artists sold at least 80 records in 2021?"))
                    .contains("Velvet Harbour", "Tin Lanterns")
                    .doesNotContain("Mira");
            assertThat(first(world, "How many artists sold more than 50 records in 2020?"))
                    .contains("2");
            assertThat(first(world, "Show the records of Tin Lanterns by year")).contains("2019", "2020", "2021");
            Turn turn = world.answer("s", true, "Which artist had the highest revenue in 2019?");
            assertThat(((SqlEvidence) turn.evidence().get(0)).sql()).contains("shop.sales");
        }
    }

    /** A real database that was made for another system: its files are exported, and the folder says what they mean. */
    @Test
    void answersQuestionsOnAPublicSampleDatabase() throws Exception {
        Path sqlite = HOME.resolve("../shared/data/text2sql/chinook/Chinook_Sqlite.sqlite");
        Assumptions.assumeTrue(Files.isRegularFile(sqlite), "there is no Chinook database at " + sqlite);
        Path store = workspace("chinook");
        Files.writeString(
                store.resolve("workspace.yaml"),
                """
        title: Music store
        description: Sales of a store of digital music by artist, genre and customer
        flow: analyst
        database: {engine: duckdb}
        examples: ["Which artist sold the most tracks?"]
        """);
        Files.writeString(
                store.resolve("semantic-model.yaml"),
                """
        name: Music store
        classes:
          all: {label: sales, from: 2021, to: 2025}
        dimensions:
          artist: {label: artist, plural: artists, table: store.artists, key: artist_id, display: artist, code: artist, synonyms: [artist, band], person: true}
          genre: {label: genre, plural: genres, table: store.genres, key: genre_id, display: genre, code: genre, synonyms: [genre, kind of music]}
          customer: {label: customer, plural: customers, table: store.customers, key: customer_id, display: customer, code: customer_id, synonyms: [customer, buyer]}
          country: {label: country, plural: countries, of: customer, table: store.customers, key: country, display: country, code: country, synonyms: [country]}
          year: {label: year, plural: years, table: "", key: year, display: year, code: year, synonyms: [year]}
        tables:
          - {name: store.sales, description: sold tracks, dimensions: {artist: artist_id, genre: genre_id, customer: customer_id, year: year}, measures: [tracks, amount]}
        metrics:
          tracks: {label: tracks sold, unit: count, sum: "sum({tracks})", synonyms: [tracks, tracks sold, songs sold, sold]}
          revenue: {label: revenue, unit: USD, sum: "sum({amount})", synonyms: [revenue, income, turnover, spent, spend]}
        functions: [sum, count, round, nullif, max, min, avg]
        """);
        Files.writeString(
                store.resolve("schema.sql"),
                """
        CREATE SCHEMA store;
        CREATE TABLE store.artists (artist_id INTEGER, artist VARCHAR);
        CREATE TABLE store.genres (genre_id INTEGER, genre VARCHAR);
        CREATE TABLE store.customers (customer_id INTEGER, customer VARCHAR, country VARCHAR);
        CREATE TABLE store.sales (artist_id INTEGER, genre_id INTEGER, customer_id INTEGER, year INTEGER, tracks INTEGER, amount DOUBLE);
        """);
        Files.writeString(
                store.resolve("load.sql"),
                """
        INSERT INTO store.artists SELECT ArtistId, Name FROM read_csv(getvariable('dir') || '/Artist.csv');
        INSERT INTO store.genres SELECT GenreId, Name FROM read_csv(getvariable('dir') || '/Genre.csv');
        INSERT INTO store.customers SELECT CustomerId, FirstName || ' ' || LastName, Country FROM read_csv(getvariable('dir') || '/Customer.csv');
        INSERT INTO store.sales
        SELECT a.ArtistId, t.GenreId, i.CustomerId, year(cast(i.InvoiceDate AS TIMESTAMP)), l.Quantity, l.UnitPrice * l.Quantity
        FROM read_csv(getvariable('dir') || '/InvoiceLine.csv') l JOIN read_csv(getvariable('dir') || '/Invoice.csv') i USING (InvoiceId)
        JOIN read_csv(getvariable('dir') || '/Track.csv') t USING (TrackId) JOIN read_csv(getvariable('dir') || '/Album.csv') a USING (AlbumId);
        """);
        String sales =
                " FROM InvoiceLine l JOIN Invoice i USING (InvoiceId) JOIN Customer c USING (CustomerId) JOIN Track t USING (TrackId) JOIN Album b USING (AlbumId)"
                        + " JOIN Artist a USING (ArtistId) JOIN Genre g USING (GenreId) ";
        Map<String, String> questions = new LinkedHashMap<>();
        questions.put(
                "Which artist sold the most tracks of all time?",
                "SELECT a.Name, sum(l.Quantity)" + sales + "GROUP BY a.ArtistId ORDER BY 2 DESC LIMIT 1");
        questions.put(
                "What was the revenue of Jazz in 2022?",
                "SELECT sum(l.UnitPrice * l.Quantity)" + sales
                        + "WHERE g.Name = 'Jazz' AND i.InvoiceDate LIKE '2022%'");
        questions.put(
                "Top 3 genres by revenue in 2023",
                "SELECT g.Name, sum(l.UnitPrice * l.Quantity)" + sales
                        + "WHERE i.InvoiceDate LIKE '2023%' GROUP BY g.GenreId ORDER BY 2 DESC LIMIT 3");
        questions.put(
                "Which country had the highest revenue in 2024?",
                "SELECT c.Country, sum(l.UnitPrice * l.Quantity)" + sales
                        + "WHERE i.InvoiceDate LIKE '2024%' GROUP BY c.Country ORDER BY 2 DESC LIMIT 1");
        questions.put(
                "How many tracks did Iron Maiden sell each year?",
                "SELECT cast(substr(i.InvoiceDate, 1, 4) AS INTEGER), sum(l.Quantity)" + sales
                        + "WHERE a.Name = 'Iron Maiden' GROUP BY 1 ORDER BY 1");
        questions.put(
                "Which customers spent at least 45 dollars overall?",
                "SELECT c.FirstName || ' ' || c.LastName, sum(l.UnitPrice * l.Quantity)" + sales
                        + "GROUP BY c.CustomerId HAVING sum(l.UnitPrice * l.Quantity) >= 45");
        try (Connection source = DriverManager.getConnection("jdbc:sqlite:" + sqlite)) {
            Path files = Files.createDirectories(folder.resolve("csv"));
            for (String table : List.of("Artist", "Genre", "Customer", "InvoiceLine", "Invoice", "Track", "Album")) {
                export(source, table, files.resolve(table + ".csv"));
            }
            try (AnalystWorld world = AnalystWorld.start(settings(), "chinook", List.of(files))) {
                for (Map.Entry<String, String> each : questions.entrySet()) {
                    Gold gold =
                            new Gold(each.getValue(), false, false, List.of(), Map.of(), Set.of(), 0.0001, "sql_gold");
                    Turn turn = world.answer(each.getKey(), true, each.getKey());
                    assertThat(turn.evidence())
                            .as(each.getKey() + "\n"
                                    + turn.answer().orElseThrow().text())
                            .isNotEmpty();
                    SqlEvidence evidence = (SqlEvidence) turn.evidence().get(0);
                    assertThat(ResultMatch.difference(gold, GoldResult.of(source, gold), evidence.table()))
                            .as(each.getKey() + "\n" + evidence.sql())
                            .isEmpty();
                }
            }
        }
    }

    private static void export(Connection source, String table, Path file) throws SQLException, IOException {
        StringBuilder csv = new StringBuilder();
        try (Statement statement = source.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
            int columns = rows.getMetaData().getColumnCount();
            for (int i = 1; i <= columns; i++) {
                csv.append(i == 1 ? "" : ",").append(rows.getMetaData().getColumnLabel(i));
            }
            while (rows.next()) {
                csv.append('\n');
                for (int i = 1; i <= columns; i++) {
                    String value = rows.getString(i);
                    csv.append(i == 1 ? "" : ",").append(value == null ? "" : '"' + value.replace("\"", "\"\"") + '"');
                }
            }
        }
        Files.writeString(file, csv);
    }

    private Path workspace(String name) throws IOException {
        Path workspaces = folder.resolve("workspaces");
        copy(HOME.resolve("workspaces/atlas"), workspaces.resolve("atlas"));
        copy(HOME.resolve("workspaces/prompts"), workspaces.resolve("prompts"));
        return Files.createDirectories(workspaces.resolve(name));
    }

    private Settings settings() {
        return Settings.load(
                HOME,
                Map.of(
                        "workspaces.directory",
                        folder.resolve("workspaces").toString(),
                        "server.data",
                        folder.resolve("var").toString(),
                        "docs.embeddings",
                        "false"));
    }

    private static String first(AnalystWorld world, String question) {
        return world.answer(question, true, question).answer().orElseThrow().text();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
