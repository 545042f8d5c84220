package dev.caravan.duck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.sql.ResultMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the data of a workspace are made and made anew. */
class DuckDatabaseTest {
    @TempDir
    Path folder;

    private void script(String rows, Instant written) throws Exception {
        Files.writeString(folder.resolve("schema.sql"), "CREATE SCHEMA s;\nCREATE TABLE s.t (x INTEGER);\n");
        Files.writeString(folder.resolve("demo.sql"), "INSERT INTO s.t VALUES " + rows + ";\n");
        for (String name : List.of("schema.sql", "demo.sql")) {
            Files.setLastModifiedTime(folder.resolve(name), FileTime.from(written));
        }
    }

    @Test
    void makesDemoDataAnewWhenTheirScriptsHaveChanged() throws Exception {
        Instant past = Instant.now().minus(Duration.ofDays(1));
        script("(1)", past);
        try (DuckDatabase database = new DuckDatabase(
                folder.resolve("data"),
                folder,
                new DuckDatabase.Limits(Duration.ofSeconds(30), 10, "256MB"),
                new ResultMemory(1, Duration.ofSeconds(5)),
                turn -> false)) {
            assertThat(database.run("SELECT x FROM s.t")).isEqualTo(List.of(Map.of("x", 1)));
            FileTime made = Files.getLastModifiedTime(folder.resolve("data/demo.duckdb"));
            assertThat(database.run("SELECT x FROM s.t")).hasSize(1);
            assertThat(Files.getLastModifiedTime(folder.resolve("data/demo.duckdb")))
                    .isEqualTo(made);

            // as an upgrade does: the file is older than the scripts
            Files.setLastModifiedTime(folder.resolve("data/demo.duckdb"), FileTime.from(past.minusSeconds(60)));
            script("(1), (2)", past);
            assertThat(database.run("SELECT x FROM s.t")).isEqualTo(List.of(Map.of("x", 1), Map.of("x", 2)));
        }
    }

    @Test
    void writesDatesAndTimesAsTheDatabaseDoes() throws Exception {
        script("(1)", Instant.now());
        String days =
                "DATE '2020-01-31' AS a, '2020-01-01 (BC)'::DATE AS b, 'infinity'::DATE AS c, '-infinity'::DATE AS d";
        String moments =
                "TIMESTAMP '2020-01-31 10:20:30' AS e, TIMESTAMP '2020-01-31 10:20:30.25' AS f, 'infinity'::TIMESTAMP AS g, '-infinity'::TIMESTAMP AS h, NULL::DATE AS i";
        try (DuckDatabase database = new DuckDatabase(
                folder.resolve("data"),
                folder,
                new DuckDatabase.Limits(Duration.ofSeconds(30), 10, "256MB"),
                new ResultMemory(1, Duration.ofSeconds(5)),
                turn -> false)) {
            Map<String, Object> row =
                    database.run("SELECT " + days + ", " + moments).get(0);
            assertThat(row.values())
                    .containsExactly(
                            "2020-01-31",
                            "2020-01-01 (BC)",
                            "infinity",
                            "-infinity",
                            "2020-01-31 10:20:30",
                            "2020-01-31 10:20:30.25",
                            "infinity",
                            "-infinity",
                            null);
            Map<String, Object> told = database.run("SELECT "
                            + Stream.of("a", "b", "c", "d", "e", "f", "g", "h")
                                    .map(name -> name + "::VARCHAR AS " + name)
                                    .collect(Collectors.joining(", "))
                            + " FROM (SELECT " + days + ", " + moments + ")")
                    .get(0);
            assertThat(row).containsAllEntriesOf(told);
        }
    }
}
