package dev.caravan.graphql;

import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.graphql.YearCoverage.Span;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What rules know better than a model: the type that fits the things named, the API that has it, the years a
 * classification covers, and what is assumed where the question leaves something open.
 */
final class QueryRules {
    private static final Set<Integer> LOOKBACKS = Set.of(3, 5, 10, 15);
    private static final int USUAL_LOOKBACK = 5;
    private static final int USUAL_START = 1995;

    private final YearCoverage coverage;

    QueryRules(YearCoverage coverage) {
        this.coverage = coverage;
    }

    /**
     * A question whose type, classification and years are settled.
     *
     * @param notes what was assumed or changed, in sentences
     * @param objection why it cannot be asked, if so
     */
    record Settled(
            QueryType type,
            ProductClass productClass,
            int level,
            int year,
            int fromYear,
            int toYear,
            int lookback,
            List<String> notes,
            Optional<GraphqlRun.Failure> objection) {}

    Settled settle(QueryType classified, Entities entities) {
        List<String> notes = new ArrayList<>();
        QueryType type = typeFor(classified, entities, notes);
        ProductClass asked = entities.productClass().orElse(ProductClass.HS92);
        ProductClass productClass = classFor(type, asked, entities, notes);
        Span span = coverage.of(productClass);
        int level = levelFor(type, entities, notes);
        int lookback =
                entities.lookback().orElseGet(() -> lookbackFrom(entities).orElse(USUAL_LOOKBACK));
        if (type == QueryType.COUNTRY_LOOKBACK
                && entities.lookback().isEmpty()
                && lookbackFrom(entities).isEmpty()) {
            notes.add("The question names no number of years to look back; " + USUAL_LOOKBACK + " years were taken.");
        }
        int last = latest(entities).orElse(span.to());
        int first = entities.minYear()
                .orElse(entities.productClass().isPresent() ? span.from() : Math.max(span.from(), USUAL_START));
        Optional<GraphqlRun.Failure> objection = objection(type, entities, span, productClass);
        if (usesYear(type) && entities.year().isEmpty() && !entities.isRange()) {
            notes.add("The year is not given; " + span.to() + ", the latest, was taken.");
        }
        if (isSeries(type) && entities.minYear().isEmpty()) {
            notes.add("The first year is not given; the series begins in " + first + ".");
        }
        int year = entities.year().orElse(last);
        boolean oneYear = !isSeries(type) && type != QueryType.COUNTRY_LOOKBACK && !entities.isRange();
        return new Settled(
                type,
                productClass,
                level,
                year,
                oneYear ? year : Math.min(first, last),
                oneYear ? year : last,
                lookback,
                List.copyOf(notes),
                objection);
    }

    private static Optional<Integer> latest(Entities entities) {
        return entities.maxYear().or(entities::year);
    }

    private Optional<Integer> lookbackFrom(Entities entities) {
        int last = coverage.of(ProductClass.HS92).to();
        return entities.minYear()
                .filter(first -> entities.maxYear().orElse(last) == last)
                .map(first -> last - first)
                .filter(LOOKBACKS::contains);
    }

    private QueryType typeFor(QueryType classified, Entities entities, List<String> notes) {
        boolean country = entities.names().containsKey(Part.COUNTRY);
        boolean partner = entities.names().containsKey(Part.PARTNER);
        boolean product = entities.names().containsKey(Part.PRODUCT);
        boolean group = entities.names().containsKey(Part.GROUP);
        QueryType type = classified;
        if (group && (!country || isFlow(type)) && type != QueryType.EXPLORE_DATA_AVAILABILITY) {
            type = QueryType.EXPLORE_GROUP;
        }
        if (type == QueryType.EXPLORE_GROUP && !group && country) {
            type = product ? QueryType.TREEMAP_PRODUCTS : QueryType.COUNTRY_YEAR;
        }
        if (!country
                && !group
                && product
                && (isFlow(type) || type == QueryType.MARKETSHARE || type == QueryType.COUNTRY_YEAR)) {
            type = QueryType.PRODUCT_INFO;
        }
        if ((type == QueryType.TREEMAP_BILATERAL || type == QueryType.EXPLORE_BILATERAL) && country && !partner) {
            type = product ? QueryType.TREEMAP_PRODUCTS : QueryType.TREEMAP_PARTNERS;
        }
        if (entities.isRange()) {
            type = switch (type) {
                case COUNTRY_PROFILE -> QueryType.COUNTRY_YEAR;
                case COUNTRY_LOOKBACK -> lookbackFrom(entities).isPresent() ? type : QueryType.COUNTRY_YEAR;
                case TREEMAP_PRODUCTS -> QueryType.OVERTIME_PRODUCTS;
                case TREEMAP_PARTNERS -> QueryType.OVERTIME_PARTNERS;
                case TREEMAP_BILATERAL -> product ? QueryType.EXPLORE_BILATERAL : type;
                default -> type;
            };
        } else if (type == QueryType.COUNTRY_PROFILE
                && entities.year()
                        .filter(year -> year != coverage.of(ProductClass.HS92).to())
                        .isPresent()) {
            type = QueryType.COUNTRY_YEAR;
        }
        if (type != classified) {
            notes.add("Asked as " + type.code() + " instead of " + classified.code() + ": "
                    + (type == QueryType.EXPLORE_GROUP
                            ? "the question is about a group of countries."
                            : type.api() != classified.api()
                                    ? "the Country Pages know the present only, the years asked for are in the Explore API."
                                    : "that fits what the question names."));
        }
        return type;
    }

    /** Whether a query of a type can be about this part of a question; other names in it are not looked up. */
    static boolean uses(QueryType type, Part part) {
        return switch (type) {
            case COUNTRY_PROFILE,
                    COUNTRY_LOOKBACK,
                    NEW_PRODUCTS,
                    COUNTRY_YEAR,
                    TREEMAP_PARTNERS,
                    OVERTIME_PARTNERS -> part == Part.COUNTRY;
            case TREEMAP_PRODUCTS, OVERTIME_PRODUCTS, MARKETSHARE, PRODUCT_SPACE, FEASIBILITY, FEASIBILITY_TABLE -> part
                            == Part.COUNTRY
                    || part == Part.PRODUCT;
            case TREEMAP_BILATERAL, EXPLORE_BILATERAL -> part != Part.GROUP;
            case PRODUCT_INFO -> part == Part.PRODUCT || part == Part.COUNTRY;
            case EXPLORE_GROUP -> part != Part.PARTNER;
            case GLOBAL_DATUM, EXPLORE_DATA_AVAILABILITY, REJECT -> false;
        };
    }

    private static boolean isFlow(QueryType type) {
        return switch (type) {
            case TREEMAP_PRODUCTS,
                    TREEMAP_PARTNERS,
                    TREEMAP_BILATERAL,
                    EXPLORE_BILATERAL,
                    OVERTIME_PRODUCTS,
                    OVERTIME_PARTNERS -> true;
            case REJECT,
                    COUNTRY_PROFILE,
                    COUNTRY_LOOKBACK,
                    NEW_PRODUCTS,
                    MARKETSHARE,
                    PRODUCT_SPACE,
                    FEASIBILITY,
                    FEASIBILITY_TABLE,
                    COUNTRY_YEAR,
                    PRODUCT_INFO,
                    EXPLORE_GROUP,
                    GLOBAL_DATUM,
                    EXPLORE_DATA_AVAILABILITY -> false;
        };
    }

    private static boolean isSeries(QueryType type) {
        return type == QueryType.OVERTIME_PRODUCTS
                || type == QueryType.OVERTIME_PARTNERS
                || type == QueryType.MARKETSHARE;
    }

    private static boolean usesYear(QueryType type) {
        return switch (type) {
            case TREEMAP_PRODUCTS,
                    TREEMAP_PARTNERS,
                    TREEMAP_BILATERAL,
                    EXPLORE_BILATERAL,
                    PRODUCT_SPACE,
                    FEASIBILITY,
                    FEASIBILITY_TABLE,
                    COUNTRY_YEAR,
                    PRODUCT_INFO,
                    EXPLORE_GROUP -> true;
            case REJECT,
                    COUNTRY_PROFILE,
                    COUNTRY_LOOKBACK,
                    NEW_PRODUCTS,
                    OVERTIME_PRODUCTS,
                    OVERTIME_PARTNERS,
                    MARKETSHARE,
                    GLOBAL_DATUM,
                    EXPLORE_DATA_AVAILABILITY -> false;
        };
    }

    /** The Country Pages have two classes; elsewhere a class must cover the years asked for. */
    private ProductClass classFor(QueryType type, ProductClass asked, Entities entities, List<String> notes) {
        if (type.api() == Api.COUNTRY_PAGES) {
            if (asked == ProductClass.HS12 || asked == ProductClass.HS22) {
                notes.add(asked.label() + " is not on the Country Pages; HS 1992 was taken.");
                return ProductClass.HS92;
            }
            return asked;
        }
        Optional<Integer> first = entities.minYear().or(entities::year).or(entities::maxYear);
        Optional<Integer> last = latest(entities).or(() -> first);
        if (first.isEmpty()
                || coverage.of(asked)
                        .covers(
                                first.get(),
                                Math.min(last.get(), coverage.of(asked).to()))) {
            return asked;
        }
        for (ProductClass wider : List.of(ProductClass.HS92, ProductClass.SITC)) {
            if (coverage.of(wider)
                    .covers(first.get(), Math.min(last.get(), coverage.of(wider).to()))) {
                notes.add(asked.label() + " begins in " + coverage.of(asked).from() + "; " + wider.label()
                        + " was taken for the years asked for.");
                return wider;
            }
        }
        return asked;
    }

    private static int levelFor(QueryType type, Entities entities, List<String> notes) {
        boolean product = entities.names().containsKey(Part.PRODUCT);
        if (isSeries(type) && !product) {
            int level = entities.level().orElse(1);
            if (level > 2) {
                notes.add("A series of every product is too long; chapters were taken.");
            }
            return Math.min(level, 2);
        }
        if (entities.level().orElse(4) == 6) {
            notes.add("Products of six digits are not served here; four digits were taken.");
        }
        return Math.min(entities.level().orElse(4), 4);
    }

    private Optional<GraphqlRun.Failure> objection(
            QueryType type, Entities entities, Span span, ProductClass productClass) {
        Optional<Integer> last = latest(entities);
        Optional<Integer> first = entities.minYear().or(entities::year).or(entities::maxYear);
        if (type.api() == Api.EXPLORE
                && first.isPresent()
                && (first.get() > span.to() || last.orElse(first.get()) < span.from())) {
            return Optional.of(new GraphqlRun.Failure(
                    Status.NO_ROWS,
                    "The data cover " + span.from() + " to " + span.to() + " in " + productClass.label()
                            + "; there are none for " + first.get() + "."));
        }
        boolean product = entities.names().containsKey(Part.PRODUCT);
        if (product && (type == QueryType.TREEMAP_PARTNERS || type == QueryType.OVERTIME_PARTNERS)) {
            return Optional.of(new GraphqlRun.Failure(
                    Status.REJECTED,
                    "The atlas_graphql tool cannot answer this type of question. Reason: the API has partners of a country, but not"
                            + " of one of its products. Please use the query_tool (SQL) instead."));
        }
        boolean country = entities.names().containsKey(Part.COUNTRY);
        boolean partner = entities.names().containsKey(Part.PARTNER);
        String missing =
                switch (type) {
                    case COUNTRY_PROFILE,
                            COUNTRY_LOOKBACK,
                            NEW_PRODUCTS,
                            TREEMAP_PRODUCTS,
                            TREEMAP_PARTNERS,
                            OVERTIME_PRODUCTS,
                            OVERTIME_PARTNERS,
                            MARKETSHARE,
                            PRODUCT_SPACE,
                            FEASIBILITY,
                            FEASIBILITY_TABLE,
                            COUNTRY_YEAR -> country ? "" : "a country";
                    case TREEMAP_BILATERAL, EXPLORE_BILATERAL -> country && partner ? "" : "two countries";
                    case EXPLORE_GROUP -> entities.names().containsKey(Part.GROUP) ? "" : "a group of countries";
                    case REJECT, PRODUCT_INFO, GLOBAL_DATUM, EXPLORE_DATA_AVAILABILITY -> "";
                };
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new GraphqlRun.Failure(
                        Status.UNRESOLVED,
                        "Could not resolve entities: the question names no such thing as " + missing + ", which "
                                + type.code() + " needs. Ask the person what is meant, or use the query_tool (SQL)."));
    }
}
