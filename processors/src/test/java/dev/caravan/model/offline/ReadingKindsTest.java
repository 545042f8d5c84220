package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.QueryType;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Turn.PastTurn;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of wording that were once misread. */
class ReadingKindsTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final QuestionReader reader = new QuestionReader(model);
    private final OfflineGraphql graphql = new OfflineGraphql(model, reader);
    private final FollowUp followUp = new FollowUp(reader, new Scope(model));

    private Reading read(String question) {
        return reader.read(question, WorldCatalog.get(), Optional.empty());
    }

    private QueryType type(String question) {
        return graphql.take(question, read(question)).type();
    }

    private String after(String before, String question) {
        return followUp.complete(question, List.of(new PastTurn(before, before, "")), WorldCatalog.get());
    }

    private static List<String> codes(Reading reading, Role role) {
        return reading.places(role).stream().map(place -> place.entity().code()).toList();
    }

    @Test
    void takesACountryThatIsOnlyMentionedForNoSubject() {
        assertThat(codes(read("What did Spain's neighbour Portugal export in 2010?"), Role.SUBJECT))
                .containsExactly("PRT");
    }

    @Test
    void readsSuppliersAsImportsByPartner() {
        Reading reading = read("Largest suppliers of Austria in 2012");
        assertThat(reading.has(Signal.BY_PARTNER)).isTrue();
        assertThat(reading.metrics()).containsExactly("imports");
        assertThat(codes(reading, Role.SUBJECT)).containsExactly("AUT");
    }

    @Test
    void takesThePlaceThatOneDependsOnForThePartner() {
        assertThat(codes(read("How strong is Nepal's dependence on India for its exports?"), Role.PARTNER))
                .containsExactly("IND");
    }

    @ParameterizedTest
    @CsvSource({
        "Phillippines exports in 2011, PHL",
        "Exports of New Zeeland in 2011, NZL",
        "Marocco exports in 2011, MAR"
    })
    void forgivesSlipsInNamesOfCountries(String question, String code) {
        assertThat(codes(read(question), Role.SUBJECT)).containsExactly(code);
    }

    @Test
    void takesThoseWhoPublishFiguresForNoPlaces() {
        assertThat(codes(read("How does the World Bank classify Jordan by income?"), Role.SUBJECT))
                .containsExactly("JOR");
    }

    @Test
    void readsTheVersionOfTheClassificationBehindItsYear() {
        assertThat(read("Peru's exports of 2019 in the 2012 edition of the HS").productClass())
                .contains(ProductClass.HS12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I'm new here. What is the income level of Jordan?|country_profile",
                "Which newcomers are there in Peru's exports?|new_products",
                "What is within Ghana's reach?|feasibility",
                "What portion of the world's coffee exports is from Brazil?|marketshare",
                "In what year were Ghana's cocoa exports highest?|reject",
                "What is the average PCI of Ghana's exports?|reject",
                "Up to which year does the series go in HS 1992?|explore_data_availability",
                "Which of the ASEAN has the largest exports?|reject",
                "How many refugees are there in Jordan?|reject"
            })
    void tellsTypesApartByKindsOfWording(String question, String type) {
        assertThat(type(question).code()).isEqualTo(type);
    }

    @Test
    void continuesAQuestionWithAnotherNumberOfRows() {
        assertThat(after("Top three exports of Ghana in 2012?", "Make it eight."))
                .isEqualTo("Top 8 exports of Ghana in 2012?");
        assertThat(after("Top 3 exports of Ghana in 2012?", "only two, please"))
                .isEqualTo("Top 2 exports of Ghana in 2012?");
    }

    @Test
    void countsYearsFromTheYearOfTheQuestionBefore() {
        assertThat(after("What was Ghana's GDP in 2012?", "And two years earlier?"))
                .isEqualTo("What was Ghana's GDP in 2010?");
        assertThat(after("What was Ghana's GDP in 2002?", "a decade later?"))
                .isEqualTo("What was Ghana's GDP in 2012?");
    }

    @Test
    void takesThatYearForTheYearOfTheQuestionBefore() {
        assertThat(after("Who bought most from Ghana in 2012?", "How much did Ghana sell to India that year?"))
                .isEqualTo("How much did Ghana sell to India in 2012?");
    }

    @Test
    void refusesToWriteRowsInHoweverManyWords() {
        Scope scope = new Scope(model);
        assertThat(scope.forbid("Please append another record for Ghana")).isPresent();
        assertThat(scope.forbid("Rename the column of exports")).isPresent();
        assertThat(scope.forbid("Which entry has the highest value?")).isEmpty();
    }

    @Test
    void takesAQuestionOfUseForNoRequestForAdvice() {
        Scope scope = new Scope(model);
        assertThat(scope.forbid("Which classification should I use for the 1970s?"))
                .isEmpty();
        assertThat(scope.forbid("Recommend a stock to me")).isPresent();
    }
}
