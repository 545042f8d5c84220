package dev.caravan.reader;

import dev.caravan.query.Condition;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.reader.Meaning.Aggregation;
import dev.caravan.reader.Meaning.Comparison;
import dev.caravan.reader.Meaning.Cut;
import dev.caravan.reader.Meaning.Members;
import dev.caravan.reader.Meaning.Most;
import dev.caravan.reader.Meaning.Named;
import dev.caravan.reader.Meaning.Plain;
import dev.caravan.reader.Meaning.Scale;
import dev.caravan.reader.Meaning.Stored;
import dev.caravan.reader.Meaning.Thing;
import dev.caravan.reader.Meaning.Things;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What words may mean: the language, the schema and the stored values, each by the stems of its words. */
final class Lexicon {
    /** The most words that one thing is called by. */
    static final int LONGEST = 8;

    /** Where a word for what came late was read. */
    static final String LATENESS = "lateness";

    /** One meaning of a phrase. */
    record Entry(Kind kind, Meaning meaning, double cost, String layer) {}

    /** What only a part of a column's name is called costs as much at least. */
    static final double PART = 0.25;

    static final Set<Kind> PARTS = Set.of(Kind.COLUMN, Kind.DONE, Kind.TIME_COLUMN);

    private static final Map<String, Kind> PLAIN = Map.ofEntries(
            Map.entry("count", Kind.COUNT),
            Map.entry("distinct", Kind.DISTINCT),
            Map.entry("between", Kind.BETWEEN),
            Map.entry("through", Kind.THROUGH),
            Map.entry("negation", Kind.NOT),
            Map.entry("each", Kind.EACH),
            Map.entry("by", Kind.BY),
            Map.entry("order", Kind.ORDER),
            Map.entry("ascending", Kind.ASCENDING),
            Map.entry("descending", Kind.DESCENDING),
            Map.entry("share", Kind.SHARE),
            Map.entry("part_of", Kind.PART_OF),
            Map.entry("averaged", Kind.ON_AVERAGE),
            Map.entry("added", Kind.ADDED),
            Map.entry("rate", Kind.RATE),
            Map.entry("comparing", Kind.COMPARING),
            Map.entry("never", Kind.NEVER),
            Map.entry("ratio", Kind.RATIO),
            Map.entry("change", Kind.CHANGE),
            Map.entry("running", Kind.RUNNING),
            Map.entry("elapsed", Kind.ELAPSED),
            Map.entry("and", Kind.AND),
            Map.entry("or", Kind.OR),
            Map.entry("apart", Kind.VERSUS),
            Map.entry("since", Kind.SINCE),
            Map.entry("after", Kind.AFTER),
            Map.entry("before", Kind.BEFORE),
            Map.entry("until", Kind.UNTIL),
            Map.entry("person", Kind.PERSON),
            Map.entry("time_asked", Kind.WHEN),
            Map.entry("money_asked", Kind.MUCH),
            Map.entry("starts", Kind.STARTS),
            Map.entry("contains", Kind.CONTAINS),
            Map.entry("with_one", Kind.WITH_ONE),
            Map.entry("within", Kind.WITHIN),
            Map.entry("take", Kind.TAKE),
            Map.entry("time_taken", Kind.DURATION),
            Map.entry("single", Kind.SINGLE),
            Map.entry("than", Kind.THAN),
            Map.entry("both", Kind.BOTH),
            Map.entry("how_long", Kind.HOW_LONG),
            Map.entry("first", Kind.FIRST),
            Map.entry("happens", Kind.HAPPENS),
            Map.entry("out_of", Kind.OUT_OF),
            Map.entry("named", Kind.NAMED));

    private final Map<String, List<Entry>> entries = new HashMap<>();
    private final Set<String> idle = new HashSet<>();
    private final Set<String> filler = new HashSet<>();
    private final Set<String> said = new HashSet<>();
    private final Map<String, List<Stored>> members = new HashMap<>();
    private final Map<String, List<Stored>> membersByContent = new HashMap<>();

    Lexicon(Language language, SchemaWords words, List<Datum> data) {
        language(language);
        words.things()
                .forEach((phrase, things) -> add(
                        phrase,
                        Kind.THING,
                        new Things(things),
                        things.stream().allMatch(words::isView) ? 1 : 0,
                        "schema"));
        words.events(language, data)
                .forEach((phrase, things) -> add(phrase, Kind.EVENT, new Things(things), 0.5, "schema"));
        words.columns().forEach((phrase, named) -> columns(words, phrase, named));
        words.columns().forEach((phrase, named) -> flags(words, phrase, named));
        positive(language, words);
        punctual(language, words);
        open(language, words);
        none(language, words);
        words.numbers(language.list("behind_numbers"))
                .forEach((phrase, named) ->
                        add(phrase, Kind.COLUMN, new Meaning.Columns(named), least(named), "schema"));
        nouns(language);
        ties(language, words);
        late(language, words);
        amounts(language, words);
        manages(language, words);
        links(language, words);
        // a verb that elsewhere only ties what stands around it names a figure here
        language.list("neutral").stream()
                .map(Words::key)
                .filter(key -> entries(key).stream().anyMatch(entry -> entry.kind() == Kind.AMOUNT))
                .forEach(idle::remove);
        mailboxes(language);
        scales(language, words);
        ages(language, words);
        members(language, words, data);
    }

    private void columns(SchemaWords words, String phrase, List<Named> named) {
        boolean grain = entries.getOrDefault(Words.key(phrase), List.of()).stream()
                .anyMatch(entry -> entry.kind() == Kind.GRAIN);
        List<Named> plain = named.stream()
                .filter(each -> !(grain && each.cost() > 0 && words.isDate(each.field())))
                .filter(each -> !words.isFlag(each.field()) && !words.isCode(each.field(), phrase))
                .toList();
        if (!plain.isEmpty()) {
            boolean days = plain.stream().allMatch(each -> words.isDate(each.field()));
            add(phrase, Kind.COLUMN, new Meaning.Columns(plain, days), least(plain), "schema");
            List<Named> times = plain.stream()
                    .filter(each -> words.isDate(each.field()) || words.isYear(each.field()))
                    .toList();
            if (!times.isEmpty()) {
                boolean allDays = times.stream().allMatch(each -> words.isDate(each.field()));
                add(phrase, Kind.TIME_COLUMN, new Meaning.Columns(times, allDays), least(times), "schema");
            }
            boolean done = phrase.matches("\\w+(ed|nt|wn)|begun|began|born|paid|left")
                    && plain.stream().allMatch(each -> words.isDate(each.field()));
            if (done) {
                add(phrase, Kind.DONE, new Meaning.Columns(plain), least(plain) - 0.05, "schema");
                List<Thing> records = words.records(plain);
                if (!records.isEmpty()) {
                    add(phrase, Kind.EVENT, new Things(records), least(plain) + 0.9, "schema");
                }
            }
        }
    }

    /** The name of a column of yes and no is a condition by itself. */
    private void flags(SchemaWords words, String phrase, List<Named> named) {
        List<Named> flags =
                named.stream().filter(each -> words.isFlag(each.field())).toList();
        if (!flags.isEmpty()) {
            add(
                    phrase,
                    Kind.CONDITION,
                    new Meaning.Lacking(new Meaning.Columns(flags), true),
                    least(flags) - 0.1,
                    "schema");
            // a verb that elsewhere only ties what stands around it says something here
            idle.remove(Words.key(phrase));
        }
    }

    /** Nouns for what was done: admissions, where rows say when somebody was admitted. */
    private void nouns(Language language) {
        language.lists("deeds").forEach((verb, nouns) -> entries(Words.key(verb)).stream()
                .filter(entry -> entry.kind() == Kind.EVENT && entry.layer().equals("schema"))
                .map(Entry::meaning)
                .findFirst()
                .ifPresent(done -> nouns.stream()
                        .filter(noun -> !entries.containsKey(Words.key(noun)))
                        .forEach(noun -> add(noun, Kind.THING, done, 0.2, "language"))));
    }

    /** Addresses of a provider. */
    private void mailboxes(Language language) {
        List<Meaning.Columns> columns = language.list("mail_columns").stream()
                .flatMap(name -> entries(Words.key(name)).stream())
                .filter(entry -> entry.kind() == Kind.COLUMN && entry.cost() < PART)
                .map(entry -> (Meaning.Columns) entry.meaning())
                .limit(1)
                .toList();
        if (!columns.isEmpty()) {
            for (String provider : language.list("mail_providers")) {
                Meaning address = new Meaning.Text(java.util.Optional.of(columns.get(0)), provider, false);
                for (String behind : List.of("", " address", " account", " email", " email address", " mail address")) {
                    add(provider + behind, Kind.CONDITION, address, -0.2, "language");
                }
            }
        }
    }

    private void positive(Language language, SchemaWords words) {
        for (Map<String, List<String>> entry : language.entries("positive")) {
            entry.get("said").forEach(phrase -> counted(words, entry, phrase, Condition.Relation.MORE));
        }
    }

    /** Words for what a column of lateness says: before its time, in time. */
    private void punctual(Language language, SchemaWords words) {
        for (Map<String, List<String>> entry : language.entries("punctual")) {
            Condition.Relation relation =
                    Condition.Relation.valueOf(entry.get("relation").get(0));
            entry.get("said").forEach(phrase -> counted(words, entry, phrase, relation));
        }
    }

    /** A word for how a column stands to nought; by itself it is no name of the column, though that may be called so in part. */
    private void counted(
            SchemaWords words, Map<String, List<String>> entry, String phrase, Condition.Relation relation) {
        List<Named> columns = words.scale(entry.get("columns"));
        if (columns.isEmpty()) {
            return;
        }
        List<Entry> known = entries.getOrDefault(Words.key(phrase), new ArrayList<>());
        known.removeIf(one -> one.kind() == Kind.COLUMN
                && ((Meaning.Columns) one.meaning())
                        .any().stream()
                                .allMatch(named -> named.cost() > 0
                                        && columns.stream()
                                                .anyMatch(each -> each.field().equals(named.field()))));
        add(
                phrase,
                Kind.CONDITION,
                new Meaning.Compared(new Meaning.Columns(columns), relation, new Meaning.Number(0)),
                -0.2,
                "language");
    }

    /** Words for there being none of what a column counts. */
    private void none(Language language, SchemaWords words) {
        for (Map<String, List<String>> entry : language.entries("none")) {
            List<Named> columns = words.scale(entry.get("columns"));
            if (!columns.isEmpty()) {
                entry.get("said")
                        .forEach(phrase -> add(
                                phrase,
                                Kind.CONDITION,
                                new Meaning.Compared(
                                        new Meaning.Columns(columns), Condition.Relation.EQUAL, new Meaning.Number(0)),
                                -0.5,
                                "language"));
            }
        }
    }

    /** Words for what has no end yet. */
    private void open(Language language, SchemaWords words) {
        for (Map<String, List<String>> entry : language.entries("open")) {
            List<Named> columns = words.scale(entry.get("columns"));
            if (!columns.isEmpty()) {
                entry.get("said")
                        .forEach(phrase -> add(
                                phrase,
                                Kind.CONDITION,
                                new Meaning.Lacking(new Meaning.Columns(columns), false),
                                0.5,
                                "language"));
            }
        }
    }

    /** Verbs for records that this schema does not keep may only tie a figure to what it is of. */
    private void ties(Language language, SchemaWords words) {
        for (Map<String, List<String>> event : language.entries("events")) {
            List<Entry> numbers = event.get("nouns").stream()
                    .flatMap(noun -> entries(Words.key(noun)).stream())
                    .filter(entry -> entry.kind() == Kind.COLUMN
                            && ((Meaning.Columns) entry.meaning())
                                    .any().stream().allMatch(named -> words.isNumber(named.field())))
                    .toList();
            // what is rated has a rating
            event.get("said").stream()
                    .filter(verb -> !entries.containsKey(Words.key(verb)))
                    .forEach(verb -> numbers.forEach(
                            entry -> add(verb, Kind.COLUMN, entry.meaning(), entry.cost() + 0.1, "schema")));
            event.get("said").stream()
                    .filter(verb -> !entries.containsKey(Words.key(verb)))
                    .forEach(verb -> add(verb, Kind.TIE, new Meaning.Quoted(verb), 0, "language"));
        }
    }

    /** What comes after the day it was due. */
    private void late(Language language, SchemaWords words) {
        for (Map<String, List<String>> entry : language.entries("late")) {
            List<Named> actual = words.scale(entry.get("actual"));
            List<Named> due = words.scale(entry.get("due")).stream()
                    .filter(each -> actual.stream()
                            .anyMatch(one ->
                                    one.field().relation().equals(each.field().relation())))
                    .toList();
            if (!due.isEmpty()) {
                List<Named> both = actual.stream()
                        .filter(each -> due.stream().anyMatch(one -> one.field()
                                .relation()
                                .equals(each.field().relation())))
                        .toList();
                Condition.Relation relation =
                        Condition.Relation.valueOf(entry.get("relation").get(0));
                entry.get("said")
                        .forEach(phrase -> add(
                                phrase,
                                Kind.CONDITION,
                                new Meaning.Compared(new Meaning.Columns(both), relation, new Meaning.Columns(due)),
                                -0.1,
                                LATENESS));
            }
        }
    }

    /** Figures of the model; where all that have a name have the same, it is also what a thing is worth. */
    private void amounts(Language language, SchemaWords words) {
        Map<String, List<Meaning.Amount>> amounts = words.amounts();
        amounts.forEach((phrase, found) -> add(phrase, Kind.AMOUNT, new Meaning.Amounts(found), 0.1, "schema"));
        List<Meaning.Amount> all =
                amounts.values().stream().flatMap(List::stream).distinct().toList();
        long labels = all.stream().map(Meaning.Amount::label).distinct().count();
        if (labels == 1) {
            language.list("worth").stream()
                    .forEach(word -> add(word, Kind.WORTH, new Meaning.Amounts(all), 0, "language"));
        } else if (labels == 0) {
            language.list("money_verbs").stream()
                    .filter(word -> !entries.containsKey(Words.key(word)))
                    .forEach(word -> add(word, Kind.TIE, new Meaning.Quoted(word), 0, "language"));
        }
    }

    /** A verb that elsewhere only ties what stands around it says by which rows things belong together, where these are called so. */
    private void links(Language language, SchemaWords words) {
        for (String verb : language.list("neutral")) {
            String key = Words.key(verb);
            List<Thing> links = key.contains(" ")
                    ? List.of()
                    : entries(key).stream()
                            .filter(entry -> entry.kind() == Kind.THING && entry.cost() == 0)
                            .flatMap(entry -> ((Things) entry.meaning()).any().stream())
                            .filter(thing -> thing.via().isEmpty() && words.isLink(thing.relation()))
                            .distinct()
                            .toList();
            if (!links.isEmpty() && entries(key).stream().noneMatch(entry -> entry.kind() == Kind.LINK)) {
                idle.remove(key);
                add(verb, Kind.EVENT, new Things(links), -0.1, "schema");
                add(verb, Kind.LINK, new Things(links), 0, "schema");
            }
        }
    }

    /** What a superior does, where rows refer to others of their kind as such. */
    private void manages(Language language, SchemaWords words) {
        List<Thing> superiors = entries(Words.key("boss")).stream()
                .filter(entry -> entry.kind() == Kind.THING)
                .flatMap(entry -> ((Things) entry.meaning()).any().stream())
                .filter(thing -> !thing.via().isEmpty())
                .toList();
        if (!superiors.isEmpty()) {
            language.list("manages").forEach(verb -> {
                idle.remove(Words.key(verb));
                add(verb, Kind.MANAGES, new Things(superiors), 0, "schema");
            });
        }
    }

    private static double least(List<Named> named) {
        return named.stream().mapToDouble(Named::cost).min().orElse(0) / 2;
    }

    private void add(String phrase, Kind kind, Meaning meaning, double cost, String layer) {
        String key = Words.key(phrase);
        if (!key.isEmpty()) {
            if (layer.equals("language")) {
                said.addAll(List.of(key.split(" ")));
            }
            entries.computeIfAbsent(key, k -> new ArrayList<>()).add(new Entry(kind, meaning, cost, layer));
        }
    }

    private void language(Language language) {
        language.list("filler").forEach(word -> idle.add(Words.key(word)));
        filler.addAll(idle);
        language.list("name").forEach(word -> add(word, Kind.NAME, new Plain(), 0.3, "language"));
        language.list("neutral").forEach(word -> idle.add(Words.key(word)));
        PLAIN.forEach(
                (list, kind) -> language.list(list).forEach(phrase -> add(phrase, kind, new Plain(), 0, "language")));
        language.lists("aggregate")
                .forEach((function, phrases) -> phrases.forEach(phrase ->
                        add(phrase, Kind.AGGREGATE, new Aggregation(Function.valueOf(function)), 0, "language")));
        Set<String> vague = new HashSet<>(language.list("vague"));
        language.lists("superlative")
                .forEach((way, phrases) -> phrases.forEach(phrase -> add(
                        phrase,
                        Kind.SUPERLATIVE,
                        new Most(
                                way.equals("most"),
                                vague.contains(phrase),
                                Set.of("best", "worst").contains(phrase)),
                        0,
                        "language")));
        language.lists("frequent")
                .forEach((way, phrases) -> phrases.forEach(phrase ->
                        add(phrase, Kind.FREQUENT, new Most(way.equals("most"), false, false), -0.1, "language")));
        language.lists("lasts")
                .forEach((way, phrases) -> phrases.forEach(
                        phrase -> add(phrase, Kind.LASTS, new Most(way.equals("most"), false, false), 0, "language")));
        comparisons(language, "compare", Kind.COMPARE);
        comparisons(language, "after_number", Kind.AFTER_NUMBER);
        comparisons(language, "bare", Kind.BARE_MORE);
        comparisons(language, "signs", Kind.SIGN);
        language.numbers("twice")
                .forEach((word, number) -> add(word, Kind.TIMES, new Meaning.Number(number), 0, "language"));
        language.numbers("ordinals")
                .forEach((word, number) -> add(word, Kind.ORDINAL, new Meaning.Number(number), 0, "language"));
        language.lists("grain")
                .forEach((grain, phrases) -> phrases.forEach(phrase -> grain(phrase, new Cut(Grain.valueOf(grain)))));
    }

    /** A unit of time, which groups where it is asked for, or said as monthly. */
    private void grain(String phrase, Cut cut) {
        add(phrase, Kind.GRAIN, cut, 0, "language");
        Meaning.Grouping by = new Meaning.Grouping(List.of(cut));
        add("which " + phrase, Kind.GROUP, by, -0.3, "language");
        add("what " + phrase, Kind.GROUP, by, 0.1, "language");
        if (phrase.matches("\\w+ly|annual")) {
            add(phrase, Kind.GROUP, by, 0.2, "language");
        }
    }

    private void comparisons(Language language, String key, Kind kind) {
        language.lists(key)
                .forEach((relation, phrases) -> phrases.forEach(phrase ->
                        add(phrase, kind, new Comparison(Condition.Relation.valueOf(relation)), 0, "language")));
    }

    /** Longer than, and longer, where what it is compared with stands further on. */
    private void comparative(String phrase, Scale scale) {
        add(phrase, Kind.SCALE_MORE, scale, 0, "language");
        add(phrase.replaceFirst(" than$", ""), Kind.SCALE_BARE, scale, 0, "language");
    }

    private static void standsFor(
            Map<String, Map<String, Stored>> byKey, String said, String written, Predicate<Stored> fits) {
        List.copyOf(byKey.getOrDefault(Words.key(written), Map.of()).values()).stream()
                .filter(fits)
                .forEach(each -> put(byKey, Words.key(said), each));
    }

    /** The longest, and the longest first. */
    private void ordering(Language language, String phrase, Scale scale) {
        add(phrase, Kind.SCALE, scale, 0.1, "language");
        language.list("first").forEach(first -> add(phrase + " " + first, Kind.SCALE_FIRST, scale, 0.1, "language"));
    }

    /** How old somebody is, where there is a day of birth and no age. */
    private void ages(Language language, SchemaWords words) {
        List<Named> births = words.scale(language.list("birth")).stream()
                .filter(each -> words.isDate(each.field()))
                .toList();
        if (!births.isEmpty()) {
            Meaning age = new Meaning.Span(new Meaning.Columns(births, true), java.util.Optional.empty(), Grain.YEAR);
            language.list("age").stream()
                    .filter(phrase -> entries(Words.key(phrase)).stream()
                            .noneMatch(entry -> entry.kind() == Kind.COLUMN && entry.cost() < PART))
                    .forEach(phrase -> add(phrase, Kind.SPAN, age, 0, "language"));
        }
    }

    private void scales(Language language, SchemaWords words) {
        for (Map<String, List<String>> scale : language.entries("scales")) {
            List<Named> columns = words.scale(scale.get("columns"));
            if (columns.isEmpty()) {
                continue;
            }
            scale.getOrDefault("most", List.of())
                    .forEach(phrase -> ordering(language, phrase, new Scale(true, columns)));
            scale.getOrDefault("least", List.of())
                    .forEach(phrase -> ordering(language, phrase, new Scale(false, columns)));
            scale.getOrDefault("plain", List.of())
                    .forEach(phrase -> add(phrase, Kind.SCALE_PLAIN, new Scale(true, columns), 0, "language"));
            scale.getOrDefault("more", List.of()).forEach(phrase -> comparative(phrase, new Scale(true, columns)));
            scale.getOrDefault("less", List.of()).forEach(phrase -> comparative(phrase, new Scale(false, columns)));
        }
    }

    private void members(Language language, SchemaWords words, List<Datum> data) {
        Map<String, Map<String, Stored>> byKey = new LinkedHashMap<>();
        List<Datum> all = new ArrayList<>(data);
        all.addAll(words.codes());
        for (Datum datum : all) {
            String key = Words.key(datum.name());
            Schema.Relation relation = words.graph().schema().relations().get(datum.relation());
            if (key.isEmpty()
                    || relation == null
                    || relation.view()
                    || !relation.columns().containsKey(datum.column())) {
                continue;
            }
            Stored stored = new Stored(Field.of(datum.relation(), datum.column()), new Literal(datum.stored()), 0);
            put(byKey, key, stored);
        }
        // the code of a country may be that of a state as well
        Predicate<Stored> ofState = of(language.list("state_columns"));
        language.lists("demonyms")
                .forEach((said, countries) -> countries.forEach(country ->
                        standsFor(byKey, said, country, each -> country.length() > 2 || !ofState.test(each))));
        Map<String, List<String>> countries = new LinkedHashMap<>();
        language.lists("demonyms").values().forEach(names -> names.stream()
                .filter(name -> name.length() > 2)
                .forEach(name -> countries.put(name.toLowerCase(Locale.ROOT), names)));
        coded(byKey, countries, of(language.list("country_columns")));
        coded(byKey, language.lists("states"), ofState);
        coded(byKey, language.lists("genders"), of(language.list("gender_columns")));
        // what is a value here may be a column of yes and no there
        words.columns().forEach((phrase, named) -> {
            if (byKey.containsKey(Words.key(phrase))) {
                named.stream()
                        .filter(each -> words.isFlag(each.field()))
                        .forEach(each ->
                                put(byKey, Words.key(phrase), new Stored(each.field(), new Literal(Boolean.TRUE), 0)));
            }
        });
        shortened(words, byKey);
        introduced(words.graph().schema(), byKey);
        byKey.forEach((key, stored) -> members.put(key, List.copyOf(stored.values())));
        byKey.forEach((key, stored) -> valuesFirst(key, stored.values()));
        members.forEach((key, stored) -> {
            String content = content(List.of(key.split(" ")));
            if (!content.equals(key) && content.contains(" ") && stored.get(0).cost() == 0) {
                membersByContent.put(content, stored);
            }
        });
    }

    /** What a value begins with, where no other of its column begins so. */
    private void shortened(SchemaWords words, Map<String, Map<String, Stored>> byKey) {
        Map<String, Map<String, Stored>> shorter = new LinkedHashMap<>();
        byKey.forEach((key, stored) -> {
            String[] parts = key.split(" ");
            for (int length = 1; length < Math.min(parts.length, 4); length++) {
                String begin = String.join(" ", List.of(parts).subList(0, length));
                if (begin.length() > 3 && !entries.containsKey(begin) && !idle.contains(begin)) {
                    Map<String, Stored> whole = byKey.getOrDefault(begin, Map.of());
                    stored.values().stream()
                            .filter(each -> whole.values().stream().noneMatch(one -> one.field()
                                    .relation()
                                    .equals(each.field().relation())))
                            .forEach(each -> put(shorter, begin, each));
                }
            }
        });
        shorter.forEach((key, stored) -> {
            // what several values of a column begin with names none of them
            Map<Field, Long> byColumn =
                    stored.values().stream().collect(Collectors.groupingBy(Stored::field, Collectors.counting()));
            List<Stored> alone = stored.values().stream()
                    .filter(each -> byColumn.get(each.field()) == 1)
                    .map(each -> new Stored(each.field(), each.value(), 1.5 + 0.02 * words.place(each.field())))
                    .toList();
            // of several columns the one that the schema has first is meant
            if (!alone.isEmpty() && alone.size() <= 3) {
                alone.forEach(each -> put(byKey, key, each));
            }
        });
    }

    /** Open, which is a value, is not what another column is called in part, unless it is something that was done. */
    private void valuesFirst(String key, java.util.Collection<Stored> stored) {
        List<Entry> known = entries.getOrDefault(key, new ArrayList<>());
        boolean whole = stored.stream().anyMatch(each -> each.cost() == 0);
        boolean done = known.stream().anyMatch(entry -> entry.kind() == Kind.DONE);
        if (whole) {
            known.removeIf(entry -> entry.kind() == Kind.CONDITION
                    && entry.layer().equals("language")
                    && entry.meaning() instanceof Meaning.Lacking);
        }
        if (whole && !done) {
            known.removeIf(entry -> PARTS.contains(entry.kind())
                    && entry.layer().equals("schema")
                    && entry.cost() >= PART
                    && ((Meaning.Columns) entry.meaning()).days());
        }
    }

    /** Names whose codes are stored. */
    private static void coded(
            Map<String, Map<String, Stored>> byKey, Map<String, List<String>> names, Predicate<Stored> fits) {
        names.forEach((said, codes) -> codes.stream()
                .filter(code -> !byKey.containsKey(Words.key(said)))
                .toList()
                .forEach(code -> standsFor(byKey, said, code, fits)));
    }

    /** In a column that is called so. */
    private static Predicate<Stored> of(List<String> columns) {
        return each -> columns.stream().anyMatch(each.field().column().toLowerCase(Locale.ROOT)::contains);
    }

    /** The words that carry something. */
    private String content(List<String> stems) {
        return stems.stream().filter(stem -> !idle.contains(stem)).collect(Collectors.joining(" "));
    }

    private static void put(Map<String, Map<String, Stored>> byKey, String key, Stored stored) {
        byKey.computeIfAbsent(key, k -> new LinkedHashMap<>())
                .putIfAbsent(stored.field() + stored.value().toString(), stored);
    }

    /** Names with the words before them that tell by which reference they are meant. */
    private static void introduced(Schema schema, Map<String, Map<String, Stored>> byKey) {
        Map<String, Map<String, Stored>> led = new LinkedHashMap<>();
        schema.relations().forEach((name, relation) -> relation.introduced().forEach((column, leads) -> {
            boolean own = !relation.references().containsKey(column);
            String target = own ? name : Schema.tableOf(relation.references().get(column));
            byKey.forEach((key, values) -> values.values().stream()
                    .filter(stored -> stored.field().relation().equals(target)
                            && (!own || stored.field().column().equals(column)))
                    .forEach(stored -> leads.forEach(lead -> put(
                            led,
                            Words.key(lead + " " + key),
                            new Stored(
                                    new Field(target, stored.field().column(), own ? "" : column),
                                    stored.value(),
                                    stored.cost() - (own ? 0.2 : 0.1))))));
        }));
        led.forEach((key, values) -> values.values().forEach(stored -> put(byKey, key, stored)));
    }

    /** What a phrase means besides stored values. */
    List<Entry> entries(String key) {
        return entries.getOrDefault(key, List.of());
    }

    /** The stored values that are called so. */
    List<Stored> stored(String key) {
        return members.getOrDefault(key, List.of());
    }

    /** The stored values that are called so when words that carry nothing are left out on both sides. */
    List<Stored> storedByContent(List<String> stems) {
        return membersByContent.getOrDefault(content(stems), List.of());
    }

    /** Whether a word is part of a phrase of the language. */
    boolean isSaid(String key) {
        return said.contains(key);
    }

    /** The values of one name. */
    static Members one(List<Stored> stored) {
        return new Members(List.of(stored));
    }

    /** Whether a phrase carries nothing, and is no verb that ties what stands around it. */
    boolean isFiller(String key) {
        return filler.contains(key);
    }

    /** Whether a phrase carries nothing. */
    boolean idle(String key) {
        return idle.contains(key);
    }

    /** A relation by itself. */
    static Thing thing(String relation) {
        return new Thing(relation, "");
    }
}
