package dev.caravan.demo.world;

/**
 * The trade of a year by country and heading, in whole USD.
 *
 * @param exports by country and heading
 * @param imports by country and heading; of each heading the world imports exactly what it exports
 */
record Flows(int year, long[][] exports, long[][] imports) {
    /** The sum over headings of each country. */
    static long[] byCountry(long[][] values) {
        long[] sums = new long[values.length];
        for (int c = 0; c < values.length; c++) {
            for (long value : values[c]) {
                sums[c] += value;
            }
        }
        return sums;
    }

    /** The sum over countries of each heading. */
    static long[] byProduct(long[][] values) {
        long[] sums = new long[values[0].length];
        for (long[] row : values) {
            for (int p = 0; p < sums.length; p++) {
                sums[p] += row[p];
            }
        }
        return sums;
    }
}
