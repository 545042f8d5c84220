package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads what is counted or computed, such as "how many papers" or "the average salary". */
final class SchemaMeasureReader {
    private final SchemaDraft draft;

    SchemaMeasureReader(SchemaDraft draft) {
        this.draft = draft;
    }

    void read(int from, int to) {
        for (int i = from; i < to; i++) {
            int here = i;
            if (draft.measures.stream().anyMatch(m -> m.start() <= here && here < m.end() && m.start() >= from)) {
                continue;
            }
            boolean count = draft.is(i, "how many")
                    || draft.is(i, "number of")
                    || draft.is(i, "numbers of")
                    || draft.is(i, "count of")
                    || draft.is(i, "counts of")
                    || draft.is(i, "count the");
            Optional<Link> whole = draft.links.stream()
                    .filter(link ->
                            link.start == here && link.chosen.isColumn() && link.chosen.counting() && !link.used)
                    .findFirst();
            if (whole.isPresent()) {
                draft.measure(
                        i,
                        whole.get().end,
                        draft.column(whole.get()),
                        whole.get().chosen.column(),
                        whole.get());
            } else if (count) {
                count(i, i + 2);
            } else if (Set.of("count", "counts").contains(draft.word(i))
                    && draft.measures.stream().noneMatch(known -> known.end() == here)) {
                suffixed(i);
            } else if (SchemaGrammar.AGGREGATES.containsKey(draft.word(i))
                    && (!draft.is(i + 1, "number of") && !draft.is(i + 1, "count of")
                            || draft.links.stream().anyMatch(link -> link.start == here + 1)
                            || draft.next(i + 3, 1).filter(draft::isNumeric).isPresent())) {
                aggregate(i, SchemaGrammar.AGGREGATES.get(draft.word(i)));
            } else if ((draft.word(i).equals("maximum") || draft.word(i).equals("minimum")) && !ranks(i)) {
                aggregate(i, draft.word(i).equals("maximum") ? "max" : "min");
            }
        }
    }

    /** Whether a superlative says which rows are wanted, and not what is computed. */
    private boolean ranks(int i) {
        return IntStream.range(0, i).anyMatch(k -> Set.of("which", "who").contains(draft.word(k)));
    }

    private void count(int at, int from) {
        Optional<Link> target = draft.next(from, 4);
        if (target.isEmpty()) {
            return;
        }
        Link link = target.get();
        if (link.isValue()
                || link.isColumn() && draft.lexicon.column(link.chosen).type() == Type.FLAG) {
            int behind = link.end;
            target = draft.next(behind, 2).filter(Link::isTable);
            if (target.isEmpty()) {
                return;
            }
            link = target.get();
        }
        boolean unique = IntStream.range(from, link.start).anyMatch(i -> SchemaGrammar.UNIQUE.contains(draft.word(i)));
        Optional<Expr> stored = link.isTable() ? draft.counter(link.chosen.table()) : Optional.empty();
        if (stored.isPresent() && !unique) {
            draft.measure(
                    at,
                    link.end,
                    new Expr("sum(" + stored.get().sql() + ")", true),
                    "total_" + draft.label(link),
                    link);
        } else if (link.isTable()) {
            draft.measure(
                    at,
                    link.end,
                    unique ? draft.distinctRows(link.chosen.table()) : Expr.rows(link.chosen.table()),
                    "number_of_" + draft.label(link),
                    link);
        } else if (draft.isNumeric(link) && !link.generic) {
            draft.measure(
                    at,
                    link.end,
                    link.chosen.counting()
                            ? draft.column(link)
                            : new Expr("sum(" + draft.column(link).sql() + ")", true),
                    "total_" + link.chosen.column(),
                    link);
        } else {
            draft.measure(
                    at,
                    link.end,
                    new Expr("count(DISTINCT " + draft.column(link).sql() + ")", true),
                    "number_of_" + link.chosen.column(),
                    link);
        }
    }

    /** "Sales count". */
    private void suffixed(int at) {
        Optional<Link> before = draft.links.stream()
                .filter(link -> link.end == at && link.isTable())
                .findFirst();
        before.ifPresent(link -> draft.measure(
                link.start, at + 1, Expr.rows(link.chosen.table()), "number_of_" + draft.label(link), link));
    }

    private void aggregate(int at, String function) {
        Optional<Link> target = draft.next(at + 1, 4);
        while (target.isPresent() && target.get().isValue()) {
            target = draft.next(target.get().end, 2);
        }
        if (target.isEmpty() || draft.groupLinks.contains(target.get())) {
            return;
        }
        Link link = target.get();
        if (link.isTable()) {
            Optional<Link> further = draft.next(link.end, 1).filter(draft::isNumeric);
            if (further.isPresent()) {
                link = further.get();
            } else if (function.equals("sum") && !Set.of("count", "counts").contains(draft.word(link.end))) {
                amount(link)
                        .ifPresentOrElse(
                                column -> draft.measure(
                                        at,
                                        target(at).end,
                                        new Expr("sum(" + column.sql() + ")", true),
                                        "total",
                                        target(at)),
                                () -> draft.measure(
                                        at,
                                        target(at).end,
                                        Expr.rows(target(at).chosen.table()),
                                        "number_of_" + draft.label(target(at)),
                                        target(at)));
                return;
            } else {
                return;
            }
        }
        if (draft.isNumeric(link)) {
            String column = draft.column(link).sql();
            Expr value = function.equals("median")
                    ? new Expr("percentile_cont(0.5) WITHIN GROUP (ORDER BY " + column + ")", true)
                    : new Expr(function + "(" + column + ")", true);
            draft.measure(
                    at,
                    link.end,
                    value,
                    (function.equals("sum") ? "total" : function.equals("avg") ? "average" : function) + "_"
                            + SchemaLexicon.label(link.chosen),
                    link);
        }
    }

    private Link target(int at) {
        return draft.next(at + 1, 4).orElseThrow();
    }

    /** The column of a table that its total is made of: "total sales". */
    private Optional<Expr> amount(Link table) {
        boolean money = draft.words
                .text()
                .toLowerCase(Locale.ROOT)
                .matches("(?s).*\\b(revenue|amount|value|worth|spent|sales in|quarterly sales|monthly sales)\\b.*");
        Set<String> nouns = draft.schema.relations().get(table.chosen.table()).names().stream()
                .flatMap(name -> Words.of(name).list().stream())
                .map(Words.Word::stem)
                .collect(Collectors.toSet());
        return draft.schema.relations().get(table.chosen.table()).columns().entrySet().stream()
                .filter(column -> column.getValue().type() == Type.NUMBER
                        && column.getKey().matches("(?i).*(amount|price|amt|value|total|cost|revenue).*"))
                .filter(column -> money
                        || column.getValue().names().stream()
                                .anyMatch(name ->
                                        name.split(" ").length > 1 && nouns.contains(Words.stem(name.split(" ")[0]))))
                .map(column -> Expr.column(table.chosen.table(), column.getKey()))
                .findFirst();
    }
}
