package dev.caravan.derive;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What becomes of an edited schema when the database has changed, and of guesses that a person refuses. */
class MergedSchemaTest {
    private static Column column(Type type, String name) {
        return new Column(type, List.of(name), "", false, Map.of());
    }

    private static Map<String, Column> columns(Object... each) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (int i = 0; i < each.length; i += 2) {
            columns.put((String) each[i], (Column) each[i + 1]);
        }
        return columns;
    }

    private static Schema schema(Map<String, Relation> relations) {
        return new Schema(Optional.empty(), relations);
    }

    private static final Relation EDITED = new Relation(
            List.of("deal", "sale"),
            "",
            List.of("id"),
            Map.of("shop", "s.shops.id"),
            columns(
                    "id", column(Type.NUMBER, "id"),
                    "shop", column(Type.NUMBER, "branch"),
                    "old", column(Type.TEXT, "old"),
                    "fee", column(Type.TEXT, "fee")),
            Map.of(
                    "turnover",
                    new Measure("{fee}", List.of("turnover"), false),
                    "lost",
                    new Measure("{old}", List.of(), false)),
            false);
    private static final Relation NOW = new Relation(
            List.of("sale"),
            "",
            List.of("id"),
            Map.of(),
            columns(
                    "id", column(Type.NUMBER, "id"),
                    "shop", column(Type.NUMBER, "shop"),
                    "fee", column(Type.NUMBER, "fee"),
                    "card", column(Type.TEXT, "card")));
    private static final Relation SHOPS =
            new Relation(List.of("shop"), "", List.of("id"), Map.of(), columns("id", column(Type.NUMBER, "id")));

    private static MergedSchema merged(boolean add) {
        return MergedSchema.of(
                schema(Map.of("s.sales", EDITED, "s.shops", SHOPS)),
                schema(Map.of("s.sales", NOW, "s.shops", SHOPS, "s.secrets", SHOPS)),
                add);
    }

    @Test
    void whatPeopleEditedStaysAndTypesAreThoseOfTheDatabase() {
        Relation sales = merged(false).schema().relations().get("s.sales");

        assertThat(sales.names()).containsExactly("deal", "sale");
        assertThat(sales.columns().get("shop").names()).containsExactly("branch");
        assertThat(sales.columns().get("fee").type()).isEqualTo(Type.NUMBER);
        assertThat(sales.references()).containsEntry("shop", "s.shops.id");
        assertThat(sales.measures()).containsOnlyKeys("turnover");
    }

    @Test
    void whatIsNewOrWasTakenOutComesInOnlyWhenSaid() {
        assertThat(merged(false).schema().relations()).doesNotContainKey("s.secrets");
        assertThat(merged(false).schema().relations().get("s.sales").columns()).doesNotContainKey("card");
        assertThat(merged(true).schema().relations()).containsKey("s.secrets");
        assertThat(merged(true).schema().relations().get("s.sales").columns()).containsKey("card");
    }

    @Test
    void everyChangeIsTold() {
        assertThat(merged(false).changes())
                .containsExactlyInAnyOrder(
                        "the column s.sales.old is gone",
                        "the column s.sales.fee is a number now",
                        "the column s.sales.card is not in the model",
                        "the table s.secrets is not in the model",
                        "the figure lost of s.sales lost a column and is taken out");
        assertThat(MergedSchema.of(schema(Map.of("s.shops", SHOPS)), schema(Map.of("s.shops", SHOPS)), false)
                        .changes())
                .isEmpty();
    }

    @Test
    void whatAPersonRefusesIsLeftOutAndTheRestIsNoGuessAnyMore() {
        Relation guessed = new Relation(
                List.of("sale"),
                "",
                List.of("id"),
                Map.of("shop", "s.shops.id"),
                NOW.columns(),
                Map.of(
                        "revenue",
                        new Measure("{fee}", List.of("revenue"), true),
                        "cost",
                        new Measure("{fee}", List.of(), true)),
                false);
        DerivedSchema derived = new DerivedSchema(
                schema(Map.of("s.sales", guessed, "s.shops", SHOPS)),
                List.of(
                        new DerivedSchema.Key("s.sales", "id"),
                        new DerivedSchema.Reference("s.sales", "shop", "s.shops.id"),
                        new DerivedSchema.Figure("s.sales", "revenue", "{fee}")));

        Relation sales = derived.without(
                        List.of(derived.guesses().get(1), new DerivedSchema.Figure("s.sales", "cost", "{fee}")))
                .relations()
                .get("s.sales");

        assertThat(sales.key()).containsExactly("id");
        assertThat(sales.references()).isEmpty();
        assertThat(sales.measures()).containsOnlyKeys("revenue");
        assertThat(sales.measures().get("revenue").guess()).isFalse();
        assertThat(derived.guesses().get(2).told()).isEqualTo("s.sales: revenue is the sum of fee of its rows");
    }
}
