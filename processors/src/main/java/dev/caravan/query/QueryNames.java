package dev.caravan.query;

import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.text.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The names of tables, columns and figures of a schema in queries: in full, or without what all could be told apart without. */
public final class QueryNames {
    private static final int HINTS = 3;

    private final Schema schema;

    /** Of a schema. */
    public QueryNames(Schema schema) {
        this.schema = schema;
    }

    /** The table of that name. */
    Optional<String> table(String name) {
        List<String> found = schema.relations().keySet().stream()
                .filter(table ->
                        table.equalsIgnoreCase(name) || shortTable(table).equalsIgnoreCase(name))
                .toList();
        return found.size() == 1
                ? Optional.of(found.get(0))
                : found.stream().filter(name::equals).findFirst();
    }

    /** A table without its schema, where no other is called the same. */
    public String shortTable(String table) {
        String last = table.substring(table.lastIndexOf('.') + 1);
        return schema.relations().keySet().stream()
                                .filter(other -> other.substring(other.lastIndexOf('.') + 1)
                                        .equalsIgnoreCase(last))
                                .count()
                        == 1
                ? last
                : table;
    }

    /** A column with the short name of its table. */
    public String shortName(Field field) {
        return shortTable(field.relation()) + "." + field.column();
    }

    /** The column or the figure of the model that is called so; a column alone where only one table has it. */
    Optional<Value> value(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            List<Field> fields = schema.relations().entrySet().stream()
                    .flatMap(each -> each.getValue().columns().keySet().stream()
                            .filter(name::equalsIgnoreCase)
                            .map(column -> Field.of(each.getKey(), column)))
                    .toList();
            return fields.size() == 1 ? Optional.of(fields.get(0)) : Optional.empty();
        }
        return table(name.substring(0, dot)).flatMap(table -> ofTable(table, name.substring(dot + 1)));
    }

    private Optional<Value> ofTable(String table, String name) {
        Optional<Value> column = schema.relations().get(table).columns().keySet().stream()
                .filter(name::equalsIgnoreCase)
                .<Value>map(each -> Field.of(table, each))
                .findFirst();
        return column.or(() -> schema.relations().get(table).measures().entrySet().stream()
                .filter(each -> each.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .<Value>map((Measure measure) -> new Formula(table, measure.formula()))
                .findFirst());
    }

    boolean isKey(Field field) {
        return schema.relations().get(field.relation()).key().equals(List.of(field.column()));
    }

    String noTable(String name) {
        return "there is no table " + name
                + hint(
                        name,
                        schema.relations().keySet().stream()
                                .map(this::shortTable)
                                .toList());
    }

    String noColumn(String name) {
        List<String> known = new ArrayList<>();
        schema.relations().forEach((table, relation) -> Stream.concat(
                        relation.columns().keySet().stream(), relation.measures().keySet().stream())
                .forEach(column -> known.add(shortTable(table) + "." + column)));
        String last = name.substring(name.lastIndexOf('.') + 1);
        List<String> same = known.stream()
                .filter(each -> each.substring(each.lastIndexOf('.') + 1).equalsIgnoreCase(last))
                .limit(HINTS)
                .toList();
        return "there is no column " + name
                + (same.isEmpty() ? hint(name, known) : "; there is " + String.join(", ", same));
    }

    private static String hint(String name, List<String> known) {
        return NearestName.of(name, known)
                .map(nearest -> "; the nearest is " + nearest)
                .orElseGet(() -> known.size() > 40 ? "" : "; there are " + String.join(", ", known));
    }
}
