package dev.caravan.plan;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.FinishAnswer;
import dev.caravan.search.FormatSearch;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/** Makes the turn's end of a plan: the answer, the question to the person, or why there is none. */
public final class FinishPlan {
    private final FinishAnswer answers;
    private final FormatSearch searches;
    private final FormatLookup lookups;

    /** With what makes an answer of results, and evidence of searches and look-ups. */
    public FinishPlan(FinishAnswer answers, FormatSearch searches, FormatLookup lookups) {
        this.answers = answers;
        this.searches = searches;
        this.lookups = lookups;
    }

    private static String said(PlanRun run) {
        return run.state().tasks().analyzes()
                ? run.state().intent().request() + " (of " + run.state().tasks().rewrittenRequest() + ")"
                : run.question();
    }

    /** The turn, over or waiting. */
    public Turn finish(@Body PlanRun run) {
        if (run.state().asked().isPresent() && run.analysis().isOpen()) {
            Clarification asked = run.state().asked().get();
            return run.turn().waitingFor(asked.form(), asked.question());
        }
        if (run.analysis().isOpen() && run.analysis().done().isEmpty()) {
            return run.turn()
                    .withAnswer(
                            Answer.of(Outcome.FAILED, "There is no plan that could be gone on with. Ask a question."));
        }
        // where the person dropped the task that tells the result, there is what the last one did
        String text = run.analysis().text().isEmpty() && run.isComplete()
                ? run.ended().map(MemoryEntry::agentAction).orElse("") + "."
                : run.analysis().text();
        AnalystRun told = text.isEmpty()
                ? run.analysis()
                : run.analysis()
                        .withText(
                                "*Understood as: " + said(run) + "*\n\n" + text,
                                run.analysis().note());
        List<String> notes = run.query().map(SqlRun::notes).orElse(List.of());
        return answers.finish(
                told,
                run.searched()
                        .map(search -> searches.evidence(search.withNotes(notes)))
                        .or(() -> run.looked().map(lookup -> lookups.evidence(lookup, notes)))
                        .map(evidence -> Map.of(PlanRun.QUERY, evidence))
                        .orElse(Map.of()));
    }
}
