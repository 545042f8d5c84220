package dev.caravan.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.turn.Progress;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;

/**
 * How long the questions of a workspace may be worked on, and whether the work is to outlast the server.
 *
 * @param turnTimeout how long, waiting for the person not counted; empty where the usual time holds
 * @param keepRounds whether a turn is stored at each round of the agent
 */
public record WorkspaceLimits(Optional<Duration> turnTimeout, boolean keepRounds) {
    /** The usual ones. */
    public static final WorkspaceLimits USUAL = new WorkspaceLimits(Optional.empty(), false);

    private static final Set<String> KEYS = Set.of("turn-timeout", "keep-rounds");

    /** Reads {@code limits} of a workspace's file. */
    static WorkspaceLimits read(JsonNode limits, WorkspaceFile file) {
        file.keys(limits, KEYS, "limits: ");
        JsonNode keep = limits.path("keep-rounds");
        file.check(keep.isMissingNode() || keep.isBoolean(), "limits: keep-rounds must be true or false");
        return new WorkspaceLimits(
                limits.hasNonNull("turn-timeout")
                        ? Optional.of(duration(limits.path("turn-timeout").asText(), file))
                        : Optional.empty(),
                keep.asBoolean(false));
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
        return progress.withTime(turnTimeout).withKept(keepRounds);
    }
}
