package dev.caravan.research;

import dev.caravan.research.Research.Stage;
import dev.caravan.turn.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Runs a research without routes, by the built-in model: what the evaluation measures. */
public final class ResearchByWords {
    private final ResearchDesk desk;
    private final Map<Stage, ModelStage> asked;

    /** At a desk. */
    public ResearchByWords(ResearchDesk desk) {
        this.desk = desk;
        ResearchDesks desks = new ResearchDesks(workspace -> desk);
        ListTasks tasks = new ListTasks(desks);
        this.asked = Map.of(
                Stage.ANALYZE, new AnalyzeQuery(desks),
                Stage.QUERIES, new GenerateQueries(desks),
                Stage.GAPS, new AnalyzeRetrieval(desks),
                Stage.QUESTIONS, new GenerateQuestions(desks),
                Stage.CONCLUDE, new ConcludeConversation(desks),
                Stage.LIST, tasks,
                Stage.READ, new ReadPassages(desks),
                Stage.CLOSE, tasks,
                Stage.WRITE, new WriteReport(desks),
                Stage.ASSESS, new AssessReport(desks));
    }

    /** Researches a question without a conversation, its list of tasks taken as it is. */
    public Research answer(String question) {
        ResearchRun run = begun(Research.of(question).at(Stage.CONCLUDE));
        while (run.isGoing()) {
            run = step(run);
        }
        return run.research();
    }

    /** A run outside of any conversation. */
    static ResearchRun begun(Research research) {
        return ResearchRun.of(
                Turn.opened("", "", true, "", research.question(), Map.of(ListTasks.APPROVAL, "auto"), Instant.EPOCH),
                research);
    }

    /** Does what comes next. */
    ResearchRun step(ResearchRun run) {
        Stage stage = run.research().stage();
        return switch (stage) {
            case ANALYZE, QUERIES, GAPS, QUESTIONS, CONCLUDE, LIST, READ, CLOSE, WRITE, ASSESS -> asked.get(stage)
                    .builtIn(run, desk);
            case RETRIEVE -> RetrieveChunks.retrieved(run, desk);
            case REPLIED -> ProcessResponse.taken(run, List.of(), desk.limits());
            case APPROVED -> ListTasks.approved(run, desk.limits());
            case SEARCH -> SearchTask.searched(run, desk);
            case WEB -> SearchWeb.searched(run, desk);
            case JUDGE -> judged(JudgeReferences.sifted(run, desk));
            case ATTRIBUTE -> AttributeSources.attributed(run, desk);
            case ASKED, SHOWN, DONE -> run;
        };
    }

    private ResearchRun judged(ResearchRun sifted) {
        return JudgeReferences.isAsked(sifted)
                ? new JudgeReferences(new ResearchDesks(workspace -> desk)).builtIn(sifted, desk)
                : sifted;
    }
}
