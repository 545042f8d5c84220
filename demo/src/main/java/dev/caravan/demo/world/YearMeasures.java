package dev.caravan.demo.world;

import dev.caravan.demo.complexity.ComplexityIndex;
import dev.caravan.demo.complexity.ProductSpace;
import dev.caravan.demo.complexity.Proximity;
import dev.caravan.demo.complexity.RevealedAdvantage;
import dev.caravan.demo.complexity.Specialisation;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Every measure of complexity of one class in one year.
 *
 * <p>RCA, diversity and a country's place in the product space are told for every country; the matrix behind proximity,
 * ECI and PCI holds the ranked economies only, whose data the Atlas trusts. ECI of the others is NaN.
 *
 * @param rca by country and heading
 * @param diversity by country
 * @param eci by country
 * @param pci by heading
 * @param proximity of headings
 * @param positions by country; null for a country without exports
 */
record YearMeasures(
        double[][] rca,
        int[] diversity,
        double[] eci,
        double[] pci,
        float[][] proximity,
        ProductSpace.Position[] positions) {

    static YearMeasures of(Flows flows, boolean[] ranked) {
        long[] totals = Flows.byCountry(flows.exports());
        double[][] rca = RevealedAdvantage.of(flows.exports());
        int[] counted = IntStream.range(0, rca.length)
                .filter(c -> ranked[c] && totals[c] > 0)
                .toArray();
        Specialisation matrix = Specialisation.of(rca, counted);
        ComplexityIndex index = ComplexityIndex.of(matrix);
        double[] eci = new double[rca.length];
        Arrays.fill(eci, Double.NaN);
        for (int i = 0; i < counted.length; i++) {
            eci[counted[i]] = index.eci()[i];
        }
        float[][] proximity = Proximity.of(matrix);
        ProductSpace space = new ProductSpace(proximity, index.pci());
        int[] diversity = new int[rca.length];
        ProductSpace.Position[] positions = new ProductSpace.Position[rca.length];
        for (int c = 0; c < rca.length; c++) {
            if (totals[c] > 0) {
                int[] made = Specialisation.madeBy(rca[c]);
                diversity[c] = made.length;
                positions[c] = space.of(made);
            }
        }
        return new YearMeasures(rca, diversity, eci, index.pci(), proximity, positions);
    }
}
