package dev.caravan.demo.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.warehouse.TradeClass;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class WorldTest {
    private final World world = new World(WorldFiles.read(), World.SEED);

    @Test
    void isTheSameFromEveryCreation() {
        CRC32 sum = new CRC32();
        for (var sample : List.of(
                Map.entry(TradeClass.HS92, 2024), Map.entry(TradeClass.HS22, 2022), Map.entry(TradeClass.SITC, 1970))) {
            Flows flows = world.flows(sample.getKey()).of(sample.getValue());
            add(sum, flows.exports());
            add(sum, flows.imports());
            add(sum, world.partners().totals(flows, 0.01));
        }
        assertThat(Long.toHexString(sum.getValue()))
                .as("the generator or its files changed: raise DemoWorld.VERSION, then put the new checksum here")
                .isEqualTo("e34a4553");
    }

    @Test
    void differsWithTheSeed() {
        World other = new World(WorldFiles.read(), World.SEED + 1);
        assertThat(Flows.byCountry(other.flows(TradeClass.HS92).of(2024).exports()))
                .isNotEqualTo(
                        Flows.byCountry(world.flows(TradeClass.HS92).of(2024).exports()));
    }

    @Test
    void countriesExportWhatTheyAreKnownFor() {
        assertThat(topExports("SAU", 2023, 2)).contains("2709");
        assertThat(topExports("KEN", 2023, 6)).contains("0902", "0901");
        assertThat(topExports("DEU", 2023, 3)).contains("8703");
        assertThat(topExports("CHL", 2023, 3)).contains("2603");
        assertThat(topExports("BGD", 2023, 5)).contains("6203", "6109");
    }

    @Test
    void tradeDipsInTheCrisesOf2009And2020() {
        Map<Integer, Double> worldTrade = List.of(2008, 2009, 2010, 2019, 2020, 2021).stream()
                .collect(Collectors.toMap(
                        year -> year,
                        year -> Arrays.stream(Flows.byCountry(world.flows(TradeClass.HS92)
                                                .of(year)
                                                .exports()))
                                        .sum()
                                / 1e12));
        assertThat(worldTrade.get(2009)).isLessThan(0.93 * worldTrade.get(2008));
        assertThat(worldTrade.get(2010)).isGreaterThan(worldTrade.get(2009));
        assertThat(worldTrade.get(2020)).isLessThan(0.97 * worldTrade.get(2019));
        assertThat(worldTrade.get(2021)).isGreaterThan(worldTrade.get(2020));
        assertThat(worldTrade.get(2021)).as("trillions of USD").isBetween(12.0, 26.0);
    }

    @Test
    void developedEconomiesMakeTheDemandingThings() {
        Flows flows = world.flows(TradeClass.HS92).of(2022);
        YearMeasures measures = YearMeasures.of(flows, world.ranked());
        List<String> ranking = IntStream.range(0, measures.eci().length)
                .filter(c -> !Double.isNaN(measures.eci()[c]))
                .boxed()
                .sorted((a, b) -> Double.compare(measures.eci()[b], measures.eci()[a]))
                .map(c -> world.files().countries().get(c).iso3())
                .toList();
        assertThat(ranking.subList(0, 25)).contains("JPN", "DEU", "USA", "KOR", "CHE");
        assertThat(ranking.subList(ranking.size() - 50, ranking.size())).contains("TCD", "NER", "COD");
    }

    private List<String> topExports(String iso3, int year, int count) {
        List<Country> countries = world.files().countries();
        int c = IntStream.range(0, countries.size())
                .filter(i -> countries.get(i).iso3().equals(iso3))
                .findFirst()
                .orElseThrow();
        long[] exports = world.flows(TradeClass.HS92).of(year).exports()[c];
        List<Product> headings = world.files().products(TradeClass.HS92).headings();
        return IntStream.range(0, exports.length)
                .boxed()
                .sorted((a, b) -> Long.compare(exports[b], exports[a]))
                .limit(count)
                .map(p -> headings.get(p).code())
                .toList();
    }

    private static void add(CRC32 sum, long[][] values) {
        byte[] bytes = new byte[Long.BYTES];
        for (long[] row : values) {
            for (long value : row) {
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) (value >>> (Byte.SIZE * i));
                }
                sum.update(bytes);
            }
        }
    }
}
