package dev.caravan.turn;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far the work on a turn has come that can wait for a person, or that outlasts a server.
 *
 * @param kept whether the turn is stored at each round of the agent
 * @param time how long all the work may take, waiting not counted; empty where the usual time holds
 * @param budget what models may cost; empty where the usual holds
 * @param worked how long it had been worked on when it was stored last
 * @param waited how long nobody worked on it
 * @param resumed how often it was gone on with
 * @param spent what models had cost when it was stored last
 * @param state what the flow noted down for itself, as JSON; empty where it noted nothing
 * @param reply what the person replied last, by the fields of the form: texts and lists of texts
 * @param replies every reply so far, in words
 */
@RecordBuilder
public record Progress(
        boolean kept,
        Optional<Duration> time,
        Optional<Spent> budget,
        Duration worked,
        Duration waited,
        int resumed,
        Spent spent,
        String state,
        Map<String, Object> reply,
        List<String> replies)
        implements ProgressBuilder.With {

    /** Nothing yet. */
    public static final Progress NONE = new Progress(
            false,
            Optional.empty(),
            Optional.empty(),
            Duration.ZERO,
            Duration.ZERO,
            0,
            Spent.NOTHING,
            "",
            Map.of(),
            List.of());

    /**
     * What models have cost.
     *
     * @param calls how many calls
     * @param tokens how many tokens, read and written
     * @param dollars how many US dollars, as far as prices are known
     */
    public record Spent(long calls, long tokens, BigDecimal dollars) {
        /** Nothing yet. */
        public static final Spent NOTHING = new Spent(0, 0, BigDecimal.ZERO);
    }

    /** Takes copies; what an earlier shape did not have is empty; the reply keeps its order. */
    public Progress {
        budget = budget == null ? Optional.empty() : budget;
        reply = Collections.unmodifiableMap(new LinkedHashMap<>(reply));
        replies = List.copyOf(replies);
    }
}
