package dev.caravan.catalog;

import dev.caravan.model.offline.WorldCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * How long a search by name takes over 5,000 products and 250 countries, a name that is misspelt, foreign or former among them. No
 * test of the build; {@code mvn -pl processors -am test -Dtest=CatalogSearchBenchmark -Dsurefire.failIfNoSpecifiedTests=false} runs it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class CatalogSearchBenchmark {
    private static final int PRODUCTS = 5_000;
    private static final List<String> KINDS = List.of("", ", frozen", ", parts of", ", of a kind used in industry");
    private static final List<String> GOODS = List.of(
            "coffee",
            "cofee beans",
            "crude oil",
            "chips",
            "cars",
            "integrated circuts",
            "parts of footwear",
            "petroleum gases",
            "machine tools for working metal",
            "fresh or chilled fish fillets",
            "unheard of thing",
            "wheat and meslin flour");
    private static final List<String> PLACES = List.of(
            "Kenya",
            "Ivory Coast",
            "Côte d'Ivoire",
            "Turkey",
            "Untied States",
            "Philipines",
            "South Korea",
            "Deutschland",
            "Nowhereland",
            "Swaziland");

    private final Catalog catalog = large();
    private int next;

    private static Catalog large() {
        Catalog world = WorldCatalog.get();
        List<Entity.Product> products = new ArrayList<>();
        List<Entity.Product> headings = world.products(ProductClass.HS92).stream()
                .filter(product -> product.level() == 4)
                .toList();
        for (String kind : KINDS) {
            for (Entity.Product heading : headings) {
                if (products.size() < PRODUCTS) {
                    products.add(new Entity.Product(
                            products.size(),
                            ProductClass.HS92,
                            4,
                            heading.code() + KINDS.indexOf(kind),
                            heading.name() + kind));
                }
            }
        }
        return new Catalog(
                world.countries(),
                List.of(),
                Map.of(),
                products,
                Aliases.read(WorldCatalog.home().resolve("workspaces/atlas/aliases.yaml")));
    }

    /** A product by name. */
    @Benchmark
    public List<Catalog.Hit> product() {
        return catalog.searchGoods(ProductClass.HS92, GOODS.get(next++ % GOODS.size()), 5);
    }

    /** A country by name. */
    @Benchmark
    public List<Catalog.Hit> country() {
        return catalog.searchPlaces(PLACES.get(next++ % PLACES.size()), 5);
    }

    /** Prints the percentiles, in microseconds. */
    @Test
    public void measure() throws RunnerException {
        new Runner(new OptionsBuilder()
                        .include(CatalogSearchBenchmark.class.getSimpleName())
                        .jvmArgsAppend("-Dcaravan.home=" + System.getProperty("caravan.home", "."))
                        .build())
                .run();
    }
}
