package dev.caravan.semantic;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Tables as a database has them, for data that nobody has written metrics for: what they and their columns are called, and
 * how they are joined.
 *
 * @param today the day that "today" means, for data that end on a day; empty for the database's own
 * @param relations tables by name as schema.table
 */
public record Schema(Optional<LocalDate> today, Map<String, Relation> relations) {

    /** What a column holds. */
    public enum Type {
        /** Numbers to compute with, and years. */
        @JsonProperty("number")
        NUMBER,
        /** Names, codes and free text. */
        @JsonProperty("text")
        TEXT,
        /** Days. */
        @JsonProperty("date")
        DATE,
        /** Points in time. */
        @JsonProperty("timestamp")
        TIMESTAMP,
        /** Yes or no. */
        @JsonProperty("flag")
        FLAG,
        /** Anything else, only to be shown. */
        @JsonProperty("other")
        OTHER
    }

    /**
     * A table or a view.
     *
     * @param names what people call one of its rows, the usual one first
     * @param description from the database's comment; may be empty
     * @param key columns that tell its rows apart; empty where none are known
     * @param references column to the column it refers to, as schema.table.column
     * @param columns by name, in order
     * @param measures figures that its rows add up to, by name
     * @param view whether it is made of other tables, so that no way leads through it
     * @param introduced column to the words that, before a name, tell that it is meant by this reference, or is a value of this column
     * @param shown the columns of a row that are shown where none are asked for; empty for what names it
     */
    public record Relation(
            List<String> names,
            String description,
            List<String> key,
            Map<String, String> references,
            Map<String, Column> columns,
            Map<String, Measure> measures,
            boolean view,
            Map<String, List<String>> introduced,
            List<String> shown) {
        /** Without words that tell its references apart. */
        public Relation(
                List<String> names,
                String description,
                List<String> key,
                Map<String, String> references,
                Map<String, Column> columns,
                Map<String, Measure> measures,
                boolean view) {
            this(names, description, key, references, columns, measures, view, Map.of(), List.of());
        }

        /** Without figures of its own. */
        public Relation(
                List<String> names,
                String description,
                List<String> key,
                Map<String, String> references,
                Map<String, Column> columns) {
            this(names, description, key, references, columns, Map.of(), false);
        }

        /** Parts the file leaves out are empty. */
        public Relation {
            names = names == null ? List.of() : List.copyOf(names);
            description = Objects.requireNonNullElse(description, "");
            key = key == null ? List.of() : List.copyOf(key);
            references = references == null ? Map.of() : new LinkedHashMap<>(references);
            columns = new LinkedHashMap<>(columns);
            measures = measures == null ? Map.of() : new LinkedHashMap<>(measures);
            introduced = introduced == null ? Map.of() : new LinkedHashMap<>(introduced);
            shown = shown == null ? List.of() : List.copyOf(shown);
        }
    }

    /**
     * A figure that the rows of a table add up to.
     *
     * @param formula over columns in braces, such as {@code {unit_price} * {quantity}}
     * @param names what people call it
     * @param guess whether it was guessed from the names of columns and no person has confirmed it
     */
    public record Measure(String formula, List<String> names, boolean guess) {
        /** Parts the file leaves out are empty. */
        public Measure {
            Objects.requireNonNull(formula, "a measure needs a formula");
            names = names == null ? List.of() : List.copyOf(names);
        }
    }

    /**
     * A column.
     *
     * @param type what it holds
     * @param names what people call it, the usual one first
     * @param description from the database's comment; may be empty
     * @param values whether its values are names that a question may use, to be read from the data
     * @param codes what its values stand for, where they are codes
     */
    public record Column(Type type, List<String> names, String description, boolean values, Map<String, String> codes) {
        /** Parts the file leaves out are empty. */
        public Column {
            names = names == null ? List.of() : List.copyOf(names);
            description = Objects.requireNonNullElse(description, "");
            codes = codes == null ? Map.of() : new LinkedHashMap<>(codes);
        }

        /** Whether it says yes or no, by its type or by its codes. */
        public boolean saysYesOrNo() {
            return type == Type.FLAG || codes.containsValue("yes");
        }
    }

    /** Checks that references lead somewhere. */
    public Schema {
        today = Objects.requireNonNullElse(today, Optional.empty());
        relations = new LinkedHashMap<>(relations);
        List<String> faults = new ArrayList<>();
        for (Map.Entry<String, Relation> entry : relations.entrySet()) {
            Relation relation = entry.getValue();
            for (Map.Entry<String, String> reference : relation.references().entrySet()) {
                Relation other = relations.get(tableOf(reference.getValue()));
                if (!relation.columns().containsKey(reference.getKey())
                        || other == null
                        || !other.columns().containsKey(columnOf(reference.getValue()))) {
                    faults.add(entry.getKey() + "." + reference.getKey() + " refers to " + reference.getValue());
                }
            }
            relation.introduced().keySet().stream()
                    .filter(column -> !relation.columns().containsKey(column))
                    .forEach(column ->
                            faults.add(entry.getKey() + " introduces " + column + ", which is none of its columns"));
            relation.shown().stream()
                    .filter(column -> !relation.columns().containsKey(column))
                    .forEach(column ->
                            faults.add(entry.getKey() + " shows " + column + ", which is none of its columns"));
            relation.key().stream()
                    .filter(column -> !relation.columns().containsKey(column))
                    .forEach(column -> faults.add(entry.getKey() + " has the unknown key " + column));
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("schema: " + String.join("; ", faults));
        }
    }

    /**
     * The part of it that data hold.
     *
     * @param day what "today" means for these data; empty for what the schema says
     * @param held the tables with rows; references to others are left out with them
     */
    public Schema covered(Optional<LocalDate> day, Set<String> held) {
        Map<String, Relation> kept = new LinkedHashMap<>();
        relations.forEach((name, relation) -> {
            if (held.contains(name)) {
                Map<String, String> references = new LinkedHashMap<>(relation.references());
                references.values().removeIf(target -> !held.contains(tableOf(target)));
                Map<String, List<String>> introduced = new LinkedHashMap<>(relation.introduced());
                introduced
                        .keySet()
                        .removeIf(
                                column -> relation.references().containsKey(column) && !references.containsKey(column));
                kept.put(
                        name,
                        new Relation(
                                relation.names(),
                                relation.description(),
                                relation.key(),
                                references,
                                relation.columns(),
                                relation.measures(),
                                relation.view(),
                                introduced,
                                relation.shown()));
            }
        });
        return new Schema(day.or(() -> today), kept);
    }

    /** The table of schema.table.column. */
    public static String tableOf(String column) {
        return column.substring(0, column.lastIndexOf('.'));
    }

    /** The column of schema.table.column. */
    public static String columnOf(String column) {
        return column.substring(column.lastIndexOf('.') + 1);
    }
}
