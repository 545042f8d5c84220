package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of words that nothing in the data bears. */
class UnreadWordsTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));

    private Plan plan(String question) {
        return new QueryPlanner(model)
                .plan(new QuestionReader(model).read(question, WorldCatalog.get(), Optional.empty()), Overrides.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What does Wakanda export? | Wakanda",
                "Compare exports of Kenya and Narnia | Narnia",
                "Exports Of Kenya And Narnia | Narnia",
                "Exports from Kenya to the Shire | Shire",
                "coffee exports of Narnia in 2020 | Narnia",
                "Exports of unobtainium from Brazil | unobtainium",
                "unobtainium exports of Kenya in 2019 | unobtainium"
            })
    void anUnknownNameIsAskedBack(String question, String name) {
        assertThat(plan(question)).isInstanceOfSatisfying(Plan.Clarify.class, clarify -> assertThat(clarify.message())
                .contains("\"" + name + "\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What was the effect of Zelda on Kenya's exports?",
                "Kenya's exports since the Lehman crisis",
                "Kenya's informal exports in 2020"
            })
    void whatOnlyDatesOrDescribesIsLeftOutAndSaid(String question) {
        assertThat(plan(question))
                .isInstanceOfSatisfying(Plan.Query.class, query -> assertThat(UnreadWords.caveat(query.notes()))
                        .startsWith("*Not taken into account"));
    }

    @Test
    void anAnswerToAllWordsHasNoCaveat() {
        assertThat(plan("What were Kenya's top 5 exports in 2023?"))
                .isInstanceOfSatisfying(Plan.Query.class, query -> assertThat(UnreadWords.caveat(query.notes()))
                        .isEmpty());
        assertThat(UnreadWords.caveat(List.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Kenya's exports in March 2020",
                "exports of Kenya Q1 2020",
                "exports of Kenya in the first quarter of 2020",
                "median export value of African countries"
            })
    void aStatisticOrASpanThatIsNotHeldIsSaid(String question) {
        assertThat(plan(question)).isInstanceOf(Plan.Unanswerable.class);
    }
}
