package dev.caravan.demo.world;

/**
 * Chance that can be asked again: each value is a function of the seed and its keys, so that the order of asking, threads
 * and platforms make no difference.
 */
final class Noise {
    private static final int KNOT_YEARS = 6;
    /** Deviation of the sum of four uniform 16-bit numbers. */
    private static final double FOUR_DICE = 65536 * 0.5773502691896258;

    private final long seed;

    Noise(long seed) {
        this.seed = seed;
    }

    /** A generator whose values have nothing to do with this one's. */
    Noise derive(String topic) {
        return new Noise(mix(seed ^ topic.hashCode()));
    }

    /** Uniform in 0 to 1. */
    double uniform(int a, int b) {
        return (hash(a, b) >>> 11) * 0x1p-53;
    }

    /** Near to normal: mean 0, deviation 1, never beyond 3.5. */
    double normal(int a, int b) {
        return dice(hash(a, b));
    }

    /** Like {@link #normal} for each key, but drifting slowly from year to year. */
    double drifting(int a, int b, int year) {
        int knot = year / KNOT_YEARS;
        double at = (year % KNOT_YEARS) / (double) KNOT_YEARS;
        double before = dice(hash(hashInt(a, b), knot));
        double after = dice(hash(hashInt(a, b), knot + 1));
        double smooth = at * at * (3 - 2 * at);
        return before + (after - before) * smooth;
    }

    private int hashInt(int a, int b) {
        return (int) (hash(a, b) >>> 32);
    }

    private long hash(int a, int b) {
        return mix(seed + mix(((long) a << 32) ^ (b & 0xffffffffL)));
    }

    private static double dice(long bits) {
        long sum = (bits & 0xffff) + (bits >>> 16 & 0xffff) + (bits >>> 32 & 0xffff) + (bits >>> 48);
        return (sum - 2 * 65535) / FOUR_DICE;
    }

    /** The finaliser of the SplitMix64 generator (Steele, Lea, Flood 2014). */
    private static long mix(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
