package dev.caravan.demo.complexity;

/**
 * Revealed comparative advantage: a country's share of a product in its exports over the product's share in world
 * exports, {@code RCA_cp = (X_cp / X_c) / (X_p / X)}.
 *
 * <p>Source: B. Balassa, "Trade Liberalisation and Revealed Comparative Advantage", The Manchester School, 1965.
 */
public final class RevealedAdvantage {
    private RevealedAdvantage() {}

    /**
     * The index of every country and product; 0 where nothing is exported.
     *
     * @param exports values by country and product, all in one unit
     */
    public static double[][] of(long[][] exports) {
        int products = exports.length == 0 ? 0 : exports[0].length;
        double[] ofProduct = new double[products];
        double world = 0;
        for (long[] row : exports) {
            for (int p = 0; p < products; p++) {
                ofProduct[p] += row[p];
                world += row[p];
            }
        }
        double[][] rca = new double[exports.length][products];
        for (int c = 0; c < exports.length; c++) {
            double ofCountry = 0;
            for (long value : exports[c]) {
                ofCountry += value;
            }
            for (int p = 0; p < products; p++) {
                if (exports[c][p] > 0) {
                    rca[c][p] = exports[c][p] / ofCountry / (ofProduct[p] / world);
                }
            }
        }
        return rca;
    }
}
