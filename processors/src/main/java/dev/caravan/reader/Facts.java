package dev.caravan.reader;

import dev.caravan.query.SchemaGraph;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What columns are for: which name a row, which date it, which its rows add up to. */
final class Facts {
    private static final String FIRST = "first ?name|firstname|fname|given name";
    private static final String LAST = "last ?name|lastname|lname|surname|family name";
    private static final String NAME = "(.* )?(name|title)|description|symbol|label|username|term";
    private static final String AMOUNT =
            ".*(total|amount|price|cost|value|revenue|sum|charge|payment|salary|fare|count|number|quantity|score|rating).*";
    private static final String BOOKKEEPING =
            ".*\\b(created|updated|modified|inserted|birth|born|dob|loaded|epoch)\\b.*";
    private static final String LATER =
            ".*\\b(due|required|shipped|end|expiry|expires|termination|completed|read|verified|settlement)\\b.*";

    /** The few patterns of this class, each asked of every column. */
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private static final Set<String> PEOPLE =
            Language.english().list("people").stream().map(Words::key).collect(Collectors.toSet());

    private static final Set<String> EVENTS = Language.english().entries("events").stream()
            .flatMap(event -> event.get("nouns").stream())
            .map(Words::key)
            .collect(Collectors.toSet());

    private final SchemaGraph graph;

    Facts(SchemaGraph graph) {
        this.graph = graph;
    }

    private static boolean called(Column column, String pattern) {
        Pattern compiled = PATTERNS.computeIfAbsent(pattern, Pattern::compile);
        return column.names().stream().anyMatch(name -> compiled.matcher(name).matches());
    }

    /** Whether rows are people by what they are called, though they have no first and last name. */
    boolean isCalledPerson(String relation) {
        return isCalled(relation, PEOPLE);
    }

    /** Whether rows are called one of these. */
    boolean isCalled(String relation, Set<String> keys) {
        return graph.relation(relation).names().stream().map(Words::key).anyMatch(keys::contains);
    }

    /** Whether rows are records of what was done, by what they are called. */
    private boolean isCalledEvent(String relation) {
        return graph.relation(relation).names().stream().map(Words::key).anyMatch(name -> EVENTS.stream()
                .anyMatch(event -> (" " + name).endsWith(" " + event)));
    }

    /** Whether rows are people, by first and last name. */
    boolean isPerson(String relation) {
        return column(relation, FIRST).isPresent() && column(relation, LAST).isPresent();
    }

    private Optional<Field> column(String relation, String pattern) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.TEXT && called(each.getValue(), pattern))
                .map(each -> Field.of(relation, each.getKey()))
                .findFirst();
    }

    /** What names a row; its key where nothing does. */
    List<Field> labels(String relation) {
        if (isPerson(relation)) {
            return List.of(
                    column(relation, FIRST).orElseThrow(),
                    column(relation, LAST).orElseThrow());
        }
        Relation table = graph.relation(relation);
        if (table.view()) {
            return table.columns().keySet().stream()
                    .limit(8)
                    .map(column -> Field.of(relation, column))
                    .toList();
        }
        List<Field> symbols = table.columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.TEXT && called(each.getValue(), "(.* )?symbol"))
                .map(each -> Field.of(relation, each.getKey()))
                .limit(1)
                .toList();
        Optional<Field> name = table.columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.TEXT
                        && called(each.getValue(), NAME)
                        && !table.references().containsKey(each.getKey()))
                .filter(each -> rank(relation, each.getValue()) < 9)
                .min(Comparator.comparingInt(each -> rank(relation, each.getValue())))
                .map(each -> Field.of(relation, each.getKey()));
        if (name.isPresent()) {
            List<Field> both = new ArrayList<>(List.of(name.get()));
            symbols.stream().filter(field -> !both.contains(field)).forEach(both::add);
            return both;
        }
        List<Field> shown = new ArrayList<>();
        table.key().forEach(column -> shown.add(Field.of(relation, column)));
        table.columns().entrySet().stream()
                .filter(each -> table.key().isEmpty() || each.getValue().type() == Type.TEXT && shown.size() < 3)
                .map(each -> Field.of(relation, each.getKey()))
                .filter(field -> !shown.contains(field) && shown.size() < 4)
                .forEach(shown::add);
        return shown;
    }

    /** What is shown of a row where nothing is asked for: what the schema says, else what names it. */
    List<Field> shown(String relation) {
        List<String> chosen = graph.relation(relation).shown();
        return chosen.isEmpty()
                ? labels(relation)
                : chosen.stream().map(column -> Field.of(relation, column)).toList();
    }

    /** Whether a column tells rows apart by itself: their name, or their key where they have no name. */
    boolean tellsApart(Field field) {
        return labels(field.relation()).contains(field)
                && (graph.relation(field.relation()).key().isEmpty()
                        || graph.relation(field.relation()).key().contains(field.column())
                        || isPerson(field.relation())
                        || called(column(field), NAME)
                        || called(column(field), "(.* )?symbol"));
    }

    private int rank(String relation, Column column) {
        String first = column.names().get(0);
        boolean own = graph.relation(relation).names().stream()
                .anyMatch(name -> first.equals(name + " name") || first.equals(name));
        // a record of what happened is named after others: the name it is shipped to is not its own
        boolean record = date(relation).isPresent()
                && (graph.relation(relation).references().size() > 1 || isCalledEvent(relation));
        if (first.equals("name") || first.equals("title") || own) {
            return 0;
        }
        return record ? 9 : first.startsWith("contact") ? 3 : first.endsWith("name") || first.endsWith("title") ? 1 : 4;
    }

    /** The column that dates a row. */
    Optional<Field> date(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> isDate(each.getValue()) && !called(each.getValue(), BOOKKEEPING))
                .min(Comparator.comparingInt(each -> called(each.getValue(), LATER) ? 1 : 0))
                .map(each -> called(each.getValue(), LATER) ? created(relation).orElse(each.getKey()) : each.getKey())
                .map(column -> Field.of(relation, column));
    }

    /** The day on which a row was made, which dates it where its other days came later. */
    private Optional<String> created(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> isDate(each.getValue()) && called(each.getValue(), "created( at| on| date| time)?"))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The column that dates a row of a relation, if there is one. */
    static java.util.Set<Field> dates(SchemaGraph graph, String relation) {
        return new Facts(graph).date(relation).map(java.util.Set::of).orElse(java.util.Set.of());
    }

    /** A column of years, where nothing else dates a row. */
    Optional<Field> year(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.NUMBER && called(each.getValue(), "(.* )?year|year .*"))
                .map(each -> Field.of(relation, each.getKey()))
                .findFirst();
    }

    /** The column that says how many of a thing a record is about. */
    Optional<Value> quantity(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.NUMBER && called(each.getValue(), "quantity|qty|units"))
                .<Value>map(each -> Field.of(relation, each.getKey()))
                .findFirst();
    }

    /** Whether a column says something that is each row's own: by what it is reached, or when it was. */
    boolean isOwn(Field field) {
        return isDate(column(field))
                || called(column(field), ".*\\b(phone|telephone|fax|e ?mail|mobile|address|homepage|url)\\b.*");
    }

    /** Whether rows say of something on a day only whether it is so or not, so that their being there says nothing. */
    boolean saysYesOrNo(String relation) {
        Relation table = graph.relation(relation);
        List<Field> said = table.columns().keySet().stream()
                .filter(column ->
                        !table.key().contains(column) && !table.references().containsKey(column))
                .map(column -> Field.of(relation, column))
                .filter(field -> !isDate(column(field)))
                .toList();
        return !said.isEmpty() && said.stream().allMatch(this::isFlag);
    }

    /** The days and times of a relation. */
    List<Field> dates(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> isDate(each.getValue()))
                .map(each -> Field.of(relation, each.getKey()))
                .toList();
    }

    /** The column that says how often what a record tells of was there. */
    Optional<Value> times(String relation) {
        return graph.relation(relation).columns().entrySet().stream()
                .filter(each -> each.getValue().type() == Type.NUMBER && called(each.getValue(), "count"))
                .<Value>map(each -> Field.of(relation, each.getKey()))
                .findFirst();
    }

    /** Whether a column is the name of the rows that it stands in, and not that of something else. */
    boolean isName(Field field) {
        return labels(field.relation()).contains(field)
                && (isPerson(field.relation()) || rank(field.relation(), column(field)) < 9);
    }

    /** The seconds of one of a column's units, where its name says that it holds lengths of time. */
    Optional<Double> seconds(Field field) {
        Column column = column(field);
        String called = String.join(" ", column.names()) + " " + field.column().toLowerCase(java.util.Locale.ROOT);
        return called.matches(".*(milli ?second|millisec|(^|[ _])ms\\b).*")
                ? Optional.of(0.001)
                : called.matches(".*(second|[ _]secs?\\b).*")
                        ? Optional.of(1.0)
                        : called.matches(".*(minute|[ _]mins?\\b).*")
                                ? Optional.of(60.0)
                                : called.matches(".*(hour|[ _]hrs?\\b).*")
                                        ? Optional.of(3600.0)
                                        : called.matches(".*\\bdays?\\b.*") ? Optional.of(86_400.0) : Optional.empty();
    }

    /** Whether a column holds parts of a whole, which do not add up. */
    boolean isRate(Field field) {
        boolean factor = graph.relation(field.relation()).measures().values().stream()
                .anyMatch(measure -> measure.formula().contains("(1 - {" + field.column() + "})"));
        return factor || called(column(field), "(.* )?(rate|percent|percentage|pct|ratio)");
    }

    /** Whether a number only tells which one it is, as that of a floor does, so that nothing is taken for each of them. */
    boolean isNominal(Field field) {
        return called(
                column(field),
                "(.* )?(floor|level|storey|year|age|rank|grade|number|no|position|row|section|zone|class|line|season|round|version)");
    }

    /** Whether a number says how good something was found. */
    boolean isScore(Field field) {
        return called(column(field), "(.* )?(rating|score|stars|grade|gpa|satisfaction)");
    }

    /** Whether the values of a column add up to something: prices and rates do not. */
    boolean addsUp(Field field) {
        return !isRate(field) && !called(column(field), "(.* )?price( .*)?");
    }

    /** Whether the highest of a figure is the worst, as it is with delays. */
    boolean isBad(Value value) {
        return Stream.concat(
                        value.fields(),
                        value.aggregates()
                                .flatMap(aggregate -> aggregate.of().stream())
                                .flatMap(Value::fields))
                .filter(Field.class::isInstance)
                .map(Field.class::cast)
                .anyMatch(field -> called(column(field), "(.* )?(delay|lateness)( .*)?|days late"));
    }

    /** Whether a day is that on which the row was written. */
    boolean isBookkeeping(Field field) {
        return called(column(field), BOOKKEEPING);
    }

    /** Whether a day is one from which an age is counted. */
    boolean isBirth(Field field) {
        return called(
                column(field),
                ".*\\b(birth|born|dob|birthday|hire|hired|built|founded|established|opened|joined)\\b.*");
    }

    static boolean isDate(Column column) {
        return column.type() == Type.DATE || column.type() == Type.TIMESTAMP;
    }

    Column column(Field field) {
        return graph.relation(field.relation()).columns().get(field.column());
    }

    boolean isFlag(Field field) {
        return column(field).saysYesOrNo();
    }

    /** Whether numbers of a column can be added and averaged. */
    boolean isMeasure(Field field) {
        Relation relation = graph.relation(field.relation());
        return column(field).type() == Type.NUMBER
                && !relation.key().contains(field.column())
                && !relation.references().containsKey(field.column())
                && column(field).codes().isEmpty();
    }

    /** What rows of a relation add up to, where the model says so or there is but one column to add. */
    Optional<Value> amount(String relation) {
        for (Map.Entry<String, dev.caravan.semantic.Schema.Measure> each :
                graph.relation(relation).measures().entrySet()) {
            return Optional.of(new Formula(relation, each.getValue().formula()));
        }
        List<Field> measures = graph.relation(relation).columns().keySet().stream()
                .map(column -> Field.of(relation, column))
                .filter(this::isMeasure)
                .toList();
        return measures.size() == 1 && called(column(measures.get(0)), AMOUNT)
                ? Optional.of(measures.get(0))
                : Optional.empty();
    }

    /** What a column is called in a result. */
    String label(Field field) {
        return field.column();
    }

    /** What people call rows of a relation. */
    String name(String relation) {
        return graph.relation(relation).names().stream().findFirst().orElse(relation);
    }
}
