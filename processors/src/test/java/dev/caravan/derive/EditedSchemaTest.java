package dev.caravan.derive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditedSchemaTest {
    private static final Schema SHOP = new Schema(
            Optional.empty(),
            new LinkedHashMap<>(Map.of(
                    "main.orders",
                    new Relation(
                            List.of("order"),
                            "",
                            List.of("id"),
                            Map.of(),
                            new LinkedHashMap<>(Map.of(
                                    "id", column(Type.NUMBER, "id"),
                                    "customer_id", column(Type.NUMBER, "customer"),
                                    "price", column(Type.NUMBER, "price"),
                                    "paid", column(Type.DATE, "paid"))),
                            Map.of("sum", new Measure("{price}", List.of("sum"), true)),
                            false),
                    "main.customers",
                    new Relation(
                            List.of("client"),
                            "",
                            List.of("id"),
                            Map.of(),
                            new LinkedHashMap<>(
                                    Map.of("id", column(Type.NUMBER, "id"), "name", column(Type.TEXT, "name")))))));

    private static Column column(Type type, String name) {
        return new Column(type, List.of(name), "", false, Map.of());
    }

    private static EditedSchema edit(String orders) throws JsonProcessingException {
        JsonNode wanted = new ObjectMapper().readTree(orders.replace('\'', '"'));
        return EditedSchema.of(SHOP, Map.of("main.orders", wanted));
    }

    @Test
    void takesNamesKeysReferencesAndFiguresAndLeavesTheRest() throws Exception {
        EditedSchema edited =
                edit("{'names': ['purchase', 'order'], 'references': {'customer_id': 'main.customers.id'},"
                        + " 'columns': {'price': {'names': ['price', 'amount']}}, 'measures': {'sum': {'formula': '{price}', 'names': ['sum', 'total']},"
                        + " 'taxed': {'formula': '{price} * 1.2', 'names': ['taxed price']}}}");
        assertThat(edited.faults()).isEmpty();
        Relation orders = edited.schema().relations().get("main.orders");
        assertThat(orders.names()).containsExactly("purchase", "order");
        assertThat(orders.key()).containsExactly("id");
        assertThat(orders.references()).containsEntry("customer_id", "main.customers.id");
        assertThat(orders.columns().get("price").names()).containsExactly("price", "amount");
        assertThat(orders.columns().get("paid").names()).containsExactly("paid");
        assertThat(orders.measures().get("sum").guess())
                .as("its formula was not confirmed")
                .isTrue();
        assertThat(orders.measures().get("taxed").guess()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        {'key': ['nr']}                                              | unknown key nr
        {'references': {'customer_id': 'main.nobody.id'}}            | refers to main.nobody.id
        {'references': {'customer_id': 'id'}}                        | not written as schema.table.column
        {'references': {'paid': 'main.customers.id'}}                | paid holds dates
        {'names': ['client']}                                        | both called "client"
        {'names': []}                                                | need a name
        {'columns': {'price': {'names': ['customer']}}}              | both called "customer"
        {'columns': {'cost': {'names': ['cost']}}}                   | no column cost
        {'columns': {'price': {'type': 'text'}}}                     | is not edited
        {'columns': {'price': {'values': true}}}                     | does not hold texts
        {'measures': {'x': {'formula': '{cost} * 2', 'names': ['x']}}} | no column cost
        {'measures': {'x': {'formula': '2', 'names': ['x']}}}        | names no column
        {'measures': {'x': {'formula': '{price}', 'names': []}}}     | needs a name
        {'measures': {'x': {'formula': '{price} * (Select 1)', 'names': ['x']}}} | has a query in it
        {'measures': {'Price': {'formula': '{price} * 2', 'names': ['x']}}} | which is a column
        {'measures': ['x']}                                          | must be an object
        {'names': 'purchase'}                                        | must be a list
        {'name': ['purchase']}                                       | has nothing called name
        []                                                           | is no object
        """)
    void namesWhatIsWrongWithTheTable(String orders, String fault) throws Exception {
        EditedSchema edited = edit(orders);
        assertThat(edited.faults())
                .anySatisfy(told -> assertThat(told).contains(fault).contains("main.orders"));
        assertThat(edited.schema()).isEqualTo(SHOP);
    }
}
