package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Turn.PastTurn;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerificationTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Kenya's exports in 2020, checked with both sources | Kenya's exports in 2020?",
                "How much tea did Kenya export in 2019? Please double-check. | How much tea did Kenya export in 2019?",
                "Verify the total imports of Peru in 2018 using SQL and the API | the total imports of Peru in 2018?",
                "What did Ghana import in 2021 according to both sources? | What did Ghana import in 2021?",
                "Exports of Chile in 2015 - cross-check it against the other source | Exports of Chile in 2015?",
                "GDP of Norway in 2020 and then confirm it with the Atlas API | GDP of Norway in 2020?"
            })
    void whatIsToBeVerifiedIsAskedWithoutTheWordsForIt(String question, String asked) {
        assertThat(Verification.question(question, List.of())).contains(asked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What did Kenya export in 2020?",
                "Which countries are both in the EU and in the OECD?",
                "Does Kenya import more from China than from India?",
                "Exports of checked fabrics by Italy in 2020"
            })
    void otherQuestionsAskForNoCheck(String question) {
        assertThat(Verification.question(question, List.of())).isEmpty();
    }

    @Test
    void theFigureBeforeIsVerifiedInAThread() {
        List<PastTurn> history = List.of(new PastTurn("Kenya's exports in 2020", "Kenya's exports in 2020", ""));
        assertThat(Verification.question("Verify it with both sources", history))
                .contains("Kenya's exports in 2020");
        assertThat(Verification.question("Can you double-check that figure?", history))
                .contains("Kenya's exports in 2020");
    }
}
