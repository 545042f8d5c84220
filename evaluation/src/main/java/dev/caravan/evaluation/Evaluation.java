package dev.caravan.evaluation;

import dev.caravan.evaluation.Answerer.ModelUse;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.evaluation.Report.Usage;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Asks the questions of sets, one after the other, and scores the answers. */
public final class Evaluation {
    private final Answerer answerer;
    private final Connection data;
    private final Scoring scoring;
    private final int repeat;
    private final Optional<Judge> judge;

    /**
     * An evaluation.
     *
     * @param answerer is asked
     * @param data for gold SQL
     * @param repeat how often each case is run, at least 1
     * @param judge weighs the wording of answers, where there is a model to do so
     */
    public Evaluation(Answerer answerer, Connection data, int repeat, Optional<Judge> judge) {
        this.answerer = answerer;
        this.data = data;
        this.scoring = new Scoring(data);
        this.repeat = repeat;
        this.judge = judge;
    }

    /**
     * Runs every case whose id or text fits.
     *
     * @throws SQLException if a gold statement fails
     */
    public Report run(List<QuestionSet> sets, Pattern filter, Progress progress) throws SQLException {
        List<SetResult> results = new ArrayList<>();
        long all = sets.stream().mapToLong(set -> chosen(set, filter).size()).sum();
        int done = 0;
        for (QuestionSet set : sets) {
            List<CaseResult> cases = new ArrayList<>();
            for (Case one : chosen(set, filter)) {
                progress.report(set.name(), (double) done++ / all);
                cases.add(run(set, one));
            }
            results.add(new SetResult(set.name(), cases));
        }
        return new Report(Clock.systemUTC().instant(), source(), repeat, results);
    }

    private static List<Case> chosen(QuestionSet set, Pattern filter) {
        return set.cases().stream()
                .filter(one -> filter.matcher(one.id()).find()
                        || one.asks().stream()
                                .anyMatch(ask -> filter.matcher(ask.question()).find()))
                .toList();
    }

    private CaseResult run(QuestionSet set, Case one) throws SQLException {
        List<Usage> usages = new ArrayList<>();
        List<TurnResult> shown = List.of();
        int right = 0;
        answerer.arrange(one.condition());
        for (int run = 0; run < repeat; run++) {
            List<TurnResult> turns = set.stage() == Stage.TURN ? thread(one, usages) : stage(set.stage(), one, usages);
            boolean allRight = turns.stream().allMatch(TurnResult::right);
            if (shown.isEmpty() || !allRight && right == run) {
                shown = turns;
            }
            right += allRight ? 1 : 0;
        }
        answerer.arrange(Condition.NORMAL);
        return new CaseResult(one.id(), one.kind(), right, repeat, shown, usages);
    }

    private List<TurnResult> thread(Case one, List<Usage> usages) throws SQLException {
        String thread = UUID.randomUUID().toString();
        List<TurnResult> turns = new ArrayList<>();
        for (Ask ask : one.asks()) {
            boolean first = turns.isEmpty();
            Turn turn = measured(() -> answerer.answer(thread, first, ask.question()), usages);
            TurnResult scored = scoring.score(ask, turn);
            turns.add(judge.isPresent() ? scored.judged(judge.get().judge(ask, turn, scored)) : scored);
        }
        return turns;
    }

    private List<TurnResult> stage(Stage stage, Case one, List<Usage> usages) {
        List<TurnResult> results = new ArrayList<>();
        for (Ask ask : one.asks()) {
            Label label = ask.label().orElseThrow();
            GraphqlRun run = measured(
                    () -> answerer.stages(stage, ask.question(), label.types().get(0)), usages);
            boolean idsToo = stage == Stage.CLASSIFICATION
                    && !label.fields().isEmpty()
                    && run.getDecision().equals("accepted");
            GraphqlRun whole = idsToo
                    ? answerer.stages(
                            Stage.RESOLUTION,
                            ask.question(),
                            run.classification().orElseThrow().queryType())
                    : run;
            results.add(StageScoring.score(ask, stage, whole));
        }
        return results;
    }

    private <T> T measured(Supplier<T> work, List<Usage> usages) {
        ModelUse before = answerer.modelUse();
        long begun = System.nanoTime();
        T done = work.get();
        long millis = (System.nanoTime() - begun) / 1_000_000;
        ModelUse after = answerer.modelUse();
        usages.add(new Usage(
                millis,
                after.calls() - before.calls(),
                after.inputTokens() - before.inputTokens(),
                after.outputTokens() - before.outputTokens()));
        return done;
    }

    private String source() {
        try (var statement = data.createStatement();
                ResultSet row = statement.executeQuery("select name || ', ' || vintage from public.data_source")) {
            return row.next() ? row.getString(1) : "";
        } catch (SQLException e) {
            // data of another workspace do not say it there
            return "";
        }
    }
}
