package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Across;
import dev.caravan.semantic.SemanticQuery.Cell;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists by conditions on several members at once: what two countries have in common, what one has and another has not, who trades
 * more with one than with another, what came or went between two years, who climbed in a ranking.
 */
final class Crossing {
    private static final Pattern EXCEPT = Pattern.compile("(?i)\\b(but|except|without|while|whereas|not)\\b");
    private static final Pattern LACKS =
            Pattern.compile("(?i)^\\W*(does|do|did|has|have|is|are|was)?(n['’]?t\\b| not\\b)|^ lacks?\\b");
    private static final Pattern FEWER = Pattern.compile("(?i)\\b(less|fewer|smaller|lower)\\b");
    private static final Pattern CLIMBED = Pattern.compile(
            "(?i)\\b(improv\\w*|climb\\w*|r[io]se\\w*|gain\\w*|advanc\\w*|mov\\w*|jump\\w*|chang\\w*|grew|grown?|increas\\w*)\\b");
    private static final Pattern FELL = Pattern.compile(
            "(?i)\\b(f[ae]ll\\w*|drop\\w*|declin\\w*|los[et]\\w*|losing|slip\\w*|worsen\\w*|deteriorat\\w*|decreas\\w*)\\b");
    private static final Pattern GAINED =
            Pattern.compile("(?i)\\b(gain|acquir|develop|won\\b|win\\b|built up|obtain|became|become|new)\\w*");
    private static final Pattern LOST = Pattern.compile("(?i)\\b(los[et]|losing|gave up|given up|no longer)\\w*");
    private static final Pattern TOP_PARTNER = Pattern.compile(
            "(?i)\\b((countr(y|ies)|economies|nations|members|states)\\b[^?]*\\b(for|of|in) which|(for|of|in) (which|what) (countr(y|ies)|economies|nations|members|states))\\b[^?]*\\b(is|was|are|were|ranks?|ranked|counts?|belongs)\\b[^?]*\\b(top|largest|biggest|main|leading|most important|number one|primary|first)\\b( \\w+){0,3} (?<noun>supplier|source|origin|seller|vendor|buyer|customer|destination|market|export|import|partner)");
    private static final Threshold ADVANTAGE = new Threshold(">=", 1);

    private final SemanticModel model;
    private final Reading reading;
    private final SemanticQuery query;
    private final List<String> notes;

    private Crossing(SemanticModel model, Plan.Query plan, Reading reading) {
        this.model = model;
        this.reading = reading;
        this.query = plan.query();
        this.notes = new ArrayList<>(plan.notes());
    }

    /** Whether a question sets such conditions. */
    static boolean asked(Reading reading) {
        return TOP_PARTNER.matcher(reading.words().text()).find()
                || reading.has(Signal.IN_COMMON)
                || reading.has(Signal.BUT_NOT)
                || reading.has(Signal.MORE_THAN);
    }

    /** The plan with the members side by side, where the question asks for that. */
    static Plan.Query of(SemanticModel model, Plan.Query plan, Reading reading) {
        Crossing crossing = new Crossing(model, plan, reading);
        Optional<SemanticQuery> crossed = (reading.has(Signal.MORE_THAN)
                        ? crossing.compared()
                        : Optional.<SemanticQuery>empty())
                .or(() -> asked(reading) ? crossing.shared() : Optional.empty())
                .or(crossing::topPartner)
                .or(crossing::pairs)
                .or(crossing::transition)
                .or(crossing::climb);
        return crossed.map(query -> new Plan.Query(query, crossing.notes)).orElse(plan);
    }

    private Optional<Measure> measure() {
        Measure first = query.measures().get(0);
        return first.form() == Form.VALUE || first.form() == Form.SHARE
                ? Optional.of(Measure.of(first.metric()))
                : Optional.empty();
    }

    private boolean lists(String dimension) {
        return query.by().size() == 2
                && query.by().contains(dimension)
                && !query.by().contains("year");
    }

    /** The members of a dimension that a question names, in its order. */
    private List<Mention> named(String dimension) {
        return reading.mentions().stream()
                .filter(mention -> mention.sense().isPresent())
                .filter(mention -> switch (dimension) {
                    case "product" -> mention.kind() == Kind.PRODUCT || mention.kind() == Kind.SERVICE;
                    case "partner" -> mention.kind() == Kind.PLACE
                            && mention.role() == Role.PARTNER
                            && mention.entity() instanceof Entity.Country;
                    case "group" -> mention.kind() == Kind.PLACE
                            && mention.role() == Role.SUBJECT
                            && mention.entity() instanceof Entity.Group;
                    default -> mention.kind() == Kind.PLACE
                            && mention.role() == Role.SUBJECT
                            && mention.entity() instanceof Entity.Country;
                })
                .toList();
    }

    private static long different(List<Mention> mentions) {
        return mentions.stream().map(Mention::entity).distinct().count();
    }

    /** "Which countries export more to China than to the United States". */
    private Optional<SemanticQuery> compared() {
        List<Mention> partners = named("partner");
        if (!lists("partner") || different(partners) != 2 || measure().isEmpty()) {
            return Optional.empty();
        }
        boolean fewer = FEWER.matcher(reading.words().text()).find();
        String first = partners.get(0).entity().code();
        String second = partners.stream()
                .map(mention -> mention.entity().code())
                .filter(code -> !code.equals(first))
                .findFirst()
                .orElseThrow();
        String more = fewer ? second : first;
        String less = fewer ? first : second;
        List<Cell> cells = List.of(
                new Cell(more, Optional.empty(), Optional.of(less)),
                new Cell(less, Optional.empty(), Optional.empty()));
        return measure()
                .map(measure ->
                        query.across(measure, new Across("partner", cells, Across.Order.FIRST), query.ascending()));
    }

    /** "Products that both A and B export, but not C". */
    private Optional<SemanticQuery> shared() {
        for (String dimension : List.of("partner", "group", "country", "product")) {
            List<Mention> members = named(dimension);
            if (lists(dimension) && different(members) > 1 && measure().isPresent()) {
                Threshold bound = query.thresholds().stream()
                        .findFirst()
                        .orElse(measure().get().metric().equals("rca") ? ADVANTAGE : new Threshold(">", 0));
                List<Cell> cells = new ArrayList<>();
                for (Mention member : members) {
                    boolean lacking = reading.has(Signal.BUT_NOT) && isExcepted(member);
                    if (cells.stream().noneMatch(cell -> cell.member()
                            .equals(member.entity().code()))) {
                        cells.add(new Cell(
                                member.entity().code(),
                                Optional.of(lacking ? opposite(bound) : bound),
                                Optional.empty()));
                    }
                }
                cells.sort((a, b) -> Boolean.compare(
                        a.bound().get().operator().startsWith("<"),
                        b.bound().get().operator().startsWith("<")));
                return Optional.of(query.across(
                        measure().get(), new Across(dimension, cells, Across.Order.LEAST), query.ascending()));
            }
        }
        return Optional.empty();
    }

    private boolean isExcepted(Mention member) {
        String text = reading.words().text();
        int start = reading.words().list().get(member.start()).start();
        int end = reading.words().list().get(member.end() - 1).end();
        boolean firstNamed = reading.mentions().stream()
                .filter(other -> other.kind() == member.kind())
                .findFirst()
                .filter(member::equals)
                .isPresent();
        return !firstNamed
                && (EXCEPT.matcher(text.substring(0, start)).find()
                        || LACKS.matcher(text.substring(end)).find());
    }

    private static Threshold opposite(Threshold bound) {
        return switch (bound.operator()) {
            case ">" -> new Threshold("<=", bound.value());
            case ">=" -> new Threshold("<", bound.value());
            case "<" -> new Threshold(">=", bound.value());
            default -> new Threshold(">", bound.value());
        };
    }

    /** "Countries for which Russia is among the top three suppliers". */
    private Optional<SemanticQuery> topPartner() {
        Matcher asked = TOP_PARTNER.matcher(reading.words().text());
        List<Mention> partners = reading.mentions().stream()
                .filter(mention -> mention.kind() == Kind.PLACE
                        && mention.sense().isPresent()
                        && mention.entity() instanceof Entity.Country)
                .toList();
        if (!asked.find() || different(partners) != 1 || !reading.goods().isEmpty()) {
            return Optional.empty();
        }
        String noun = asked.group("noun").toLowerCase(Locale.ROOT);
        String flow = noun.matches("supplier|source|origin|seller|vendor|import.*") ? "imports" : "exports";
        int most = reading.limit().orElse(1);
        Years years = query.years().span() == Span.ONE
                ? query.years()
                : Years.one(query.years().to());
        notes.clear();
        notes.add("Classification: "
                + model.classes().get(query.classes().get(0)).label() + "; goods only. Year: " + years.to() + ".");
        return Optional.of(new SemanticQuery(
                query.classes().subList(0, 1),
                4,
                List.of(new Measure(flow, Form.RANK, "partner")),
                List.of("country", "partner"),
                List.of(new SemanticQuery.Restriction(
                        "partner", List.of(partners.get(0).entity().code()), SemanticQuery.Scope.THESE)),
                years,
                true,
                Optional.empty(),
                List.of(new Threshold("<=", most)),
                reading.has(Signal.COUNT)));
    }

    /** "The largest bilateral flows", "countries that sell more than half of their exports to a single partner". */
    private Optional<SemanticQuery> pairs() {
        Measure first = query.measures().get(0);
        boolean flow = Set.of("exports", "imports", "total_trade").contains(first.metric())
                && (first.form() == Form.VALUE || first.form() == Form.SHARE);
        if (!reading.has(Signal.PAIRS)
                || !flow
                || !query.by().equals(List.of("country"))
                || query.classes().size() > 1) {
            return Optional.empty();
        }
        List<Measure> measures = query.measures().stream()
                .map(measure ->
                        measure.form() == Form.SHARE ? new Measure(measure.metric(), Form.SHARE, "partner") : measure)
                .toList();
        notes.removeIf(note -> note.startsWith(QueryPlanner.WHOLE));
        if (first.form() == Form.SHARE) {
            notes.add(QueryPlanner.WHOLE + "each country's " + first.metric() + " of goods.");
        }
        return Optional.of(query.listedBy(List.of("country", "partner")).measuring(measures));
    }

    private boolean hasTwoYears() {
        return query.years().from() < query.years().to();
    }

    private SemanticQuery betweenYears(
            String listed, Measure measure, List<Cell> cells, Across.Order order, boolean smallFirst) {
        int from = query.years().from();
        int to = query.years().to();
        return query.listedBy(List.of(listed, "year"))
                .over(new Years(from, to, Span.EACH, List.of(from, to)), Optional.empty())
                .across(measure, new Across("year", cells, order), smallFirst);
    }

    private Cell year(int year, Optional<Threshold> bound) {
        return new Cell(String.valueOf(year), bound, Optional.empty());
    }

    /** "Products in which the RCA went from below 1 in 2000 to above 1 in 2020", "that it gained an advantage in". */
    private Optional<SemanticQuery> transition() {
        String text = reading.words().text();
        boolean advantage = reading.from().isPresent()
                && reading.to().isPresent()
                && reading.metrics().contains("rca")
                && reading.has(Signal.BY_PRODUCT)
                && hasTwoYears()
                && reading.goods().isEmpty();
        boolean subject = reading.places(Role.SUBJECT).size() == 1
                && reading.places(Role.SUBJECT).get(0).entity() instanceof Entity.Country;
        if (!advantage || !subject) {
            return Optional.empty();
        }
        List<Threshold> bounds = reading.thresholds();
        boolean opposed = bounds.size() == 2
                && bounds.get(0).operator().charAt(0)
                        != bounds.get(1).operator().charAt(0);
        boolean lost = LOST.matcher(text).find();
        if (!opposed && !lost && !GAINED.matcher(text).find()) {
            return Optional.empty();
        }
        Threshold before = opposed ? bounds.get(0) : lost ? ADVANTAGE : opposite(ADVANTAGE);
        Threshold after = opposed ? bounds.get(1) : opposite(before);
        int from = query.years().from();
        int to = query.years().to();
        List<Cell> cells = List.of(year(from, Optional.of(before)), year(to, Optional.of(after)));
        notes.removeIf(note -> note.startsWith("Values are totals"));
        return Optional.of(betweenYears(
                "product",
                Measure.of("rca"),
                cells,
                Across.Order.DIFFERENCE,
                lost && !opposed || before.operator().startsWith(">")));
    }

    /** "Which countries climbed most in the complexity ranking between 2000 and 2020", "the ten most complex of 2005 and their ranks in 2020". */
    private Optional<SemanticQuery> climb() {
        Measure first = query.measures().get(0);
        boolean ranked = !model.metric(first.metric()).comparableOverTime()
                && model.metric(first.metric()).rankFilter().isPresent();
        boolean listed = reading.has(Signal.BY_COUNTRY)
                && reading.places(Role.SUBJECT).stream()
                        .noneMatch(mention -> mention.entity() instanceof Entity.Country);
        if (!ranked || !listed || !hasTwoYears() || reading.has(Signal.COUNT)) {
            return Optional.empty();
        }
        String text = reading.words().text();
        Matcher fell = FELL.matcher(text);
        boolean down = fell.find();
        boolean moved = down || CLIMBED.matcher(text).find();
        notes.add("Places are those among the countries that are asked about.");
        List<Cell> cells = List.of(
                year(query.years().from(), Optional.empty()), year(query.years().to(), Optional.empty()));
        SemanticQuery both = betweenYears(
                "country",
                new Measure(first.metric(), Form.RANK, "country"),
                cells,
                moved ? Across.Order.DIFFERENCE : Across.Order.FIRST,
                !moved || down);
        if (reading.limit().isPresent() || reading.ranking() != 0) {
            int most = reading.limit().orElse(reading.has(Signal.SINGULAR) ? 1 : Refinements.DEFAULT_LIMIT);
            return Optional.of(both.part(SemanticQuery.Page.WHOLE, most));
        }
        return Optional.of(both);
    }
}
