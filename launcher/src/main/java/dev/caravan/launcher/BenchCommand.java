package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.evaluation.AnalystWorld;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how long answers of the analyst's flow take, or what a turn costs beside its model, and holds it against the targets. */
@Command(
        name = "bench",
        description = {
            "Measure the time of simple and complex questions on the NBA workspace; needs no running server.",
            "With --model-path: start a server with a stub of a model that answers after 50 ms, and measure turns of two calls and a tool.",
            "With --askers: the same server, asked by so many at once for a while; tells health, memory, threads and connections. An hour or more is a soak test."
        },
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:within the targets", "1:slower than a target"})
final class BenchCommand implements Callable<Integer> {
    private static final List<String> SIMPLE = List.of(
            "Who led the league in scoring in 2019-20?",
            "Which teams won at least 50 games in 2021-22?",
            "Which team had the best defensive rating in 2018-19?",
            "How many players averaged at least 20 points per game in 2022-23?",
            "Top 5 players by assists per game in 2020-21");
    private static final List<String> COMPLEX = List.of(
            "Compare the offensive stats of the Lakers and the Celtics in 2022-23",
            "Which team had the most wins in 2015-16 and who was its leading scorer?",
            "Compare the points per game of the Warriors and the Spurs in 2016-17");
    private static final long SIMPLE_TARGET = 3_000;
    private static final long COMPLEX_TARGET = 10_000;
    private static final Duration MODEL_TIME = Duration.ofMillis(50);
    private static final int LEAST_TURNS = 100;
    private static final int WARMING_TURNS = 750;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "Ask each question K times after a first round that is not counted.",
            defaultValue = "5")
    private int repeat;

    @Option(
            names = "--search",
            paramLabel = "N",
            split = ",",
            description =
                    "Ask the demo of shipments with so many of them in the search engine; tells filling, memory, searches and questions.")
    private List<Long> search = List.of();

    @Option(names = "--model-path", description = "Measure what a turn costs beside its model.")
    private boolean modelPath;

    @Option(
            names = "--turns",
            paramLabel = "N",
            description = "With --model-path: so many turns at each level.",
            defaultValue = "1500")
    private int turns;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            split = ",",
            description = "With --model-path: the levels, how many questions are asked at once.",
            defaultValue = "32,128")
    private List<Integer> atOnce;

    @Option(
            names = "--askers",
            paramLabel = "N",
            description = "So many people who ask one question after the other.",
            defaultValue = "0")
    private int askers;

    @Option(names = "--seconds", paramLabel = "S", description = "With --askers: for so long.", defaultValue = "60")
    private int seconds;

    @Override
    public Integer call() throws Exception {
        Settings settings = Settings.load(Home.find(), Map.of());
        if (!search.isEmpty()) {
            boolean within = true;
            for (long shipments : search) {
                within &= SearchBench.run(
                        Home.find(), settings.path("workspaces.directory"), shipments, repeat, System.out);
            }
            return within ? 0 : 1;
        }
        if (askers > 0) {
            return measureAskers(settings) ? 0 : 1;
        }
        if (modelPath) {
            return measureModelPath(settings) ? 0 : 1;
        }
        try (AnalystWorld world = AnalystWorld.start(settings, "nba", List.of())) {
            ask(world, SIMPLE, 1);
            ask(world, COMPLEX, 1);
            boolean simple = report("simple", ask(world, SIMPLE, repeat), SIMPLE_TARGET);
            boolean complex = report("complex", ask(world, COMPLEX, repeat), COMPLEX_TARGET);
            return simple && complex ? 0 : 1;
        }
    }

    private boolean measureModelPath(Settings settings) throws IOException, InterruptedException {
        if (turns < LEAST_TURNS || atOnce.stream().anyMatch(level -> level < 1)) {
            throw new StartFailure(
                    "--turns must be at least " + LEAST_TURNS + ", and --at-once numbers of at least 1.");
        }
        try (StubModel model = new StubModel(MODEL_TIME);
                BenchedServer server =
                        BenchedServer.start(Home.find(), settings.path("workspaces.directory"), model.url())) {
            ModelPathBench bench = new ModelPathBench(server, System.out);
            bench.warm(WARMING_TURNS, atOnce.get(0));
            boolean within = true;
            for (int level : atOnce) {
                within &= bench.run(turns, level);
            }
            within &= bench.runStreamed(turns, atOnce.get(0));
            return within;
        }
    }

    private boolean measureAskers(Settings settings) throws IOException, InterruptedException {
        if (seconds < 1) {
            throw new StartFailure("--seconds must be at least 1.");
        }
        try (StubModel model = new StubModel(MODEL_TIME);
                BenchedServer server =
                        BenchedServer.start(Home.find(), settings.path("workspaces.directory"), model.url())) {
            ModelPathBench questions = new ModelPathBench(server, System.out);
            questions.warm(WARMING_TURNS, atOnce.get(0));
            return new AskerBench(server, questions, System.out).run(askers, Duration.ofSeconds(seconds));
        }
    }

    private static List<Long> ask(AnalystWorld world, List<String> questions, int times) {
        List<Long> millis = new ArrayList<>();
        for (int round = 0; round < times; round++) {
            for (String question : questions) {
                long begun = System.nanoTime();
                world.answer("bench-" + round + question, true, question);
                millis.add((System.nanoTime() - begun) / 1_000_000);
            }
        }
        return millis;
    }

    private static boolean report(String kind, List<Long> millis, long target) {
        List<Long> sorted = millis.stream().sorted().toList();
        long p50 = sorted.get(sorted.size() / 2);
        long p95 = sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1);
        System.out.println(String.format(
                Locale.ROOT,
                "%s: p50 %d ms, p95 %d ms of %d answers (target %d ms)",
                kind,
                p50,
                p95,
                sorted.size(),
                target));
        return p95 <= target;
    }
}
