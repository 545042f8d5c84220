package dev.caravan.launcher;

import dev.caravan.app.DocumentBeans;
import dev.caravan.app.Settings;
import dev.caravan.documents.Corpus;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentAnswer;
import dev.caravan.documents.UnreadableDocument;
import dev.caravan.evaluation.Figures;
import dev.caravan.evaluation.FilingsSet;
import dev.caravan.evaluation.FilingsSet.Result;
import dev.caravan.evaluation.FilingsSet.Verdict;
import dev.caravan.gate.Breakers;
import dev.caravan.store.StateDatabase;
import dev.caravan.warehouse.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Indexes a folder of filings and asks questions on them, without a server. */
final class FilingsRun implements AutoCloseable {
    private static final String WORKSPACE = "filings";
    private static final Duration REST = Duration.ofSeconds(1);
    private static final double NANOS = 1e9;
    private static final int FOUND = 10;

    private final StateDatabase state;
    private final DocumentBeans documents;
    private final Owner owner;
    private final Path indexFolder;

    private FilingsRun(StateDatabase state, DocumentBeans documents, Owner owner, Path indexFolder) {
        this.state = state;
        this.documents = documents;
        this.owner = owner;
        this.indexFolder = indexFolder;
    }

    static FilingsRun open(Settings settings, String jdbcUrl, Credentials login, Path data) throws SQLException {
        StateDatabase state = StateDatabase.open(
                jdbcUrl,
                login.user(),
                login.password(),
                Breakers.consecutive("documents", 1, REST, StateDatabase::isDown));
        Path index = data.resolve("documents");
        DocumentBeans documents = DocumentBeans.open(settings, WORKSPACE, state.dataSource(), index);
        return new FilingsRun(state, documents, new Owner(WORKSPACE, "evaluation"), index);
    }

    void index(Path folder, Consumer<String> out) throws IOException {
        long start = System.nanoTime();
        documents.corpus().repair(owner);
        List<Corpus.Told> told = new ArrayList<>();
        documents.corpus().addAll(owner, folder, told::add);
        told.stream()
                .filter(each -> each.fate() == Corpus.Fate.REFUSED)
                .forEach(each -> out.accept("refused: " + each.message()));
        int pages = documents.corpus().documents(owner).stream()
                .mapToInt(each -> each.pages())
                .sum();
        long added =
                told.stream().filter(each -> each.fate() == Corpus.Fate.ADDED).count();
        Runtime runtime = Runtime.getRuntime();
        out.accept(String.format(
                Locale.ROOT,
                "%d documents, %d pages, %d of them read anew in %.1f s; index %.1f MB, heap used %d MB",
                told.size(),
                pages,
                added,
                (System.nanoTime() - start) / NANOS,
                megabytes(indexFolder),
                (runtime.totalMemory() - runtime.freeMemory()) / 1_048_576));
    }

    /** How long it takes until one more document is found. */
    void addOne(Consumer<String> out) throws IOException, UnreadableDocument {
        Path file = Files.createTempDirectory("one-more").resolve("one-more-document.txt");
        Files.writeString(file, "The lighthouse keeper of Quillfeather counts puffins.");
        try {
            long start = System.nanoTime();
            documents.corpus().add(owner, file);
            boolean found = documents.answers().find(owner, "puffins of the lighthouse keeper", 1).stream()
                    .anyMatch(each -> each.document().id().equals(Corpus.id(file)));
            out.accept(String.format(
                    Locale.ROOT,
                    "one more document is %s after %.2f s",
                    found ? "found" : "NOT FOUND",
                    (System.nanoTime() - start) / NANOS));
        } finally {
            documents.corpus().remove(owner, Corpus.id(file));
            Files.delete(file);
            Files.delete(file.getParent());
        }
    }

    void ask(FilingsSet set, Consumer<String> out) {
        List<Double> searches = new ArrayList<>();
        List<Double> seconds = new ArrayList<>();
        List<Result> all = set.ask(question -> {
            long search = System.nanoTime();
            documents.answers().find(owner, question, FOUND);
            long start = System.nanoTime();
            searches.add((start - search) / NANOS);
            DocumentAnswer answer = documents.answers().answer(owner, question);
            seconds.add((System.nanoTime() - start) / NANOS);
            return answer;
        });
        List<Result> results =
                all.stream().filter(each -> !each.question().mustDecline()).toList();
        List<Result> unanswerable =
                all.stream().filter(each -> each.question().mustDecline()).toList();
        for (Result result : unanswerable) {
            if (result.verdict() == Verdict.WRONG) {
                out.accept("WRONG " + result.question().id() + ": "
                        + result.question().text()
                        + "\n    must be declined\n    given: "
                        + result.answer().text().lines().findFirst().orElse(""));
            }
        }
        for (Result result : results) {
            if (result.verdict() == Verdict.WRONG || !result.documentFirst()) {
                out.accept((result.documentFirst() ? "" : "OTHER DOCUMENT ") + result.verdict() + " "
                        + result.question().id() + ": " + result.question().text() + "\n    right: "
                        + result.question().answer().replace('\n', ' ') + " ("
                        + result.question().document()
                        + ")\n    given: "
                        + result.answer().text().lines().findFirst().orElse(""));
            }
        }
        seconds.sort(Double::compare);
        out.accept(String.format(
                Locale.ROOT,
                "%d questions: right document first %s, evidence page read %s, cited %s; right %s, wrong %s, declined %s; median %.2f s, slowest %.2f s",
                results.size(),
                share(results, Result::documentFirst),
                share(results, Result::pageRead),
                share(results, Result::pageCited),
                share(results, each -> each.verdict() == Verdict.RIGHT),
                share(results, each -> each.verdict() == Verdict.WRONG),
                share(results, each -> each.verdict() == Verdict.DECLINED),
                seconds.isEmpty() ? 0 : seconds.get(seconds.size() / 2),
                seconds.isEmpty() ? 0 : seconds.get(seconds.size() - 1)));
        if (!searches.isEmpty()) {
            out.accept(String.format(
                    Locale.ROOT,
                    "search, 95th percentile of %d: %d ms",
                    searches.size(),
                    Figures.percentile(searches.stream().mapToLong(each -> Math.round(1e3 * each)), 0.95)));
        }
        if (!unanswerable.isEmpty()) {
            out.accept("nothing claimed where no document holds the answer: "
                    + share(unanswerable, each -> each.verdict() == Verdict.RIGHT));
        }
    }

    private static String share(List<Result> results, Predicate<Result> which) {
        long count = results.stream().filter(which).count();
        return count + " (" + Math.round(100.0 * count / Math.max(1, results.size())) + " %)";
    }

    private static double megabytes(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            // the index is elsewhere
            return 0;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes / 1_048_576.0;
        }
    }

    @Override
    public void close() {
        documents.close();
        state.close();
    }
}
