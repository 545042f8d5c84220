package dev.caravan.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * How often something was right.
 *
 * @param right times it was
 * @param of times it was looked at
 */
public record Rate(int right, int of) {
    static Rate of(boolean right) {
        return new Rate(right ? 1 : 0, 1);
    }

    Rate plus(Rate other) {
        return new Rate(right + other.right, of + other.of);
    }

    /** In percent; 100 where nothing was looked at. */
    @JsonProperty
    public double percent() {
        return of == 0 ? 100 : 100.0 * right / of;
    }

    /** Such as "95.0% (19 of 20)". */
    @Override
    public String toString() {
        return of == 0 ? "-" : String.format(Locale.ROOT, "%.1f%% (%d of %d)", percent(), right, of);
    }
}
