package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.semantic.Schema.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads comparisons with numbers, such as "rating above 4" or "more than 2 papers". */
final class SchemaComparisonReader {
    private final SchemaDraft draft;
    private final SchemaGroupReader groups;

    SchemaComparisonReader(SchemaDraft draft, SchemaGroupReader groups) {
        this.draft = draft;
        this.groups = groups;
    }

    /** "More than 2 papers", "rating above 4", "with ID 2". */
    void read(int from, int to) {
        for (int i = from; i < to; i++) {
            Optional<Double> number = draft.taken[i] ? Optional.empty() : SchemaDraft.number(draft.word(i));
            if (number.isEmpty()
                    || draft.word(i - 1).equals("top")
                    || SchemaGrammar.MOST.contains(draft.word(i - 1))
                    || SchemaGrammar.LEAST.contains(draft.word(i - 1))) {
                continue;
            }
            if (draft.word(i - 1).equals("between")
                    && draft.word(i + 1).equals("and")
                    && SchemaDraft.number(draft.word(i + 2)).isPresent()) {
                range(i, number);
                continue;
            }
            int end = i + 1;
            double value = number.get();
            if (Grammar.MAGNITUDES.containsKey(draft.word(end))
                    || draft.word(end).equals("hundred")) {
                value *= draft.word(end).equals("hundred") ? 100 : Grammar.MAGNITUDES.get(draft.word(end));
                end++;
                if (draft.word(end).equals("thousand")) {
                    value *= 1000;
                    end++;
                }
            }
            int first = i;
            String operator = "";
            for (Map.Entry<String, String> each : SchemaGrammar.OPERATORS.entrySet()) {
                int length = each.getKey().split(" ").length;
                int begin = draft.word(i - 1).equals("a") ? i - 1 - length : i - length;
                if (operator.isEmpty() && begin >= 0 && draft.is(begin, each.getKey())) {
                    operator = each.getValue();
                    first = begin;
                }
            }
            if (operator.isEmpty()
                    && (draft.is(end, "or more") || draft.is(end, "or higher") || draft.is(end, "or above"))) {
                operator = ">=";
                end += 2;
            }
            if (operator.isEmpty()
                    && (draft.is(end, "or less")
                            || draft.is(end, "or fewer")
                            || draft.is(end, "or lower")
                            || draft.is(end, "or below"))) {
                operator = "<=";
                end += 2;
            }
            Optional<Link> behind = behind(end, to);
            int begin = first;
            Optional<Link> before = before(from, begin);
            boolean numbered = before.isPresent()
                    && before.get().isColumn()
                    && draft.lexicon.column(before.get().chosen).type() == Type.NUMBER;
            if (operator.isEmpty()) {
                equal(i, begin, value, before, behind, numbered);
                continue;
            }
            bound(i, from, begin, operator, value, before.filter(link -> numbered), behind);
        }
    }

    /** "More than 2 papers", "rating above 4": with a word that says from where to where. */
    private void bound(
            int i, int from, int begin, String operator, double value, Optional<Link> before, Optional<Link> behind) {
        Optional<Link> same = behind.isPresent() && draft.is(behind.get().end, "with the same")
                ? draft.next(behind.get().end + 3, 1).filter(Link::isColumn)
                : Optional.empty();
        if (same.isPresent()) {
            compareGroups(i, begin, behind.get(), same.get(), operator, value);
            return;
        }
        if (behind.isPresent()
                && (behind.get().isTable()
                        || behind.get().isColumn() && !draft.isNumeric(behind.get()) && !draft.isDate(behind.get()))) {
            if (related(behind.get(), operator, value, begin)) {
                draft.taken[i] = true;
            }
            return;
        }
        Optional<Link> compared = behind.filter(draft::isNumeric).or(() -> before);
        if (compared.isEmpty()) {
            compared = described(begin);
        }
        if (compared.isEmpty()) {
            compareFigure(from, begin, operator, value);
        }
        if (compared.isPresent()) {
            compare(i, compared.get(), operator, value);
        }
    }

    private Optional<Link> behind(int afterEnd, int to) {
        return draft.links.stream()
                .filter(link -> link.start >= afterEnd
                        && link.start < to
                        && link.start - afterEnd <= 1
                        && (link.start == afterEnd
                                || !Set.of(
                                                "to", "of", "in", "and", "for", "or", "from", "by", "on", "at", "who",
                                                "that")
                                        .contains(draft.word(afterEnd)))
                        && !link.used
                        && !link.isValue()
                        && draft.sentence[link.start] == draft.sentence[afterEnd - 1])
                .findFirst();
    }

    private Optional<Link> before(int from, int begin) {
        return draft.links.stream()
                .filter(link -> link.end <= begin
                        && link.start >= from
                        && begin - link.end <= 4
                        && !link.isValue()
                        && draft.sentence[link.start] == draft.sentence[begin])
                .reduce((one, two) -> two);
    }

    /** "Between 2 and 5". */
    private void range(int i, Optional<Double> number) {
        int place = i;
        Optional<Link> column = draft.links.stream()
                .filter(link -> draft.isNumeric(link)
                        && link.end < place
                        && draft.sentence[link.start] == draft.sentence[place])
                .reduce((one, two) -> two);
        if (column.isPresent()) {
            column.get().used = true;
            draft.when(
                    new Expr(
                            draft.column(column.get()).sql() + " BETWEEN " + SchemaDraft.plain(number.get())
                                    + " AND "
                                    + SchemaDraft.plain(SchemaDraft.number(draft.word(i + 2))
                                            .orElseThrow()),
                            false),
                    i);
            draft.taken[i] = true;
            draft.taken[i + 2] = true;
        }
    }

    /** "With ID 2", "that have 1 keyphrase". */
    private void equal(int i, int begin, double value, Optional<Link> before, Optional<Link> behind, boolean numbered) {
        boolean equal = numbered
                && begin - before.get().end <= 1
                && (before.get().end == begin
                        || Set.of("is", "of", "equals", "number").contains(draft.word(begin - 1)));
        if (equal) {
            before.get().used = true;
            draft.when(
                    new Expr(draft.column(before.get()).sql() + " = " + SchemaDraft.plain(value), false),
                    before.get().start);
            draft.taken[i] = true;
        } else if (behind.isPresent()
                && behind.get().isTable()
                && counted(begin)
                && related(behind.get(), "=", value, begin)) {
            draft.taken[i] = true;
        }
    }

    /** "At least 2 papers with the same keyphrase": a condition on groups. */
    private void compareGroups(int i, int first, Link counted, Link same, String operator, double value) {
        draft.subject().filter(link -> link != counted && !link.used).ifPresent(groups::group);
        groups.group(same);
        draft.measure(
                first, counted.end, Expr.rows(counted.chosen.table()), "number_of_" + draft.label(counted), counted);
        draft.having.add(new Expr(
                Expr.rows(counted.chosen.table()).sql() + " " + operator + " " + SchemaDraft.plain(value), true));
        draft.taken[i] = true;
    }

    /** "Mountains higher than 5000": the one figure that a mountain has. */
    private void compareFigure(int from, int begin, String bound, double number1) {
        draft.links.stream()
                .filter(link -> link.isTable()
                        && link.end <= begin
                        && link.start >= from
                        && draft.sentence[link.start] == draft.sentence[begin])
                .reduce((one, two) -> two)
                .flatMap(draft::figure)
                .ifPresent(column -> draft.when(
                        new Expr(column.sql() + " " + bound + " " + SchemaDraft.plain(number1), false), begin));
    }

    private void compare(int i, Link link, String operator, double value) {
        link.used = true;
        draft.taken[i] = true;
        String function = SchemaGrammar.AGGREGATES.getOrDefault(draft.word(link.start - 1), "");
        if (!function.isEmpty() && !function.equals("median")) {
            draft.having.add(new Expr(
                    function + "(" + draft.column(link).sql() + ") " + operator + " " + SchemaDraft.plain(value),
                    true));
        } else {
            draft.when(
                    new Expr(draft.column(link).sql() + " " + operator + " " + SchemaDraft.plain(value), false),
                    link.start);
        }
    }

    /** "Papers that have 1 keyphrase": a number of what belongs to something. */
    private boolean counted(int number) {
        return draft.between(Math.max(0, number - 3), number)
                .matches("(?s).*\\b(have|has|had|with|having|exactly|only|to|in)\\b.*");
    }

    /** "People", "inhabitants" and other words that a column's description uses for its unit. */
    private Optional<Link> described(int number) {
        return draft.links.stream()
                .filter(draft::isNumeric)
                .filter(link ->
                        draft.sentence[link.start] == draft.sentence[number] && !link.used && link.start < number)
                .reduce((one, two) -> two);
    }

    /** A condition on how many rows of another table belong to a row of the one before. */
    private boolean related(Link other, String operator, double value, int place) {
        Optional<Link> owner = draft.links.stream()
                .filter(link -> link != other
                        && link.end <= place
                        && place - link.end < 12
                        && link.isTable()
                        && !link.chosen.table().equals(other.chosen.table())
                        && draft.sentence[link.start] == draft.sentence[place])
                .reduce((one, two) -> two)
                .or(() -> draft.links.stream()
                        .filter(link -> link != other
                                && link.isTable()
                                && !link.chosen.table().equals(other.chosen.table()))
                        .findFirst())
                .or(() -> draft.links.stream()
                        .filter(link -> link.isColumn()
                                && link.generic
                                && !link.chosen.table().equals(other.chosen.table()))
                        .findFirst());
        if (owner.isEmpty()) {
            return false;
        }
        Optional<Expr> many = draft.sql.related(owner.get().chosen.table(), other.chosen.table(), List.of());
        if (many.isEmpty()) {
            return false;
        }
        other.used = true;
        draft.when(new Expr(many.get().sql() + " " + operator + " " + SchemaDraft.plain(value), false), place);
        return true;
    }
}
