package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.GradeResponse;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The NBA set and the grader, on real data loaded from files; skipped where there are none. */
class NbaSetIT {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));
    private static final Path FILES = HOME.resolve("../shared/data/nba");
    private static final Pattern FIGURE = Pattern.compile("\\d+\\.\\d+|\\b\\d{2,}\\b(?!-\\d)");

    @TempDir
    static Path data;

    private static AnalystWorld world;

    @BeforeAll
    static void load() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(FILES), "there are no NBA files at " + FILES);
        world = AnalystWorld.start(HOME, data, "nba", List.of(FILES));
    }

    @AfterAll
    static void close() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void answersTheSetAsWellAsItDidAndAsksBackWhereItMust() throws Exception {
        Map<String, int[]> kinds = new TreeMap<>();
        StringBuilder failures = new StringBuilder();
        try (Connection gold = world.data()) {
            Report report = new Evaluation(world, gold, 1, Optional.empty())
                    .run(
                            QuestionFile.read(HOME.resolve("evaluation/nba/nba.yaml")),
                            Pattern.compile(""),
                            Progress.silent());
            report.sets().forEach(set -> set.cases().forEach(one -> {
                int[] counts = kinds.computeIfAbsent(one.kind(), kind -> new int[2]);
                counts[0] += one.passed() ? 1 : 0;
                counts[1]++;
                if (!one.passed()) {
                    failures.append(ReportText.failure(set.name(), one));
                }
            }));
        }
        assertThat(share(kinds, kind -> !List.of("ambiguous", "looks ambiguous", "thread", "decomposition")
                        .contains(kind)))
                .as(failures.toString())
                .isGreaterThan(0.85);
        assertThat(share(kinds, "ambiguous"::equals))
                .as("questions that must be clarified\n" + failures)
                .isGreaterThanOrEqualTo(0.9);
        assertThat(share(kinds, "looks ambiguous"::equals))
                .as("questions that need no clarification\n" + failures)
                .isGreaterThanOrEqualTo(0.9);
        assertThat(share(kinds, "thread"::equals)).as("threads\n" + failures).isGreaterThanOrEqualTo(0.8);
        assertThat(share(kinds, "decomposition"::equals))
                .as("decompositions\n" + failures)
                .isGreaterThanOrEqualTo(0.8);
    }

    private static double share(Map<String, int[]> kinds, java.util.function.Predicate<String> chosen) {
        int right = 0;
        int all = 0;
        for (Map.Entry<String, int[]> each : kinds.entrySet()) {
            if (chosen.test(each.getKey())) {
                right += each.getValue()[0];
                all += each.getValue()[1];
            }
        }
        return (double) right / all;
    }

    @Test
    void answersTheKindsThatOthersReportedWrongAsWellAsItDid() throws Exception {
        try (Connection gold = world.data()) {
            Report report = new Evaluation(world, gold, 1, Optional.empty())
                    .run(
                            Stream.of("kinds", "kinds-second", "kinds-third", "kinds-fourth", "kinds-fifth")
                                    .flatMap(name -> read(name).stream())
                                    .toList(),
                            Pattern.compile(""),
                            Progress.silent());
            long right = report.cases().filter(Report.CaseResult::passed).count();
            assertThat(right)
                    .as(report.sets().stream()
                            .flatMap(set -> set.cases().stream()
                                    .filter(one -> !one.passed())
                                    .map(one -> ReportText.failure(set.name(), one)))
                            .collect(Collectors.joining("\n")))
                    .isGreaterThanOrEqualTo(120);
        }
    }

    private static List<QuestionSet> read(String name) {
        try {
            return QuestionFile.read(HOME.resolve("evaluation/nba/" + name + ".yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theGraderCatchesWrongNumbersNamesSeasonsAndClaimsAndPassesRightAnswers() {
        List<String> questions = List.of(
                "Who led the league in scoring in 2019-20?",
                "Top 5 players by assists per game in the 2017-18 season",
                "Which teams won at least 60 games in 2008-09?",
                "How many points per game did LeBron James average in 2012-13?",
                "Who was the leading scorer of the Lakers in 2019-20?",
                "Which team had the best defensive rating in the 2019 playoffs?",
                "Which player had the highest field goal percentage in 2022-23?",
                "Compare the points per game of the Lakers and the Celtics in 2009-10.");
        int passed = 0;
        int caught = 0;
        int planted = 0;
        List<String> missed = new ArrayList<>();
        for (String question : questions) {
            AnalystRun run = told(question);
            passed += passes(run, run.text()) ? 1 : 0;
            for (String wrong : plants(run.text())) {
                planted++;
                if (passes(run, wrong)) {
                    missed.add(wrong);
                } else {
                    caught++;
                }
            }
        }
        assertThat(planted).isGreaterThanOrEqualTo(30);
        assertThat(passed).as("right answers that pass").isEqualTo(questions.size());
        assertThat((double) caught / planted).as("missed: " + missed).isGreaterThanOrEqualTo(0.9);
    }

    private static AnalystRun told(String question) {
        Turn turn = Turn.opened(UUID.randomUUID().toString(), "g", true, "nba", question, Map.of(), Instant.now());
        ProducerTemplate template = world.camel().createProducerTemplate();
        AnalystRun run = template.requestBody("direct:understand", AnalystRun.begin(turn), AnalystRun.class);
        run = template.requestBody("direct:investigate", run, AnalystRun.class);
        return template.requestBody("direct:tell", run, AnalystRun.class);
    }

    private static boolean passes(AnalystRun run, String text) {
        GradeResponse grader = world.camel().getRegistry().lookupByNameAndType("gradeResponse", GradeResponse.class);
        ChatModel model = world.camel().getRegistry().lookupByNameAndType("responseGraderModel", ChatModel.class);
        AnalystRun changed = run.withText(text, run.note());
        String reply = model.chat(grader.prepare(changed)).aiMessage().text();
        return grader.accept(changed, reply, null).grade().orElseThrow().passed();
    }

    /** A wrong number, a wrong name, a wrong season, and a claim that nothing supports. */
    private static List<String> plants(String text) {
        Matcher figure = FIGURE.matcher(text);
        String number = figure.find()
                ? text.substring(0, figure.start())
                        + (Double.parseDouble(figure.group()) + 3.7)
                        + text.substring(figure.end())
                : text + " He had 99.9.";
        String name = text.replaceFirst("(?m)^(\\d+\\. )?[^:\\n]+:", "$1Muggsy Bogues:");
        return List.of(
                number,
                name,
                text + " This was in the season 2003-04.",
                text + " He won the MVP award because his coach left the franchise.");
    }
}
