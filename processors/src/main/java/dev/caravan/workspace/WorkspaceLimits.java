package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Progress;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How long the questions of a workspace may be worked on and what models may cost, and whether the work is to outlast the server.
 *
 * @param turnTimeout how long, waiting for the person not counted; empty where the usual time holds
 * @param budget what models may cost for one question; empty where the usual holds
 * @param keepRounds whether a turn is stored at each round of the agent
 * @param rounds how often the agent's model may be asked; 0 for any number
 */
public record WorkspaceLimits(
        Optional<Duration> turnTimeout, Optional<Progress.Spent> budget, boolean keepRounds, int rounds) {
    /** The usual ones. */
    public static final WorkspaceLimits USUAL = new WorkspaceLimits(Optional.empty(), Optional.empty(), false, 0);

    private static final Set<String> KEYS =
            Set.of("turn-timeout", "keep-rounds", "rounds", "model-calls", "model-tokens", "model-dollars");

    /** Reads {@code limits} of a workspace's file. */
    static WorkspaceLimits read(JsonNode limits, WorkspaceFile file) {
        file.keys(limits, KEYS, "limits: ");
        JsonNode keep = limits.path("keep-rounds");
        file.check(keep.isMissingNode() || keep.isBoolean(), "limits: keep-rounds must be true or false");
        JsonNode rounds = limits.path("rounds");
        file.check(
                rounds.isMissingNode() || rounds.isInt() && rounds.asInt() > 0,
                "limits: rounds must be a whole number above 0");
        return new WorkspaceLimits(
                limits.hasNonNull("turn-timeout")
                        ? Optional.of(duration(limits.path("turn-timeout").asText(), file))
                        : Optional.empty(),
                budget(limits, file),
                keep.asBoolean(false),
                rounds.asInt(0));
    }

    /** What models may cost: all of calls, tokens and dollars, or none of them. */
    private static Optional<Progress.Spent> budget(JsonNode limits, WorkspaceFile file) {
        List<String> names = List.of("model-calls", "model-tokens", "model-dollars");
        long given = names.stream().filter(limits::hasNonNull).count();
        file.check(given == 0 || given == names.size(), "limits: " + String.join(", ", names) + " go together");
        for (String name : given == 0 ? List.<String>of() : names) {
            file.check(
                    limits.path(name).isNumber()
                            && limits.path(name).decimalValue().signum() > 0,
                    "limits: " + name + " must be a number above 0");
        }
        return given == 0
                ? Optional.empty()
                : Optional.of(new Progress.Spent(
                        limits.path("model-calls").asLong(),
                        limits.path("model-tokens").asLong(),
                        limits.path("model-dollars").decimalValue()));
    }

    private static Duration duration(String text, WorkspaceFile file) {
        Duration time = Duration.ZERO;
        try {
            time = Duration.parse("PT" + text);
        } catch (DateTimeParseException e) {
            // refused below like zero
        }
        file.check(
                time.compareTo(Duration.ZERO) > 0,
                "limits: turn-timeout is '" + text + "'; write a time like 90s, 10m or 2h");
        return time;
    }

    /** A turn's beginning under these limits. */
    public Progress of(Progress progress) {
        return progress.with(next -> next.time(turnTimeout).budget(budget).kept(keepRounds));
    }
}
