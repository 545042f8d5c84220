package dev.caravan.model;

import dev.caravan.gate.BudgetGate;
import dev.caravan.model.ModelFailure.Kind;
import dev.langchain4j.model.output.TokenUsage;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.processor.ThrottlerRejectedExecutionException;

/** What every model call passes on its way to the providers and back. */
public final class ModelGate {
    // places in the window of a throttle come free one by one
    private static final Duration NEXT_PLACE = Duration.ofSeconds(2);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final CallLedger ledger;
    private final ReplyCache cache;
    private final Duration patience;
    private final Duration limited;

    /**
     * A gate.
     *
     * @param ledger knows what a turn has spent
     * @param cache knows earlier replies
     * @param patience the longest wait that a provider may ask for
     * @param limited how long is waited first where one wants fewer requests and does not say for how long
     */
    public ModelGate(CallLedger ledger, ReplyCache cache, Duration patience, Duration limited) {
        this.ledger = ledger;
        this.cache = cache;
        this.patience = patience;
        this.limited = limited;
    }

    /** With an earlier reply to the same question, if there is one. */
    public ModelCall recall(ModelCall call) {
        ModelCall recalled = cache.find(call);
        recalled.reply()
                .ifPresent(reply -> ledger.book(
                        call.turnId(),
                        call.part(),
                        new CallLedger.Entry(
                                call.prompt().key(),
                                reply.provider(),
                                reply.model(),
                                "cached",
                                0,
                                new TokenUsage(0, 0),
                                Optional.of(BigDecimal.ZERO),
                                RequestHash.of(call),
                                CallLedger.length(reply.response().aiMessage()))));
        return recalled;
    }

    /** Ends a call whose turn has nothing left to spend; gives the others the time that is left. */
    public ModelCall allow(ModelCall call) {
        return ledger.spent(call.turnId())
                .map(spent -> call.withFailure(ModelFailure.of(
                        Kind.BUDGET,
                        "The budget for one question is spent: " + spent
                                + ". What was found so far is shown below; a narrower question costs less.",
                        null)))
                .orElseGet(() -> call.withLeft(ledger.left(call.turnId())));
    }

    /** A provider did not answer: the next one may. */
    public ModelCall pass(@Body ModelCall call, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable cause) {
        return call.withFailure(failure(call.getNextProvider(), cause));
    }

    /** There is no provider of that name. */
    public ModelCall unknown(ModelCall call) {
        return call.withFailure(ModelFailure.of(Kind.REJECTED, "there is no provider " + call.getNextProvider(), null));
    }

    private static ModelFailure failure(String provider, Throwable cause) {
        if (cause instanceof ModelFailure failure) {
            return failure;
        }
        if (cause instanceof CallNotPermittedException) {
            return ModelFailure.of(Kind.RESTING, provider + " is given a rest after repeated failures", cause);
        }
        if (cause instanceof ThrottlerRejectedExecutionException || cause instanceof BudgetGate.Exhausted) {
            return ModelFailure.of(
                    Kind.LIMITED,
                    "the requests to " + provider + " of this minute are spent",
                    Optional.of(NEXT_PLACE),
                    cause);
        }
        return ModelFailure.of(Kind.SERVER, provider + " failed", cause);
    }

    /**
     * Ends a round over the providers.
     *
     * @param repeated how often the call has been repeated; null for not yet
     * @throws ModelFailure when none of them answered
     */
    public ModelCall settle(@Body ModelCall call, @Header(Exchange.REDELIVERY_COUNTER) Integer repeated) {
        if (call.reply().isPresent()) {
            return call;
        }
        ModelFailure failure = untold(call.failure(), repeated == null ? 0 : repeated);
        Optional<Duration> wait = failure.retryAfter();
        Duration left = ledger.left(call.turnId());
        Duration longest = left.compareTo(patience) < 0 ? left : patience;
        throw wait.isPresent() && wait.get().compareTo(longest) > 0 ? failure.lasting() : failure;
    }

    /** With a wait that doubles each time, where a provider wants fewer requests and does not say for how long. */
    private ModelFailure untold(ModelFailure failure, int repeated) {
        if (failure.kind() != Kind.LIMITED || failure.retryAfter().isPresent()) {
            return failure;
        }
        Duration doubled = limited.multipliedBy(1L << Math.min(repeated, 10));
        return ModelFailure.of(
                Kind.LIMITED,
                failure.getMessage(),
                Optional.of(doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST),
                failure);
    }

    /** The call is given up, for the reason of its last round. */
    public ModelCall giveUp(@Body ModelCall call, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable cause) {
        return call.givenUp(failure(call.getNextProvider(), cause));
    }

    /** Keeps a reply that may serve again. */
    public ModelCall keep(ModelCall call) {
        cache.keep(call);
        return call;
    }
}
