package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaDraft.Measure;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Item;
import dev.caravan.model.offline.SchemaSql.Order;
import dev.caravan.model.offline.SchemaSql.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads ratios, such as "the ratio of papers to authors" or "what proportion of rivers are longer than 3000". */
final class SchemaRatioReader {
    private static final Pattern RATIO =
            Pattern.compile("(?i)\\b(ratio|proportion|percentage|fraction|share)\\b(?: of| between)?");

    private final SchemaDraft draft;
    private final SchemaConditionReader conditions;
    private final SchemaDateReader dates;
    private final SchemaGroupReader groups;
    private final SchemaMeasureReader measures;

    SchemaRatioReader(
            SchemaDraft draft,
            SchemaConditionReader conditions,
            SchemaDateReader dates,
            SchemaGroupReader groups,
            SchemaMeasureReader measures) {
        this.draft = draft;
        this.conditions = conditions;
        this.dates = dates;
        this.groups = groups;
        this.measures = measures;
    }

    /** Whether a ratio is asked for that is no column of its own. */
    boolean isAsked() {
        return RATIO.matcher(draft.words.text()).find()
                && draft.links.stream().noneMatch(link -> draft.words
                        .slice(link.start, link.end)
                        .toLowerCase(Locale.ROOT)
                        .matches(".*(ratio|percentage|share).*"));
    }

    Optional<Query> read() {
        Matcher said = RATIO.matcher(draft.words.text());
        if (!said.find()) {
            return Optional.empty();
        }
        boolean percent = said.group(1).equalsIgnoreCase("percentage");
        int from = draft.at(said.end() - 1) + 1;
        int to = IntStream.range(0, draft.size)
                .filter(i -> draft.sentence[i] > draft.sentence[Math.min(from, draft.size - 1)])
                .findFirst()
                .orElse(draft.size);
        int cut = cut(from, to);
        draft.ratioCut = cut;
        if (cut < 0) {
            return part(from, to, percent);
        }
        int second =
                cut + (draft.is(cut, "out of") || draft.is(cut, "compared to") || draft.is(cut, "divided by") ? 2 : 1);
        groups.read(from, to);
        dates.read(second, to);
        int dated = draft.where.size();
        Side one = side(from, cut);
        Side two = side(second, to);
        if (one.value.isEmpty() || two.value.isEmpty()) {
            return Optional.empty();
        }
        // what is said at the end holds for both, unless the first has a condition of its own on the same column
        List<Expr> shared = new ArrayList<>(draft.where.subList(0, dated));
        List<Expr> ownTwo = new ArrayList<>();
        share(one, two, shared, ownTwo);
        boolean grouped = !draft.groups.isEmpty();
        List<Item> items = new ArrayList<>(draft.groupItems);
        if (one.plain && two.plain && one.table.equals(two.table) && one.conditions.isEmpty() && ownTwo.isEmpty()) {
            return ofColumns(one, two, shared, items, percent);
        }
        Expr upper = one.aggregate();
        Expr lower = two.aggregate();
        if (!grouped && (!one.table.equals(two.table) || one.single() && two.single())) {
            Expr ratio =
                    divided(scalar(one, upper, one.conditions, shared), scalar(two, lower, ownTwo, shared), percent);
            return Optional.of(new Query("", with(items, ratio), List.of(), List.of(), List.of(), false, List.of(), 0));
        }
        if (one.table.equals(two.table)) {
            List<Item> all = with(items, divided(filtered(upper, one.conditions), filtered(lower, ownTwo), percent));
            return Optional.of(new Query(one.table, all, shared, List.of(), draft.groups, false, List.of(), 0));
        }
        return ofTwoTables(one, two, shared, ownTwo, items, percent);
    }

    private void share(Side one, Side two, List<Expr> shared, List<Expr> ownTwo) {
        for (Expr condition : two.conditions) {
            String column = condition.sql().split(" ")[0];
            boolean placeOnly = draft.places.getOrDefault(condition, 0) > two.place
                    && !condition.sql().contains("SELECT")
                    && condition.sql().matches("(?s).*( = '| ILIKE '| IN \\().*");
            boolean rival = one.conditions.stream()
                    .anyMatch(other ->
                            other.sql().replace("NOT ", "").split(" ")[0].equals(column.replace("NOT", "")));
            boolean compared = two.table.equals(one.table) && placeOnly && !rival;
            (compared ? shared : ownTwo).add(condition);
        }
    }

    /** A ratio of two columns of one table. */
    private Optional<Query> ofColumns(Side one, Side two, List<Expr> shared, List<Item> items, boolean percent) {
        boolean own = draft.groupLinks.stream()
                .allMatch(link -> link.chosen.table().equals(one.table)
                        && (link.isTable()
                                || draft.isIdentifier(link.chosen)
                                || draft.lexicon.display(one.table).contains(link.chosen.column())));
        if (!own) {
            return Optional.of(new Query(
                    one.table,
                    with(
                            items,
                            divided(
                                    new Expr("sum(" + one.value.get().sql() + ")", true),
                                    new Expr("sum(" + two.value.get().sql() + ")", true),
                                    percent)),
                    shared,
                    List.of(),
                    draft.groups,
                    false,
                    List.of(),
                    0));
        }
        if (items.isEmpty()) {
            items.addAll(draft.shown(one.table));
        }
        Expr ratio = divided(one.value.get(), two.value.get(), percent);
        return Optional.of(new Query(
                one.table,
                with(items, ratio),
                shared,
                List.of(),
                List.of(),
                false,
                List.of(new Order(ratio, true)),
                0));
    }

    private Optional<Query> ofTwoTables(
            Side one, Side two, List<Expr> shared, List<Expr> ownTwo, List<Item> items, boolean percent) {
        // two kinds of things in the groups of one: each counted by itself, whatever the joins repeat
        Set<String> groupTables =
                draft.groups.stream().flatMap(group -> group.tables().stream()).collect(Collectors.toSet());
        String base = groupTables.contains(one.table)
                ? one.table
                : groupTables.contains(two.table)
                        ? two.table
                        : draft.sql.isToOne(one.table, two.table) ? one.table : two.table;
        List<Item> all =
                with(items, divided(filtered(one.unique(), one.conditions), filtered(two.unique(), ownTwo), percent));
        all.add(new Item(one.unique(), "first_count"));
        all.add(new Item(two.unique(), "second_count"));
        return Optional.of(new Query(base, all, shared, List.of(), draft.groups, false, List.of(), 0, true));
    }

    /** "What proportion of rivers are longer than 3000": those of all. */
    private Optional<Query> part(int from, int to, boolean percent) {
        groups.read(from, to);
        Side side = side(from, to);
        if (side.value.isEmpty() || side.conditions.isEmpty() || side.plain) {
            return Optional.empty();
        }
        Expr ratio = divided(filtered(side.value.get(), side.conditions), side.value.get(), percent);
        return Optional.of(new Query(
                side.table,
                with(new ArrayList<>(draft.groupItems), ratio),
                List.of(),
                List.of(),
                draft.groups,
                false,
                List.of(),
                0));
    }

    private static List<Item> with(List<Item> items, Expr ratio) {
        List<Item> all = new ArrayList<>(items);
        all.add(new Item(ratio, "ratio"));
        return all;
    }

    private static Expr divided(Expr upper, Expr lower, boolean percent) {
        return new Expr(
                (percent ? "100.0" : "1.0") + " * " + upper.sql() + " / nullif(" + lower.sql() + ", 0)",
                upper.aggregate() || lower.aggregate());
    }

    private static Expr filtered(Expr value, List<Expr> conditions) {
        return conditions.isEmpty()
                ? value
                : new Expr(
                        value.sql() + " FILTER (WHERE "
                                + conditions.stream().map(Expr::sql).collect(Collectors.joining(" AND ")) + ")",
                        true);
    }

    private Expr scalar(Side side, Expr value, List<Expr> own, List<Expr> shared) {
        List<Expr> conditions = new ArrayList<>(own);
        shared.stream()
                .filter(condition ->
                        condition.tables().stream().allMatch(table -> draft.sql.distance(side.table, table) < 4))
                .forEach(conditions::add);
        return new Expr(
                "("
                        + draft.sql.text(new Query(
                                side.table,
                                List.of(new Item(value, "value")),
                                conditions,
                                List.of(),
                                List.of(),
                                false,
                                List.of(),
                                0))
                        + ")",
                false);
    }

    /** Where the second part of a ratio begins. */
    private int cut(int from, int to) {
        for (String mark : List.of("out of", "compared to", "divided by", "to", "and", "per", "over", "among")) {
            for (int i = from + 1; i < to; i++) {
                int at = i;
                boolean before = draft.links.stream()
                        .anyMatch(link -> link.start >= from && link.end <= at && !link.isValue()
                                || link.start >= from && link.end <= at);
                boolean behind = draft.links.stream()
                        .anyMatch(link -> link.start > at && link.start < to && link.start - at <= 8);
                boolean part = Set.of(
                                "belong",
                                "belongs",
                                "belonging",
                                "related",
                                "relate",
                                "due",
                                "up",
                                "more",
                                "according",
                                "attached",
                                "assigned",
                                "linked")
                        .contains(draft.word(i - 1));
                int next = draft.links.stream()
                        .filter(link -> link.start > at)
                        .mapToInt(link -> link.start)
                        .min()
                        .orElse(at + 1);
                boolean filled = draft.between(i + mark.split(" ").length, next)
                        .matches(
                                "(?s)(\\s|the|non|not|-|total|number|of|all|those|its|their|average|maximum|minimum|sum|count|length|every|other|same)*");
                if (draft.is(i, mark)
                        && before
                        && behind
                        && !part
                        && filled
                        && !(mark.equals("to")
                                && draft.links.stream().anyMatch(link -> link.start < at && link.end > at))) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** One of the two parts of a ratio. */
    private final class Side {
        Optional<Expr> value = Optional.empty();
        String table = "";
        boolean plain;
        boolean averaged;
        int place;
        final List<Expr> conditions = new ArrayList<>();

        /** The value over all rows. */
        Expr aggregate() {
            return plain
                    ? new Expr(
                            (single() ? "max(" : "sum(") + value.orElseThrow().sql() + ")", true)
                    : value.orElseThrow();
        }

        /** Whether a condition leaves one row of it. */
        boolean single() {
            return plain
                    && conditions.stream()
                            .anyMatch(condition -> condition.sql().contains(" = '")
                                    || condition.sql().contains("ILIKE"));
        }

        /** The value, rows that joins repeat being counted once. */
        Expr unique() {
            return value.orElseThrow().sql().startsWith("{#") ? draft.distinctRows(table) : aggregate();
        }
    }

    private Side side(int from, int to) {
        Side side = new Side();
        int known = draft.measures.size();
        int before = draft.where.size();
        measures.read(from, to);
        conditions.read(from, to);
        List<Measure> own = draft.measures.subList(known, draft.measures.size());
        Optional<Link> table = draft.links.stream()
                .filter(link -> link.start >= from
                        && link.start < to
                        && link.isTable()
                        && (!link.used || own.stream().anyMatch(m -> m.link() == link))
                        && !draft.groupLinks.contains(link))
                .findFirst();
        Optional<Link> number = draft.links.stream()
                .filter(link -> link.start >= from
                        && link.start < to
                        && draft.isNumeric(link)
                        && !draft.groupLinks.contains(link))
                .findFirst();
        if (!own.isEmpty()) {
            side.value = Optional.of(own.get(0).value());
            side.table = own.get(0).link().chosen.table();
            side.plain = !own.get(0).value().aggregate();
            side.place = own.get(0).end();
        } else if (number.isPresent()
                && (!number.get().used)
                && (table.isEmpty() || number.get().start <= table.get().start + 2)) {
            side.value = Optional.of(draft.column(number.get()));
            side.table = number.get().chosen.table();
            side.plain = true;
            side.place = number.get().end;
            number.get().used = true;
        } else if (table.isPresent()) {
            side.value = Optional.of(Expr.rows(table.get().chosen.table()));
            side.table = table.get().chosen.table();
            side.place = table.get().end;
            table.get().used = true;
        }
        side.conditions.addAll(draft.where.subList(before, draft.where.size()));
        return side;
    }
}
