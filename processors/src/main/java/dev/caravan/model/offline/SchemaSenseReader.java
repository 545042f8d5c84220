package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaLexicon.Option;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Chooses among the meanings of each word, such as the "name" of the table that is named beside it. */
final class SchemaSenseReader {
    private final SchemaDraft draft;

    SchemaSenseReader(SchemaDraft draft) {
        this.draft = draft;
    }

    void read() {
        List<Link> open = new ArrayList<>(draft.links);
        Optional<Link> first = draft.links.stream()
                .filter(link -> link.options.stream().anyMatch(option -> option.isTable() && option.strength() == 3))
                .findFirst();
        open.sort(Comparator.comparing((Link link) -> first.isEmpty() || first.get() != link)
                .thenComparingInt((Link link) -> (int)
                        link.options.stream().map(Option::table).distinct().count())
                .thenComparing(link -> link.generic)
                .thenComparing(link -> link.start));
        Set<String> chosen = new LinkedHashSet<>();
        for (Link link : open) {
            referBack(link);
            link.chosen = link.options.stream()
                    .min(Comparator.comparingDouble(option -> cost(option, link, chosen)))
                    .orElseThrow();
            chosen.add(link.chosen.table());
        }
    }

    /** "… the easiness scores … Show the scores": the same column again. */
    private void referBack(Link link) {
        if (draft.sentence[link.start] == 0 || link.options.stream().noneMatch(Option::isColumn)) {
            return;
        }
        String last = draft.words.list().get(link.end - 1).stem();
        for (Link other : draft.links) {
            boolean same = other.start < link.start
                    && draft.sentence[other.start] < draft.sentence[link.start]
                    && !other.generic
                    && draft.words.list().get(other.end - 1).stem().equals(last)
                    && other.end - other.start > link.end - link.start;
            if (same) {
                other.options.stream()
                        .filter(Option::isColumn)
                        .filter(option -> !link.options.contains(option))
                        .forEach(option -> {
                            link.options = new ArrayList<>(link.options);
                            link.options.add(option);
                        });
            }
        }
    }

    private double cost(Option option, Link link, Set<String> chosen) {
        double near = chosen.stream()
                .mapToDouble(table -> draft.sql.distance(table, option.table()))
                .min()
                .orElse(0);
        double central = 0;
        for (Link other : draft.links) {
            if (other != link) {
                central += Math.min(
                        5,
                        other.options.stream()
                                .mapToDouble(each -> draft.sql.distance(option.table(), each.table()))
                                .min()
                                .orElse(0));
            }
        }
        double cost = 3 * Math.min(near, 8) + 0.5 * central + 2 * (3 - option.strength());
        int index = draft.links.indexOf(link);
        Optional<Link> before = index > 0 ? Optional.of(draft.links.get(index - 1)) : Optional.empty();
        Optional<Link> behind =
                index + 1 < draft.links.size() ? Optional.of(draft.links.get(index + 1)) : Optional.empty();
        if (option.isColumn()) {
            cost = ofColumn(cost, option, link, before, behind);
        }
        if (option.isTable()) {
            cost = ofTable(cost, link);
        }
        if (option.isValue()) {
            cost = ofValue(cost, option, link, before, behind);
        }
        return cost;
    }

    private double ofColumn(double base, Option option, Link link, Optional<Link> before, Optional<Link> behind) {
        double cost = base;
        boolean of = behind.isPresent()
                && draft.between(link.end, behind.get().start)
                        .matches("\\s*(of|for|from)( (the|a|an|all|each|every|any|those|these))*\\s*")
                && SchemaDraft.has(behind.get(), option.table());
        boolean possessed =
                before.isPresent() && before.get().end == link.start && SchemaDraft.has(before.get(), option.table());
        boolean each = SchemaGrammar.EACH.contains(draft.word(link.start - 1));
        boolean with = before.isPresent()
                && draft.between(before.get().end, link.start)
                        .matches("\\s*(with|having|whose|that have|which have|has|have)( (the|a|an))*\\s*")
                && SchemaDraft.has(before.get(), option.table());
        boolean again = draft.sentence[link.start] > 0
                && draft.links.stream()
                        .anyMatch(other -> other.chosen != null
                                && other.chosen.equals(option)
                                && draft.sentence[other.start] < draft.sentence[link.start]);
        Optional<Link> head = draft.links.stream()
                .filter(other -> other.options.stream().anyMatch(Option::isTable))
                .findFirst();
        boolean ofSubject = (link.generic || draft.sentence[link.start] > 0)
                && head.isPresent()
                && SchemaDraft.has(head.get(), option.table());
        cost -= of || possessed ? 4 : with ? 6 : 0;
        cost += draft.schema.relations().get(option.table()).references().containsKey(option.column()) ? 1 : 0;
        cost -= 1.5 * said(option, link);
        cost -= (again ? 6 : 0) + (ofSubject ? 2 : 0);
        cost += each && draft.lexicon.column(option).type() == Type.NUMBER && !draft.isIdentifier(option) ? 2 : 0;
        return cost;
    }

    private double ofTable(double base, Link link) {
        double cost = base;
        boolean asked = Set.of("which", "what", "list", "many", "of", "who").contains(draft.word(link.start - 1))
                || draft.word(link.start - 2).equals("number");
        cost -= asked ? 2 : 0.5;
        return cost;
    }

    private double ofValue(double base, Option option, Link link, Optional<Link> before, Optional<Link> behind) {
        double cost = base;
        boolean said = false;
        for (Link other : draft.links) {
            boolean close = other != link
                    && (other.end <= link.start && link.start - other.end <= 2
                            || other.start >= link.end && other.start - link.end <= 1);
            said |= close
                    && other.options.stream()
                            .anyMatch(each -> each.isColumn()
                                    && each.column().equals(option.column())
                                    && each.table().equals(option.table()));
        }
        String preposition = draft.word(link.start - 1);
        boolean directed = Set.of("from", "to", "by").contains(preposition)
                && draft.lexicon.column(option).names().stream().anyMatch(name -> name.startsWith(preposition + " "));
        boolean shown = draft.lexicon.display(option.table()).contains(option.column());
        cost -= (said ? 4 : 0) + (directed ? 5 : 0) + (shown ? 0.5 : 0);
        if (before.isPresent() && before.get().end == link.start
                || behind.isPresent() && behind.get().start == link.end) {
            Link beside = before.isPresent() && before.get().end == link.start ? before.get() : behind.orElseThrow();
            cost -= SchemaDraft.has(beside, option.table()) ? 4 : 0;
        }
        return cost;
    }

    /** How many of a column's other words the question says as well, from none to all of them. */
    private double said(Option option, Link link) {
        Set<String> own = new HashSet<>();
        for (int i = link.start; i < link.end; i++) {
            own.add(draft.words.list().get(i).stem());
        }
        double best = 0;
        for (String name : draft.lexicon.column(option).names()) {
            List<String> others = Words.of(name.replaceAll("(?<=[a-z])(?=\\d)", " ")).list().stream()
                    .map(Words.Word::stem)
                    .filter(stem -> !own.contains(stem))
                    .toList();
            if (!others.isEmpty()) {
                best = Math.max(
                        best,
                        (double) others.stream()
                                        .filter(stem -> draft.words.list().stream()
                                                .anyMatch(word -> word.stem().equals(stem)))
                                        .count()
                                / others.size());
            }
        }
        return best;
    }
}
