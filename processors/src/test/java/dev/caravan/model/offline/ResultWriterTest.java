package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.Domain;
import dev.caravan.semantic.SemanticModel;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the values of any workspace are written. */
class ResultWriterTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final ResultWriter writer =
            new ResultWriter(new Domain(null, model, java.util.List::of, null, null, null), question -> null);

    @Test
    void writesTheUnitOfAMetricAsTheTableDoes() {
        assertThat(writer.value("exports", 12_345_678.0)).isEqualTo("$12.35 million");
        assertThat(writer.value("exports_2020", 950L)).isEqualTo("$950");
        assertThat(writer.value("exports_change", -2.5e9)).isEqualTo("-$2.50 billion");
        assertThat(writer.value("something_else", 1234.567)).isEqualTo("1,234.57");
        assertThat(writer.value("exports", null)).isEqualTo("not known");
    }

    @Test
    void writesAPercentageAsTheChartDoes() {
        String share = model.metrics().entrySet().stream()
                .filter(metric -> metric.getValue().unit().equals("percent"))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(writer.value(share, 79.268)).isEqualTo("79.3%");
        assertThat(writer.value(share, 0.0421)).isEqualTo("0.042%");
    }

    @Test
    void thoseThatAreLevelAreBothTheBest() {
        assertThat(ResultWriter.best(new TreeMap<>(Map.of("Lakers", 17.0, "Celtics", 48.0, "Heat", 48.0)), false))
                .containsExactly("Celtics", "Heat");
        assertThat(ResultWriter.best(Map.of("Lakers", 17.0, "Celtics", 48.0), true))
                .containsExactly("Lakers");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Was hat Deutschland 2020 exportiert?",
                "Was hat Kenia 2019 importiert?",
                "Was exportiert Frankreich?",
                "Was importiert Deutschland aus China?",
                "Wie viel hat Kenia exportiert?"
            })
    void aQuestionInAnotherLanguageIsKnown(String question) {
        assertThat(OtherTerms.isForeign(question)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What was exported by Kenya in 2020?",
                "Was hat production larger in 2020 than hat exports?",
                "hat exports of Germany",
                "Who was the largest importer of hats?",
                "Was Kenya a net importer?"
            })
    void anEnglishQuestionIsNotForeign(String question) {
        assertThat(OtherTerms.isForeign(question)).isFalse();
    }
}
