package dev.caravan.reader;

import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import java.util.Locale;

/** What values are called in a result. */
final class Say {
    private Say() {}

    static String label(Value value, Facts facts) {
        if (value instanceof Field field) {
            return facts.label(field);
        } else if (value instanceof Bucket bucket) {
            return bucket.grain().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        } else if (value instanceof Aggregate aggregate) {
            return switch (aggregate.function()) {
                case COUNT, COUNT_DISTINCT -> "number of "
                        + aggregate
                                .of()
                                .map(of -> label(of, facts))
                                .orElseGet(() -> plural(facts.name(aggregate.relation())));
                case SUM -> "total " + of(aggregate, facts);
                case AVERAGE -> "average " + of(aggregate, facts);
                case MEDIAN -> "median " + of(aggregate, facts);
                case MINIMUM -> "lowest " + of(aggregate, facts);
                case MAXIMUM -> "highest " + of(aggregate, facts);
            };
        } else if (value instanceof Formula formula) {
            return facts.formula(formula);
        } else if (value instanceof Value.Elapsed elapsed) {
            return elapsed.unit().name().toLowerCase(Locale.ROOT) + "s";
        } else if (value instanceof Value.ShareOfAll) {
            return "percent of all";
        } else if (value instanceof Value.Calculation) {
            return value.toString().contains("TIMES") ? "percent" : "ratio";
        }
        return "value";
    }

    private static String of(Aggregate aggregate, Facts facts) {
        return aggregate.of().map(value -> label(value, facts)).orElse("");
    }

    /** More than one of it. */
    static String plural(String name) {
        return name.endsWith("s") || name.endsWith("x") || name.endsWith("ch") || name.endsWith("sh")
                ? name + "es"
                : name.matches(".*[^aeiou]y") ? name.substring(0, name.length() - 1) + "ies" : name + "s";
    }
}
