package dev.caravan.workspace;

import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvent;
import dev.caravan.trace.TurnEvents;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;

/** Stage make_data: before the first question of a workspace its demo data are made, and who waits is told how far they are. */
public final class PrepareData {
    private final Supplier<? extends Collection<DataOnDemand>> data;
    private final TurnEvents events;
    private final TurnCancel cancel;
    private final Clock clock;
    private final BiConsumer<String, Progress> begun;

    /**
     * A stage.
     *
     * @param data what is made on demand
     * @param events takes the news
     * @param cancel a turn given up waits no longer
     * @param clock the time of a question begins when there are data to ask
     * @param begun is told the id of a turn whose time begins now, and how far it had come
     */
    public PrepareData(
            Supplier<? extends Collection<DataOnDemand>> data,
            TurnEvents events,
            TurnCancel cancel,
            Clock clock,
            BiConsumer<String, Progress> begun) {
        this.begun = begun;
        this.data = data;
        this.events = events;
        this.cancel = cancel;
        this.clock = clock;
    }

    /** Whether the data of a turn's workspace have yet to be made. */
    public boolean isMissing(Turn turn) {
        return missing(turn).isPresent();
    }

    private Optional<DataOnDemand> missing(Turn turn) {
        return data.get().stream()
                .filter(each -> each.workspace().equals(turn.workspace()) && !each.isMade())
                .findFirst();
    }

    /**
     * Makes them, or waits for who does.
     *
     * @throws DataOnDemand.NotMade when they could not be made
     */
    public Turn make(Turn turn) {
        missing(turn)
                .ifPresent(each -> each.await(
                        (phase, fraction) -> events.emit(new TurnEvent(
                                turn.id(),
                                "progress",
                                Map.of("stage", "make_data", "phase", phase, "fraction", fraction))),
                        () -> cancel.isCancelled(turn.id())));
        Progress progress = turn.progress();
        begun.accept(turn.id(), progress);
        return turn.withStartedAt(clock.instant().minus(progress.worked()).minus(progress.waited()));
    }

    /** Ends a turn without data to ask. */
    public Turn fail(@Body Turn turn, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) DataOnDemand.NotMade failure) {
        return turn.withAnswer(Answer.of(Outcome.FAILED, failure.getMessage()));
    }
}
