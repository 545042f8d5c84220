package dev.caravan.demo.complexity;

/** Change of a value over some years; NaN where there is nothing to compare with. */
public final class Growth {
    private Growth() {}

    /** Relative change: 0.5 for half more. */
    public static double relative(double before, double after) {
        return before > 0 ? after / before - 1 : Double.NaN;
    }

    /** Compound annual growth rate, {@code (after / before)^(1 / years) - 1}: 0.03 for 3 percent a year. */
    public static double annual(double before, double after, int years) {
        return before > 0 ? StrictMath.pow(after / before, 1.0 / years) - 1 : Double.NaN;
    }
}
