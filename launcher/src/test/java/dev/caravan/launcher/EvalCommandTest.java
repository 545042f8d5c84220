package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evaluation.Baseline;
import dev.caravan.evaluation.Report;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class EvalCommandTest {
    @TempDir
    Path folder;

    private Path committed;

    private static Report report(int rightOfTwo) {
        TurnResult turn = new TurnResult(
                "Q?", "answered", List.of(), List.of(), "A", List.of(), List.of(), List.of(), List.of(), Map.of());
        return new Report(
                Instant.EPOCH,
                "demo",
                2,
                List.of(new SetResult(
                        "set",
                        List.of(new CaseResult(
                                "tea", "kind", rightOfTwo, 2, List.of(turn), List.of(new Report.Usage(1, 1, 0, 0)))))));
    }

    private int conclude(Report report, String... options) throws Exception {
        EvalCommand command = new EvalCommand();
        new CommandLine(command).parseArgs(options);
        return command.conclude(report, committed, folder.resolve("report"));
    }

    @BeforeEach
    void acceptOnceRight() throws Exception {
        committed = folder.resolve("baseline.json");
        Baseline.write(committed, report(2));
    }

    @Test
    void aCaseThatWasRightAndIsWrongMakesTheExitCodeOne() throws Exception {
        assertThat(conclude(report(2))).isZero();
        assertThat(conclude(report(0))).isEqualTo(1);
    }

    @Test
    void aCaseThatIsRightInOneRunOfTwoIsWrong() throws Exception {
        assertThat(conclude(report(1))).isEqualTo(1);
    }

    @Test
    void anEarlierReportTakesThePlaceOfTheBaseline() throws Exception {
        Path earlier = folder.resolve("earlier.json");
        Baseline.write(earlier, report(0));
        assertThat(conclude(report(0), "--compare", earlier.toString())).isZero();
    }

    @Test
    void whatIsAcceptedIsTheBaselineOfTheNextRun() throws Exception {
        assertThat(conclude(report(0), "--accept")).isZero();
        assertThat(conclude(report(0))).isZero();
    }
}
