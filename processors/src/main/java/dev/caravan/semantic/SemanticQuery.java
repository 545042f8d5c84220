package dev.caravan.semantic;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * A question to a semantic model, without any SQL.
 *
 * @param classes data classes by schema name; several are united, with {@code sector} to tell them
 *     apart
 * @param level product level, 1, 2 or 4
 * @param measures what to measure, at least one; the first is ordered by
 * @param by dimensions to list by, in order; year is one of them in a series
 * @param where restrictions, all of which hold
 * @param years which years
 * @param ascending order of the first measure, small ones first
 * @param limit how many rows at most; empty for all
 * @param thresholds conditions on the first measure
 * @param count whether only the number of rows is asked for
 * @param conditions on other measures than the first
 * @param page which part of the order is wanted
 * @param leading restricts a series to those that lead in one of its years; empty for all
 * @param first turns the first few into what one of them, or they together, have; empty for their rows
 * @param across sets members of a dimension side by side in one row, with conditions on each; empty for a row each
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false, enableGetters = false)
public record SemanticQuery(
        List<String> classes,
        int level,
        List<Measure> measures,
        List<String> by,
        List<Restriction> where,
        Years years,
        boolean ascending,
        Optional<Integer> limit,
        List<Threshold> thresholds,
        boolean count,
        List<Condition> conditions,
        Page page,
        Optional<Leading> leading,
        Optional<First> first,
        Optional<Across> across) {

    /** A query for all of the order, from its beginning. */
    public SemanticQuery(
            List<String> classes,
            int level,
            List<Measure> measures,
            List<String> by,
            List<Restriction> where,
            Years years,
            boolean ascending,
            Optional<Integer> limit,
            List<Threshold> thresholds,
            boolean count,
            List<Condition> conditions) {
        this(
                classes,
                level,
                measures,
                by,
                where,
                years,
                ascending,
                limit,
                thresholds,
                count,
                conditions,
                Page.WHOLE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A query without further conditions. */
    public SemanticQuery(
            List<String> classes,
            int level,
            List<Measure> measures,
            List<String> by,
            List<Restriction> where,
            Years years,
            boolean ascending,
            Optional<Integer> limit,
            List<Threshold> thresholds,
            boolean count) {
        this(classes, level, measures, by, where, years, ascending, limit, thresholds, count, List.of());
    }

    /** The same query for a part of its order: {@code most} rows of it. */
    public SemanticQuery part(Page part, int most) {
        return SemanticQueryBuilder.builder(this)
                .limit(Optional.of(most))
                .page(part)
                .build();
    }

    /** The same query with an order, or where rows are counted a count, for each member of a dimension. */
    public SemanticQuery ofEach(Page part) {
        return SemanticQueryBuilder.builder(this).page(part).build();
    }

    /** The same query with the smallest first, or the largest. */
    public SemanticQuery ordered(boolean smallFirst) {
        return SemanticQueryBuilder.builder(this).ascending(smallFirst).build();
    }

    /** The same query with one condition more on the first measure. */
    public SemanticQuery bounded(Threshold threshold) {
        List<Threshold> all = java.util.stream.Stream.concat(thresholds.stream(), java.util.stream.Stream.of(threshold))
                .toList();
        return SemanticQueryBuilder.builder(this).thresholds(all).build();
    }

    /** The same query with other conditions: on its first measure, and on other ones. */
    public SemanticQuery bounded(List<Threshold> own, List<Condition> others) {
        return SemanticQueryBuilder.builder(this)
                .thresholds(own)
                .conditions(others)
                .build();
    }

    /** The same query with other restrictions. */
    public SemanticQuery restricted(List<Restriction> others) {
        return SemanticQueryBuilder.builder(this).where(others).build();
    }

    /** The same query for what its first rows have together, or one of them has of that. */
    public SemanticQuery ofTheFirst(First of) {
        return SemanticQueryBuilder.builder(this).first(Optional.of(of)).build();
    }

    /** The same query for other measures. */
    public SemanticQuery measuring(List<Measure> others) {
        return SemanticQueryBuilder.builder(this).measures(others).build();
    }

    /** The same query listed by other dimensions. */
    public SemanticQuery listedBy(List<String> dimensions) {
        return SemanticQueryBuilder.builder(this).by(dimensions).build();
    }

    /** The same query over other years, each with the rows of those that lead in one of them. */
    public SemanticQuery over(Years others, Optional<Leading> first) {
        return SemanticQueryBuilder.builder(this)
                .years(others)
                .limit(first.isPresent() ? Optional.empty() : limit)
                .leading(first)
                .build();
    }

    /** The same query for one measure with the members of a dimension side by side; conditions on the measure are those of the cells. */
    public SemanticQuery across(Measure measure, Across cells, boolean smallFirst) {
        return SemanticQueryBuilder.builder(this)
                .measures(List.of(measure))
                .ascending(smallFirst)
                .thresholds(List.of())
                .across(Optional.of(cells))
                .build();
    }

    /**
     * Those that lead in one year.
     *
     * @param dimension whose members they are
     * @param most how many
     * @param year in which
     */
    public record Leading(String dimension, int most, int year) {}

    /**
     * What the first rows of an order are asked for.
     *
     * @param country whose share in what they have is asked for; empty where all of them together are
     */
    public record First(Optional<String> country) {}

    /**
     * Members of a dimension side by side.
     *
     * @param dimension one of those the query lists by; the others make the rows
     * @param cells at least two
     * @param order what the rows are ordered by
     */
    public record Across(String dimension, List<Cell> cells, Order order) {
        /** Takes a copy. */
        public Across {
            cells = List.copyOf(cells);
        }

        /** What rows are ordered by. */
        public enum Order {
            /** The first cell. */
            FIRST,
            /** By how much the second cell is more than the first; of places by how many it is better. */
            DIFFERENCE,
            /** The smaller of what the cells with a lower bound have. */
            LEAST
        }
    }

    /**
     * The value of one member.
     *
     * @param member its code; of a year the number, of a group {@code type:name}
     * @param bound a condition on the value, what is missing counting as nothing; empty for none
     * @param above the member whose value is smaller; empty where they are not compared
     */
    public record Cell(String member, Optional<Threshold> bound, Optional<String> above) {}

    /**
     * A part of an order.
     *
     * @param skip how many rows to leave out first: 1 for "the second largest"
     * @param each a dimension each of whose members has an order of its own; empty for one order of all rows
     * @param ties whether those that share the last place are all shown
     */
    public record Page(int skip, String each, boolean ties) {
        /** Without those that share the last place. */
        public Page(int skip, String each) {
            this(skip, each, false);
        }

        /** From the beginning, in one order. */
        public static final Page WHOLE = new Page(0, "");
    }

    /**
     * A condition on any metric.
     *
     * @param metric name in the model
     * @param threshold the bound, in the metric's unit
     * @param than the metric of the same row that is the bound instead of the threshold's value; empty for a plain bound
     */
    public record Condition(String metric, Threshold threshold, String than) {
        /** A plain bound. */
        public Condition(String metric, Threshold threshold) {
            this(metric, threshold, "");
        }
    }

    /** How a metric is turned into a number. */
    public enum Form {
        /** As it is. */
        VALUE,
        /** The mean over years or over members: of what can be added up the sum by their number, of the rest the mean of the values. */
        AVERAGE,
        /** In percent of the sum over all members of a dimension. */
        SHARE,
        /** First year, last year, difference, change in percent and yearly growth in percent. */
        GROWTH,
        /** The same columns as for GROWTH; what comes first, and what bounds are on, is the difference, not the percentage. */
        CHANGE,
        /** Place among all members of a dimension, with their number. */
        RANK
    }

    /**
     * A metric in a form.
     *
     * @param metric name in the model
     * @param form how it is turned into a number
     * @param over for SHARE and RANK: the dimension whose members make up the whole; for VALUE: the one whose rows are read,
     *     where a table without it would have the figure too
     */
    public record Measure(String metric, Form form, String over) {
        /** The metric as it is. */
        public static Measure of(String metric) {
            return new Measure(metric, Form.VALUE, "");
        }
    }

    /** What the codes of a restriction stand for. */
    public enum Scope {
        /** The members themselves. */
        THESE,
        /** Groups, as type:name, whose members are meant. */
        MEMBERS_OF,
        /** All but these members. */
        NOT_THESE,
        /** All but the members of these groups, written as type:name. */
        NOT_MEMBERS_OF,
        /** All but these members of a higher level and what lies below them. */
        NOT_WITHIN,
        /** Products of which those that are listed have nothing. */
        LACKING,
        /** Members of a higher level, what lies below them being meant: headings of a chapter. */
        WITHIN
    }

    /**
     * A restriction to members of a dimension.
     *
     * @param dimension which
     * @param codes codes of members or groups
     * @param scope what the codes stand for
     */
    public record Restriction(String dimension, List<String> codes, Scope scope) {
        /** Takes a copy. */
        public Restriction {
            codes = List.copyOf(codes);
        }

        /** Whether the codes are groups. */
        public boolean memberOf() {
            return scope == Scope.MEMBERS_OF;
        }

        /** Whether it leaves members out. */
        public boolean isExclusion() {
            return scope == Scope.NOT_THESE || scope == Scope.NOT_MEMBERS_OF || scope == Scope.NOT_WITHIN;
        }

        /** The same codes, let in instead of left out. */
        public Restriction turned() {
            return new Restriction(
                    dimension,
                    codes,
                    switch (scope) {
                        case NOT_THESE -> Scope.THESE;
                        case NOT_WITHIN -> Scope.WITHIN;
                        default -> Scope.MEMBERS_OF;
                    });
        }

        /** Whether it leaves exactly one member. */
        public boolean isSingle() {
            return scope == Scope.THESE && codes.size() == 1;
        }
    }

    /** What a span of years means. */
    public enum Span {
        /** One year. */
        ONE,
        /** Every year, a row each. */
        EACH,
        /** All years taken together. */
        TOTAL,
        /** The first and the last year, compared. */
        ENDS
    }

    /**
     * Years, both inclusive.
     *
     * @param from first
     * @param to last
     * @param span what they mean
     * @param only the years of the span that are meant where they are named one by one; empty for all
     */
    public record Years(int from, int to, Span span, List<Integer> only) {
        /** Takes a copy. */
        public Years {
            only = List.copyOf(only);
        }

        /** All years of a span. */
        public Years(int from, int to, Span span) {
            this(from, to, span, List.of());
        }

        /** One year. */
        public static Years one(int year) {
            return new Years(year, year, Span.ONE);
        }
    }

    /**
     * A condition on a measure's value, in the measure's unit.
     *
     * @param operator one of &gt;, &gt;=, &lt;, &lt;=
     * @param value the bound
     * @param country a country whose own value is the bound instead; empty for a plain bound
     */
    public record Threshold(String operator, double value, String country) {
        /** Only the four operators reach SQL. */
        public Threshold {
            if (!List.of(">", ">=", "<", "<=").contains(operator)) {
                throw new IllegalArgumentException("operator " + operator);
            }
        }

        /** A plain bound. */
        public Threshold(String operator, double value) {
            this(operator, value, "");
        }

        /** Whether a value meets it; only for a plain bound. */
        public boolean holds(double measured) {
            return switch (operator) {
                case ">" -> measured > value;
                case ">=" -> measured >= value;
                case "<" -> measured < value;
                default -> measured <= value;
            };
        }

        /** The same condition on the value with the opposite sign: a deficit above 5 is a balance below -5. */
        public Threshold negated() {
            return new Threshold((operator.startsWith("<") ? ">" : "<") + operator.substring(1), -value, country);
        }
    }

    /** Takes copies. */
    public SemanticQuery {
        classes = List.copyOf(classes);
        measures = List.copyOf(measures);
        by = List.copyOf(by);
        where = List.copyOf(where);
        thresholds = List.copyOf(thresholds);
        conditions = List.copyOf(conditions);
        if (measures.isEmpty() || classes.isEmpty()) {
            throw new IllegalArgumentException("a query needs a measure and a class");
        }
    }
}
