package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.During;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Named;
import dev.caravan.reader.Meaning.Rank;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Merges what is asked after a question into it: clause by clause, the new one in the place of its like. */
final class FollowUp {
    private static final Set<Kind> FIGURES = Set.of(Kind.FIGURE, Kind.AMOUNT, Kind.COUNT);
    private static final Set<Kind> COUNTED =
            Set.of(Kind.THING, Kind.EVENT, Kind.COLUMN, Kind.FIGURE, Kind.AMOUNT, Kind.GROUP);
    private static final Set<Kind> SUPERLATIVES = Set.of(Kind.GROUP, Kind.COLUMN, Kind.RANK, Kind.LIMIT);
    private static final Set<Kind> RANKS = Set.of(Kind.RANK, Kind.LIMIT, Kind.NUMBER);

    // with the words before it, a pronoun has nothing in its own question that it could stand for
    private static final int EARLY = 3;

    private final Facts facts;
    private final Periods periods;
    private final List<String> beginnings;
    private final List<String> backward;
    private final List<String> early;
    private final List<String> endings;
    private final List<String> pronouns;

    FollowUp(Language language, SchemaGraph graph, Periods periods) {
        this.facts = new Facts(graph);
        this.periods = periods;
        this.backward = language.list("refers");
        this.early = language.list("refers_early");
        this.endings = language.list("continues_at_end");
        this.pronouns = language.list("pronouns");
        this.beginnings = language.list("continues").stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** Whether a question begins like one that goes on from another. */
    boolean continues(String question) {
        return !stripped(question).equals(question.strip())
                || question.strip().split("\\s+").length < 3
                || pointsBack(question)
                || ends(question);
    }

    /** Whether it means nothing by itself: it narrows another, or begins with what stands for something said before. */
    boolean needsBefore(String question) {
        List<Words.Word> words = Words.of(question).list();
        return pointsBack(question)
                || ends(question)
                || words.stream().limit(EARLY).anyMatch(word -> pronouns.contains(word.folded()));
    }

    private boolean ends(String question) {
        List<Words.Word> words = Words.of(question).list();
        return !words.isEmpty() && endings.contains(words.get(words.size() - 1).folded());
    }

    /** Whether it asks of what was found: "how many of those". */
    private boolean pointsBack(String question) {
        String folded = " " + question.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ") + " ";
        return backward.stream().anyMatch(phrase -> folded.contains(" " + phrase + " "))
                || early.stream().anyMatch(phrase -> {
                    int at = folded.indexOf(" " + phrase + " ");
                    return at >= 0 && folded.substring(0, at).split(" ").length <= EARLY;
                });
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
                String lower = text.toLowerCase(Locale.ROOT);
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

    /** "And the year before": the time that was asked of, moved; empty where that is not said, or there is no one time. */
    List<Edge> moved(List<Edge> before, String question) {
        Words words = Words.of(stripped(question).replaceFirst("(?i)^the\\s+", ""));
        List<Edge> times = before.stream()
                .filter(edge -> edge.kind() == Kind.CONDITION && edge.meaning() instanceof During)
                .toList();
        if (words.size() != 2 || times.size() != 1) {
            return List.of();
        }
        Edge time = times.get(0);
        During during = (During) time.meaning();
        return periods.shifted(words, during.period())
                .map(period -> List.of(new Edge(
                        time.start(),
                        time.end(),
                        time.kind(),
                        new During(during.columns(), period, during.negated()),
                        time.cost(),
                        time.rule(),
                        List.of())))
                .orElse(List.of());
    }

    /** The clauses of both. */
    List<Edge> merged(List<Edge> before, List<Edge> after) {
        List<Edge> merged = new ArrayList<>(before);
        List<Edge> fresh = new ArrayList<>();
        for (Edge edge : after) {
            if (edge.kind() == Kind.NUMBER) {
                renumbered(merged, Optional.empty(), (int) ((Meaning.Number) edge.meaning()).value());
                continue;
            }
            if (edge.kind() == Kind.LIMIT
                    && edge.meaning() instanceof Rank top
                    && top.number().isPresent()
                    && merged.stream().anyMatch(other -> RANKS.contains(other.kind()))) {
                renumbered(merged, Optional.of(top.descending()), top.number().get());
                continue;
            }
            List<Edge> known = new ArrayList<>(merged);
            known.addAll(fresh);
            if (edge.meaning() instanceof Meaning.Bound bound) {
                fresh.add(new Edge(
                        edge.start(),
                        edge.end(),
                        Kind.CONDITION,
                        new Meaning.Compared(told(known), bound.relation(), bound.number()),
                        edge.cost(),
                        edge.rule(),
                        edge.parts()));
                continue;
            }
            if (isMeasure(edge) && after.stream().filter(this::isMeasure).count() == 1 && replaced(merged, edge)) {
                continue;
            }
            if (FIGURES.contains(edge.kind()) && isGrouped(merged)) {
                merged.removeIf(this::isMeasure);
            }
            Optional<Rank> ofGroups = ofGroups(edge, known);
            if (ofGroups.isPresent()) {
                merged.removeIf(other -> RANKS.contains(other.kind()) || other.kind() == Kind.SORT);
                fresh.add(new Edge(
                        edge.start(), edge.end(), Kind.LIMIT, ofGroups.get(), edge.cost(), edge.rule(), edge.parts()));
                continue;
            }
            if (isNumber(edge) && merged.stream().anyMatch(other -> RANKS.contains(other.kind()))) {
                merged.removeIf(other -> other.kind() == Kind.SORT || isNumber(other));
            }
            if (edge.kind() == Kind.COUNT && after.stream().noneMatch(FollowUp::isCounted) && counted(merged)) {
                continue;
            }
            if (edge.meaning() instanceof Figure figure
                    && figure.of() instanceof Columns of
                    && merged.stream().noneMatch(other -> other.kind() == Kind.GROUP || other.kind() == Kind.RANK)) {
                // of all that was listed together, not of each
                merged.removeIf(other -> other.kind() == Kind.THING && isOf(other.meaning(), of));
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

    /** Whether it is asked of which of what was told for each it is the most, and nothing else. */
    boolean isOfThese(List<Edge> before, List<Edge> after) {
        return isGrouped(before)
                && after.stream().allMatch(edge -> SUPERLATIVES.contains(edge.kind()))
                && after.stream().anyMatch(edge -> RANKS.contains(edge.kind()))
                && after.stream().filter(edge -> !isGrouped(before, edge)).allMatch(edge -> isMost(edge, before));
    }

    /** A superlative that names nothing but what was told, or what it was told for. */
    private boolean isMost(Edge edge, List<Edge> before) {
        return edge.meaning() instanceof Rank rank
                && rank.of().isEmpty()
                && rank.by()
                        .filter(by -> !(by instanceof Meaning.Scale)
                                && !(by instanceof Columns columns
                                        && edge.parts().size() == 2
                                        && isGrouped(before, edge.parts().get(0))))
                        .isEmpty();
    }

    /** Whether something was told for each of what an edge says. */
    private static boolean isGrouped(List<Edge> before, Edge edge) {
        List<Meaning> by = edge.meaning() instanceof Grouping grouping ? grouping.by() : List.of(edge.meaning());
        return before.stream()
                .filter(other -> other.meaning() instanceof Grouping)
                .flatMap(other -> ((Grouping) other.meaning()).by().stream())
                .anyMatch(other -> by.size() == 1 && isSame(other, by.get(0)));
    }

    private static boolean isSame(Meaning one, Meaning other) {
        return one.equals(other)
                || one instanceof Columns columns
                        && other instanceof Columns others
                        && columns.any().stream().map(Named::field).anyMatch(field -> others.any().stream()
                                .anyMatch(named -> named.field().equals(field)));
    }

    private static boolean isGrouped(List<Edge> edges) {
        return edges.stream().anyMatch(edge -> edge.kind() == Kind.GROUP);
    }

    private boolean isMeasure(Edge edge) {
        return edge.kind() == Kind.COLUMN
                && edge.meaning() instanceof Columns columns
                && FigurePhrases.best(columns).filter(facts::isMeasure).isPresent();
    }

    /** "Make it freight": the number in the place of the only one that was told; whether there is such a one. */
    private boolean replaced(List<Edge> merged, Edge edge) {
        List<Edge> told = merged.stream()
                .filter(other -> isMeasure(other)
                        || other.meaning() instanceof Figure figure && figure.of() instanceof Columns of && !of.days())
                .toList();
        boolean other = merged.stream()
                .anyMatch(each ->
                        FIGURES.contains(each.kind()) && !told.contains(each) || each.meaning() instanceof Rank);
        if (told.size() != 1 || other || !isGrouped(merged) && isMeasure(told.get(0))) {
            return false;
        }
        Edge before = told.get(0);
        Meaning meaning = before.meaning() instanceof Figure figure
                ? new Figure(figure.function(), edge.meaning(), figure.where(), figure.distinct())
                : edge.meaning();
        merged.set(
                merged.indexOf(before),
                new Edge(before.start(), before.end(), before.kind(), meaning, edge.cost(), edge.rule(), edge.parts()));
        return true;
    }

    /**
     * The figure that was told for each.
     *
     * @throws Objection where there is none, or more than one
     */
    private Meaning told(List<Edge> merged) {
        List<Edge> figures =
                merged.stream().filter(edge -> FIGURES.contains(edge.kind())).toList();
        List<Edge> numbers = merged.stream().filter(this::isMeasure).toList();
        List<Edge> things =
                merged.stream().filter(edge -> edge.kind() == Kind.THING).toList();
        if (isGrouped(merged) && figures.size() == 1 && figures.get(0).meaning() instanceof Figure figure) {
            return figure;
        } else if (isGrouped(merged) && figures.isEmpty() && numbers.size() == 1) {
            return new Figure(Function.SUM, numbers.get(0).meaning(), List.of(), false);
        } else if (isGrouped(merged) && figures.isEmpty() && numbers.isEmpty() && things.size() == 1) {
            return new Figure(Function.COUNT, things.get(0).meaning(), List.of(), false);
        }
        throw new Objection("it is not said which number is to be so large");
    }

    /**
     * "The five cheapest": of what was told for each, by the figure that was told.
     *
     * @throws Objection where that is another figure than the adjective is said of
     */
    private Optional<Rank> ofGroups(Edge edge, List<Edge> merged) {
        if (!isGrouped(merged) || edge.kind() != Kind.RANK || !(edge.meaning() instanceof Rank rank)) {
            return Optional.empty();
        }
        Meaning by = rank.by().orElse(null);
        if (by instanceof Columns
                && edge.parts().size() == 2
                && isGrouped(merged, edge.parts().get(0))) {
            // which vendor was the slowest, of what was told by vendor
            by = edge.parts().get(1).meaning();
        }
        boolean ofNumbers = rank.of().isEmpty()
                && by instanceof Meaning.Scale scale
                && scale.columns().stream()
                        .min(Comparator.comparingDouble(Named::cost))
                        .filter(named -> facts.isMeasure(named.field()))
                        .isPresent();
        if (ofNumbers && !isTold((Meaning.Scale) by, merged)) {
            throw new Objection("what was told before says nothing of that order");
        }
        return ofNumbers
                ? Optional.of(new Rank(rank.descending(), rank.number(), Optional.empty(), Optional.empty(), false))
                : Optional.empty();
    }

    /** Whether what was told is a number that the adjective is said of; a formula of the model may be. */
    private boolean isTold(Meaning.Scale scale, List<Edge> merged) {
        return merged.stream()
                .filter(edge -> FIGURES.contains(edge.kind()) || isMeasure(edge))
                .map(edge -> edge.meaning() instanceof Figure figure ? figure.of() : edge.meaning())
                .anyMatch(of -> !(of instanceof Meaning.Things)
                        && (!(of instanceof Columns columns) || isSame(columns, new Columns(scale.columns()))));
    }

    private static boolean isOf(Meaning listed, Columns columns) {
        return listed instanceof Meaning.Things things
                && things.any().stream().anyMatch(thing -> columns.any().stream()
                        .anyMatch(named -> named.field().relation().equals(thing.relation())));
    }

    /** A number by which the first are chosen, and nothing to group by. */
    private boolean isNumber(Edge edge) {
        return edge.kind() == Kind.GROUP
                && edge.meaning() instanceof Grouping grouping
                && grouping.by().stream()
                        .allMatch(by -> by instanceof Columns columns
                                && columns.any().stream()
                                        .min(Comparator.comparingDouble(Named::cost))
                                        .filter(named -> facts.isMeasure(named.field()))
                                        .isPresent());
    }

    private static boolean isCounted(Edge edge) {
        return COUNTED.contains(edge.kind());
    }

    /** Counts what was listed; whether there is one such thing. */
    private static boolean counted(List<Edge> edges) {
        List<Edge> listed = edges.stream()
                .filter(edge -> edge.kind() == Kind.THING || edge.kind() == Kind.COLUMN)
                .sorted(Comparator.comparing(edge -> edge.kind() == Kind.COLUMN))
                .toList();
        boolean other = edges.stream().anyMatch(edge -> FIGURES.contains(edge.kind()) || RANKS.contains(edge.kind()));
        boolean one = listed.size() == 1 || !listed.isEmpty() && listed.get(0).kind() == Kind.THING;
        if (other || !one) {
            return false;
        }
        Edge edge = listed.get(0);
        boolean values = edge.kind() == Kind.COLUMN;
        edges.removeIf(each -> listed.contains(each) || each.kind() == Kind.SORT);
        edges.add(new Edge(
                edge.start(),
                edge.end(),
                Kind.FIGURE,
                new Figure(values ? Function.COUNT_DISTINCT : Function.COUNT, edge.meaning(), List.of(), values),
                edge.cost(),
                "how many of those",
                edge.parts()));
        return true;
    }

    /** Another number of the first, in the other direction where one is said. */
    private static void renumbered(List<Edge> edges, Optional<Boolean> descending, int number) {
        for (int i = 0; i < edges.size(); i++) {
            Edge edge = edges.get(i);
            if (RANKS.contains(edge.kind()) && edge.meaning() instanceof Rank rank) {
                Rank other = new Rank(
                        descending.orElse(rank.descending()), Optional.of(number), rank.by(), rank.of(), rank.vague());
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
