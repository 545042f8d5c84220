package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a question says in the words of a semantic model, before any decision on how to answer it.
 *
 * @param words the question
 * @param metrics metrics in order, those of sets included
 * @param members places in the text where members are named
 * @param excluded those of them that are left out: "except the Lakers"; they are not among the members
 * @param dimensions dimensions named as such, in order
 * @param classes data classes named
 * @param from first year named
 * @param to last year named
 * @param bounds conditions on metrics
 * @param limit how many are asked for
 * @param noLimit a number that stands where it says how many, and cannot: "top 0"; empty for none
 * @param each the dimension each of whose members has an order or a count of its own: "the leading scorer of each team"
 * @param place which row of the order is asked for, as in "the second best"; 0 for none
 * @param ranking 1 large values first, -1 small ones, 0 none
 * @param literal whether the order is said by size ("highest") and not by merit ("best")
 * @param signals what else steers the answer
 * @param unknown content words and numbers that mean nothing in the model
 * @param remarks what has to be said about how it was read
 */
record ModelQuestion(
        Words words,
        List<Found> metrics,
        List<Named> members,
        List<Named> excluded,
        List<Found> dimensions,
        List<String> classes,
        Optional<Integer> from,
        Optional<Integer> to,
        List<Bound> bounds,
        Optional<Integer> limit,
        String noLimit,
        Optional<String> each,
        int place,
        int ranking,
        boolean literal,
        Set<Signal> signals,
        List<String> unknown,
        List<String> remarks) {

    private static final Pattern TOP =
            Pattern.compile("(?i)\\b(top|bottom|best|worst)[- ](\\d+|two|three|four|five|six|seven|eight|nine|ten)\\b");

    /** Grammar that steers the answer. */
    enum Signal {
        COUNT,
        WHO,
        EACH,
        CAREER,
        SINGLE,
        AVERAGE,
        COMPARE,
        RANK,
        IMPROVE,
        DIFFERENCE,
        UNQUALIFIED,
        VAGUE,
        PRONOUN,
        FRAGMENT,
        SHOW_SQL,
        LAST,
        GAME,
        COMMAND,
        CLASSES,
        LIST,
        LEADS,
        ALL,
        SHARE,
        COUNTED
    }

    /** A metric or dimension with its place: words from start (inclusive) to end (exclusive). */
    record Found(String name, int start, int end) {}

    /**
     * A name with the members it may mean, the likeliest first.
     *
     * @param clear whether the first is meant
     */
    record Named(String dimension, List<Member> members, int start, int end, boolean clear) {
        Member first() {
            return members.get(0);
        }
    }

    /** A condition, with the number's place. */
    record Bound(String metric, Threshold threshold, int start) {}

    boolean has(Signal signal) {
        return signals.contains(signal);
    }

    /** Whether the conditions are claims about a single one who is named, to be told true or false, and no choice among many. */
    boolean claims(SemanticModel model) {
        List<Named> entities = members.stream()
                .filter(named -> model.dimensions().get(named.dimension()).of().isEmpty()
                        && model.dimensions().get(named.dimension()).values().isEmpty())
                .toList();
        return !bounds.isEmpty()
                && entities.size() == 1
                && !has(Signal.COUNT)
                && !has(Signal.GAME)
                && !has(Signal.WHO)
                && !has(Signal.LIST)
                && each.isEmpty()
                && dimensions.stream()
                        .map(Found::name)
                        .filter(name -> !model.dimensions().get(name).table().isEmpty())
                        .allMatch(entities.get(0).dimension()::equals);
    }

    /** Whether it asks for the first of two orders at once: "a top five offense and a top five defense". */
    boolean asksTwoOrders() {
        return TOP.matcher(words.text()).results().count() > 1
                && metrics.stream().map(Found::name).distinct().count() > 1;
    }

    /** The text of a place. */
    String text(int start, int end) {
        return words.slice(start, end);
    }

    List<Named> of(String dimension) {
        return members.stream()
                .filter(named -> named.dimension().equals(dimension))
                .toList();
    }
}
