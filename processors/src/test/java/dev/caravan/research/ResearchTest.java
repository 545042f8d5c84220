package dev.caravan.research;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.reference.Statute;
import dev.caravan.reference.Statute.Section;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Phase;
import dev.caravan.research.Research.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResearchTest {
    private static final String QUESTION = "Wer muss einen Brunnen anmelden?";

    private final ResearchCollection collection = new ResearchCollection(List.of(
            law(
                    "BruG",
                    "Brunnengesetz",
                    Map.of(
                            "1", "Anmeldung|Wer einen Brunnen bohrt, muss ihn nach Maßgabe des § 2 anmelden.",
                            "2",
                                    "Verfahren|Das Verfahren richtet sich nach § 9 der Wasserordnung und § 3 des Baugesetzbuchs.",
                            "3", "Bußgeld|Wer ohne Lampe fährt, zahlt.")),
            law(
                    "WasO",
                    "Wasserordnung",
                    Map.of("9", "Fristen|Die Frist beträgt zwei Wochen. Der Brunnen wird gesperrt."))));

    private static Statute law(String id, String name, Map<String, String> sections) {
        Map<String, Section> read = new LinkedHashMap<>();
        sections.keySet().stream().sorted().forEach(key -> {
            String[] parts = sections.get(key).split("\\|");
            read.put(key, new Section(key, "§ " + key, parts[0], parts[1]));
        });
        return new Statute(id, List.of(id, name), read);
    }

    @AfterEach
    void close() {
        collection.close();
    }

    private ExecuteTask.Result run(ResearchLimits limits) {
        return new ExecuteTask(collection, limits).run(QUESTION);
    }

    private static List<String> sections(ExecuteTask.Result result) {
        return result.findings().stream()
                .map(finding -> finding.passage().section())
                .toList();
    }

    @Test
    void followsReferencesAsDeepAsAllowedAndSaysWhatLedWhere() {
        ResearchLimits limits = new ResearchLimits(15, 2, 3, 50_000, 3, 0.2, 1, 1);
        ExecuteTask.Result result = run(limits);
        assertThat(sections(result)).contains("BruG § 1", "BruG § 2");
        assertThat(result.trail()).anySatisfy(step -> {
            assertThat(step.from()).isEqualTo("BruG § 1");
            assertThat(step.to()).isEqualTo("BruG 2");
            assertThat(step.followed()).isTrue();
        });
        assertThat(sections(run(limits.withoutFollowing()))).containsExactly("BruG § 1");
    }

    @Test
    void findsNothingWhereNoWordOfTheQueryStands() {
        ExecuteTask.Result result = new ExecuteTask(collection, ResearchLimits.DEFAULT).run("Quantenfeldtheorie");
        assertThat(result.findings()).isEmpty();
        assertThat(result.trail()).isEmpty();
    }

    @Test
    void readsNoFurtherThanItsTokens() {
        ExecuteTask.Result result = run(new ResearchLimits(15, 2, 3, 0, 3, 0.2, 1, 1));
        assertThat(result.trail()).extracting(Trail::reason).contains(Trail.Reason.BUDGET);
        assertThat(sections(result)).containsExactly("BruG § 1");
    }

    @Test
    void clarifiesUntilThePersonEndsIt() {
        ClarifyResearch clarify = new ClarifyResearch(collection, 5);
        Research research = clarify.analyzeRetrieval(clarify.retrieve(clarify.generateQueries(Research.of(QUESTION))));
        assertThat(research.round()).isEqualTo(1);
        assertThat(research.queries()).contains(QUESTION).hasSizeLessThanOrEqualTo(3);
        assertThat(research.known()).isNotEmpty();
        assertThat(clarify.converged(research)).isEmpty();
        Research ended = clarify.processResponse(research, "Was noch?", " /END ");
        assertThat(ended.ended()).isEqualTo(ClarifyResearch.USER_END);
        assertThat(ended.phase()).isEqualTo(Phase.PLAN);
        Research on = clarify.processResponse(research, "Was noch?", "auch Fristen");
        assertThat(on.phase()).isEqualTo(Phase.CLARIFY);
        assertThat(clarify.researchQueries(on)).contains("auch Fristen");
    }

    @Test
    void endsByConvergenceOrByTheNumberOfRounds() {
        ClarifyResearch clarify = new ClarifyResearch(collection, 3);
        Research research = Research.of(QUESTION).withRound(2).withCoverage(0.8).withDuplicates(0.7);
        assertThat(clarify.converged(research)).isEqualTo(ClarifyResearch.CONVERGENCE);
        assertThat(clarify.converged(research.withCoverage(0.79))).isEmpty();
        assertThat(clarify.converged(research.withDuplicates(0.69))).isEmpty();
        List<Gap> gaps =
                List.of(new Gap(Gap.Kind.WORD, "a"), new Gap(Gap.Kind.WORD, "b"), new Gap(Gap.Kind.SECTION, "c"));
        assertThat(clarify.converged(research.withGaps(gaps))).isEmpty();
        assertThat(clarify.converged(research.withGaps(gaps).withRound(3))).isEqualTo(ClarifyResearch.MAX_ITERATIONS);
    }

    @Test
    void reportsInTheWordsOfItsSourcesAndSaysWhatIsMissing() {
        ExecuteTask.Result result = run(new ResearchLimits(15, 2, 3, 50_000, 3, 0.2, 1, 4));
        Research research = Research.of(QUESTION)
                .withTasks(List.of(new Task(
                        "task_1", QUESTION, Task.State.DONE, result.findings(), result.trail(), result.tokens())));
        ResearchReport report = new WriteReport(collection).write(research);
        assertThat(report.quality().factualAccuracy()).isEqualTo(100);
        assertThat(report.quality().citationCorrectness()).isEqualTo(100);
        assertThat(report.missing()).anyMatch(each -> each.contains("Baugesetzbuchs"));
        assertThat(report.markdown())
                .contains("muss ihn nach Maßgabe des § 2 anmelden. [1]")
                .contains("### Quellen")
                .contains("[1] BruG § 1, Anmeldung");
    }

    @Test
    void judgesAnEmptyReportAsWorthNothing() {
        assertThat(new WriteReport(collection)
                        .write(Research.of(QUESTION))
                        .quality()
                        .total())
                .isZero();
    }
}
