package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.semantic.Schema.Type;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads which rows are meant, such as "in New York", "without sales" or "that have declared a minor". */
final class SchemaConditionReader {
    private final SchemaDraft draft;
    private final SchemaComparisonReader comparisons;
    private final SchemaDateReader dates;
    private final SchemaGroupReader groups;

    SchemaConditionReader(
            SchemaDraft draft, SchemaComparisonReader comparisons, SchemaDateReader dates, SchemaGroupReader groups) {
        this.draft = draft;
        this.comparisons = comparisons;
        this.dates = dates;
        this.groups = groups;
    }

    void read(int from, int to) {
        dates.read(from, to);
        dates.daysOfWeek(from, to);
        comparisons.read(from, to);
        negations(from, to);
        given(from, to);
        for (Link link : draft.links) {
            if (link.start < from || link.start >= to || link.used) {
                continue;
            }
            if (link.isValue() || link.like) {
                value(link);
            } else if (link.isColumn() && draft.lexicon.isFlag(link.chosen) && !isAsked(link)) {
                boolean no = IntStream.range(Math.max(from, link.start - 3), link.start)
                        .anyMatch(i -> SchemaGrammar.NEGATIVE.contains(draft.word(i)));
                Expr column = draft.column(link);
                link.used = true;
                boolean number = draft.lexicon.column(link.chosen).type() == Type.NUMBER;
                draft.when(
                        new Expr(
                                number ? column.sql() + (no ? " = 0" : " = 1") : (no ? "NOT " : "") + column.sql(),
                                false),
                        link.start);
            }
        }
    }

    /** A yes-or-no column that is asked for instead of being a condition: "how many have an exam and how many do not". */
    private boolean isAsked(Link link) {
        String rest = draft.between(link.end, draft.size);
        if (rest.matches("(?s).*\\b(and how many|or not|do not|don't|and those without|and without)\\b.*")
                && draft.links.stream()
                        .noneMatch(other -> other != link
                                && other.isColumn()
                                && draft.lexicon.column(other.chosen).type() == Type.FLAG)) {
            groups.group(link);
            return true;
        }
        return draft.toldSentences.contains(draft.sentence[link.start]);
    }

    private void value(Link link) {
        link.used = true;
        Expr column = draft.column(link);
        String said = link.chosen.value().isEmpty() ? draft.words.slice(link.start, link.end) : link.chosen.value();
        boolean no = IntStream.range(Math.max(0, link.start - 3), link.start)
                .anyMatch(i -> SchemaGrammar.EXCEPT.contains(draft.word(i)) || draft.is(i, "other than"));
        Type type = draft.lexicon.column(link.chosen).type();
        Expr condition;
        if (link.like) {
            String before = draft.between(Math.max(0, link.start - 4), link.start);
            String pattern = before.matches("(?s).*\\b(start|starts|starting|begin|begins|beginning)\\b.*")
                    ? said + "%"
                    : before.matches("(?s).*\\b(end|ends|ending)\\b.*") ? "%" + said : "%" + said + "%";
            condition = new Expr(column.sql() + (no ? " NOT ILIKE " : " ILIKE ") + SchemaDraft.literal(pattern), false);
        } else if (type == Type.FLAG) {
            condition = new Expr((no == said.equals("1") ? "NOT " : "") + column.sql(), false);
        } else if (type == Type.NUMBER) {
            condition = new Expr(column.sql() + (no ? " <> " : " = ") + said.replaceAll("[^\\d.-]", ""), false);
        } else {
            condition = new Expr(column.sql() + (no ? " <> " : " = ") + SchemaDraft.literal(said), false);
        }
        // several values of one column: any of them
        Optional<Link> twin = draft.links.stream()
                .filter(other -> other != link
                        && other.isValue()
                        && !other.used
                        && !no
                        && !link.like
                        && !other.like
                        && other.chosen.table().equals(link.chosen.table())
                        && other.chosen.column().equals(link.chosen.column())
                        && other.start - link.end <= 3
                        && other.start > link.start
                        && draft.between(link.end, other.start).matches("\\s*(,|or|and)*( the)?\\s*"))
                .findFirst();
        if (twin.isPresent()) {
            twin.get().used = true;
            condition = new Expr(
                    column.sql() + " IN (" + SchemaDraft.literal(said) + ", "
                            + SchemaDraft.literal(twin.get().chosen.value()) + ")",
                    false);
        }
        draft.when(condition, link.start);
        // "in the city of New York": the column only says what the name is
        draft.links.stream()
                .filter(other -> other.isColumn()
                        && !other.used
                        && other.chosen.column().equals(link.chosen.column())
                        && (other.end <= link.start && link.start - other.end <= 2 || other.start == link.end))
                .filter(other -> !draft.groupLinks.contains(other))
                .forEach(other -> other.used = true);
    }

    /** "Without sales", "have not received any treatments", "no minor". */
    private void negations(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!SchemaGrammar.NEGATIVE.contains(draft.word(i))
                    && !draft.word(i).equals("t")
                    && !draft.word(i).equals("excluding")) {
                continue;
            }
            int at = i;
            Optional<Link> absent = draft.links.stream()
                    .filter(link -> link.start > at
                            && link.start - at <= 6
                            && !link.used
                            && draft.sentence[link.start] == draft.sentence[at]
                            && !link.isValue())
                    .findFirst();
            if (absent.isEmpty()
                    || draft.word(i - 1).equals("or")
                    || draft.word(i + 1).equals("including")
                    || draft.word(i + 1).equals("include")) {
                continue;
            }
            Link named = absent.get();
            // "never been lent in any loans": the rows are missing, not their date
            Link link = draft.links.stream()
                    .filter(other -> named.isColumn()
                            && other.isTable()
                            && other.start > named.start
                            && other.start - at <= 8
                            && other.chosen.table().equals(named.chosen.table())
                            && draft.sentence[other.start] == draft.sentence[at])
                    .findFirst()
                    .orElse(named);
            boolean any = Set.of("no", "without", "excluding", "lack", "lacks", "lacking", "never", "none")
                            .contains(draft.word(i))
                    || draft.between(i, link.start)
                            .matches("(?s).*\\b(any|a|an|had|have|received|made|used|been|get|got)\\b.*");
            if (!any || draft.groupLinks.contains(link)) {
                continue;
            }
            if (link.isTable()) {
                missing(link, at);
            } else if (draft.isNumeric(link)) {
                link.used = true;
                draft.when(new Expr(draft.column(link).sql() + " = 0", false), at);
            } else if (link.isColumn() && draft.lexicon.column(link.chosen).type() != Type.FLAG) {
                link.used = true;
                draft.when(new Expr(draft.column(link).sql() + " IS NULL", false), at);
            }
        }
    }

    /** Rows of a table that do not exist for what is asked of. */
    private void missing(Link link, int at) {
        Optional<Link> owner = draft.links.stream()
                .filter(other -> other != link
                        && !other.chosen.table().equals(link.chosen.table())
                        && (other.isTable() || other.isColumn())
                        && draft.sql.distance(other.chosen.table(), link.chosen.table()) < 5)
                .min(Comparator.comparingInt((Link other) -> other.isTable() ? 0 : 1)
                        .thenComparingInt(other -> other.start));
        if (owner.isPresent()) {
            List<Expr> inner = new ArrayList<>();
            for (Link other : draft.links) {
                if (other.isValue() && !other.used && other.chosen.table().equals(link.chosen.table())) {
                    int before = draft.where.size();
                    value(other);
                    inner.addAll(draft.where.subList(before, draft.where.size()));
                    draft.where.subList(before, draft.where.size()).clear();
                }
            }
            draft.sql
                    .exists(owner.get().chosen.table(), link.chosen.table(), inner)
                    .ifPresent(exists -> draft.when(new Expr("NOT " + exists.sql(), false), at));
            String gone = link.chosen.table();
            draft.links.stream()
                    .filter(other -> other.chosen.table().equals(gone))
                    .forEach(other -> other.used = true);
        }
    }

    /** "Have declared a minor": the column is filled. */
    private void given(int from, int to) {
        for (Link link : draft.links) {
            boolean open = !link.used
                    && link.start >= from
                    && link.start < to
                    && link.isColumn()
                    && !link.generic
                    && draft.lexicon.column(link.chosen).type() == Type.TEXT
                    && draft.sentence[link.start] == 0;
            if (open
                    && draft.between(Math.max(from, link.start - 4), link.start)
                            .matches("(?s).*\\b(have|has|had|having|with)( \\w+(ed|en|t))? (a|an|any)\\s*")) {
                link.used = true;
                draft.when(new Expr(draft.column(link).sql() + " IS NOT NULL", false), link.start);
            }
        }
    }
}
