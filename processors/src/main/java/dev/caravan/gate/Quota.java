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

    /** As many as come. */
    static Quota unlimited() {
        return Unlimited.ALL;
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

    /** Counts nothing. */
    enum Unlimited implements Quota, Place {
        /** The one there is. */
        ALL;

        @Override
        public Optional<Place> reserve() {
            return Optional.of(this);
        }

        @Override
        public int remaining() {
            return Integer.MAX_VALUE;
        }

        @Override
        public Duration untilNext() {
            return Duration.ZERO;
        }

        @Override
        public int getLimit() {
            return Integer.MAX_VALUE;
        }

        @Override
        public long windowSeconds() {
            return 0;
        }

        @Override
        public void commit() {
            // there is always another place
        }

        @Override
        public void release() {
            // there is always another place
        }
    }
}
