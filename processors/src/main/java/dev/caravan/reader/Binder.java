package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.QueryWords;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.ComparedWithMember;
import dev.caravan.reader.Meaning.Cut;
import dev.caravan.reader.Meaning.Deed;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Grouping;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Lacking;
import dev.caravan.reader.Meaning.Rank;
import dev.caravan.reader.Meaning.Related;
import dev.caravan.reader.Meaning.Scale;
import dev.caravan.reader.Meaning.Share;
import dev.caravan.reader.Meaning.Sort;
import dev.caravan.reader.Meaning.Subject;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Puts the clauses of a question together to one logical query over the schema. */
final class Binder {
    private static final int STEM = 4;
    private final SchemaGraph graph;
    private final Facts facts;
    private final Fields fields;
    private final QueryWords words;
    private final FigureBinder figures;
    private final ConditionBinder conditions;
    private final Deeds deeds;
    private final Clauses clauses;
    private final FigurePhrases phrases;
    private final RankPhrases rankPhrases;
    private final Superiors ofItsKind;

    // the clauses by what they are
    private List<Edge> things = List.of();
    private List<Edge> said = List.of();
    private List<Edge> named = new ArrayList<>();
    private List<Edge> ranks = List.of();
    private List<Edge> grouped = new ArrayList<>();
    private List<Edge> different = List.of();
    private List<Edge> held = new ArrayList<>();
    // what the question is about
    private Optional<Thing> subject = Optional.empty();
    private final List<Edge> events = new ArrayList<>();
    private final List<String> nearby = new ArrayList<>();
    private final List<Value> groups = new ArrayList<>();
    private final List<Value> columns = new ArrayList<>();
    /** What each of the things that figures are taken for has one of, and is shown beside. */
    private final List<Value> beside = new ArrayList<>();

    private final List<Value> measures = new ArrayList<>();
    private final List<Condition> where = new ArrayList<>();
    private final List<Condition> having = new ArrayList<>();
    private final List<Order> orders = new ArrayList<>();
    private final List<Value> per = new ArrayList<>();
    private List<Edge> before = List.of();
    private List<Edge> moreOf = List.of();
    private final List<Value> within = new ArrayList<>();
    private boolean changes;
    private boolean running;
    private boolean comparing;
    private Optional<Boolean> way = Optional.empty();
    private int shareEnd = -1;
    private Optional<Field> timed = Optional.empty();
    private Optional<Integer> limit = Optional.empty();
    private Optional<Integer> place = Optional.empty();
    private boolean distinct;
    private boolean ties;
    private boolean shownAlone;
    private boolean called;

    private final boolean listing;
    private final Predicate<Edge> plural;
    private final boolean done;
    private final boolean detailed;
    private final Predicate<Edge> possessed;
    private final Predicate<Edge> theirs;
    private final Predicate<Edge> being;
    private final Set<String> doers;
    private final java.util.Map<String, Condition> kinds = new java.util.LinkedHashMap<>();

    /**
     * For the clauses of a cover.
     *
     * @param asked how it is asked
     */
    private Binder(SchemaGraph graph, List<Edge> edges, Asked asked, boolean detailed) {
        this.detailed = detailed;
        this.listing = asked.listing();
        this.plural = asked.plural();
        this.possessed = asked.possessed();
        this.theirs = asked.theirs();
        this.being = asked.being();
        this.doers = asked.doers();
        this.done = asked.done();
        this.graph = graph;
        this.facts = new Facts(graph);
        this.fields = new Fields(graph, facts);
        this.words = new QueryWords(graph.schema());
        this.figures = new FigureBinder(graph, facts, fields);
        this.conditions = figures.conditions();
        this.deeds = new Deeds(graph, facts, fields, figures);
        this.ofItsKind = new Superiors(graph, facts);
        this.clauses = new Clauses(ofItsKind.superiors(
                edges.stream()
                        .flatMap(FigurePhrases::split)
                        .flatMap(edge -> ofItsKind.isSuperior(edge, asked)
                                ? edge.parts().stream()
                                : ofItsKind.isOneOfItsKind(edge) ? Superiors.apart(edge) : Stream.of(edge))
                        .toList(),
                asked));
        this.phrases = new FigurePhrases(facts, clauses, graph);
        this.rankPhrases = new RankPhrases(graph, facts, clauses, phrases);
    }

    /**
     * The query that the clauses of a cover make.
     *
     * @param asked how it is asked
     * @throws Objection where a clause fits nowhere, or may mean several things
     */
    static LogicalQuery query(SchemaGraph graph, List<Edge> edges, Asked asked) {
        LogicalQuery query = new Binder(graph, edges, asked, false).query();
        Doubts doubts = new Doubts(graph);
        if (doubts.isCoarse(query)) {
            // what is said of parts is meant of the figures of these parts, where the model has such
            query = new Binder(graph, edges, asked, true).query();
        }
        doubts.check(query);
        return query;
    }

    private LogicalQuery query() {
        take();
        together();
        ordered();
        namedByOrder();
        agents(grouped);
        List<Edge> too = phrases.countedToo(things, said, grouped);
        things = too.size() > said.size() ? List.of() : things;
        said = too;
        tied();
        between();
        chooseSubject();
        before = Stream.of(things, said, held).flatMap(List::stream).toList();
        asked(!clauses.take(Kind.COUNT).isEmpty());
        late(held);
        shared();
        FigurePhrases.disjoint(held);
        changed();
        if (said.isEmpty()) {
            rows();
        } else {
            if (!different.isEmpty()) {
                throw new Objection("it is not clear what is to be different");
            }
            figures();
        }
        sorts();
        finish();
        ofADay();
        boolean placed = limit.equals(Optional.of(1)) && !orders.isEmpty() && !distinct;
        if (place.isPresent() && !placed) {
            throw new Objection("it is not said in which order that place is");
        }
        return new LogicalQuery(
                told(),
                shown(columns),
                measured(),
                where,
                having,
                orders,
                place.or(() -> limit),
                within(),
                distinct,
                ties && place.isEmpty(),
                place.isPresent());
    }

    /** The clauses by what they are. */
    private void take() {
        things = clauses.take(Kind.THING, Kind.SUBJECT);
        events.addAll(clauses.take(Kind.EVENT));
        List<Edge> figures = clauses.take(Kind.FIGURE, Kind.AMOUNT);
        named = new ArrayList<>(clauses.take(Kind.COLUMN));
        said = phrases.withoutPrices(figures, named);
        ranks = clauses.take(Kind.RANK, Kind.LIMIT);
        grouped = new ArrayList<>(clauses.take(Kind.GROUP).stream()
                .flatMap(FigurePhrases::inARow)
                .map(this::ofOwner)
                .toList());
        different = clauses.take(Kind.COLUMNS);
        held = new ArrayList<>(
                clauses.take(Kind.CONDITION).stream().map(phrases::countedKinds).toList());
        every();
        some();
        figured();
    }

    /** "The name of every employee": they are listed, where no figure is asked that would be taken for each. */
    private void every() {
        boolean lists = listing
                && said.isEmpty()
                && ranks.isEmpty()
                && things.isEmpty()
                && !named.isEmpty()
                && named.stream().noneMatch(edge -> phrases.measured((Columns) edge.meaning()))
                && grouped.size() == 1
                && grouped.get(0).rule().equals("for each THING")
                && clauses.left().stream()
                        .noneMatch(edge -> edge.kind() == Kind.COUNT
                                || edge.kind() == Kind.SHARE
                                || edge.kind() == Kind.CHANGE
                                || edge.kind() == Kind.RUNNING);
        if (lists) {
            Edge group = grouped.remove(0);
            things = List.of(new Edge(
                    group.start(),
                    group.end(),
                    Kind.THING,
                    new Things(((Things) ((Grouping) group.meaning()).by().get(0)).any()),
                    group.cost(),
                    group.rule(),
                    group.parts()));
        }
    }

    /** "Compare this year with the last by number of orders": what is compared. */
    private void figured() {
        boolean times = held.stream().anyMatch(edge -> edge.meaning() instanceof Meaning.Times);
        if (!times || !said.isEmpty() || !things.isEmpty() || !named.isEmpty() || !ranks.isEmpty()) {
            return;
        }
        List<Edge> by = clauses.take(Kind.SORT);
        said = by.stream()
                .flatMap(edge -> ((Sort) edge.meaning())
                        .by().stream()
                                .map(meaning -> meaning instanceof Columns
                                        ? new Figure(Function.SUM, meaning, List.of(), false)
                                        : meaning)
                                .map(meaning -> new Edge(
                                        edge.start(),
                                        edge.end(),
                                        Kind.FIGURE,
                                        meaning,
                                        edge.cost(),
                                        edge.rule(),
                                        edge.parts())))
                .toList();
    }

    /**
     * "Countries that got tablets but no capsules", "that got both": no row is two of a column's values, so that both are said of
     * all rows of what is listed.
     */
    private void apart() {
        boolean lists = things.isEmpty() && said.isEmpty() && ranks.isEmpty() && !named.isEmpty();
        for (Edge other : List.copyOf(held)) {
            Optional<Edge> one = held.stream()
                    .filter(edge -> other.meaning() instanceof Is without
                            && without.negated()
                            && edge.meaning() instanceof Is with
                            && !with.negated()
                            && with.members().names().stream()
                                    .flatMap(List::stream)
                                    .anyMatch(stored -> without.members().names().stream()
                                            .flatMap(List::stream)
                                            .anyMatch(left -> left.field().equals(stored.field()))))
                    .findFirst();
            if (one.isPresent() && lists) {
                held.set(held.indexOf(one.get()), ofAnyRow(one.get(), false));
                held.set(held.indexOf(other), ofAnyRow(other, true));
            }
            if (lists
                    && other.meaning() instanceof Meaning.Severally both
                    && both.all().stream().allMatch(Is.class::isInstance)) {
                held.remove(other);
                both.all().forEach(each -> held.add(ofAnyRow(other, (Is) each, false)));
            }
        }
    }

    private static Edge ofAnyRow(Edge edge, boolean negated) {
        return ofAnyRow(edge, (Is) edge.meaning(), negated);
    }

    private static Edge ofAnyRow(Edge edge, Is is, boolean negated) {
        List<Thing> owners = is.members().names().stream()
                .flatMap(List::stream)
                .map(stored -> Lexicon.thing(stored.field().relation()))
                .distinct()
                .toList();
        return new Edge(
                edge.start(),
                edge.end(),
                edge.kind(),
                new Related(new Things(owners), List.of(new Is(is.members(), false)), negated),
                edge.cost(),
                edge.rule(),
                edge.parts());
    }

    /** "List 5 ports": any five, where nothing else says of what rows are asked. */
    private void some() {
        apart();
        if (!listing || !things.isEmpty() || !said.isEmpty() || !ranks.isEmpty()) {
            return;
        }
        held.stream()
                .filter(edge -> edge.rule().equals(Rules.NUMBER_OF_THINGS))
                .findFirst()
                .ifPresent(edge -> {
                    held.remove(edge);
                    things = List.of(edge.parts().get(1));
                    limit = Optional.of(
                            (int) ((Meaning.Number) edge.parts().get(0).meaning()).value());
                });
    }

    /** Figures with what is said of them elsewhere: of what they are a part, that they are added or averaged. */
    private void together() {
        said = phrases.ratios(phrases.alike(said, named), named, grouped);
        ranks = rankPhrases.rankedRatios(ranks, grouped);
        said = said.stream().map(edge -> FigurePhrases.difference(edge, held)).toList();
        place = rankPhrases.place(ranks, grouped);
        ranks = RankPhrases.fromTheTop(ranks, place);
        if (!clauses.take(Kind.ADDED).isEmpty() && said.isEmpty()) {
            Optional<Edge> number = named.stream()
                    .filter(edge -> phrases.measured((Columns) edge.meaning()))
                    .findFirst();
            number.ifPresent(named::remove);
            things = things.stream()
                    .filter(edge -> number.isEmpty()
                            || !(edge.meaning() instanceof Things each)
                            || each.any().stream().anyMatch(thing -> !phrases.isRecord(thing.relation())))
                    .toList();
            said = number.map(edge ->
                            FigurePhrases.figure(edge, new Figure(Function.SUM, edge.meaning(), List.of(), false)))
                    .map(List::of)
                    .orElse(List.of());
        }
        if (!clauses.take(Kind.ON_AVERAGE).isEmpty()) {
            ranks = rankPhrases.firstOfColumns(ranks, named, grouped, said.isEmpty());
            List<Edge> averaged = said.isEmpty() ? rankPhrases.averagedRanks(ranks) : ranks;
            said = averaged.equals(ranks) ? phrases.averaged(said, named) : said;
            ranks = averaged;
        }
    }

    /** What the first are the first of, and by what. */
    private void ordered() {
        done(named, grouped, held);
        ranks = new ArrayList<>(
                rankPhrases.rankedByGroups(rankPhrases.firstOfColumns(ranks, named, grouped, said.isEmpty()), grouped));
        ranks = new ArrayList<>(rankPhrases.byOther(rankPhrases.bySo(ranks, named, grouped, things)).stream()
                .map(rankPhrases::byScore)
                .toList());
        boolean nothingElse = Stream.of(said, things, named, events, different).allMatch(List::isEmpty);
        ranks = nothingElse ? rankPhrases.ofTimes(ranks, grouped) : ranks;
        called = !clauses.take(Kind.NAME).isEmpty();
        comparing = !clauses.take(Kind.COMPARING).isEmpty();
        if (said.isEmpty()) {
            said = rankPhrases.bothEnds(ranks);
            said = said.isEmpty() ? rankPhrases.firstTime(ranks, named) : said;
            ranks = said.isEmpty() ? ranks : List.of();
        }
    }

    /** The figure that rows are ordered by; or, where one is said, the things that it is not taken for are passed over. */
    private void namedByOrder() {
        if (said.isEmpty()) {
            said = phrases.sortedBy();
            things = FigurePhrases.withoutCounted(things, said, grouped);
        } else {
            things = withoutPossessed(things, grouped);
        }
    }

    /**
     * "Suppliers from countries without customers": there are none where the country is the same, which is not the same as that
     * a supplier has none.
     */
    private void between() {
        List<Edge> all = Stream.of(things, named, held).flatMap(List::stream).toList();
        for (Edge column : List.copyOf(named)) {
            boolean whose = column.rule().equals("a thing's column");
            Optional<Edge> next = all.stream()
                    .filter(edge -> edge.start() >= column.end())
                    .min(Comparator.comparingInt(Edge::start))
                    .filter(edge -> whose || things.stream().anyMatch(thing -> thing.end() <= column.start()))
                    .filter(edge -> relatedBy(edge.meaning())
                            .filter(relation -> isShared((Columns) column.meaning(), relation))
                            .isPresent());
            if (next.isPresent()) {
                inCommon(column, next.get(), whose);
            }
        }
    }

    private void inCommon(Edge column, Edge next, boolean whose) {
        String relation = relatedBy(next.meaning()).orElseThrow();
        boolean negated = next.meaning() instanceof Related;
        boolean more =
                next.meaning() instanceof Related related && !related.where().isEmpty()
                        || held.stream().anyMatch(edge -> edge.start() >= next.end());
        if (!negated || more) {
            throw new Objection("it is not clear which " + facts.name(relation) + " is meant: one of the same "
                    + facts.label(((Columns) column.meaning()).any().get(0).field()) + ", or any");
        }
        named.remove(column);
        things = Stream.concat(
                        things.stream().filter(edge -> edge != next),
                        whose ? Stream.of(column.parts().get(0)) : Stream.of())
                .toList();
        held.remove(next);
        held.add(new Edge(
                column.start(),
                next.end(),
                Kind.CONDITION,
                new Meaning.InCommon((Columns) column.meaning(), relation, true),
                column.cost(),
                "in common",
                List.of(column, next)));
    }

    private static Optional<String> relatedBy(Meaning meaning) {
        return Optional.of(meaning)
                .flatMap(each -> each instanceof Related related && related.negated()
                        ? Optional.of(related.things())
                        : Optional.of(each).filter(Things.class::isInstance).map(Things.class::cast))
                .map(things -> things.any().get(0))
                .filter(thing -> thing.via().isEmpty())
                .map(Thing::relation);
    }

    /** Whether a column that is no name stands in the relation and in another one. */
    private boolean isShared(Columns columns, String relation) {
        return columns.any().stream()
                .map(Meaning.Named::field)
                .filter(field -> !field.relation().equals(relation)
                        && graph.relation(relation).columns().containsKey(field.column()))
                .map(field -> Field.of(relation, field.column()))
                .anyMatch(field -> !facts.isMeasure(field)
                        && !facts.labels(relation).contains(field)
                        && !graph.relation(relation).key().contains(field.column())
                        && !graph.relation(relation).references().containsKey(field.column()));
    }

    /** A verb of which there are no records says something of an amount alone. */
    private void tied() {
        List<Edge> tied = clauses.take(Kind.TIE);
        boolean most = ranks.stream()
                .flatMap(edge -> ((Rank) edge.meaning()).by().stream())
                .anyMatch(by -> by instanceof Columns columns && phrases.measured(columns));
        if (!tied.isEmpty() && !most && said.stream().map(Edge::meaning).noneMatch(FigurePhrases::adds)) {
            throw new Objection("there are no records of what was \""
                    + ((Meaning.Quoted) tied.get(0).meaning()).text() + "\"");
        }
    }

    /** The figure that is asked though it is not said: how many there are, or of which there are more. */
    private void asked(boolean count) {
        moreOf = clauses.take(Kind.MORE_OF);
        boolean bare = !clauses.take(Kind.BARE_MORE).isEmpty();
        if (bare && said.size() == 1 && held.stream().anyMatch(edge -> FigurePhrases.isSeveral(edge.meaning()))) {
            // did this one or that spend more: the figure of each
            bare = false;
            comparing = true;
        }
        if (bare && !said.isEmpty()) {
            throw new Objection("it is not said what is more than what");
        }
        changes = !clauses.take(Kind.CHANGE).isEmpty();
        running = !clauses.take(Kind.RUNNING).isEmpty();
        if (running) {
            runs();
        }
        if (said.isEmpty() && count && subject.isEmpty() && listing(held)) {
            subject = relations(held.get(0).meaning()).stream().findFirst().map(Lexicon::thing);
        }
        if (said.isEmpty()) {
            said = implied(count, bare || !moreOf.isEmpty(), named, ranks, held, !grouped.isEmpty());
        }
        if (said.isEmpty() && count) {
            throw new Objection("it is not said what is to be counted");
        }
        boolean counts = said.stream()
                .map(Edge::meaning)
                .anyMatch(each -> each instanceof Figure figure && figure.function() == Function.COUNT);
        if (count && !counts) {
            throw new Objection("it is not clear what is to be counted");
        }
    }

    /** What a running total is of: the figure, a number, or how many records there are. */
    private void runs() {
        Optional<Edge> number = named.stream()
                .filter(edge -> phrases.measured((Columns) edge.meaning()))
                .findFirst();
        if (said.isEmpty() && number.isPresent()) {
            named.remove(number.get());
            said = List.of(FigurePhrases.figure(
                    number.get(), new Figure(Function.SUM, number.get().meaning(), List.of(), false)));
        } else if (said.isEmpty() && subject.isPresent()) {
            Things counted = new Things(List.of(subject.get()));
            subject = Optional.empty();
            said = List.of(new Edge(
                    0, 0, Kind.FIGURE, new Figure(Function.COUNT, counted, List.of(), false), 0, "implied", List.of()));
        }
        if (said.isEmpty()) {
            throw new Objection("it is not said of what the running total is");
        }
    }

    /** The share of the one figure that is said. */
    private void shared() {
        if (clauses.take(Kind.SHARE).isEmpty()) {
            return;
        }
        boolean one = said.size() == 1
                && (said.get(0).meaning() instanceof Figure || said.get(0).meaning() instanceof Meaning.Amounts);
        if (!one) {
            throw new Objection("it is not said of what the share is");
        }
        Edge edge = said.get(0);
        said = List.of(new Edge(
                edge.start(),
                edge.end(),
                Kind.FIGURE,
                new Share(Optional.of(edge.meaning())),
                edge.cost(),
                edge.rule(),
                edge.parts()));
    }

    /** What changed is a figure; of records how many there are. */
    private void changed() {
        if (changes
                && said.isEmpty()
                && subject.filter(thing -> phrases.isRecord(thing.relation())).isPresent()) {
            Things counted = new Things(List.of(subject.get()));
            subject = Optional.empty();
            said = List.of(new Edge(
                    0, 0, Kind.FIGURE, new Figure(Function.COUNT, counted, List.of(), false), 0, "implied", List.of()));
        }
        if (changes && said.isEmpty()) {
            throw new Objection("it is not said what changed");
        }
    }

    /** Things of one name are told apart by their keys. */
    private List<Value> within() {
        List<Value> within = new ArrayList<>();
        for (Value value : per) {
            Value by = value;
            if (value instanceof Field field && facts.isName(field)) {
                List<String> key = graph.relation(field.relation()).key();
                by = key.size() == 1 ? new Field(field.relation(), key.get(0), field.via()) : value;
            }
            if (!within.contains(by)) {
                within.add(by);
            }
        }
        return within;
    }

    /** What was done late must be what the data have a day for that it was due. */
    private void late(List<Edge> held) {
        boolean other = held.stream()
                .anyMatch(edge -> edge.rule().equals(Lexicon.LATENESS)
                        && events.stream()
                                .anyMatch(event -> event.end() <= edge.start() && edge.start() - event.end() <= 1));
        if (other) {
            throw new Objection("it is not known when that was due");
        }
    }

    /**
     * What was done at a time: the time where one is asked, a condition where not, and nothing more than a tie to whom it was
     * done by.
     */
    private void done(List<Edge> named, List<Edge> grouped, List<Edge> held) {
        boolean times = clauses.has(Kind.WHEN) || FigurePhrases.hasCut(grouped);
        for (Edge edge : clauses.take(Kind.DONE)) {
            boolean byWhom = Stream.concat(held.stream(), grouped.stream())
                    .anyMatch(next -> next.start() == edge.end() && next.rule().contains("by "));
            if (times) {
                named.add(edge);
            } else if (!byWhom && held.stream().noneMatch(next -> FigurePhrases.saysWhere(edge, next))) {
                held.add(new Edge(
                        edge.start(),
                        edge.end(),
                        Kind.CONDITION,
                        new Lacking((Columns) edge.meaning(), true),
                        edge.cost(),
                        "done",
                        List.of(edge)));
            }
        }
    }

    /** "Each agent's customers" are told for each agent, "each product category" for each category. */
    private Edge ofOwner(Edge group) {
        boolean number = group.rule().equals("for each column of a thing")
                && !said.isEmpty()
                && possessed.test(group.parts().get(2))
                && phrases.measured((Columns) ((Grouping) group.meaning()).by().get(0));
        if (number) {
            // each teacher's hours and number of lessons: the hours are told beside
            Edge column = group.parts().get(2);
            named.add(new Edge(
                    column.start(),
                    column.end(),
                    Kind.COLUMN,
                    ((Grouping) group.meaning()).by().get(0),
                    column.cost(),
                    column.rule(),
                    column.parts()));
            return new Edge(
                    group.start(),
                    group.end(),
                    group.kind(),
                    new Grouping(List.of(group.parts().get(1).meaning())),
                    group.cost(),
                    "for each THING",
                    group.parts());
        }
        return group.rule().startsWith(Rules.OF_ANOTHER)
                        && possessed.test(group.parts().get(2))
                ? new Edge(
                        group.start(),
                        group.end(),
                        group.kind(),
                        new Grouping(List.of(group.parts().get(1).meaning())),
                        group.cost(),
                        "for each THING",
                        group.parts())
                : group;
    }

    /** "Each agent's customers": what they have is on the way to the figure, and not what it is taken for. */
    private List<Edge> withoutPossessed(List<Edge> things, List<Edge> grouped) {
        return things.stream()
                .filter(edge -> !possessed.test(edge)
                        || grouped.stream()
                                .noneMatch(group -> group.rule().startsWith("for each")
                                        && edge.start() >= group.end()
                                        && edge.start() - group.end() <= 1))
                .toList();
    }

    /** "Paid per method by customers": by whom it was done, or another group. */
    private void agents(List<Edge> grouped) {
        List<Edge> all = grouped.stream().flatMap(FigurePhrases::inARow).toList();
        boolean both = !events.isEmpty()
                && all.stream().filter(edge -> edge.rule().equals("by THING")).anyMatch(edge -> all.stream()
                        .anyMatch(other -> other.rule().startsWith("for each")
                                && other.end() <= edge.start()
                                && edge.start() - other.end() <= 1));
        if (both) {
            throw new Objection("by whom it was done and what it is split by cannot be told apart");
        }
    }

    private Optional<String> asked() {
        return subject.map(Thing::relation);
    }

    /** The rows that are told of; what the counted things have several of is told by its name alone. */
    private Optional<String> told() {
        Optional<String> counted = measures.stream()
                .flatMap(Value::aggregates)
                .map(Aggregate::relation)
                .findFirst();
        return asked().filter(relation ->
                counted.filter(root -> isDetail(relation, root)).isEmpty());
    }

    /** Whether rows only say something of what is counted, or of what that belongs to, such as the kinds that a shop is of. */
    private boolean isDetail(String relation, String root) {
        return !root.equals(relation)
                && !facts.isPerson(relation)
                && graph.relation(relation).references().entrySet().stream()
                        .filter(each -> !graph.toOne(root, relation, "")
                                || graph.relation(relation).key().equals(List.of(each.getKey())))
                        .map(each -> dev.caravan.semantic.Schema.tableOf(each.getValue()))
                        .anyMatch(target ->
                                !target.equals(relation) && (target.equals(root) || graph.toOne(root, target, "")));
    }

    /** A figure that is not said but plainly meant: how many there are, or the sum of a column by something. */
    private List<Edge> implied(
            boolean counted, boolean more, List<Edge> named, List<Edge> ranks, List<Edge> held, boolean grouped) {
        Optional<Edge> measure = named.stream()
                .filter(edge -> grouped
                        && (subject.isEmpty()
                                || !listing && phrases.isRecord(subject.get().relation()) && !phrases.counted(named))
                        && phrases.measured((Columns) edge.meaning()))
                .findFirst();
        if (measure.isPresent()) {
            int start = measure.get().start();
            if (ranks.stream()
                    .anyMatch(edge -> edge.end() == start && edge.rule().equals("an adjective of a column"))) {
                throw new Objection("it is not clear which number the first has the most of");
            }
            subject = Optional.empty();
            named.remove(measure.get());
            return List.of(FigurePhrases.figure(
                    measure.get(), new Figure(Function.SUM, measure.get().meaning(), List.of(), false)));
        }
        if (more) {
            return compared(held);
        }
        boolean bare = listing && !counted && !grouped;
        boolean nameless = subject.isPresent() && phrases.isRecord(subject.get().relation());
        boolean held0 = !held.isEmpty()
                && held.stream()
                        .allMatch(edge -> edge.meaning() instanceof Meaning.During during
                                && during.columns().isEmpty())
                && ranks.isEmpty()
                && named.isEmpty()
                && nameless
                && !bare
                && clauses.left().isEmpty();
        // "deliveries by vendor, top 5": what is counted gives the order
        boolean limited = grouped
                && nameless
                && ranks.stream()
                        .allMatch(edge -> ((Rank) edge.meaning()).by().isEmpty()
                                && ((Rank) edge.meaning()).of().isEmpty());
        boolean figured = counted || held0 || grouped && (ranks.isEmpty() || limited);
        if (subject.isPresent() && figured && (ranks.isEmpty() || limited)) {
            Things things = new Things(List.of(subject.get()));
            subject = Optional.empty();
            Edge number = new Edge(
                    0, 0, Kind.FIGURE, new Figure(Function.COUNT, things, List.of(), false), 0, "implied", List.of());
            Edge sum = new Edge(
                    0, 0, Kind.FIGURE, new Figure(Function.SUM, things, List.of(), false), 0, "implied", List.of());
            String relation = things.any().get(0).relation();
            return counted || graph.relation(relation).measures().isEmpty() ? List.of(number) : List.of(number, sum);
        }
        return List.of();
    }

    /** "More of this or of that": what happened is counted or, where that has an amount, added for each. */
    private List<Edge> compared(List<Edge> held) {
        Optional<Edge> persons = held.stream()
                .filter(edge -> edge.meaning() instanceof Meaning.Either either
                        && either.any().stream().allMatch(Meaning.Person.class::isInstance))
                .findFirst();
        if (persons.isPresent()) {
            return comparedPersons(held);
        }
        if (subject.isEmpty() && held.stream().anyMatch(edge -> edge.meaning() instanceof Meaning.Times)) {
            return comparedTimes();
        }
        boolean several = held.stream()
                .anyMatch(edge ->
                        edge.meaning() instanceof Is is && is.members().names().size() > 1);
        if (!several) {
            throw new Objection("it is not said what is compared with what");
        }
        Is is = (Is) held.stream()
                .map(Edge::meaning)
                .filter(each -> each instanceof Is one && one.members().names().size() > 1)
                .findFirst()
                .orElseThrow();
        boolean named = subject.isPresent();
        boolean itself = named
                && is.members().names().get(0).stream()
                        .anyMatch(
                                stored -> facts.labels(subject.get().relation()).equals(List.of(stored.field())));
        if (named && !itself) {
            // Toyota or Ford cars: each kind is counted, and not each car
            subject = Optional.empty();
        }
        if (events.isEmpty() && moreOf.isEmpty()) {
            throw new Objection("it is not said what there is more of");
        }
        String relation = thing((moreOf.isEmpty() ? events : moreOf).get(0).meaning(), List.of())
                .relation();
        Things things = new Things(List.of(Lexicon.thing(relation)));
        boolean amount = !events.isEmpty()
                && !named
                && !graph.relation(relation).measures().isEmpty();
        events.clear();
        nearby.clear();
        return List.of(new Edge(
                0,
                0,
                Kind.FIGURE,
                new Figure(amount ? Function.SUM : Function.COUNT, things, List.of(), false),
                0,
                "implied",
                List.of()));
    }

    /** "More in this year or in that": what happened in each, or how many of the things that it happened to. */
    private List<Edge> comparedTimes() {
        Meaning figure;
        if (!moreOf.isEmpty()) {
            figure = new Figure(Function.COUNT, moreOf.get(0).meaning(), List.of(), false);
        } else if (!events.isEmpty()) {
            String relation = thing(events.get(0).meaning(), List.of()).relation();
            boolean amount = !graph.relation(relation).measures().isEmpty();
            figure = new Figure(
                    amount ? Function.SUM : Function.COUNT, events.get(0).meaning(), List.of(), false);
            events.clear();
            nearby.clear();
        } else {
            throw new Objection("it is not said what there is more of");
        }
        comparing = true;
        return List.of(new Edge(0, 0, Kind.FIGURE, figure, 0, "implied", List.of()));
    }

    /** "Who had more orders, this one or that": what happened is counted for each of them. */
    private List<Edge> comparedPersons(List<Edge> held) {
        List<String> related = held.stream()
                .map(Edge::meaning)
                .filter(Related.class::isInstance)
                .map(each -> ((Related) each).things().any().get(0).relation())
                .toList();
        if (related.isEmpty() && events.isEmpty()) {
            events.addAll(moreOf);
        }
        if (subject.isEmpty() || related.size() + events.size() != 1) {
            throw new Objection("it is not said what is compared");
        }
        String relation =
                related.isEmpty() ? thing(events.get(0).meaning(), List.of()).relation() : related.get(0);
        List<Meaning> within = new ArrayList<>();
        for (Edge edge : List.copyOf(held)) {
            if (edge.meaning() instanceof Related about && !about.negated()) {
                within.addAll(about.where());
                held.remove(edge);
            }
        }
        events.clear();
        nearby.clear();
        return List.of(new Edge(
                0,
                0,
                Kind.FIGURE,
                new Figure(Function.COUNT, new Things(List.of(Lexicon.thing(relation))), within, false),
                0,
                "implied",
                List.of()));
    }

    // ---- what is asked about

    private void chooseSubject() {
        List<String> hints = new ArrayList<>(hints(named, said, held));
        ranks.forEach(edge -> figuredBy((Rank) edge.meaning(), hints).stream()
                .filter(each -> !hints.contains(each))
                .forEach(hints::add));
        Optional<Edge> who = clauses.first(Kind.PERSON);
        boolean asked = who.isPresent()
                && (things.isEmpty() || who.get().start() < things.get(0).start());
        Optional<Edge> ranked = ranks.stream()
                .filter(edge -> ((Rank) edge.meaning()).of().isPresent())
                .findFirst();
        List<Edge> rest = new ArrayList<>(things);
        if (ranked.isPresent() && latest(ranked.get(), things, ranks, held)) {
            ranked = Optional.empty();
        }
        if (ranked.isPresent()) {
            subject = Optional.of(thing(((Rank) ranked.get().meaning()).of().get(), hints));
        } else if (asked && said.isEmpty() && isNamed(who.get(), things, ranks)) {
            subject = Optional.of(thing(rest.remove(0).meaning(), hints));
        } else if (asked && said.isEmpty() && ofOneKind(things, held).isPresent()) {
            subject = ofOneKind(things, held).map(Lexicon::thing);
        } else if (asked && said.isEmpty() && things.isEmpty() && !named.isEmpty() && being.test(who.get())) {
            subject = Optional.empty();
        } else if (asked && said.isEmpty()) {
            subject = person(hints, held, ranks);
            if (subject.isEmpty()) {
                throw new Objection("it is not known who is meant");
            }
        } else if (rest.isEmpty()
                && said.isEmpty()
                && named.isEmpty()
                && scaled(ranks).isPresent()) {
            List<String> near = hints(named, said, held);
            subject = scaled(ranks)
                    .map(scale -> Lexicon.thing(
                            fields.column(scale.columns(), near, field -> true).relation()));
        } else if (!rest.isEmpty()
                && !(counts(said) && !isGroupedBy(rest.get(0), said))
                && !isHeadOnly(rest.get(0), named, said, held)) {
            subject = Optional.of(thing(rest.remove(0).meaning(), hints));
        }
        clauses.take(Kind.PERSON);
        besideSubject(rest);
    }

    /** Further things: what the subject has one of is shown, others have to do with it; what was done is one of those. */
    private void besideSubject(List<Edge> rest) {
        for (Edge edge : rest) {
            Thing thing = thing(edge.meaning(), hints(named, said, held));
            if (said.isEmpty() && isPartOf(thing)) {
                facts.labels(thing.relation()).stream()
                        .map(field -> new Field(field.relation(), field.column(), thing.via()))
                        .forEach(columns::add);
            } else if (said.isEmpty() && theirs.test(edge)) {
                throw new Objection("each "
                        + subject.map(each -> facts.name(each.relation())).orElse("row") + " has several of a "
                        + facts.name(thing.relation()) + "; ask for these");
            } else {
                nearby.add(thing.relation());
            }
        }
        events.forEach(edge -> {
            Thing thing = thing(edge.meaning(), anchors());
            nearby.add(thing.relation());
            thing.kind().map(ConditionBinder::of).ifPresent(kind -> kinds.put(thing.relation(), kind));
        });
    }

    /** "Which drugs on the surgery ward": the noun behind its own name, where what is asked for is none of its columns. */
    private boolean isHeadOnly(Edge thing, List<Edge> named, List<Edge> said, List<Edge> held) {
        if (!said.isEmpty() || named.isEmpty() || !(thing.meaning() instanceof Things things)) {
            return false;
        }
        String relation = things.any().get(0).relation();
        boolean head = held.stream()
                .anyMatch(edge -> edge.end() == thing.start() && ofItsKind.isCalled(edge.meaning(), relation));
        return head
                && named.stream()
                        .allMatch(edge -> edge.end() <= thing.start()
                                && ((Columns) edge.meaning())
                                        .any().stream()
                                                .noneMatch(each -> graph.toOne(
                                                        relation,
                                                        each.field().relation(),
                                                        each.field().via())));
    }

    /** "Who are our customers": the people asked about are named right behind. */
    private boolean isNamed(Edge who, List<Edge> things, List<Edge> ranks) {
        return things.size() == 1
                && events.isEmpty()
                && ranks.isEmpty()
                && being.test(who)
                && things.get(0).meaning() instanceof Things named
                && named.any().stream().allMatch(thing -> thing.via().isEmpty() && facts.isPerson(thing.relation()));
    }

    /** "Whose boss": what rows of one kind are to each other is asked of the person who is named. */
    private Optional<String> ofOneKind(List<Edge> things, List<Edge> held) {
        return things.stream()
                .filter(edge -> edge.meaning() instanceof Things)
                .flatMap(edge -> ((Things) edge.meaning()).any().stream())
                .filter(ofItsKind::isOfItsKind)
                .map(Thing::relation)
                .filter(relation ->
                        held.stream().map(Edge::meaning).anyMatch(each -> ofItsKind.isCalled(each, relation)))
                .findFirst();
    }

    /** "Customers whose last order was before a time": the last one of each is compared with the time. */
    private boolean latest(Edge ranked, List<Edge> things, List<Edge> ranks, List<Edge> held) {
        Rank rank = (Rank) ranked.meaning();
        boolean whose = rank.number().equals(Optional.of(1))
                && !things.isEmpty()
                && things.get(0).end() <= ranked.start()
                && plural.test(things.get(0))
                && scaled(List.of(ranked)).isPresent();
        if (!whose) {
            return false;
        }
        Optional<Edge> time = held.stream()
                .filter(edge -> edge.meaning() instanceof Meaning.During during
                        && during.columns().isEmpty()
                        && edge.start() >= ranked.end())
                .findFirst();
        if (time.isEmpty()) {
            throw new Objection("it is not clear whose \"first\" or \"last\" is meant");
        }
        held.remove(time.get());
        ranks.remove(ranked);
        held.add(new Edge(
                ranked.start(),
                time.get().end(),
                Kind.CONDITION,
                new Meaning.Latest(
                        rank.of().orElseThrow(),
                        rank.descending(),
                        ((Meaning.During) time.get().meaning()).period()),
                ranked.cost(),
                "latest",
                List.of(ranked, time.get())));
        return true;
    }

    private static Optional<Scale> scaled(List<Edge> ranks) {
        return ranks.stream()
                .flatMap(edge -> ((Rank) edge.meaning()).by().stream())
                .filter(Scale.class::isInstance)
                .map(Scale.class::cast)
                .findFirst();
    }

    /** A thing of which each row of the subject has one, such as the supplier of a product. */
    private boolean isPartOf(Thing thing) {
        return subject.isPresent()
                && (!thing.relation().equals(subject.get().relation())
                        || !thing.via().isEmpty())
                && graph.toOne(subject.get().relation(), thing.relation(), thing.via());
    }

    private boolean counts(List<Edge> said) {
        return !said.isEmpty();
    }

    /** A thing that stands before a figure is what the figure is taken for: "which customers have what total". */
    private boolean isGroupedBy(Edge thing, List<Edge> said) {
        return thing.end() <= said.get(0).start();
    }

    private List<String> hints(List<Edge> named, List<Edge> said, List<Edge> held) {
        Set<String> hints = new LinkedHashSet<>();
        subject.ifPresent(thing -> hints.add(thing.relation()));
        for (Edge edge : said) {
            if (edge.meaning() instanceof Figure figure && figure.of() instanceof Things things) {
                hints.add(things.any().get(0).relation());
            }
        }
        events.forEach(edge -> hints.add(((Things) edge.meaning()).any().get(0).relation()));
        if (hints.isEmpty()) {
            held.forEach(edge -> hints.addAll(relations(edge.meaning())));
        }
        return List.copyOf(hints);
    }

    /** Where a condition can only be about one relation. */
    private static Set<String> relations(Meaning meaning) {
        Set<String> found = new LinkedHashSet<>();
        if (meaning instanceof Is is) {
            is.members()
                    .names()
                    .get(0)
                    .forEach(stored -> found.add(stored.field().relation()));
        } else if (meaning instanceof Meaning.Person person) {
            person.first().forEach(stored -> found.add(stored.field().relation()));
        } else if (meaning instanceof Related related) {
            related.things().any().forEach(thing -> found.add(thing.relation()));
        } else if (meaning instanceof Meaning.Keyed keyed) {
            keyed.things().any().forEach(thing -> found.add(thing.relation()));
        } else if (meaning instanceof Meaning.Never never) {
            found.addAll(relations(never.condition()));
        }
        return found.size() == 1 ? found : Set.of();
    }

    private Thing thing(Meaning meaning, List<String> anchors) {
        if (meaning instanceof Subject said) {
            Thing thing = fields.thing(said.things().any(), anchors);
            said.where().forEach(each -> where.add(conditions.bound(each, List.of(thing.relation()))));
            return thing;
        }
        return fields.thing(((Things) meaning).any(), anchors);
    }

    /** Who: the nearest people, other than those that are named; of two alike those who are called after what they do. */
    private Optional<Thing> person(List<String> hints, List<Edge> held, List<Edge> ranks) {
        Set<String> named = new LinkedHashSet<>();
        held.stream()
                .map(Edge::meaning)
                .filter(each -> each instanceof Meaning.Person || each instanceof Meaning.Owned)
                .forEach(each -> named.addAll(
                        each instanceof Meaning.Owned owned
                                ? Set.of(owned.things().any().get(0).relation())
                                : relations(each)));
        ranks.stream()
                .flatMap(edge -> ((Rank) edge.meaning()).by().stream())
                .filter(Deed.class::isInstance)
                .forEach(by -> deeds.person((Deed) by, hints).ifPresent(named::add));
        Optional<String> referring = held.stream()
                .map(Edge::meaning)
                .map(each -> each instanceof Meaning.Owned owned
                        ? owned.things().any()
                        : each instanceof Related related ? related.things().any() : List.<Thing>of())
                .filter(any -> !any.isEmpty())
                .map(any -> any.get(0))
                .filter(thing -> !thing.via().isEmpty())
                .flatMap(thing -> graph.schema().relations().keySet().stream()
                        .filter(relation ->
                                graph.references(relation, thing.relation()).contains(thing.via())))
                .findFirst();
        if (referring.isPresent()) {
            return referring.map(Lexicon::thing);
        }
        List<String> near = new ArrayList<>(hints);
        named.stream().filter(each -> !near.contains(each)).forEach(near::add);
        Optional<String> doer = graph.schema().relations().keySet().stream()
                .filter(relation -> facts.isCalled(relation, doers) && !named.contains(relation))
                .filter(relation -> near.isEmpty() || fields.distance(near, relation) < 20)
                .min(Comparator.comparingDouble(relation -> fields.distance(near, relation)));
        if (doer.isPresent()) {
            return doer.map(Lexicon::thing);
        }
        boolean byName = graph.schema().relations().keySet().stream().anyMatch(facts::isPerson);
        List<String> people = graph.schema().relations().keySet().stream()
                .filter(byName ? facts::isPerson : facts::isCalledPerson)
                .filter(relation -> !named.contains(relation) || named.size() > 1)
                .filter(relation -> fields.distance(near, relation) < 20)
                .sorted(Comparator.comparingDouble(
                        relation -> fields.distance(near, relation) - calling(near, relation)))
                .toList();
        if (people.size() > 1
                && fields.distance(near, people.get(0)) - calling(near, people.get(0))
                        == fields.distance(near, people.get(1)) - calling(near, people.get(1))) {
            throw new Objection("who is asked about may be the " + facts.name(people.get(0)) + " or the "
                    + facts.name(people.get(1)));
        }
        return people.stream().findFirst().or(() -> named.stream().findFirst()).map(Lexicon::thing);
    }

    private double calling(List<String> near, String relation) {
        return near.stream().anyMatch(each -> facts.name(relation).startsWith(facts.name(each))) ? 0.5 : 0;
    }

    private List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        subject.ifPresent(thing -> anchors.add(thing.relation()));
        nearby.stream().filter(relation -> !anchors.contains(relation)).forEach(anchors::add);
        return anchors;
    }

    // ---- rows

    private void rows() {
        boolean when = !clauses.take(Kind.WHEN).isEmpty();
        boolean figure = ranks.stream().anyMatch(edge -> FigurePhrases.isFigure(((Rank) edge.meaning()).by()))
                || held.stream().anyMatch(edge -> FigurePhrases.isGroupCondition(edge.meaning()))
                || subject.isEmpty() && isOfGroups(named, ranks, held);
        List<String> context = rowContext();
        superior(named, held);
        // on which weekday most deliveries arrive: what is done then says of which day the weekday is
        boolean cut = figure && subject.isEmpty() && FigurePhrases.hasCut(grouped);
        List<Edge> dated = cut
                ? new ArrayList<>(named.stream()
                        .filter(edge -> ((Columns) edge.meaning()).days())
                        .toList())
                : named;
        if (cut) {
            named.removeAll(dated);
        }
        rowColumns(context, figure, when);
        rowSubject(figure, when);
        if (when) {
            columns.add(
                    facts.date(subject.orElseThrow().relation()).orElseThrow(() -> new Objection("nothing says when")));
        }
        ofEvent();
        groups(grouped, false, context, dated);
        if (subject.isEmpty() && !columns.isEmpty() && figure && !ranks.isEmpty()) {
            boolean ofThings = grouped.stream()
                    .flatMap(edge -> ((Grouping) edge.meaning()).by().stream())
                    .anyMatch(Things.class::isInstance);
            if (ofThings) {
                throw new Objection("it is not clear what is taken for each, and of what the first is asked");
            }
            within.addAll(groups);
        }
        if (subject.isEmpty()) {
            columnsAsGroups();
        }
        conditions(held);
        ranked(ranks);
        related();
        ofMany();
    }

    /** What rows are likely about: what is named, and that by whose figures they are chosen. */
    private List<String> rowContext() {
        List<String> context = new ArrayList<>(subject.isPresent() ? anchors() : hintsOf(held));
        named.stream()
                .filter(edge -> subject.isEmpty() && edge.rule().equals("a column of a thing"))
                .map(edge -> ((Columns) edge.meaning()).any().get(0).field().relation())
                .findFirst()
                .ifPresent(relation -> {
                    context.remove(relation);
                    context.add(0, relation);
                });
        ranks.forEach(edge -> {
            List<String> figured = figuredBy((Rank) edge.meaning(), context);
            figureRoot = figured.isEmpty() ? figureRoot : figured.get(0);
            context.addAll(figured);
        });
        timesOfFigures(held);
        for (Edge edge : held) {
            if (context.isEmpty() && edge.meaning() instanceof ComparedWithMember compared) {
                context.addAll(figuredBy(((Figure) compared.figure()).of(), context));
            } else if (context.isEmpty()
                    && edge.meaning() instanceof Compared compared
                    && compared.left() instanceof Figure of) {
                context.addAll(figuredBy(of.of(), context));
            }
        }
        return context;
    }

    private List<String> figuredBy(Meaning by, List<String> context) {
        return figuredBy(new Rank(true, Optional.empty(), Optional.of(by), Optional.empty(), false), context);
    }

    /** The columns that are asked for, and whether their different values are. */
    private void rowColumns(List<String> context, boolean figure, boolean when) {
        for (Edge edge : named) {
            Field field = fields.column(((Columns) edge.meaning()).any(), context, each -> true);
            if (named.size() == 1 || !phrases.isHeadOfValue(edge, field, held)) {
                columns.add(field);
            }
        }
        for (Edge edge : different) {
            distinct = true;
            columns.add(fields.column(((Columns) ((Figure) edge.meaning()).of()).any(), context, field -> true));
        }
        if (subject.isEmpty() && !columns.isEmpty() && !figure) {
            subject = Optional.of(Lexicon.thing(((Field) columns.get(0)).relation()));
            boolean number = facts.isMeasure((Field) columns.get(0)) && !held.isEmpty();
            if (columns.size() == 1
                    && phrases.isShared((Field) columns.get(0))
                    && !called
                    && !number
                    && !ofEach(named)) {
                distinct = true;
            }
        }
        boolean kindsOnly = listing
                && !figure
                && ranks.isEmpty()
                && !when
                && named.size() == 1
                && columns.size() == 1
                && subject.filter(thing -> ((Field) columns.get(0)).relation().equals(thing.relation()))
                        .isPresent()
                && phrases.isShared((Field) columns.get(0))
                && !facts.isMeasure((Field) columns.get(0))
                && before.stream()
                        .anyMatch(edge -> edge.meaning() instanceof Things
                                && edge.start() >= named.get(0).end());
        // which vendors have late deliveries: each of them once
        distinct |= kindsOnly;
    }

    /** Whose rows are asked for, where no clause names them. */
    private void rowSubject(boolean figure, boolean when) {
        if (done && named.isEmpty() && different.isEmpty() && ranks.isEmpty() && !when) {
            subject = Optional.of(doneTo());
        }
        if (subject.isEmpty() && when && !events.isEmpty()) {
            subject = Optional.of(thing(events.remove(0).meaning(), List.of()));
        }
        if (subject.isEmpty() && !figure && ranks.isEmpty() && listing(held)) {
            held.stream()
                    .flatMap(edge -> relations(edge.meaning()).stream())
                    .findFirst()
                    .ifPresent(relation -> subject = Optional.of(Lexicon.thing(relation)));
        }
        if (subject.isEmpty() && figure && columns.isEmpty() && grouped.isEmpty() && named.isEmpty()) {
            titled();
        }
        if (subject.isEmpty() && !figure && ranks.isEmpty()) {
            subject = Optional.of(held.stream()
                    .filter(edge -> edge.rule().equals(Rules.OWN_VALUE))
                    .flatMap(edge -> relations(edge.meaning()).stream())
                    .findFirst()
                    .map(Lexicon::thing)
                    .orElseThrow(() -> new Objection("it is not said what is to be shown")));
        }
    }

    /** "Which sales agent had the most customers": the people who are called so, where one of their columns says what they are. */
    private void titled() {
        held.stream()
                .filter(edge -> edge.start() <= 2 && edge.meaning() instanceof Is is && !is.negated())
                .map(edge -> relations(edge.meaning()))
                .filter(found -> found.size() == 1)
                .map(found -> found.iterator().next())
                .filter(facts::isPerson)
                .findFirst()
                .ifPresent(relation -> subject = Optional.of(Lexicon.thing(relation)));
    }

    /** "Phone numbers of the shippers": what each row has of its own is told with whose it is. */
    private boolean ofEach(List<Edge> named) {
        return named.size() == 1
                && named.get(0).rule().equals("a column of a thing")
                && facts.isOwn((Field) columns.get(0));
    }

    /** "The model and the sale price of all cars sold in May": a row for each sale, of which there may be several of a car. */
    private void ofEvent() {
        if (subject.isEmpty() || distinct || !ranks.isEmpty() || !grouped.isEmpty()) {
            return;
        }
        String relation = subject.get().relation();
        Optional<String> many = columns.stream()
                .map(value -> ((Field) value).relation())
                .filter(each -> !each.equals(relation) && !graph.toOne(relation, each, ""))
                .findFirst();
        Optional<Edge> done = held.stream()
                .filter(edge -> edge.meaning() instanceof Related related
                        && !related.negated()
                        && edge.rule().startsWith("events ")
                        && related.things().any().stream()
                                .anyMatch(thing -> thing.relation().equals(many.orElse(""))
                                        && thing.via().isEmpty()
                                        && thing.kind().isEmpty()))
                .findFirst();
        if (many.isEmpty()
                || done.isEmpty()
                || !graph.toOne(many.get(), relation, "")
                || columns.stream().anyMatch(value -> !graph.toOne(many.get(), ((Field) value).relation(), ""))) {
            return;
        }
        if (columns.stream().noneMatch(value -> ((Field) value).relation().equals(relation))) {
            columns.addAll(0, facts.labels(relation));
        }
        subject = Optional.of(Lexicon.thing(many.get()));
        shownAlone = true;
        int at = held.indexOf(done.get());
        held.remove(at);
        for (Meaning each : ((Related) done.get().meaning()).where()) {
            held.add(
                    at,
                    new Edge(
                            // the time is that of what was done, and not that of the thing before it
                            done.get().end() - 1,
                            done.get().end(),
                            Kind.CONDITION,
                            each,
                            done.get().cost(),
                            "done",
                            List.of(done.get())));
        }
    }

    /** Of what a row has several there is no one value to show beside it. */
    private void ofMany() {
        if (subject.isEmpty() || distinct) {
            return;
        }
        String relation = subject.get().relation();
        for (Value value : columns) {
            if (value instanceof Field field
                    && !field.relation().equals(relation)
                    && !graph.toOne(relation, field.relation(), field.via())) {
                throw new Objection("a " + facts.name(relation) + " has several of the "
                        + facts.column(field).names().stream().findFirst().orElse(field.column()) + " of a "
                        + facts.name(field.relation()));
            }
        }
    }

    /** "Which vendors never shipped by air", "the top vendor by value": what rows share is told with figures of those rows. */
    private boolean isOfGroups(List<Edge> named, List<Edge> ranks, List<Edge> held) {
        boolean shared = !named.isEmpty()
                && named.stream().allMatch(edge -> ((Columns) edge.meaning())
                        .any().stream()
                                .min(Comparator.comparingDouble(Meaning.Named::cost))
                                .filter(each -> phrases.isShared(each.field())
                                        && facts.column(each.field()).type() == dev.caravan.semantic.Schema.Type.TEXT)
                                .isPresent());
        boolean ranked = ranks.stream()
                .map(edge -> ((Rank) edge.meaning()).by())
                .anyMatch(by -> by.filter(each ->
                                each instanceof Scale || each instanceof Columns columns && phrases.measured(columns))
                        .isPresent());
        return shared
                && (ranked
                        || held.stream()
                                .anyMatch(edge -> edge.meaning() instanceof Meaning.Never
                                        || edge.meaning() instanceof Related related && isOwn(related, named)));
    }

    /** Whether the rows that are there or not are those that the columns stand in. */
    private static boolean isOwn(Related related, List<Edge> named) {
        return related.things().any().stream()
                .anyMatch(thing -> thing.via().isEmpty()
                        && named.stream().allMatch(edge -> ((Columns) edge.meaning())
                                .any().stream()
                                        .anyMatch(
                                                each -> each.field().relation().equals(thing.relation()))));
    }

    /** "What did they order": the things that records of it, or what these consist of, are about, or the records. */
    private Thing doneTo() {
        String record = !events.isEmpty()
                ? thing(events.get(0).meaning(), List.of()).relation()
                : subject.map(Thing::relation)
                        .filter(relation -> facts.date(relation).isPresent())
                        .orElseThrow(() -> new Objection("it is not said what was done"));
        List<String> lines = graph.schema().relations().keySet().stream()
                .filter(relation -> !graph.relation(relation).view() && graph.toOne(relation, record, ""))
                .toList();
        String object = graph.schema().relations().keySet().stream()
                .filter(relation -> !facts.isPerson(relation)
                        && facts.date(relation).isEmpty()
                        && !graph.relation(relation).view()
                        && !graph.toOne(record, relation, "")
                        && lines.stream().anyMatch(line -> !line.equals(relation) && graph.toOne(line, relation, "")))
                .min(Comparator.comparingInt(relation -> lines.stream()
                        .mapToInt(line -> graph.distance(line, relation))
                        .min()
                        .orElse(99)))
                // records that refer to nothing tell of the things themselves
                .or(() -> Optional.of(record)
                        .filter(each -> graph.relation(each).references().isEmpty()))
                .orElseThrow(() -> new Objection("it is not said what is to be shown"));
        events.clear();
        nearby.clear();
        nearby.add(record);
        return Lexicon.thing(object);
    }

    /** "More than five orders in 1997": the time is that of what is counted, where the subject has none of its own. */
    private void timesOfFigures(List<Edge> held) {
        boolean undated = subject.filter(thing -> facts.isPerson(thing.relation())
                        || facts.date(thing.relation()).isEmpty())
                .isPresent();
        Optional<Edge> counted = held.stream()
                .filter(edge -> edge.meaning() instanceof Compared compared && compared.left() instanceof Figure)
                .findFirst();
        List<Edge> times = held.stream()
                .filter(edge -> edge.meaning() instanceof Meaning.During during
                        && during.columns().isEmpty())
                .toList();
        if (!undated || counted.isEmpty() || times.isEmpty()) {
            return;
        }
        Compared compared = (Compared) counted.get().meaning();
        Figure figure = (Figure) compared.left();
        List<Meaning> within = new ArrayList<>(figure.where());
        times.forEach(edge -> within.add(edge.meaning()));
        Figure narrowed = new Figure(figure.function(), figure.of(), within, figure.distinct());
        held.removeAll(times);
        held.set(
                held.indexOf(counted.get()),
                new Edge(
                        counted.get().start(),
                        counted.get().end(),
                        Kind.CONDITION,
                        new Compared(narrowed, compared.relation(), compared.right()),
                        counted.get().cost(),
                        counted.get().rule(),
                        counted.get().parts()));
    }

    /** Rows that are only told by a value of theirs: "all ETFs". */
    private boolean listing(List<Edge> held) {
        return !held.isEmpty()
                && relations(held.get(0).meaning()).size() == 1
                && (held.get(0).meaning() instanceof Is || held.get(0).meaning() instanceof Meaning.Keyed);
    }

    /** The relation whose figures an order goes by. */
    private List<String> figuredBy(Rank rank, List<String> context) {
        Meaning by = rank.by().orElse(null);
        if (by instanceof Meaning.Amounts amounts) {
            return List.of(amounts.any().get(0).relation());
        } else if (by instanceof Things things) {
            return List.of(fields.thing(things.any(), context).relation());
        } else if (by instanceof Deed deed) {
            return List.of(deeds.relation(deed, context));
        } else if (by instanceof Columns columns && context.isEmpty()) {
            return FigurePhrases.best(columns).filter(facts::isMeasure).map(Field::relation).stream()
                    .toList();
        } else if (by instanceof Meaning.Rows rows) {
            return List.of(
                    fields.column(rows.columns().any(), context, field -> true).relation());
        } else if (by instanceof Figure figure) {
            return figuredBy(
                    new Rank(true, Optional.empty(), Optional.of(figure.of()), Optional.empty(), false), context);
        }
        return List.of();
    }

    /** "Who reports to" somebody: the name is that of the row that a reference to rows of the same kind leads to. */
    private void superior(List<Edge> named, List<Edge> held) {
        for (Edge edge : List.copyOf(named)) {
            for (Meaning.Named each : ((Columns) edge.meaning()).any()) {
                String relation = each.field().relation();
                boolean self = graph.references(relation, relation)
                        .contains(each.field().column());
                Optional<Edge> person = held.stream()
                        .filter(one -> one.meaning() instanceof Meaning.Person && one.start() >= edge.end())
                        .findFirst();
                if (self && person.isPresent()) {
                    named.remove(edge);
                    held.remove(person.get());
                    subject = Optional.of(Lexicon.thing(relation));
                    Condition found = conditions.bound(person.get().meaning(), List.of(relation));
                    where.add(new Condition.Exists(relation, each.field().column(), List.of(found)));
                    return;
                }
            }
        }
    }

    private void columnsAsGroups() {
        columns.stream()
                .filter(value -> value instanceof Field field && phrases.isAmount(field) && facts.addsUp(field))
                .findFirst()
                .ifPresent(value -> {
                    throw new Objection("it is not clear what " + words.label(value) + " is to do with the rest");
                });
        groups.addAll(0, columns);
        columns.clear();
    }

    private List<String> hintsOf(List<Edge> held) {
        Set<String> hints = new LinkedHashSet<>(nearby);
        held.forEach(edge -> hints.addAll(relations(edge.meaning())));
        return List.copyOf(hints);
    }

    // ---- figures

    private void figures() {
        clauses.take(Kind.WHEN);
        said = finest(counted(said, held), held);
        List<String> hints = new ArrayList<>(anchors());
        hints.addAll(hints(named, said, List.of()));
        if (hints.isEmpty()) {
            grouped.stream()
                    .flatMap(edge -> ((Grouping) edge.meaning()).by().stream())
                    .filter(by -> by instanceof Things each && each.any().size() == 1)
                    .forEach(by -> hints.add(((Things) by).any().get(0).relation()));
        }
        String base = baseOf(said.get(0).meaning(), hints);
        List<String> context = new ArrayList<>(List.of(base));
        hints.stream().filter(each -> !context.contains(each)).forEach(context::add);
        boolean ownGroups = groups(coarser(grouped, said, base), true, context, named);
        figureColumns(context);
        if (changes && groups.isEmpty()) {
            groups.add(cut(new Cut(Grain.YEAR), context, null, named));
            ownGroups = true;
        }
        boolean share = measure(context);
        String root = measures.get(0)
                .aggregates()
                .findFirst()
                .map(Aggregate::relation)
                .orElse(base);
        nearby.remove(root);
        if (!nearby.contains(base) && !base.equals(root) && subject.isEmpty()) {
            nearby.add(0, base);
        }
        rootOfFigures = root;
        conditions(held);
        ranked(ranks);
        related();
        if (ownGroups && orders.isEmpty() && !share && way.isEmpty()) {
            boolean other = clauses.left().stream()
                    .anyMatch(edge -> edge.kind() == Kind.SORT && !edge.rule().startsWith("by "));
            groups.stream()
                    .filter(value -> value instanceof Bucket && !other)
                    .forEach(value -> orders.add(new Order(value, false)));
        }
    }

    /** Columns beside figures, which are what these are told for. */
    private void figureColumns(List<String> context) {
        for (Edge edge : named) {
            List<String> near =
                    subject.map(thing -> with(thing.relation(), context)).orElse(context);
            Field field = fields.column(((Columns) edge.meaning()).any(), near, each -> true);
            boolean head = phrases.isHeadOfValue(edge, field, held) || isHeadOfFigure(edge, field, said);
            boolean shown = groups.contains(field)
                    || subject.filter(thing -> facts.labels(thing.relation()).contains(field))
                            .isPresent();
            if (head || shown) {
                continue;
            }
            boolean own = subject.filter(thing -> thing.relation().equals(field.relation())
                            && !thing.relation().equals(context.get(0)))
                    .isPresent();
            if ((facts.isMeasure(field) || Facts.isDate(facts.column(field)) && !comparing) && !own) {
                throw new Objection("it is not clear what " + facts.label(field) + " is to do with the figure");
            }
            groups.add(field);
            if (subject.filter(thing -> graph.toOne(thing.relation(), field.relation(), field.via()))
                    .isPresent()) {
                beside.add(field);
            }
        }
    }

    /** The figures that are asked; whether one of them is a share. */
    private boolean measure(List<String> context) {
        List<String> needed = new ArrayList<>();
        subject.ifPresent(thing -> needed.add(thing.relation()));
        groups.stream()
                .flatMap(Value::fields)
                .map(value -> ((Field) value).relation())
                .filter(each -> !needed.contains(each))
                .forEach(needed::add);
        boolean share = false;
        for (Edge edge : said) {
            Meaning meaning = edge.meaning();
            share |= meaning instanceof Share;
            shareEnd = edge.end();
            Value value = meaning instanceof Share of
                    ? share(of, context, needed, held)
                    : counted(meaning, context, needed, held);
            if (!measures.contains(value)) {
                measures.add(value);
            }
        }
        if (changes) {
            measures.add(new Value.Change(measures.get(0), true));
        }
        if (running) {
            boolean overTime = groups.size() == 1 && groups.get(0) instanceof Bucket && subject.isEmpty();
            if (!overTime || measures.size() > 1 || share) {
                throw new Objection("it is not said over which times the running total goes");
            }
            measures.add(new Value.Running(measures.get(0)));
        }
        return share;
    }

    /** "Total value of all products": right behind the figure, and nothing is asked to be listed. */
    private boolean isHeadOfFigure(Edge edge, Field field, List<Edge> said) {
        return !listing
                && !facts.isMeasure(field)
                && said.size() == 1
                && FigurePhrases.adds(said.get(0).meaning())
                && edge.start() >= said.get(0).end()
                && edge.start() - said.get(0).end() <= 3
                && facts.column(field).type() == dev.caravan.semantic.Schema.Type.TEXT;
    }

    /** "The average price per product": each row has one, so that there is nothing to group by. */
    private List<Edge> coarser(List<Edge> grouped, List<Edge> said, String base) {
        long average = said.stream()
                .map(Edge::meaning)
                .filter(each -> each instanceof Figure figure
                        && figure.function() == Function.AVERAGE
                        && !(figure.of() instanceof Figure))
                .count();
        boolean averages = average == said.size() || average > 0 && subject.isPresent();
        List<Edge> kept = new ArrayList<>();
        for (Edge edge : grouped) {
            List<Meaning> by = ((Grouping) edge.meaning())
                    .by().stream()
                            .filter(each -> !(averages
                                    && each instanceof Things things
                                    && things.any().stream()
                                            .anyMatch(thing -> thing.relation().equals(base))))
                            .toList();
            if (!by.isEmpty()) {
                kept.add(new Edge(
                        edge.start(),
                        edge.end(),
                        edge.kind(),
                        new Grouping(by),
                        edge.cost(),
                        edge.rule(),
                        edge.parts()));
            }
        }
        return kept;
    }

    /** Of amounts of one name those that belong to one of what is said of them: revenue from a genre is that of its lines. */
    private List<Edge> finest(List<Edge> said, List<Edge> held) {
        List<String> wanted = held.stream()
                .flatMap(edge -> relations(edge.meaning()).stream())
                .distinct()
                .toList();
        return said.stream()
                .map(edge -> new Edge(
                        edge.start(),
                        edge.end(),
                        edge.kind(),
                        finest(edge.meaning(), wanted),
                        edge.cost(),
                        edge.rule(),
                        edge.parts()))
                .toList();
    }

    private Meaning finest(Meaning meaning, List<String> wanted) {
        if (meaning instanceof Meaning.Amounts amounts && detailed) {
            List<Meaning.Amount> finest = amounts.any().stream()
                    .filter(amount -> amounts.any().stream()
                            .noneMatch(other -> !other.relation().equals(amount.relation())
                                    && graph.toOne(other.relation(), amount.relation(), "")))
                    .toList();
            return new Meaning.Amounts(finest);
        }
        if (meaning instanceof Meaning.Amounts amounts) {
            List<Meaning.Amount> fitting = amounts.any().stream()
                    .filter(amount ->
                            wanted.stream().allMatch(relation -> graph.toOne(amount.relation(), relation, "")))
                    .toList();
            return fitting.isEmpty() ? amounts : new Meaning.Amounts(fitting);
        } else if (meaning instanceof Figure figure) {
            return new Figure(figure.function(), finest(figure.of(), wanted), figure.where(), figure.distinct());
        } else if (meaning instanceof Share share) {
            return new Share(share.of().map(of -> finest(of, wanted)));
        }
        return meaning;
    }

    /** "How many units are in stock": the column that counts what there is holds the number. */
    private List<Edge> counted(List<Edge> said, List<Edge> held) {
        for (Edge edge : List.copyOf(held)) {
            boolean some = edge.meaning() instanceof Compared compared
                    && compared.left() instanceof Columns
                    && compared.right() instanceof Meaning.Number number
                    && number.value() == 0;
            if (some
                    && said.size() == 1
                    && said.get(0).meaning() instanceof Figure figure
                    && figure.function() == Function.COUNT
                    && figure.of() instanceof Columns) {
                held.remove(edge);
                return List.of(FigurePhrases.figure(
                        said.get(0),
                        new Figure(Function.SUM, ((Compared) edge.meaning()).left(), figure.where(), false)));
            }
        }
        return said;
    }

    private String rootOfFigures = "";
    private String figureRoot = "";

    private String baseOf(Meaning meaning, List<String> hints) {
        Meaning of = meaning instanceof Share share ? share.of().orElse(meaning) : meaning;
        Value value =
                figures.value(of, hints, subject.map(Thing::relation).stream().toList());
        return value.aggregates()
                .findFirst()
                .map(aggregate -> aggregate
                        .of()
                        .filter(Aggregate.class::isInstance)
                        .map(inner -> ((Aggregate) inner).relation())
                        .orElse(aggregate.relation()))
                .or(() -> value.fields().findFirst().map(field -> ((Field) field).relation()))
                .orElseThrow();
    }

    /** "How many cars were sold": what happened is counted, not the things that it happened to, unless they are people. */
    private Value counted(Meaning meaning, List<String> context, List<String> needed, List<Edge> held) {
        Value value = figures.value(meaning, context, needed);
        boolean plain = meaning instanceof Figure figure
                && figure.function() == Function.COUNT
                && figure.of() instanceof Things
                && !figure.distinct();
        if (plain && events.size() == 1) {
            Aggregate count = (Aggregate) value;
            Thing event = thing(events.get(0).meaning(), context);
            Optional<Value> instead = deeds.instead(count, event);
            if (instead.isPresent()) {
                nearby.remove(event.relation());
                kinds.remove(event.relation());
            }
            if (instead.isPresent() || event.relation().equals(count.relation())) {
                events.clear();
            }
            return instead.orElse(value);
        }
        return value;
    }

    /** The part that conditions on values leave of all; of all groups where there is no such condition. */
    private Value share(Share share, List<String> context, List<String> needed, List<Edge> held) {
        Value whole = figures.value(
                share.of().orElseThrow(() -> new Objection("it is not said of what the share is")), context, needed);
        List<Edge> parts = held.stream()
                .filter(edge -> !(edge.meaning() instanceof Meaning.During || edge.meaning() instanceof Meaning.Times))
                .filter(edge -> !FigurePhrases.isGroupCondition(edge.meaning())
                        || edge.meaning() instanceof Compared compared && compared.left() instanceof Meaning.Plain)
                .toList();
        if (share.of().get() instanceof Figure of && !of.where().isEmpty()) {
            // the share of what is late in all; but of what is by air, the part that a further condition leaves
            boolean part = parts.isEmpty() || of.where().stream().allMatch(Compared.class::isInstance);
            if (part) {
                Value all =
                        figures.value(new Figure(of.function(), of.of(), List.of(), of.distinct()), context, needed);
                return FigureBinder.percentage(whole, all);
            }
        }
        // "of deliveries by air were late": what stands right behind the thing says of which the part is taken
        if (parts.size() > 1
                && parts.get(0).meaning() instanceof Is
                && shareEnd >= 0
                && parts.get(0).start() - shareEnd <= 1) {
            parts = parts.subList(1, parts.size());
        }
        if (parts.isEmpty()) {
            if (groups.isEmpty() && subject.isEmpty()) {
                throw new Objection("it is not said which part of all");
            }
            return new Value.ShareOfAll(whole);
        }
        held.removeAll(parts);
        Aggregate all = whole.aggregates().findFirst().orElseThrow();
        List<String> anchors = new ArrayList<>(List.of(all.relation()));
        anchors.addAll(context);
        List<Condition> narrow = new ArrayList<>(all.where());
        parts.forEach(edge -> narrow.add(conditions.bound(edge.meaning(), anchors)));
        return FigureBinder.percentage(new Aggregate(all.function(), all.relation(), all.of(), narrow), whole);
    }

    // ---- groups

    private void groups(List<Edge> grouped, boolean withFigures) {
        groups(grouped, withFigures, anchors(), new ArrayList<>());
    }

    private boolean groups(List<Edge> grouped, boolean withFigures, List<String> context, List<Edge> named) {
        for (Edge edge : grouped) {
            for (Meaning by : ((Grouping) edge.meaning()).by()) {
                if (by instanceof Cut cut) {
                    groups.add(cut(cut, context, edge, named));
                } else if (by instanceof Columns said) {
                    Field field = fields.column(said.any(), context, each -> true);
                    ofOneSide(field, said);
                    groups.add(field);
                } else {
                    group(fields.thing(((Things) by).any(), context), withFigures);
                }
            }
        }
        return !grouped.isEmpty();
    }

    /** "The best selling product in each country": that of the supplier of the product, or of whom it was sold to. */
    private void ofOneSide(Field field, Columns said) {
        String root = ranks.stream()
                .flatMap(edge -> ((Rank) edge.meaning()).by().stream())
                .filter(Columns.class::isInstance)
                .flatMap(by -> FigurePhrases.best((Columns) by).stream())
                .map(Field::relation)
                .findFirst()
                .orElse(figureRoot);
        if (subject.isEmpty() || root.isEmpty() || root.equals(subject.get().relation())) {
            return;
        }
        String relation = subject.get().relation();
        said.any().stream()
                .map(Meaning.Named::field)
                .filter(other -> other.column().equals(field.column())
                        && !other.relation().equals(field.relation())
                        && !field.relation().equals(relation)
                        && !graph.relation(other.relation()).view()
                        && !graph.toOne(relation, other.relation(), "")
                        && graph.toOne(root, other.relation(), ""))
                .findFirst()
                .ifPresent(other -> {
                    throw new Objection("the " + facts.label(field) + " may be that of the "
                            + facts.name(field.relation()) + " or of the " + facts.name(other.relation()));
                });
    }

    /** A thing that figures are taken for is the subject; further ones are named by their labels. */
    private void group(Thing thing, boolean withFigures) {
        if (withFigures && subject.isEmpty() && thing.via().isEmpty()) {
            subject = Optional.of(thing);
        } else if (subject.filter(thing::equals).isEmpty()) {
            facts.labels(thing.relation()).stream()
                    .map(field -> new Field(field.relation(), field.column(), thing.via()))
                    .forEach(groups::add);
        }
    }

    /** A time of the column that stands beside, or of the one that dates what is asked about. */
    private Value cut(Cut cut, List<String> context, Edge edge, List<Edge> named) {
        Optional<Edge> beside = named.stream()
                .filter(column -> ((Columns) column.meaning())
                        .any().stream().anyMatch(each -> Facts.isDate(facts.column(each.field()))))
                .findFirst();
        Field field;
        if (beside.isPresent()) {
            named.remove(beside.get());
            field = fields.column(
                    ((Columns) beside.get().meaning()).any(), context, each -> Facts.isDate(facts.column(each)));
            timed = Optional.of(field);
        } else {
            field = conditions.date(context, null);
        }
        if (Facts.isDate(facts.column(field))) {
            return new Bucket(field, cut.grain());
        }
        if (cut.grain() != Grain.YEAR) {
            throw new Objection("these data know years only");
        }
        return field;
    }

    // ---- conditions

    private void conditions(List<Edge> held) {
        for (Edge edge : held) {
            if (edge.meaning() instanceof Is is && subject.isPresent()) {
                before.stream()
                        .filter(each -> each.start() == edge.end()
                                && each.meaning() instanceof Things things
                                && things.any().contains(subject.get()))
                        .findFirst()
                        .ifPresent(each -> conditions.own(is, subject.get().relation()));
            }
            List<String> anchors = conditionAnchors(edge);
            Meaning meaning = ofAdjective(edge, ofThing(edge, ofTime(yearOfThing(edge))), anchors);
            boolean ofFigure =
                    meaning instanceof Meaning.During during && during.columns().isEmpty() && !figureRoot.isEmpty();
            if (ofFigure) {
                anchors = with(figureRoot, anchors);
            }
            boolean splits = meaning instanceof Is is
                    && is.members().names().size() > 1
                    && !measures.isEmpty()
                    && groups.isEmpty()
                    && subject.isEmpty();
            if (meaning instanceof Meaning.Times times) {
                sideBySide(times, anchors, edge);
            } else if (meaning instanceof Meaning.Never never) {
                never(never, anchors);
            } else if (meaning instanceof Related related
                    && subject.isEmpty()
                    && !groups.isEmpty()
                    && related.things().any().stream()
                            .anyMatch(thing -> thing.relation().equals(ofGroups()))) {
                having(related.where(), related.negated(), anchors);
            } else if (meaning instanceof ComparedWithMember compared) {
                comparedWithMember(compared, anchors);
            } else if (FigurePhrases.isGroupCondition(meaning)
                    && (subject.isEmpty() && !groups.isEmpty()
                            || subject.isPresent()
                                    && !measures.isEmpty()
                                    && ((Compared) meaning).left() instanceof Figure of
                                    && of.of() instanceof Things things
                                    && fields.thing(things.any(), anchors)
                                            .relation()
                                            .equals(rootOfFigures)
                                    && ((Compared) meaning).right() instanceof Meaning.Number)) {
                having.add(groupCondition((Compared) meaning, anchors));
            } else {
                Condition condition = conditions.bound(meaning, anchors);
                where.add(condition);
                boolean told = comparing
                        && !measures.isEmpty()
                        && meaning instanceof Is is
                        && is.members().names().size() > 1;
                if ((splits || told) && !groups.contains(condition.operands().get(0))) {
                    groups.add(condition.operands().get(0));
                }
            }
        }
    }

    /** "Orders longer than a week": the adjective is said of the orders, and not of what else they have to do with. */
    private Meaning ofAdjective(Edge edge, Meaning meaning, List<String> anchors) {
        if (!edge.rule().startsWith(Rules.ADJECTIVE)
                || !(meaning instanceof Compared compared)
                || !(compared.left() instanceof Columns columns)) {
            return meaning;
        }
        List<Meaning.Named> own = columns.any().stream()
                .filter(named -> anchors.contains(named.field().relation())
                        || graph.toOne(anchors.get(0), named.field().relation(), ""))
                .toList();
        if (!own.isEmpty()) {
            return new Compared(new Columns(own), compared.relation(), compared.right());
        }
        boolean length = compared.right() instanceof Meaning.Number number
                && number.unit().isPresent();
        if (!length) {
            throw new Objection("it is not said of what that is compared");
        }
        return new Compared(new Meaning.Lasting(new Things(List.of())), compared.relation(), compared.right());
    }

    /** The relation whose rows are grouped. */
    private String ofGroups() {
        return groups.stream()
                .flatMap(Value::fields)
                .map(value -> ((Field) value).relation())
                .findFirst()
                .orElse("");
    }

    /** No row of a group is so, or no row at all where rows are asked for. */
    private void never(Meaning.Never never, List<String> anchors) {
        if (subject.isEmpty() && !groups.isEmpty()) {
            having(List.of(never.condition()), true, anchors);
        } else if (subject.isPresent() && never.event().isPresent()) {
            where.add(conditions.bound(new Related(never.event().get(), List.of(never.condition()), true), anchors));
        } else if (subject.isPresent()
                && relations(never.condition()).equals(Set.of(subject.get().relation()))) {
            where.add(new Condition.Not(conditions.bound(never.condition(), anchors)));
        } else {
            throw new Objection("it is not clear what was never so");
        }
    }

    private void having(List<Meaning> said, boolean negated, List<String> anchors) {
        List<Condition> bound = said.stream()
                .map(each -> conditions.bound(each, with(ofGroups(), anchors)))
                .toList();
        having.add(new Condition.Compare(
                new Aggregate(Function.COUNT, ofGroups(), Optional.empty(), bound),
                negated ? Condition.Relation.EQUAL : Condition.Relation.MORE,
                Value.Literal.of(0)));
    }

    /** Figures of several times are told for each, where they are compared or nothing else is to group by. */
    private void sideBySide(Meaning.Times times, List<String> anchors, Edge edge) {
        where.add(conditions.bound(times, anchors));
        Optional<Grain> whole = times.any().stream()
                .map(Binder::whole)
                .reduce((one, other) -> one.equals(other) ? one : Optional.empty())
                .flatMap(grain -> grain);
        if (whole.isEmpty() && groups.isEmpty() && !measures.isEmpty()) {
            ofEachTime(times, anchors);
            return;
        }
        boolean against =
                comparing || edge.parts().stream().anyMatch(part -> part.rule().contains("against"));
        boolean cut = groups.stream().anyMatch(Bucket.class::isInstance);
        if (!measures.isEmpty() && !cut && (against || groups.isEmpty() && subject.isEmpty())) {
            Field dated = conditions.date(anchors, null);
            groups.add(
                    0,
                    new Bucket(
                            dated,
                            whole.orElseThrow(() ->
                                    new Objection("only whole years, quarters or months can be told side by side"))));
        }
    }

    /** Halves of years, and other times that no calendar tells apart: a figure of each. */
    private void ofEachTime(Meaning.Times times, List<String> anchors) {
        List<Value> each = new ArrayList<>();
        for (Value measure : measures) {
            if (!(measure instanceof Aggregate aggregate)) {
                throw new Objection("only a count, a sum or a mean can be told of such times side by side");
            }
            for (Meaning.Period period : times.any()) {
                List<Condition> conditioned = new ArrayList<>(aggregate.where());
                conditioned.add(conditions.bound(new Meaning.During(Optional.empty(), period, false), anchors));
                each.add(new Aggregate(aggregate.function(), aggregate.relation(), aggregate.of(), conditioned));
            }
        }
        measures.clear();
        measures.addAll(each);
    }

    /** The grain that a time is one of. */
    private static Optional<Grain> whole(Meaning.Period period) {
        java.time.LocalDate from = period.from().orElseThrow();
        java.time.LocalDate to = period.to().orElseThrow();
        if (from.getDayOfMonth() != 1) {
            return Optional.empty();
        }
        return from.getMonthValue() == 1 && to.equals(from.plusYears(1))
                ? Optional.of(Grain.YEAR)
                : from.getMonthValue() % 3 == 1 && to.equals(from.plusMonths(3))
                        ? Optional.of(Grain.QUARTER)
                        : to.equals(from.plusMonths(1)) ? Optional.of(Grain.MONTH) : Optional.empty();
    }

    /** "Departed in each quarter of 2024": the year is that of the departures as well. */
    private Meaning ofTime(Meaning meaning) {
        return timed.isPresent()
                        && meaning instanceof Meaning.During during
                        && during.columns().isEmpty()
                ? new Meaning.During(
                        Optional.of(new Columns(List.of(new Meaning.Named(timed.get(), 0)), true)),
                        during.period(),
                        during.negated())
                : meaning;
    }

    /** A value right behind a thing is one of that thing, where it has such a value. */
    private Meaning ofThing(Edge edge, Meaning meaning) {
        if (!(meaning instanceof Is is)) {
            return meaning;
        }
        return before.stream()
                .filter(each -> each.end() <= edge.start() && edge.start() - each.end() <= 1)
                .map(Edge::meaning)
                .map(each -> each instanceof Figure figure ? figure.of() : each)
                .filter(Things.class::isInstance)
                .map(each -> Rules.of((Things) each, is.members()))
                .filter(Is.class::isInstance)
                .findFirst()
                .<Meaning>map(found -> new Is(((Is) found).members(), is.negated()))
                .orElse(meaning);
    }

    /** A year right behind a thing that has years and no dates is that of the thing. */
    private Meaning yearOfThing(Edge edge) {
        if (!(edge.meaning() instanceof Meaning.During during)
                || during.columns().isPresent()) {
            return edge.meaning();
        }
        return before.stream()
                .filter(each -> each.end() <= edge.start() && edge.start() - each.end() <= 1)
                .map(Edge::meaning)
                .map(each -> each instanceof Figure figure ? figure.of() : each)
                .filter(Things.class::isInstance)
                .map(each -> ((Things) each).any().get(0).relation())
                .filter(relation -> facts.date(relation).isEmpty())
                .flatMap(relation -> facts.year(relation).stream())
                .findFirst()
                .<Meaning>map(year -> new Meaning.During(
                        Optional.of(new Columns(List.of(new Meaning.Named(year, 0)))),
                        during.period(),
                        during.negated()))
                .orElse(during);
    }

    /** A thing named just before a condition is what the condition is about. */
    private List<String> conditionAnchors(Edge edge) {
        List<String> anchors = new ArrayList<>();
        if (!rootOfFigures.isEmpty()) {
            anchors.add(rootOfFigures);
        }
        anchors().stream().filter(each -> !anchors.contains(each)).forEach(anchors::add);
        groups.stream()
                .flatMap(Value::fields)
                .map(value -> ((Field) value).relation())
                .filter(each -> !anchors.contains(each))
                .forEach(anchors::add);
        if (anchors.isEmpty()) {
            relations(edge.meaning()).forEach(anchors::add);
        }
        if (anchors.isEmpty()) {
            throw new Objection("it is not said of what");
        }
        return anchors;
    }

    private Condition groupCondition(Compared compared, List<String> anchors) {
        Value value = figures.value(
                compared.left() instanceof Figure ? compared.left() : compared.left(), anchors, List.of());
        if (!(compared.right() instanceof Meaning.Number number)) {
            throw new Objection("groups can be compared with a number only");
        }
        boolean itself = value.aggregates()
                .anyMatch(aggregate -> aggregate.of().filter(groups::contains).isPresent());
        if (itself) {
            throw new Objection("it is not said of what there are so many in each group");
        }
        return new Condition.Compare(value, compared.relation(), conditions.number(value, number));
    }

    private void comparedWithMember(ComparedWithMember compared, List<String> anchors) {
        Value value = figures.value(compared.figure(), anchors, List.of());
        Aggregate count = (Aggregate) value;
        Condition other = conditions.bound(new Is(compared.member(), false), List.of(count.relation()));
        Condition more = new Condition.Compare(
                value,
                compared.relation(),
                new Value.Overall(new Aggregate(count.function(), count.relation(), count.of(), List.of(other))));
        boolean ofRows = groups.isEmpty()
                && subject.isEmpty()
                && !measures.isEmpty()
                && other.operands().get(0) instanceof Field field
                && field.relation().equals(rootOfFigures);
        if (ofRows) {
            // how many have more of it: each row of those that are counted has a number of its own
            where.add(more);
            return;
        }
        having.add(more);
        if (groups.isEmpty() && subject.isEmpty()) {
            groups.add(other.operands().get(0));
        }
    }

    // ---- orders

    private void ranked(List<Edge> ranks) {
        if (ranks.size() > 2) {
            throw new Objection("several orders are asked for");
        }
        for (Edge edge : ranks) {
            Rank rank = (Rank) edge.meaning();
            boolean first = rank.by().filter(Scale.class::isInstance).isPresent()
                    && rank.number().filter(n -> n > 1).isPresent()
                    && rank.of().isEmpty()
                    && !measures.isEmpty()
                    && !groups.isEmpty();
            if (first) {
                // the first ten of what figures were taken for are those with the largest
                limited(new Rank(true, rank.number(), Optional.empty(), Optional.empty(), false), edge);
            } else if (rank.by().isEmpty()) {
                limited(rank, edge);
            } else {
                Value by = rankedBy(rank);
                if (by == null) {
                    continue;
                }
                boolean figure = by.aggregates().findAny().isPresent();
                if (figure && groups.isEmpty() && subject.isEmpty()) {
                    throw new Objection("it is not said of what the first is asked");
                }
                if (figure && measures.isEmpty()) {
                    measures.add(by);
                }
                boolean turned = RankPhrases.judges(edge) && facts.isBad(by);
                orders.add(new Order(by, turned != rank.descending()));
                limit = limit.isPresent() && !rank.number().equals(Optional.of(1)) || limit.isEmpty()
                        ? rank.number()
                        : limit;
            }
        }
        // what is equal to the first is as much the first; a number that was said is kept
        ties = limit.equals(Optional.of(1));
        boolean all = limit.equals(Optional.of(1))
                && clauses.left().stream()
                        .anyMatch(each ->
                                each.kind() == Kind.SORT && !(each.rule().startsWith("by ") && single(ranks)));
        if (all) {
            // the most, and all in their order: the order is what is asked
            limit = Optional.empty();
            ties = false;
        }
        boolean each = limit.isPresent() && !groups.isEmpty() && subject.isPresent() && !ranks.isEmpty();
        if (each) {
            // what is shown of each of the ranked is nothing they are ranked within
            groups.stream().filter(value -> !beside.contains(value)).forEach(per::add);
        } else if (limit.isPresent()) {
            per.addAll(within);
        }
    }

    /** Whether the first is asked for by a noun in the singular: the best customer, not the best customers. */
    private boolean single(List<Edge> ranks) {
        return ranks.stream().noneMatch(plural);
    }

    /** A number of the first, ordered by what else is asked. */
    private void limited(Rank rank, Edge edge) {
        limit = rank.number();
        boolean sorted = clauses.left().stream()
                .anyMatch(each -> each.kind() == Kind.SORT
                        && !((Sort) each.meaning()).by().isEmpty());
        if (sorted) {
            way = Optional.of(rank.descending());
            return;
        }
        if (!measures.isEmpty()) {
            boolean turned = RankPhrases.judges(edge) && facts.isBad(measures.get(0));
            orders.add(new Order(measures.get(0), turned != rank.descending()));
        } else if (!clauses.has(Kind.SORT) && ranksByOther(edge)) {
            throw new Objection("it is not said by what the first are to be chosen");
        }
    }

    private boolean ranksByOther(Edge edge) {
        return orders.isEmpty() && !clauses.has(Kind.SORT);
    }

    private Value rankedBy(Rank rank) {
        Meaning by = rank.by().orElseThrow();
        List<String> anchors = rootOfFigures.isEmpty() ? anchors() : with(rootOfFigures, anchors());
        if (by instanceof Scale scale) {
            return rankedBy(scale, rank.descending(), anchors);
        }
        if (by instanceof Columns columns) {
            return rankedBy(columns, rank, anchors);
        }
        List<String> needed = new ArrayList<>();
        subject.ifPresent(thing -> needed.add(thing.relation()));
        groups.stream()
                .flatMap(Value::fields)
                .map(value -> ((Field) value).relation())
                .forEach(needed::add);
        Value value = by instanceof Deed deed
                ? deeds.value(deed, asked(), anchors, needed)
                : ofKind(figures.value(by, anchors, needed));
        value.aggregates().findFirst().ifPresent(aggregate -> nearby.remove(aggregate.relation()));
        return value;
    }

    /** By a column that an adjective stands for. */
    private Value rankedBy(Scale scale, boolean descending, List<String> anchors) {
        boolean either = subject.isPresent()
                && events.stream()
                        .map(edge -> ((Things) edge.meaning()).any().get(0).relation())
                        .anyMatch(relation -> !relation.equals(subject.get().relation())
                                && has(scale, relation)
                                && has(scale, subject.get().relation()));
        if (either) {
            throw new Objection("the order may be by a figure of the "
                    + facts.name(subject.get().relation()) + " or by that of what was done");
        }
        Field field = fields.column(
                scale.columns(),
                requireAnchors(subject.isEmpty() && !groups.isEmpty() ? with(ofGroups(), anchors) : anchors),
                each -> subject.isEmpty() || graph.toOne(subject.get().relation(), each.relation(), ""));
        Optional<Value> told = measures.stream()
                .filter(measure ->
                        measure instanceof Aggregate aggregate && aggregate.of().equals(Optional.of(field)))
                .findFirst();
        if (subject.isEmpty() && !groups.isEmpty() && told.isPresent()) {
            return told.get();
        }
        return subject.isEmpty() && !groups.isEmpty()
                ? new Aggregate(
                        facts.isBad(field) ? Function.AVERAGE : descending ? Function.MAXIMUM : Function.MINIMUM,
                        field.relation(),
                        Optional.of(field),
                        List.of())
                : field;
    }

    /** By columns; null where the figure itself is what is asked. */
    private Value rankedBy(Columns named, Rank rank, List<String> anchors) {
        if (subject.isPresent() && events.stream().anyMatch(edge -> isOfEvent(edge, named))) {
            throw new Objection("the order may be by a figure of the "
                    + facts.name(subject.get().relation()) + " or by that of what was done");
        }
        boolean ofGroups =
                !groups.isEmpty() && subject.isEmpty() && rank.number().equals(Optional.of(1));
        Field field = fields.column(
                named.any(),
                subject.isEmpty() && !groups.isEmpty() ? with(ofGroups(), anchors) : anchors,
                each -> facts.isMeasure(each) || Facts.isDate(facts.column(each)));
        boolean own = subject.isEmpty() ? false : graph.toOne(subject.get().relation(), field.relation(), "");
        if (own && measures.isEmpty()) {
            return field;
        }
        boolean alone = subject.isEmpty() && groups.isEmpty() && measures.isEmpty();
        if (alone || ofGroups && Facts.isDate(facts.column(field))) {
            measures.add(new Aggregate(
                    rank.descending() ? Function.MAXIMUM : Function.MINIMUM,
                    field.relation(),
                    Optional.of(field),
                    List.of()));
            rootOfFigures = field.relation();
            return null;
        }
        Function function = facts.isScore(field)
                ? Function.AVERAGE
                : facts.isMeasure(field) && facts.addsUp(field)
                        ? Function.SUM
                        : rank.descending() ? Function.MAXIMUM : Function.MINIMUM;
        return new Aggregate(function, field.relation(), Optional.of(field), List.of());
    }

    /** Records of what was done that are told apart by a verb: the amount that was bought is that of what was bought. */
    private Value ofKind(Value value) {
        if (!(value instanceof Aggregate aggregate) || !kinds.containsKey(aggregate.relation())) {
            return value;
        }
        List<Condition> held = new ArrayList<>(aggregate.where());
        held.add(kinds.get(aggregate.relation()));
        return new Aggregate(aggregate.function(), aggregate.relation(), aggregate.of(), held);
    }

    /** Whether a column may as well be meant of what was done, or of what that belongs to, as of the things. */
    private boolean isOfEvent(Edge event, Columns named) {
        String done = ((Things) event.meaning()).any().get(0).relation();
        String of = subject.orElseThrow().relation();
        boolean own = named.any().stream()
                .anyMatch(each -> each.field().relation().equals(of) && facts.isMeasure(each.field()));
        return own
                && named.any().stream()
                        .map(Meaning.Named::field)
                        .anyMatch(field -> !field.relation().equals(of)
                                && facts.isMeasure(field)
                                && !graph.relation(field.relation()).view()
                                && graph.toOne(field.relation(), of, "")
                                && (field.relation().equals(done) || graph.toOne(done, field.relation(), "")));
    }

    private boolean has(Scale scale, String relation) {
        return scale.columns().stream()
                .anyMatch(each -> each.field().relation().equals(relation) && facts.isMeasure(each.field()));
    }

    private static List<String> with(String first, List<String> rest) {
        List<String> all = new ArrayList<>(List.of(first));
        rest.stream().filter(each -> !each.equals(first)).forEach(all::add);
        return all;
    }

    private static List<String> requireAnchors(List<String> anchors) {
        if (anchors.isEmpty()) {
            throw new Objection("it is not said of what");
        }
        return anchors;
    }

    private void sorts() {
        for (Edge edge : clauses.take(Kind.SORT)) {
            Sort sort = (Sort) edge.meaning();
            if (sort.by().isEmpty()) {
                if (!measures.isEmpty()) {
                    orders.add(new Order(measures.get(0), sort.descending()));
                } else if (subject.isPresent()) {
                    Value first = columns.isEmpty()
                            ? facts.labels(subject.get().relation()).get(0)
                            : columns.get(0);
                    orders.add(new Order(first, sort.descending()));
                }
            }
            for (Meaning by : sort.by()) {
                sorted(by, sort, edge);
            }
        }
    }

    private void sorted(Meaning by, Sort sort, Edge edge) {
        List<String> needed = subject.map(Thing::relation).stream().toList();
        Value value;
        if (by instanceof Columns named) {
            boolean number = edge.rule().startsWith("the most ");
            List<Meaning.Named> held = named.any().stream()
                    .filter(each ->
                            number && where.toString().contains(each.field().toString()))
                    .toList();
            Field field = fields.column(
                    held.size() == 1 ? held : named.any(),
                    rootOfFigures.isEmpty() ? anchors() : with(rootOfFigures, anchors()),
                    each -> !number || facts.isMeasure(each) || Facts.isDate(facts.column(each)));
            value = measures.stream()
                    .filter(measure -> measure instanceof Aggregate aggregate
                            && aggregate.of().equals(Optional.of(field)))
                    .findFirst()
                    .orElse(field);
        } else {
            value = figures.value(by, anchors(), needed);
            if (!measures.contains(value)) {
                measures.add(value);
            }
            value.aggregates().findFirst().ifPresent(aggregate -> nearby.remove(aggregate.relation()));
        }
        boolean replaced = orders.removeIf(order -> sort.said() && order.by().equals(value));
        orders.add(new Order(
                value,
                way.filter(given -> edge.rule().startsWith("by ") || !sort.said() && isNumber(value))
                        .orElse(sort.said() && sort.descending())));
    }

    private boolean isNumber(Value value) {
        return !(value instanceof Field field) || facts.isMeasure(field);
    }

    // ---- the rest

    /** Things that were named and that no condition or figure is about must exist for the row. */
    private void related() {
        String base = rootOfFigures.isEmpty() ? subject.map(Thing::relation).orElse("") : rootOfFigures;
        kinds.forEach((relation, kind) -> {
            boolean own = relation.equals(base);
            boolean said = measures.stream().anyMatch(value -> value.toString().contains(kind.toString()))
                    || orders.stream().anyMatch(order -> order.by().toString().contains(kind.toString()))
                    || having.stream()
                            .anyMatch(condition -> condition.toString().contains(kind.toString()));
            if (!said) {
                where.add(own ? kind : new Condition.Exists(relation, "", List.of(kind)));
            }
        });
        for (String relation : List.copyOf(nearby)) {
            boolean used = relation.equals(rootOfFigures)
                    || where.stream().anyMatch(condition -> mentions(condition, relation))
                    || measures.stream().anyMatch(value -> mentions(value, relation))
                    || groups.stream().anyMatch(value -> mentions(value, relation))
                    || columns.stream().anyMatch(value -> mentions(value, relation));
            String root = rootOfFigures.isEmpty() ? subject.map(Thing::relation).orElse("") : rootOfFigures;
            if (!used && !root.isEmpty() && !root.equals(relation) && graph.distance(root, relation) < 50) {
                where.add(new Condition.Exists(relation, "", List.of()));
            }
        }
    }

    /** What rows say of one day each holds of no other: a condition on such rows of another thing needs the day. */
    private void ofADay() {
        String root = rootOfFigures.isEmpty() ? subject.map(Thing::relation).orElse("") : rootOfFigures;
        String said = where.toString();
        for (String relation : graph.schema().relations().keySet()) {
            List<Field> days = facts.dates(relation);
            if (!relation.equals(root)
                    && where.stream().anyMatch(condition -> mentions(condition, relation))
                    && facts.saysYesOrNo(relation)
                    && !days.isEmpty()
                    && days.stream().noneMatch(day -> said.contains(day.toString()))) {
                throw new Objection("a " + facts.name(relation)
                        + " says of a day whether it was so or not, and it is not clear of which day it is asked");
            }
        }
    }

    private static boolean mentions(Condition condition, String relation) {
        return condition.toString().contains("relation=" + relation + ",")
                || condition.toString().contains("relation=" + relation + "]");
    }

    private static boolean mentions(Value value, String relation) {
        return value.toString().contains("relation=" + relation + ",");
    }

    private void finish() {
        if (!clauses.left().isEmpty()) {
            throw new Objection("it is not clear what is meant by part of it");
        }
        List<Value> named = new ArrayList<>(columns);
        columns.clear();
        subject.ifPresent(thing -> {
            if (!distinct && !shownAlone) {
                boolean whole = named.isEmpty() && groups.isEmpty() && measures.isEmpty();
                (whole ? wholeRow(thing.relation()) : facts.labels(thing.relation()))
                        .stream()
                                .map(field -> new Field(field.relation(), field.column(), thing.via()))
                                .map(field ->
                                        thing.via().isEmpty() ? field : Field.of(field.relation(), field.column()))
                                .forEach(columns::add);
            }
        });
        groups.stream().filter(value -> !columns.contains(value)).forEach(columns::add);
        named.stream().filter(value -> !columns.contains(value)).forEach(columns::add);
        if (measures.isEmpty()) {
            orders.stream()
                    .map(Order::by)
                    .filter(value -> !columns.contains(value) && !distinct)
                    .forEach(columns::add);
        }
        if (!per.isEmpty()) {
            per.forEach(value -> {
                columns.remove(value);
                columns.add(0, value);
            });
        }
        if (columns.isEmpty() && measures.isEmpty()) {
            throw new Objection("it is not said what is to be shown");
        }
        boolean first = limit.isPresent() && subject.isEmpty() && !measures.isEmpty() && per.isEmpty();
        if (first) {
            // what has no value is none of the first
            groups.stream()
                    .filter(value ->
                            value instanceof Field field && !field.column().isEmpty())
                    .forEach(value -> where.add(new Condition.Not(new Condition.Missing(value))));
        }
    }

    /** What is shown of rows of which nothing else is asked: all of one that is named, as its name alone would be no news. */
    private List<Field> wholeRow(String relation) {
        boolean named = where.stream()
                .anyMatch(condition -> condition instanceof Condition.Compare compare
                        && compare.relation() == Condition.Relation.EQUAL
                        && compare.right() instanceof Value.Literal
                        && compare.left() instanceof Field field
                        && facts.labels(relation).contains(Field.of(field.relation(), field.column())));
        return named
                ? graph.relation(relation).columns().keySet().stream()
                        .map(column -> Field.of(relation, column))
                        .toList()
                : facts.shown(relation);
    }

    private List<Shown> shown(List<Value> values) {
        List<Shown> shown = new ArrayList<>();
        Set<String> used = new LinkedHashSet<>();
        for (Value value : values) {
            String label = words.label(value);
            String unique = label;
            for (int n = 2; !used.add(unique); n++) {
                unique = label + " " + n;
            }
            shown.add(new Shown(value, unique));
        }
        return shown;
    }

    private List<Shown> measured() {
        List<Shown> all = shown(new ArrayList<>(measures));
        Set<String> names =
                new LinkedHashSet<>(shown(columns).stream().map(Shown::label).toList());
        return all.stream()
                .map(each -> names.contains(each.label()) ? new Shown(each.value(), each.label() + " total") : each)
                .toList();
    }
}
