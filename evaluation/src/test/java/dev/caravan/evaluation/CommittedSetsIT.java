package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.warehouse.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Asks some questions of every kind of the committed sets and holds the answers against the committed baseline; {@code
 * ./caravan eval} asks all of them.
 */
@ResourceLock("conversations of an evaluation")
class CommittedSetsIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));
    private static final int OF_EACH_KIND = 2;
    private static final Pattern EVERY = Pattern.compile("");

    @Test
    void answersNothingWorseThanTheBaseline() throws Exception {
        Path folder = HOME.resolve("evaluation");
        List<QuestionSet> sets = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                QuestionFile.read(file).forEach(set -> sets.add(some(set)));
            }
        }
        Report report;
        try (EvaluationWorld world = EvaluationWorld.on(HOME, SharedWorld.get().server(), Progress.silent());
                Connection data = world.data()) {
            report = new Evaluation(world, data, 1, Optional.empty()).run(sets, EVERY, Progress.silent());
        }
        List<String> worse = Baseline.read(folder.resolve("baseline.json")).regressions(report);
        StringBuilder failures = new StringBuilder();
        report.sets().forEach(set -> set.cases().stream()
                .filter(result -> worse.contains(set.name() + "/" + result.id()))
                .forEach(result -> failures.append(ReportText.failure(set.name(), result))));
        assertThat(worse).as(failures.toString()).isEmpty();
        assertThat(report.cases()
                        .flatMap(result -> result.turns().stream())
                        .flatMap(turn -> turn.unsupported().stream())
                        .toList())
                .as("numbers in answers that no result supports")
                .isEmpty();
    }

    private static QuestionSet some(QuestionSet set) {
        Map<String, Integer> taken = new HashMap<>();
        List<QuestionSet.Case> cases = set.cases().stream()
                .filter(one -> taken.merge(one.kind(), 1, Integer::sum) <= OF_EACH_KIND)
                .toList();
        return new QuestionSet(set.name(), set.description(), set.stage(), cases);
    }
}
