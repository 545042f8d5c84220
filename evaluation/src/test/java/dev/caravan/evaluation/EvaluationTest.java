package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
    @TempDir
    Path folder;

    private static CaseResult result(String id, int right, int runs, List<Long> millis) {
        Aspect result = Aspect.of(
                "result", right == runs, "", right == runs ? "met" : "the rows <differ>", Aspect.Category.NUMERIC);
        TurnResult turn = new TurnResult(
                "Q?",
                "answered",
                List.of(result),
                List.of(),
                "A",
                List.of("SELECT 1"),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
        return new CaseResult(
                id,
                "kind",
                right,
                runs,
                List.of(turn),
                millis.stream().map(time -> new Report.Usage(time, 2, 0, 0)).toList());
    }

    private static Report report(CaseResult... cases) {
        return new Report(Instant.EPOCH, "demo", 2, List.of(new SetResult("set", List.of(cases))));
    }

    @Test
    void countsACaseOnlyWhenEveryRunIsRight() {
        Figures figures = report(result("a", 2, 2, List.of(10L, 20L)), result("b", 1, 2, List.of(30L, 400L)))
                .sets()
                .get(0)
                .figures();
        assertThat(figures.passedCases()).isEqualTo(1);
        assertThat(figures.rightShare()).isEqualTo(75);
        assertThat(figures.p50()).isEqualTo(20);
        assertThat(figures.p95()).isEqualTo(400);
        assertThat(figures.goldMet()).isEqualTo(1);
    }

    @Test
    void tellsWhatIsWorseAndBetterThanTheBaseline() throws IOException {
        Path file = folder.resolve("baseline.json");
        Baseline.write(
                file,
                report(
                        result("a", 2, 2, List.of(1L)),
                        result("b", 0, 2, List.of(1L)),
                        result("gone", 2, 2, List.of(1L))));
        Report now = report(
                result("a", 1, 2, List.of(1L)), result("b", 2, 2, List.of(1L)), result("new", 0, 2, List.of(1L)));
        Baseline baseline = Baseline.read(file);
        assertThat(baseline.regressions(now)).containsExactly("set/a");
        assertThat(baseline.improvements(now)).containsExactly("set/b");
    }

    @Test
    void readsAReportAsABaseline() throws IOException {
        ReportFiles.write(folder, report(result("a", 2, 2, List.of(1L)), result("b", 0, 2, List.of(1L))), List.of());
        assertThat(Baseline.read(folder.resolve("report.json")).passed()).containsKey("set");
        assertThat(Baseline.read(folder.resolve("report.json")).passed().get("set"))
                .containsExactly("a");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("rows &lt;differ&gt;")
                .doesNotContain("rows <differ>");
    }
}
