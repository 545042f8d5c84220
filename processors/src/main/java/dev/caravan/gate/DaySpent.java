package dev.caravan.gate;

import java.math.BigDecimal;

/** What was spent since the day began (UTC), over all servers that keep conversations in the same place. */
public interface DaySpent {
    /**
     * Sums of turns.
     *
     * @param dollars US dollars of models, as far as prices are known
     * @param rows rows of results
     */
    record Sums(BigDecimal dollars, long rows) {
        /** Nothing at all. */
        public static final Sums NOTHING = new Sums(BigDecimal.ZERO, 0);
    }

    /** Where nothing is kept. */
    static DaySpent none() {
        return new DaySpent() {
            @Override
            public Sums ofUser(String tenant, String owner) {
                return Sums.NOTHING;
            }

            @Override
            public Sums ofTenant(String tenant) {
                return Sums.NOTHING;
            }
        };
    }

    /** Of one user. */
    Sums ofUser(String tenant, String owner);

    /** Of everybody of a tenant. */
    Sums ofTenant(String tenant);
}
