package dev.caravan.gate;

import java.time.Duration;
import java.util.Optional;

/**
 * So many successful calls in any window of time and no more. A call reserves its place before it is made; a failed one gives it
 * back, so that calls under way can never add up to more successes than allowed.
 */
public interface Quota {
    /** A place that a call under way has; one of its methods is called once. */
    interface Place {
        /** The call succeeded. */
        void commit();

        /** The call failed and costs nothing. */
        void release();
    }

    /** Takes a place for a call that is about to be made; empty when none is left. */
    Optional<Place> reserve();

    /** Places left now, without taking one; those of calls under way are not left. */
    int remaining();

    /** After how long there is a place for sure; nothing where there is one, or calls under way decide. */
    Duration untilNext();

    /** Places in any window. */
    int getLimit();

    /** The window's length. */
    long windowSeconds();
}
