package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a question says in the words of a semantic model, before any decision on how to answer it.
 *
 * @param words the question
 * @param metrics metrics in order, those of sets included
 * @param members places in the text where members are named
 * @param dimensions dimensions named as such, in order
 * @param classes data classes named
 * @param from first year named
 * @param to last year named
 * @param bounds conditions on metrics
 * @param limit how many are asked for
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
        List<Found> dimensions,
        List<String> classes,
        Optional<Integer> from,
        Optional<Integer> to,
        List<Bound> bounds,
        Optional<Integer> limit,
        int place,
        int ranking,
        boolean literal,
        Set<Signal> signals,
        List<String> unknown,
        List<String> remarks) {

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
        ALL
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
