package dev.caravan.research;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.PassageVectors;
import dev.caravan.documents.VectorStore;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.reference.Statute;
import dev.caravan.reference.Statute.Section;
import dev.caravan.research.Research.Gap;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Task;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.Progress.Spent;
import dev.caravan.turn.Turn;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResearchTest {
    private static final String QUESTION = "Wer muss einen Brunnen anmelden?";
    private static final ResearchLimits LIMITS = new ResearchLimits(3, 15, 2, 1, 50_000, 3, 0.2, 1, 1, 1);

    private static final Function<Turn, ResearchBudget> BUDGET = turn -> new ResearchBudget(
            new Spent(5, 1_000, new BigDecimal("0.5")),
            new Spent(20, 9_000, new BigDecimal("5")),
            Duration.ofMinutes(1),
            Duration.ofHours(1));

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
                    Map.of(
                            "9", "Fristen|Die Frist für den Brunnen beträgt nach § 10 zwei Wochen.",
                            "10", "Berechnung|Tage werden gezählt."))));

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

    private ResearchDesk desk(ResearchLimits limits) {
        return ResearchDesk.of(new ResearchSettings(Path.of("."), limits), collection, new PromptFolder(Path.of(".")));
    }

    private Research answer(ResearchLimits limits) {
        return new ResearchByWords(desk(limits)).answer(QUESTION);
    }

    private static List<String> sections(Research research) {
        return research.tasks().get(0).findings().stream()
                .map(finding -> finding.passage().section())
                .toList();
    }

    private static List<Trail> trail(Research research) {
        return research.tasks().get(0).trail();
    }

    /** A run that goes on until it waits or is done. */
    private ResearchRun onwards(ResearchRun run, ResearchLimits limits) {
        ResearchByWords researcher = new ResearchByWords(desk(limits));
        ResearchRun next = run;
        while (next.isGoing()) {
            next = researcher.step(next);
        }
        return next;
    }

    private ResearchRun replied(ResearchRun waiting, String... replies) {
        assertThat(waiting.research().stage()).isEqualTo(Stage.ASKED);
        return ProcessResponse.taken(waiting, List.of(replies), LIMITS);
    }

    @Test
    void followsReferencesAsDeepAsAllowedAndSaysWhatLedWhere() {
        Research research = answer(LIMITS);
        assertThat(sections(research))
                .contains("BruG § 1", "BruG § 2", "WasO § 9")
                .doesNotContain("WasO § 10");
        assertThat(trail(research)).anySatisfy(step -> {
            assertThat(step.from()).isEqualTo("BruG § 1");
            assertThat(step.to()).isEqualTo("BruG 2");
            assertThat(step.followed()).isTrue();
        });
        assertThat(trail(research))
                .filteredOn(step -> step.reason() == Trail.Reason.DEPTH)
                .extracting(Trail::from)
                .containsExactly("WasO § 9");
        assertThat(sections(answer(LIMITS.withDepth(3)))).contains("WasO § 10");
        assertThat(sections(answer(LIMITS.withoutFollowing()))).containsExactly("BruG § 1");
    }

    @Test
    void findsNothingWhereNoWordOfTheQueryStands() {
        Research research = new ResearchByWords(desk(LIMITS)).answer("Quantenfeldtheorie");
        assertThat(research.report().orElseThrow().statements()).isZero();
        assertThat(research.report().orElseThrow().quality()).isEqualTo(ResearchReport.Quality.NONE);
    }

    @Test
    void readsNoFurtherThanItsTokens() {
        Research research = answer(LIMITS.withTokens(0));
        assertThat(trail(research)).extracting(Trail::reason).contains(Trail.Reason.BUDGET);
        assertThat(research.tasks().get(0).stopped()).isEqualTo(JudgeReferences.TOKENS);
        assertThat(sections(research)).containsExactly("BruG § 1");
    }

    @Test
    void keepsOfASectionNoMoreThanItMayComeUp() {
        Research research = answer(LIMITS.withSameSection(0));
        assertThat(research.tasks().get(0).findings()).isEmpty();
        assertThat(research.tasks().get(0).stopped()).isEqualTo(ReadPassages.SAME_SECTION);
    }

    @Test
    void leavesWhatIsNotRelevantEnoughUnlessTooLittleIs() {
        assertThat(sections(answer(LIMITS.withRelevance(1).withLeastFollowed(0))))
                .containsExactly("BruG § 1");
        assertThat(sections(answer(LIMITS.withRelevance(1)))).contains("BruG § 2");
    }

    @Test
    void searchesOnceMoreForWordsThatNothingFoundSpeaksOfAndNoOftenerThanAllowed() {
        String question = "Brunnen anmelden, Lampe";
        Research one = new ResearchByWords(desk(LIMITS)).answer(question);
        Research three = new ResearchByWords(desk(LIMITS.withIterations(3))).answer(question);
        assertThat(one.tasks().get(0).searches()).isEqualTo(1);
        assertThat(three.tasks().get(0).searches()).isEqualTo(2);
        assertThat(sections(one)).doesNotContain("BruG § 3");
        assertThat(sections(three)).contains("BruG § 3");
    }

    @Test
    void theListNeverExceedsItsLimit() {
        List<String> twenty =
                IntStream.range(0, 20).mapToObj(i -> "Brunnen " + i).toList();
        ResearchRun run = ResearchByWords.begun(
                Research.of(QUESTION).withResearchQueries(twenty).at(Stage.LIST));
        Research listed = new ResearchByWords(desk(LIMITS)).step(run).research();
        assertThat(listed.tasks()).hasSize(15);
        ResearchRun closing =
                ResearchByWords.begun(listed.withTasks(listed.tasks().subList(0, 14))
                        .withWork(Optional.of(Research.Work.on(listed.tasks().get(0))))
                        .at(Stage.CLOSE));
        Research closed = taken(
                        new ListTasks(new ResearchDesks(workspace -> desk(LIMITS))),
                        closing,
                        Map.of("tasks", List.of("Brunnen 1", "Schacht", "Quelle", "Stollen")))
                .research();
        assertThat(closed.tasks()).hasSize(15);
        assertThat(closed.tasks().get(14).query()).isEqualTo("Schacht");
        assertThat(closed.tasks().get(0).state()).isEqualTo(Task.State.DONE);
    }

    private ResearchRun taken(ModelStage stage, ResearchRun run, Map<String, Object> reply) {
        return stage.accept(run, Replies.write(reply), null);
    }

    @Test
    void asksUntilThePersonEndsIt() {
        // words that the documents do not have stay gaps, so that nothing converges
        String question = QUESTION.replace("?", ", Kaution, Steuer und Zaun?");
        ResearchRun asked = onwards(ResearchByWords.begun(Research.of(question)), LIMITS);
        assertThat(asked.research().round()).isEqualTo(1);
        assertThat(asked.research().queries()).contains(question).hasSizeLessThanOrEqualTo(3);
        assertThat(asked.research().asked()).hasSizeBetween(2, 3);
        ResearchRun second = onwards(replied(asked, "auch Fristen"), LIMITS);
        assertThat(second.research().round()).isEqualTo(2);
        assertThat(second.research().queries().get(0)).contains("auch Fristen");
        ResearchRun ended = replied(second, " /END ");
        assertThat(ended.research().ended()).isEqualTo(ProcessResponse.USER_END);
        assertThat(ended.research().stage()).isEqualTo(Stage.CONCLUDE);
        assertThat(onwards(ended, LIMITS).research().researchQueries()).contains(question, "auch Fristen");
    }

    @Test
    void endsAfterAsManyRoundsAsAreAllowed() {
        ResearchRun run = ResearchByWords.begun(Research.of(QUESTION));
        for (int round = 1; round <= 3; round++) {
            run = onwards(run, LIMITS);
            if (run.research().stage() != Stage.ASKED) {
                break; // the small collection is known by then
            }
            run = replied(run, "Wort" + round);
        }
        Research third = run.research();
        Research counted = ProcessResponse.taken(
                        ResearchByWords.begun(Research.of(QUESTION).withRound(3).at(Stage.REPLIED)),
                        List.of("x"),
                        LIMITS)
                .research();
        assertThat(counted.ended()).isEqualTo(ProcessResponse.MAX_ITERATIONS);
        assertThat(counted.stage()).isEqualTo(Stage.CONCLUDE);
        assertThat(third.ended()).isIn(ProcessResponse.MAX_ITERATIONS, AnalyzeRetrieval.CONVERGENCE);
    }

    @Test
    void findsByMeaningWhereThereIsAnEncoderAndByWordsWhileItIsAway() {
        boolean[] away = {false};
        SentenceEncoder encoder = new SentenceEncoder() {
            @Override
            public String name() {
                return "fines";
            }

            @Override
            public float[] encode(String text) {
                if (away[0]) {
                    throw new Unavailable("it is away", null);
                }
                return text.matches("(?s).*(zahlt|Geldstrafe).*") ? new float[] {1, 0} : new float[] {0, 1};
            }
        };
        away[0] = true;
        try (ResearchCollection near = new ResearchCollection(
                collection.registry().statutes(),
                Optional.of(new ResearchCollection.Vectors(
                        new PassageVectors(() -> Optional.of(encoder), VectorStore.NONE),
                        new Owner("law", "research"))))) {
            assertThat(near.search("Geldstrafe", 5)).isEmpty();
            assertThat(near.search("Lampe", 5)).hasSize(1);
            away[0] = false;
            assertThat(near.search("Geldstrafe", 5))
                    .extracting(hit -> hit.passage().section())
                    .containsExactly("BruG § 3");
            assertThat(near.searchDocument("Geldstrafe", "WasO", 5)).isEmpty();
            assertThat(near.search("Brunnen Geldstrafe", 5).get(0).passage().section())
                    .as("a shared word counts more")
                    .isNotEqualTo("BruG § 3");
        }
    }

    private static Turn shortTurn(String question) {
        return Turn.opened(
                "", "", true, "", question, Map.of(AnalyzeQuery.CLARIFICATION, "short"), java.time.Instant.EPOCH);
    }

    private ResearchRun opened(Turn turn) {
        return new OpenResearch(new ResearchDesks(workspace -> desk(LIMITS)), each -> each, BUDGET).open(turn);
    }

    @Test
    void theShortFormAsksOnceWithoutASearchAndThenListsTheTasks() {
        ResearchRun asked = onwards(opened(shortTurn("Wer muss einen Brunnen mit Kaution anmelden?")), LIMITS);
        assertThat(asked.research().asked()).hasSizeBetween(1, 3);
        assertThat(asked.research().asked().get(0).question()).contains("Kaution");
        assertThat(asked.research().known()).isEmpty();
        assertThat(asked.research().round()).isEqualTo(1);
        ResearchRun replied = replied(asked, "auch Fristen");
        assertThat(replied.research().ended()).isEqualTo(ProcessResponse.MAX_ITERATIONS);
        Research listed = onwards(replied, LIMITS).research();
        assertThat(listed.stage()).isEqualTo(Stage.SHOWN);
        assertThat(listed.tasks()).extracting(Task::query).contains("auch Fristen");
        assertThat(replied(asked, "/end").research().ended()).isEqualTo(ProcessResponse.USER_END);
    }

    @Test
    void theShortFormAsksNothingWhereAllIsClear() {
        Research clear = onwards(opened(shortTurn(QUESTION)), LIMITS).research();
        assertThat(clear.stage()).isEqualTo(Stage.SHOWN);
        assertThat(clear.ended()).isEqualTo(AnalyzeQuery.CLEAR);
        assertThat(clear.dialogue()).isEmpty();
        assertThat(clear.round()).isEqualTo(1);
    }

    @Test
    void whatAModelFindsUnclearIsAskedAndItsAnalysisKept() {
        Map<String, Object> reply = Map.of(
                "concepts", List.of("Brunnen"),
                "entities", List.of("BruG"),
                "scope", "Anmeldung",
                "clarification_needed", true,
                "unclear", List.of("privat oder gewerblich", "Brunnen"));
        Research next = taken(
                        new AnalyzeQuery(new ResearchDesks(workspace -> desk(LIMITS))),
                        opened(shortTurn(QUESTION)),
                        reply)
                .research();
        assertThat(next.stage()).isEqualTo(Stage.QUESTIONS);
        assertThat(next.gaps())
                .containsExactly(new Gap(Gap.Kind.MATTER, "privat oder gewerblich"), new Gap(Gap.Kind.WORD, "Brunnen"));
        assertThat(next.analysis()).isEqualTo("Anmeldung; Brunnen; BruG");
    }

    @Test
    void convergesOnlyWhereCoverageDuplicatesAndGapsAllSaySo() {
        Research research = Research.of(QUESTION).withRound(2).withCoverage(0.8).withDuplicates(0.7);
        assertThat(AnalyzeRetrieval.ended(research)).isEqualTo(AnalyzeRetrieval.CONVERGENCE);
        assertThat(AnalyzeRetrieval.ended(research.withCoverage(0.79))).isEmpty();
        assertThat(AnalyzeRetrieval.ended(research.withDuplicates(0.69))).isEmpty();
        List<Gap> gaps =
                List.of(new Gap(Gap.Kind.WORD, "a"), new Gap(Gap.Kind.WORD, "b"), new Gap(Gap.Kind.SECTION, "c"));
        assertThat(AnalyzeRetrieval.ended(research.withGaps(gaps))).isEmpty();
        assertThat(AnalyzeRetrieval.ended(research.withGaps(gaps.subList(0, 2))))
                .isEqualTo(AnalyzeRetrieval.CONVERGENCE);
    }

    @Test
    void reportsInTheWordsOfItsSourcesAndSaysWhatIsMissing() {
        ResearchReport report = answer(LIMITS.withPerSearch(4)).report().orElseThrow();
        assertThat(report.quality().factualAccuracy()).isEqualTo(100);
        assertThat(report.quality().citationCorrectness()).isEqualTo(100);
        assertThat(report.missing()).anyMatch(each -> each.contains("Baugesetzbuchs"));
        assertThat(report.markdown())
                .contains("muss ihn nach Maßgabe des § 2 anmelden. [1]")
                .contains("### Quellen")
                .contains("[1] BruG § 1, Anmeldung")
                .contains("über BruG § 1");
    }

    private ResearchRun written(Object... statements) {
        Research researched =
                answer(LIMITS).withReport(Optional.empty()).withAttempts(0).at(Stage.WRITE);
        List<Map<String, Object>> each = new ArrayList<>();
        for (int i = 0; i < statements.length; i += 2) {
            each.add(Map.of("text", statements[i], "source", statements[i + 1]));
        }
        return taken(
                new WriteReport(new ResearchDesks(workspace -> desk(LIMITS))),
                ResearchByWords.begun(researched),
                Map.of("chapters", List.of(Map.of("heading", "A", "statements", each))));
    }

    private static Map<String, Object> judged(int points, String action) {
        return Map.of(
                "factual_accuracy", points,
                "semantic_validity", points,
                "structural_integrity", points,
                "citation_correctness", points,
                "query_relevance", points,
                "action", action,
                "focus", "Fristen");
    }

    @Test
    void aReportThatIsNotGoodEnoughIsWrittenOnceMoreWithAFocusAndNoThirdTime() {
        AssessReport assess = new AssessReport(new ResearchDesks(workspace -> desk(LIMITS)));
        ResearchRun poor = taken(assess, written("Wer einen Brunnen bohrt, muss ihn anmelden", 1), judged(69, "retry"));
        assertThat(poor.research().stage()).isEqualTo(Stage.WRITE);
        assertThat(poor.research().focus()).isEqualTo("Fristen");
        ResearchRun again =
                taken(assess, poor.gone(poor.research().withAttempts(2).at(Stage.ASSESS)), judged(10, "retry"));
        assertThat(again.research().stage()).isEqualTo(Stage.ATTRIBUTE);
        ResearchRun good = taken(assess, written("Wer einen Brunnen bohrt, muss ihn anmelden", 1), judged(70, "retry"));
        assertThat(good.research().stage()).as("350 of 500 are accepted").isEqualTo(Stage.ATTRIBUTE);
        ResearchRun accepted =
                taken(assess, written("Wer einen Brunnen bohrt, muss ihn anmelden", 1), judged(10, "accept"));
        assertThat(accepted.research().stage()).isEqualTo(Stage.ATTRIBUTE);
    }

    @Test
    void whatAModelClaimsIsMeasuredAndLeftOutWhereNoSourceSaysIt() {
        ResearchRun run = written(
                "Wer einen Brunnen bohrt, muss ihn anmelden.", 1,
                "Die Frist beträgt drei Monate und 17 Tage.", 1,
                "Das Verfahren richtet sich nach § 9 der Wasserordnung.", 1,
                "Ohne Quelle.", 99);
        AssessReport assess = new AssessReport(new ResearchDesks(workspace -> desk(LIMITS)));
        ResearchRun assessed = taken(assess, run, judged(100, "accept"));
        assertThat(assessed.research().report().orElseThrow().quality().factualAccuracy())
                .isEqualTo(33);
        ResearchReport report = AttributeSources.attributed(assessed, desk(LIMITS))
                .research()
                .report()
                .orElseThrow();
        assertThat(report.chapters().get(0).statements())
                .extracting(ResearchReport.Statement::text)
                .containsExactly("Wer einen Brunnen bohrt, muss ihn anmelden.");
        assertThat(report.notes()).anyMatch(note -> note.contains("2 Aussagen wurden weggelassen"));
    }

    @Test
    void sentencesAndReferencesThatDoNotStandInThePassageAreLeftOut() {
        ResearchByWords researcher = new ResearchByWords(desk(LIMITS));
        ResearchRun run = ResearchByWords.begun(
                Research.of(QUESTION).withTasks(List.of(Task.of(1, QUESTION))).at(Stage.SEARCH));
        ResearchRun searched = researcher.step(run);
        Research read = taken(
                        new ReadPassages(new ResearchDesks(workspace -> desk(LIMITS))),
                        searched,
                        Map.of(
                                "passages",
                                List.of(Map.of(
                                        "number",
                                        1,
                                        "relevance",
                                        1.0,
                                        "sentences",
                                        List.of(
                                                "Wer einen Brunnen  bohrt, muss ihn nach Maßgabe des § 2 anmelden",
                                                "Jeder muss alles anmelden."),
                                        "references",
                                        List.of(Map.of("kind", "legal_section", "text", "§ 77"))))))
                .research();
        Research.Work work = read.work().orElseThrow();
        assertThat(work.findings().get(0).sentences())
                .containsExactly("Wer einen Brunnen bohrt, muss ihn nach Maßgabe des § 2 anmelden.");
        assertThat(work.open()).extracting(open -> open.reference().text()).containsExactly("§ 2");
    }

    @Test
    void aSpentBudgetEndsInAReportThatSaysSoAndAModelThatIsAwayPauses() {
        GenerateQueries stage = new GenerateQueries(new ResearchDesks(workspace -> desk(LIMITS)));
        ResearchRun run = ResearchByWords.begun(Research.of(QUESTION));
        ResearchRun spent = stage.accept(run, null, ModelFailure.of(ModelFailure.Kind.BUDGET, "spent", null));
        assertThat(spent.isGoing()).isTrue();
        assertThat(spent.research().notes()).anyMatch(note -> note.contains("Budget"));
        ResearchRun away = stage.accept(run, null, ModelFailure.of(ModelFailure.Kind.UNREACHABLE, "no way", null));
        assertThat(away.isGoing()).isFalse();
        assertThat(away.research().stage()).isEqualTo(Stage.QUERIES);
        ResearchRun unreadable = stage.accept(run, "no form", null);
        assertThat(unreadable.research().queries()).isNotEmpty();
        assertThat(unreadable.research().notes()).anyMatch(note -> note.contains("nicht lesbar"));
    }

    @Test
    void aResearchCutAtTwentyPointsEndsWithTheSameReport() {
        ResearchLimits limits = LIMITS.withIterations(3).withPerSearch(4);
        ResearchByWords researcher = new ResearchByWords(desk(limits));
        ResearchRun whole = ResearchByWords.begun(Research.of(QUESTION + " Welche Frist gilt? Wer zahlt ohne Lampe?")
                .at(Stage.CONCLUDE));
        ResearchRun begun = whole;
        int steps = 0;
        while (whole.isGoing()) {
            whole = researcher.step(whole);
            steps++;
        }
        assertThat(steps).isGreaterThan(15);
        OpenResearch keeper = new OpenResearch(new ResearchDesks(workspace -> desk(limits)), turn -> turn, BUDGET);
        Random random = new Random(20);
        for (int cut = 0; cut < 20; cut++) {
            int at = random.nextInt(steps + 1);
            ResearchRun run = begun;
            int done = 0;
            while (done < at) {
                run = researcher.step(run);
                done++;
            }
            ResearchRun back = keeper.open(keeper.keep(run)
                    .withProgress(
                            Progress.NONE.withState(keeper.keep(run).progress().state())));
            int more = 0;
            while (back.isGoing()) {
                back = new ResearchByWords(desk(limits)).step(back);
                more++;
            }
            assertThat(back.research()).as("cut at %s", at).isEqualTo(whole.research());
            assertThat(done + more).as("no stage is done twice").isEqualTo(steps);
        }
    }

    @Test
    void whatIsStoppedOrOverItsTimeEndsBetweenTwoStages() {
        ResearchByWords researcher = new ResearchByWords(desk(LIMITS));
        ResearchRun run =
                researcher.step(ResearchByWords.begun(Research.of(QUESTION).at(Stage.CONCLUDE)));
        OpenResearch keeper = new OpenResearch(
                new ResearchDesks(workspace -> desk(LIMITS)),
                turn -> turn.withAnswer(Answer.of(Outcome.FAILED, "stopped")),
                BUDGET);
        ResearchRun stopped = keeper.check(run);
        assertThat(stopped.isGoing()).isFalse();
        assertThat(keeper.conclude(stopped).answer().orElseThrow().text()).isEqualTo("stopped");
        ResearchRun on =
                new OpenResearch(new ResearchDesks(workspace -> desk(LIMITS)), turn -> turn, BUDGET).check(run);
        assertThat(on.research()).isEqualTo(run.research());
        assertThat(on.isGoing()).isTrue();
        assertThat(on.detail("search_task"))
                .containsEntry(
                        "budget",
                        Map.of(
                                "tokens", 1_000L,
                                "most_tokens", 9_000L,
                                "dollars", new BigDecimal("0.5"),
                                "most_dollars", new BigDecimal("5"),
                                "seconds", 60L,
                                "most_seconds", 3600L));
    }

    @Test
    void pausesBetweenTwoStagesAndSaysWhatIsLeft() {
        OpenResearch keeper = new OpenResearch(
                new ResearchDesks(workspace -> desk(LIMITS)), turn -> turn.waitingFor(Form.GO_ON, "paused"), BUDGET);
        ResearchRun run =
                keeper.check(ResearchByWords.begun(Research.of(QUESTION).at(Stage.SEARCH)));
        assertThat(run.isGoing()).isFalse();
        Answer answer = keeper.conclude(run).answer().orElseThrow();
        assertThat(answer.outcome()).isEqualTo(Outcome.AWAITING_PERSON);
        assertThat(answer.form()).contains(Form.GO_ON);
        assertThat(answer.text()).startsWith("Die Recherche pausiert auf Wunsch.");
        Research shown =
                Research.of(QUESTION).withTasks(List.of(Task.of(1, QUESTION))).at(Stage.SHOWN);
        assertThat(keeper.conclude(ResearchByWords.begun(shown))
                        .answer()
                        .orElseThrow()
                        .text())
                .contains("15 Aufrufe", "8.000 Token, 4,5 $, 59 Minuten");
    }
}
