package dev.caravan.model.offline;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.text.Words;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the language's own words demand of a query, whatever the model: a point in time has to be looked for where one is asked for, an
 * order has to be made where the first is. A query that lacks it would answer another question, so the
 * person is asked. {@code demands.yaml} has the words.
 */
final class QueryDemands {
    private static final String YEAR = "year";
    private static final int LONG = 30;
    /** Stands in the file for the plurals of a model's dimensions. */
    private static final String MEMBERS = "{members}";
    /** Stands in the file for the words of a model for single events. */
    private static final String EVENT = "{event}";

    /** Units of what is no number of members or events. */
    private static final Set<String> NO_NUMBERS = Set.of("USD", "percent", "index", "per game", "ratio", "years");

    /** Units of what is a mean or a rate already. */
    private static final Set<String> NO_SUMS = Set.of("per game", "ratio", "index", "percent", "years");

    private static final Pattern UNIT = pattern(
            "\\b((which|what|each|every|per|by|best|worst) (?<unit>month|week|weekday|quarter|day|hour|decade)s?|(month|week|dai|quarter|hour)ly)\\b");

    /** What a query has to do. */
    enum Need {
        /** Look at more than one year, a row each. */
        BY_YEAR(QueryDemands::isByYear),
        /** Count years. */
        COUNTED_YEARS(query -> query.count() && query.by().contains(YEAR)),
        /** Set a bound, or be on what is named alone. */
        BOUNDED_OR_CLOSED(query -> !query.thresholds().isEmpty() || !isOpen(query)),
        /** Set a bound. */
        BOUNDED(QueryDemands::isBounded),
        /** Set a bound on what happened in each of several years. */
        BOUNDED_OVER_TIME(
                query -> isBounded(query) && (query.years().span() == Span.ONE || isByYear(query) && !isOpen(query))
                        || isWithout(query)),
        /** Tell a change between years, of those that are not held against each other. */
        CHANGE(query -> isGrowth(query) || query.count() || query.across().isPresent() || isByYear(query)),
        /** Compare years. */
        OVER_TIME(QueryDemands::isOverTime),
        /** Show each year of what is named. */
        CLOSED_SERIES(query ->
                isByYear(query) && !isOpen(query) || query.page().each().equals(YEAR)),
        /** Be on more than one member. */
        SEVERAL(QueryDemands::isOfSeveral),
        /** Set conditions on more than one figure. */
        TWO_CONDITIONS(query -> query.conditions().size() > 1),
        /** Leave somebody out. */
        LEAVING_OUT(QueryDemands::leavesOut),
        /** Leave out what would be there otherwise. */
        REAL_EXCLUSION(query -> !isVoidExclusion(query)),
        /** Have something to be the first of. */
        ORDERED(QueryDemands::isOrdered),
        /** Choose among those that lead. */
        AMONG_FIRST(query -> query.leading().isPresent()
                || query.first().isPresent()
                || query.across().isPresent()),
        /** Choose among events, which a query on whole seasons cannot. */
        CHOSEN_EVENTS(query -> query.where().stream()
                .anyMatch(restriction -> restriction.dimension().equals("result"))),
        /** Tell a part of a whole. */
        SHARE(QueryDemands::isShare),
        /** Tell the part of something that is named, not that of goods or services. */
        SHARE_OF_NAMED(query ->
                query.measures().stream().noneMatch(measure -> measure.over().equals("sector"))),
        /** Not look at those on the other side of the trade. */
        NO_PARTNER(query -> query.where().stream()
                .noneMatch(restriction -> restriction.dimension().equals("partner"))),
        /** Count members, or measure a figure that is such a number. */
        COUNTED(QueryDemands::isNumber),
        /** Tell what part of their own trade members have in one product. */
        SHARE_OF_PRODUCT(query -> query.by().contains("product")
                && query.measures().stream()
                        .anyMatch(measure ->
                                measure.form() == Form.SHARE && measure.over().equals("product"))),
        /** Hold two figures of one row against each other. */
        COMPARED(query -> query.across().isPresent()
                || query.conditions().stream()
                        .anyMatch(condition -> !condition.than().isEmpty())),
        /** Hold years against each other, and let in what differs as said. */
        COMPARED_YEARS(query -> isGrowth(query) && (isBounded(query) || !isOpen(query))
                || query.across().isPresent()
                || !isOpen(query) && isOverTime(query)),
        /** Tell or choose by the change from each year to the next. */
        YEARLY_CHANGE(query -> query.across().isPresent()),
        /** Look for what is first with each of several. */
        FIRST_OF_EACH(
                query -> query.leading().isPresent() || !query.page().each().isEmpty()),
        /** Tell one figure in units of another, or in percent. */
        RATIO((model, query) -> isShare(model, query)
                || query.measures().stream()
                        .map(measure -> model.metric(measure.metric()).unit())
                        .anyMatch(Set.of("ratio", "percent", "index")::contains)),
        /** Tell something in percent. */
        PERCENT((model, query) ->
                isShare(model, query) || isGrowth(query) || !query.thresholds().isEmpty()),
        /** Tell a mean. */
        MEAN((model, query) -> query.measures().stream()
                .anyMatch(measure -> measure.form() == Form.AVERAGE
                        || NO_SUMS.contains(model.metric(measure.metric()).unit())
                        || model.metric(measure.metric()).label().contains("average"))),
        /** Answer more than one question of this kind in one. */
        ONE_OF_EACH(query -> query.limit().filter(rows -> rows == 1).isEmpty()
                || !query.page().each().isEmpty()),
        /** List products. */
        BY_PRODUCT(query -> query.by().contains("product")),
        /** What no query does. */
        NOTHING(query -> false),
        /** Show both ends of an order. */
        BOTH_ENDS(query -> query.limit().isEmpty());

        private final BiPredicate<SemanticModel, SemanticQuery> met;

        Need(Predicate<SemanticQuery> met) {
            this((model, query) -> met.test(query));
        }

        Need(BiPredicate<SemanticModel, SemanticQuery> met) {
            this.met = met;
        }
    }

    /** One entry of the file. */
    record Demand(String like, String before, String said, Need needs) {
        /** What it is found by; its group {@code said} are the words that are told. */
        Pattern pattern(String events, String members) {
            return QueryDemands.pattern((before == null ? "" : before) + "(?<![\\w-])(?<said>"
                    + said.replace(EVENT, events).replace(MEMBERS, members) + ")\\b");
        }
    }

    private record Phrase(Pattern said, Need needs) {}

    private static final List<Demand> DEMANDS = read();

    private final SemanticModel model;
    private final List<Phrase> phrases;

    /** Of queries to a model. */
    QueryDemands(SemanticModel model) {
        this.model = model;
        String events = model.dimensions().entrySet().stream()
                .filter(each -> !each.getKey().equals(YEAR)
                        && each.getValue().table().isEmpty()
                        && each.getValue().of().isEmpty())
                .flatMap(each -> each.getValue().synonyms().stream())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        String members = model.dimensions().values().stream()
                .map(dimension -> Pattern.quote(dimension.plural()))
                .collect(Collectors.joining("|"));
        this.phrases = DEMANDS.stream()
                .filter(demand -> !demand.said().contains(EVENT) || !events.isEmpty())
                .map(demand -> new Phrase(demand.pattern(events, members), demand.needs()))
                .toList();
    }

    /** The plan, or the question back where a query does not do what the words say. */
    Plan of(Plan plan, String question) {
        return plan instanceof Plan.Query planned ? checked(planned, question) : plan;
    }

    /** Whether a question asks for both the first and the last of an order. */
    static boolean asksBothEnds(String question) {
        return DEMANDS.stream()
                .filter(demand -> demand.needs() == Need.BOTH_ENDS)
                .anyMatch(demand -> demand.pattern("", "").matcher(question).find());
    }

    private Plan checked(Plan.Query plan, String question) {
        // a long question is answered by what bears on it, and says so
        if (Words.of(question).size() > LONG) {
            return plan;
        }
        return unmet(plan.query(), question)
                .<Plan>map(said -> new Plan.Clarify(
                        "I can read this question but for \"" + said
                                + "\", and without that the answer would be to another one. Ask in other words, or for the figures themselves.",
                        List.of()))
                .orElse(plan);
    }

    private Optional<String> unmet(SemanticQuery query, String question) {
        Matcher unit = UNIT.matcher(question);
        if (unit.find() && !isHeld(Optional.ofNullable(unit.group("unit")).orElse("day"))) {
            return Optional.of(unit.group());
        }
        for (Phrase phrase : phrases) {
            Matcher said = phrase.said().matcher(question);
            if (said.find() && !phrase.needs().met.test(model, query)) {
                return Optional.of(said.group("said"));
            }
        }
        return Optional.empty();
    }

    /** Whether the data have such a unit of time, as a dimension. */
    private boolean isHeld(String unit) {
        String key = Words.key(unit);
        return model.dimensions().values().stream()
                .anyMatch(dimension ->
                        dimension.synonyms().stream().map(Words::key).anyMatch(key::equals));
    }

    private static boolean isByYear(SemanticQuery query) {
        return query.by().contains(YEAR) && query.years().span() != Span.ONE;
    }

    private static boolean isOverTime(SemanticQuery query) {
        return isByYear(query) || isGrowth(query) || query.years().span() == Span.ENDS;
    }

    private static boolean isGrowth(SemanticQuery query) {
        Form form = query.measures().get(0).form();
        return form == Form.GROWTH || form == Form.CHANGE;
    }

    private static boolean isOfSeveral(SemanticQuery query) {
        return query.where().stream()
                        .anyMatch(restriction -> restriction.codes().size() > 1)
                || query.where().stream().filter(Restriction::isSingle).count() > 1
                || query.by().stream().filter(each -> !each.equals(YEAR)).count() > 1
                || query.across().isPresent();
    }

    /** Whether rows are counted, or what is measured is a number of something and no amount or rate. */
    private static boolean isNumber(SemanticModel model, SemanticQuery query) {
        return query.count()
                || query.across().isPresent()
                || query.measures().stream()
                        .map(measure -> model.metric(measure.metric()))
                        .anyMatch(metric -> !NO_NUMBERS.contains(metric.unit())
                                && !metric.label().startsWith("total "));
    }

    private static boolean isBounded(SemanticQuery query) {
        return !query.thresholds().isEmpty() || !query.conditions().isEmpty();
    }

    /** A figure in percent is one already; of the first few, what they have is a share of the whole. */
    private static boolean isShare(SemanticModel model, SemanticQuery query) {
        return query.first().isPresent()
                || query.measures().stream()
                        .anyMatch(measure -> measure.form() == Form.SHARE
                                || model.metric(measure.metric()).unit().equals("percent"));
    }

    /** Whether members are left out where others alone are let in, which changes nothing. */
    private static boolean isVoidExclusion(SemanticQuery query) {
        return query.where().stream()
                .filter(restriction -> restriction.scope() == SemanticQuery.Scope.NOT_THESE)
                .anyMatch(out -> query.where().stream()
                        .anyMatch(in -> in.scope() == SemanticQuery.Scope.THESE
                                && in.dimension().equals(out.dimension())));
    }

    private static boolean isWithout(SemanticQuery query) {
        return query.where().stream()
                .anyMatch(
                        restriction -> restriction.isExclusion() || restriction.scope() == SemanticQuery.Scope.LACKING);
    }

    private static boolean leavesOut(SemanticQuery query) {
        return isWithout(query)
                || !query.thresholds().isEmpty()
                || query.across().isPresent();
    }

    /** Whether there is something to be the first of. */
    private static boolean isOrdered(SemanticQuery query) {
        return isOpen(query)
                || isByYear(query)
                || query.leading().isPresent()
                || query.first().isPresent()
                || query.across().isPresent()
                || query.count()
                || query.measures().stream().anyMatch(measure -> measure.form() == Form.RANK);
    }

    /** Whether it lists by something that is not given. */
    private static boolean isOpen(SemanticQuery query) {
        Set<String> given = query.where().stream()
                .filter(Restriction::isSingle)
                .map(Restriction::dimension)
                .collect(Collectors.toSet());
        return query.by().stream().anyMatch(dimension -> !dimension.equals(YEAR) && !given.contains(dimension));
    }

    /** The file. */
    static List<Demand> read() {
        try (InputStream file = QueryDemands.class.getResourceAsStream("demands.yaml")) {
            return new YAMLMapper().readValue(file, new TypeReference<List<Demand>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("demands.yaml cannot be read: " + e.getMessage(), e);
        }
    }

    private static Pattern pattern(String words) {
        return Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
