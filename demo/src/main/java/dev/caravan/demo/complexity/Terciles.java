package dev.caravan.demo.complexity;

import java.util.Arrays;

/** Splits values into a low, a moderate and a high third. */
public final class Terciles {
    private final double low;
    private final double high;

    private Terciles(double low, double high) {
        this.low = low;
        this.high = high;
    }

    /** The thirds of some values; NaN does not count. */
    public static Terciles of(double[] values) {
        double[] sorted = Arrays.stream(values)
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return new Terciles(Double.NaN, Double.NaN);
        }
        return new Terciles(sorted[sorted.length / 3], sorted[sorted.length * 2 / 3]);
    }

    /** The third of a value: 0 low, 1 moderate, 2 high. */
    public int third(double value) {
        if (value < low) {
            return 0;
        }
        return value < high ? 1 : 2;
    }
}
