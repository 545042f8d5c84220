package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value.Field;
import dev.caravan.reader.Meaning.Amount;
import dev.caravan.reader.Meaning.Named;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the tables, columns and figures of a schema are called, with the other words that the language has for them. */
final class SchemaWords {
    private static final Set<String> ENDINGS = Set.of(
            "id",
            "name",
            "date",
            "time",
            "number",
            "code",
            "amount",
            "description",
            "string",
            "str",
            "datetime",
            "type",
            "status");
    private static final Set<String> UNITS = Set.of(
            "kg", "mg", "ml", "gb", "mb", "cm", "mm", "km", "usd", "eur", "ms", "sec", "secs", "seconds", "hrs",
            "hours", "minutes", "mins", "pct", "percent", "days", "lb", "lbs", "miles", "meters", "feet");
    private static final double SHORTENED = 0.6;

    private final SchemaGraph graph;
    private final List<List<String>> synonyms;
    private final Map<String, Set<String>> same = new LinkedHashMap<>();

    SchemaWords(SchemaGraph graph, Language language) {
        this.graph = graph;
        this.synonyms = language.groups("synonyms");
        for (List<String> group : synonyms) {
            for (String one : group) {
                same.computeIfAbsent(Words.key(one), k -> new LinkedHashSet<>()).addAll(group);
            }
        }
    }

    SchemaGraph graph() {
        return graph;
    }

    /** Phrases that mean relations, and the roles that referring columns give them. */
    Map<String, List<Thing>> things() {
        Map<String, List<Thing>> things = new LinkedHashMap<>();
        graph.schema().relations().forEach((name, relation) -> {
            for (String phrase : relation.names()) {
                put(things, phrase, new Thing(name, ""));
            }
        });
        graph.schema().relations().forEach((name, relation) -> {
            relation.names().stream().filter(phrase -> !relation.view()).forEach(phrase -> others(phrase).stream()
                    .filter(other -> !things.containsKey(Words.key(other)))
                    .forEach(other -> put(things, other, new Thing(name, ""))));
            relation.references().forEach((column, target) -> roles(things, name, column, Schema.tableOf(target)));
        });
        return things;
    }

    private void roles(Map<String, List<Thing>> things, String name, String column, String target) {
        for (String phrase : graph.relation(name).columns().get(column).names()) {
            String role = String.join(
                    " ",
                    Arrays.stream(phrase.split(" "))
                            .filter(word -> !word.equals("id") && !word.equals("code") && !word.equals("key"))
                            .toList());
            boolean own = graph.relation(name).view()
                    || graph.relation(target).names().contains(role)
                    || graph.relation(target).names().stream()
                            .anyMatch(n -> Words.key(n).equals(Words.key(role)));
            if (role.isEmpty() || own || things.containsKey(Words.key(role))) {
                continue;
            }
            put(things, role, new Thing(target, column));
            others(role).forEach(other -> put(things, other, new Thing(target, column)));
        }
    }

    private Set<String> others(String phrase) {
        return same.getOrDefault(Words.key(phrase), Set.of());
    }

    private static <T> void put(Map<String, List<T>> map, String phrase, T value) {
        List<T> list = map.computeIfAbsent(Words.key(phrase), k -> new ArrayList<>());
        if (!list.contains(value)) {
            list.add(value);
        }
    }

    /** Verbs for what relations keep records of; where a column of these says buy or sell, with what it says. */
    Map<String, List<Thing>> events(Language language, List<Datum> data) {
        Map<String, List<Thing>> known = things();
        Map<String, List<Thing>> events = new LinkedHashMap<>();
        for (Map<String, List<String>> event : language.entries("events")) {
            event.get("nouns").stream()
                    .map(Words::key)
                    .filter(noun -> known.getOrDefault(noun, List.of()).stream().anyMatch(thing -> !isView(thing)))
                    .findFirst()
                    .ifPresent(noun -> event.get("said").forEach(verb -> known.get(noun)
                            .forEach(thing -> put(events, verb, done(thing, event.get("said"), language, data)))));
        }
        // what is vaccinated has vaccinations
        known.forEach((noun, things) -> {
            boolean action = noun.matches("\\w{3,}(?:at|ct)ion")
                    && things.stream().allMatch(thing -> thing.via().isEmpty() && !isView(thing));
            String verb = noun.replaceFirst("ion$", "") + "ed";
            if (action && !events.containsKey(verb)) {
                things.forEach(thing -> put(events, verb, thing));
            }
        });
        return events;
    }

    /** Records of several doings are those of this one where a column tells them apart by such verbs. */
    private static Thing done(Thing thing, List<String> forms, Language language, List<Datum> data) {
        List<Datum> own = data.stream()
                .filter(each -> each.relation().equals(thing.relation()))
                .toList();
        return own.stream()
                .filter(each -> isForm(each, forms))
                .filter(each -> own.stream()
                        .filter(other -> other.column().equals(each.column()))
                        .anyMatch(other -> language.entries("events").stream()
                                .anyMatch(
                                        event -> !event.get("said").equals(forms) && isForm(other, event.get("said")))))
                .findFirst()
                .map(each -> new Thing(
                        thing.relation(),
                        thing.via(),
                        java.util.Optional.of(new Meaning.Stored(
                                Field.of(each.relation(), each.column()),
                                new dev.caravan.query.Value.Literal(each.stored()),
                                0))))
                .orElse(thing);
    }

    private static boolean isForm(Datum datum, List<String> forms) {
        return forms.stream().anyMatch(form -> form.equalsIgnoreCase(datum.name()));
    }

    /** Phrases that mean columns: their names, other words for them, and parts of them at a cost. */
    Map<String, List<Named>> columns() {
        Map<String, List<Named>> columns = new LinkedHashMap<>();
        Map<String, List<Thing>> things = things();
        graph.schema().relations().forEach((name, relation) -> relation.columns()
                .forEach((column, described) -> {
                    Field field = Field.of(name, column);
                    double far = relation.view() ? 2 : 0;
                    if (relation.key().equals(List.of(column)) && !relation.view()) {
                        for (String called : relation.names()) {
                            named(columns, called + " id", field, 0);
                            named(columns, called + " ids", field, 0);
                        }
                        named(columns, "id", field, 0.8);
                        named(columns, "ids", field, 0.8);
                    }
                    for (String phrase : described.names()) {
                        named(columns, phrase, field, far);
                        others(phrase).forEach(other -> named(columns, other, field, far + 0.3));
                        if (phrase.matches("\\p{L}+ \\p{L}+")) {
                            // payload, of pay_load
                            named(columns, phrase.replace(" ", ""), field, far + 0.1);
                        }
                        if (phrase.endsWith(" date")) {
                            named(columns, phrase.replaceFirst("date$", "day"), field, far);
                        }
                        shortened(phrase, described.type()).forEach(part -> {
                            double beside = far + (things.containsKey(Words.key(part)) ? 3 : 0);
                            named(columns, part, field, beside + SHORTENED);
                            others(part).forEach(other -> named(columns, other, field, beside + SHORTENED + 0.2));
                        });
                    }
                }));
        return columns;
    }

    private static void named(Map<String, List<Named>> columns, String phrase, Field field, double cost) {
        List<Named> list = columns.computeIfAbsent(Words.key(phrase), k -> new ArrayList<>());
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).field().equals(field)) {
                if (cost < list.get(i).cost()) {
                    list.set(i, new Named(field, cost));
                }
                return;
            }
        }
        list.add(new Named(field, cost));
    }

    private static List<String> shortened(String phrase, Type type) {
        List<String> words = List.of(phrase.split(" "));
        List<String> parts = new ArrayList<>();
        if (words.size() > 1 && UNITS.contains(words.get(words.size() - 1))) {
            String plain = String.join(" ", words.subList(0, words.size() - 1));
            parts.add(plain);
            parts.add(plain + " in " + words.get(words.size() - 1));
        } else if (words.size() > 1) {
            parts.add(words.get(words.size() - 1));
            if (words.size() > 2) {
                parts.add(String.join(" ", words.subList(1, words.size())));
            }
            if (ENDINGS.contains(words.get(words.size() - 1)) || type == Type.DATE || type == Type.TIMESTAMP) {
                parts.add(String.join(" ", words.subList(0, words.size() - 1)));
            }
            if (words.get(0).equals("is") || words.get(0).equals("has")) {
                parts.add(String.join(" ", words.subList(1, words.size())));
            }
        }
        if (type == Type.DATE || type == Type.TIMESTAMP || type == Type.FLAG || words.contains("date")) {
            for (String word : words) {
                if (!ENDINGS.contains(word) && word.length() > 3) {
                    parts.addAll(verbs(word));
                }
            }
        }
        parts.removeIf(
                part -> part.length() < 3 || ENDINGS.contains(part) && !part.equals("name") && !part.equals("date"));
        return parts;
    }

    /** The forms of a verb that a noun or another form of it gives: hire, hired; settlement, settled. */
    private static List<String> verbs(String word) {
        String root = word.replaceFirst("(ement|ment|ation|ion|ing|ped|ed|al|e)$", "");
        return List.of(
                word,
                root + "ed",
                root.replaceFirst("r$", "") + "ered",
                root + "e",
                root,
                root + "ped",
                root + "ted",
                root + "ing",
                root + "ping");
    }

    /** Names of numbers with words behind them that add nothing. */
    Map<String, List<Named>> numbers(List<String> endings) {
        Map<String, List<Named>> numbers = new LinkedHashMap<>();
        graph.schema().relations().forEach((name, relation) -> relation.columns()
                .forEach((column, described) -> {
                    boolean key = relation.key().contains(column)
                            || relation.references().containsKey(column);
                    if (described.type() == Type.NUMBER && !key) {
                        described
                                .names()
                                .forEach(phrase -> endings.forEach(ending -> named(
                                        numbers,
                                        phrase + " " + ending,
                                        Field.of(name, column),
                                        relation.view() ? 2 : 0.1)));
                    }
                }));
        return numbers;
    }

    boolean isView(Thing thing) {
        return graph.relation(thing.relation()).view();
    }

    /** Whether rows only tell which of others belong together, or what that is besides. */
    boolean isLink(String relation) {
        Schema.Relation link = graph.relation(relation);
        return link.key().stream().filter(link.references()::containsKey).count() > 1;
    }

    /** Whether a column says yes or no. */
    boolean isFlag(Field field) {
        return graph.relation(field.relation()).columns().get(field.column()).saysYesOrNo();
    }

    /** Whether a phrase is a value of the column, though the column is called by it as well: open, of is_open. */
    boolean isCode(Field field, String phrase) {
        return graph.relation(field.relation()).columns().get(field.column()).codes().values().stream()
                .anyMatch(code -> Words.key(code).equals(phrase));
    }

    boolean isNumber(Field field) {
        return graph.relation(field.relation()).columns().get(field.column()).type() == Type.NUMBER;
    }

    /** The place of a column among those of its relation. */
    int place(Field field) {
        return List.copyOf(graph.relation(field.relation()).columns().keySet()).indexOf(field.column());
    }

    /** What columns of days date the rows of, other than people. */
    List<Thing> records(List<Named> days) {
        Facts facts = new Facts(graph);
        return days.stream()
                .map(Named::field)
                .filter(field -> !isView(new Thing(field.relation(), ""))
                        && !facts.isPerson(field.relation())
                        && !facts.isCalledPerson(field.relation())
                        && facts.date(field.relation()).filter(field::equals).isPresent())
                .map(field -> new Thing(field.relation(), ""))
                .distinct()
                .toList();
    }

    boolean isYear(Field field) {
        return new Facts(graph).year(field.relation()).filter(field::equals).isPresent();
    }

    boolean isDate(Field field) {
        return Facts.isDate(graph.relation(field.relation()).columns().get(field.column()));
    }

    /** Phrases that mean figures of the model. */
    Map<String, List<Amount>> amounts() {
        Map<String, List<Amount>> amounts = new LinkedHashMap<>();
        graph.schema().relations().forEach((name, relation) -> relation.measures()
                .forEach((label, measure) -> measure.names()
                        .forEach(phrase -> put(amounts, phrase, new Amount(name, measure.formula(), label)))));
        return amounts;
    }

    /** The columns that an adjective orders by; a star stands for dates. */
    List<Named> scale(List<String> wanted) {
        List<Named> found = new ArrayList<>();
        graph.schema().relations().forEach((name, relation) -> {
            for (int rank = 0; rank < wanted.size(); rank++) {
                double cost = rank * 0.05 + (relation.view() ? 2 : 0);
                Set<Field> dated = Facts.dates(graph, name);
                String key = Words.key(wanted.get(rank));
                boolean dates = wanted.get(rank).startsWith("*");
                relation.columns().forEach((column, described) -> {
                    boolean date = described.type() == Type.DATE || described.type() == Type.TIMESTAMP;
                    boolean fits = dates
                            ? date
                                    && described.names().stream()
                                            .noneMatch(n -> n.matches(".*(created|updated|birth|born|dob).*"))
                            : described.names().stream().anyMatch(n -> matches(Words.key(n), key))
                                    && (described.type() == Type.NUMBER || date);
                    boolean key1 = relation.key().contains(column)
                            || relation.references().containsKey(column);
                    if (fits && !key1 && found.stream().noneMatch(n -> n.field().equals(Field.of(name, column)))) {
                        Field field = Field.of(name, column);
                        found.add(new Named(field, cost + (date && !dated.contains(field) ? 0.3 : 0)));
                    }
                });
            }
        });
        return found;
    }

    private static boolean matches(String name, String key) {
        return name.equals(key) || name.endsWith(" " + key) || name.startsWith(key + " ");
    }

    /** What codes stand for, as names of values; yes and no are read from the column's own name. */
    List<Datum> codes() {
        List<Datum> codes = new ArrayList<>();
        for (Map.Entry<String, Relation> relation : graph.schema().relations().entrySet()) {
            for (Map.Entry<String, Column> column :
                    relation.getValue().columns().entrySet()) {
                if (!column.getValue().saysYesOrNo()) {
                    column.getValue()
                            .codes()
                            .forEach((code, said) ->
                                    codes.add(new Datum(relation.getKey(), column.getKey(), code, said)));
                }
            }
        }
        return codes;
    }
}
