package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Years;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Chooses what the rows are: countries, partners, products, groups, years. */
final class Grouping {
    private static final Pattern TOGETHER = Pattern.compile("(?i)\\b(together|jointly)\\b");

    private final Asked asked;

    Grouping(Asked asked) {
        this.asked = asked;
    }

    List<String> chooseBy(List<Measure> measures) {
        List<String> by = new ArrayList<>();
        boolean members = asked.subjects.stream().anyMatch(Entity.Group.class::isInstance)
                && asked.reading.places(Role.SUBJECT).stream().anyMatch(Mention::adjective)
                && (asked.reading.ranking() != 0
                        || !asked.reading.thresholds().isEmpty()
                        || asked.has(Signal.ALL_ROWS)
                        || asked.has(Signal.COUNT));
        if (asked.has(Signal.BY_YEAR)) {
            by.add("year");
            return by;
        }
        if (asked.groupType().isPresent()) {
            by.add("group");
            return by;
        }
        if (asked.has(Signal.BY_PARTNER) && asked.partners.stream().noneMatch(Entity.Country.class::isInstance)) {
            by.add("partner");
        } else if (asked.metrics.get(0).equals("pci") && !asked.has(Signal.BY_PRODUCT) && asked.goods.isEmpty()) {
            by = new ArrayList<>(List.of("product"));
        } else if (asked.has(Signal.BY_COUNTRY) || members && !asked.has(Signal.BY_PRODUCT)) {
            by.add("country");
        } else if (asked.has(Signal.BY_PRODUCT)
                && asked.hasProducts(measures.get(0).metric())
                && asked.goods.stream().noneMatch(good -> good.level() == 4)
                && measures.get(0).form() != Form.RANK) {
            by.add("product");
        }
        long groups =
                asked.subjects.stream().filter(Entity.Group.class::isInstance).count();
        if (by.isEmpty() || by.equals(List.of("product"))) {
            boolean together = (asked.has(Signal.TOTAL)
                            || TOGETHER.matcher(asked.reading.words().text()).find())
                    && measures.stream()
                            .allMatch(m -> asked.model.metric(m.metric()).sum().isPresent());
            if (asked.subjects.size() > 1 && groups == 0 && !together) {
                by.add(0, "country");
            } else if (groups > 1 && groups == asked.subjects.size() && !asked.inAllGroups()) {
                by.add(0, "group");
            }
        }
        if (asked.partners.size() > 1
                && !by.contains("partner")
                && asked.partners.stream().allMatch(Entity.Country.class::isInstance)) {
            by.add("partner");
        }
        boolean severalNames =
                asked.reading.goods().stream().map(Mention::start).distinct().count() > 1;
        if (asked.goods.size() > 1 && severalNames && !by.contains("product") && sameLevel()) {
            by.add("product");
        }
        if (asked.classes.size() == 2
                && measures.stream().anyMatch(m -> m.over().equals("sector"))) {
            by.add("sector");
        }
        return by;
    }

    private boolean sameLevel() {
        return asked.goods.stream().map(Entity.Product::level).distinct().count() == 1;
    }

    List<String> scalarBy(Years years) {
        List<String> by = new ArrayList<>();
        if (asked.subjects.size() == 1 && !asked.metrics.get(0).equals("pci")) {
            by.add(asked.subjects.get(0) instanceof Entity.Country ? "country" : "group");
        }
        if (asked.partners.size() == 1 && asked.partners.get(0) instanceof Entity.Country) {
            by.add("partner");
        }
        if (asked.goods.size() == 1) {
            by.add("product");
        }
        if (years.span() == Span.ONE) {
            by.add("year");
        }
        return by;
    }

    List<String> append(List<String> list, String last) {
        List<String> longer = new ArrayList<>(list);
        if (longer.isEmpty()) {
            if (asked.subjects.size() == 1
                    && asked.subjects.get(0) instanceof Entity.Country
                    && !asked.metrics.get(0).equals("pci")) {
                longer.add("country");
            }
            if (asked.goods.size() == 1) {
                longer.add("product");
            }
        }
        longer.add(last);
        return longer;
    }
}
