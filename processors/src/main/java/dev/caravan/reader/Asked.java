package dev.caravan.reader;

import java.util.Set;
import java.util.function.Predicate;

/**
 * How a question is asked.
 *
 * @param listing whether rows are asked for by a word such as which or list
 * @param done whether it is asked what somebody did something to: "what did they order"
 * @param plural whether a clause ends in a noun in the plural
 * @param possessed whether a clause stands behind a genitive
 * @param theirs whether it stands behind "their"
 * @param being whether a form of "to be" stands behind it
 * @param of whether "of" stands before it
 * @param to whether it ends in "to"
 * @param doers what people are called who do what its verbs say
 */
record Asked(
        boolean listing,
        boolean done,
        Predicate<Edge> plural,
        Predicate<Edge> possessed,
        Predicate<Edge> theirs,
        Predicate<Edge> being,
        Predicate<Edge> of,
        Predicate<Edge> to,
        Set<String> doers) {}
