package dev.caravan.demo.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Splits the trade of a year by partner.
 *
 * <p>The totals are exact: what a country sells to all partners is what it exports, what it buys from all is what it
 * imports, and nobody trades with itself. They start from gravity (size, nearness, luck of the pair), are fitted to both
 * margins (iterative proportional fitting) and rounded so that both hold. By product only the main headings to the main
 * partners are told; their sums stay within every total.
 */
final class PartnerModel {
    private static final int FITTING_ROUNDS = 25;
    private static final long LEAST_FLOW = 1000;

    private final int n;
    private final double[][] nearness;
    private final Noise noise;

    /** One flow of a heading from an exporter to a partner. */
    record Sale(int exporter, int partner, int heading, long value) {}

    /**
     * How much of an exporter's trade by heading and partner is told.
     *
     * @param headings its largest ones
     * @param partners of each of these
     * @param main the headings, of these the largest, that are told for more partners
     * @param mainPartners of each of the main headings; also the partners for which some headings are told in any case
     * @param each headings that are told for each of its largest partners
     */
    record Most(int headings, int partners, int main, int mainPartners, int each) {}

    PartnerModel(WorldFiles files, Noise seed) {
        this.noise = seed.derive("partners");
        List<Country> countries = files.countries();
        n = countries.size();
        int[] continent = groupOf(files, "continent");
        int[] subregion = groupOf(files, "subregion");
        nearness = new double[n][n];
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                double near = subregion[a] == subregion[b] ? 5 : continent[a] == continent[b] ? 2.5 : 1;
                int low = Math.min(a, b);
                int high = Math.max(a, b);
                nearness[a][b] = a == b
                        ? 0
                        : near * StrictMath.exp(0.6 * noise.normal(low, high) + 0.25 * noise.normal(1000 + a, b));
            }
        }
    }

    private static int[] groupOf(WorldFiles files, String type) {
        int[] group = new int[files.countries().size()];
        for (int c = 0; c < group.length; c++) {
            int id = files.countries().get(c).id();
            group[c] = files.groups().stream()
                    .filter(candidate -> candidate.type().equals(type)
                            && files.members(candidate.id()).contains(id))
                    .mapToInt(WorldFiles.Group::id)
                    .findFirst()
                    .orElse(-c - 1);
        }
        return group;
    }

    /**
     * Exports of each country (row) to each partner (column).
     *
     * @param leastShare partners with less of a country's exports, and of whose imports it has less than three times this
     *     share, are left out
     */
    long[][] totals(Flows of, double leastShare) {
        long[] exports = Flows.byCountry(of.exports());
        long[] imports = Flows.byCountry(of.imports());
        double[][] cells = gravity(of.year(), exports, imports, leastShare);
        for (int round = 0; round < FITTING_ROUNDS; round++) {
            fitRows(cells, exports);
            fitColumns(cells, imports, false);
        }
        fitRows(cells, exports);
        // never above either margin, so that what is missing can be added
        fitColumns(cells, imports, true);
        long[][] flows = new long[n][n];
        long[] unsold = exports.clone();
        long[] unbought = imports.clone();
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < n; b++) {
                flows[a][b] = Math.min((long) cells[a][b], Math.min(unsold[a], unbought[b]));
                unsold[a] -= flows[a][b];
                unbought[b] -= flows[a][b];
            }
        }
        fillUp(cells, flows, unsold, unbought);
        return flows;
    }

    private double[][] gravity(int year, long[] exports, long[] imports, double leastShare) {
        double world = Arrays.stream(exports).sum();
        double[][] cells = new double[n][n];
        for (int a = 0; a < n; a++) {
            double potential = 0;
            for (int b = 0; b < n; b++) {
                if (exports[a] > 0 && imports[b] > 0 && a != b) {
                    cells[a][b] =
                            imports[b] / world * nearness[a][b] * StrictMath.exp(0.15 * noise.drifting(a, b, year));
                    potential += cells[a][b];
                }
            }
            for (int b = 0; b < n; b++) {
                double share = potential > 0 ? cells[a][b] / potential : 0;
                boolean matters = share >= leastShare || share * exports[a] >= 3 * leastShare * imports[b];
                cells[a][b] = matters ? share * exports[a] : 0;
            }
        }
        return cells;
    }

    private static void fitRows(double[][] cells, long[] margin) {
        for (int a = 0; a < cells.length; a++) {
            double sum = 0;
            for (double cell : cells[a]) {
                sum += cell;
            }
            if (sum > 0) {
                double factor = margin[a] / sum;
                for (int b = 0; b < cells.length; b++) {
                    cells[a][b] *= factor;
                }
            }
        }
    }

    private static void fitColumns(double[][] cells, long[] margin, boolean shrinkOnly) {
        double[] sums = new double[cells.length];
        for (double[] row : cells) {
            for (int b = 0; b < row.length; b++) {
                sums[b] += row[b];
            }
        }
        for (int b = 0; b < sums.length; b++) {
            double factor = sums[b] > 0 ? margin[b] / sums[b] : 0;
            sums[b] = shrinkOnly ? Math.min(1, factor) : factor;
        }
        for (double[] row : cells) {
            for (int b = 0; b < row.length; b++) {
                row[b] *= sums[b];
            }
        }
    }

    /** Adds what rounding and fitting left over, to the largest partners first. */
    private void fillUp(double[][] cells, long[][] flows, long[] unsold, long[] unbought) {
        Integer[] order = new Integer[n];
        for (int a = 0; a < n; a++) {
            if (unsold[a] == 0) {
                continue;
            }
            Arrays.setAll(order, i -> i);
            double[] row = cells[a];
            Arrays.sort(order, Comparator.comparingDouble(b -> -row[b]));
            for (int b : order) {
                long more = a == b ? 0 : Math.min(unsold[a], unbought[b]);
                flows[a][b] += more;
                unsold[a] -= more;
                unbought[b] -= more;
            }
        }
        for (int a = 0; a < n; a++) {
            if (unsold[a] > 0) {
                exchange(a, flows, unsold, unbought);
            }
        }
    }

    /** Only the country itself is left to buy its own goods: let two others trade less with each other instead. */
    private void exchange(int a, long[][] flows, long[] unsold, long[] unbought) {
        for (int x = 0; x < n && unsold[a] > 0; x++) {
            for (int y = 0; y < n && unsold[a] > 0; y++) {
                if (x != a && y != a) {
                    long moved = Math.min(unsold[a], flows[x][y]);
                    flows[x][y] -= moved;
                    flows[a][y] += moved;
                    flows[x][a] += moved;
                    unsold[a] -= moved;
                    unbought[a] -= moved;
                }
            }
        }
        if (unsold[a] > 0) {
            throw new IllegalStateException("one country exports more than all others import");
        }
    }

    /**
     * The main headings of each exporter to its main partners, and some headings to each of its largest partners, by exporter.
     *
     * @param totals as made by {@link #totals}
     * @param most how many headings and partners are told at most; smaller exporters get fewer headings
     */
    List<Sale> sales(Flows flows, long[][] totals, Most most) {
        long[] exports = Flows.byCountry(flows.exports());
        long[] imports = Flows.byCountry(flows.imports());
        double largest = Math.max(1, Arrays.stream(exports).max().orElse(1));
        List<Sale> sales = new ArrayList<>();
        long[][] wanted = new long[n][];
        for (int b = 0; b < n; b++) {
            wanted[b] = flows.imports()[b].clone();
        }
        for (int a = 0; a < n; a++) {
            if (exports[a] == 0) {
                continue;
            }
            long[] room = totals[a].clone();
            double headings = most.headings() * 1.7 * StrictMath.pow(exports[a] / largest, 0.33);
            int[] told = largest(flows.exports()[a], (int) Math.max(5, Math.min(most.headings(), headings)));
            Set<Integer> main = IntStream.of(largest(flows.exports()[a], most.main()))
                    .boxed()
                    .collect(Collectors.toSet());
            int first = sales.size();
            for (int p : told) {
                sell(
                        a,
                        p,
                        flows.exports()[a][p],
                        room,
                        wanted,
                        imports,
                        main.contains(p) ? most.mainPartners() : most.partners(),
                        sales);
            }
            if (most.each() > 0) {
                long[] unsold = flows.exports()[a].clone();
                Map<Integer, Set<Integer>> known = new HashMap<>();
                for (Sale sale : sales.subList(first, sales.size())) {
                    unsold[sale.heading()] -= sale.value();
                    known.computeIfAbsent(sale.partner(), partner -> new HashSet<>())
                            .add(sale.heading());
                }
                for (int b : largest(totals[a], most.mainPartners())) {
                    sellMore(a, b, most.each(), known.getOrDefault(b, new HashSet<>()), unsold, room, wanted, sales);
                }
            }
        }
        return sales;
    }

    /** Tells of headings that one has left and the other still wants, the largest first, until enough of them are known. */
    private static void sellMore(
            int a,
            int b,
            int enough,
            Set<Integer> known,
            long[] unsold,
            long[] room,
            long[][] wanted,
            List<Sale> sales) {
        while (known.size() < enough) {
            int best = -1;
            long most = 0;
            for (int p = 0; p < unsold.length; p++) {
                long possible = Math.min(unsold[p], wanted[b][p]);
                if (possible > most && !known.contains(p)) {
                    best = p;
                    most = possible;
                }
            }
            long value = Math.min(most, room[b] / 3) / 2;
            if (value < LEAST_FLOW) {
                return;
            }
            known.add(best);
            unsold[best] -= value;
            wanted[b][best] -= value;
            room[b] -= value;
            sales.add(new Sale(a, b, best, value));
        }
    }

    private void sell(
            int a, int p, long value, long[] room, long[][] wanted, long[] imports, int partners, List<Sale> sales) {
        double[] score = new double[n];
        double sum = 0;
        for (int b = 0; b < n; b++) {
            if (room[b] > 0 && wanted[b][p] > 0) {
                score[b] = (double) room[b] * wanted[b][p] / imports[b];
                sum += score[b];
            }
        }
        for (int i = 0; i < partners; i++) {
            int best = -1;
            for (int b = 0; b < n; b++) {
                if (score[b] > 0 && (best < 0 || score[b] > score[best])) {
                    best = b;
                }
            }
            if (best < 0) {
                return;
            }
            long sold = Math.min((long) (value * (score[best] / sum)), Math.min(room[best], wanted[best][p]));
            score[best] = 0;
            if (sold >= LEAST_FLOW) {
                room[best] -= sold;
                wanted[best][p] -= sold;
                sales.add(new Sale(a, best, p, sold));
            }
        }
    }

    private static int[] largest(long[] values, int count) {
        long[] sorted =
                Arrays.stream(values).filter(value -> value > 0).sorted().toArray();
        if (sorted.length == 0 || count == 0) {
            return new int[0];
        }
        long least = sorted[Math.max(0, sorted.length - count)];
        List<Integer> found = new ArrayList<>();
        for (int p = 0; p < values.length && found.size() < count; p++) {
            if (values[p] >= least) {
                found.add(p);
            }
        }
        return found.stream().mapToInt(i -> i).toArray();
    }
}
