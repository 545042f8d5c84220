package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Overall;
import dev.caravan.reader.Meaning.Average;
import dev.caravan.reader.Meaning.Both;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Compared;
import dev.caravan.reader.Meaning.During;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Is;
import dev.caravan.reader.Meaning.Lacking;
import dev.caravan.reader.Meaning.Number;
import dev.caravan.reader.Meaning.Period;
import dev.caravan.reader.Meaning.Person;
import dev.caravan.reader.Meaning.Quote;
import dev.caravan.reader.Meaning.Related;
import dev.caravan.reader.Meaning.Span;
import dev.caravan.reader.Meaning.Stored;
import dev.caravan.reader.Meaning.Text;
import dev.caravan.reader.Meaning.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Binds what was said of rows to columns of the schema. */
final class ConditionBinder {
    private final SchemaGraph graph;
    private final Facts facts;
    private final Fields fields;
    private final FigureBinder figures;

    ConditionBinder(SchemaGraph graph, Facts facts, Fields fields, FigureBinder figures) {
        this.graph = graph;
        this.facts = facts;
        this.fields = fields;
        this.figures = figures;
    }

    /**
     * A condition on rows.
     *
     * @param anchors relations that it is likely about, the one whose rows count first
     */
    Condition bound(Meaning meaning, List<String> anchors) {
        if (meaning instanceof Is is) {
            return is(is, anchors);
        } else if (meaning instanceof Person person) {
            return person(person, anchors);
        } else if (meaning instanceof Meaning.Owned owned) {
            Thing thing = fields.thing(owned.things().any(), anchors);
            String relation = thing.relation();
            boolean role = !thing.via().isEmpty()
                    && graph.references(anchors.get(0), relation).contains(thing.via());
            if (role) {
                return new Condition.Exists(relation, thing.via(), List.of(person(owned.person(), List.of(relation))));
            }
            return person(
                    new Person(
                            owned.person().first().stream()
                                    .filter(stored -> stored.field().relation().equals(relation))
                                    .toList(),
                            owned.person().last()),
                    anchors);
        } else if (meaning instanceof Both both) {
            return new Condition.All(
                    both.all().stream().map(each -> bound(each, anchors)).toList());
        } else if (meaning instanceof Meaning.Severally several) {
            return new Condition.All(several.all().stream()
                    .map(each -> ofSomeRow(bound(each, anchors), anchors.get(0)))
                    .toList());
        } else if (meaning instanceof Compared compared) {
            return compared(compared, anchors);
        } else if (meaning instanceof Lacking lacking) {
            return lacking(lacking, anchors);
        } else if (meaning instanceof Related related) {
            return related(related, anchors);
        } else if (meaning instanceof During during) {
            return during(during, anchors);
        } else if (meaning instanceof Meaning.Latest latest) {
            return latest(latest, anchors);
        } else if (meaning instanceof Meaning.Within within) {
            return within(within, anchors);
        } else if (meaning instanceof Meaning.Either either) {
            return new Condition.AnyOf(
                    either.any().stream().map(each -> bound(each, anchors)).toList());
        } else if (meaning instanceof Meaning.Times times) {
            return new Condition.AnyOf(times.any().stream()
                    .map(each -> during(new During(Optional.empty(), each, false), anchors))
                    .toList());
        } else if (meaning instanceof Meaning.InCommon common) {
            return inCommon(common, anchors);
        } else if (meaning instanceof Meaning.Keyed keyed) {
            return keyed(keyed, anchors);
        } else if (meaning instanceof Text text) {
            return new Condition.Contains(textColumn(text.columns(), anchors), text.text(), text.start());
        } else if (meaning instanceof Quote quote) {
            return new Condition.Compare(
                    textColumn(quote.columns(), anchors), Condition.Relation.EQUAL, new Literal(quote.text()));
        }
        throw new Objection("it is not clear what is said of it");
    }

    /** A condition that one of many rows meets; no row has two values in a column of its own. */
    private Condition ofSomeRow(Condition condition, String relation) {
        if (condition instanceof Condition.Exists) {
            return condition;
        }
        Field field = condition.operands().stream()
                .flatMap(Value::fields)
                .filter(Field.class::isInstance)
                .map(Field.class::cast)
                .findFirst()
                .filter(each -> !graph.toOne(relation, each.relation(), each.via()))
                .orElseThrow(() -> new Objection("both are asked of one and the same"));
        return new Condition.Exists(field.relation(), field.via(), List.of(condition));
    }

    private Field textColumn(Optional<Columns> columns, List<String> anchors) {
        return columns.map(said -> fields.column(said.any(), anchors, field -> true))
                .orElseGet(() -> facts.labels(anchors.get(anchors.size() - 1)).get(0));
    }

    private Condition inCommon(Meaning.InCommon common, List<String> anchors) {
        Field field = fields.column(
                common.columns().any(),
                anchors,
                each -> !each.relation().equals(common.relation())
                        && graph.relation(common.relation()).columns().containsKey(each.column()));
        Condition among = new Condition.Among(field, Field.of(common.relation(), field.column()));
        return common.negated()
                ? new Condition.All(List.of(new Condition.Not(new Condition.Missing(field)), new Condition.Not(among)))
                : among;
    }

    private Condition keyed(Meaning.Keyed keyed, List<String> anchors) {
        String relation = fields.thing(keyed.things().any(), anchors).relation();
        List<String> key = graph.relation(relation).key();
        if (key.size() != 1
                || graph.relation(relation).columns().get(key.get(0)).type()
                        != dev.caravan.semantic.Schema.Type.NUMBER) {
            throw new Objection("a " + facts.name(relation) + " has no number of its own");
        }
        return new Condition.Compare(
                Field.of(relation, key.get(0)), Condition.Relation.EQUAL, Literal.of(keyed.number()));
    }

    private Condition is(Is is, List<String> anchors) {
        List<List<Stored>> names = is.members().names();
        Stored first = fields.stored(names.get(0), anchors);
        Condition condition;
        if (names.size() == 1) {
            condition = written(first, names.get(0));
        } else {
            List<Literal> values = new ArrayList<>();
            for (List<Stored> name : names) {
                name.stream()
                        .filter(stored -> first.field()
                                        .relation()
                                        .equals(stored.field().relation())
                                && first.field().column().equals(stored.field().column()))
                        .map(Stored::value)
                        .findFirst()
                        .ifPresent(values::add);
            }
            if (values.size() < names.size()) {
                throw new Objection("these names are not of one kind");
            }
            condition = new Condition.OneOf(first.field(), values);
        }
        return is.negated() ? negated(condition, first.field(), anchors) : condition;
    }

    /**
     * "Female doctors": what stands before a thing is said of it. The name of what belongs to it may stand there, a quality of
     * what it only has to do with may not.
     *
     * @throws Objection where such a quality is all that is called so
     */
    void own(Is is, String relation) {
        Stored found = fields.stored(is.members().names().get(0), List.of(relation));
        boolean own =
                graph.toOne(relation, found.field().relation(), found.field().via()) || facts.isName(found.field());
        if (!own) {
            throw new Objection("\"" + found.value().value() + "\" is said of a "
                    + facts.name(found.field().relation()) + " here, and not of a " + facts.name(relation));
        }
    }

    /** Another value of the row's own, or no such row among the many that belong to it. */
    private Condition negated(Condition condition, Field field, List<String> anchors) {
        boolean own = graph.toOne(anchors.get(0), field.relation(), field.via());
        return own && condition instanceof Condition.Compare compare
                ? new Condition.Compare(compare.left(), compare.relation().opposite(), compare.right())
                : new Condition.Not(condition);
    }

    private Condition person(Person person, List<String> anchors) {
        Stored first = fields.stored(person.first(), anchors);
        Stored last = fields.stored(
                person.last().stream()
                        .filter(each ->
                                each.field().relation().equals(first.field().relation()))
                        .toList(),
                anchors);
        return new Condition.All(List.of(written(first, person.first()), written(last, person.last())));
    }

    /** Equal to a value, in whichever of the ways in which the column has it written. */
    private static Condition written(Stored found, List<Stored> any) {
        List<Literal> ways = any.stream()
                .filter(each -> each.field().equals(found.field()) && each.cost() == found.cost())
                .map(Stored::value)
                .distinct()
                .toList();
        return ways.size() < 2
                ? new Condition.Compare(found.field(), Condition.Relation.EQUAL, found.value())
                : new Condition.OneOf(found.field(), ways);
    }

    private Condition compared(Compared compared, List<String> anchors) {
        Meaning left = compared.left();
        if (left instanceof Columns columns) {
            Field field = fields.column(columns.any(), anchors, each -> isComparable(each, compared.right()));
            if (compared.right() instanceof Number number) {
                boolean taken = Facts.isDate(facts.column(field))
                        && number.unit().filter(unit -> unit != Grain.YEAR).isPresent();
                if (taken) {
                    return within(new Meaning.Within(columns, number, compared.relation()), anchors);
                }
                boolean older = compared.relation() == Condition.Relation.LESS
                        && facts.isBirth(field)
                        && Facts.isDate(facts.column(field));
                if (older) {
                    // who is older than twelve is thirteen at least
                    Span age = new Span(
                            new Columns(List.of(new Meaning.Named(field, 0)), true), Optional.empty(), Grain.YEAR);
                    return new Condition.Compare(
                            figures.span(age, List.of(field.relation())),
                            Condition.Relation.MORE,
                            Literal.of(number.value()));
                }
                return new Condition.Compare(field, compared.relation(), number(field, number, compared.relation()));
            } else if (compared.right() instanceof Columns others) {
                List<String> near = new ArrayList<>(List.of(field.relation()));
                near.addAll(anchors);
                return new Condition.Compare(
                        field, compared.relation(), fields.column(others.any(), near, each -> !each.equals(field)));
            }
            return new Condition.Compare(
                    field,
                    compared.relation(),
                    compared.right() instanceof Figure figure
                            ? ofOne(field, figure)
                            : average(field, (Average) compared.right(), anchors));
        } else if (left instanceof Span span) {
            Number number = (Number) compared.right();
            Span counted = new Span(span.from(), span.to(), number.unit().orElse(span.unit()));
            return new Condition.Compare(
                    figures.span(counted, anchors), compared.relation(), Literal.of(number.value()));
        }
        if (left instanceof Meaning.Lasting lasting && compared.right() instanceof Number number) {
            Grain unit = number.unit().orElse(Grain.DAY);
            return new Condition.Compare(
                    figures.lasting(lasting, anchors, unit), compared.relation(), Literal.of(number.value()));
        }
        if (left instanceof Meaning.Plain && compared.right() instanceof Number number && !anchors.isEmpty()) {
            Value worth = facts.amount(anchors.get(0))
                    .orElseThrow(() -> new Objection(
                            "it is not said which amount of a " + facts.name(anchors.get(0)) + " is compared"));
            return new Condition.Compare(worth, compared.relation(), Literal.of(number.value()));
        }
        Figure figure = left instanceof Figure given
                ? given
                : left instanceof Meaning.Amounts amounts ? new Figure(Function.SUM, amounts, List.of(), false) : null;
        if (figure == null) {
            throw new Objection("it is not said what is compared");
        }
        Value value = figures.value(figure, anchors, List.of());
        if (compared.right() instanceof Number number) {
            return new Condition.Compare(value, compared.relation(), number(value, number));
        }
        if (compared.right() instanceof Figure other) {
            return new Condition.Compare(value, compared.relation(), figures.value(other, anchors, List.of()));
        }
        Aggregate aggregate = value.aggregates().findFirst().orElseThrow();
        return new Condition.Compare(
                value,
                compared.relation(),
                new Overall(new Aggregate(Function.AVERAGE, anchors.get(0), Optional.of(aggregate), List.of())));
    }

    /** What a certain row has, which has to be named: a kind of rows has no one value. */
    private Value ofOne(Field field, Figure figure) {
        Condition one = bound(figure.where().get(0), List.of(field.relation()));
        boolean named = one instanceof Condition.All
                || one.operands().stream()
                        .filter(Field.class::isInstance)
                        .map(Field.class::cast)
                        .allMatch(each -> each.relation().equals(field.relation()) && facts.tellsApart(each));
        if (!named) {
            throw new Objection("it is not said with which " + facts.name(field.relation()) + " it is compared");
        }
        return new Overall(new Aggregate(Function.MAXIMUM, field.relation(), Optional.of(field), List.of(one)));
    }

    private boolean isComparable(Field field, Meaning right) {
        boolean date = Facts.isDate(facts.column(field));
        return right instanceof Number
                ? facts.column(field).type() == dev.caravan.semantic.Schema.Type.NUMBER || date
                : right instanceof Average ? facts.isMeasure(field) || date : true;
    }

    /** "Older than 30": a number beside a date is an age in years. */
    private Value number(Field field, Number number, Condition.Relation relation) {
        if (Facts.isDate(facts.column(field))) {
            boolean aged = number.unit().isPresent() || number.value() <= 120 && facts.isBirth(field);
            if (!aged) {
                throw new Objection("a number is compared with the "
                        + facts.column(field).names().stream().findFirst().orElse(field.column()) + ", which is a day");
            }
            return new Value.Today((int) -number.value(), Grain.YEAR);
        }
        return Literal.of(number.unit()
                .map(unit -> number.value() * inUnitOf(field, unit))
                .orElse(number.value()));
    }

    /** A number that a figure is compared with, in the units of its column. */
    Literal number(Value figure, Number number) {
        Optional<Field> of = figure.aggregates()
                .findFirst()
                .flatMap(Aggregate::of)
                .filter(Field.class::isInstance)
                .map(Field.class::cast);
        return Literal.of(
                number.unit().isPresent() && of.isPresent()
                        ? number.value() * inUnitOf(of.get(), number.unit().get())
                        : number.value());
    }

    /** How many of the column's own units a unit of time is. */
    private double inUnitOf(Field field, Grain unit) {
        double own = facts.seconds(field)
                .orElseThrow(() -> new Objection("it is not known in what unit of time the "
                        + facts.column(field).names().stream().findFirst().orElse(field.column()) + " stands"));
        return switch (unit) {
                    case SECOND -> 1;
                    case MINUTE -> 60;
                    case HOUR -> 3600;
                    case DAY -> 86_400;
                    case WEEK -> 7 * 86_400;
                        // the length that is meant where no calendar is at hand
                    case MONTH -> 30 * 86_400;
                    case YEAR -> 365 * 86_400;
                    default -> throw new Objection("a number of " + unit.name().toLowerCase(java.util.Locale.ROOT)
                            + "s is no length of time here");
                }
                / own;
    }

    private Value average(Field field, Average average, List<String> anchors) {
        Field of = average.of()
                .filter(Columns.class::isInstance)
                .map(columns -> fields.column(((Columns) columns).any(), List.of(field.relation()), facts::isMeasure))
                .orElse(field);
        return new Overall(new Aggregate(Function.AVERAGE, of.relation(), Optional.of(of), List.of()));
    }

    private Condition lacking(Lacking lacking, List<String> anchors) {
        Field field = fields.column(lacking.columns().any(), anchors, each -> true);
        if (facts.isFlag(field)) {
            return new Condition.Compare(field, Condition.Relation.EQUAL, new Literal(lacking.negated()));
        }
        if (facts.isMeasure(field) && facts.column(field).type() == dev.caravan.semantic.Schema.Type.NUMBER) {
            return some(field, lacking.negated(), anchors);
        }
        boolean rowIsMissing = !graph.toOne(anchors.get(0), field.relation(), field.via());
        Condition missing = new Condition.Missing(field);
        if (rowIsMissing && !lacking.negated()) {
            // what was not ended is there; what was not begun is not
            boolean ends = Facts.isDate(facts.column(field))
                    && facts.date(field.relation()).filter(field::equals).isEmpty();
            return ends
                    ? new Condition.Exists(field.relation(), "", List.of(missing))
                    : new Condition.Not(new Condition.Exists(field.relation(), "", List.of()));
        }
        return lacking.negated() ? new Condition.Not(missing) : missing;
    }

    /** "Without a discount": what counts or measures is not there where it is nought, in all that the row has of it. */
    private Condition some(Field field, boolean there, List<String> anchors) {
        Condition some = new Condition.Compare(field, Condition.Relation.DIFFERENT, Literal.of(0));
        if (!graph.toOne(anchors.get(0), field.relation(), field.via())) {
            Condition exists = new Condition.Exists(field.relation(), "", List.of(some));
            return there ? exists : new Condition.Not(exists);
        }
        return there
                ? some
                : new Condition.AnyOf(List.of(
                        new Condition.Missing(field),
                        new Condition.Compare(field, Condition.Relation.EQUAL, Literal.of(0))));
    }

    private Condition related(Related related, List<String> anchors) {
        Thing thing = fields.thing(related.things().any(), anchors);
        if (thing.relation().equals(anchors.get(0)) && thing.via().isEmpty()) {
            if (related.negated() && !related.where().isEmpty()) {
                // without late deliveries: those that are not late
                return new Condition.Not(new Condition.All(related.where().stream()
                        .map(each -> bound(each, anchors))
                        .toList()));
            }
            throw new Objection("a " + facts.name(thing.relation()) + " can't lack itself");
        }
        if (!thing.via().isEmpty()
                && thing.relation().equals(anchors.get(0))
                && related.where().isEmpty()) {
            Condition missing = new Condition.Missing(Field.of(anchors.get(0), thing.via()));
            return related.negated() ? missing : new Condition.Not(missing);
        }
        List<String> inner = new ArrayList<>(List.of(thing.relation()));
        inner.addAll(anchors);
        List<Condition> where = new ArrayList<>(
                related.where().stream().map(each -> bound(each, inner)).toList());
        thing.kind().map(ConditionBinder::of).ifPresent(where::add);
        Condition exists = new Condition.Exists(thing.relation(), thing.via(), where);
        return related.negated() ? new Condition.Not(exists) : exists;
    }

    /** The records that say so. */
    static Condition of(Stored kind) {
        return new Condition.Compare(kind.field(), Condition.Relation.EQUAL, kind.value());
    }

    private Condition latest(Meaning.Latest latest, List<String> anchors) {
        Thing thing = fields.thing(((Meaning.Things) latest.things()).any(), anchors);
        Field date = date(List.of(thing.relation()), latest.period());
        Value day = new Aggregate(
                latest.last() ? Function.MAXIMUM : Function.MINIMUM,
                thing.relation(),
                Optional.of(date),
                thing.kind().map(ConditionBinder::of).stream().toList());
        List<Condition> held = new ArrayList<>();
        latest.period()
                .from()
                .ifPresent(
                        from -> held.add(new Condition.Compare(day, Condition.Relation.AT_LEAST, new Literal(from))));
        latest.period()
                .to()
                .ifPresent(to -> held.add(new Condition.Compare(day, Condition.Relation.LESS, new Literal(to))));
        if (held.isEmpty()) {
            throw new Objection("it is not clear at what time");
        }
        return held.size() == 1 ? held.get(0) : new Condition.All(held);
    }

    /** Not later than so many days after the day of the record. */
    private Condition within(Meaning.Within within, List<String> anchors) {
        Field field = fields.column(within.columns().any(), anchors, each -> Facts.isDate(facts.column(each)));
        Field from = facts.date(field.relation())
                .filter(date -> !date.equals(field))
                .orElseThrow(() -> new Objection("it is not said from when on the time is counted"));
        return new Condition.Compare(
                new Value.Elapsed(from, field, within.number().unit().orElse(Grain.DAY)),
                within.relation(),
                Literal.of(within.number().value()));
    }

    private Condition during(During during, List<String> anchors) {
        Field field = during.columns()
                .map(said -> fields.column(
                        ((Columns) said).any(), anchors, each -> Facts.isDate(facts.column(each)) || isYear(each)))
                .orElseGet(() -> date(anchors, during.period()));
        List<Condition> held = new ArrayList<>();
        Period period = during.period();
        boolean year = !Facts.isDate(facts.column(field));
        period.recurring()
                .ifPresent(grain -> held.add(new Condition.OneOf(
                        new Bucket(field, grain),
                        period.numbers().stream().map(Literal::of).toList())));
        period.from()
                .ifPresent(from -> held.add(new Condition.Compare(
                        field, Condition.Relation.AT_LEAST, year ? Literal.of(from.getYear()) : new Literal(from))));
        period.to()
                .ifPresent(to -> held.add(new Condition.Compare(
                        field, Condition.Relation.LESS, year ? Literal.of(to.getYear()) : new Literal(to))));
        Condition all = held.size() == 1 ? held.get(0) : new Condition.All(held);
        return during.negated() ? new Condition.Not(all) : all;
    }

    private boolean isYear(Field field) {
        return facts.year(field.relation()).filter(field::equals).isPresent();
    }

    /** The column that dates what is asked about: of the nearest relation that has one. */
    Field date(List<String> anchors, Period period) {
        if (!anchors.isEmpty() && !facts.isPerson(anchors.get(0))) {
            // what is counted or listed is dated by its own time or that of what it belongs to, not by another thing's
            String first = anchors.get(0);
            Optional<Field> own = graph.schema().relations().keySet().stream()
                    .filter(relation -> graph.toOne(first, relation, "") && !facts.isPerson(relation))
                    .sorted(java.util.Comparator.comparingInt(relation -> graph.distance(first, relation)))
                    .flatMap(relation -> facts.date(relation).stream())
                    .findFirst();
            if (own.isPresent()) {
                return own.get();
            }
        }
        return graph.schema().relations().keySet().stream()
                // the days of people are told by what they are: hired, born
                .filter(relation -> !facts.isPerson(relation))
                .flatMap(relation -> facts.date(relation).or(() -> facts.year(relation)).stream())
                .map(field -> Map.entry(field, fields.distance(anchors, field.relation())))
                .filter(each -> each.getValue() < 9)
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new Objection("nothing in these data says when"));
    }
}
