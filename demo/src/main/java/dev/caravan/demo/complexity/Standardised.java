package dev.caravan.demo.complexity;

/** Z-scores: distance from the mean in standard deviations of the population; NaN values stay NaN and do not count. */
public final class Standardised {
    private Standardised() {}

    /** The z-score of each value; 0 where all values are equal. */
    public static double[] of(double[] values) {
        double sum = 0;
        int count = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                sum += value;
                count++;
            }
        }
        double mean = sum / count;
        double squares = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                squares += (value - mean) * (value - mean);
            }
        }
        double deviation = StrictMath.sqrt(squares / count);
        double[] scores = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            scores[i] = deviation > 0 ? (values[i] - mean) / deviation : values[i] - mean;
        }
        return scores;
    }
}
