package dev.caravan.demo.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.warehouse.TradeClass;
import org.junit.jupiter.api.Test;

class PartnerModelTest {
    private final World world = new World(WorldFiles.read(), World.SEED);

    @Test
    void everyDollarHasABuyerAndASeller() {
        Flows flows = world.flows(TradeClass.SITC).of(1985);
        long[] exports = Flows.byCountry(flows.exports());
        long[] imports = Flows.byCountry(flows.imports());
        long[][] totals = world.partners().totals(flows, 0.01);
        long[] sold = new long[exports.length];
        long[] bought = new long[exports.length];
        for (int a = 0; a < totals.length; a++) {
            assertThat(totals[a][a]).isZero();
            for (int b = 0; b < totals.length; b++) {
                assertThat(totals[a][b]).isNotNegative();
                sold[a] += totals[a][b];
                bought[b] += totals[a][b];
            }
        }
        assertThat(sold).containsExactly(exports);
        assertThat(bought).containsExactly(imports);
    }

    @Test
    void refusesAWorldInWhichOneCountrySellsMoreThanAllOthersBuy() {
        int n = world.economies().count();
        long[][] exports = new long[n][1];
        long[][] imports = new long[n][1];
        exports[0][0] = 100;
        imports[0][0] = 60;
        imports[1][0] = 40;
        assertThatThrownBy(() -> world.partners().totals(new Flows(2000, exports, imports), 0.01))
                .isInstanceOf(IllegalStateException.class);
    }
}
