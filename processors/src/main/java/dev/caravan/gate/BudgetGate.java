package dev.caravan.gate;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangeException;

/**
 * The gate of a route that spends a {@link Quota}: reserve before the call, then commit or release. A second quota may bound all
 * attempts, whatever becomes of them.
 */
public final class BudgetGate {
    private static final String PLACE = "caravan.budget-place";

    /** There is no place left in the window; the call was not made. */
    public static final class Exhausted extends Exception {
        private static final long serialVersionUID = 1L;

        /** With the reason in words. */
        public Exhausted(String message) {
            super(message);
        }
    }

    private final Quota successes;
    private final Quota attempts;

    /**
     * A gate.
     *
     * @param successes what succeeds costs a place of it
     * @param attempts every call costs a place of it
     */
    public BudgetGate(Quota successes, Quota attempts) {
        this.successes = successes;
        this.attempts = attempts;
    }

    /** Takes a place or fails at once; a budget never delays. */
    public void reserve(Exchange exchange) throws Exhausted {
        Quota.Place place = place(successes);
        try {
            place(attempts).commit();
        } catch (Exhausted e) {
            place.release();
            throw e;
        }
        exchange.setProperty(PLACE, place);
    }

    private static Quota.Place place(Quota quota) throws Exhausted {
        return quota.reserve()
                .orElseThrow(() -> new Exhausted("the budget of " + quota.getLimit() + " calls in "
                        + quota.windowSeconds() + " seconds is spent"));
    }

    /** The call succeeded. */
    public void commit(Exchange exchange) {
        taken(exchange).commit();
    }

    /** The call failed: gives the place back and lets the failure go on. */
    public void release(Exchange exchange, @ExchangeException Exception cause) throws Exception {
        taken(exchange).release();
        throw cause;
    }

    /** A call of which only the attempt counts. */
    public void attempt() throws Exhausted {
        place(attempts).commit();
    }

    private static Quota.Place taken(Exchange exchange) {
        return (Quota.Place) exchange.removeProperty(PLACE);
    }
}
