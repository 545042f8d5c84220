package dev.caravan.demo.world;

import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.List;

/**
 * The trade of HS 1992 told in a later revision of the list: headings that stay keep their flows, headings that went
 * give theirs to their successors, new headings take a part of those they came from.
 */
final class RevisedGoods {
    private record Part(int heading, double share) {}

    private final List<List<Part>> parts = new ArrayList<>();
    private final int headings;

    RevisedGoods(WorldFiles files, TradeClass revision, Noise seed) {
        ProductList before = files.products(TradeClass.HS92);
        ProductList after = files.products(revision);
        Noise noise = seed.derive("revision " + revision);
        headings = after.headings().size();
        for (int p = 0; p < before.headings().size(); p++) {
            parts.add(partsOf(p, before, after, files.changes(revision), noise));
        }
    }

    private static List<Part> partsOf(
            int p, ProductList before, ProductList after, List<WorldFiles.Change> changes, Noise noise) {
        String code = before.headings().get(p).code();
        List<Part> parts = new ArrayList<>();
        double given = 0;
        boolean stays = after.heading(code).isPresent();
        for (WorldFiles.Change change : changes) {
            String successor = change.product().code();
            if (change.from().contains(code)
                    && !successor.equals(code)
                    && after.heading(successor).isPresent()) {
                double share = stays ? 0.1 + 0.15 * noise.uniform(p, parts.size()) : 1 + noise.uniform(p, parts.size());
                parts.add(new Part(after.heading(successor).get(), share));
                given += share;
            }
        }
        if (stays) {
            parts.add(new Part(after.heading(code).get(), Math.max(0.2, 1 - given)));
        } else if (parts.isEmpty()) {
            parts.add(new Part(largestOfChapter(before.headings().get(p).parentCode(), after), 1));
        }
        double sum = parts.stream().mapToDouble(Part::share).sum();
        return parts.stream()
                .map(part -> new Part(part.heading(), part.share() / sum))
                .toList();
    }

    private static int largestOfChapter(String chapter, ProductList after) {
        int largest = -1;
        for (int p = 0; p < after.headings().size(); p++) {
            Product product = after.headings().get(p);
            boolean here = product.parentCode().equals(chapter);
            if (here
                    && (largest < 0
                            || product.weight() > after.headings().get(largest).weight())) {
                largest = p;
            }
        }
        if (largest < 0) {
            throw new IllegalArgumentException("no heading left in chapter " + chapter);
        }
        return largest;
    }

    /** The flows of a year in the revised list; exports of each country keep their total, imports nearly. */
    Flows of(Flows before) {
        int countries = before.exports().length;
        long[][] exports = new long[countries][headings];
        long[][] imports = new long[countries][headings];
        for (int p = 0; p < parts.size(); p++) {
            List<Part> split = parts.get(p);
            if (split.size() == 1) {
                int target = split.get(0).heading();
                for (int c = 0; c < countries; c++) {
                    exports[c][target] += before.exports()[c][p];
                    imports[c][target] += before.imports()[c][p];
                }
            } else {
                long[] taken = new long[countries];
                long[] bought = new long[countries];
                for (int i = 0; i < split.size(); i++) {
                    split(before, p, split.get(i), i == split.size() - 1, taken, bought, exports, imports);
                }
            }
        }
        return new Flows(before.year(), exports, imports);
    }

    private static void split(
            Flows before,
            int p,
            Part part,
            boolean last,
            long[] taken,
            long[] bought,
            long[][] exports,
            long[][] imports) {
        long sold = 0;
        long asked = 0;
        int largest = 0;
        for (int c = 0; c < taken.length; c++) {
            long all = before.exports()[c][p];
            long here = last ? all - taken[c] : (long) (all * part.share());
            taken[c] += here;
            exports[c][part.heading()] += here;
            sold += here;
            long wanted = before.imports()[c][p];
            long gets = last ? wanted - bought[c] : (long) (wanted * part.share());
            bought[c] += gets;
            imports[c][part.heading()] += gets;
            asked += gets;
            if (before.imports()[c][p] > before.imports()[largest][p]) {
                largest = c;
            }
        }
        // rounding moves a few dollars of each importer; the largest evens them out so that the world is balanced
        imports[largest][part.heading()] += sold - asked;
    }
}
