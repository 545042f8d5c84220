package dev.caravan.search;

import dev.caravan.query.Condition;
import dev.caravan.query.Condition.All;
import dev.caravan.query.Condition.AnyOf;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Contains;
import dev.caravan.query.Condition.Missing;
import dev.caravan.query.Condition.Not;
import dev.caravan.query.Condition.OneOf;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Today;
import dev.caravan.search.IndexLayout.IndexField;
import dev.caravan.semantic.Schema.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Writes what must hold of the rows of one index as filters. As in SQL, what is said of a missing value does not hold, its
 * opposite neither.
 */
final class Filters {
    private final IndexLayout layout;
    private final String root;
    private final Supplier<LocalDate> today;
    private final Set<String> referred = new LinkedHashSet<>();

    /**
     * For the index of a relation.
     *
     * @param today the day that "today" means
     */
    Filters(IndexLayout layout, String root, Supplier<LocalDate> today) {
        this.layout = layout;
        this.root = root;
        this.today = today;
    }

    /** The field of a column, whose row is noted as one that is referred to. */
    IndexField field(Value value) {
        if (!(value instanceof Field field)) {
            throw new NotExpressible(
                    "only columns can be compared, grouped and ordered by in the search engine, which computes nothing for each row");
        }
        IndexField found = layout.field(root, field);
        if (!found.way().isEmpty()) {
            referred.add(
                    found.prefix() + found.way().get(found.way().size() - 1).other());
        }
        return found;
    }

    /** Filters that the rows referred to so far are there, as a join without outer rows has it. */
    List<Map<String, Object>> joined() {
        return referred.stream().map(Dsl::exists).toList();
    }

    List<Map<String, Object>> of(List<Condition> conditions) {
        return conditions.stream().map(each -> of(each, true)).toList();
    }

    private Map<String, Object> of(Condition condition, boolean holds) {
        if (condition instanceof Compare compare) {
            return compare(compare, holds);
        } else if (condition instanceof OneOf oneOf) {
            return oneOf(oneOf, holds);
        } else if (condition instanceof Contains contains) {
            IndexField field = field(contains.of());
            if (field.type() != Type.TEXT) {
                throw new NotExpressible(field.path() + " is no text, so nothing can be contained in it");
            }
            return told(field, contains(field.path() + ".lower", contains), holds);
        } else if (condition instanceof Missing missing) {
            String path = field(missing.of()).path();
            return holds ? Dsl.missing(path) : Dsl.exists(path);
        } else if (condition instanceof Not not) {
            return of(not.of(), !holds);
        } else if (condition instanceof All all) {
            return parts(all.of(), holds, holds);
        } else if (condition instanceof AnyOf any) {
            return parts(any.of(), holds, !holds);
        }
        if (condition instanceof Condition.Among among) {
            throw new NotExpressible("what rows have in common with those of "
                    + layout.name(among.other().relation()) + " is not known to a document of the search engine");
        }
        throw new NotExpressible("a " + layout.name(root) + " has many rows of "
                + layout.name(((Condition.Exists) condition).relation())
                + ", which a document of the search engine does not carry");
    }

    private Map<String, Object> parts(List<Condition> conditions, boolean holds, boolean every) {
        List<Map<String, Object>> parts =
                conditions.stream().map(each -> of(each, holds)).toList();
        return every ? Dsl.all(parts) : Dsl.any(parts);
    }

    private static Map<String, Object> told(IndexField field, Map<String, Object> filter, boolean holds) {
        return holds ? filter : Dsl.other(field.path(), filter);
    }

    private static Map<String, Object> contains(String path, Contains contains) {
        String text = contains.text().toLowerCase(Locale.ROOT);
        return contains.atStart()
                ? Dsl.object("prefix", Dsl.object(path, text))
                : Dsl.object(
                        "wildcard",
                        Dsl.object(path, Dsl.object("value", "*" + text.replaceAll("([*?\\\\])", "\\\\$1") + "*")));
    }

    private Map<String, Object> oneOf(OneOf oneOf, boolean holds) {
        if (oneOf.of() instanceof Bucket) {
            return parts(
                    oneOf.values().stream()
                            .<Condition>map(value -> new Compare(oneOf.of(), Relation.EQUAL, value))
                            .toList(),
                    holds,
                    !holds);
        }
        IndexField field = field(oneOf.of());
        List<Object> values =
                oneOf.values().stream().map(value -> literal(value, field)).toList();
        return told(field, Dsl.terms(field.path(), values), holds);
    }

    private Map<String, Object> compare(Compare compare, boolean holds) {
        boolean turned = compare.left() instanceof Literal || compare.left() instanceof Today;
        Value of = turned ? compare.right() : compare.left();
        Value with = turned ? compare.left() : compare.right();
        Relation relation = turned ? mirrored(compare.relation()) : compare.relation();
        if (!holds) {
            relation = relation.opposite();
        }
        if (!(with instanceof Literal) && !(with instanceof Today)) {
            throw new NotExpressible("a column can be compared with a given value only in the search engine");
        }
        if (of instanceof Bucket bucket) {
            return bucket(bucket, relation, with);
        }
        IndexField field = field(of);
        return compared(field, relation, value(with, field));
    }

    private static Map<String, Object> compared(IndexField field, Relation relation, Object value) {
        return switch (relation) {
            case EQUAL -> Dsl.term(field.path(), value);
            case DIFFERENT -> Dsl.other(field.path(), Dsl.term(field.path(), value));
            case LESS -> Dsl.range(field.path(), "lt", value);
            case AT_MOST -> Dsl.range(field.path(), "lte", value);
            case MORE -> Dsl.range(field.path(), "gt", value);
            case AT_LEAST -> Dsl.range(field.path(), "gte", value);
        };
    }

    private static Relation mirrored(Relation relation) {
        return switch (relation) {
            case EQUAL, DIFFERENT -> relation;
            case LESS -> Relation.MORE;
            case AT_MOST -> Relation.AT_LEAST;
            case MORE -> Relation.LESS;
            case AT_LEAST -> Relation.AT_MOST;
        };
    }

    // ---- times cut to a grain

    private Map<String, Object> bucket(Bucket bucket, Relation relation, Value with) {
        IndexField field = dated(bucket);
        if (IndexLayout.PARTS.containsKey(bucket.grain())) {
            IndexField part = layout.part(root, field, bucket.grain());
            return compared(part, relation, value(with, part));
        }
        LocalDate day = bucket.grain() == Grain.YEAR && with instanceof Literal year
                ? LocalDate.of(year(year), 1, 1)
                : day(with, field);
        LocalDate start = Days.start(day, bucket.grain());
        String from = stamp(field, start);
        String next = stamp(field, Days.next(start, bucket.grain()));
        boolean aligned = start.equals(day);
        String path = field.path();
        return switch (relation) {
            case EQUAL -> aligned ? Dsl.range(path, "gte", from, "lt", next) : Dsl.none();
            case DIFFERENT -> aligned ? Dsl.other(path, Dsl.range(path, "gte", from, "lt", next)) : Dsl.exists(path);
            case LESS -> Dsl.range(path, "lt", aligned ? from : next);
            case AT_MOST -> Dsl.range(path, "lt", next);
            case MORE -> Dsl.range(path, "gte", next);
            case AT_LEAST -> Dsl.range(path, "gte", aligned ? from : next);
        };
    }

    /** The field of a bucket, which must be a day or a time. */
    IndexField dated(Bucket bucket) {
        IndexField field = field(bucket.of());
        if (field.type() != Type.DATE && field.type() != Type.TIMESTAMP) {
            throw new NotExpressible(field.path() + " is no date in the search engine");
        }
        return field;
    }

    /** The field that holds a repeating part of a day. */
    IndexField part(IndexField of, Grain grain) {
        return layout.part(root, of, grain);
    }

    private static int year(Literal literal) {
        if (literal.value() instanceof BigDecimal number) {
            return number.intValue();
        }
        return literal.value() instanceof LocalDate day ? day.getYear() : whole(String.valueOf(literal.value()));
    }

    private static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new NotExpressible("'" + text + "' is no year");
        }
    }

    // ---- values

    private Object value(Value value, IndexField field) {
        return value instanceof Literal literal ? literal(literal, field) : stamp(field, day(value, field));
    }

    private LocalDate day(Value value, IndexField field) {
        if (value instanceof Today moved) {
            return Days.moved(today.get(), moved.shift(), moved.unit());
        }
        Object given = ((Literal) value).value();
        return given instanceof LocalDate day ? day : parsed(String.valueOf(given), field);
    }

    private static LocalDate parsed(String text, IndexField field) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new NotExpressible("'" + text + "' is no day that " + field.path() + " can be compared with");
        }
    }

    /** A literal as the field holds it: numbers may stand as texts, texts for numbers. */
    private Object literal(Literal literal, IndexField field) {
        Object value = literal.value();
        return switch (field.type()) {
            case DATE, TIMESTAMP -> stamp(field, day(literal, field));
            case NUMBER -> number(value, field);
            case FLAG -> value instanceof Boolean ? value : Boolean.valueOf(String.valueOf(value));
            case TEXT, OTHER -> value instanceof BigDecimal number
                    ? number.toPlainString()
                    : value instanceof Boolean truth ? (truth ? "1" : "0") : String.valueOf(value);
        };
    }

    private static Object number(Object value, IndexField field) {
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        try {
            return value instanceof BigDecimal ? value : new BigDecimal(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new NotExpressible("'" + value + "' is no number that " + field.path() + " can be compared with");
        }
    }

    /** A day as the field has it; of a time, its beginning. */
    private static String stamp(IndexField field, LocalDate day) {
        return field.type() == Type.TIMESTAMP ? day + " 00:00:00" : day.toString();
    }

    /** Several filters and those of the rows referred to as one query. */
    Map<String, Object> query(List<Map<String, Object>> filters, boolean inner) {
        List<Map<String, Object>> every = new ArrayList<>(filters);
        if (inner) {
            every.addAll(joined());
        }
        return Dsl.all(every);
    }
}
