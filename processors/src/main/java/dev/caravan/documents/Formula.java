package dev.caravan.documents;

import dev.caravan.documents.CorpusTerms.Item;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** What has to be worked out: figures of statements joined by arithmetic. */
sealed interface Formula {
    /** Every line of a statement that it needs. */
    List<Line> lines();

    /** A number that stands in the formula. */
    record Number(double value) implements Formula {
        @Override
        public List<Line> lines() {
            return List.of();
        }
    }

    /**
     * A line of a statement.
     *
     * @param item which
     * @param year of which year; empty for the one the formula is worked out for
     */
    record Line(Item item, OptionalInt year) implements Formula {
        @Override
        public List<Line> lines() {
            return List.of(this);
        }
    }

    /** Two parts joined by one of {@code + - * /}. */
    record Joined(char sign, Formula left, Formula right) implements Formula {
        @Override
        public List<Line> lines() {
            return Stream.concat(left.lines().stream(), right.lines().stream()).toList();
        }
    }

    /**
     * The average or the change of a part over a year and the one before.
     *
     * @param change whether the change is meant
     * @param part of what
     */
    record OverTwoYears(boolean change, Formula part) implements Formula {
        @Override
        public List<Line> lines() {
            return part.lines();
        }
    }
}
