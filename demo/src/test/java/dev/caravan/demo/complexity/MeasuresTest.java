package dev.caravan.demo.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The measures on worlds small enough to compute by hand. */
class MeasuresTest {
    /** Country 0 makes everything, 1 makes two things, 2 makes the one that all make. */
    private static final double[][] NESTED = {{1, 1, 1}, {1, 1, 0}, {1, 0, 0}};

    @Test
    void rcaComparesTheShareInACountryWithTheShareInTheWorld() {
        double[][] rca = RevealedAdvantage.of(new long[][] {{30, 10}, {10, 50}});
        // product 0 is 40% of the world and 75% of country 0
        assertThat(rca[0][0]).isCloseTo(0.75 / 0.4, within(1e-12));
        assertThat(rca[1][1]).isCloseTo((5 / 6.0) / 0.6, within(1e-12));
    }

    @Test
    void rcaOfACountryWithoutExportsIsZero() {
        assertThat(RevealedAdvantage.of(new long[][] {{0, 0}, {1, 1}})[0]).containsExactly(0, 0);
    }

    @Test
    void diversityCountsProductsAndUbiquityCountsMakers() {
        Specialisation matrix = Specialisation.of(NESTED);
        assertThat(new int[] {matrix.diversity(0), matrix.diversity(1), matrix.diversity(2)})
                .containsExactly(3, 2, 1);
        assertThat(new int[] {matrix.ubiquity(0), matrix.ubiquity(1), matrix.ubiquity(2)})
                .containsExactly(3, 2, 1);
    }

    @Test
    void proximityIsTheSmallerConditionalProbability() {
        float[][] proximity = Proximity.of(Specialisation.of(NESTED));
        assertThat(proximity[0][1]).isCloseTo(2f / 3, within(1e-6f));
        assertThat(proximity[1][2]).isCloseTo(1f / 2, within(1e-6f));
        assertThat(proximity[1][1]).isZero();
        assertThat(proximity[2][0]).isEqualTo(proximity[0][2]);
    }

    @Test
    void eciIsTheSecondEigenvectorAndRisesWithDiversityHere() {
        ComplexityIndex index = ComplexityIndex.of(Specialisation.of(NESTED));
        double[] eci = index.eci();
        assertThat(eci[0]).isGreaterThan(eci[1]);
        assertThat(eci[1]).isGreaterThan(eci[2]);
        assertThat(Arrays.stream(eci).sum()).isCloseTo(0, within(1e-9));
        assertThat(Arrays.stream(eci).map(value -> value * value).sum()).isCloseTo(3, within(1e-9));
        // W v = λ v up to the shift by the mean, with W_cc' = Σ_p M_cp M_c'p / (k_c k_p)
        double[][] w = {{11 / 18.0, 5 / 18.0, 2 / 18.0}, {5 / 12.0, 5 / 12.0, 2 / 12.0}, {1 / 3.0, 1 / 3.0, 1 / 3.0}};
        double[] image = new double[3];
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                image[a] += w[a][b] * eci[b];
            }
        }
        double scale = (image[0] - image[2]) / (eci[0] - eci[2]);
        assertThat((image[0] - image[1]) / (eci[0] - eci[1])).isCloseTo(scale, within(1e-8));
    }

    @Test
    void pciIsTheMeanEciOfTheMakers() {
        ComplexityIndex index = ComplexityIndex.of(Specialisation.of(NESTED));
        assertThat(index.pci()[1]).isCloseTo((index.eci()[0] + index.eci()[1]) / 2, within(1e-12));
        assertThat(index.pci()[2]).isEqualTo(index.eci()[0]);
    }

    @Test
    void whatMakesNothingOrIsMadeByNobodyHasNoIndex() {
        double[][] rca = {{1, 1, 0, 0}, {1, 0, 0, 0}, {0, 1, 1, 0}, {0, 0, 0, 0}};
        ComplexityIndex index = ComplexityIndex.of(Specialisation.of(rca));
        assertThat(index.eci()[3]).isNaN();
        assertThat(index.pci()[3]).isNaN();
    }

    @Test
    void distanceIsTheShareOfTheNeighbourhoodThatIsNotMade() {
        float[][] proximity = Proximity.of(Specialisation.of(NESTED));
        double[] pci = {-1, 0, 1};
        ProductSpace.Position position = new ProductSpace(proximity, pci).of(new int[] {0});
        // product 1 has neighbours 0 (2/3, made) and 2 (1/2, not made)
        double near = 2 / 3.0 / (2 / 3.0 + 1 / 2.0);
        assertThat(position.distance()[1]).isCloseTo(1 - near, within(1e-6));
        double nearOfTwo = (1 / 3.0) / (1 / 3.0 + 1 / 2.0);
        assertThat(position.outlook()).isCloseTo(near * 0 + nearOfTwo * 1, within(1e-6));
        // gain of 2: what it opens, product 1 with complexity 0, less what it already counts
        assertThat(position.gain()[2]).isCloseTo(-nearOfTwo, within(1e-6));
        assertThat(position.gain()[0]).as("made already").isZero();
    }

    @Test
    void growthIsRelativeOrPerYear() {
        assertThat(Growth.relative(100, 150)).isEqualTo(0.5);
        assertThat(Growth.annual(100, 121, 2)).isCloseTo(0.1, within(1e-12));
        assertThat(Growth.annual(0, 121, 2)).isNaN();
    }

    @Test
    void scoresHaveMeanZeroAndDeviationOneAndLeaveGaps() {
        double[] scores = Standardised.of(new double[] {1, 3, Double.NaN});
        assertThat(scores[0]).isEqualTo(-1);
        assertThat(scores[1]).isEqualTo(1);
        assertThat(scores[2]).isNaN();
    }

    @Test
    void tercilesSplitIntoThirds() {
        Terciles thirds = Terciles.of(new double[] {6, 5, 4, 3, 2, 1, Double.NaN});
        assertThat(thirds.third(1)).isZero();
        assertThat(thirds.third(3)).isEqualTo(1);
        assertThat(thirds.third(6)).isEqualTo(2);
    }
}
