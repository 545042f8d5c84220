package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeWordsTest {
    private final QuestionReader reader =
            new QuestionReader(SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml")));

    private Reading read(String question) {
        return reader.read(question, WorldCatalog.get(), Optional.empty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Tea exports of Kenya in twenty twenty-two|2022|2022",
                "Tea exports of Kenya in nineteen ninety-five|1995|1995",
                "Tea exports of Kenya in two thousand and eight|2008|2008",
                "Tea exports of Kenya in the 1990s|1990|1999",
                "Tea exports of Kenya in the late nineties|1997|1999",
                "Tea exports of Kenya between the early 2000s and 2019|2000|2019",
                "Tea exports of Kenya, 2015-16|2015|2016",
                "What did Kenya export five years ago?|2019|2019",
                "Tea exports of Kenya, pre-pandemic|2019|2019",
                "How did the financial crisis affect Kenya's exports?|2007|2010",
                "How did the pandemic of 2020 hit Kenya's exports?|2019|2022",
                "How were Kenya's exports during COVID-19?|2020|2021",
            })
    void yearsAreReadFromWords(String question, int from, int to) {
        assertThat(read(question).from()).contains(from);
        assertThat(read(question).to()).contains(to);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How have Poland's exports grown since joining the EU?|2003",
                "How have Croatia's exports grown since EU accession?|2012",
                "How have Vietnam's exports grown since WTO accession?|2006",
                "How have Kenya's exports grown since the turn of the millennium?|2000",
            })
    void anEventThatCameToEachCountryInItsOwnYearIsDatedByTheCountry(String question, int from) {
        assertThat(read(question).from()).contains(from);
        assertThat(read(question).to()).isEmpty();
    }

    @Test
    void whatWasTakenForWhatIsTold() {
        Reading reading = read("How did Brexit change British exports?");

        assertThat(reading.has(Signal.EVENT)).isTrue();
        assertThat(reading.notes())
                .containsExactly("Brexit is taken as 2016 to 2020; the years 2015 to 2021 are shown.");
    }

    @Test
    void yearsThatAreNamedCountMoreThanAnEvent() {
        Reading reading = read("How did Kenya's exports change between 2015 and 2023, including the pandemic?");

        assertThat(reading.from()).contains(2015);
        assertThat(reading.to()).contains(2023);
    }

    @Test
    void anEventOfOtherCountriesDatesNothing() {
        assertThat(read("How have Kenya's exports grown since joining the EU?").from())
                .isEmpty();
    }

    @Test
    void twoYearsAreNotTheYearsBetweenThem() {
        assertThat(read("Exports of Kenya in 2010 and 2020").has(Signal.TWO_YEARS))
                .isTrue();
        assertThat(read("Exports of Kenya between 2010 and 2020").has(Signal.TWO_YEARS))
                .isFalse();
    }
}
