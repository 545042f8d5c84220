package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Page;
import dev.caravan.semantic.SemanticQuery.Threshold;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a question says about a query that is planned already: which part of the order it wants, and where it differs from what the person fixed. */
final class Refinements {
    private static final Pattern EACH_YEAR =
            Pattern.compile("(?i)\\b(each|every|per|by|in each of the) years?\\b|\\bannually\\b|\\byear by year\\b");
    static final int DEFAULT_LIMIT = 10;
    /** A bound of this size on a value in percent is one on the amounts. */
    private static final double AMOUNT = 10_000;

    private static final String COPULA =
            "(?is)[^?]*\\b(was|were|is|are|consist\\w*|came from|comes from|made up|accounted for by|in the form of)\\b[^?]*";
    private static final Pattern EACH_MEMBER = Pattern.compile(
            "(?i)\\b(each|every) (one )?(of (the|these|those|its|their)? ?|the )?|\\bper (member|country|continent|region|group|income)\\b");

    private static final Pattern DIFFERENCE =
            Pattern.compile("(?i)\\bby (more than|over|at least|less than|under|at most|fewer than|up to)\\b");

    private static final Pattern THAN_IN = Pattern.compile(
            "(?i)^\\W*(which|what|how many|list|name|show|did any)\\b[^?]*\\b(?<way>more|less|fewer|higher|lower|larger|smaller|greater|bigger)\\b[^?]*\\bin (?<one>(19|20)\\d\\d) than (they did |it did )?in (?<other>(19|20)\\d\\d)\\W*$");

    private static final Pattern TRADERS =
            Pattern.compile("(?i)\\b(exporters?|importers?|sellers|buyers|producers|suppliers|countries|economies)\\b");
    private static final Pattern WITHIN_FIRST =
            Pattern.compile("(?i)\\b(of|among|in|within)\\b[^?]{0,40}\\b(top|biggest|largest|leading|main|first)\\b");
    private static final Pattern TOGETHER = Pattern.compile(
            "(?i)\\b(account(ed|s|ing)? for|combined|together|jointly|comes? from|came from|coming from|make up|made up|hold|held|cover(ed)?|provided?|supplied|supply|in the hands of|belong(ed|s)? to|represent(ed)?|share of the (top|first|\\w+ (largest|biggest)))\\b");
    private static final Pattern EVERY = Pattern.compile(
            "(?i)\\b(each|every|all) (the )?(country|countries|economy|economies|nations?|products?|goods|partners?|members?)\\b");

    private Refinements() {}

    /** The plan with what the question adds to it. */
    static Plan.Query of(SemanticModel model, Plan.Query planned, Reading reading, Overrides overrides) {
        Optional<Plan.Query> first = ofTheFirst(planned, reading);
        if (first.isPresent()) {
            return first.get();
        }
        Optional<Plan.Query> changed =
                betweenYears(model, planned, reading.words().text());
        if (changed.isPresent()) {
            return changed.get();
        }
        Plan.Query crossed = Crossing.of(
                model,
                ofMembers(ofTradeWithPartner(amounts(planned, reading.words().text()), reading), reading),
                reading);
        if (crossed.query().across().isPresent()
                || crossed.query().by().equals(List.of("country", "partner"))
                        && !planned.query().by().equals(crossed.query().by())) {
            return crossed;
        }
        Plan.Query plan = overTime(namedYears(crossed, reading), reading);
        List<String> notes = new ArrayList<>(plan.notes());
        notes.addAll(conflicts(reading, overrides));
        SemanticQuery query = plan.query();
        Optional<Threshold> sign = sign(query, reading);
        if (sign.isPresent()) {
            query = query.bounded(sign.get());
        }
        Optional<String> each = each(query, reading);
        Optional<Ordinals.Place> place = Ordinals.in(reading.words().text());
        boolean listed =
                !query.count() && query.limit().isPresent() && query.by().size() > 0;
        if (each.isPresent()) {
            int most = reading.limit()
                    .orElse(reading.has(Signal.SINGULAR) ? 1 : query.limit().orElse(DEFAULT_LIMIT));
            notes.removeIf(note -> note.startsWith("No number was given"));
            notes.add("The first " + (most == 1 ? "one is" : most + " are") + " shown for each " + each.get() + ".");
            query = query.part(
                    new Page(place.map(p -> p.number() - 1).orElse(0), each.get()), place.isPresent() ? 1 : most);
        } else if (place.isPresent() && listed) {
            notes.removeIf(note -> note.startsWith("No number was given"));
            notes.add("Shown is number " + place.get().number() + " in the order.");
            query = query.part(new Page(place.get().number() - 1, ""), 1);
        }
        return new Plan.Query(query, notes);
    }

    /** "Exported less in 2020 than in 2019": those whose change between the two years has that sign. */
    private static Optional<Plan.Query> betweenYears(SemanticModel model, Plan.Query plan, String text) {
        SemanticQuery query = plan.query();
        Matcher than = THAN_IN.matcher(text);
        boolean listed = query.by().stream()
                .filter(dimension -> !dimension.equals("year"))
                .anyMatch(dimension -> query.where().stream()
                        .noneMatch(restriction -> restriction.dimension().equals(dimension) && restriction.isSingle()));
        if (!than.find()
                || !listed
                || query.thresholds().stream().anyMatch(bound -> bound.value() != 0)
                || !query.conditions().isEmpty()
                || query.across().isPresent()
                || query.measures().size() != 1
                || !model.metric(query.measures().get(0).metric()).comparableOverTime()) {
            return Optional.empty();
        }
        int one = Integer.parseInt(than.group("one"));
        int other = Integer.parseInt(than.group("other"));
        boolean rose =
                than.group("way").toLowerCase(Locale.ROOT).matches("more|higher|larger|greater|bigger") == one > other;
        SemanticQuery changed = query.measuring(
                        List.of(new Measure(query.measures().get(0).metric(), SemanticQuery.Form.CHANGE, "")))
                .listedBy(query.by().stream()
                        .filter(dimension -> !dimension.equals("year"))
                        .toList())
                .over(
                        new SemanticQuery.Years(Math.min(one, other), Math.max(one, other), SemanticQuery.Span.ENDS),
                        Optional.empty())
                .bounded(List.of(new Threshold(rose ? ">" : "<", 0)), List.of());
        return one == other ? Optional.empty() : Optional.of(new Plan.Query(changed.ordered(!rose), plan.notes()));
    }

    /** The share of one country in what the first few have, or that of the first few together in the whole. */
    private static Optional<Plan.Query> ofTheFirst(Plan.Query plan, Reading reading) {
        SemanticQuery query = plan.query();
        String text = reading.words().text();
        String flow = query.measures().get(0).metric();
        List<String> countries = reading.places(Role.SUBJECT).stream()
                .filter(mention -> mention.entity() instanceof Entity.Country)
                .map(mention -> mention.entity().code())
                .distinct()
                .toList();
        boolean asked = reading.has(Signal.SHARE)
                && reading.limit().isPresent()
                && reading.ranking() != 0
                && reading.places(Role.PARTNER).stream()
                        .allMatch(mention -> mention.entity() instanceof Entity.Group group
                                && group.type().equals("world"))
                && query.years().span() == SemanticQuery.Span.ONE
                && Set.of("exports", "imports").contains(flow)
                && TRADERS.matcher(text).find();
        boolean within = countries.size() == 1 && WITHIN_FIRST.matcher(text).find();
        boolean together = countries.isEmpty() && TOGETHER.matcher(text).find();
        if (!asked || !within && !together) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>(plan.notes());
        notes.removeIf(note -> within && note.startsWith(QueryPlanner.WHOLE) || note.startsWith("No number was given"));
        int most = reading.limit().get();
        List<SemanticQuery.Restriction> where = query.where().stream()
                .filter(restriction -> !restriction.dimension().equals("country") || restriction.memberOf())
                .toList();
        Measure value = Measure.of(flow);
        SemanticQuery list = query.listedBy(List.of("country"))
                .restricted(where)
                .measuring(
                        within
                                ? List.of(value)
                                : List.of(value, new Measure(flow, SemanticQuery.Form.SHARE, "country")))
                .part(Page.WHOLE, most);
        if (within) {
            notes.add(QueryPlanner.WHOLE + "what the first " + Figures.spelled(most) + " have together.");
        } else {
            notes.add("The first " + Figures.spelled(most) + " are taken together.");
        }
        return Optional.of(new Plan.Query(
                list.ofTheFirst(new SemanticQuery.First(within ? Optional.of(countries.get(0)) : Optional.empty())),
                notes));
    }

    /** "What share of its sales to Italy was crude oil" is one of the trade with Italy; "what share of its crude oil went to Italy" is one of the oil. */
    private static Plan.Query ofTradeWithPartner(Plan.Query plan, Reading reading) {
        SemanticQuery query = plan.query();
        List<SemanticQuery.Measure> measures = query.measures();
        boolean overPartner = measures.stream()
                .anyMatch(m -> m.form() == SemanticQuery.Form.SHARE && m.over().equals("partner"));
        List<Mention> partners = reading.places(Role.PARTNER);
        List<Mention> goods = reading.goods();
        boolean one = overPartner
                && !goods.isEmpty()
                && partners.size() == 1
                && partners.get(0).entity() instanceof Entity.Country
                && query.classes().size() == 1;
        if (!one
                || partners.get(0).end() > goods.get(0).start()
                || !reading.words()
                        .text()
                        .substring(
                                reading.words()
                                        .list()
                                        .get(partners.get(0).end() - 1)
                                        .end(),
                                reading.words().list().get(goods.get(0).start()).start())
                        .matches(COPULA)) {
            return plan;
        }
        List<String> notes = new ArrayList<>(plan.notes());
        notes.removeIf(note -> note.startsWith(QueryPlanner.WHOLE));
        String flow = measures.get(0).metric();
        String owners = reading.places(Role.SUBJECT).stream()
                .map(Mention::entity)
                .map(AnswerWriter::called)
                .distinct()
                .collect(Collectors.joining(" and "));
        notes.add(QueryPlanner.WHOLE + (owners.isEmpty() ? "the" : owners + "'s") + " " + flow + " of goods "
                + (flow.equals("imports") ? "from " : "to ")
                + AnswerWriter.called(partners.get(0).entity()) + ".");
        return new Plan.Query(
                query.measuring(measures.stream()
                        .map(m -> m.form() == SemanticQuery.Form.SHARE
                                ? new SemanticQuery.Measure(m.metric(), m.form(), "product")
                                : m)
                        .toList()),
                notes);
    }

    /** "At least 5 billion" of what grew fastest is a condition on the trade, not on its growth. */
    private static Plan.Query amounts(Plan.Query plan, String text) {
        SemanticQuery query = plan.query();
        SemanticQuery.Measure first = query.measures().get(0);
        boolean percent = first.form() == SemanticQuery.Form.SHARE
                || first.form() == SemanticQuery.Form.GROWTH
                || first.form() == SemanticQuery.Form.CHANGE;
        boolean difference = first.form() != SemanticQuery.Form.SHARE
                && query.thresholds().stream().allMatch(bound -> Math.abs(bound.value()) >= AMOUNT)
                && !query.thresholds().isEmpty()
                && DIFFERENCE.matcher(text).find();
        if (percent && difference) {
            return new Plan.Query(
                    query.measuring(List.of(new Measure(first.metric(), SemanticQuery.Form.CHANGE, first.over()))),
                    plan.notes());
        }
        List<Threshold> amounts = query.thresholds().stream()
                .filter(bound -> percent
                        && Math.abs(bound.value()) >= AMOUNT
                        && bound.country().isEmpty())
                .toList();
        if (amounts.isEmpty()) {
            return plan;
        }
        List<Threshold> own = query.thresholds().stream()
                .filter(bound -> !amounts.contains(bound))
                .toList();
        List<SemanticQuery.Condition> others = new ArrayList<>(query.conditions());
        amounts.forEach(bound -> others.add(new SemanticQuery.Condition(first.metric(), bound)));
        return new Plan.Query(query.bounded(own, others), plan.notes());
    }

    /** "For every member of ASEAN the three largest exports", "for each continent the largest exporter": a list for each of what is not named one by one. */
    private static Plan.Query ofMembers(Plan.Query plan, Reading reading) {
        SemanticQuery query = plan.query();
        boolean each = EACH_MEMBER.matcher(reading.words().text()).find();
        boolean ordered = reading.ranking() != 0 || reading.limit().isPresent();
        boolean members =
                query.where().stream().anyMatch(where -> where.dimension().equals("country") && where.memberOf());
        boolean types =
                query.where().stream().anyMatch(where -> where.dimension().equals("group"));
        boolean oneTime =
                query.years().span() == SemanticQuery.Span.ONE || query.years().span() == SemanticQuery.Span.TOTAL;
        if (!each || !ordered || query.count() || query.by().size() != 1 || !oneTime) {
            return plan;
        }
        String listed = query.by().get(0);
        String owner = members && Set.of("product", "partner").contains(listed) ? "country" : "";
        long groups = reading.places(Role.SUBJECT).stream()
                .map(Mention::entity)
                .filter(Entity.Group.class::isInstance)
                .distinct()
                .count();
        if (listed.equals("country") && groups > 1 && reading.has(Signal.BY_COUNTRY)) {
            owner = "group";
        }
        if (listed.equals("group") && types && (reading.has(Signal.BY_COUNTRY) || reading.has(Signal.BY_PRODUCT))) {
            owner = "group";
            listed = reading.has(Signal.BY_COUNTRY) ? "country" : "product";
        }
        return owner.isEmpty() ? plan : eachOf(plan, reading, owner, listed);
    }

    private static Plan.Query eachOf(Plan.Query plan, Reading reading, String owner, String listed) {
        int most = reading.limit()
                .orElse(reading.has(Signal.SINGULAR) ? 1 : plan.query().limit().orElse(DEFAULT_LIMIT));
        List<String> notes = new ArrayList<>(plan.notes());
        notes.removeIf(note -> note.startsWith("No number was given"));
        notes.add("The first " + (most == 1 ? "one is" : most + " are") + " shown for each " + owner + ".");
        return new Plan.Query(plan.query().listedBy(List.of(owner, listed)).part(new Page(0, owner), most), notes);
    }

    /** "In 1995, 2010 and 2020": the years that are named, without those between them; a list for each of them. */
    private static Plan.Query namedYears(Plan.Query plan, Reading reading) {
        SemanticQuery query = plan.query();
        List<Integer> only = reading.years().stream()
                .filter(year ->
                        year >= query.years().from() && year <= query.years().to())
                .toList();
        if (only.size() < 2 || query.count()) {
            return plan;
        }
        SemanticQuery.Years years =
                new SemanticQuery.Years(query.years().from(), query.years().to(), SemanticQuery.Span.EACH, only);
        boolean listed = query.years().span() == SemanticQuery.Span.TOTAL
                && query.by().size() == 1
                && !reading.has(Signal.TOTAL)
                && query.measures().get(0).form() != SemanticQuery.Form.AVERAGE;
        if (query.years().span() == SemanticQuery.Span.EACH && !reading.has(Signal.SERIES)) {
            return new Plan.Query(query.over(years, Optional.empty()), plan.notes());
        }
        if (!listed) {
            return plan;
        }
        List<String> notes = new ArrayList<>(plan.notes());
        notes.removeIf(note -> note.startsWith("Values are totals") || note.startsWith("No number was given"));
        int most = reading.limit()
                .orElse(reading.has(Signal.SINGULAR) ? 1 : query.limit().orElse(DEFAULT_LIMIT));
        notes.add("The first " + (most == 1 ? "one is" : most + " are") + " shown for each year.");
        return new Plan.Query(
                query.listedBy(List.of(query.by().get(0), "year"))
                        .over(years, Optional.empty())
                        .part(new Page(0, "year"), most),
                notes);
    }

    /** "How did the shares of the top five exporters develop": a line for each of those, not for everybody. */
    private static Plan.Query overTime(Plan.Query plan, Reading reading) {
        SemanticQuery query = plan.query();
        List<String> others =
                query.by().stream().filter(by -> !by.equals("year")).toList();
        boolean series = query.years().span() == SemanticQuery.Span.EACH
                && query.page().each().isEmpty()
                && query.by().size() == 2
                && others.size() == 1;
        boolean ordered = reading.ranking() != 0 || reading.limit().isPresent();
        boolean listed =
                reading.has(Signal.BY_COUNTRY) || reading.has(Signal.BY_PRODUCT) || reading.has(Signal.BY_PARTNER);
        boolean perYear = EACH_YEAR.matcher(reading.words().text()).find();
        if (!series
                || !listed
                || !ordered && !(reading.has(Signal.SERIES) && query.level() == 4)
                || !ordered && EVERY.matcher(reading.words().text()).find()
                || perYear && ordered
                || !Set.of("country", "partner", "product").contains(others.get(0))) {
            return plan;
        }
        int most = reading.limit().orElse(DEFAULT_LIMIT);
        int last = query.years().to();
        List<String> notes = new ArrayList<>(plan.notes());
        notes.removeIf(note -> note.startsWith("No number was given"));
        notes.add("Shown are the " + most + " that lead in " + last + ".");
        return new Plan.Query(
                query.over(query.years(), Optional.of(new SemanticQuery.Leading(others.get(0), most, last))), notes);
    }

    /** The smallest surplus is still one, and so is the smallest deficit. */
    private static Optional<Threshold> sign(SemanticQuery query, Reading reading) {
        boolean smallest = reading.ranking() < 0
                && query.thresholds().isEmpty()
                && query.limit().isPresent()
                && query.measures().get(0).equals(Measure.of("trade_balance"));
        boolean surplus =
                reading.words().list().stream().anyMatch(word -> word.stem().equals("surplus"));
        boolean deficit =
                reading.words().list().stream().anyMatch(word -> word.stem().equals("deficit"));
        return smallest && surplus != deficit ? Optional.of(new Threshold(surplus ? ">" : "<", 0)) : Optional.empty();
    }

    /** The dimension each of whose members has a list of its own: "the top 3 exports of Kenya and Uganda". */
    private static Optional<String> each(SemanticQuery query, Reading reading) {
        boolean ordered = reading.ranking() != 0 || reading.limit().isPresent();
        if (query.count() || query.by().size() != 2) {
            return Optional.empty();
        }
        String first = query.by().get(0);
        String second = query.by().get(1);
        if (second.equals("year")) {
            boolean lists =
                    reading.has(Signal.BY_COUNTRY) || reading.has(Signal.BY_PRODUCT) || reading.has(Signal.BY_PARTNER);
            return lists && ordered && EACH_YEAR.matcher(reading.words().text()).find()
                    ? Optional.of("year")
                    : Optional.empty();
        }
        if (query.limit().isEmpty()) {
            return Optional.empty();
        }
        boolean severalOwners =
                first.equals("country") && reading.has(Signal.BY_PRODUCT) && several(reading.places(Role.SUBJECT));
        boolean severalGoods = second.equals("product") && !reading.has(Signal.BY_PRODUCT) && several(reading.goods());
        return severalOwners ? Optional.of(first) : severalGoods ? Optional.of(second) : Optional.empty();
    }

    private static boolean several(List<Mention> mentions) {
        return mentions.stream()
                        .filter(mention -> mention.sense().isPresent())
                        .map(Mention::entity)
                        .distinct()
                        .count()
                > 1;
    }

    /** Where the question and the constraints do not agree. */
    private static List<String> conflicts(Reading reading, Overrides overrides) {
        List<String> notes = new ArrayList<>();
        overrides.direction().ifPresent(direction -> {
            String other = direction.equals("export") ? "imports" : "exports";
            if (reading.metrics().contains(other) && !reading.metrics().contains(direction + "s")) {
                notes.add("The question says " + other + ", the constraint " + direction
                        + "s: the constraint was applied.");
            }
        });
        boolean services = reading.has(Signal.SERVICES) && !reading.has(Signal.GOODS);
        boolean goods = reading.has(Signal.GOODS) && !reading.has(Signal.SERVICES)
                || reading.goods().stream()
                        .anyMatch(m -> m.sense().isPresent()
                                && m.entity() instanceof Entity.Product p
                                && p.productClass() != ProductClass.SERVICES);
        overrides.scope().ifPresent(scope -> {
            if (scope.equals("services") && goods || scope.equals("goods") && services) {
                notes.add("The question is about " + (goods ? "goods" : "services") + ", the constraint says " + scope
                        + ": the question was followed.");
            }
        });
        overrides.schema().flatMap(ProductClass::of).ifPresent(fixed -> {
            if (reading.classNamed()
                    && reading.productClass().filter(named -> named != fixed).isPresent()) {
                notes.add("The question names " + reading.productClass().get().label() + ", the constraint "
                        + fixed.label() + ": the constraint was applied.");
            }
        });
        return notes;
    }
}
