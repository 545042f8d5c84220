package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.turn.Evidence.SqlEvidence;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workspace that nobody has seen before is a folder, and nothing else. */
class ThirdWorkspaceTest {
  private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));

  @TempDir Path folder;

  @Test
  void answersQuestionsOnDataThatOnlyAFolderDescribes() throws Exception {
    Path workspaces = folder.resolve("workspaces");
    copy(HOME.resolve("workspaces/atlas"), workspaces.resolve("atlas"));
    copy(HOME.resolve("workspaces/prompts"), workspaces.resolve("prompts"));
    Path shop = Files.createDirectories(workspaces.resolve("shop"));
    Files.writeString(shop.resolve("workspace.yaml"), """
        title: Record shop
        description: Sales of records by artist and country
        flow: analyst
        database: {engine: duckdb}
        examples: ["Which artist sold the most records in 2021?"]
        """);
    Files.writeString(shop.resolve("semantic-model.yaml"), """
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
    Files.writeString(shop.resolve("schema.sql"), """
        CREATE SCHEMA shop;
        CREATE TABLE shop.artists (artist_id INTEGER, artist VARCHAR, genre VARCHAR);
        CREATE TABLE shop.sales (artist_id INTEGER, year INTEGER, records INTEGER, revenue DOUBLE);
        """);
    Files.writeString(shop.resolve("demo.sql"), """
        INSERT INTO shop.artists VALUES (1, 'Velvet Harbour', 'Rock'), (2, 'Mira Solano', 'Jazz'), (3, 'Tin Lanterns', 'Rock');
        INSERT INTO shop.sales VALUES (1, 2019, 50, 500), (2, 2019, 70, 900), (3, 2019, 20, 210), (1, 2020, 60, 620), (2, 2020, 40, 610),
          (3, 2020, 80, 790), (1, 2021, 90, 910), (2, 2021, 30, 460), (3, 2021, 85, 840);
        """);
    Settings settings =
        Settings.load(
            HOME, Map.of("workspaces.directory", workspaces.toString(), "server.data", folder.resolve("var").toString(), "docs.embeddings", "false"));
    try (AnalystWorld world = AnalystWorld.start(settings, "shop", List.of())) {
      assertThat(first(world, "Which artist sold the most records in 2021?")).startsWith("Velvet Harbour");
      assertThat(first(world, "What was the revenue of Mira Solano in 2020?")).contains("610");
      assertThat(first(world, "Which artists sold at least 80 records in 2021?")).contains("Velvet Harbour", "Tin Lanterns").doesNotContain("Mira");
      assertThat(first(world, "How many artists sold more than 50 records in 2020?")).contains("2");
      assertThat(first(world, "Show the records of Tin Lanterns by year")).contains("2019", "2020", "2021");
      Turn turn = world.answer("s", true, "Which artist had the highest revenue in 2019?");
      assertThat(((SqlEvidence) turn.evidence().get(0)).sql()).contains("shop.sales");
    }
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
