package dev.caravan.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.caravan.query.Condition;
import dev.caravan.query.Condition.All;
import dev.caravan.query.Condition.AnyOf;
import dev.caravan.query.Condition.Compare;
import dev.caravan.query.Condition.Contains;
import dev.caravan.query.Condition.Missing;
import dev.caravan.query.Condition.Not;
import dev.caravan.query.Condition.OneOf;
import dev.caravan.query.Condition.Relation;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Order;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.Value;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Bucket;
import dev.caravan.query.Value.Calculation;
import dev.caravan.query.Value.Field;
import dev.caravan.query.Value.Function;
import dev.caravan.query.Value.Grain;
import dev.caravan.query.Value.Literal;
import dev.caravan.query.Value.Operator;
import dev.caravan.query.Value.Overall;
import dev.caravan.query.Value.ShareOfAll;
import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search engine gives for a logical query what the data file gives for it: the same rows, and the same total of them. */
class SameAnswersIT {
    private static final String SHIPMENTS = "shipping.shipments";
    private static final String CONTAINERS = "shipping.containers";

    @TempDir
    static Path folder;

    private static ShipmentsWorld world;

    @BeforeAll
    static void open() {
        world = new ShipmentsWorld(folder);
    }

    @AfterAll
    static void close() {
        if (world != null) {
            world.close();
        }
    }

    // ---- questions of each kind

    @Test
    void countsEveryRow() throws SQLException {
        assertSame(figures(count(SHIPMENTS)));
        assertEquals(
                10_000L,
                world.engine.table(figures(count(SHIPMENTS))).rows().get(0).get(0));
        assertSame(figures(count(CONTAINERS)));
    }

    @Test
    void totalsBeyondTenThousandRowsAreExact() throws SQLException {
        Table all = world.engine.table(list(CONTAINERS, List.of(field(CONTAINERS, "number")), Optional.empty()));
        assertEquals(world.fromFile(figures(count(CONTAINERS))).get(0).get(0), all.totalRows());
        assertTrue(all.totalRows() > 10_000, "there are " + all.totalRows());
    }

    @Test
    void groupsByWhatTheRowRefersTo() throws SQLException {
        LogicalQuery carriers = grouped(
                List.of(field("shipping.carriers", "name")),
                List.of(aggregate(Function.AVERAGE, "delay_days"), count(SHIPMENTS)),
                List.of());
        assertSame(carriers);
        assertSame(grouped(
                List.of(
                        new Field("shipping.ports", "country", "origin_port_id"),
                        field("shipping.importers", "industry")),
                List.of(aggregate(Function.SUM, "value_usd"), aggregate(Function.MAXIMUM, "freight_usd")),
                List.of()));
    }

    @Test
    void groupsByTimesOfEveryGrain() throws SQLException {
        for (Grain grain : List.of(
                Grain.YEAR,
                Grain.QUARTER,
                Grain.MONTH,
                Grain.WEEK,
                Grain.DAY,
                Grain.MONTH_OF_YEAR,
                Grain.QUARTER_OF_YEAR,
                Grain.WEEKDAY)) {
            for (String date : List.of("departure_date", "arrival_date")) {
                assertSame(grouped(
                        List.of(new Bucket(field(SHIPMENTS, date), grain)),
                        List.of(count(SHIPMENTS), aggregate(Function.SUM, "teu")),
                        List.of()));
            }
        }
    }

    @Test
    void distinctValuesAndMediansAreExact() throws SQLException {
        assertSame(grouped(
                List.of(field(SHIPMENTS, "status")),
                List.of(
                        aggregate(Function.COUNT_DISTINCT, "number"),
                        aggregate(Function.MEDIAN, "weight_kg"),
                        aggregate(Function.MEDIAN, "delay_days"),
                        aggregate(Function.MAXIMUM, "arrival_date"),
                        aggregate(Function.MINIMUM, "commodity")),
                List.of()));
        assertSame(figures(aggregate(Function.COUNT_DISTINCT, "freight_usd")));
    }

    @Test
    void figuresWithConditionsOfTheirOwnStandBesideEachOther() throws SQLException {
        Condition late = new Compare(field(SHIPMENTS, "delay_days"), Relation.MORE, Literal.of(3));
        Condition miami = new Compare(
                new Field("shipping.ports", "city", "destination_port_id"), Relation.EQUAL, new Literal("Miami"));
        Aggregate ofLate = new Aggregate(Function.COUNT, SHIPMENTS, Optional.empty(), List.of(late));
        Aggregate toMiami =
                new Aggregate(Function.SUM, SHIPMENTS, Optional.of(field(SHIPMENTS, "teu")), List.of(miami));
        Aggregate ships = new Aggregate(
                Function.COUNT_DISTINCT, SHIPMENTS, Optional.of(field(SHIPMENTS, "vessel_id")), List.of(late));
        assertSame(grouped(
                List.of(field("shipping.carriers", "name")),
                List.of(count(SHIPMENTS), ofLate, toMiami, ships),
                List.of()));
        assertSame(grouped(
                List.of(field("shipping.carriers", "name")),
                List.of(new Calculation(Operator.OVER, ofLate, count(SHIPMENTS)), new ShareOfAll(count(SHIPMENTS))),
                List.of()));
    }

    @Test
    void figuresOfSeveralRelationsAreEachCountedOnce() throws SQLException {
        assertSame(grouped(
                List.of(field("shipping.carriers", "name")), List.of(count(SHIPMENTS), count(CONTAINERS)), List.of()));
        Aggregate boxes = count(CONTAINERS);
        assertSame(grouped(
                List.of(field("shipping.carriers", "name")),
                List.of(new Aggregate(Function.AVERAGE, SHIPMENTS, Optional.of(boxes), List.of())),
                List.of()));
    }

    @Test
    void groupsAreKeptByTheirFiguresAndOrdered() throws SQLException {
        Value delay = aggregate(Function.AVERAGE, "delay_days");
        LogicalQuery above = new LogicalQuery(
                Optional.empty(),
                shown(List.of(field("shipping.vessels", "name"))),
                shown(List.of(delay)),
                List.of(),
                List.of(new Compare(delay, Relation.MORE, new Overall(delay))),
                List.of(new Order(delay, true), new Order(field("shipping.vessels", "name"), false)),
                Optional.of(7),
                List.of(),
                false,
                false);
        assertSameInOrder(above);
    }

    @Test
    void listsAreOrderedWithMissingValuesLast() throws SQLException {
        for (boolean descending : List.of(false, true)) {
            assertSameInOrder(new LogicalQuery(
                    Optional.of(SHIPMENTS),
                    shown(List.of(
                            field(SHIPMENTS, "number"),
                            field(SHIPMENTS, "arrival_date"),
                            new Field("shipping.ports", "name", "destination_port_id"),
                            new Bucket(field(SHIPMENTS, "departure_date"), Grain.MONTH))),
                    List.of(),
                    List.of(new Compare(field("shipping.carriers", "name"), Relation.EQUAL, new Literal("ZIM"))),
                    List.of(),
                    List.of(
                            new Order(field(SHIPMENTS, "arrival_date"), descending),
                            new Order(field(SHIPMENTS, "shipment_id"), false)),
                    Optional.of(1_500),
                    List.of(),
                    false,
                    false));
        }
    }

    @Test
    void theFirstOfEachGroupAndThoseEqualToTheLast() throws SQLException {
        assertSame(new LogicalQuery(
                Optional.of(SHIPMENTS),
                shown(List.of(field("shipping.carriers", "name"), field(SHIPMENTS, "number"))),
                List.of(),
                List.of(),
                List.of(),
                List.of(new Order(field(SHIPMENTS, "value_usd"), true)),
                Optional.of(2),
                List.of(field("shipping.carriers", "name")),
                false,
                true));
        assertSame(new LogicalQuery(
                Optional.of(SHIPMENTS),
                shown(List.of(field(SHIPMENTS, "number"), field(SHIPMENTS, "teu"))),
                List.of(),
                List.of(new Compare(field(SHIPMENTS, "commodity"), Relation.EQUAL, new Literal("wine"))),
                List.of(),
                List.of(new Order(field(SHIPMENTS, "teu"), true)),
                Optional.of(3),
                List.of(),
                false,
                true));
    }

    @Test
    void theOneAtACertainPlace() throws SQLException {
        Order dear = new Order(field(SHIPMENTS, "value_usd"), true);
        Order large = new Order(field(SHIPMENTS, "teu"), true);
        List<Value> numbers = List.of(field("shipping.carriers", "name"), field(SHIPMENTS, "number"));
        Condition wine = new Compare(field(SHIPMENTS, "commodity"), Relation.EQUAL, new Literal("wine"));
        assertSame(nth(numbers, List.of(), List.of(wine), dear, 2, List.of(), false));
        assertSame(nth(numbers, List.of(), List.of(wine), dear, 3, List.of(numbers.get(0)), false));
        // several share a place, which leaves none out
        assertSame(nth(numbers, List.of(), List.of(wine), large, 2, List.of(), false));
        assertSame(nth(numbers, List.of(), List.of(), large, 100, List.of(), false));
        Value count = new Aggregate(Function.COUNT, SHIPMENTS, Optional.empty(), List.of());
        assertSame(nth(
                List.of(field(SHIPMENTS, "commodity")),
                List.of(count),
                List.of(),
                new Order(count, true),
                4,
                List.of(),
                false));
        // equal rows shown once: in SQL alone, and once
        LogicalQuery once = nth(List.of(field(SHIPMENTS, "teu")), List.of(), List.of(), large, 2, List.of(), true);
        assertThrows(NotExpressible.class, () -> world.engine.plan(once));
        assertEquals(1, world.fromFile(once).size());
    }

    private static LogicalQuery nth(
            List<Value> columns,
            List<Value> measures,
            List<Condition> where,
            Order order,
            int place,
            List<Value> per,
            boolean distinct) {
        return new LogicalQuery(
                Optional.of(SHIPMENTS),
                shown(columns),
                shown(measures),
                where,
                List.of(),
                List.of(order),
                Optional.of(place),
                per,
                distinct,
                false,
                true);
    }

    // ---- any query

    @Test
    void anyQueryGivesTheSameRows() throws SQLException {
        Random random = new Random(20_250_115);
        List<String> refused = new ArrayList<>();
        int compared = 0;
        for (int i = 0; i < 400; i++) {
            LogicalQuery query = drawn(random);
            try {
                world.engine.plan(query);
            } catch (NotExpressible e) {
                refused.add(e.getMessage());
                continue;
            }
            assertSame(query);
            compared++;
        }
        assertTrue(
                compared >= 350,
                compared + " could be compared; refused: "
                        + refused.stream().distinct().toList());
    }

    private static LogicalQuery drawn(Random random) {
        List<Condition> where = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            where.add(condition(random, 2));
        }
        if (random.nextInt(4) == 0) {
            List<Value> columns = new ArrayList<>(List.of(field(SHIPMENTS, "shipment_id")));
            for (int i = random.nextInt(4); i > 0; i--) {
                columns.add(column(random));
            }
            return new LogicalQuery(
                    Optional.of(SHIPMENTS),
                    shown(columns),
                    List.of(),
                    where,
                    List.of(),
                    List.of(new Order(field(SHIPMENTS, "shipment_id"), random.nextBoolean())),
                    Optional.of(1 + random.nextInt(2_000)),
                    List.of(),
                    random.nextInt(4) == 0,
                    false);
        }
        List<Value> groups = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            Value group = random.nextInt(3) == 0
                    ? new Bucket(
                            field(SHIPMENTS, any(random, "departure_date", "arrival_date", "planned_arrival_date")),
                            any(random, Grain.YEAR, Grain.MONTH, Grain.WEEK, Grain.WEEKDAY))
                    : column(random);
            if (!groups.contains(group)) {
                groups.add(group);
            }
        }
        List<Value> measures = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            List<Condition> own = random.nextInt(3) == 0 ? List.of(condition(random, 1)) : List.of();
            measures.add(
                    random.nextInt(3) == 0
                            ? new Aggregate(Function.COUNT, SHIPMENTS, Optional.empty(), own)
                            : new Aggregate(
                                    any(random, Function.values()),
                                    SHIPMENTS,
                                    Optional.of(field(
                                            SHIPMENTS,
                                            any(random, "delay_days", "weight_kg", "teu", "value_usd", "freight_usd"))),
                                    own));
        }
        return grouped(groups, measures.stream().distinct().toList(), where);
    }

    private static Value column(Random random) {
        return any(
                random,
                field(SHIPMENTS, "status"),
                field(SHIPMENTS, "commodity"),
                field(SHIPMENTS, "teu"),
                field(SHIPMENTS, "arrival_date"),
                field("shipping.carriers", "name"),
                field("shipping.importers", "industry"),
                field("shipping.terminals", "name"),
                field("shipping.vessels", "built_year"),
                new Field("shipping.ports", "region", "destination_port_id"),
                new Field("shipping.ports", "name", "origin_port_id"));
    }

    private static Condition condition(Random random, int depth) {
        int kind = random.nextInt(depth > 0 ? 10 : 7);
        LocalDate day = ShipmentsWorld.TODAY.minusDays(random.nextInt(800));
        Relation relation = any(random, Relation.values());
        return switch (kind) {
            case 0 -> new Compare(
                    field(SHIPMENTS, any(random, "arrival_date", "departure_date")), relation, new Literal(day));
            case 1 -> new Compare(
                    field(SHIPMENTS, any(random, "delay_days", "teu")), relation, Literal.of(random.nextInt(8)));
            case 2 -> new OneOf(
                    field("shipping.carriers", "name"),
                    List.of(new Literal("ZIM"), new Literal("Maersk"), new Literal("nobody")));
            case 3 -> new Contains(
                    field("shipping.terminals", "name"),
                    any(random, "terminal", "MIA", "o", "Pier 4"),
                    random.nextBoolean());
            case 4 -> new Missing(field(SHIPMENTS, any(random, "arrival_date", "delay_days")));
            case 5 -> new Compare(
                    new Bucket(field(SHIPMENTS, "departure_date"), Grain.YEAR),
                    relation,
                    Literal.of(2023 + random.nextInt(3)));
            case 6 -> new Compare(
                    new Bucket(field(SHIPMENTS, "arrival_date"), Grain.MONTH), relation, new Literal(day));
            case 7 -> new Not(condition(random, depth - 1));
            case 8 -> new All(List.of(condition(random, depth - 1), condition(random, depth - 1)));
            default -> new AnyOf(List.of(condition(random, depth - 1), condition(random, depth - 1)));
        };
    }

    @SafeVarargs
    private static <T> T any(Random random, T... of) {
        return of[random.nextInt(of.length)];
    }

    // ---- comparing

    private static void assertSame(LogicalQuery query) throws SQLException {
        compare(query, false);
    }

    private static void assertSameInOrder(LogicalQuery query) throws SQLException {
        compare(query, true);
    }

    private static void compare(LogicalQuery query, boolean ordered) throws SQLException {
        List<List<Object>> expected = world.fromFile(query);
        Table found = world.engine.table(query);
        assertEquals(expected.size(), found.totalRows(), () -> "rows of " + query);
        List<String> want = lines(expected, ordered);
        List<String> have = lines(found.rows(), ordered);
        assertEquals(want, have, query::toString);
    }

    private static List<String> lines(List<List<Object>> rows, boolean ordered) {
        List<String> lines = rows.stream()
                .map(row -> row.stream().map(SameAnswersIT::cell).collect(Collectors.joining(" | ")))
                .toList();
        return ordered
                ? lines
                : lines.stream().sorted(Comparator.naturalOrder()).toList();
    }

    /** Sums of fractions depend on the order of adding in their last digits. */
    private static String cell(Object cell) {
        if (cell instanceof Number number) {
            BigDecimal exact =
                    number instanceof Double value ? BigDecimal.valueOf(value) : new BigDecimal(number.toString());
            return exact.round(new java.math.MathContext(11))
                    .stripTrailingZeros()
                    .toPlainString();
        }
        return String.valueOf(cell);
    }

    // ---- queries

    private static Field field(String relation, String column) {
        return Field.of(relation, column);
    }

    private static Aggregate count(String relation) {
        return new Aggregate(Function.COUNT, relation, Optional.empty(), List.of());
    }

    private static Aggregate aggregate(Function function, String column) {
        return new Aggregate(function, SHIPMENTS, Optional.of(field(SHIPMENTS, column)), List.of());
    }

    private static List<Shown> shown(List<? extends Value> values) {
        List<Shown> shown = new ArrayList<>();
        values.forEach(value -> shown.add(new Shown(value, "column " + (shown.size() + 1) + " " + value.hashCode())));
        return shown;
    }

    private static LogicalQuery figures(Value... measures) {
        return grouped(List.of(), List.of(measures), List.of());
    }

    private static LogicalQuery grouped(
            List<? extends Value> groups, List<? extends Value> measures, List<Condition> where) {
        return new LogicalQuery(
                Optional.empty(),
                shown(groups),
                shown(measures),
                where,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                false,
                false);
    }

    private static LogicalQuery list(String relation, List<? extends Value> columns, Optional<Integer> limit) {
        return new LogicalQuery(
                Optional.of(relation),
                shown(columns),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                limit,
                List.of(),
                false,
                false);
    }
}
