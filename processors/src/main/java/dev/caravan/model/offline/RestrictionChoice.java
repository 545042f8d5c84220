package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Restriction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Restricts the rows to the places and goods that are named, and chooses the level of products. */
final class RestrictionChoice {
    private final Asked asked;

    RestrictionChoice(Asked asked) {
        this.asked = asked;
    }

    /** Whether the products below the named sections or chapters are asked for. */
    private boolean isBelow(List<String> by) {
        return by.contains("product")
                && asked.has(Signal.BY_PRODUCT)
                && !asked.goods.isEmpty()
                && asked.goods.stream().allMatch(g -> g.level() < 4);
    }

    int level(List<String> by) {
        if (asked.goods.isEmpty() && !asked.goodsLeftOut.isEmpty() && !by.contains("product")) {
            return asked.goodsLeftOut.stream()
                    .mapToInt(Entity.Product::level)
                    .max()
                    .orElse(4);
        }
        if (isBelow(by)) {
            int above = asked.goods.get(0).level();
            return asked.reading.level().filter(level -> level > above).orElse(4);
        }
        if (!asked.goods.isEmpty()) {
            return asked.goods.stream().mapToInt(Entity.Product::level).max().orElse(4);
        }
        return asked.reading.level().map(level -> asked.services ? 4 : level).orElse(4);
    }

    List<Restriction> restrictions(List<String> by) {
        List<Restriction> where = new ArrayList<>();
        boolean ofProduct = asked.metrics.get(0).equals("pci") && !asked.has(Signal.BY_PRODUCT);
        if (ofProduct && !asked.subjects.isEmpty()) {
            asked.notes.add("PCI belongs to the product: it is the same for every country.");
        }
        if (by.contains("group")) {
            asked.groupType()
                    .ifPresent(type -> where.add(new Restriction("group", List.of(type), SemanticQuery.Scope.THESE)));
        }
        restrict(where, "country", ofProduct ? List.of() : asked.subjects);
        restrict(where, "partner", asked.partners);
        exclude(where, by);
        int level = level(by);
        leaveOut(where, level);
        boolean below = isBelow(by);
        List<String> codes = asked.goods.stream()
                .filter(g -> below || g.level() == level)
                .map(Entity.Product::code)
                .distinct()
                .toList();
        if (!codes.isEmpty()) {
            where.add(
                    new Restriction("product", codes, below ? SemanticQuery.Scope.WITHIN : SemanticQuery.Scope.THESE));
        }
        return where;
    }

    /** What is said instead where goods of several levels are named: the rows hold one, and to leave a good out is to answer another question. */
    Optional<Plan> apart(List<String> by) {
        int level = level(by);
        if (isBelow(by) || asked.goods.stream().allMatch(good -> good.level() == level)) {
            return Optional.empty();
        }
        List<Entity.Product> goods = asked.goods.stream().distinct().toList();
        return Optional.of(new Plan.Clarify(
                goods.stream()
                                .map(good -> good.name() + " (" + good.code() + ")")
                                .collect(Collectors.joining(" and "))
                        + " are of different levels of the classification, and one query holds one level. Ask for each by itself.",
                goods.stream().map(this::alone).toList()));
    }

    private String alone(Entity.Product good) {
        String whose = asked.subjects.isEmpty()
                ? "World "
                : asked.subjects.stream().map(AnswerWriter::called).collect(Collectors.joining(" and ")) + ": ";
        String from = asked.reading.from().map(String::valueOf).orElse("");
        String to = asked.reading.to().map(String::valueOf).orElse("");
        String when = from.isEmpty() && to.isEmpty()
                ? ""
                : from.equals(to) ? " in " + from : to.isEmpty() ? " since " + from : " from " + from + " to " + to;
        return whose + asked.model.metric(asked.metrics.get(0)).label().toLowerCase(Locale.ROOT) + " of " + good.name()
                + when;
    }

    private void restrict(List<Restriction> where, String dimension, List<Entity> entities) {
        List<String> countries = entities.stream()
                .filter(Entity.Country.class::isInstance)
                .map(Entity::code)
                .toList();
        List<String> groups = entities.stream()
                .filter(Entity.Group.class::isInstance)
                .map(Entity::code)
                .toList();
        if (groups.size() > 1 && dimension.equals("country") && asked.inAllGroups()) {
            groups.forEach(
                    group -> where.add(new Restriction(dimension, List.of(group), SemanticQuery.Scope.MEMBERS_OF)));
            asked.notes.add("Only countries that belong to all of these groups.");
        } else if (!groups.isEmpty()) {
            where.add(new Restriction(dimension, groups, SemanticQuery.Scope.MEMBERS_OF));
        }
        if (!countries.isEmpty()) {
            where.add(new Restriction(dimension, countries, SemanticQuery.Scope.THESE));
        }
    }

    /** Goods that are left out, with what lies below them; or of which those that are listed have nothing. */
    private void leaveOut(List<Restriction> where, int level) {
        if (asked.goodsLeftOut.isEmpty()) {
            return;
        }
        String named = asked.goodsLeftOut.stream()
                .map(good -> good.name() + " (" + good.code() + ")")
                .collect(Collectors.joining(", "));
        if (asked.has(Signal.LACKING)) {
            where.add(new Restriction(
                    "product",
                    asked.goodsLeftOut.stream().map(Entity.Product::code).toList(),
                    SemanticQuery.Scope.LACKING));
            asked.notes.add("Listed are those that have nothing of " + named
                    + " in the data; the value beside them is that of all their goods.");
            return;
        }
        asked.goodsLeftOut.stream()
                .collect(Collectors.groupingBy(good -> good.level() < level))
                .forEach((above, goods) -> where.add(new Restriction(
                        "product",
                        goods.stream().map(Entity.Product::code).toList(),
                        above ? SemanticQuery.Scope.NOT_WITHIN : SemanticQuery.Scope.NOT_THESE)));
        asked.notes.add("Left out: " + named + ".");
    }

    /** What is left out are partners where partners are listed, or where only countries are asked about; otherwise countries. */
    private void exclude(List<Restriction> where, List<String> by) {
        if (asked.excluded.isEmpty()) {
            return;
        }
        List<Restriction> left = new ArrayList<>();
        restrict(left, by.contains("partner") || asked.leavesOutPartners() ? "partner" : "country", asked.excluded);
        left.forEach(each -> where.add(new Restriction(
                each.dimension(),
                each.codes(),
                each.memberOf() ? SemanticQuery.Scope.NOT_MEMBERS_OF : SemanticQuery.Scope.NOT_THESE)));
        asked.notes.add("Left out: "
                + asked.excluded.stream().map(AnswerWriter::called).collect(Collectors.joining(", ")) + ".");
    }
}
