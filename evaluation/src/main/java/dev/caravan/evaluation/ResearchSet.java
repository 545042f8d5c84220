package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.model.PromptFolder;
import dev.caravan.reference.SectionKey;
import dev.caravan.reference.Statute;
import dev.caravan.research.Research;
import dev.caravan.research.ResearchByWords;
import dev.caravan.research.ResearchCollection;
import dev.caravan.research.ResearchCollection.Vectors;
import dev.caravan.research.ResearchDesk;
import dev.caravan.research.ResearchLimits;
import dev.caravan.research.ResearchReport;
import dev.caravan.research.ResearchReport.Source;
import dev.caravan.research.ResearchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Research questions with the sections that an answer must cite, asked with the built-in model and without a person. */
public final class ResearchSet {
    private final List<Case> cases;

    /**
     * A question.
     *
     * @param id unique
     * @param question in plain words
     * @param sections that must be cited, each as {@code LAW § 7}
     */
    public record Case(String id, String question, List<String> sections) {
        /** Takes a copy. */
        public Case {
            sections = List.copyOf(sections);
        }
    }

    /**
     * What came of it.
     *
     * @param wanted sections that must be cited
     * @param cited those of them that are
     * @param statements cited statements
     * @param supported those that stand in the passage they cite
     * @param sources cited passages
     * @param tasks worked off
     * @param tokens of the texts read
     * @param millis of all questions
     * @param faults one line for each section that is not cited
     */
    public record Score(
            int wanted,
            int cited,
            int statements,
            int supported,
            int sources,
            int tasks,
            int tokens,
            long millis,
            List<String> faults) {
        /** Takes a copy. */
        public Score {
            faults = List.copyOf(faults);
        }

        /** Cited among those that must be. */
        public double found() {
            return wanted == 0 ? 0 : (double) cited / wanted;
        }

        /** Supported among the cited statements. */
        public double support() {
            return statements == 0 ? 0 : (double) supported / statements;
        }
    }

    private ResearchSet(List<Case> cases) {
        this.cases = List.copyOf(cases);
    }

    /** How many questions there are. */
    public int size() {
        return cases.size();
    }

    /**
     * Reads a file of one JSON object a line: {@code id, question, sections}.
     *
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    public static ResearchSet read(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Case> cases = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                JsonNode node = json.readTree(line);
                List<String> sections = new ArrayList<>();
                node.path("sections").forEach(section -> sections.add(section.asText()));
                if (node.path("question").asText().isBlank() || sections.isEmpty()) {
                    throw new IllegalArgumentException("question or sections are missing");
                }
                cases.add(new Case(
                        node.path("id").asText(String.valueOf(number)),
                        node.path("question").asText(),
                        sections));
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ":" + number + ": " + e.getMessage(), e);
            }
        }
        return new ResearchSet(cases);
    }

    /** Researches every question of the set within limits. */
    public Score score(List<Statute> statutes, ResearchLimits limits) {
        return score(statutes, limits, Optional.empty());
    }

    /** The same with passages found by vectors as well. */
    public Score score(List<Statute> statutes, ResearchLimits limits, Optional<Vectors> vectors) {
        long begun = System.nanoTime();
        int wanted = 0;
        int cited = 0;
        int statements = 0;
        int supported = 0;
        int sources = 0;
        int tasks = 0;
        int tokens = 0;
        List<String> faults = new ArrayList<>();
        try (ResearchCollection collection = new ResearchCollection(statutes, vectors)) {
            ResearchByWords researcher = new ResearchByWords(ResearchDesk.of(
                    new ResearchSettings(Path.of("."), limits), collection, new PromptFolder(Path.of("."))));
            for (Case each : cases) {
                Research research = researcher.answer(each.question());
                ResearchReport report = research.report().orElseThrow();
                tasks += research.tasks().size();
                tokens += research.tasks().stream()
                        .mapToInt(Research.Task::tokens)
                        .sum();
                sources += report.sources().size();
                for (ResearchReport.Chapter chapter : report.chapters()) {
                    for (ResearchReport.Statement statement : chapter.statements()) {
                        statements++;
                        supported += stands(statement, report.sources()) ? 1 : 0;
                    }
                }
                for (String section : each.sections()) {
                    wanted++;
                    boolean has = report.sources().stream().anyMatch(source -> isOf(source, section, collection));
                    cited += has ? 1 : 0;
                    if (!has) {
                        faults.add(each.id() + ": " + section + " is not cited");
                    }
                }
            }
        }
        return new Score(
                wanted,
                cited,
                statements,
                supported,
                sources,
                tasks,
                tokens,
                (System.nanoTime() - begun) / 1_000_000,
                faults);
    }

    private static boolean stands(ResearchReport.Statement statement, List<Source> sources) {
        return sources.get(statement.source() - 1)
                .passage()
                .text()
                .contains(statement.text().replaceFirst(" …$", ""));
    }

    /** A section is named by its law and number. */
    private static boolean isOf(Source source, String section, ResearchCollection collection) {
        int space = section.indexOf(' ');
        Optional<String> key = SectionKey.of(section.substring(space + 1));
        Optional<Statute> law = collection.registry().find(section.substring(0, space));
        return key.isPresent()
                && law.isPresent()
                && source.passage().document().equals(law.get().id())
                && source.passage().key().equals(key.get());
    }
}
