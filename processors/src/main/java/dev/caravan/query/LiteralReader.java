package dev.caravan.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.NearestName;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads literals as the values that they are compared with hold them. */
final class LiteralReader {
    private static final Map<String, Boolean> TRUTH =
            Map.of("true", true, "yes", true, "1", true, "false", false, "no", false, "0", false);

    private final Schema schema;
    private final StoredValues stored;

    LiteralReader(Schema schema, StoredValues stored) {
        this.schema = schema;
        this.stored = stored;
    }

    private Column column(Field field) {
        return schema.relations().get(field.relation()).columns().get(field.column());
    }

    boolean isTime(Value value) {
        return value instanceof Field field
                && (column(field).type() == Type.DATE || column(field).type() == Type.TIMESTAMP);
    }

    boolean isNumber(Field field) {
        return column(field).type() == Type.NUMBER
                && !schema.relations().get(field.relation()).references().containsKey(field.column())
                && !schema.relations().get(field.relation()).key().contains(field.column());
    }

    /** A literal beside a value; nothing, and a fault, where it can't be one. */
    Optional<Literal> read(JsonNode node, Value beside, List<String> faults) {
        String said = node.asText().strip();
        if (isTime(beside)) {
            return day(said, ((Field) beside).column(), faults);
        }
        if (!(beside instanceof Field field)) {
            return number(said, "a figure", faults);
        }
        Column column = column(field);
        if (column.saysYesOrNo()) {
            Optional<Boolean> truth = Optional.ofNullable(TRUTH.get(said.toLowerCase(Locale.ROOT)));
            if (truth.isEmpty()) {
                faults.add(field.column() + " is true or false, not " + said);
            }
            return truth.map(Literal::new);
        }
        Optional<String> code = column.codes().entrySet().stream()
                .filter(each -> each.getValue().equalsIgnoreCase(said))
                .map(Map.Entry::getKey)
                .findFirst();
        if (code.isPresent()) {
            return code.map(Literal::new);
        }
        if (column.type() == Type.NUMBER) {
            return node.isNumber()
                    ? Optional.of(new Literal(node.decimalValue()))
                    : number(said, field.column(), faults);
        }
        return Optional.of(new Literal(known(field, said, faults)));
    }

    /** A text as the column has it; one that it does not have is a fault. */
    private String known(Field field, String said, List<String> faults) {
        Set<String> values = stored.of(field.relation(), field.column());
        if (values.isEmpty() || values.contains(said)) {
            return said;
        }
        Optional<String> same = values.stream().filter(said::equalsIgnoreCase).findFirst();
        if (same.isEmpty()) {
            faults.add("no " + field.column() + " is called \"" + said + "\""
                    + NearestName.of(said, values)
                            .map(nearest -> "; the nearest is \"" + nearest + "\"")
                            .orElse(""));
        }
        return same.orElse(said);
    }

    private static Optional<Literal> day(String said, String column, List<String> faults) {
        try {
            return Optional.of(new Literal(LocalDate.parse(said.length() > 10 ? said.substring(0, 10) : said)));
        } catch (DateTimeParseException e) {
            faults.add(column + " is a day written as 2024-12-31, not " + said);
            return Optional.empty();
        }
    }

    private static Optional<Literal> number(String said, String what, List<String> faults) {
        try {
            return Optional.of(new Literal(new BigDecimal(said)));
        } catch (NumberFormatException e) {
            faults.add(what + " is compared with a number, not with " + said);
            return Optional.empty();
        }
    }

    /** A time cut to a year or a month and compared with one is the time between its first day and the next one's. */
    Optional<Condition> span(JsonNode node, Value beside, String is) {
        if (!(beside instanceof Bucket bucket) || !isTime(bucket.of())) {
            return Optional.empty();
        }
        Optional<LocalDate> from = first(node.asText().strip(), bucket.grain());
        if (from.isEmpty()) {
            return Optional.empty();
        }
        LocalDate to = bucket.grain() == Grain.YEAR
                ? from.get().plusYears(1)
                : bucket.grain() == Grain.MONTH
                        ? from.get().plusMonths(1)
                        : from.get().plusDays(1);
        Compare since = new Compare(bucket.of(), Relation.AT_LEAST, new Literal(from.get()));
        Compare until = new Compare(bucket.of(), Relation.LESS, new Literal(to));
        return switch (is) {
            case "=" -> Optional.of(new Condition.All(List.of(since, until)));
            case "!=", "<>" -> Optional.of(new Condition.Not(new Condition.All(List.of(since, until))));
            case ">=" -> Optional.of(since);
            case "<=" -> Optional.of(until);
            case "<" -> Optional.of(new Compare(bucket.of(), Relation.LESS, new Literal(from.get())));
            case ">" -> Optional.of(new Compare(bucket.of(), Relation.AT_LEAST, new Literal(to)));
            default -> Optional.empty();
        };
    }

    private static Optional<LocalDate> first(String said, Grain grain) {
        try {
            return switch (grain) {
                case YEAR -> said.matches("\\d{4}(-\\d\\d-\\d\\d)?")
                        ? Optional.of(LocalDate.of(Integer.parseInt(said.substring(0, 4)), 1, 1))
                        : Optional.empty();
                case MONTH -> said.matches("\\d{4}-\\d\\d(-\\d\\d)?")
                        ? Optional.of(YearMonth.parse(said.substring(0, 7)).atDay(1))
                        : Optional.empty();
                case DAY -> Optional.of(LocalDate.parse(said));
                default -> Optional.empty();
            };
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
