package dev.caravan.semantic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A semantic model as somebody new to it writes it: what is wrong is told with the file and, where it has one, the line. */
class SemanticModelFileTest {
    private static final String LEAST =
            """
      name: clinic statistics
      classes:
        visits: {label: visits, from: 2019, to: 2024}
      dimensions:
        year: {label: year, plural: years, table: "", key: year, display: year, code: year, synonyms: [year], split: true}
        ward: {label: ward, plural: wards, table: clinic.wards, key: ward_id, display: name, code: name, names: [short_name], synonyms: [ward, department]}
      tables:
        - {name: "clinic.{class}", description: a ward's year, dimensions: {ward: ward_id, year: year}, measures: [patients, cost]}
      metrics:
        patients: {label: patients, unit: count, column: patients, sum: "sum({patients})", synonyms: [patients, visits]}
        cost: {label: cost, unit: USD, column: cost, sum: "sum({cost})", synonyms: [cost, costs, spending]}
      """;

    @TempDir
    Path folder;

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("semantic-model.yaml"), text);
    }

    @Test
    void theLeastModelMayUseTheUsualFunctions() throws IOException {
        assertThat(SemanticModel.read(write(LEAST)).functions())
                .contains("sum", "count", "rank")
                .doesNotContain("pg_sleep", "read_csv");
    }

    @Test
    void singleRowsThatPeopleHaveAWordForAreEvents() throws IOException {
        assertThat(SemanticModel.read(write(LEAST)).eventDimension()).isEmpty();
        SemanticModel stays = SemanticModel.read(
                write(
                        LEAST.replace(
                                "tables:",
                                "  referrer: {label: referrer, plural: referrers, table: clinic.wards, key: ward_id, display: name, code: name, introduced: [sent by]}\n"
                                        + "  result: {label: result, plural: results, table: \"\", key: result, display: result, code: result}\n"
                                        + "  stay: {label: stay, plural: stays, table: \"\", key: stay_id, display: stay_id, code: stay_id, synonyms: [stay]}\n"
                                        + "tables:\n"
                                        + "  - {name: clinic.stays, description: one stay, per_row: true, measures: [cost],"
                                        + " dimensions: {result: result, stay: stay_id, referrer: referrer_id, ward: ward_id, year: year}}")));
        assertThat(stays.eventDimension()).contains("stay");
        assertThat(stays.eventOf()).contains("ward");
    }

    @Test
    void itStandsInTheDocs() throws IOException {
        String home = System.getProperty("caravan.home");

        assertThat(Files.readString(Path.of(home, "docs/workspaces.md")))
                .contains(LEAST.indent(4).replaceAll("(?m) +$", ""));
    }

    @ParameterizedTest
    @CsvSource({"name", "classes", "dimensions", "tables", "metrics"})
    void aMissingPartIsNamed(String part) throws IOException {
        Path file = write(LEAST.replaceFirst("(?m)^" + part + ":.*\\n( .*\\n)*", ""));

        assertThatThrownBy(() -> SemanticModel.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("there is no " + part)
                .hasNoCause();
    }

    @Test
    void aPartWithoutContentIsMissing() throws IOException {
        Path file = write(LEAST.replaceFirst("(?m)^classes:\\n .*$", "classes: {}"));

        assertThatThrownBy(() -> SemanticModel.read(file)).hasMessageContaining("there is no classes");
    }

    @Test
    void anUnknownKeyAndBrokenYamlAreToldWithTheirLine() throws IOException {
        Path unknown = write(LEAST + "metric: {}\n");
        assertThatThrownBy(() -> SemanticModel.read(unknown))
                .hasMessageContaining(unknown + ":")
                .hasMessageContaining("\"metric\"");

        Path broken = write(LEAST + "absent: [\n");
        assertThatThrownBy(() -> SemanticModel.read(broken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(broken + ":");
    }
}
