package dev.caravan.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.sql.SqlGuard;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What questions about a small shop are taken for, as statements of DuckDB, and what is asked back. */
class QuestionReaderTest {
    private static final LocalDate TODAY = LocalDate.of(2025, 1, 15);
    private static final Set<String> FUNCTIONS = Set.of("count", "sum", "avg", "rank", "extract", "cast", "nullif");

    private static Column column(Type type, String... names) {
        return new Column(type, List.of(names), "", type == Type.TEXT, Map.of());
    }

    private static final Schema SHOP = new Schema(
            Optional.of(TODAY),
            new LinkedHashMap<>(Map.of(
                    "shop.customers",
                    new Relation(
                            List.of("customer"),
                            "",
                            List.of("id"),
                            Map.of(),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "name", column(Type.TEXT, "name"),
                                    "country", column(Type.TEXT, "country"))),
                    "shop.products",
                    new Relation(
                            List.of("product"),
                            "",
                            List.of("id"),
                            Map.of(),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "title", column(Type.TEXT, "title"),
                                    "category", column(Type.TEXT, "category"),
                                    "unit_price", column(Type.NUMBER, "unit price"),
                                    "weight_kg", column(Type.NUMBER, "weight kg"),
                                    "brewing_seconds", column(Type.NUMBER, "brewing seconds"),
                                    "distance", column(Type.NUMBER, "distance"),
                                    "units_in_stock", column(Type.NUMBER, "units in stock"))),
                    "shop.orders",
                    new Relation(
                            List.of("order"),
                            "",
                            List.of("id"),
                            Map.of("customer_id", "shop.customers.id"),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "customer_id", column(Type.NUMBER, "customer id"),
                                    "order_date", column(Type.DATE, "order date"),
                                    "shipped_date", column(Type.DATE, "shipped date"),
                                    "freight", column(Type.NUMBER, "freight")),
                            Map.of("revenue", new Measure("{freight} * 10", List.of("revenue"), true)),
                            false),
                    "shop.lines",
                    new Relation(
                            List.of("order line"),
                            "",
                            List.of("id"),
                            Map.of("order_id", "shop.orders.id", "product_id", "shop.products.id"),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "order_id", column(Type.NUMBER, "order id"),
                                    "product_id", column(Type.NUMBER, "product id"),
                                    "quantity", column(Type.NUMBER, "quantity"),
                                    "discount", column(Type.NUMBER, "discount")),
                            Map.of(
                                    "revenue",
                                    new Measure("{quantity} * 2 * (1 - {discount})", List.of("revenue"), true)),
                            false))));

    private static Map<String, Column> columns(Object... each) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (int i = 0; i < each.length; i += 2) {
            columns.put((String) each[i], (Column) each[i + 1]);
        }
        return columns;
    }

    private final QuestionReader reader = new QuestionReader(
            SHOP,
            List.of(
                    new Datum("shop.customers", "country", "Germany", "Germany"),
                    new Datum("shop.customers", "name", "Ada", "Ada"),
                    new Datum("shop.customers", "name", "Bob", "Bob"),
                    new Datum("shop.products", "category", "Tea", "Tea"),
                    new Datum("shop.products", "category", "Bear", "Bear")),
            TODAY);

    private String sql(String question) {
        QuestionReader.Reading reading = reader.read(question);
        assertThat(reading.query())
                .as("%s %s", reading.problem(), reading.explanation())
                .isPresent();
        return new QueryCompiler(reader.graph(), "duckdb")
                .compile(reading.query().get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Show 5 products | limit 5",
                "List 3 customers from Germany | limit 3",
                "Give me 10 orders of Ada | limit 10",
                "Show customer Ada | country"
            })
    void soManyRowsAreListedAndOneThatIsNamedIsShownWhole(String question, String part) {
        assertThat(sql(question).toLowerCase(java.util.Locale.ROOT).replaceAll("\\s+", " "))
                .contains(part)
                .doesNotContain("count(");
    }

    @Test
    void aNumberOfThingsElsewhereStaysACondition() {
        assertThat(sql("customers with 2 orders").toLowerCase(java.util.Locale.ROOT))
                .contains("count(")
                .doesNotContain("limit");
        assertThat(sql("list customers with 2 orders").toLowerCase(java.util.Locale.ROOT))
                .contains("count(")
                .doesNotContain("limit");
    }

    @Test
    void explainsSpansRulesAndTheWinner() {
        assertThat(reader.explain("Top 5 customers by revenue in sunny 2024"))
                .contains(
                        "Spans\n",
                        "NUMBER \"5\" by number, cost 0.00",
                        "THING \"customers\" by schema",
                        "Winner, cost",
                        "LIMIT \"Top 5\" by the most of a number",
                        "left over: sunny",
                        "Next, cost");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        Which order had the highest freight?     | RANK() OVER ( ORDER BY t1.freight DESC NULLS LAST) | MAX(
        average freight per order                | AVG(t1.freight) | GROUP BY
        How many products are there?             | COUNT(*) | WHERE
        What is the average weight of products?  | AVG(t1.weight_kg) | GROUP BY
        Which products are out of stock?         | t1.units_in_stock = 0 | COUNT
        products whose title contains "green"    | t1.title ILIKE '%green%' | = 'green'
        What is the average weight of the bears? | t1.category = 'Bear' | GROUP BY
        What is the heaviest product by weight?  | RANK() OVER ( ORDER BY t1.weight_kg DESC NULLS LAST) | PARTITION
        products starting with B                 | t1.title ILIKE 'B%' | COUNT
        orders not shipped                       | t1.shipped_date IS NULL | GROUP BY
        How many orders were shipped in 2024?    | t1.shipped_date >= DATE '2024-01-01' | order_date
        revenue in the second half of 2024       | t1.order_date >= DATE '2024-07-01' AND t1.order_date < DATE '2025-01-01' | GROUP BY
        Which customers have no orders?          | NOT EXISTS | COUNT
        our best customer by revenue             | place <= 1 | LIMIT
        our best customers by revenue            | DESC NULLS LAST | place <=
        What did Ada order?                      | SELECT t1.title | COUNT(
        What is the best selling product?        | ORDER BY SUM(t1.quantity) DESC | COUNT(
        orders that are not shipped yet          | SELECT t1.id | COUNT(
        products brewing more than 2 minutes     | t1.brewing_seconds > 120 | > 2
        the 3 products with the highest revenue  | LIMIT 3 | place <=
        how many customers have more orders than Ada | SELECT COUNT(*) AS | GROUP BY
        top 5 countries by number of customers   | GROUP BY t1.country ORDER BY COUNT(*) DESC NULLS LAST LIMIT 5 | t1.name
        """)
    void aQuestionIsTakenFor(String question, String has, String hasNot) {
        assertThat(sql(question)).contains(has).doesNotContain(hasNot);
    }

    @Test
    void aFigureOfEachThingIsTakenBeforeItsAverage() {
        String expected = "SELECT AVG(a1) AS a1 FROM (SELECT";

        assertThat(sql("How many orders does a customer have on average?")).contains(expected);
        assertThat(sql("average number of orders per customer")).contains(expected);
    }

    @Test
    void aTimeIsThatOfWhatIsCounted() {
        assertThat(sql("customers with more than 3 orders in 2024"))
                .contains("AND (t2.order_date >= DATE '2024-01-01' AND t2.order_date < DATE '2025-01-01')) > 3");
    }

    @Test
    void aValueBehindAThingIsOneOfThatThing() {
        assertThat(sql("How many orders were placed in 2024 by customers from Germany?"))
                .startsWith("SELECT COUNT(*)")
                .contains("t2.country = 'Germany'")
                .doesNotContain("GROUP BY");
    }

    @Test
    void aFigureOfOneNameIsThatOfTheRecordsThatTheConditionIsAbout() {
        // orders have a revenue too, but an order with tea in it is not all tea
        assertThat(sql("What percentage of revenue comes from Tea?"))
                .contains("CASE WHEN", "t1.quantity * 2")
                .doesNotContain("freight", "EXISTS");
        assertThat(sql("revenue per customer")).contains("SUM((t1.freight");
    }

    @Test
    void whatIsEqualToTheFirstIsShownToo() {
        assertThat(sql("Which customer has the most orders?")).contains("RANK() OVER", "place <= 1");
        assertThat(sql("top 2 customers by number of orders")).endsWith("LIMIT 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Which customer has the most orders?", "the best selling product of each category by quantity"})
    void theGuardLetsTheFirstOfGroupsPass(String question) {
        for (Dialect dialect : List.of(Dialect.POSTGRESQL, Dialect.DUCKDB)) {
            String sql = new QueryCompiler(reader.graph(), dialect.code())
                    .compile(reader.read(question).query().orElseThrow());

            assertThat(new SqlGuard(SHOP.relations().keySet(), FUNCTIONS, dialect).refuse(sql))
                    .as(sql)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "How many products were returned by customers?,returned",
        "Which customers are unhappy?,unhappy",
        "cities of both customers and products,cities",
        "What is the value of the stock per category?,value",
        "Which category sold the most per customer?,not clear what is taken for each",
        "What is the total discount per customer?,does not add up",
        "products with a distance over 3 hours,it is not known in what unit",
        "Which customers borrowed a product?,borrowed"
    })
    void aWordWithWeightThatIsNotUnderstoodIsAskedAbout(String question, String about) {
        QuestionReader.Reading reading = reader.read(question);

        assertThat(reading.query()).isEmpty();
        assertThat(reading.problem()).contains(about);
    }

    /** What customers paid says nothing of how many products they bought. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which customer bought the most products?",
                "countries whose customers bought the most products",
                "Which customer purchased the most Tea products?",
                "Which country ordered the fewest products?",
                "In which month of 2024 were the most products sold?",
                "the customer with the most products ordered in 2024"
            })
    void howMuchWasDoneToThingsIsToldByTheirRecords(String question) {
        assertThat(sql(question)).contains("SUM(t1.quantity)").doesNotContain("freight", "discount");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        Which customers never ordered any Tea?                       | NOT EXISTS
        products never ordered by customers from Germany             | NOT EXISTS
        countries with exactly one customer                          | = 1
        customers with more than one order                           | > 1
        What percentage of products are lighter than 2 kg?           | t1.weight_kg < 2
        Did we sell more in 2023 or in 2024?                         | GROUP BY
        Did Germany or France order more products in 2024?           | asked
        Who ordered the fewest products?                             | SUM(t1.quantity)
        Who has the highest freight in total?                        | SUM(t1.freight)
        customers with at least one order in 2024                    | >= 1
        customers who have only one order                            | = 1
        Which customers have just two orders?                        | = 2
        products not heavier than one kg                             | asked
        order with the largest freight                               | t1.freight DESC
        Did Tea or Bear sell better?                                 | GROUP BY
        busiest month of 2024 by number of orders                    | ORDER BY COUNT(*) DESC NULLS LAST) AS place
        top month of 2024 by revenue                                 | ORDER BY SUM((t1.freight * 10)) DESC
        How heavy are our products on average?                       | AVG(t1.weight_kg)
        customers with more than 2 orders with a freight over 100    | freight > 100
        How many more orders were there in 2024 than in 2023?        | THEN 1 END) - COUNT(CASE WHEN
        How much more revenue did we make in 2024 than in 2023?      | END) - SUM(CASE WHEN
        How many more products than customers are there?             | a1) AS
        Did we get more orders in 2024 than in 2023?                 | GROUP BY
        customers with more orders in 2024 than in 2023              | ) > (SELECT COUNT(*)
        How many more products are there?                            | asked
        orders with no freight                                       | t1.freight = 0
        orders with zero freight                                     | t1.freight = 0
        the second heaviest product                                  | place = 2
        third largest customer by revenue                            | place = 3
        the second customer                                          | asked
        average orders per customer                                  | SELECT AVG(a1)
        average number of orders of a customer                       | SELECT AVG(a1)
        orders shipped within a week                                 | <= 1
        how much did Ada order?                                      | SUM(
        orders that took longer than a week                          | / 604800
        the longest order                                            | t1.shipped_date
        ratio of weight to distance for each product                 | SUM(t1.weight_kg) / NULLIF(SUM(t1.distance)
        orders per order date                                        | GROUP BY
        Do two customers share a country?                            | asked
        """)
    void conditionsCombine(String question, String has) {
        QuestionReader.Reading reading = reader.read(question);
        if (has.equals("asked")) {
            assertThat(reading.query()).isEmpty();
        } else {
            assertThat(sql(question)).contains(has);
        }
    }

    @Test
    void whatWasUnderstoodIsSaidBesideWhatWasNot() {
        assertThat(reader.read("How many customers are unhappy?").problem())
                .isEqualTo("I understand \"How many customers\". I do not understand \"unhappy\" in these data.");
    }

    @Test
    void aFollowUpChangesOneClause() {
        String full = reader.inFull("top 5 countries by number of customers", "make it 3");

        assertThat(sql(full)).endsWith("LIMIT 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        Top 5 countries by number of customers | make it top 3          | LIMIT 3                   | LIMIT 5
        Top 5 countries by number of customers | make it top 3          | GROUP BY t1.country       | LIMIT 5
        Show orders in 2024                    | how many are there?    | COUNT(*)                  | GROUP BY
        Show orders in 2024                    | what is the total freight of those? | 2024-01-01   | GROUP BY
        Show orders in 2024                    | and the year before?    | 2023-01-01                | 2025-01-01
        Show orders in March 2024              | the month before        | 2024-02-01                | 2024-04-01
        Number of orders by country            | leave out Germany       | <> 'Germany'              | = 'Germany'
        Average unit price by category         | the five cheapest only  | LIMIT 5                   | DESC
        """)
    void takesWhatIsAskedOfTheQuestionBefore(String before, String after, String has, String hasNot) {
        assertThat(sql(reader.inFull(before, after))).contains(has).doesNotContain(hasNot);
    }

    @Test
    void leavesAQuestionOfItsOwnAsItIs() {
        assertThat(sql(reader.inFull("Show orders in 2024", "How many customers are there?")))
                .doesNotContain("2024");
    }

    @Test
    void asksForAWholeQuestionWhereAPronounHasNothingBeforeIt() {
        assertThat(reader.needsBefore("what is their average freight?")).isTrue();
        assertThat(reader.needsBefore("the five cheapest only")).isTrue();
        assertThat(reader.needsBefore("Which customers and their countries are there?"))
                .isFalse();
        assertThat(reader.needsBefore("How many orders were there in 2024?")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        number of orders next month                   | >= DATE '2025-02-01'
        number of orders next month                   | < DATE '2025-03-01'
        number of orders in the week before last      | >= DATE '2024-12-30'
        number of orders in the week before last      | < DATE '2025-01-06'
        products heavier than half a million          | > 500000
        Which category comes second by total quantity | WHERE place = 2
        the second largest category by quantity       | WHERE place = 2
        compare the first half of 2023 with the first half of 2024 by number of orders | DATE '2023-07-01'
        Which customers had no orders in March 2024?  | NOT EXISTS
        """)
    void readsTimesPlacesAndRoundedNumbers(String question, String has) {
        assertThat(sql(question)).contains(has);
    }

    /** No row is two values of a column: both are said of all rows of what is listed. */
    @Test
    void doesNotTakeAnotherValueOfAColumnForItsAbsence() {
        assertThat(sql("Which countries have Ada but not Bob?")).contains("= 0").contains("> 0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        orders with a freight of more than 5 | SELECT id FROM shop.orders                    | false
        orders with a freight of more than 5 | SELECT id FROM shop.orders WHERE freight > 5  | true
        orders that are not from Germany     | SELECT id FROM shop.orders                    | false
        the average freight                  | SELECT AVG(freight) FROM shop.orders          | true
        the average freight                  | SELECT freight FROM shop.orders               | false
        teas and bears                       | SELECT 1 FROM p t1 WHERE t1.c = 'Tea' AND t1.c = 'Bear' | false
        """)
    void tellsWhatAStatementOfOthersDoesNotDo(String question, String sql, boolean meets) {
        assertThat(reader.unmet(question, sql).isEmpty()).isEqualTo(meets);
    }

    @Test
    void knowsTonnesWhereWeightsAreKilograms() {
        assertThat(sql("products heavier than 2 tonnes")).contains("t1.weight_kg > 2000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    Total weight by category                    | which category was the heaviest? | SUM(t1.weight_kg) DESC
                    Total weight by category                    | which one is the heaviest?       | SUM(t1.weight_kg) DESC
                    Average unit price by category              | which category was the cheapest? | AVG(t1.unit_price)
                    Average unit price by category              | which category is the highest?   | AVG(t1.unit_price) DESC
                    Freight by month in 2024                    | which month was the lowest?      | SUM(t1.freight)
                    Freight by month in 2024                    | only those above 50              | HAVING SUM(t1.freight) > 50
                    How many orders per customer country        | keep only those above 50         | HAVING COUNT(*) > 50
                    Average unit price by category              | only 50 or more                  | HAVING AVG(t1.unit_price) >= 50
                    Average unit price by category              | make it distance                 | AVG(t1.distance)
                    Average unit price by category              | keep those with at least 50      | HAVING AVG(t1.unit_price) >= 50
                    Freight by month in 2024                    | which month was the highest?     | SUM(t1.freight) DESC
                    """)
    void goesOnWithWhatWasToldForEach(String before, String after, String part) {
        assertThat(reader.goesOn(before, after)).isTrue();
        assertThat(sql(QuestionReader.joined(before, after))).contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    How many products are there per category | which category was the heaviest?
                    Total quantity by category               | the five cheapest only
                    Show the orders of 2024                  | only those above 50
                    """)
    void doesNotGuessWhichNumberIsMeant(String before, String after) {
        assertThat(reader.read(QuestionReader.joined(before, after)).query()).isEmpty();
    }

    @Test
    void asksWhetherTimesAreComparedByTotalOrAverage() {
        assertThat(reader.read("Which month was the priciest?").query()).isEmpty();
    }

    /** One table of all that is known, as it is often loaded. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    What did we send to Haiti in 2024?                  | SELECT t1.id
                    Vendors that delivered to both Haiti and Kenya      | AND COUNT(CASE WHEN t1.country = 'Kenya' THEN 1 END) > 0
                    How many deliveries were neither late nor early?    | t1.delay_days <= 0 AND t1.delay_days >= 0
                    How many deliveries were not early?                 | t1.delay_days >= 0
                    Which month was the slowest?                        | AVG(t1.delay_days)
                    Average delay by month, then: which was the worst?  | AVG(t1.delay_days) DESC
                    Average delay by month, then: which was the best?   | ORDER BY AVG(t1.delay_days) NULLS LAST
                    """)
    void readsOneTableOfDeliveries(String question, String part) {
        Schema flat = new Schema(
                Optional.of(TODAY),
                new LinkedHashMap<>(Map.of(
                        "flat.deliveries",
                        new Relation(
                                List.of("delivery"),
                                "",
                                List.of("id"),
                                Map.of(),
                                columns(
                                        "id", column(Type.NUMBER, "id"),
                                        "country", column(Type.TEXT, "country"),
                                        "vendor", column(Type.TEXT, "vendor"),
                                        "delivered_date", column(Type.DATE, "delivered date", "delivered"),
                                        "delay_days", column(Type.NUMBER, "delay", "delay days"))))));
        QuestionReader deliveries = new QuestionReader(
                flat,
                List.of(
                        new Datum("flat.deliveries", "country", "Haiti", "Haiti"),
                        new Datum("flat.deliveries", "country", "Kenya", "Kenya")),
                TODAY);
        QuestionReader.Reading reading = deliveries.read(question);
        assertThat(reading.query()).as(reading.problem()).isPresent();
        assertThat(new QueryCompiler(deliveries.graph(), "duckdb")
                        .compile(reading.query().get()))
                .contains(part);
    }

    /** A record of a day that says yes or no: that there was such a day says nothing of now. */
    @Test
    void asksOfWhichDayASnapshotIsMeant() {
        Schema stock = new Schema(
                Optional.of(TODAY),
                new LinkedHashMap<>(Map.of(
                        "lot.cars",
                        new Relation(
                                List.of("car"),
                                "",
                                List.of("id"),
                                Map.of(),
                                columns("id", column(Type.NUMBER, "id"), "make", column(Type.TEXT, "make"))),
                        "lot.inventory_snapshots",
                        new Relation(
                                List.of("inventory snapshot", "snapshot"),
                                "",
                                List.of("id"),
                                Map.of("car_id", "lot.cars.id"),
                                columns(
                                        "id", column(Type.NUMBER, "id"),
                                        "car_id", column(Type.NUMBER, "car id"),
                                        "snapshot_date", column(Type.DATE, "snapshot date"),
                                        "is_in_inventory", column(Type.FLAG, "is in inventory", "in inventory"))))));
        QuestionReader lot = new QuestionReader(stock, List.of(), TODAY);
        for (String question : List.of(
                "how many cars are still in inventory?",
                "which cars are in inventory",
                "how many cars are not in inventory?",
                "number of cars in inventory by make")) {
            assertThat(lot.read(question).query()).as(question).isEmpty();
        }
        assertThat(lot.read("how many snapshots are in inventory?").query()).isPresent();
    }
}
