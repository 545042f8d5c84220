package dev.caravan.demo.complexity;

import java.util.Arrays;

/**
 * Economic Complexity Index of countries and Product Complexity Index of products.
 *
 * <p>ECI is the eigenvector of the second largest eigenvalue of {@code W_cc' = Σ_p M_cp M_c'p / (k_c k_p)} (k_c
 * diversity, k_p ubiquity), standardised to mean 0 and deviation 1 over the countries, with the sign that makes it
 * correlate with diversity. PCI of a product is the mean ECI of the countries that make it, which is the matching
 * eigenvector of the product side, expressed in units of ECI's mean and deviation. Source: R. Hausmann, C. Hidalgo et
 * al., "The Atlas of Economic Complexity", MIT Press, 2014, technical box 2.2.
 *
 * @param eci by country; NaN for one that makes nothing
 * @param pci by product; NaN for one that nobody makes
 */
public record ComplexityIndex(double[] eci, double[] pci) {
    private static final int MOST_ITERATIONS = 20_000;
    private static final double TOLERANCE = 1e-11;

    /** Computes both indices of a matrix. */
    public static ComplexityIndex of(Specialisation matrix) {
        double[] eci = standardised(secondEigenvector(matrix));
        double[] diversity = new double[eci.length];
        for (int c = 0; c < eci.length; c++) {
            diversity[c] = Double.isNaN(eci[c]) ? Double.NaN : matrix.diversity(c);
        }
        if (dot(withoutNaN(eci), withoutNaN(standardised(diversity))) < 0) {
            for (int c = 0; c < eci.length; c++) {
                eci[c] = -eci[c];
            }
        }
        double[] pci = new double[matrix.products()];
        for (int c = 0; c < eci.length; c++) {
            for (int p : matrix.productsOf(c)) {
                pci[p] += eci[c] / matrix.ubiquity(p);
            }
        }
        for (int p = 0; p < pci.length; p++) {
            if (matrix.ubiquity(p) == 0) {
                pci[p] = Double.NaN;
            }
        }
        return new ComplexityIndex(eci, pci);
    }

    /**
     * Power iteration on {@code S = D^½ W D^-½}, which is symmetric and has no negative eigenvalue, with its known first
     * eigenvector {@code √k} taken out.
     */
    private static double[] secondEigenvector(Specialisation matrix) {
        int n = matrix.countries();
        double[] root = new double[n];
        double[] vector = new double[n];
        double mean = Arrays.stream(diversities(matrix)).average().orElse(0);
        for (int c = 0; c < n; c++) {
            root[c] = StrictMath.sqrt(matrix.diversity(c));
            vector[c] = root[c] * (matrix.diversity(c) - mean + 1e-3 * (c % 7));
        }
        double[][] symmetric = symmetric(matrix, root);
        double[] first = normalised(root.clone());
        deflate(vector, first);
        normalised(vector);
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            double[] next = new double[n];
            for (int c = 0; c < n; c++) {
                next[c] = dot(symmetric[c], vector);
            }
            deflate(next, first);
            normalised(next);
            double change = 0;
            for (int c = 0; c < n; c++) {
                change = Math.max(change, Math.abs(next[c] - vector[c]));
            }
            vector = next;
            if (change < TOLERANCE) {
                break;
            }
        }
        for (int c = 0; c < n; c++) {
            vector[c] = root[c] > 0 ? vector[c] / root[c] : Double.NaN;
        }
        return vector;
    }

    private static double[] diversities(Specialisation matrix) {
        double[] diversity = new double[matrix.countries()];
        Arrays.setAll(diversity, matrix::diversity);
        return diversity;
    }

    private static double[][] symmetric(Specialisation matrix, double[] root) {
        int n = matrix.countries();
        double[][] symmetric = new double[n][n];
        int[][] makers = new int[matrix.products()][];
        int[] filled = new int[matrix.products()];
        for (int c = 0; c < n; c++) {
            for (int p : matrix.productsOf(c)) {
                if (makers[p] == null) {
                    makers[p] = new int[matrix.ubiquity(p)];
                }
                makers[p][filled[p]++] = c;
            }
        }
        for (int[] of : makers) {
            if (of != null) {
                for (int a : of) {
                    for (int b : of) {
                        symmetric[a][b] += 1.0 / of.length;
                    }
                }
            }
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                if (symmetric[a][b] > 0) {
                    symmetric[a][b] /= root[a] * root[b];
                }
            }
        }
        return symmetric;
    }

    private static void deflate(double[] vector, double[] direction) {
        double along = dot(vector, direction);
        for (int i = 0; i < vector.length; i++) {
            vector[i] -= along * direction[i];
        }
    }

    private static double[] normalised(double[] vector) {
        double length = StrictMath.sqrt(dot(vector, vector));
        for (int i = 0; i < vector.length && length > 0; i++) {
            vector[i] /= length;
        }
        return vector;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    private static double[] withoutNaN(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    }

    private static double[] standardised(double[] values) {
        return Standardised.of(values);
    }
}
