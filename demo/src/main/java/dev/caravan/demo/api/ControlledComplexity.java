package dev.caravan.demo.api;

import java.util.HashMap;
import java.util.Map;

/**
 * ECI beyond what income and natural resources explain: the residual of a least-squares regression of ECI on the
 * logarithms of GDP per capita and of natural-resource exports per capita over the ranked countries.
 */
final class ControlledComplexity {
    private static final int TERMS = 3;

    private ControlledComplexity() {}

    /**
     * The residual of each country.
     *
     * @param income GDP per capita in USD, of every country in {@code eci}
     * @param resources natural-resource exports per capita in USD; missing or below 1 counts as 1
     */
    static Map<Integer, Double> of(
            Map<Integer, Double> eci, Map<Integer, Double> income, Map<Integer, Double> resources) {
        Map<Integer, double[]> terms = new HashMap<>();
        eci.keySet().forEach(country -> {
            double natural = Math.max(1, resources.getOrDefault(country, 1.0));
            terms.put(country, new double[] {1, Math.log(income.get(country)), Math.log(natural)});
        });
        double[] weights = leastSquares(terms, eci);
        Map<Integer, Double> residuals = new HashMap<>();
        terms.forEach((country, row) -> residuals.put(country, eci.get(country) - dot(row, weights)));
        return residuals;
    }

    /** Solves the normal equations by Gauss-Jordan elimination; three terms need no pivoting for their sake. */
    private static double[] leastSquares(Map<Integer, double[]> terms, Map<Integer, Double> eci) {
        double[][] system = new double[TERMS][TERMS + 1];
        terms.forEach((country, row) -> {
            for (int i = 0; i < TERMS; i++) {
                for (int j = 0; j < TERMS; j++) {
                    system[i][j] += row[i] * row[j];
                }
                system[i][TERMS] += row[i] * eci.get(country);
            }
        });
        for (int pivot = 0; pivot < TERMS; pivot++) {
            for (int i = 0; i < TERMS; i++) {
                double factor = system[i][pivot] / system[pivot][pivot];
                for (int j = pivot; i != pivot && j <= TERMS; j++) {
                    system[i][j] -= factor * system[pivot][j];
                }
            }
        }
        double[] weights = new double[TERMS];
        for (int i = 0; i < TERMS; i++) {
            weights[i] = system[i][TERMS] / system[i][i];
        }
        return weights;
    }

    private static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < TERMS; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
