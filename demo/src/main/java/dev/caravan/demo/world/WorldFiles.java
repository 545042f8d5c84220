package dev.caravan.demo.world;

import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the world's author wrote down: economies, groups, product lists. Read from the resources beside this class; their
 * README tells what each column means.
 */
final class WorldFiles {
    /** Numbers of the revised lists start here, so that no product of one list has the number of one of another. */
    private static final int FIRST_HS12_ID = 120_000;

    private static final int FIRST_HS22_ID = 220_000;
    private static final int FIRST_SERVICES_ID = 900_000;

    /** A group of countries. */
    record Group(int id, String type, String name, int parentId, String parentType, String parentName) {}

    /** A change of a revised product list: gone, new or renamed. */
    record Change(String kind, Product product, List<String> from) {
        Change {
            from = List.copyOf(from);
        }
    }

    private final List<Country> countries;
    private final List<Group> groups;
    private final Map<Integer, List<Integer>> members = new HashMap<>();
    private final Map<TradeClass, ProductList> products = new EnumMap<>(TradeClass.class);
    private final Map<TradeClass, List<Change>> changes = new EnumMap<>(TradeClass.class);
    private final Map<String, Double> openness = new HashMap<>();

    private WorldFiles() {
        countries = rows("countries.csv").stream().map(Country::of).toList();
        groups = rows("groups.csv").stream()
                .map(row -> new Group(
                        row.number("group_id", 0),
                        row.text("group_type"),
                        row.text("group_name"),
                        row.number("parent_id", 0),
                        row.text("parent_type"),
                        row.text("parent_name")))
                .toList();
        for (CsvFile.Row row : rows("group_members.csv")) {
            members.computeIfAbsent(row.number("group_id", 0), key -> new ArrayList<>())
                    .add(row.number("country_id", 0));
        }
        List<Product> hs92 = rows("hs92.csv").stream().map(Product::of).toList();
        products.put(TradeClass.HS92, new ProductList(hs92));
        products.put(
                TradeClass.SITC,
                new ProductList(rows("sitc.csv").stream().map(Product::of).toList()));
        revise(TradeClass.HS12, hs92, "hs12_changes.csv", FIRST_HS12_ID);
        revise(TradeClass.HS22, hs92, "hs22_changes.csv", FIRST_HS22_ID);
        List<Product> services = new ArrayList<>();
        for (CsvFile.Row row : rows("services.csv")) {
            services.add(new Product(
                    FIRST_SERVICES_ID + services.size(),
                    row.text("code"),
                    row.number("level", 0),
                    row.text("parent_code"),
                    row.text("name"),
                    false,
                    0,
                    0));
        }
        products.put(TradeClass.SERVICES_UNILATERAL, new ProductList(services));
        rows("openness.csv").forEach(row -> openness.put(row.text("iso3"), row.real("goods_exports_to_gdp", 0)));
    }

    /** Reads everything. */
    static WorldFiles read() {
        return new WorldFiles();
    }

    private static List<CsvFile.Row> rows(String resource) {
        return CsvFile.read(WorldFiles.class, resource);
    }

    private void revise(TradeClass trade, List<Product> hs92, String resource, int firstId) {
        List<Change> list = new ArrayList<>();
        for (CsvFile.Row row : rows(resource)) {
            Product product =
                    new Product(0, row.text("code"), 4, row.text("parent_code"), row.text("name"), false, 0, 0);
            list.add(new Change(row.text("change"), product, row.list("from_codes")));
        }
        Map<String, Change> byCode = new HashMap<>();
        list.forEach(change -> byCode.put(change.product().code(), change));
        List<Product> revised = new ArrayList<>();
        Set<String> codes = new HashSet<>();
        for (Product old : hs92) {
            Change change = byCode.get(old.code());
            boolean here = old.level() == 4 && change != null;
            if (here && change.kind().equals("gone")) {
                continue;
            }
            revised.add(
                    renumbered(old, firstId + old.id(), here ? change.product().name() : old.name()));
            codes.add(old.level() + old.code());
        }
        int next = firstId + hs92.stream().mapToInt(Product::id).max().orElse(0) + 1;
        for (Change change : list) {
            // a list may call a heading renamed that has no goods of its own number in 1992
            if (!change.kind().equals("gone")
                    && codes.add("4" + change.product().code())) {
                revised.add(
                        renumbered(change.product(), next++, change.product().name()));
            }
        }
        products.put(trade, new ProductList(revised));
        changes.put(trade, list);
    }

    private static Product renumbered(Product product, int id, String name) {
        return new Product(
                id,
                product.code(),
                product.level(),
                product.parentCode(),
                name,
                product.naturalResource(),
                product.complexity(),
                product.weight());
    }

    List<Country> countries() {
        return countries;
    }

    List<Group> groups() {
        return groups;
    }

    /** The country ids of a group. */
    List<Integer> members(int groupId) {
        return members.getOrDefault(groupId, List.of());
    }

    ProductList products(TradeClass trade) {
        return products.get(trade);
    }

    /** What a revised list changes against HS 1992. */
    List<Change> changes(TradeClass trade) {
        return changes.get(trade);
    }

    /** Goods exports over GDP around 2020 of the larger economies, by ISO code; an author's estimate. */
    Map<String, Double> openness() {
        return openness;
    }
}
