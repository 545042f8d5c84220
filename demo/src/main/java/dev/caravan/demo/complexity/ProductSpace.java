package dev.caravan.demo.complexity;

/**
 * Where a country stands among the products it does not make.
 *
 * <p>Source: The Atlas of Economic Complexity, 2014, technical box 6.1:
 *
 * <ul>
 *   <li>distance {@code d_cp = Σ_q (1 - M_cq) φ_pq / Σ_q φ_pq}: 0 near, 1 far;
 *   <li>outlook index {@code COI_c = Σ_p (1 - d_cp) (1 - M_cp) PCI_p};
 *   <li>outlook gain {@code COG_cp = Σ_q φ_pq / (Σ_r φ_qr) (1 - M_cq) PCI_q - (1 - d_cp) PCI_p}, and 0 for a product
 *       that the country makes already.
 * </ul>
 *
 * Products that nobody makes (PCI is NaN) take no part and get NaN.
 */
public final class ProductSpace {
    private final float[][] proximity;
    private final double[] pci;
    private final double[] neighbourhood;
    private final double[] gainOfAll;

    /**
     * The position of one country.
     *
     * @param distance by product
     * @param gain COG by product
     * @param outlook COI
     */
    public record Position(double[] distance, double[] gain, double outlook) {}

    /**
     * Prepares the space of a year.
     *
     * @param proximity symmetric, see {@link Proximity}
     * @param pci by product, NaN where unknown
     */
    public ProductSpace(float[][] proximity, double[] pci) {
        this.proximity = proximity;
        this.pci = pci;
        int products = pci.length;
        neighbourhood = new double[products];
        gainOfAll = new double[products];
        for (int q = 0; q < products; q++) {
            for (float value : proximity[q]) {
                neighbourhood[q] += value;
            }
        }
        for (int q = 0; q < products; q++) {
            addScaled(gainOfAll, proximity[q], weight(q));
        }
    }

    /** The position of the country that makes these products. */
    public Position of(int[] made) {
        int products = pci.length;
        double[] near = new double[products];
        double[] gain = gainOfAll.clone();
        boolean[] makes = new boolean[products];
        for (int q : made) {
            makes[q] = true;
            // sums over what is made are short; what is not made is the rest
            addScaled(near, proximity[q], 1);
            addScaled(gain, proximity[q], -weight(q));
        }
        double outlook = 0;
        for (int p = 0; p < products; p++) {
            double density = neighbourhood[p] > 0 ? near[p] / neighbourhood[p] : 0;
            near[p] = Double.isNaN(pci[p]) ? Double.NaN : 1 - density;
            gain[p] = makes[p] ? 0 : gain[p] - density * pci[p];
            if (!makes[p] && !Double.isNaN(pci[p])) {
                outlook += density * pci[p];
            }
        }
        return new Position(near, gain, outlook);
    }

    private double weight(int product) {
        return neighbourhood[product] > 0 && !Double.isNaN(pci[product]) ? pci[product] / neighbourhood[product] : 0;
    }

    private static void addScaled(double[] sum, float[] values, double factor) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * values[i];
        }
    }
}
