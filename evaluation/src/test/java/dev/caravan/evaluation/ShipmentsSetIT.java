package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sets of the workspace {@code shipments}, through the whole flow of the plan. */
class ShipmentsSetIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));
    private static final Path FILES = HOME.resolve(System.getProperty("shipments.files", "../shared/data/shipments"));

    @TempDir
    Path data;

    @Test
    void answersQuestionsToLoadedDeliveries() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "there are no files of shipments at " + FILES);
        assertThat(right(System.getProperty("set", "deliveries"), Optional.of(FILES)))
                .isGreaterThanOrEqualTo(0.9);
    }

    private double right(String set, Optional<Path> files) throws Exception {
        try (EvaluationWorld world = EvaluationWorld.on(
                        HOME, SharedWorld.get().server(), "shipments", data, files, Progress.silent());
                Connection gold = world.data()) {
            Report report = new Evaluation(world, gold, 1, Optional.empty())
                    .run(
                            QuestionFile.read(HOME.resolve("evaluation/shipments/" + set + ".yaml")),
                            Pattern.compile(System.getProperty("questions", "")),
                            Progress.silent());
            System.out.println(report.cases()
                    .filter(one -> !one.passed())
                    .map(one -> ReportText.failure(set, one))
                    .collect(Collectors.joining("\n")));
            System.out.println(ReportText.summary(report));
            long right = report.cases().filter(Report.CaseResult::passed).count();
            return (double) right / report.cases().count();
        }
    }
}
