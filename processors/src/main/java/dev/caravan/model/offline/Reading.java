package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a question says, word by word, before any decision on how to answer it.
 *
 * @param words the question
 * @param mentions places, products, services and metrics in order
 * @param productClass the classification named, or implied by the years; empty when open
 * @param classNamed whether the person named the classification
 * @param from first year named
 * @param to last year named
 * @param years the years named where they are named one by one, "in 1995, 2010 and 2020"; empty where a span is
 * @param lastYears length of a span counted back from the latest year, such as "past decade"
 * @param latest whether the latest year is asked for in words
 * @param limit how many are asked for, as in "top 5"
 * @param noLimit a number that stands where it says how many, and cannot: "top 0"; empty for none
 * @param ranking direction of a superlative: 1 largest first, -1 smallest first, 0 none
 * @param thresholds conditions on the metric
 * @param bounded the metric that each of the thresholds is about, in their order; empty where the question's own is
 * @param signals grammar that was recognised
 * @param level product level named
 * @param leftover words that carry meaning and were not understood
 * @param notes what words about time were taken for, in sentences
 */
public record Reading(
        Words words,
        List<Mention> mentions,
        Optional<ProductClass> productClass,
        boolean classNamed,
        Optional<Integer> from,
        Optional<Integer> to,
        List<Integer> years,
        Optional<Integer> lastYears,
        boolean latest,
        Optional<Integer> limit,
        String noLimit,
        int ranking,
        List<Threshold> thresholds,
        List<String> bounded,
        Set<Signal> signals,
        Optional<Integer> level,
        List<String> leftover,
        List<String> notes) {

    /** What a bound in percent is about: a share or a growth, whatever the metric. */
    static final String PERCENT = "%";

    /** Grammar that steers the plan. */
    public enum Signal {
        /** Countries are what is asked for. */
        BY_COUNTRY,
        /** Products are what is asked for. */
        BY_PRODUCT,
        /** Trading partners are what is asked for. */
        BY_PARTNER,
        /** A year is what is asked for. */
        BY_YEAR,
        /** The thing asked for is one: "which country", not "which countries". */
        SINGULAR,
        /** A number of things is asked for. */
        COUNT,
        /** A part of a whole. */
        SHARE,
        /** A difference between two years. */
        GROWTH,
        /** A development over years. */
        SERIES,
        /** A place in a ranking. */
        RANK,
        /** Several things side by side. */
        COMPARE,
        /** The whole world is meant. */
        WORLD,
        /** Services are meant, or among what is meant. */
        SERVICES,
        /** Services are to be added to goods. */
        WITH_SERVICES,
        /** Goods are meant. */
        GOODS,
        /** Trade in both directions. */
        BOTH_WAYS,
        /** Every row is asked for. */
        ALL_ROWS,
        /** A summary of a country is asked for. */
        OVERVIEW,
        /** The growth asked for is a yearly one. */
        YEARLY,
        /** A total over several years is asked for. */
        TOTAL,
        /** The members of a group are asked for. */
        MEMBERS,
        /** An event dates the question. */
        EVENT,
        /** Reasons, effects or meanings are asked for, which figures bear on but do not show. */
        CAUSE,
        /** Two years are asked for, not those between them: "in 2000 and in 2020". */
        TWO_YEARS,
        /** What several have at once is asked for. */
        IN_COMMON,
        /** What one has and another has not is asked for. */
        BUT_NOT,
        /** Who trades more with one than with another is asked for. */
        MORE_THAN,
        /** Pairs of countries are what is asked for. */
        PAIRS,
        /** Who does not trade something is asked for. */
        LACKING
    }

    /** What a mention is. */
    public enum Kind {
        /** A country or a group of countries. */
        PLACE,
        /** A product. */
        PRODUCT,
        /** A service category. */
        SERVICE,
        /** A metric of the semantic model. */
        METRIC
    }

    /** The part a place plays. */
    public enum Role {
        /** It is what is measured. */
        SUBJECT,
        /** It is on the other side of the trade. */
        PARTNER,
        /** It is left out: "except China", "without coffee". */
        EXCLUDED
    }

    /**
     * A stretch of words that names a thing.
     *
     * @param start index of the first word
     * @param end index behind the last one
     * @param text as written
     * @param kind what it is
     * @param sense what it may mean; empty for metrics and for products that were not found
     * @param metric the metric's name, empty otherwise
     * @param role the part a place plays
     * @param adjective whether it is used to describe the next word, as in "African countries"
     * @param exact whether the words are the thing's name or a known alias, not just similar
     */
    public record Mention(
            int start,
            int end,
            String text,
            Kind kind,
            Optional<Catalog.Sense> sense,
            String metric,
            Role role,
            boolean adjective,
            boolean exact) {

        Mention withRole(Role other) {
            return new Mention(start, end, text, kind, sense, metric, other, adjective, exact);
        }

        Mention withSense(Catalog.Sense other) {
            return new Mention(start, end, text, kind, Optional.of(other), metric, role, adjective, exact);
        }

        /** The usual meaning; only where there is a sense. */
        Entity entity() {
            return sense.orElseThrow().first();
        }
    }

    /** Takes copies. */
    public Reading {
        mentions = List.copyOf(mentions);
        years = List.copyOf(years);
        thresholds = List.copyOf(thresholds);
        bounded = List.copyOf(bounded);
        signals = Set.copyOf(signals);
        leftover = List.copyOf(leftover);
        notes = List.copyOf(notes);
    }

    /** Whether a signal was recognised. */
    public boolean has(Signal signal) {
        return signals.contains(signal);
    }

    private List<Mention> mentioned(Predicate<Mention> test) {
        return mentions.stream().filter(test).toList();
    }

    /** Places of a role, each thing once. */
    public List<Mention> places(Role role) {
        return mentioned(mention -> mention.kind() == Kind.PLACE && mention.role() == role).stream()
                .filter(mention -> mention.sense().isPresent())
                .toList();
    }

    /** Products and services that are asked about. */
    public List<Mention> goods() {
        return mentioned(m -> (m.kind() == Kind.PRODUCT || m.kind() == Kind.SERVICE) && m.role() != Role.EXCLUDED);
    }

    /** Products and services that are left out, or that are said not to be traded. */
    public List<Mention> goodsLeftOut() {
        return mentioned(m -> (m.kind() == Kind.PRODUCT || m.kind() == Kind.SERVICE) && m.role() == Role.EXCLUDED);
    }

    /** Names of the metrics, each once, in order. */
    public List<String> metrics() {
        return mentioned(mention -> mention.kind() == Kind.METRIC).stream()
                .map(Mention::metric)
                .distinct()
                .toList();
    }
}
