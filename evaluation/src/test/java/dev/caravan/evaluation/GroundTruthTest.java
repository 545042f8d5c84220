package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.semantic.SemanticModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroundTruthTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));

    @TempDir
    Path folder;

    private static List<QuestionSet> committed() throws IOException {
        List<QuestionSet> sets = new ArrayList<>();
        try (Stream<Path> files = Files.list(HOME.resolve("evaluation"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                sets.addAll(QuestionFile.read(file));
            }
        }
        return sets;
    }

    @Test
    void tellsWhatIsNewChangedOrEmpty() throws IOException {
        Path file = folder.resolve("truth.json");
        new GroundTruth(Map.of("set/a#1", "1 rows, 0a", "set/b#1", "2 rows, 0b", "other/x#1", "1 rows, 0c"))
                .write(file);
        GroundTruth now =
                new GroundTruth(Map.of("set/a#1", "1 rows, 0a", "set/b#1", "2 rows, ff", "set/c#1", "0 rows, 00"));
        assertThat(now.findings(GroundTruth.read(file)))
                .containsExactly("set/b#1: 2 rows, 0b -> 2 rows, ff", "set/c#1: the gold SQL gives no rows");
        now.write(file);
        assertThat(GroundTruth.read(file).prints()).containsKeys("other/x#1", "set/c#1");
    }

    @Test
    void coversEveryQueryTypeAndEveryMetric() throws IOException {
        SemanticModel model = SemanticModel.read(HOME.resolve("workspaces/atlas/semantic-model.yaml"));
        List<String> gaps = Coverage.of(committed(), model).gaps();
        assertThat(gaps)
                .noneMatch(gap -> gap.startsWith("query type"))
                .noneMatch(gap -> gap.endsWith("no question") && !gap.contains("membership"));
    }

    @Test
    void saysWhatIsMissing() throws IOException {
        SemanticModel model = SemanticModel.read(HOME.resolve("workspaces/atlas/semantic-model.yaml"));
        Coverage none = Coverage.of(List.of(), model);
        assertThat(none.gaps()).contains("query type feasibility_table: no question", "metric eci: no question");
        assertThat(none.text()).contains("Gaps (fewer than 4)");
    }

    @Test
    void neverTakesTheGraphqlApisTruthFromTheApis() throws IOException {
        for (QuestionSet set : committed()) {
            set.cases().stream().flatMap(one -> one.asks().stream()).forEach(ask -> {
                ask.label().ifPresent(label -> assertThat(label.sourceMethod())
                        .isNotEqualTo("graphql_api")
                        .isNotEmpty());
                ask.expected().gold().forEach(gold -> assertThat(gold.sourceMethod())
                        .isNotEqualTo("graphql_api")
                        .isNotEmpty());
            });
        }
    }
}
