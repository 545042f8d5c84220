package dev.caravan.demo.world;

import dev.caravan.warehouse.TradeClass;
import java.util.List;
import java.util.stream.IntStream;

/** The whole made-up world: a function of its seed and the author's files. Safe for use by several threads. */
final class World {
    static final long SEED = 1962;

    private static final GoodsModel.Detail HS_DETAIL = new GoodsModel.Detail(2.2, 0.68, 60, 110);
    private static final GoodsModel.Detail SITC_DETAIL = new GoodsModel.Detail(2.5, 1.05, 25, 0);

    private final WorldFiles files;
    private final Noise noise;
    private final Economies economies;
    private final PartnerModel partners;
    private final boolean[] ranked;

    World(WorldFiles files, long seed) {
        this.files = files;
        noise = new Noise(seed);
        economies = new Economies(files, noise);
        partners = new PartnerModel(files, noise);
        ranked = new boolean[economies.count()];
        IntStream.range(0, ranked.length)
                .forEach(c -> ranked[c] = files.countries().get(c).ranked());
    }

    /** Makes the flows of a year of a class. */
    @FunctionalInterface
    interface YearlyFlows {
        Flows of(int year);
    }

    /** The flows of a goods class. */
    YearlyFlows flows(TradeClass trade) {
        List<Country> countries = files.countries();
        ProductList hs92 = files.products(TradeClass.HS92);
        return switch (trade) {
            case HS92 -> {
                int[][] profiles = GoodsModel.ownProfiles(countries, hs92);
                yield new GoodsModel(trade, economies, hs92, profiles, "27", HS_DETAIL, noise)::flows;
            }
            case SITC -> {
                ProductList sitc = files.products(trade);
                int[][] profiles = GoodsModel.translatedProfiles(countries, hs92, sitc);
                yield new GoodsModel(trade, economies, sitc, profiles, "33", SITC_DETAIL, noise)::flows;
            }
            case HS12, HS22 -> {
                YearlyFlows original = flows(TradeClass.HS92);
                RevisedGoods revised = new RevisedGoods(files, trade, noise);
                yield year -> revised.of(original.of(year));
            }
            case SERVICES_UNILATERAL, SERVICES_BILATERAL -> throw new IllegalArgumentException(
                    trade + " is no goods class");
        };
    }

    WorldFiles files() {
        return files;
    }

    Noise noise() {
        return noise;
    }

    Economies economies() {
        return economies;
    }

    PartnerModel partners() {
        return partners;
    }

    /** By country: true for economies that the rankings count. */
    boolean[] ranked() {
        return ranked.clone();
    }
}
