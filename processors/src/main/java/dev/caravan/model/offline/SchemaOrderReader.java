package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaDraft.Measure;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Order;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the order of the rows and how many are wanted, such as "the 3 longest rivers" or "sorted by name". */
final class SchemaOrderReader {
    private final SchemaDraft draft;
    private final SchemaCalendar calendar;

    SchemaOrderReader(SchemaDraft draft, SchemaCalendar calendar) {
        this.draft = draft;
        this.calendar = calendar;
    }

    void ranking() {
        limit();
        for (int i = 0; i < draft.size; i++) {
            int at = i;
            boolean most = SchemaGrammar.MOST.contains(draft.word(i));
            boolean least = SchemaGrammar.LEAST.contains(draft.word(i));
            if (!most && !least
                    || draft.word(i - 1).equals("at")
                    || draft.gap(i).contains("-")
                    || draft.measures.stream().anyMatch(m -> m.start() == at)) {
                continue;
            }
            Optional<Double> many =
                    SchemaDraft.number(draft.word(i + 1)).or(() -> SchemaDraft.number(draft.word(at - 1)));
            boolean top = Set.of("top", "bottom", "best", "worst").contains(draft.word(i));
            if (many.isPresent()) {
                draft.limit = draft.limit == 0 ? many.get().intValue() : draft.limit;
            }
            Optional<Measure> measure = draft.measures.stream()
                    .filter(m -> m.start() > at
                            && m.start() - at <= (top ? 14 : 3)
                            && draft.sentence[m.start()] == draft.sentence[at])
                    .findFirst();
            if (measure.isEmpty()
                    && top
                    && draft.links.stream()
                            .noneMatch(link -> link.start > at
                                    && draft.isNumeric(link)
                                    && draft.sentence[link.start] == draft.sentence[at])) {
                measure = draft.measures.stream()
                        .filter(m -> m.value().aggregate())
                        .findFirst();
            }
            if (measure.isPresent()) {
                rank(measure.get().value(), most);
                continue;
            }
            if (isOften(i)) {
                rankOften(i, most);
                continue;
            }
            if (draft.is(i + 1, "expensive") || draft.word(i).equals("cheapest")) {
                Optional<Link> price = draft.links.stream()
                        .filter(draft::isNumeric)
                        .filter(link -> link.chosen.column().matches("(?i).*(price|cost|fee|amount).*"))
                        .findFirst();
                if (price.isPresent()) {
                    rankBy(price.get(), most);
                    continue;
                }
            }
            rankNamed(i, many, top, most, least);
        }
    }

    /** Ranks by how many rows there are: "the most common", "the least popular". */
    private void rankOften(int i, boolean most) {
        if (draft.orders.isEmpty()) {
            Link counted = draft.links.stream()
                    .filter(link -> link.isTable() && link.chosen.table().equals(draft.root()))
                    .findFirst()
                    .orElse(draft.links.get(0));
            draft.measures.add(new Measure(i, i + 2, Expr.rows(draft.root()), "number", counted));
            rank(draft.measures.get(draft.measures.size() - 1).value(), most);
        }
    }

    private boolean isOften(int i) {
        return draft.is(i + 1, "frequently")
                || draft.is(i + 1, "common")
                || draft.is(i + 1, "commonly")
                || draft.is(i + 1, "often")
                || draft.is(i + 1, "popular")
                || draft.is(i + 1, "active")
                || draft.is(i + 1, "frequent");
    }

    /** "The 3 aircraft with the highest speed". */
    private void limit() {
        for (Link link : draft.links) {
            boolean some = link.isTable()
                    && draft.limit == 0
                    && Set.of("the", "are", "list", "return", "which", "first", "show", "give")
                            .contains(draft.word(link.start - 2));
            if (some && SchemaDraft.number(draft.word(link.start - 1)).isPresent()) {
                draft.limit = SchemaDraft.number(draft.word(link.start - 1))
                        .orElseThrow()
                        .intValue();
            }
        }
    }

    /** Ranks by what a superlative stands before: "the longest river", "the highest rating". */
    private void rankNamed(int i, Optional<Double> many, boolean top, boolean most, boolean least) {
        int at = i;
        Optional<Link> first = draft.next(i + 1, many.isPresent() ? 2 : 3);
        Optional<Link> link = first.filter(Link::isValue)
                .flatMap(value -> draft.next(value.end, 1))
                .or(() -> first);
        if (link.isPresent()
                && SchemaGrammar.IN_TIME.contains(draft.word(i))
                && calendar.dateColumn(i).isPresent()
                && !draft.isNumeric(link.get())) {
            rank(
                    calendar.dateColumn(i).get(),
                    draft.word(i).equals("latest") || draft.word(i).equals("newest"));
        } else if (link.isPresent() && draft.isNumeric(link.get())) {
            rankBy(link.get(), most);
        } else if (link.isPresent()
                && (top || link.get().isTable() && draft.word(link.get().end).equals("by"))) {
            // "top 5 countries by total amount", the measure being a column
            Optional<Link> by = draft.links.stream()
                    .filter(other -> other.start > link.get().start
                            && draft.isNumeric(other)
                            && draft.sentence[other.start] == draft.sentence[at])
                    .findFirst();
            by.ifPresent(other -> rankBy(other, most));
        } else if (link.isPresent()
                && link.get().isTable()
                && draft.measures.stream()
                        .anyMatch(m -> m.link().chosen.equals(link.get().chosen)
                                && m.value().aggregate())
                && !draft.groupLinks.contains(link.get())) {
            link.get().used = true;
            rank(
                    draft.measures.stream()
                            .filter(m -> m.link().chosen.equals(link.get().chosen))
                            .findFirst()
                            .orElseThrow()
                            .value(),
                    most);
        } else if (link.isPresent()
                && !link.get().used
                && link.get().isTable()
                && !link.get().equals(draft.subject().orElse(null))) {
            link.get().used = true;
            Expr value = draft.counter(link.get().chosen.table())
                    .map(column -> new Expr("sum(" + column.sql() + ")", true))
                    .orElseGet(() -> Expr.rows(link.get().chosen.table()));
            draft.measures.add(
                    new Measure(i, link.get().end, value, "number_of_" + draft.label(link.get()), link.get()));
            rank(value, most);
        } else if (most || least) {
            // "the longest river", "the highest mountain": its one figure
            Optional<Expr> figure = link.filter(Link::isTable).flatMap(draft::figure);
            figure.ifPresent(value -> rank(value, most && !draft.word(at).equals("shortest")));
        }
    }

    private void rankBy(Link link, boolean most) {
        Expr value = draft.column(link);
        Optional<Measure> measured =
                draft.measures.stream().filter(m -> m.link() == link).findFirst();
        if (measured.isPresent()) {
            rank(measured.get().value(), most);
            return;
        }
        boolean grouped = !draft.groups.isEmpty()
                || draft.measures.stream().anyMatch(m -> m.value().aggregate());
        rank(grouped ? new Expr((most ? "max(" : "min(") + value.sql() + ")", true) : value, most);
        if (!link.used) {
            link.used = true;
            draft.measures.add(new Measure(
                    link.start,
                    link.end,
                    grouped ? new Expr((most ? "max(" : "min(") + value.sql() + ")", true) : value,
                    link.chosen.column(),
                    link));
        }
    }

    private void rank(Expr value, boolean descending) {
        if (draft.orders.isEmpty()) {
            draft.orders.add(new Order(value, descending));
            draft.ranked = true;
        }
    }

    void ordering() {
        Matcher said = Pattern.compile("(?i)\\b(order(?:ed)?|sort(?:ed)?|arranged?|ranked)\\b")
                .matcher(draft.words.text());
        while (said.find()) {
            int at = draft.at(said.start());
            String rest = draft.words
                    .text()
                    .substring(said.start())
                    .toLowerCase(Locale.ROOT)
                    .split("[.?!]")[0];
            boolean descending = rest.matches(
                    "(?s).*\\b(descending|desc|highest to lowest|highest first|decreasing|most to least|largest to smallest|newest first|most recent first)\\b.*");
            boolean ascending = rest.matches(
                    "(?s).*\\b(ascending|asc|lowest to highest|lowest|alphabetical\\w*|increasing|smallest|oldest first)\\b.*");
            Optional<Measure> measure =
                    draft.measures.stream().filter(m -> m.start() >= at).findFirst();
            Optional<Link> link = draft.links.stream()
                    .filter(l -> l.start > at && !l.isValue() && draft.sentence[l.start] == draft.sentence[at])
                    .findFirst();
            Expr value = null;
            if (measure.isPresent() && rest.contains(" by")) {
                value = draft.measures.stream()
                        .filter(m -> m.link().chosen.equals(measure.get().link().chosen))
                        .findFirst()
                        .orElseThrow()
                        .value();
                Measure repeated = measure.get();
                if (draft.measures.stream()
                        .anyMatch(m -> m != repeated && m.value().equals(repeated.value()))) {
                    draft.measures.remove(repeated);
                }
            } else if (link.isPresent() && rest.contains(" by")) {
                Optional<Measure> same = draft.measures.stream()
                        .filter(m -> m.link().chosen.equals(link.get().chosen))
                        .findFirst();
                value = same.map(Measure::value)
                        .orElseGet(() -> link.get().isTable()
                                ? draft.items(link.get()).get(0).value()
                                : draft.column(link.get()));
                link.get().used = true;
            }
            if (value != null) {
                draft.orders.clear();
                draft.orders.add(new Order(value, descending));
                if (measure.isEmpty() || !rest.contains(" by")) {
                    int begin = link.get().end;
                    draft.links.stream()
                            .filter(l -> l.start > begin
                                    && l.start - begin <= 3
                                    && l.isColumn()
                                    && draft.sentence[l.start] == draft.sentence[at]
                                    && draft.between(begin, l.start)
                                            .matches("\\s*,?\\s*(and|then|and then|,)\\s*(by )?(the )?"))
                            .findFirst()
                            .ifPresent(l -> draft.orders.add(new Order(draft.column(l), descending)));
                }
            } else if (!draft.orders.isEmpty() && (descending || ascending)) {
                Order known = draft.orders.get(0);
                draft.orders.set(0, new Order(known.value(), descending || known.descending() && !ascending));
            } else if (rest.contains("alphabetical") || descending || ascending) {
                draft.alphabetical = Optional.of(descending);
            }
            if (draft.limit == 0) {
                draft.ranked = false;
            }
        }
    }
}
