package dev.caravan.launcher;

import dev.caravan.app.Encoders;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.database.RunningPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.PassageVectors;
import dev.caravan.documents.VectorStore;
import dev.caravan.evaluation.Baseline;
import dev.caravan.evaluation.Coverage;
import dev.caravan.evaluation.Evaluation;
import dev.caravan.evaluation.EvaluationWorld;
import dev.caravan.evaluation.FilingsSet;
import dev.caravan.evaluation.ForeignDatabases;
import dev.caravan.evaluation.ForeignSet;
import dev.caravan.evaluation.GroundTruth;
import dev.caravan.evaluation.Judge;
import dev.caravan.evaluation.QuestionFile;
import dev.caravan.evaluation.QuestionSet;
import dev.caravan.evaluation.ReferenceSet;
import dev.caravan.evaluation.Report;
import dev.caravan.evaluation.ReportFiles;
import dev.caravan.evaluation.ReportText;
import dev.caravan.evaluation.ResearchSet;
import dev.caravan.reference.Statute;
import dev.caravan.reference.StatuteFolder;
import dev.caravan.research.ResearchCollection.Vectors;
import dev.caravan.research.ResearchLimits;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Asks the question sets on the demo world, without a server, and compares the answers with what they must be. */
@Command(
        name = "eval",
        description = "Ask question sets and score the answers; needs no running server.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:measured, nothing is worse than before",
            "1:a case that was right before is wrong",
            "2:used wrongly"
        })
final class EvalCommand implements Callable<Integer> {
    private static final String SETS = "evaluation";
    private static final String BASELINE = "baseline.json";
    private static final String TRUTH = "ground-truth.json";

    private final PrintStream out = System.out;

    @Option(
            names = "--set",
            paramLabel = "NAME|PATH",
            description =
                    "A set of the folder evaluation, or a file, which may also be a text-to-SQL set of others as CSV beside its databases; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--all",
            description = "Every set of the folder evaluation, which is what runs if no --set is given.")
    private boolean all;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "Run each case K times; it passes when it is right every time.",
            defaultValue = "1")
    private int repeat;

    @Option(
            names = "--questions",
            paramLabel = "REGEX|FILE",
            description = "Only cases whose id or question matches; with --filings the file of the questions.",
            defaultValue = "")
    private Pattern questions;

    @Option(
            names = "--compare",
            paramLabel = "RUN",
            description = "The report.json or baseline to compare with; evaluation/baseline.json if not given.")
    private Optional<Path> compare = Optional.empty();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Where to write report.json and report.html; a new folder below var/evaluation if not given.")
    private Optional<Path> report = Optional.empty();

    @Option(
            names = "--model",
            paramLabel = "NAME",
            description =
                    "The provider to ask, as model.provider of application.yaml; with one that is not the built-in model, answers are judged as well.")
    private Optional<String> model = Optional.empty();

    @Option(names = "--coverage", description = "Say which kinds of questions the sets have and lack, and ask nothing.")
    private boolean coverage;

    @Option(
            names = "--refresh",
            description =
                    "Run the gold SQL, say which right results have changed since they were last written down, write them down, and ask nothing.")
    private boolean refresh;

    @Option(
            names = "--references",
            paramLabel = "FILE",
            description =
                    "Labelled references of laws, one JSON object a line, to be detected and resolved in --collection; asks nothing.")
    private Optional<Path> references = Optional.empty();

    @Option(
            names = "--research",
            paramLabel = "FILE",
            description =
                    "Research questions with the sections that must be cited, one JSON object a line, answered from --collection by the built-in model, with references followed and not.")
    private Optional<Path> research = Optional.empty();

    @Option(
            names = "--collection",
            paramLabel = "DIR",
            description = "A folder of laws as Markdown, one file a law, with headings such as \"#### § 7 ...\".")
    private Optional<Path> collection = Optional.empty();

    @Option(
            names = "--filings",
            paramLabel = "DIR",
            description =
                    "A folder of company filings as PDF, to be indexed and asked the questions of the file --questions, one JSON object a line.")
    private Optional<Path> filings = Optional.empty();

    @Option(
            names = "--databases",
            paramLabel = "DIR",
            description =
                    "A folder with scripts of databases, sql-frozen/NAME.sql, to be asked the sets NAME.yaml given by --set, each as a database that is known by its schema only.")
    private Optional<Path> databases = Optional.empty();

    @Option(names = "--accept", description = "Make this run the baseline.")
    private boolean accept;

    @Override
    public Integer call() throws Exception {
        Path home = Home.find();
        Settings settings = Settings.load(home, Map.of());
        if (references.isPresent() || research.isPresent()) {
            return ofLaws(settings);
        }
        if (filings.isPresent()) {
            return filings(settings, filings.get(), Path.of(questions.pattern()));
        }
        if (databases.isPresent() || sets.stream().map(Path::of).anyMatch(ForeignSet::isOne)) {
            return foreign(home, settings);
        }
        List<QuestionSet> chosen = chosen(home.resolve(SETS));
        if (coverage) {
            Path semantics = settings.path("workspaces.directory")
                    .resolve(settings.text("workspaces.default"))
                    .resolve("semantic-model.yaml");
            out.println(Coverage.of(chosen, SemanticModel.read(semantics)).text());
            return 0;
        }
        ProgressBar bar = new ProgressBar(System.err, System.console() != null);
        Report measured;
        try (EvaluationWorld world = world(home, settings, bar);
                Connection data = world.data()) {
            bar.end();
            // on Ctrl-C the database server must not stay behind
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(world), "stop"));
            if (refresh) {
                bar.end();
                return refresh(home.resolve(SETS).resolve(TRUTH), GroundTruth.measure(chosen, data));
            }
            measured = new Evaluation(world, data, repeat, world.judgingModel().map(Judge::new))
                    .run(chosen, questions, bar);
        } finally {
            bar.end();
        }
        return conclude(measured, home.resolve(SETS).resolve(BASELINE), report.orElseGet(() -> newFolder(settings)));
    }

    /** Sets of others bring their databases along; they are measured and are no part of the baseline. */
    /** What is measured on a folder of laws. */
    private int ofLaws(Settings settings) throws IOException {
        try {
            List<Statute> laws = StatuteFolder.read(
                    collection.orElseThrow(
                            () -> new IllegalArgumentException(
                                    "--references and --research need --collection DIR, the folder of the laws that the file is about")));
            if (references.isPresent()) {
                tell(ReferenceSet.read(references.get()).score(laws));
            }
            if (research.isPresent()) {
                ResearchSet set = ResearchSet.read(research.get());
                tell("references followed", set, set.score(laws, ResearchLimits.DEFAULT));
                Optional<Vectors> vectors = Encoders.endpoint(settings)
                        .map(encoder -> new Vectors(
                                new PassageVectors(encoder, VectorStore.NONE), new Owner("research", "evaluation")));
                if (vectors.isPresent()) {
                    tell("found by vectors as well", set, set.score(laws, ResearchLimits.DEFAULT, vectors));
                }
                tell("references not followed", set, set.score(laws, ResearchLimits.DEFAULT.withoutFollowing()));
            }
            return 0;
        } catch (IllegalArgumentException e) {
            System.err.println("caravan: " + e.getMessage());
            return 2;
        } catch (NoSuchFileException e) {
            System.err.println("caravan: " + e.getMessage() + " is not there");
            return 2;
        }
    }

    private void tell(ReferenceSet.Score score) {
        score.faults().forEach(out::println);
        out.printf(
                "references: %d labelled%s; detection precision %.1f %%, recall %.1f %%; resolution %d of %d, %.1f %%%n",
                score.labelled(),
                score.missing() == 0 ? "" : " (" + score.missing() + " more do not stand in the collection)",
                100 * score.precision(),
                100 * score.recall(),
                score.resolved(),
                score.resolvable(),
                100 * score.resolution());
    }

    private void tell(String how, ResearchSet set, ResearchSet.Score score) {
        score.faults().forEach(out::println);
        out.printf(
                "research, %s: %d questions; %d of %d sections cited, %.1f %%; %d of %d statements stand in their source; %.1f sources, %.1f tasks, %d tokens, %d ms a question%n",
                how,
                set.size(),
                score.cited(),
                score.wanted(),
                100 * score.found(),
                score.supported(),
                score.statements(),
                (double) score.sources() / set.size(),
                (double) score.tasks() / set.size(),
                score.tokens() / set.size(),
                score.millis() / set.size());
    }

    private int filings(Settings settings, Path folder, Path file) throws Exception {
        if (!Files.isDirectory(folder) || !Files.isRegularFile(file)) {
            throw new StartFailure("--filings needs a folder of PDF files and --questions a file: "
                    + (Files.isDirectory(folder) ? file : folder) + " is not there.");
        }
        FilingsSet set = FilingsSet.read(file);
        ProgressBar bar = new ProgressBar(System.err, System.console() != null);
        Path data = settings.path("server.data").resolve("evaluation");
        try (EmbeddedPostgres server = EmbeddedPostgres.start(data.resolve("postgres"), bar)) {
            bar.end();
            EmbeddedStorage.prepare(server, false);
            try (FilingsRun run = FilingsRun.open(
                    settings, server.jdbcUrl(DemoWorld.STATE_DATABASE), server.appCredentials(), data)) {
                run.index(folder, out::println);
                run.addOne(out::println);
                run.ask(set, out::println);
            }
        }
        return 0;
    }

    private int foreign(Path home, Settings settings) throws Exception {
        boolean mixed = sets.stream().map(Path::of).anyMatch(set -> ForeignSet.isOne(set) == databases.isPresent());
        if (accept || refresh || coverage || mixed || sets.isEmpty()) {
            throw new StartFailure(
                    "A CSV set of others is asked by itself, and --databases goes with sets as YAML files; both without --accept, --refresh and --coverage.");
        }
        for (String set : sets) {
            if (!Files.isRegularFile(Path.of(set))) {
                throw new StartFailure("There is no set " + set + ".");
            }
        }
        ProgressBar bar = new ProgressBar(System.err, System.console() != null);
        List<Report> reports = new ArrayList<>();
        try (EmbeddedPostgres server = server(settings.path("server.data"), bar)) {
            ForeignDatabases asked = new ForeignDatabases(home, server, given(), repeat);
            for (String file : sets) {
                if (databases.isEmpty()) {
                    reports.add(asked.run(ForeignSet.read(Path.of(file)), questions, bar));
                } else {
                    for (QuestionSet set : QuestionFile.read(Path.of(file))) {
                        reports.add(asked.run(set, databases.get(), questions, bar));
                    }
                }
            }
        } finally {
            bar.end();
        }
        Report first = reports.get(0);
        Report measured = new Report(
                first.measuredAt(),
                first.data(),
                repeat,
                reports.stream().flatMap(one -> one.sets().stream()).toList());
        return conclude(measured, home.resolve(SETS).resolve(BASELINE), report.orElseGet(() -> newFolder(settings)));
    }

    private static EmbeddedPostgres server(Path data, Progress progress) throws IOException {
        try {
            return EmbeddedPostgres.start(data.resolve("postgres"), progress);
        } catch (IllegalStateException e) {
            // a server runs on it
            return EmbeddedPostgres.start(data.resolve("evaluation").resolve("postgres"), progress);
        }
    }

    /** Compares a run with an earlier one, writes it down, and gives the exit code. */
    int conclude(Report measured, Path committed, Path folder) throws IOException {
        Path baseline = compare.orElse(committed);
        List<String> worse = Files.exists(baseline) ? Baseline.read(baseline).regressions(measured) : List.of();
        print(measured, baseline, worse);
        ReportFiles.write(folder, measured, worse);
        out.println("Report: " + folder.resolve("report.html"));
        if (accept) {
            Baseline.write(committed, measured);
        }
        return worse.isEmpty() || accept ? 0 : 1;
    }

    private int refresh(Path file, GroundTruth now) throws IOException {
        List<String> findings = now.findings(GroundTruth.read(file));
        findings.forEach(out::println);
        now.write(file);
        out.println(now.prints().size() + " right results written to " + file + ", " + findings.size()
                + " of them new, changed or empty.");
        return 0;
    }

    private List<QuestionSet> chosen(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        if (all || sets.isEmpty()) {
            try (Stream<Path> found = Files.list(folder)) {
                found.filter(file -> file.toString().endsWith(".yaml")).sorted().forEach(files::add);
            }
        }
        for (String name : sets) {
            Path own = folder.resolve(name + ".yaml");
            Path file = Files.exists(own) ? own : Path.of(name);
            if (!Files.isRegularFile(file)) {
                throw new StartFailure("There is no set " + name + ": neither " + own + " nor a file of that name.");
            }
            files.add(file);
        }
        List<QuestionSet> read = new ArrayList<>();
        for (Path file : files) {
            try {
                read.addAll(QuestionFile.read(file));
            } catch (IllegalArgumentException e) {
                throw new StartFailure(e.getMessage(), e);
            }
        }
        return read;
    }

    private Map<String, String> given() {
        return model.map(name ->
                        Map.of("model.provider", name, "model.frontier-provider", "", "model.lightweight-provider", ""))
                .orElse(Map.of());
    }

    /** On the databases below the data folder, or on others of its own while a server has those. */
    private EvaluationWorld world(Path home, Settings settings, Progress progress) throws Exception {
        Path data = settings.path("server.data");
        try {
            return EvaluationWorld.start(home, data.resolve("postgres"), given(), progress);
        } catch (IllegalStateException e) {
            if (RunningPostgres.find(data.resolve("postgres")).isEmpty()) {
                throw new StartFailure("The database cannot be started: " + e.getMessage(), e);
            }
            Path own = data.resolve("evaluation").resolve("postgres");
            System.err.println("A server is running on " + data + "; the evaluation makes a demo world of its own in "
                    + own + ".");
            return EvaluationWorld.start(home, own, given(), progress);
        }
    }

    private static void close(EvaluationWorld world) {
        try {
            world.close();
        } catch (IOException e) {
            System.err.println("The database did not stop: " + e.getMessage());
        }
    }

    private void print(Report measured, Path baseline, List<String> worse) throws IOException {
        measured.sets().forEach(set -> set.cases().stream()
                .filter(result -> !result.passed())
                .forEach(result -> out.println(ReportText.failure(set.name(), result))));
        out.println(ReportText.summary(measured));
        if (!Files.exists(baseline)) {
            out.println("There is no " + baseline + " to compare with.");
            return;
        }
        List<String> better = Baseline.read(baseline).improvements(measured);
        out.println(
                worse.isEmpty()
                        ? "Nothing is worse than in " + baseline + "."
                        : "WORSE than in " + baseline + ": " + String.join(", ", worse));
        if (!better.isEmpty()) {
            out.println("Better: " + String.join(", ", better));
        }
    }

    private static Path newFolder(Settings settings) {
        String name = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss").format(LocalDateTime.now());
        return settings.path("server.data")
                .resolve("evaluation")
                .resolve("reports")
                .resolve(name);
    }
}
