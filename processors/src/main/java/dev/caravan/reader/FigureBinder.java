package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Calculation;
import dev.caravan.query.Value.Elapsed;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Operator;
import dev.caravan.reader.Meaning.Amount;
import dev.caravan.reader.Meaning.Amounts;
import dev.caravan.reader.Meaning.Columns;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Quotient;
import dev.caravan.reader.Meaning.Span;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Binds figures to relations, each at its own grain. */
final class FigureBinder {
    private final SchemaGraph graph;
    private final Facts facts;
    private final Fields fields;
    private final ConditionBinder conditions;

    FigureBinder(SchemaGraph graph, Facts facts, Fields fields) {
        this.graph = graph;
        this.facts = facts;
        this.fields = fields;
        this.conditions = new ConditionBinder(graph, facts, fields, this);
    }

    ConditionBinder conditions() {
        return conditions;
    }

    /**
     * A figure.
     *
     * @param anchors what the question is about
     * @param needed relations that the figure must be split or restricted by
     */
    Value value(Meaning meaning, List<String> anchors, List<String> needed) {
        if (meaning instanceof Meaning.Met met) {
            if (!(met.condition() instanceof Meaning.Compared compared && compared.left() instanceof Columns columns)) {
                throw new Objection("it is not said of what the rate is");
            }
            String relation =
                    fields.column(columns.any(), anchors, facts::isMeasure).relation();
            List<Condition> so = List.of(conditions.bound(met.condition(), List.of(relation)));
            return percentage(
                    new Aggregate(Function.COUNT, relation, Optional.empty(), so),
                    new Aggregate(Function.COUNT, relation, Optional.empty(), List.of()));
        } else if (meaning instanceof Meaning.Rows rows) {
            Field field = fields.column(rows.columns().any(), anchors, each -> true);
            return new Aggregate(
                    Function.COUNT,
                    facts.isName(field) ? referring(field.relation()) : field.relation(),
                    Optional.empty(),
                    List.of());
        } else if (meaning instanceof Meaning.Difference difference) {
            return new Calculation(
                    Operator.MINUS,
                    value(difference.one(), anchors, needed),
                    value(difference.other(), anchors, needed));
        } else if (meaning instanceof Quotient quotient && quotient.percent()) {
            return percentage(value(quotient.dividend(), anchors, needed), value(quotient.divisor(), anchors, needed));
        } else if (meaning instanceof Quotient quotient) {
            return new Calculation(
                    Operator.OVER,
                    value(quotient.dividend(), anchors, needed),
                    value(quotient.divisor(), anchors, needed));
        } else if (meaning instanceof Meaning.Each each) {
            Value inner = value(each.of(), anchors, List.of());
            String base = inner.aggregates().findFirst().orElseThrow().relation();
            Thing thing = fields.thing(each.per().any(), List.of(base));
            return new Aggregate(each.function(), thing.relation(), Optional.of(inner), List.of());
        } else if (meaning instanceof Meaning.Worth worth) {
            return worth(worth, anchors, needed);
        } else if (meaning instanceof Meaning.EachTime each) {
            return eachTime(each, anchors, needed);
        } else if (meaning instanceof Meaning.Extent extent) {
            return extent(extent, anchors);
        } else if (meaning instanceof Meaning.Lasting lasting) {
            return lasting(lasting, anchors, lasting.unit());
        } else if (meaning instanceof Columns columns) {
            return fields.column(columns.any(), anchors, facts::isMeasure);
        } else if (meaning instanceof Amounts amounts) {
            return value(new Figure(Function.SUM, amounts, List.of(), false), anchors, needed);
        } else if (meaning instanceof Things things) {
            return value(new Figure(Function.COUNT, things, List.of(), false), anchors, needed);
        }
        return aggregate((Figure) meaning, anchors, needed);
    }

    private Value eachTime(Meaning.EachTime each, List<String> anchors, List<String> needed) {
        Aggregate inner = (Aggregate) value(each.of(), anchors, needed);
        Field date = conditions.date(List.of(inner.relation()), null);
        if (!Facts.isDate(facts.column(date))) {
            throw new Objection("these data know years only");
        }
        // the average over the times that have one is the whole divided by their number
        return new Calculation(
                Operator.OVER,
                inner,
                new Aggregate(
                        Function.COUNT_DISTINCT,
                        inner.relation(),
                        Optional.of(new Value.Bucket(date, each.per())),
                        inner.where()));
    }

    /** The rows in which things are there: the ones that refer to them, since each of the things is there once. */
    private String referring(String relation) {
        List<String> referring = graph.schema().relations().keySet().stream()
                .filter(each -> !each.equals(relation)
                        && !graph.relation(each).view()
                        && !graph.references(each, relation).isEmpty())
                .toList();
        if (referring.size() != 1) {
            throw new Objection("it is not said where a " + facts.name(relation) + " is there often or seldom");
        }
        return referring.get(0);
    }

    private Value worth(Meaning.Worth worth, List<String> anchors, List<String> needed) {
        String relation = fields.thing(worth.things().any(), anchors).relation();
        List<Amount> own = worth.amounts().any().stream()
                .filter(amount -> amount.relation().equals(relation))
                .toList();
        List<Amount> parts = worth.amounts().any().stream()
                .filter(amount -> graph.toOne(amount.relation(), relation, ""))
                .toList();
        if (!own.isEmpty()) {
            return value(new Figure(worth.function(), new Amounts(own), List.of(), false), anchors, needed);
        } else if (parts.isEmpty()) {
            throw new Objection("it is not said what a " + facts.name(relation) + " is worth");
        }
        Figure sum = new Figure(Function.SUM, new Amounts(parts), List.of(), false);
        return worth.function() == Function.SUM
                ? value(sum, anchors, needed)
                : value(new Meaning.Each(worth.function(), sum, worth.things()), anchors, needed);
    }

    /** From the first day that dates such rows to the last. */
    private Value extent(Meaning.Extent extent, List<String> anchors) {
        List<Field> own = extent.days().any().stream()
                .map(Meaning.Named::field)
                .filter(field ->
                        facts.date(field.relation()).filter(field::equals).isPresent())
                .distinct()
                .toList();
        Field day = own.size() == 1
                ? own.get(0)
                : fields.column(extent.days().any(), anchors, each -> Facts.isDate(facts.column(each)));
        return new Elapsed(
                new Aggregate(Function.MINIMUM, day.relation(), Optional.of(day), List.of()),
                new Aggregate(Function.MAXIMUM, day.relation(), Optional.of(day), List.of()),
                extent.unit());
    }

    /** From the day of the record to another one of it. */
    private Value taken(Meaning.Taken taken, List<String> anchors) {
        Field until = fields.column(taken.until().any(), anchors, each -> Facts.isDate(facts.column(each)));
        Field from = facts.date(until.relation())
                .filter(date -> !date.equals(until))
                .orElseThrow(() -> new Objection("it is not said from when on the time is counted"));
        return new Elapsed(from, until, taken.unit());
    }

    /** From the day that dates a row to the only other one that it has. */
    Value lasting(Meaning.Lasting lasting, List<String> anchors, Value.Grain unit) {
        String relation = lasting.things().any().isEmpty()
                ? anchors.get(0)
                : fields.thing(lasting.things().any(), anchors).relation();
        List<Field> days = facts.dates(relation).stream()
                .filter(day -> !facts.isBookkeeping(day))
                .toList();
        Field from = facts.date(relation)
                .filter(date -> days.size() == 2)
                .orElseThrow(
                        () -> new Objection("it is not known from when to when a " + facts.name(relation) + " lasts"));
        Field until = days.stream().filter(day -> !day.equals(from)).findFirst().orElseThrow();
        return new Elapsed(from, until, unit);
    }

    private Value aggregate(Figure figure, List<String> anchors, List<String> needed) {
        Meaning of = figure.of();
        if (of instanceof Meaning.Taken taken) {
            Value value = taken(taken, anchors);
            String relation = ((Field) value.fields().findFirst().orElseThrow()).relation();
            return aggregate(figure, relation, Optional.of(value), anchors);
        }
        if (of instanceof Meaning.Lasting lasting) {
            Value value = lasting(lasting, anchors, lasting.unit());
            String relation = ((Field) value.fields().findFirst().orElseThrow()).relation();
            return aggregate(figure, relation, Optional.of(value), anchors);
        }
        if (of instanceof Meaning.Deed deed) {
            return tied(figure, deed, anchors);
        }
        if (of instanceof Things things) {
            Thing thing = fields.thing(things.any(), anchors);
            if (figure.function() == Function.COUNT
                    && figure.where().size() == 1
                    && figure.where().get(0) instanceof Meaning.Is is) {
                conditions.own(is, thing.relation());
            }
            return of(figure, thing, anchors);
        } else if (of instanceof Amounts amounts) {
            Amount amount = amount(amounts, needed);
            return aggregate(
                    figure, amount.relation(), Optional.of(new Formula(amount.relation(), amount.formula())), anchors);
        } else if (of instanceof Span span) {
            Value value = span(span, anchors);
            String relation = ((Field) value.fields().findFirst().orElseThrow()).relation();
            return aggregate(figure, relation, Optional.of(value), anchors);
        } else if (of instanceof Figure inner) {
            Aggregate aggregate = (Aggregate) value(inner, anchors, needed);
            if (needed.isEmpty()) {
                throw new Objection("it is not said for what the number is taken before the "
                        + figure.function().name().toLowerCase(java.util.Locale.ROOT));
            }
            return new Aggregate(figure.function(), needed.get(0), Optional.of(aggregate), List.of());
        }
        return ofColumns(figure, (Columns) of, anchors);
    }

    /** How many different things the rows between tie to each. */
    private Value tied(Figure figure, Meaning.Deed deed, List<String> anchors) {
        String rows = fields.thing(deed.event().any(), anchors).relation();
        Thing to = fields.thing(deed.to().orElseThrow().any(), List.of(rows));
        List<String> key = graph.relation(to.relation()).key();
        if (key.size() != 1 || !graph.toOne(rows, to.relation(), to.via())) {
            throw new Objection("it is not known which " + facts.name(to.relation()) + " is tied to which");
        }
        return aggregate(
                new Figure(Function.COUNT_DISTINCT, new Things(List.of()), figure.where(), true),
                rows,
                Optional.of(new Field(to.relation(), key.get(0), to.via())),
                anchors);
    }

    private Value ofColumns(Figure figure, Columns columns, List<String> anchors) {
        boolean added = figure.function() != Function.COUNT && figure.function() != Function.COUNT_DISTINCT;
        boolean ordered = figure.function() == Function.MAXIMUM || figure.function() == Function.MINIMUM;
        Field field = fields.column(
                columns.any(),
                anchors,
                each -> !added || facts.isMeasure(each) || ordered && Facts.isDate(facts.column(each)));
        if (figure.function() == Function.COUNT) {
            return facts.isMeasure(field)
                    ? aggregate(
                            new Figure(Function.SUM, columns, figure.where(), false),
                            field.relation(),
                            Optional.of(field),
                            anchors)
                    : aggregate(
                            new Figure(Function.COUNT_DISTINCT, columns, figure.where(), true),
                            field.relation(),
                            Optional.of(field),
                            anchors);
        }
        if (figure.function() == Function.SUM && facts.isRate(field)) {
            throw new Objection(
                    "the " + facts.column(field).names().stream().findFirst().orElse(field.column())
                            + " is a part of a whole, which does not add up; its average can be told");
        }
        return aggregate(figure, field.relation(), Optional.of(field), anchors);
    }

    /** Rows are counted; what they add up to is added where something else is asked of them. */
    private Value of(Figure figure, Thing thing, List<String> anchors) {
        if (figure.function() == Function.COUNT) {
            Optional<Value> times = figure.distinct() ? Optional.empty() : facts.times(thing.relation());
            return times.isPresent()
                    ? aggregate(
                            new Figure(Function.SUM, figure.of(), figure.where(), false),
                            thing.relation(),
                            times,
                            anchors)
                    : aggregate(figure, thing.relation(), Optional.empty(), anchors);
        }
        Value amount = facts.amount(thing.relation())
                .orElseThrow(() -> new Objection("it is not said which figure of a " + facts.name(thing.relation())));
        return aggregate(figure, thing.relation(), Optional.of(amount), anchors);
    }

    private Aggregate aggregate(Figure figure, String relation, Optional<Value> of, List<String> anchors) {
        List<String> inner = new ArrayList<>(List.of(relation));
        inner.addAll(anchors);
        List<Condition> where = new ArrayList<>(figure.where().stream()
                .map(each -> conditions.bound(each, inner))
                .toList());
        if (figure.of() instanceof Things things && !things.any().isEmpty()) {
            fields.thing(things.any(), anchors).kind().map(ConditionBinder::of).ifPresent(where::add);
        }
        return new Aggregate(figure.function(), relation, of, where);
    }

    /** The coarsest figure of that name that can be split by all that is needed. */
    private Amount amount(Amounts amounts, List<String> needed) {
        return amounts.any().stream()
                .filter(amount -> needed.stream().allMatch(relation -> graph.toOne(amount.relation(), relation, "")))
                .min(Comparator.comparingInt(amount -> needed.stream()
                                        .mapToInt(relation -> graph.distance(amount.relation(), relation))
                                        .sum()
                                * 10
                        + (graph.relation(amount.relation()).references().size() > 1 ? 1 : 0)))
                .orElseGet(() -> amounts.any().stream()
                        .filter(amount ->
                                needed.stream().allMatch(relation -> graph.distance(amount.relation(), relation) < 50))
                        .findFirst()
                        .orElseThrow(() -> new Objection("nothing connects that figure with what it is asked for")));
    }

    /** Time between two columns of one relation. */
    Value span(Span span, List<String> anchors) {
        Field from = fields.column(span.from().any(), anchors, each -> Facts.isDate(facts.column(each)));
        if (span.to().isEmpty() && !anchors.isEmpty() && !anchors.contains(from.relation())) {
            throw new Objection("it is not known how old a " + facts.name(anchors.get(0)) + " is");
        }
        Value to = span.to()
                .<Value>map(columns -> fields.column(
                        columns.any(),
                        List.of(from.relation()),
                        each -> Facts.isDate(facts.column(each)) && !each.equals(from)))
                .orElseGet(() -> new Value.Today(0, span.unit()));
        return new Elapsed(from, to, span.unit());
    }

    /** A hundred times a part of a whole. */
    static Value percentage(Value part, Value whole) {
        return new Calculation(Operator.TIMES, Literal.of(100), new Calculation(Operator.OVER, part, whole));
    }
}
