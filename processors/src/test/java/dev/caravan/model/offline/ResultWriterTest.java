package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.Domain;
import dev.caravan.semantic.SemanticModel;
import org.junit.jupiter.api.Test;

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
}
