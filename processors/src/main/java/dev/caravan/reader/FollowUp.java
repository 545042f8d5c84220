package dev.caravan.reader;

import dev.caravan.query.Value.Field;
import dev.caravan.reader.Meaning.During;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Rank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Merges what is asked after a question into it: clause by clause, the new one in the place of its like. */
final class FollowUp {
    private static final Set<Kind> FIGURES = Set.of(Kind.FIGURE, Kind.AMOUNT, Kind.COUNT);
    private static final Set<Kind> RANKS = Set.of(Kind.RANK, Kind.LIMIT, Kind.NUMBER);

    private final List<String> beginnings;

    FollowUp(Language language) {
        this.beginnings = language.list("continues").stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Whether a question begins like one that goes on from another. */
    boolean continues(String question) {
        return !stripped(question).equals(question.strip()) || question.strip().split("\\s+").length < 3;
    }

    /** Without the words that only say that it goes on; those that say by what stay. */
    String stripped(String question) {
        String text = question.strip();
        boolean found = true;
        while (found) {
            found = false;
            for (String beginning : beginnings) {
                boolean carries =
                        Set.of("by", "per", "for", "in", "excluding", "without").contains(beginning);
                String lower = text.toLowerCase(java.util.Locale.ROOT);
                if (!carries
                        && lower.startsWith(beginning)
                        && lower.substring(beginning.length()).matches("(?s)\\W.*")) {
                    text = text.substring(beginning.length()).strip();
                    found = true;
                }
            }
        }
        return text;
    }

    /** The clauses of both. */
    List<Edge> merged(List<Edge> before, List<Edge> after) {
        List<Edge> merged = new ArrayList<>(before);
        List<Edge> fresh = new ArrayList<>();
        for (Edge edge : after) {
            if (edge.kind() == Kind.NUMBER) {
                renumbered(merged, ((Meaning.Number) edge.meaning()).value());
                continue;
            }
            merged.removeIf(other -> isLike(other, edge));
            boolean again = edge.kind() == Kind.THING
                    && merged.stream()
                            .anyMatch(other -> other.kind() == Kind.THING
                                    || other.meaning()
                                            .toString()
                                            .contains(edge.meaning().toString()));
            if (!again) {
                fresh.add(edge);
            }
        }
        merged.addAll(fresh);
        return merged;
    }

    private static void renumbered(List<Edge> edges, double number) {
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            if (RANKS.contains(edge.kind()) && edge.meaning() instanceof Rank rank) {
                Rank other = new Rank(rank.descending(), Optional.of((int) number), rank.by(), rank.of(), rank.vague());
                edges.set(
                        i,
                        new Edge(edge.start(), edge.end(), edge.kind(), other, edge.cost(), edge.rule(), edge.parts()));
            }
        }
    }

    private static boolean isLike(Edge one, Edge other) {
        if (FIGURES.contains(one.kind())) {
            return FIGURES.contains(other.kind());
        } else if (RANKS.contains(one.kind())) {
            return RANKS.contains(other.kind());
        } else if (one.kind() == Kind.CONDITION && other.kind() == Kind.CONDITION) {
            boolean times = one.meaning() instanceof During && other.meaning() instanceof During;
            return times
                    || one.meaning() instanceof Is a
                            && other.meaning() instanceof Is b
                            && fields(a).stream().anyMatch(fields(b)::contains);
        }
        return one.kind() == other.kind() && (one.kind() == Kind.GROUP || one.kind() == Kind.SORT);
    }

    private static Set<Field> fields(Is is) {
        return is.members().names().get(0).stream()
                .map(stored -> stored.field())
                .collect(Collectors.toSet());
    }
}
