package dev.caravan.derive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/**
 * A schema as a person wants it: what things are called, their keys, references, codes and figures. Which columns there are, and
 * their types, say the data.
 *
 * @param schema the result; the schema as it was where there are faults
 * @param faults what is wrong with what is wanted, each with the table that it is about
 */
public record EditedSchema(Schema schema, List<String> faults) {
    /** A column in the formula of a measure. */
    static final Pattern COLUMN = Pattern.compile("\\{([^{}]*)}");

    private static final Pattern QUERY = Pattern.compile("(?i)\\bselect\\b");
    private static final int LONGEST = 200;
    private static final int MOST_NAMES = 40;
    private static final Set<String> PARTS =
            Set.of("names", "description", "key", "references", "columns", "measures", "introduced", "shown");
    private static final Set<String> COLUMN_PARTS = Set.of("type", "names", "description", "values", "codes");

    /** Takes a copy. */
    public EditedSchema {
        faults = List.copyOf(faults);
    }

    /** Puts what is wanted in the place of what there is. */
    public static EditedSchema of(Schema kept, Map<String, JsonNode> tables) {
        List<String> faults = new ArrayList<>();
        Map<String, Relation> relations = new LinkedHashMap<>(kept.relations());
        tables.forEach((table, wanted) -> {
            Relation relation = kept.relations().get(table);
            if (relation == null) {
                faults.add(shortened(table) + ": there is no such table in the model");
            } else if (!wanted.isObject()) {
                faults.add(table + ": is no object with names, key, columns …");
            } else {
                relations.put(table, new Reader(table, faults).relation(relation, wanted));
            }
        });
        if (faults.isEmpty()) {
            Schema edited = whole(kept, relations, faults);
            checkReferences(edited, tables.keySet(), faults);
            Set<String> before = sharedNames(kept);
            sharedNames(edited).stream()
                    .filter(clash -> !before.contains(clash))
                    .forEach(faults::add);
            if (faults.isEmpty()) {
                return new EditedSchema(edited, List.of());
            }
        }
        return new EditedSchema(kept, faults);
    }

    private static Schema whole(Schema kept, Map<String, Relation> relations, List<String> faults) {
        try {
            return new Schema(kept.today(), relations);
        } catch (IllegalArgumentException e) {
            faults.addAll(List.of(e.getMessage().replaceFirst("^schema: ", "").split("; ")));
            return kept;
        }
    }

    private static void checkReferences(Schema edited, Set<String> tables, List<String> faults) {
        for (String table : tables) {
            Relation relation = edited.relations().get(table);
            relation.references().forEach((column, target) -> {
                Column other =
                        edited.relations().get(Schema.tableOf(target)).columns().get(Schema.columnOf(target));
                Column own = relation.columns().get(column);
                if (own.type() != other.type()) {
                    faults.add(table + ": " + column + " holds " + told(own) + ", and " + target + " " + told(other));
                }
            });
        }
    }

    private static String told(Column column) {
        return column.type().name().toLowerCase(Locale.ROOT) + "s";
    }

    /** Where one name means two things side by side, so that nobody could tell which of them is asked for. */
    private static Set<String> sharedNames(Schema schema) {
        Set<String> clashes = new TreeSet<>();
        Map<String, String> ofTables = new LinkedHashMap<>();
        schema.relations().forEach((table, relation) -> {
            relation.names().forEach(name -> clash(ofTables, name, table, "", clashes));
            Map<String, String> within = new LinkedHashMap<>();
            relation.columns().forEach((column, each) -> each.names()
                    .forEach(name -> clash(within, name, column, table + ": ", clashes)));
            relation.measures().forEach((measure, each) -> each.names()
                    .forEach(name -> clash(within, name, measure, table + ": ", clashes)));
        });
        return clashes;
    }

    private static void clash(Map<String, String> seen, String name, String thing, String where, Set<String> clashes) {
        String other = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), thing);
        if (other != null && !other.equals(thing)) {
            clashes.add(where + other + " and " + thing + " are both called \"" + name + "\"");
        }
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    /** Reads the parts of one table. */
    private record Reader(String table, List<String> faults) {
        Relation relation(Relation kept, JsonNode wanted) {
            known(wanted, PARTS, "");
            Map<String, String> references = wanted.has("references")
                    ? entries(wanted.get("references"), "references", (name, value) -> text(value, "references"))
                    : kept.references();
            references.values().removeIf(String::isEmpty);
            references.forEach((column, target) -> {
                if (target.chars().filter(c -> c == '.').count() < 2) {
                    fault(column + " refers to " + target + ", which is not written as schema.table.column");
                }
            });
            Relation edited = new Relation(
                    wanted.has("names") ? names(wanted.get("names"), "its rows") : kept.names(),
                    wanted.has("description") ? text(wanted.get("description"), "description") : kept.description(),
                    wanted.has("key") ? texts(wanted.get("key"), "key") : kept.key(),
                    references,
                    columns(kept, wanted.path("columns")),
                    wanted.has("measures") ? measures(kept, wanted.get("measures")) : kept.measures(),
                    kept.view(),
                    wanted.has("introduced")
                            ? entries(wanted.get("introduced"), "introduced", (name, value) -> texts(value, name))
                            : kept.introduced(),
                    wanted.has("shown") ? texts(wanted.get("shown"), "shown") : kept.shown());
            if (edited.names().isEmpty() && !kept.names().isEmpty()) {
                fault("its rows need a name, or nobody can ask for them");
            }
            return edited;
        }

        private Map<String, Column> columns(Relation kept, JsonNode wanted) {
            Map<String, Column> columns = new LinkedHashMap<>(kept.columns());
            entries(wanted, "columns", (name, value) -> value).forEach((name, value) -> {
                Column column = kept.columns().get(name);
                if (column == null) {
                    fault("there is no column " + shortened(name));
                    return;
                }
                known(value, COLUMN_PARTS, name + ".");
                if (value.has("type")
                        && !value.get("type")
                                .asText()
                                .equals(column.type().name().toLowerCase(Locale.ROOT))) {
                    fault("the type of " + name + " is what the data have, and is not edited");
                }
                boolean values = value.has("values") ? value.get("values").asBoolean() : column.values();
                if (values && !column.values() && column.type() != Schema.Type.TEXT) {
                    fault("the values of " + name + " are no names: it does not hold texts");
                }
                columns.put(
                        name,
                        new Column(
                                column.type(),
                                value.has("names") ? names(value.get("names"), name) : column.names(),
                                value.has("description") ? text(value.get("description"), name) : column.description(),
                                values,
                                value.has("codes")
                                        ? entries(value.get("codes"), name, (code, word) -> text(word, name))
                                        : column.codes()));
            });
            return columns;
        }

        private Map<String, Measure> measures(Relation kept, JsonNode wanted) {
            return entries(wanted, "measures", (name, value) -> {
                if (name.isBlank() || name.length() > LONGEST) {
                    fault("a figure has no name");
                }
                if (!kept.measures().containsKey(name)
                        && kept.columns().keySet().stream().anyMatch(name::equalsIgnoreCase)) {
                    // in a logical query the column would be meant
                    fault("a figure cannot be " + name + ", which is a column; its names may be the same");
                }
                known(value, Set.of("formula", "names", "guess"), name + ".");
                String formula = text(value.path("formula"), name);
                if (!COLUMN.matcher(formula).find()) {
                    fault("the formula of " + name + " names no column; write it as {price} * {quantity}");
                }
                if (QUERY.matcher(formula).find()) {
                    fault("the formula of " + name + " has a query in it; it is computed of the columns of one row");
                }
                COLUMN.matcher(formula)
                        .results()
                        .map(each -> each.group(1))
                        .filter(column -> !kept.columns().containsKey(column))
                        .forEach(column -> fault("the formula of " + name + " has no column " + shortened(column)));
                List<String> names = names(value.path("names"), name);
                if (names.isEmpty()) {
                    fault(name + " needs a name by which it is asked for");
                }
                // a formula that nobody touched is still the one that was guessed
                Measure before = kept.measures().get(name);
                boolean guess = before != null
                        && before.guess()
                        && before.formula().equals(formula)
                        && value.path("guess").asBoolean(true);
                return new Measure(formula, names, guess);
            });
        }

        private <T> Map<String, T> entries(JsonNode node, String what, BiFunction<String, JsonNode, T> read) {
            Map<String, T> entries = new LinkedHashMap<>();
            if (!node.isMissingNode() && !node.isObject()) {
                fault(what + " must be an object");
            }
            node.properties().forEach(each -> entries.put(each.getKey(), read.apply(each.getKey(), each.getValue())));
            return entries;
        }

        private List<String> names(JsonNode node, String what) {
            List<String> names = texts(node, what);
            if (names.size() > MOST_NAMES) {
                fault(what + " has more than " + MOST_NAMES + " names");
            }
            return List.copyOf(new LinkedHashSet<>(names));
        }

        private List<String> texts(JsonNode node, String what) {
            List<String> texts = new ArrayList<>();
            if (!node.isMissingNode() && !node.isArray()) {
                fault(what + " must be a list of texts");
            }
            node.forEach(each -> texts.add(text(each, what)));
            texts.removeIf(String::isEmpty);
            return texts;
        }

        private String text(JsonNode node, String what) {
            String text = node.isTextual() ? node.textValue().strip().replaceAll("\\p{Cntrl}+", " ") : "";
            if (!node.isTextual() && !node.isMissingNode()) {
                fault(what + " must be a text");
            }
            if (text.length() > LONGEST * 5) {
                fault(what + " is too long");
            }
            return text;
        }

        private void known(JsonNode node, Set<String> parts, String where) {
            node.fieldNames().forEachRemaining(name -> {
                if (!parts.contains(name)) {
                    fault("has nothing called " + shortened(where + name));
                }
            });
        }

        private void fault(String fault) {
            faults.add(table + ": " + fault);
        }
    }
}
