package dev.caravan.documents;

import dev.caravan.documents.CorpusTerms.Item;
import dev.caravan.documents.CorpusTerms.Ratio;
import dev.caravan.documents.CorpusTerms.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a question about a document asks, as far as it was understood.
 *
 * @param text as asked
 * @param sentence the part of it that asks, without instructions for the form of the answer
 * @param years that it names, earliest first
 * @param quarter 1 to 4; 0 for none named
 * @param kinds of documents that it names
 * @param statements that it names
 * @param items lines of statements that it names, in its order
 * @param ratios worked-out figures that it names
 * @param asked the figure to be worked out, where the question is for one
 * @param unread words with a meaning that was not understood
 * @param words those that tell what it is about
 */
record FilingQuestion(
        String text,
        String sentence,
        List<Integer> years,
        int quarter,
        List<String> kinds,
        List<Statement> statements,
        List<Item> items,
        List<Ratio> ratios,
        Optional<AskedFigure> asked,
        Set<String> unread,
        List<String> words) {

    /** How the years of a question are used. */
    enum Over {
        /** The figure of the last year. */
        ONE_YEAR,
        /** How much it grew from the first year to the last, as a share of the first. */
        GROWTH,
        /** The difference of the last year and the first. */
        CHANGE,
        /** The average of the years. */
        AVERAGE,
        /** Whether it rose or fell from the first year to the last. */
        DIRECTION
    }

    /**
     * A figure to be worked out.
     *
     * @param name what it is, as a person reads it
     * @param formula how
     * @param over of which years
     * @param percent whether it is told in per cent
     * @param defined whether the question itself defines it
     */
    record AskedFigure(String name, Formula formula, Over over, boolean percent, boolean defined) {}

    FilingQuestion {
        years = List.copyOf(years);
        kinds = List.copyOf(kinds);
        statements = List.copyOf(statements);
        items = List.copyOf(items);
        ratios = List.copyOf(ratios);
        unread = Set.copyOf(unread);
        words = List.copyOf(words);
    }

    /** The last year named; 0 for none. */
    int lastYear() {
        return years.isEmpty() ? 0 : years.get(years.size() - 1);
    }
}
