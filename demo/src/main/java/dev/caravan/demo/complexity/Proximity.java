package dev.caravan.demo.complexity;

/**
 * How likely two products are made together: the smaller of the two conditional probabilities, {@code φ_pq = Σ_c M_cp
 * M_cq / max(k_p, k_q)}.
 *
 * <p>Source: C. Hidalgo, B. Klinger, A.-L. Barabási, R. Hausmann, "The Product Space Conditions the Development of
 * Nations", Science, 2007; technical box 5.1 of the Atlas of Economic Complexity, 2014. The proximity of a product to
 * itself is set to 0, so that no product counts as its own neighbour.
 */
public final class Proximity {
    private Proximity() {}

    /** The symmetric matrix of proximities, 0 to 1. */
    public static float[][] of(Specialisation matrix) {
        int products = matrix.products();
        int words = (matrix.countries() + Long.SIZE - 1) / Long.SIZE;
        long[][] makers = new long[products][words];
        for (int c = 0; c < matrix.countries(); c++) {
            for (int p : matrix.productsOf(c)) {
                makers[p][c / Long.SIZE] |= 1L << (c % Long.SIZE);
            }
        }
        float[][] proximity = new float[products][products];
        for (int p = 0; p < products; p++) {
            for (int q = 0; q < p; q++) {
                int both = 0;
                for (int w = 0; w < words; w++) {
                    both += Long.bitCount(makers[p][w] & makers[q][w]);
                }
                if (both > 0) {
                    float value = (float) both / Math.max(matrix.ubiquity(p), matrix.ubiquity(q));
                    proximity[p][q] = value;
                    proximity[q][p] = value;
                }
            }
        }
        return proximity;
    }
}
