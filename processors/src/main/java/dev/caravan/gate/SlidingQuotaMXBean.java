package dev.caravan.gate;

/** What JMX shows of a {@link WatchedQuota}. */
public interface SlidingQuotaMXBean {

    /** Successes allowed in a window. */
    int getLimit();

    /** Places left now. */
    int getRemaining();

    /** Calls under way. */
    int getPending();

    /** Calls that succeeded since the start. */
    long getCommitted();

    /** Calls refused since the start, because no place was left. */
    long getRefused();

    /** Whether a call could be made now. */
    boolean isAvailable();
}
