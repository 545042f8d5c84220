package dev.caravan.duck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the data of a workspace are made and made anew. */
class DuckDatabaseTest {
  @TempDir Path folder;

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
    try (DuckDatabase database = new DuckDatabase(folder.resolve("data"), folder, new DuckDatabase.Limits(Duration.ofSeconds(30), 10, "256MB"), turn -> false)) {
      assertThat(database.run("SELECT x FROM s.t")).isEqualTo(List.of(Map.of("x", 1)));
      FileTime made = Files.getLastModifiedTime(folder.resolve("data/demo.duckdb"));
      assertThat(database.run("SELECT x FROM s.t")).hasSize(1);
      assertThat(Files.getLastModifiedTime(folder.resolve("data/demo.duckdb"))).isEqualTo(made);

      // as an upgrade does: the file is older than the scripts
      Files.setLastModifiedTime(folder.resolve("data/demo.duckdb"), FileTime.from(past.minusSeconds(60)));
      script("(1), (2)", past);
      assertThat(database.run("SELECT x FROM s.t")).isEqualTo(List.of(Map.of("x", 1), Map.of("x", 2)));
    }
  }
}
