package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaDraft.Measure;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Item;
import dev.caravan.model.offline.SchemaSql.Order;
import dev.caravan.model.offline.SchemaSql.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Puts together the statement from what was read, such as the columns told of "which course has the most students". */
final class SchemaStatement {
    private final SchemaDraft draft;

    SchemaStatement(SchemaDraft draft) {
        this.draft = draft;
    }

    Optional<Query> query() {
        boolean aggregated = draft.measures.stream().anyMatch(m -> m.value().aggregate())
                || draft.orders.stream().anyMatch(order -> order.value().aggregate());
        List<Expr> extra = new ArrayList<>(draft.groups);
        List<Item> distinct = items(aggregated, extra);
        if (distinct.isEmpty()) {
            return Optional.empty();
        }
        addUp(aggregated, distinct);
        if (draft.limit == 0 && draft.ranked && draft.orders.size() == 1 && isSingular()) {
            draft.limit = 1;
        }
        boolean firstOfEach = draft.limit == 1
                && !draft.groups.isEmpty()
                && !draft.orders.get(0).value().aggregate()
                && distinct.stream().noneMatch(item -> item.value().aggregate());
        draft.alphabetical.ifPresent(descending -> {
            if (draft.orders.isEmpty()) {
                draft.orders.add(new Order(distinct.get(0).value(), descending));
            }
        });
        String root = draft.root();
        Set<String> shown = new LinkedHashSet<>();
        distinct.forEach(item -> shown.addAll(item.value().tables()));
        boolean nowAggregated = distinct.stream().anyMatch(item -> item.value().aggregate())
                || draft.orders.stream().anyMatch(order -> order.value().aggregate());
        Set<String> all = new LinkedHashSet<>(shown);
        draft.where.forEach(condition -> all.addAll(condition.tables()));
        // what is only named joins the rows that have it
        draft.links.stream()
                .filter(link -> link.isTable() && !link.used && !nowAggregated)
                .forEach(link -> all.add(link.chosen.table()));
        String base = nowAggregated || shown.isEmpty() || shown.contains(root)
                ? root
                : shown.iterator().next();
        boolean repeats = !nowAggregated && all.stream().anyMatch(table -> !draft.sql.isToOne(base, table));
        boolean asked =
                draft.words.text().toLowerCase(Locale.ROOT).matches("(?s).*\\b(distinct|unique|different)\\b.*");
        boolean unique = !nowAggregated && (repeats || asked || !shown.contains(base));
        List<Expr> conditions = new ArrayList<>(draft.where);
        if (nowAggregated) {
            addNamed(base, all, conditions);
        }
        if (firstOfEach && !nowAggregated) {
            return Optional.of(new Query(
                    base, distinct, conditions, List.of(), List.of(), false, draft.orders, 0, false, draft.groups));
        }
        return Optional.of(new Query(
                base,
                distinct,
                conditions,
                draft.having,
                nowAggregated ? extra : List.of(),
                unique,
                draft.orders,
                draft.limit));
    }

    /** The columns of the result; what rows are grouped by for them is added to extra. */
    private List<Item> items(boolean aggregated, List<Expr> extra) {
        List<Item> items = new ArrayList<>(draft.groupItems);
        boolean told = draft.links.stream().anyMatch(link -> draft.toldSentences.contains(draft.sentence[link.start]));
        List<Link> rest = draft.links.stream()
                .filter(link -> !link.used && !link.isValue())
                .toList();
        boolean countOnly = aggregated && draft.groups.isEmpty() && draft.orders.isEmpty() && draft.having.isEmpty();
        List<Link> columns = rest.stream().filter(Link::isColumn).toList();
        Optional<Link> subject = draft.subject();
        int firstMeasure =
                draft.measures.stream().mapToInt(Measure::start).min().orElse(0);
        for (Link link : rest) {
            boolean leading = link.isTable()
                    && subject.isPresent()
                    && subject.get() == link
                    && columns.stream()
                            .noneMatch(other -> other.chosen.table().equals(link.chosen.table()) && other.generic);
            boolean wanted = link.isColumn()
                    ? !countOnly
                            || draft.toldSentences.contains(draft.sentence[link.start])
                            || link.start < firstMeasure
                    : leading && !countOnly && (draft.groups.isEmpty() || !aggregated)
                            || told
                                    && draft.toldSentences.contains(draft.sentence[link.start])
                                    && !covered(link, columns);
            boolean aside = aggregated
                    && !draft.groups.isEmpty()
                    && link.isColumn()
                    && (draft.isNumeric(link)
                            || !draft.toldSentences.contains(draft.sentence[link.start]) && link.start > firstMeasure);
            if (!wanted || aside) {
                continue;
            }
            if (link.generic
                    && draft.links.stream()
                            .anyMatch(other -> other.end == link.start && other.isColumn() && !other.generic)) {
                // "the region name" is the region
                continue;
            }
            addColumns(link, aggregated, items, extra);
        }
        draft.measures.forEach(m -> items.add(new Item(m.value(), m.name())));
        boolean bare = draft.measures.stream().noneMatch(m -> m.value().aggregate())
                && !draft.measures.isEmpty()
                && items.size() == draft.measures.size()
                && !told;
        if (bare || items.isEmpty()) {
            subject.or(() -> draft.links.stream().filter(Link::isTable).findFirst())
                    .ifPresent(link -> items.addAll(
                            0,
                            link.generic
                                            || link.isColumn()
                                                    && draft.measures.stream().anyMatch(m -> m.link() == link)
                                    ? draft.shown(link.chosen.table())
                                    : link.isValue() ? List.of() : draft.items(link)));
        }
        List<Item> distinct = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        items.stream().filter(item -> seen.add(item.value().sql())).forEach(distinct::add);
        return distinct;
    }

    private void addColumns(Link link, boolean aggregated, List<Item> items, List<Expr> extra) {
        if (link.generic && !draft.words.list().get(link.start).stem().startsWith("id")) {
            draft.lexicon
                    .display(link.chosen.table())
                    .forEach(column -> items.add(new Item(Expr.column(link.chosen.table(), column), column)));
        } else {
            items.addAll(draft.items(link));
        }
        if (link.isColumn()
                && aggregated
                && draft.lexicon.display(link.chosen.table()).contains(link.chosen.column())
                && draft.groups.isEmpty()) {
            draft.schema.relations().get(link.chosen.table()).key().stream()
                    .limit(1)
                    .forEach(key -> extra.add(Expr.column(link.chosen.table(), key)));
        }
    }

    private void addUp(boolean aggregated, List<Item> distinct) {
        if (aggregated) {
            // figures that stand for a row of their own become sums of the rows put together
            distinct.replaceAll(item -> !item.value().aggregate()
                            && draft.measures.stream()
                                    .anyMatch(m -> m.value().equals(item.value()) && draft.isNumeric(m.link()))
                    ? new Item(new Expr("sum(" + item.value().sql() + ")", true), item.name())
                    : item);
        } else if (!draft.groups.isEmpty()
                && !draft.measures.isEmpty()
                && draft.measures.stream().allMatch(m -> m.link().chosen.counting())) {
            boolean own = draft.groupLinks.stream()
                    .allMatch(link -> link.chosen
                                    .table()
                                    .equals(draft.measures.get(0).link().chosen.table())
                            && (link.isTable() || draft.isIdentifier(link.chosen)));
            if (!own) {
                distinct.replaceAll(
                        item -> draft.measures.stream().anyMatch(m -> m.value().equals(item.value()))
                                ? new Item(new Expr("sum(" + item.value().sql() + ")", true), item.name())
                                : item);
                draft.orders.replaceAll(
                        order -> draft.measures.stream().anyMatch(m -> m.value().equals(order.value()))
                                ? new Order(new Expr("sum(" + order.value().sql() + ")", true), order.descending())
                                : order);
            }
        }
    }

    /** Tables that are only named leave the rows that have a counterpart in them. */
    private void addNamed(String base, Set<String> all, List<Expr> conditions) {
        for (Link link : draft.links) {
            boolean joins = link.isTable()
                    && !link.used
                    && !all.contains(link.chosen.table())
                    && draft.sql.distance(base, link.chosen.table()) < 4
                    && !link.chosen.table().equals(base);
            if (joins) {
                draft.sql.exists(base, link.chosen.table(), List.of()).ifPresent(conditions::add);
            }
        }
    }

    /** Columns of a table are wanted instead of its usual ones. */
    private boolean covered(Link table, List<Link> columns) {
        return columns.stream()
                .anyMatch(column -> column.chosen.table().equals(table.chosen.table())
                        && (column.generic
                                || draft.lexicon.display(table.chosen.table()).contains(column.chosen.column())));
    }

    /** Whether one row is asked for: "which course has the highest …". */
    private boolean isSingular() {
        Optional<Link> subject = draft.subject();
        if (subject.isEmpty()) {
            return false;
        }
        Link link = subject.get();
        boolean generic = link.generic;
        Link counted = generic
                ? draft.links.stream()
                        .filter(other -> other.isTable() && other.start > link.start)
                        .findFirst()
                        .orElse(link)
                : link;
        return !SchemaDraft.isPlural(draft.words.list().get(counted.end - 1))
                && !draft.between(0, draft.size).matches("(?s).*\\b(order(ed)?|sort(ed)?)\\b.*");
    }
}
