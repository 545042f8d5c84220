package dev.caravan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.docs.SectionSearch.Hit;
import dev.caravan.model.MiniLmEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** How often retrieval finds the section that answers a question of evaluation/atlas-docs.yaml. */
class RetrievalQualityTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final KnowledgeFolder FOLDER = new KnowledgeFolder(HOME.resolve("workspaces/atlas/knowledge"));

    private record Asked(String question, String document, List<String> sections, boolean fresh) {}

    private static List<Asked> questions() throws IOException {
        Map<?, ?> file = new Yaml(new SafeConstructor(new LoaderOptions()))
                .load(Files.readString(HOME.resolve("evaluation/atlas-docs.yaml")));
        List<Asked> questions = new ArrayList<>();
        for (Object item : (List<?>) file.get("questions")) {
            Map<?, ?> entry = (Map<?, ?>) item;
            List<String> sections = new ArrayList<>(List.of(String.valueOf(entry.get("section"))));
            if (entry.get("also") instanceof List<?> also) {
                also.forEach(section -> sections.add(String.valueOf(section)));
            }
            questions.add(new Asked(
                    String.valueOf(entry.get("question")),
                    String.valueOf(entry.get("document")),
                    sections,
                    Boolean.TRUE.equals(entry.get("fresh"))));
        }
        return questions;
    }

    @Test
    void namesSectionsThatExist() throws IOException {
        List<String> headings = FOLDER.documents().stream()
                .flatMap(d -> d.sections().stream())
                .map(s -> s.document() + "#" + s.heading())
                .toList();
        assertThat(questions()).hasSizeGreaterThanOrEqualTo(40).allSatisfy(asked -> assertThat(headings)
                .contains(asked.document() + "#" + asked.sections().get(0)));
    }

    @Test
    void findsTheRightSectionByWordsAndMeaning(@TempDir Path folder) throws IOException {
        try (HybridIndex index = new HybridIndex(
                FOLDER,
                () -> new MiniLmEncoder(folder.resolve("native")),
                folder.resolve("v"),
                Duration.ofMinutes(2))) {
            measured(index, questions().stream().filter(Asked::fresh).toList());
            Shares shares = measured(index, questions());
            assertThat(shares.first()).as("first: %s", shares).isGreaterThanOrEqualTo(0.85);
            assertThat(shares.amongThree()).as("among three: %s", shares).isGreaterThanOrEqualTo(0.95);
        }
    }

    @Test
    void findsMostSectionsByWordsAlone() throws IOException {
        try (HybridIndex index = HybridIndex.ofWords(FOLDER)) {
            Shares shares = measured(index, questions());
            assertThat(shares.amongThree()).as("among three: %s", shares).isGreaterThanOrEqualTo(0.75);
        }
    }

    /** Shares of the questions, and those whose section was not first. */
    private record Shares(double first, double amongThree, List<String> missed) {}

    private static Shares measured(SectionSearch search, List<Asked> questions) {
        int first = 0;
        int amongThree = 0;
        List<String> missed = new ArrayList<>();
        for (Asked asked : questions) {
            List<String> found = search.search(asked.question(), 3).stream()
                    .map(Hit::section)
                    .map(KnowledgeDocument.Section::heading)
                    .toList();
            boolean hit = !found.isEmpty() && asked.sections().contains(found.get(0));
            first += hit ? 1 : 0;
            amongThree += found.stream().anyMatch(asked.sections()::contains) ? 1 : 0;
            if (!hit) {
                missed.add("\n" + asked.question() + " -> " + found);
            }
        }
        Shares shares = new Shares((double) first / questions.size(), (double) amongThree / questions.size(), missed);
        System.out.printf(
                "retrieval over %d questions: first %.0f%%, among three %.0f%% %s%n",
                questions.size(), 100 * shares.first(), 100 * shares.amongThree(), missed);
        return shares;
    }
}
