package dev.caravan.demo.api;

import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The countries, groups and products of the demo database, read at first need and kept: they never change. */
final class Classifications {
    private final Database database;
    private final Map<TradeClass, Map<Integer, Item>> products = new EnumMap<>(TradeClass.class);
    private Map<Integer, Country> countries;
    private List<Group> groups;

    /**
     * A country.
     *
     * @param income such as {@code upper_middle}; empty when unclassified
     * @param columns every column of its table
     */
    record Country(
            int id,
            String iso3,
            String name,
            String income,
            boolean ranked,
            boolean inPages,
            Map<String, Object> columns) {}

    /** A product or service of one classification; a section has no parent and is its own top. */
    record Item(
            int id,
            String code,
            int level,
            String name,
            Integer parent,
            int top,
            boolean service,
            Map<String, Object> columns) {}

    /** A group of countries, members by number. */
    record Group(int id, String type, String name, List<Integer> members, Map<String, Object> columns) {}

    Classifications(Database database) {
        this.database = database;
    }

    /** By number, ascending. */
    synchronized Map<Integer, Country> countries() {
        if (countries == null) {
            Map<Integer, Country> found = new LinkedHashMap<>();
            String sql =
                    """
          SELECT *, replace(incomelevel_enum::text, ' ', '_') AS incomelevel_enum
          FROM classification.location_country ORDER BY country_id
          """;
            for (Map<String, Object> row : database.rows(sql)) {
                String income = row.get("incomelevelEnum") == null ? "" : (String) row.get("incomelevelEnum");
                int id = (Integer) row.get("countryId");
                found.put(
                        id,
                        new Country(
                                id,
                                (String) row.get("iso3Code"),
                                (String) row.get("nameShortEn"),
                                income,
                                flag(row, "inRankings"),
                                flag(row, "inCp"),
                                row));
            }
            countries = found;
        }
        return countries;
    }

    /** Ordered by number. */
    synchronized List<Group> groups() {
        if (groups == null) {
            Map<Integer, List<Integer>> members = new HashMap<>();
            database.rows("SELECT group_id, country_id FROM classification.location_group_member ORDER BY country_id")
                    .forEach(row -> {
                        List<Integer> others =
                                members.computeIfAbsent((Integer) row.get("groupId"), id -> new ArrayList<>());
                        others.add((Integer) row.get("countryId"));
                    });
            groups = database.rows("SELECT * FROM classification.location_group ORDER BY group_id").stream()
                    .map(row -> {
                        int id = (Integer) row.get("groupId");
                        List<Integer> in = members.getOrDefault(id, List.of());
                        return new Group(id, (String) row.get("groupType"), (String) row.get("groupName"), in, row);
                    })
                    .toList();
        }
        return groups;
    }

    /** The products of a goods class followed by the services, by number. */
    synchronized Map<Integer, Item> products(TradeClass goods) {
        return products.computeIfAbsent(goods, trade -> {
            Map<Integer, Item> found = new LinkedHashMap<>();
            for (TradeClass part : List.of(trade, TradeClass.SERVICES_UNILATERAL)) {
                String sql = "SELECT * FROM classification.product_%s ORDER BY product_id".formatted(part.schema());
                for (Map<String, Object> row : database.rows(sql)) {
                    Item item = item(row, !part.goods());
                    found.put(item.id(), item);
                }
            }
            return found;
        });
    }

    private static Item item(Map<String, Object> row, boolean service) {
        return new Item(
                (Integer) row.get("productId"),
                (String) row.get("code"),
                (Integer) row.get("productLevel"),
                (String) row.get("nameShortEn"),
                (Integer) row.get("parentId"),
                (Integer) row.get("topParentId"),
                service,
                row);
    }

    private static boolean flag(Map<String, Object> row, String column) {
        return Boolean.TRUE.equals(row.get(column));
    }
}
