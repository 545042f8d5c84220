package dev.caravan.analyst;

import static dev.caravan.sql.QueryReply.array;
import static dev.caravan.sql.QueryReply.one;

import dev.caravan.query.QueryNames;
import dev.caravan.query.StoredValues;
import dev.caravan.query.Value.Field;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.sql.QueryReply;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Some tables of a schema as a model is told of them, and the form of a logical query that can name nothing else. */
final class SchemaForm {
    private static final List<String> GRAINS = List.of("year", "quarter", "month", "day");
    private static final List<String> FUNCTIONS =
            List.of("count", "count_distinct", "sum", "average", "median", "minimum", "maximum");
    private static final List<String> SIGNS =
            List.of("=", "!=", "<", "<=", ">", ">=", "in", "contains", "starts", "missing", "present");
    private static final List<String> FIGURES = List.of("figure 1", "figure 2", "figure 3");
    private static final int EXAMPLES = 3;
    private static final int FEW = 8;
    private static final int LONGEST = 30;

    private final Schema schema;
    private final QueryNames names;
    private final StoredValues stored;
    private final List<String> tables;

    /** For some of the tables. */
    SchemaForm(Schema schema, StoredValues stored, Collection<String> tables) {
        this.schema = schema;
        this.names = new QueryNames(schema);
        this.stored = stored;
        this.tables =
                schema.relations().keySet().stream().filter(tables::contains).toList();
    }

    // ---- what a model is told

    /** A line for each table: its columns with types, references, values and figures. */
    String told() {
        return tables.stream().map(this::told).collect(Collectors.joining("\n"));
    }

    private String told(String table) {
        Relation relation = schema.relations().get(table);
        String columns = relation.columns().entrySet().stream()
                .map(each -> told(table, relation, each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
        String figures = relation.measures().entrySet().stream()
                .map(each -> "; " + each.getKey() + " = " + each.getValue().formula())
                .collect(Collectors.joining());
        return names.shortTable(table) + "(" + columns + figures + ")"
                + (relation.description().isEmpty() ? "" : " -- " + relation.description());
    }

    private String told(String table, Relation relation, String name, Column column) {
        if (relation.key().equals(List.of(name))) {
            return name + " key";
        }
        String target = relation.references().get(name);
        if (target != null) {
            return name + " -> " + names.shortTable(Schema.tableOf(target));
        }
        String type = column.saysYesOrNo() ? "yes/no" : column.type().name().toLowerCase(java.util.Locale.ROOT);
        String codes = String.join("|", column.codes().values());
        String values = column.saysYesOrNo() ? "" : codes.isEmpty() ? examples(table, name) : codes;
        return name + " " + type + (values.isEmpty() ? "" : " e.g. " + values);
    }

    private String examples(String table, String column) {
        Set<String> all = new TreeSet<>(stored.of(table, column));
        return all.stream()
                .filter(value -> value.length() <= LONGEST)
                .limit(all.size() <= FEW ? FEW : EXAMPLES)
                .collect(Collectors.joining("|"));
    }

    // ---- the form

    /** The form of a reply. */
    JsonSchema reply() {
        return QueryReply.of("logical_query", query(), "only where the tables hold nothing of it: why");
    }

    private JsonSchemaElement query() {
        List<String> shown = columns(true);
        List<String> plain = columns(false);
        List<String> ordered = Stream.concat(FIGURES.stream(), plain.stream()).toList();
        JsonSchemaElement conditions = array(condition(plain));
        JsonObjectSchema figure = JsonObjectSchema.builder()
                .addProperty("figure", one(FUNCTIONS))
                .addProperty("of", one(figured()))
                .addProperty("where", conditions)
                .required("figure", "of")
                .build();
        return JsonObjectSchema.builder()
                .addProperty("rows", one(tables.stream().map(names::shortTable).toList()))
                .addProperty("show", array(one(shown)))
                .addProperty("figures", array(figure))
                .addProperty("where", conditions)
                .addProperty("having", array(comparison(FIGURES)))
                .addProperty(
                        "order",
                        array(JsonObjectSchema.builder()
                                .addProperty("by", one(ordered))
                                .addProperty(
                                        "descending",
                                        JsonBooleanSchema.builder().build())
                                .required("by", "descending")
                                .build()))
                .addProperty("first", JsonIntegerSchema.builder().build())
                .addProperty("within", array(one(shown)))
                .build();
    }

    private JsonSchemaElement condition(List<String> columns) {
        JsonObjectSchema compared = JsonObjectSchema.builder()
                .addProperty("of", one(columns))
                .addProperty("is", one(SIGNS))
                .addProperty("value", JsonStringSchema.builder().build())
                .required("of", "is")
                .build();
        JsonObjectSchema lacking = JsonObjectSchema.builder()
                .addProperty("lacks", one(tables.stream().map(names::shortTable).toList()))
                .required("lacks")
                .build();
        return JsonAnyOfSchema.builder().anyOf(compared, lacking).build();
    }

    private static JsonObjectSchema comparison(List<String> of) {
        return JsonObjectSchema.builder()
                .addProperty("of", one(of))
                .addProperty("is", one(SIGNS.subList(0, 6)))
                .addProperty("value", JsonStringSchema.builder().build())
                .required("of", "is", "value")
                .build();
    }

    /** The columns, those with days cut to grains as well. */
    private List<String> columns(boolean cut) {
        List<String> columns = new ArrayList<>();
        for (String table : tables) {
            schema.relations().get(table).columns().forEach((column, described) -> {
                String name = names.shortName(Field.of(table, column));
                columns.add(name);
                if (described.type() == Type.DATE || described.type() == Type.TIMESTAMP) {
                    GRAINS.stream()
                            .filter(grain -> cut || grain.equals("year") || grain.equals("month"))
                            .forEach(grain -> columns.add(name + "@" + grain));
                }
            });
        }
        return columns;
    }

    /** What figures are taken of: rows of a table, its columns, and the figures that the model names. */
    private List<String> figured() {
        List<String> figured = new ArrayList<>();
        for (String table : tables) {
            figured.add(names.shortTable(table));
            schema.relations()
                    .get(table)
                    .measures()
                    .keySet()
                    .forEach(each -> figured.add(names.shortTable(table) + "." + each));
            schema.relations()
                    .get(table)
                    .columns()
                    .keySet()
                    .forEach(each -> figured.add(names.shortName(Field.of(table, each))));
        }
        return figured;
    }
}
