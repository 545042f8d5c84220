package dev.caravan.analyst;

import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Answer;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A question on its way through the analyst's flow.
 *
 * @param turn the turn it belongs to
 * @param question the question in full
 * @param plan its parts
 * @param done parts that were asked, by id, in the order they ended
 * @param text the answer under way
 * @param note how it was found
 * @param grade the critic's last word
 * @param rounds how often the critic sent it back
 * @param retries statements and answers made anew, all together
 * @param feedback what the next statement has to mind
 * @param end set when nothing more is to be done
 */
public record AnalystRun(
        Turn turn,
        String question,
        Plan plan,
        Map<String, SqlRun> done,
        String text,
        String note,
        Optional<Grade> grade,
        int rounds,
        int retries,
        String feedback,
        Optional<Answer> end)
        implements Traced, PartOfTurn {

    @Override
    public String turnId() {
        return turn.id();
    }

    /** How often the critic may send an answer back. */
    public static final int MOST_ROUNDS = 2;

    /** How often anything may be made anew in one turn. */
    public static final int MOST_RETRIES = 6;

    /** Takes a copy that keeps the order. */
    public AnalystRun {
        done = new LinkedHashMap<>(done);
    }

    /** A question to which nothing has happened. */
    public static AnalystRun begin(Turn turn) {
        return new AnalystRun(
                turn,
                turn.question(),
                Plan.simple(turn.question()),
                Map.of(),
                "",
                "",
                Optional.empty(),
                0,
                0,
                "",
                Optional.empty());
    }

    /** Whether there is no answer yet. */
    public boolean isOpen() {
        return end.isEmpty();
    }

    /** Whether the plan has several parts. */
    public boolean isComplex() {
        return plan.isComplex();
    }

    /** Whether a part can be asked now. */
    public boolean isAskable() {
        return isOpen() && !ready().isEmpty();
    }

    /** Whether parts are to be asked, told and graded: at first, and when the critic sent the answer back. */
    public boolean isGradeNeeded() {
        return isOpen() && done.isEmpty();
    }

    /** Whether every part has a result that can be told. */
    public boolean isTellable() {
        return isOpen() && done.values().stream().anyMatch(SqlRun::isAlive);
    }

    /** The parts that can be asked now, because what they depend on is there. */
    public List<Plan.SubQuery> ready() {
        Set<String> queried = plan.queries().stream()
                .filter(Plan.SubQuery::queried)
                .map(Plan.SubQuery::id)
                .collect(Collectors.toSet());
        return plan.queries().stream()
                .filter(part -> part.queried() && !done.containsKey(part.id()))
                .filter(part ->
                        part.dependsOn().stream().filter(queried::contains).allMatch(done::containsKey))
                .toList();
    }

    /** With the question in full. */
    public AnalystRun withQuestion(String full) {
        return new AnalystRun(
                turn.withAsked(full), full, Plan.simple(full), done, text, note, grade, rounds, retries, feedback, end);
    }

    /** With the turn as it is by now. */
    public AnalystRun withTurn(Turn next) {
        return new AnalystRun(next, question, plan, done, text, note, grade, rounds, retries, feedback, end);
    }

    /** With its parts. */
    public AnalystRun withPlan(Plan made) {
        return new AnalystRun(turn, question, made, done, text, note, grade, rounds, retries, feedback, end);
    }

    /** With parts that ended. */
    public AnalystRun withDone(Map<String, SqlRun> ended) {
        Map<String, SqlRun> all = new LinkedHashMap<>(done);
        all.putAll(ended);
        int again = ended.values().stream()
                .mapToInt(run -> Math.max(0, run.attempts() - 1))
                .sum();
        return new AnalystRun(turn, question, plan, all, text, note, grade, rounds, retries + again, feedback, end);
    }

    /** With the answer in words. */
    public AnalystRun withText(String answer, String how) {
        return new AnalystRun(turn, question, plan, done, answer, how, grade, rounds, retries, feedback, end);
    }

    /** With the critic's word. */
    public AnalystRun withGrade(Grade given) {
        return new AnalystRun(
                turn, question, plan, done, text, note, Optional.of(given), rounds, retries, feedback, end);
    }

    /** Sent back: the parts are asked anew. */
    public AnalystRun again(String mind) {
        return new AnalystRun(turn, question, plan, Map.of(), "", "", grade, rounds + 1, retries + 1, mind, end);
    }

    /** Over. */
    public AnalystRun withEnd(Answer answer) {
        return new AnalystRun(
                turn, question, plan, done, text, note, grade, rounds, retries, feedback, Optional.of(answer));
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        switch (stage) {
            case "clarify_query" -> detail.put(
                    "intent", isOpen() ? "clear" : end.get().outcome().code());
            case "query_rewriter" -> detail.put("question", question);
            case "query_planner" -> {
                detail.put("complexity", isComplex() ? "complex" : "simple");
                detail.put(
                        "sub_queries",
                        plan.queries().stream()
                                .map(part -> part.id() + ": " + part.description())
                                .toList());
            }
            case "combine_results" -> detail.put("results", new ArrayList<>(done.keySet()));
            case "response_grader" -> grade.ifPresent(given -> {
                detail.put("grade", given.passed() ? "pass" : "fail");
                detail.put("confidence", given.confidence());
                detail.put("issues", given.issues());
                detail.put("retries", retries);
            });
            default -> {}
        }
        return detail;
    }
}
