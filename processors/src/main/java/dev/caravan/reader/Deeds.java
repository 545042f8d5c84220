package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.reader.Meaning.Deed;
import dev.caravan.reader.Meaning.Figure;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How much was done: the records of what was done are counted, or what they add up to, and not the things that it was done to. */
final class Deeds {
    private final SchemaGraph graph;
    private final Facts facts;
    private final Fields fields;
    private final FigureBinder figures;

    Deeds(SchemaGraph graph, Facts facts, Fields fields, FigureBinder figures) {
        this.graph = graph;
        this.facts = facts;
        this.fields = fields;
        this.figures = figures;
    }

    /** The relation whose rows tell how much was done. */
    String relation(Deed deed, List<String> anchors) {
        Thing event = fields.thing(deed.event().any(), anchors);
        return object(deed, event).map(to -> records(event, to)).orElse(event.relation());
    }

    /** The people that something was done to, who are not those who did it. */
    Optional<String> person(Deed deed, List<String> anchors) {
        return object(deed, fields.thing(deed.event().any(), anchors))
                .map(Thing::relation)
                .filter(facts::isPerson);
    }

    /**
     * How much was done.
     *
     * @param subject who did it, or what it was done to, where that was said
     * @param needed relations that it must be split by
     */
    Value value(Deed deed, Optional<String> subject, List<String> anchors, List<String> needed) {
        Thing event = fields.thing(deed.event().any(), anchors);
        Optional<Thing> object = object(deed, event);
        if (object.isEmpty()) {
            return alone(deed.event(), event, subject, anchors, needed);
        }
        Thing to = object.get();
        String records = records(event, to);
        List<String> near = new ArrayList<>(List.of(records, to.relation()));
        anchors.stream().filter(each -> !near.contains(each)).forEach(near::add);
        List<Condition> where = new ArrayList<>();
        deed.where().forEach(each -> where.add(figures.conditions().bound(each, near)));
        if (records.equals(event.relation())) {
            event.kind().map(ConditionBinder::of).ifPresent(where::add);
        }
        return of(records, to.relation(), where);
    }

    /** People are counted once each; of other things what the records say how many they are about. */
    private Value of(String records, String to, List<Condition> where) {
        if (facts.isPerson(to) && !records.equals(to)) {
            List<String> key = graph.relation(to).key();
            if (key.size() != 1) {
                throw new Objection("a " + facts.name(to) + " has no key to be counted by");
            }
            return new Aggregate(Function.COUNT_DISTINCT, records, Optional.of(Field.of(to, key.get(0))), where);
        }
        List<String> key = graph.relation(records).key();
        boolean several = key.size() > 2
                && key.stream()
                                .filter(graph.relation(records).references()::containsKey)
                                .count()
                        > 1
                && graph.relation(to).key().size() == 1
                && !records.equals(to);
        if (several) {
            // rows tell more than which two belong together, so that each of the things may stand in several
            return new Aggregate(
                    Function.COUNT_DISTINCT,
                    records,
                    Optional.of(Field.of(to, graph.relation(to).key().get(0))),
                    where);
        }
        Optional<Value> quantity = records.equals(to) ? Optional.empty() : facts.quantity(records);
        return quantity.<Value>map(many -> new Aggregate(Function.SUM, records, Optional.of(many), where))
                .orElseGet(() -> new Aggregate(Function.COUNT, records, Optional.empty(), where));
    }

    private Optional<Thing> object(Deed deed, Thing event) {
        return deed.to().map(to -> fields.thing(to.any(), List.of(event.relation())));
    }

    /** The records of what was done to each thing: the event's own, the things if they are parts of it, or the lines between. */
    private String records(Thing event, Thing to) {
        String done = event.relation();
        if (done.equals(to.relation()) || graph.toOne(done, to.relation(), to.via())) {
            return done;
        } else if (graph.toOne(to.relation(), done, "")) {
            return to.relation();
        }
        return graph.schema().relations().keySet().stream()
                .filter(line -> !graph.relation(line).view()
                        && graph.toOne(line, done, "")
                        && graph.toOne(line, to.relation(), ""))
                .min(Comparator.comparingInt(line -> graph.distance(line, done) + graph.distance(line, to.relation())))
                .orElseThrow(() ->
                        new Objection("it is not known how often that was done to a " + facts.name(to.relation())));
    }

    /**
     * What was done the most, nothing being said that it was done to: the amount, where there is one and no thing is asked that
     * it was done to; of things the largest number, whatever the number of records.
     */
    private Value alone(Things event, Thing done, Optional<String> subject, List<String> anchors, List<String> needed) {
        boolean ofWhom = subject.isEmpty() || facts.isPerson(subject.get());
        boolean worth = ofWhom
                && event.any().size() == 1
                && !graph.relation(done.relation()).measures().isEmpty()
                && subject.filter(done.relation()::equals).isEmpty();
        Value value = figures.value(
                new Figure(worth ? Function.SUM : Function.COUNT, event, List.of(), false), anchors, needed);
        boolean many = !ofWhom
                && value instanceof Aggregate count
                && count.of().isEmpty()
                && facts.quantity(count.relation()).isPresent();
        return many
                ? new Aggregate(
                        Function.SUM, done.relation(), facts.quantity(done.relation()), ((Aggregate) value).where())
                : value;
    }

    /** "How many cars were sold": what happened is counted, not the things that it happened to, unless they do it themselves. */
    Optional<Value> instead(Aggregate count, Thing event) {
        boolean happens = !event.relation().equals(count.relation())
                && graph.toOne(event.relation(), count.relation(), "")
                && !isAgent(count.relation());
        if (!happens) {
            return Optional.empty();
        }
        List<Condition> narrow = new ArrayList<>(count.where());
        event.kind().map(ConditionBinder::of).ifPresent(narrow::add);
        return Optional.of(facts.quantity(event.relation())
                .map(quantity -> new Aggregate(Function.SUM, event.relation(), Optional.of(quantity), narrow))
                .orElseGet(() -> new Aggregate(Function.COUNT, event.relation(), Optional.empty(), narrow)));
    }

    /** People do things; things have things done to them. */
    private boolean isAgent(String relation) {
        return facts.isPerson(relation)
                || graph.relation(relation).columns().values().stream().anyMatch(column -> column.names().stream()
                        .anyMatch(name -> name.matches(".*(contact|e ?mail|phone).*")));
    }
}
