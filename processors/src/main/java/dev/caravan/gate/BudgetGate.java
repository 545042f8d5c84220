package dev.caravan.gate;

import org.apache.camel.ExchangeException;

/** The gate of a route that spends a {@link SlidingQuota}: reserve before the call, then commit or release. */
public final class BudgetGate {

    /** There is no place left in the window; the call was not made. */
    public static final class Exhausted extends Exception {
        private static final long serialVersionUID = 1L;

        /** With the reason in words. */
        public Exhausted(String message) {
            super(message);
        }
    }

    private final SlidingQuota quota;

    /** Spends a quota. */
    public BudgetGate(SlidingQuota quota) {
        this.quota = quota;
    }

    /** Takes a place or fails at once; a budget never delays. */
    public void reserve() throws Exhausted {
        if (!quota.tryReserve()) {
            throw new Exhausted(
                    "the budget of " + quota.getLimit() + " calls in " + quota.windowSeconds() + " seconds is spent");
        }
    }

    /** The call succeeded. */
    public void commit() {
        quota.commit();
    }

    /** The call failed: gives the place back and lets the failure go on. */
    public void release(@ExchangeException Exception cause) throws Exception {
        quota.release();
        throw cause;
    }
}
