package dev.caravan.demo.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * The measures on the trade of the whole world, 1998 to 2000, in SITC revision 2.
 *
 * <p>The usual filter: only economies that the Atlas ranks (at least a million people, enough trade, reliable data) and
 * whose exports in the file are not tiny, with RCA computed among them. Without it, territories that export a handful of
 * machines come out on top. The order is the same for every minimum from 1e8 to 2e8.
 */
class ComplexityOfTheRealWorldTest {
    private static final Path TRADE = Path.of(System.getProperty("caravan.home"))
            .resolve("../shared/data/trade")
            .normalize();
    private static final Path FOLDER = TRADE.resolve("world-sitc4-avg-1998-2000");
    private static final long LEAST_EXPORTS = 100_000_000;

    @Test
    void ranksTheEconomiesAsPublished() throws IOException {
        assumeThat(FOLDER).as("the real trade data are not here").exists();
        Set<String> ranked = ranked();
        Map<String, Map<String, Long>> byCountry = new TreeMap<>();
        List<String> products = new ArrayList<>();
        for (String[] row : rows(FOLDER.resolve("world_trade_1998_2000.csv.gz"))) {
            byCountry
                    .computeIfAbsent(row[0], key -> new TreeMap<>())
                    .merge(row[1], (long) Double.parseDouble(row[2]), Long::sum);
            products.add(row[1]);
        }
        List<String> codes = products.stream().distinct().sorted().toList();
        byCountry.keySet().retainAll(ranked);
        byCountry
                .values()
                .removeIf(exports ->
                        exports.values().stream().mapToLong(Long::longValue).sum() < LEAST_EXPORTS);
        List<String> countries = List.copyOf(byCountry.keySet());
        long[][] exports = new long[countries.size()][codes.size()];
        for (int c = 0; c < exports.length; c++) {
            for (int p = 0; p < codes.size(); p++) {
                exports[c][p] = byCountry.get(countries.get(c)).getOrDefault(codes.get(p), 0L);
            }
        }
        double[] eci = ComplexityIndex.of(Specialisation.of(RevealedAdvantage.of(exports)))
                .eci();
        List<String> ranking = IntStream.range(0, eci.length)
                .boxed()
                .sorted(Comparator.comparingDouble(c -> -eci[c]))
                .map(c -> countries.get(c).toUpperCase(Locale.ROOT))
                .toList();
        assertThat(ranking).startsWith("JPN", "DEU", "GBR", "USA", "CHE");
    }

    private static Set<String> ranked() throws IOException {
        try (var lines = Files.lines(TRADE.resolve("classifications/in_rankings.csv"))) {
            Set<String> ranked = lines.filter(line -> line.endsWith(";1"))
                    .map(line -> line.replace("\"", "").split(";")[0].toLowerCase(Locale.ROOT))
                    .collect(Collectors.toCollection(TreeSet::new));
            ranked.add("rom"); // Romania's code before 2002
            return ranked;
        }
    }

    private static List<String[]> rows(Path file) throws IOException {
        try (var in = new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file))))) {
            return in.lines()
                    .skip(1)
                    .map(line -> line.replace("\"", "").split(","))
                    .toList();
        }
    }
}
