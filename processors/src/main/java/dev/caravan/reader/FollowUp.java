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
            Optional<Rank> ofGroups = ofGroups(edge, merged);
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

    /** "The five cheapest": of what was told for each, by the figure that was told. */
    private Optional<Rank> ofGroups(Edge edge, List<Edge> merged) {
        boolean grouped = merged.stream().anyMatch(other -> other.kind() == Kind.GROUP)
                && merged.stream().anyMatch(other -> FIGURES.contains(other.kind()));
        return grouped
                        && edge.kind() == Kind.RANK
                        && edge.meaning() instanceof Rank rank
                        && rank.of().isEmpty()
                        && rank.by().orElse(null) instanceof Meaning.Scale scale
                        && scale.columns().stream()
                                .min(Comparator.comparingDouble(Named::cost))
                                .filter(named -> facts.isMeasure(named.field()))
                                .isPresent()
                ? Optional.of(new Rank(rank.descending(), rank.number(), Optional.empty(), Optional.empty(), false))
                : Optional.empty();
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
