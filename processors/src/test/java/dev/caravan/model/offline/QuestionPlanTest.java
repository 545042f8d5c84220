package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the words of a question make of the query. */
class QuestionPlanTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));

    private Reading read(String question) {
        return new QuestionReader(model).read(question, WorldCatalog.get(), Optional.empty());
    }

    private SemanticQuery query(String question) {
        Plan plan = new QueryPlanner(model).plan(read(question), Overrides.NONE);
        assertThat(plan).as(question).isInstanceOf(Plan.Query.class);
        return ((Plan.Query) plan).query();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Is Rwanda getting more complex?",
                "Has Ethiopia become more diversified?",
                "Did Poland become less complex?"
            })
    void whatBecomesIsAskedForYearByYear(String question) {
        assertThat(query(question).years().span()).isEqualTo(Span.EACH);
        assertThat(read(question).goods()).isEmpty();
    }

    @Test
    void aSlipInTheFirstLetterIsNoProduct() {
        assertThat(read("Is Rwanda getting richer?").goods()).isEmpty();
        assertThat(read("What did Brazil export in cofee?").goods()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Rank South American countries by GDP per capita",
                "Rank the countries of Africa by population",
                "List all countries in ASEAN by exports per capita"
            })
    void anOrderOfAGroupListsItsMembers(String question) {
        assertThat(query(question).by()).isEqualTo(List.of("country"));
        assertThat(query(question).measures().get(0).form()).isEqualTo(Form.VALUE);
        assertThat(query(question).limit()).as("all members").isEmpty();
    }

    @Test
    void aGroupThatOnlyDatesTheQuestionIsNotAskedFor() {
        Reading reading = read("Compare the export growth of Poland, Hungary and Czechia since EU accession in 2004");

        assertThat(reading.places(Reading.Role.SUBJECT))
                .extracting(Reading.Mention::entity)
                .extracting(Entity::code)
                .containsExactly("POL", "HUN", "CZE");
        assertThat(reading.from()).contains(2004);
        assertThat(reading.to()).isEmpty();
        assertThat(read("Exports of the EU in 2004").places(Reading.Role.SUBJECT))
                .hasSize(1);
    }

    @Test
    void lostValueIsADifferenceAndLostGrowthAPercentage() {
        SemanticQuery lost = query("Which products lost the most export value in Italy between 2010 and 2020?");

        assertThat(lost.measures().get(0).form()).isEqualTo(Form.CHANGE);
        assertThat(lost.ascending()).isTrue();
        assertThat(query("Which products grew fastest in Italy between 2010 and 2020?")
                        .measures()
                        .get(0)
                        .form())
                .isEqualTo(Form.GROWTH);
    }

    @Test
    void aCodeIsAnsweredByACode() {
        Table table = new Table(
                List.of(
                        new Column("product", "name"),
                        new Column("product_code", "code"),
                        new Column("year", "year"),
                        new Column("exports", "USD")),
                List.of(List.of("Coffee", "0901", 2024L, 53_902_097_862L)),
                1);

        assertThat(new AnswerWriter(model).write(table, Optional.empty(), read("What is the HS code for coffee?")))
                .isEqualTo("Coffee: HS 1992 code **0901**.");
        assertThat(new AnswerWriter(model).write(table, Optional.empty(), read("How much coffee is exported?")))
                .contains("$53.90 billion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "Hi there!", "What can you do?", "thanks"})
    void aGreetingIsAnsweredWithWhatCanBeAsked(String question) {
        assertThat(new Scope(model).greet(question))
                .hasValueSatisfying(text -> assertThat(text).contains("I answer questions about", "\n- "));
    }

    @Test
    void aQuestionThatBeginsWithAGreetingIsAQuestion() {
        assertThat(new Scope(model).greet("Hello, what did Kenya export in 2020?"))
                .isEmpty();
    }
}
