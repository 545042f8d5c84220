package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The sets of the workspace {@code shipments}, through the whole flow of the plan and its memory. */
@ResourceLock("conversations of an evaluation")
class ShipmentsSetIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));
    private static final Path FILES = HOME.resolve(System.getProperty("shipments.files", "../shared/data/shipments"));

    @TempDir
    Path data;

    /** What share of a set must be right. */
    private record Wanted(String set, double share) {}

    @Test
    void answersQuestionsToLoadedDeliveriesAsWellAsItDid() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "there are no files of shipments at " + FILES);
        answers(
                Optional.of(FILES),
                List.of(
                        new Wanted("deliveries", 0.97),
                        new Wanted("deliveries-later", 0.92),
                        new Wanted("deliveries-third", 0.9),
                        new Wanted("deliveries-fourth", 0.88),
                        new Wanted("deliveries-fifth", 0.62),
                        new Wanted("deliveries-sixth", 0.70)));
    }

    @Test
    void answersQuestionsToTheSyntheticWorldAndAsksWhatIsMeant() throws Exception {
        answers(Optional.empty(), List.of(new Wanted("demo", 0.97), new Wanted("demo-second", 0.70)));
    }

    private void answers(Optional<Path> files, List<Wanted> sets) throws Exception {
        try (EvaluationWorld world = EvaluationWorld.on(
                        HOME, SharedWorld.get().server(), "shipments", data, files, Progress.silent());
                Connection gold = world.data()) {
            for (Wanted wanted : sets) {
                Report report = new Evaluation(world, gold, 1, Optional.empty())
                        .run(
                                QuestionFile.read(HOME.resolve("evaluation/shipments/" + wanted.set() + ".yaml")),
                                Pattern.compile(""),
                                Progress.silent());
                long right = report.cases().filter(Report.CaseResult::passed).count();
                assertThat((double) right / report.cases().count())
                        .as(report.cases()
                                .filter(one -> !one.passed())
                                .map(one -> ReportText.failure(wanted.set(), one))
                                .collect(Collectors.joining("\n")))
                        .isGreaterThanOrEqualTo(wanted.share());
            }
        }
    }
}
