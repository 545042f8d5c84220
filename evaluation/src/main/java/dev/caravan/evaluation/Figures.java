package dev.caravan.evaluation;

import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.evaluation.Report.Usage;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Figures of several cases.
 *
 * @param cases how many
 * @param passedCases how many were right in every run (pass^k)
 * @param rightShare share of all runs that were right, in percent (pass@1)
 * @param turns how many questions
 * @param goldTurns questions with a right result to be met
 * @param goldMet how many of them met it
 * @param unsupportedNumbers numbers in answers that no result supports
 * @param p50 median time of a question, milliseconds
 * @param p95 time that 95 of 100 questions keep below, milliseconds
 * @param modelCalls model calls for each question, on the average
 * @param tokens tokens sent and received for each question, on the average; 0 where the model counts none
 */
public record Figures(
        int cases,
        int passedCases,
        double rightShare,
        int turns,
        int goldTurns,
        int goldMet,
        int unsupportedNumbers,
        long p50,
        long p95,
        double modelCalls,
        double tokens) {

    static Figures of(List<CaseResult> cases) {
        List<TurnResult> turns =
                cases.stream().flatMap(result -> result.turns().stream()).toList();
        List<Usage> usages =
                cases.stream().flatMap(result -> result.usages().stream()).toList();
        List<TurnResult> gold = turns.stream()
                .filter(turn -> turn.aspects(Scoring.RESULT).findAny().isPresent())
                .toList();
        int runs = cases.stream().mapToInt(CaseResult::runs).sum();
        int right = cases.stream().mapToInt(CaseResult::rightRuns).sum();
        return new Figures(
                cases.size(),
                (int) cases.stream().filter(CaseResult::passed).count(),
                runs == 0 ? 0 : 100.0 * right / runs,
                turns.size(),
                gold.size(),
                (int) gold.stream()
                        .filter(turn -> turn.aspects(Scoring.RESULT).allMatch(Aspect::right))
                        .count(),
                turns.stream().mapToInt(turn -> turn.unsupported().size()).sum(),
                percentile(usages.stream().mapToLong(Usage::millis), 0.5),
                percentile(usages.stream().mapToLong(Usage::millis), 0.95),
                usages.stream().mapToInt(Usage::modelCalls).average().orElse(0),
                usages.stream()
                        .mapToLong(usage -> usage.inputTokens() + usage.outputTokens())
                        .average()
                        .orElse(0));
    }

    /**
     * The smallest value that at least the share of the values do not exceed (nearest rank); 0 where there are none.
     *
     * @param share above 0, at most 1
     */
    public static long percentile(LongStream values, double share) {
        long[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
