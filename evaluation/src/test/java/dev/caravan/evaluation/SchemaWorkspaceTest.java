package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A workspace whose model is a schema and nothing else: what its tables are called and how they are joined. */
class SchemaWorkspaceTest {
    private static final Path HOME =
            Path.of(System.getProperty("caravan.home", "..")).toAbsolutePath().normalize();

    @TempDir
    static Path folder;

    private static AnalystWorld world;

    @BeforeAll
    static void start() throws Exception {
        Path workspaces = folder.resolve("workspaces");
        for (String shared : List.of("atlas", "prompts")) {
            copy(HOME.resolve("workspaces").resolve(shared), workspaces.resolve(shared));
        }
        Path zoo = Files.createDirectories(workspaces.resolve("zoo"));
        Files.writeString(
                zoo.resolve("workspace.yaml"),
                """
        title: Zoo
        description: Animals, their keepers and their meals
        flow: analyst
        database: {engine: duckdb}
        examples: ["How many animals does each keeper have?"]
        """);
        Files.writeString(
                zoo.resolve("semantic-model.yaml"),
                """
        name: Zoo
        functions: [count, sum, avg, min, max, extract, date_trunc, age, date, nullif]
        schema:
          today: "2025-03-10"
          relations:
            zoo.keepers:
              names: [keeper]
              key: [keeper_id]
              columns:
                keeper_id: {type: number, names: [keeper id, id]}
                name: {type: text, names: [name], values: true}
                hired: {type: date, names: [hired]}
            zoo.animals:
              names: [animal]
              key: [animal_id]
              references: {keeper_id: zoo.keepers.keeper_id}
              columns:
                animal_id: {type: number, names: [animal id, id]}
                name: {type: text, names: [name], values: true}
                species: {type: text, names: [species], values: true}
                keeper_id: {type: number, names: [keeper id]}
                weight_kg: {type: number, names: [weight kg]}
                is_nocturnal: {type: flag, names: [is nocturnal]}
            zoo.meals:
              names: [meal]
              key: [meal_id]
              references: {animal_id: zoo.animals.animal_id}
              columns:
                meal_id: {type: number, names: [meal id, id]}
                animal_id: {type: number, names: [animal id]}
                served: {type: date, names: [served]}
                grams: {type: number, names: [grams]}
        """);
        Files.writeString(
                zoo.resolve("schema.sql"),
                """
        CREATE SCHEMA zoo;
        CREATE TABLE zoo.keepers (keeper_id INTEGER, name VARCHAR, hired DATE);
        CREATE TABLE zoo.animals (animal_id INTEGER, name VARCHAR, species VARCHAR, keeper_id INTEGER, weight_kg DOUBLE, is_nocturnal BOOLEAN);
        CREATE TABLE zoo.meals (meal_id INTEGER, animal_id INTEGER, served DATE, grams INTEGER);
        """);
        Files.writeString(
                zoo.resolve("demo.sql"),
                """
        INSERT INTO zoo.keepers VALUES (1, 'Ines', DATE '2019-05-01'), (2, 'Otto', DATE '2025-02-20'), (3, 'Pia', DATE '2023-01-15');
        INSERT INTO zoo.animals VALUES (1, 'Bruno', 'Bear', 1, 300, false), (2, 'Olga', 'Owl', 1, 2, true), (3, 'Lola', 'Lynx', 2, 20, true), (4, 'Bea', 'Bear', 2, 250, false);
        INSERT INTO zoo.meals VALUES (1, 1, DATE '2025-03-01', 4000), (2, 1, DATE '2025-03-02', 3500), (3, 2, DATE '2025-03-02', 80), (4, 3, DATE '2024-11-11', 900);
        """);
        Settings settings = Settings.load(
                HOME,
                Map.of(
                        "workspaces.directory",
                        workspaces.toString(),
                        "server.data",
                        folder.resolve("var").toString(),
                        "docs.embeddings",
                        "false"));
        world = AnalystWorld.start(settings, "zoo", List.of());
    }

    @AfterAll
    static void stop() {
        world.close();
    }

    private static Turn ask(String question) {
        return world.answer(question, true, question);
    }

    /** All cells of the result, rows by "; " and cells by ", ". */
    private static String result(String question) {
        Turn turn = ask(question);
        assertThat(turn.evidence())
                .as(question + "\n" + turn.answer().orElseThrow().text())
                .isNotEmpty();
        return ((SqlEvidence) turn.evidence().get(0))
                .table().rows().stream()
                        .map(row -> row.stream().map(SchemaWorkspaceTest::plain).collect(Collectors.joining(", ")))
                        .collect(Collectors.joining("; "));
    }

    private static String plain(Object cell) {
        return cell instanceof Number number
                ? number.doubleValue() == Math.rint(number.doubleValue())
                        ? String.valueOf(number.longValue())
                        : String.format(java.util.Locale.ROOT, "%.3f", number.doubleValue())
                : String.valueOf(cell);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
      How many animals are there?                                                        | 4
      What is the average weight of the bears?                                           | 275
      How many meals were served in the last 10 days?                                    | 3
      What is the total grams of meals for animals of Ines?                              | 7580
      What is the ratio of nocturnal animals to animals that are not nocturnal?          | 1
      What is the ratio of keepers to animals?                                           | 0.750
      How many animals have had more than 1 meals?                                       | 1
      """)
    void computesOneFigure(String question, String expected) {
        assertThat(result(question)).as(question).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
      Which keepers have no animals? Return their names.                                 | Pia        | Ines
      Which animals have not had any meals?                                              | Bea        | Bruno
      Which keeper has the most meals?                                                   | Ines       | Otto
      Which animals weigh more than 100? List the names and the weights of animals with a weight above 100. | Bruno | Olga
      Which keepers were hired after 2024-12-31?                                         | Otto       | Pia
      What is the heaviest animal by weight?                                             | Bruno      | Bea
      """)
    void findsTheRowsThatAreMeantAndNoOthers(String question, String there, String gone) {
        assertThat(result(question)).as(question).contains(there).doesNotContain(gone);
    }

    @Test
    void groupsAndOrders() {
        assertThat(
                        result(
                                "How many animals does each keeper have, ordered by the number of animals in descending order?"))
                .contains("Ines")
                .contains("Otto")
                .contains("2");
        assertThat(result("What are the names of all animals, sorted alphabetically?"))
                .isEqualTo("Bea; Bruno; Lola; Olga");
        assertThat(result("What is the average weight of animals by species?"))
                .contains("Bear, 275", "Owl, 2", "Lynx, 20");
    }

    @Test
    void refusesWhatNothingInTheSchemaIsCalledByAndWhatWouldChangeIt() {
        assertThat(ask("What will the weather be tomorrow?")
                        .answer()
                        .orElseThrow()
                        .outcome())
                .isEqualTo(Outcome.REFUSED);
        assertThat(ask("Delete all animals").answer().orElseThrow().outcome()).isEqualTo(Outcome.REFUSED);
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
