package dev.caravan.demo.api;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.demo.api.Classifications.Group;
import dev.caravan.demo.api.Classifications.Item;
import dev.caravan.warehouse.TradeClass;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Countries, groups and products as the Country Pages API shows them, and the ids it takes: {@code location-404}, {@code
 * product-HS-726}.
 */
final class PageObjects {
    private static final Pattern LOCATION = Pattern.compile("location-(\\d{1,9})");
    private static final Pattern GROUP = Pattern.compile("group-(\\d{1,9})");
    private static final Pattern PRODUCT = Pattern.compile("product-(HS|SITC)-(\\d{1,9})");

    private final Classifications classifications;
    private final Map<Key, Map<String, Object>> shownProducts = new ConcurrentHashMap<>();

    PageObjects(Classifications classifications) {
        this.classifications = classifications;
    }

    private record Key(TradeClass trade, int id) {}

    /** A product with its class. */
    record ProductId(TradeClass trade, Item item) {}

    /** The country of an id, if it has country pages. */
    Country country(String id) {
        Country country = classifications.countries().get(number(LOCATION, id, "location-404"));
        if (country == null || !country.inPages()) {
            throw new QueryProblem("Not a supported country.");
        }
        return country;
    }

    Country anyCountry(String id) {
        return found(classifications.countries().get(number(LOCATION, id, "location-404")), id);
    }

    Group group(String id) {
        int number = number(GROUP, id, "group-2");
        return found(
                classifications.groups().stream()
                        .filter(group -> group.id() == number)
                        .findFirst()
                        .orElse(null),
                id);
    }

    ProductId product(String id) {
        Matcher parts = PRODUCT.matcher(id);
        if (!parts.matches()) {
            throw new QueryProblem("'%s' is no id such as product-HS-726.".formatted(id));
        }
        TradeClass trade = trade(parts.group(1));
        return new ProductId(trade, found(classifications.products(trade).get(Integer.valueOf(parts.group(2))), id));
    }

    private static int number(Pattern form, String id, String example) {
        Matcher parts = form.matcher(id);
        if (!parts.matches()) {
            throw new QueryProblem("'%s' is no id such as %s.".formatted(id, example));
        }
        return Integer.parseInt(parts.group(1));
    }

    private static <T> T found(T thing, String id) {
        if (thing == null) {
            throw new QueryProblem("There is no %s.".formatted(id));
        }
        return thing;
    }

    /** The class behind a name of this API, where HS is HS 1992; without a name, that. */
    static TradeClass trade(String name) {
        return "SITC".equals(name) ? TradeClass.SITC : TradeClass.HS92;
    }

    static int level(String name) {
        return switch (name) {
            case "section" -> 1;
            case "twoDigit" -> 2;
            default -> 4;
        };
    }

    Map<String, Object> location(Country country) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("id", "location-" + country.id());
        fields.put("code", country.iso3());
        fields.put("level", "country");
        fields.put("longName", country.columns().get("nameEn"));
        fields.put("shortName", country.name());
        fields.put("nameAbbr", country.columns().get("nameAbbrEn"));
        fields.put("thePrefix", country.columns().get("thePrefix"));
        fields.put("isInCountryPages", country.inPages());
        fields.put("isFormerCountry", country.columns().get("formerCountry"));
        fields.put("isInComplexityRankings", country.ranked());
        fields.put("isDataTrustworthy", country.columns().get("isTrusted"));
        fields.put("hasReportedServicesLastYear", country.columns().get("reportedServRecent"));
        fields.put("hasReportedServicesInAnyYear", country.columns().get("reportedServ"));
        return fields;
    }

    Map<String, Object> location(int country) {
        return location(classifications.countries().get(country));
    }

    Map<String, Object> group(Group group) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("id", "group-" + group.id());
        fields.put("groupName", group.name());
        fields.put("groupType", group.type());
        fields.put(
                "members",
                group.members().stream().map(member -> "location-" + member).toList());
        Object parent = group.columns().get("parentId");
        classifications.groups().stream()
                .filter(other -> parent != null && other.id() == (Integer) parent && other.id() != group.id())
                .findFirst()
                .ifPresent(other -> fields.put("parent", group(other)));
        return fields;
    }

    /** With its parents, up to the section. */
    Map<String, Object> product(TradeClass trade, int id) {
        Key key = new Key(trade, id);
        Map<String, Object> known = shownProducts.get(key);
        if (known == null) {
            known = shown(trade, classifications.products(trade).get(id));
            shownProducts.put(key, known);
        }
        return known;
    }

    private Map<String, Object> shown(TradeClass trade, Item item) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("id", "product-%s-%d".formatted(trade == TradeClass.SITC ? "SITC" : "HS", item.id()));
        fields.put("code", item.code());
        fields.put(
                "level",
                switch (item.level()) {
                    case 1 -> "section";
                    case 2 -> "twoDigit";
                    default -> "fourDigit";
                });
        fields.put("longName", item.columns().get("nameEn"));
        fields.put("shortName", item.name());
        fields.put("productType", item.service() ? "Service" : "Goods");
        fields.put("neverShow", false);
        fields.put("hideFeasibility", !Boolean.TRUE.equals(item.columns().get("showFeasibility")));
        if (item.parent() != null) {
            fields.put("parent", product(trade, item.parent()));
            fields.put("topLevelParent", product(trade, item.top()));
        } else {
            fields.put("topLevelParent", fields);
        }
        return fields;
    }
}
