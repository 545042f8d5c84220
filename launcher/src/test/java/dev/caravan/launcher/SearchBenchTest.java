package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchBenchTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -10_000, 15_000})
    void saysOfWhichNumbersItCanMakeShipments(long shipments) {
        assertThatThrownBy(() -> SearchBench.run(Path.of("."), Path.of("workspaces"), shipments, 1, System.out))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("multiples of 10000, and not " + shipments);
    }
}
