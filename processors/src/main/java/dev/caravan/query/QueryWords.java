package dev.caravan.query;

import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Exists;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Formula;
import dev.caravan.query.Value.Literal;
import dev.caravan.semantic.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says a logical query in plain words, as people see beside an answer what their question was taken for. */
public final class QueryWords {
    private final Schema schema;

    /** With the names that a schema has for tables and columns. */
    public QueryWords(Schema schema) {
        this.schema = schema;
    }

    /** One sentence without its full stop: what is shown, of what, under which conditions and in which order. */
    public String sentence(LogicalQuery query) {
        String root = query.subject()
                .or(() -> query.measures().stream()
                        .flatMap(each -> each.value().aggregates())
                        .map(Aggregate::relation)
                        .findFirst())
                .orElse("");
        return new Sentence(root).of(query);
    }

    /** A sentence under way; columns of the relation that it is about are named without it. */
    private final class Sentence {
        private final String root;

        Sentence(String root) {
            this.root = root;
        }

        String of(LogicalQuery query) {
            StringBuilder said = new StringBuilder();
            List<Shown> first = query.measures().isEmpty() ? query.columns() : query.measures();
            said.append(
                    first.stream().map(each -> told(each.value())).distinct().collect(Collectors.joining(", ")));
            if (query.measures().isEmpty()) {
                query.subject().ifPresent(subject -> said.append(" of ").append(plural(name(subject))));
            } else {
                List<String> by = new ArrayList<>();
                query.subject().ifPresent(subject -> by.add(name(subject)));
                query.columns().stream()
                        .map(Shown::value)
                        .filter(value -> !(value instanceof Field field
                                && query.subject()
                                        .filter(field.relation()::equals)
                                        .isPresent()))
                        .map(this::told)
                        .filter(each -> !by.contains(each))
                        .forEach(by::add);
                if (!by.isEmpty()) {
                    said.append(" per ").append(String.join(" and ", by));
                }
            }
            if (query.distinct()) {
                said.append(", each once");
            }
            List<Condition> held = new ArrayList<>(query.where());
            held.addAll(query.having());
            if (!held.isEmpty()) {
                said.append(", where ").append(all(held));
            }
            return said.append(ordered(query)).toString();
        }

        private String ordered(LogicalQuery query) {
            if (query.order().isEmpty()) {
                return query.limit().map(most -> "; the first " + most).orElse("");
            }
            Order order = query.order().get(0);
            String by = told(order.by());
            String within = query.per().isEmpty()
                    ? ""
                    : " of each " + query.per().stream().map(this::told).collect(Collectors.joining(" and "));
            return query.limit()
                    .map(most -> "; the "
                            + (query.nth() ? "one at place " + most : most == 1 ? "one" : String.valueOf(most))
                            + " with the "
                            + (order.descending() ? "highest " : "lowest ") + by + within)
                    .orElse("; by " + by + (order.descending() ? ", descending" : ""));
        }

        private String all(List<Condition> conditions) {
            return conditions.stream().map(this::held).collect(Collectors.joining(" and "));
        }

        private String held(Condition condition) {
            if (condition instanceof Compare compare) {
                return told(compare.left()) + " " + sign(compare.relation()) + " " + told(compare.right());
            } else if (condition instanceof Condition.OneOf oneOf) {
                return told(oneOf.of()) + " is "
                        + oneOf.values().stream().map(this::told).collect(Collectors.joining(" or "));
            } else if (condition instanceof Condition.Contains contains) {
                return told(contains.of()) + (contains.atStart() ? " begins with \"" : " contains \"") + contains.text()
                        + "\"";
            } else if (condition instanceof Condition.Missing missing) {
                return "there is no " + told(missing.of());
            } else if (condition instanceof Condition.All all) {
                return span(all).orElseGet(() -> all(all.of()));
            } else if (condition instanceof Condition.AnyOf any) {
                return "(" + any.of().stream().map(this::held).collect(Collectors.joining(" or ")) + ")";
            } else if (condition instanceof Condition.Among among) {
                return told(among.of()) + " is the " + told(among.other());
            } else if (condition instanceof Exists exists) {
                return "there is " + article(exists(exists));
            }
            Condition of = ((Condition.Not) condition).of();
            return of instanceof Exists exists
                    ? "there is no " + exists(exists)
                    : of instanceof Condition.Missing missing
                            ? "there is " + article(told(missing.of()))
                            : "not " + "(" + held(of) + ")";
        }

        /** From the first day to the last. */
        private Optional<String> span(Condition.All all) {
            boolean days = all.of().size() == 2
                    && all.of().get(0) instanceof Compare from
                    && all.of().get(1) instanceof Compare to
                    && from.left().equals(to.left())
                    && from.relation() == Relation.AT_LEAST
                    && to.relation() == Relation.LESS
                    && from.right() instanceof Literal first
                    && to.right() instanceof Literal next
                    && first.value() instanceof LocalDate
                    && next.value() instanceof LocalDate;
            if (!days) {
                return Optional.empty();
            }
            Compare from = (Compare) all.of().get(0);
            LocalDate next = (LocalDate) ((Literal) ((Compare) all.of().get(1)).right()).value();
            return Optional.of(told(from.left()) + " is from " + told(from.right()) + " to " + next.minusDays(1));
        }

        private String exists(Exists exists) {
            String named = exists.via().isEmpty()
                    ? name(exists.relation())
                    : name(exists.relation()) + " (" + exists.via() + ")";
            return exists.where().isEmpty() ? named : named + " whose " + all(exists.where());
        }

        private static String sign(Relation relation) {
            return switch (relation) {
                case EQUAL -> "is";
                case DIFFERENT -> "is not";
                case LESS -> "is below";
                case AT_MOST -> "is at most";
                case MORE -> "is above";
                case AT_LEAST -> "is at least";
            };
        }

        /** A value in full, with what it is of. */
        private String told(Value value) {
            if (value instanceof Field field) {
                return field.relation().equals(root) && field.via().isEmpty()
                        ? spoken(field)
                        : spoken(field) + " of the " + name(field.relation());
            } else if (value instanceof Bucket bucket) {
                return grain(bucket.grain()) + " of the " + told(bucket.of());
            } else if (value instanceof Literal literal) {
                return literal.value() instanceof String text
                        ? "\"" + text + "\""
                        : literal.value() instanceof BigDecimal number
                                ? number.toPlainString()
                                : String.valueOf(literal.value());
            } else if (value instanceof Aggregate aggregate) {
                String of = aggregate
                        .of()
                        .filter(each -> each instanceof Field || each instanceof Formula)
                        .map(each -> " of " + plural(name(aggregate.relation())))
                        .orElse("");
                return figure(aggregate)
                        + of
                        + (aggregate.where().isEmpty() ? "" : " (" + all(aggregate.where()) + ")");
            } else if (value instanceof Value.Calculation calculation) {
                return told(calculation.left()) + " " + calculation.operator().sign() + " " + told(calculation.right());
            } else if (value instanceof Value.Overall overall) {
                return told(overall.of()) + " over all";
            } else if (value instanceof Value.ShareOfAll share) {
                return "percentage of all " + told(share.of());
            } else if (value instanceof Value.Change change) {
                return "change of " + told(change.of()) + (change.percent() ? " in percent" : "");
            } else if (value instanceof Value.Running running) {
                return "running total of " + told(running.of());
            } else if (value instanceof Value.Elapsed elapsed) {
                return grain(elapsed.unit()) + "s from " + told(elapsed.from()) + " to " + told(elapsed.to());
            } else if (value instanceof Value.Today today) {
                return today.shift() == 0
                        ? "today"
                        : "today " + (today.shift() < 0 ? "- " : "+ ") + Math.abs(today.shift()) + " "
                                + grain(today.unit()) + "s";
            }
            return label(value);
        }
    }

    /** What a value is called above a column of a result. */
    public String label(Value value) {
        if (value instanceof Field field) {
            return field.column();
        } else if (value instanceof Bucket bucket) {
            return grain(bucket.grain());
        } else if (value instanceof Aggregate aggregate) {
            return switch (aggregate.function()) {
                case COUNT, COUNT_DISTINCT -> "number of "
                        + aggregate.of().map(this::label).orElseGet(() -> plural(name(aggregate.relation())));
                case SUM -> "total " + of(aggregate);
                case AVERAGE -> "average " + of(aggregate);
                case MEDIAN -> "median " + of(aggregate);
                case MINIMUM -> "lowest " + of(aggregate);
                case MAXIMUM -> "highest " + of(aggregate);
            };
        } else if (value instanceof Formula formula) {
            return schema.relations().get(formula.relation()).measures().entrySet().stream()
                    .filter(each -> each.getValue().formula().equals(formula.text()))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("amount");
        } else if (value instanceof Value.Elapsed elapsed) {
            return grain(elapsed.unit()) + "s";
        } else if (value instanceof Value.ShareOfAll) {
            return "percent of all";
        } else if (value instanceof Value.Calculation calculation) {
            return switch (calculation.operator()) {
                case TIMES -> "percent";
                case OVER -> "ratio";
                case MINUS -> "difference";
                case PLUS -> "sum";
            };
        }
        return "value";
    }

    /** A figure with the spoken name of its column. */
    private String figure(Aggregate aggregate) {
        return aggregate
                .of()
                .filter(Field.class::isInstance)
                .map(Field.class::cast)
                .map(field -> label(aggregate).replace(field.column(), spoken(field)))
                .orElseGet(() -> label(aggregate));
    }

    private String of(Aggregate aggregate) {
        return aggregate.of().map(this::label).orElse("");
    }

    private static String article(String noun) {
        return (noun.matches("(?i)[aeio].*") ? "an " : "a ") + noun;
    }

    private static String grain(Value.Grain grain) {
        return grain.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private String spoken(Field field) {
        Schema.Column column =
                schema.relations().get(field.relation()).columns().get(field.column());
        return column.names().stream().findFirst().orElse(field.column());
    }

    private String name(String relation) {
        return schema.relations().get(relation).names().stream().findFirst().orElse(relation);
    }

    /** More than one of it. */
    public static String plural(String name) {
        return name.endsWith("s") || name.endsWith("x") || name.endsWith("ch") || name.endsWith("sh")
                ? name + "es"
                : name.matches(".*[^aeiou]y") ? name.substring(0, name.length() - 1) + "ies" : name + "s";
    }
}
