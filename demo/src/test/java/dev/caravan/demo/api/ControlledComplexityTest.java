package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlledComplexityTest {
    private final Map<Integer, Double> income = new HashMap<>();
    private final Map<Integer, Double> resources = new HashMap<>();
    private final Map<Integer, Double> eci = new HashMap<>();

    ControlledComplexityTest() {
        Random random = new Random(1);
        for (int country = 0; country < 40; country++) {
            income.put(country, Math.exp(6 + 5 * random.nextDouble()));
            resources.put(country, Math.exp(8 * random.nextDouble()));
            eci.put(country, -6 + 0.8 * Math.log(income.get(country)) - 0.3 * Math.log(resources.get(country)));
        }
    }

    @Test
    void leavesNothingWhereIncomeAndResourcesExplainEverything() {
        assertThat(ControlledComplexity.of(eci, income, resources).values())
                .allSatisfy(rest -> assertThat(rest).isCloseTo(0, within(1e-9)));
    }

    @Test
    void leavesWhatTheyDoNotExplain() {
        eci.merge(7, 2.0, Double::sum);
        Map<Integer, Double> rest = ControlledComplexity.of(eci, income, resources);
        assertThat(rest.get(7)).isGreaterThan(1.5);
        assertThat(rest.values().stream().mapToDouble(Double::doubleValue).sum())
                .as("residuals add up to nothing")
                .isCloseTo(0, within(1e-9));
    }

    @Test
    void takesACountryWithoutResourcesAsHavingOneDollar() {
        resources.put(3, 1.0);
        Map<Integer, Double> with = ControlledComplexity.of(eci, income, resources);
        resources.remove(3);
        assertThat(ControlledComplexity.of(eci, income, resources)).isEqualTo(with);
    }
}
