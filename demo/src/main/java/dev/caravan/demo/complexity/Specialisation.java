package dev.caravan.demo.complexity;

import java.util.stream.IntStream;

/**
 * Who makes what: the matrix M with {@code M_cp = 1} where {@code RCA_cp >= 1}.
 *
 * <p>Diversity is the number of products of a country, ubiquity the number of countries of a product. Source: C. Hidalgo
 * and R. Hausmann, "The building blocks of economic complexity", PNAS, 2009.
 */
public final class Specialisation {
    private final int[][] productsOf;
    private final int[] ubiquity;

    private Specialisation(int[][] productsOf, int products) {
        this.productsOf = productsOf;
        this.ubiquity = new int[products];
        for (int[] made : productsOf) {
            for (int p : made) {
                ubiquity[p]++;
            }
        }
    }

    /** The matrix of the given rows of an RCA matrix. */
    public static Specialisation of(double[][] rca, int[] countries) {
        int products = rca.length == 0 ? 0 : rca[0].length;
        int[][] made = new int[countries.length][];
        for (int i = 0; i < countries.length; i++) {
            made[i] = madeBy(rca[countries[i]]);
        }
        return new Specialisation(made, products);
    }

    /** The matrix of all rows of an RCA matrix. */
    public static Specialisation of(double[][] rca) {
        return of(rca, IntStream.range(0, rca.length).toArray());
    }

    /** The products of one row of an RCA matrix in which it is 1 or more. */
    public static int[] madeBy(double[] rca) {
        return IntStream.range(0, rca.length).filter(p -> rca[p] >= 1).toArray();
    }

    /** The number of countries. */
    public int countries() {
        return productsOf.length;
    }

    /** The number of products. */
    public int products() {
        return ubiquity.length;
    }

    /** The products that a country makes, ascending; not to be changed. */
    int[] productsOf(int country) {
        return productsOf[country];
    }

    /** How many products a country makes. */
    public int diversity(int country) {
        return productsOf[country].length;
    }

    /** How many countries make a product. */
    public int ubiquity(int product) {
        return ubiquity[product];
    }
}
