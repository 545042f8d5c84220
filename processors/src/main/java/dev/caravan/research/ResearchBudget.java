package dev.caravan.research;

import dev.caravan.turn.Progress;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a research has cost and may cost.
 *
 * @param spent on models so far
 * @param most that may be spent
 * @param worked how long it has been worked on
 * @param time how long it may be
 */
public record ResearchBudget(Progress.Spent spent, Progress.Spent most, Duration worked, Duration time) {

    /** By names for the trace; dollars where there is a bound. */
    Map<String, Object> told() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("tokens", spent.tokens());
        told.put("most_tokens", most.tokens());
        if (most.dollars().signum() > 0) {
            told.put("dollars", spent.dollars());
            told.put("most_dollars", most.dollars());
        }
        told.put("seconds", worked.toSeconds());
        told.put("most_seconds", time.toSeconds());
        return told;
    }

    /** What is left, for the person who is asked whether to begin. */
    String left(ResearchTexts texts) {
        BigDecimal dollars = most.dollars().subtract(spent.dollars()).max(BigDecimal.ZERO);
        return texts.text(
                "budget.left",
                Math.max(0, most.calls() - spent.calls()),
                Math.max(0, most.tokens() - spent.tokens()),
                dollars,
                Math.max(0, time.minus(worked).toMinutes()));
    }
}
