package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns a reading into a semantic query, or says why it cannot. */
public final class QueryPlanner {
    /** How the note begins that says what a share is a part of. */
    static final String WHOLE = "Shares are of ";

    private static final Set<String> TRADE_COLUMNS = Set.of("export_value", "import_value");
    private static final Set<String> CLASSIFIED =
            Set.of("eci", "pci", "coi", "cog", "rca", "distance", "diversity", "market_share");
    private final SemanticModel model;

    /** A planner for one model. */
    public QueryPlanner(SemanticModel model) {
        this.model = model;
    }

    /** Plans the answer to a question that was read. */
    public Plan plan(Reading reading, Overrides overrides) {
        Optional<Plan> beyond = Inexpressible.of(reading, model.lastYear().orElse(Integer.MAX_VALUE));
        if (beyond.isPresent()) {
            return beyond.get();
        }
        Plan plan = plan(new Asked(model, reading, overrides));
        return plan instanceof Plan.Query query
                ? new QueryDemands(model)
                        .of(
                                Refinements.of(model, query, reading, overrides),
                                reading.words().text())
                : plan;
    }

    private Plan plan(Asked asked) {
        Objections objections = new Objections(asked);
        Grouping grouping = new Grouping(asked);
        YearChoice yearChoice = new YearChoice(asked);
        BoundChoice bounds = new BoundChoice(asked);
        RestrictionChoice restrictions = new RestrictionChoice(asked);
        Optional<Plan> problem = objections.problem();
        if (problem.isPresent()) {
            return problem.get();
        }
        if (isMembership(asked)) {
            return members(asked);
        }
        asked.classes = new ClassChoice(asked).chooseClasses();
        List<String> missing = asked.classes.stream()
                .filter(c -> !asked.model.classes().containsKey(c))
                .toList();
        if (!missing.isEmpty()) {
            return new Plan.Unanswerable(objections.notHeld(missing));
        }
        List<Measure> measures = new MeasureChoice(asked).chooseMeasures();
        List<String> by = grouping.chooseBy(measures);
        Years years = yearChoice.chooseYears(measures);
        if (yearChoice.uncovered().isPresent()) {
            return new Plan.Unanswerable(yearChoice.uncovered().get());
        }
        if ((years.span() == Span.EACH
                        || years.span() == Span.ENDS && measures.stream().noneMatch(m -> Asked.isGrowth(m.form())))
                && !by.contains("year")) {
            by = grouping.append(by, "year");
        }
        boolean scalar = by.isEmpty();
        if (scalar) {
            by = grouping.scalarBy(years);
        }
        // the world's total beside a group's share would be taken for the group's
        boolean ofGroup = measures.stream()
                        .anyMatch(m -> m.form() == Form.SHARE && m.over().equals("country"))
                && asked.subjects.stream().anyMatch(Entity.Group.class::isInstance);
        if (ofGroup && !by.contains("country") && !by.contains("group")) {
            by = Stream.concat(Stream.of("group"), by.stream()).toList();
        }
        List<String> chosen = by;
        Optional<Plan> apart = restrictions.apart(by);
        if (apart.isPresent()) {
            return apart.get();
        }
        // diversity is a number of products already
        boolean count = asked.has(Signal.COUNT)
                && !scalar
                && bounds.countable(by)
                && !(asked.metrics.get(0).equals("diversity") && !asked.has(Signal.BY_COUNTRY));
        List<Threshold> thresholds = bounds.thresholds(measures, count);
        Optional<Integer> limit = bounds.limit(by, years, thresholds, count);
        boolean ascending = asked.reading.ranking() < 0 != asked.isDeficit() || ascendingByNature(asked, measures);
        if (isGrowthDecline(asked, measures)) {
            ascending = true;
        }
        addNotes(asked, measures, by, limit);
        measures.stream()
                .filter(m -> m.form() == Form.SHARE)
                .findFirst()
                .ifPresent(share -> asked.notes.add(WHOLE + whole(asked, share, chosen) + "."));
        return new Plan.Query(
                new SemanticQuery(
                        asked.classes,
                        restrictions.level(by),
                        measures,
                        by,
                        restrictions.restrictions(by),
                        years,
                        ascending,
                        limit,
                        thresholds,
                        count,
                        bounds.conditions(measures)),
                asked.notes);
    }

    /** What a share is a part of, in words. */
    private static String whole(Asked asked, Measure share, List<String> by) {
        String flow = share.metric().equals("imports")
                ? "imports"
                : share.metric().equals("exports")
                        ? "exports"
                        : asked.model.metric(share.metric()).label();
        boolean members = share.over().equals("country")
                && by.contains("country")
                && !asked.subjects.isEmpty()
                && asked.subjects.stream().allMatch(Entity.Group.class::isInstance);
        boolean own = asked.subjects.isEmpty() && share.over().equals("product") && by.contains("country");
        boolean world = !own && asked.subjects.isEmpty() || share.over().equals("country") && !members;
        String owner = world
                ? "the world's"
                : own || asked.subjects.size() > 2 ? "each country's" : possessive(asked.subjects);
        String of = share.over().equals("product") || asked.goods.isEmpty()
                ? asked.classes.size() == 2 ? " of goods and services" : asked.services ? " of services" : " of goods"
                : " of "
                        + asked.goods.stream()
                                .map(Entity.Product::name)
                                .distinct()
                                .limit(3)
                                .collect(Collectors.joining(", "));
        String with = share.over().equals("partner") || asked.partners.isEmpty()
                ? ""
                : (flow.equals("imports") ? " from " : " to ")
                        + asked.partners.stream()
                                .map(AnswerWriter::called)
                                .limit(3)
                                .collect(Collectors.joining(", "));
        return owner + " " + flow + of + with;
    }

    private static String possessive(List<Entity> owners) {
        return owners.stream().map(AnswerWriter::called).collect(Collectors.joining(" and ")) + "'s";
    }

    private static boolean isGrowthDecline(Asked asked, List<Measure> measures) {
        return Asked.isGrowth(measures.get(0).form())
                && asked.reading.words().list().stream().anyMatch(w -> Set.of(
                                "decline",
                                "declined",
                                "decrease",
                                "decreased",
                                "fell",
                                "fallen",
                                "drop",
                                "dropped",
                                "shrank",
                                "shrunk",
                                "lost",
                                "declining")
                        .contains(w.folded()));
    }

    private static boolean ascendingByNature(Asked asked, List<Measure> measures) {
        return asked.model.metric(measures.get(0).metric()).ascending() && asked.reading.ranking() == 0;
    }

    private static boolean isMembership(Asked asked) {
        return asked.has(Signal.MEMBERS)
                && !asked.has(Signal.BY_PARTNER)
                && !asked.has(Signal.BY_PRODUCT)
                && asked.reading.metrics().isEmpty()
                && asked.goods.isEmpty()
                && !asked.subjects.isEmpty()
                && asked.excluded.stream().allMatch(Entity.Group.class::isInstance)
                && asked.places().stream().allMatch(Entity.Group.class::isInstance);
    }

    /** The countries of a group, or their number. */
    private static Plan members(Asked asked) {
        return new Plan.Query(
                new SemanticQuery(
                        List.of(ProductClass.HS92.schema()),
                        4,
                        List.of(Measure.of("membership")),
                        List.of("country"),
                        membership(asked),
                        Years.one(lastYearOf(asked, ProductClass.HS92.schema())),
                        true,
                        Optional.empty(),
                        List.of(),
                        asked.has(Signal.COUNT)),
                asked.notes);
    }

    /** The members of any of the groups, or where those of all of them are asked for a restriction for each; without those left out. */
    private static List<Restriction> membership(Asked asked) {
        List<String> in = asked.subjects.stream().map(Entity::code).toList();
        List<Restriction> where = new ArrayList<>();
        if (in.size() > 1
                && Inexpressible.OF_BOTH.matcher(asked.reading.words().text()).find()) {
            in.forEach(code -> where.add(new Restriction("country", List.of(code), SemanticQuery.Scope.MEMBERS_OF)));
            asked.notes.add("Only countries that belong to all of these groups.");
        } else if (!in.isEmpty()) {
            where.add(new Restriction("country", in, SemanticQuery.Scope.MEMBERS_OF));
        }
        if (!asked.excluded.isEmpty()) {
            where.add(new Restriction(
                    "country", asked.excluded.stream().map(Entity::code).toList(), SemanticQuery.Scope.NOT_MEMBERS_OF));
            asked.notes.add("Left out: members of "
                    + asked.excluded.stream().map(AnswerWriter::called).collect(Collectors.joining(", ")) + ".");
        }
        return where;
    }

    private static int lastYearOf(Asked asked, String dataClass) {
        return Optional.ofNullable(asked.model.classes().get(dataClass))
                .map(SemanticModel.DataClass::to)
                .orElse(0);
    }

    private static void addNotes(Asked asked, List<Measure> measures, List<String> by, Optional<Integer> limit) {
        boolean trade = measures.stream()
                .map(m -> asked.model.metric(m.metric()))
                .anyMatch(m -> m.columns(true).stream().anyMatch(TRADE_COLUMNS::contains));
        // GDP and population belong to the country, whatever the classification
        boolean classified = trade || measures.stream().anyMatch(m -> CLASSIFIED.contains(m.metric()));
        if (classified) {
            noteClasses(asked);
        }
        asked.notes.addAll(asked.reading.notes());
        if (!asked.reading.leftover().isEmpty()) {
            asked.notes.add(UnreadWords.note(asked.reading.leftover()));
        }
    }

    private static void noteClasses(Asked asked) {
        if (asked.classes.size() == 2) {
            asked.notes.add("Values cover goods ("
                    + asked.model.classes().get(asked.classes.get(0)).label() + ") and services together.");
        } else if (asked.classes.get(0).equals(ProductClass.SERVICES.schema())) {
            asked.notes.add("Values cover services only.");
        } else {
            asked.notes.add("Classification: "
                    + asked.model.classes().get(asked.classes.get(0)).label() + "; goods only.");
        }
        if (asked.reading.productClass().filter(c -> c == ProductClass.SITC).isPresent()
                && !asked.reading.classNamed()) {
            asked.notes.add("Years before 1995 exist only in the SITC classification.");
        }
    }

    /** The text with a mention replaced. */
    static String replace(String text, Mention mention, String by) {
        int at = text.indexOf(mention.text());
        return at < 0
                ? text
                : text.substring(0, at)
                        + by
                        + text.substring(at + mention.text().length());
    }
}
