package dev.caravan.model.offline;

import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.text.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the language's own words demand of a query, whatever the model: a point in time has to be looked for where one is asked for, an
 * order has to be made where the first is. A query that lacks it would answer another question, so the
 * person is asked.
 */
final class QueryDemands {
    private static final String YEAR = "year";
    private static final int LONG = 16;

    private static final Pattern UNIT = pattern(
            "\\b((which|what|each|every|per|by|best|worst) (?<unit>month|week|weekday|quarter|day|hour|decade)s?|(month|week|dai|quarter|hour)ly)\\b");

    private record Demand(Pattern said, Predicate<SemanticQuery> met) {}

    private static final String ASKS = "\\b(which|what|who|when|in|(?<!why )(did|has|have)) [^?]*";

    private static final List<Demand> DEMANDS = List.of(
            demand("^\\W*(since )?", "when (did|was|were|has|have|does|do|is)", QueryDemands::isByYear),
            demand("", "(in|since|by) (which|what) (years?|seasons?)", QueryDemands::isByYear),
            demand(
                    "",
                    "how many (years|seasons)",
                    query -> query.count() && query.by().contains(YEAR)),
            demand(
                    "",
                    "(doubl|tripl|quadrupl|halv)ed",
                    query -> !query.thresholds().isEmpty() || !isOpen(query)),
            demand(ASKS, "overt(ake|ook|aken)|surpass\\w*|(caught|catch\\w*) up", QueryDemands::isByYear),
            demand("", "recover(ed|y)?|bounced? back", QueryDemands::isOverTime),
            demand(
                    "\\bhow (has|have|did|does|do|is|are) [^?]*",
                    "chang(ed?|ing)|evolv\\w+|shift\\w*",
                    QueryDemands::isOverTime),
            demand("", "each other|one another|the other", QueryDemands::isOfSeveral),
            demand(
                    "",
                    "top[- ]\\w+ (in|by|for) both|both [^?]*\\btop[- ]\\w+",
                    query -> query.conditions().size() > 1),
            demand("", "nothing|nobody|nowhere", QueryDemands::leavesOut),
            demand(
                    "\\b(which|what|who) [^?]*(?<!\\bat )",
                    "largest|biggest|highest|most|greatest|smallest|lowest|least|fastest|best|worst|top",
                    QueryDemands::isOrdered));

    private final SemanticModel model;

    /** Of queries to a model. */
    QueryDemands(SemanticModel model) {
        this.model = model;
    }

    /** The plan, or the question back where a query does not do what the words say. */
    Plan of(Plan plan, String question) {
        return plan instanceof Plan.Query planned ? checked(planned, question) : plan;
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
        for (Demand demand : DEMANDS) {
            Matcher said = demand.said().matcher(question);
            if (said.find() && !demand.met().test(query)) {
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

    private static boolean leavesOut(SemanticQuery query) {
        return query.where().stream()
                        .anyMatch(restriction ->
                                restriction.isExclusion() || restriction.scope() == SemanticQuery.Scope.LACKING)
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
                .collect(java.util.stream.Collectors.toSet());
        return query.by().stream().anyMatch(dimension -> !dimension.equals(YEAR) && !given.contains(dimension));
    }

    private static Demand demand(String before, String said, Predicate<SemanticQuery> met) {
        return new Demand(pattern(before + "\\b(?<said>" + said + ")\\b"), met);
    }

    private static Pattern pattern(String words) {
        return Pattern.compile(words, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
