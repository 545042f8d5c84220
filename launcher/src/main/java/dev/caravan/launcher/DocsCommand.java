package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.docs.HybridIndex;
import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.docs.KnowledgeFolder;
import dev.caravan.docs.SectionSearch.Hit;
import dev.caravan.model.MiniLmEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Searches the knowledge documents as the documentation tool does, without a server; or measures that search. */
@Command(
        name = "docs",
        description = "Search the documentation, or measure the search on a question file.",
        mixinStandardHelpOptions = true)
final class DocsCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROUNDS = 5;

    @Parameters(arity = "0..1", paramLabel = "QUESTION", description = "What to look up.")
    private String question;

    @Option(
            names = "--measure",
            paramLabel = "FILE",
            description = "How often the right section is found, and how fast, over the questions of a file.")
    private Path measured;

    @Option(names = "--words", description = "Search by words alone.")
    private boolean words;

    @Override
    public Integer call() throws IOException {
        if (question == null && measured == null) {
            throw new StartFailure("Give a question, or --measure with a file such as evaluation/atlas-docs.yaml.");
        }
        Settings settings = Settings.load(Home.find(), Map.of());
        String workspace = settings.text("workspaces.default");
        KnowledgeFolder folder = new KnowledgeFolder(
                settings.path("workspaces.directory").resolve(workspace).resolve("knowledge"));
        Path kept = settings.path("server.data").resolve("knowledge");
        try (HybridIndex index = words
                ? HybridIndex.ofWords(folder)
                : new HybridIndex(
                        folder,
                        () -> new MiniLmEncoder(kept.resolve("native")),
                        kept.resolve(workspace + ".vectors"),
                        PATIENCE)) {
            if (question != null) {
                print(index.search(question, 5));
            }
            if (measured != null) {
                measure(index, measured);
            }
        }
        return 0;
    }

    private static void print(List<Hit> hits) {
        for (Hit hit : hits) {
            Section section = hit.section();
            System.out.printf(Locale.ROOT, "%.3f  %s%n", hit.similarity(), Plain.line(section.citation()));
            System.out.println(Plain.text(section.text())
                    .lines()
                    .limit(3)
                    .map(line -> "         " + line)
                    .reduce((a, b) -> a + "\n" + b)
                    .orElse(""));
        }
    }

    private static void measure(HybridIndex index, Path file) throws IOException {
        Map<?, ?> content = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        List<?> questions = content.get("questions") instanceof List<?> list ? list : List.of();
        if (questions.isEmpty()) {
            throw new StartFailure(file + " holds no list \"questions\".");
        }
        int first = 0;
        int amongThree = 0;
        // the first search builds the index and loads the model
        index.search("warm up", 1);
        for (Object item : questions) {
            Map<?, ?> asked = (Map<?, ?>) item;
            List<Object> right = new ArrayList<>(asked.get("also") instanceof List<?> also ? also : List.of());
            right.add(asked.get("section"));
            List<String> found = index.search(String.valueOf(asked.get("question")), 3).stream()
                    .map(hit -> hit.section().heading())
                    .toList();
            first += !found.isEmpty() && right.contains(found.get(0)) ? 1 : 0;
            amongThree += found.stream().anyMatch(right::contains) ? 1 : 0;
        }
        long[] nanos = new long[ROUNDS * questions.size()];
        for (int i = 0; i < nanos.length; i++) {
            String text = String.valueOf(((Map<?, ?>) questions.get(i % questions.size())).get("question"));
            long began = System.nanoTime();
            index.search(text, 8);
            nanos[i] = System.nanoTime() - began;
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%d questions: right section first %.0f%%, among the first three %.0f%%%n%d searches: p50 %.1f ms, p95 %.1f ms, longest %.1f ms%n",
                questions.size(),
                100.0 * first / questions.size(),
                100.0 * amongThree / questions.size(),
                nanos.length,
                nanos[nanos.length / 2] / 1e6,
                nanos[nanos.length * 95 / 100] / 1e6,
                nanos[nanos.length - 1] / 1e6);
    }
}
