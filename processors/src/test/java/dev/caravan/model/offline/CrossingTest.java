package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SqlCompiler;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists by conditions on several members at once, and lists for each of several members or years. */
class CrossingTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final QuestionReader reader = new QuestionReader(model);

    private SemanticQuery query(String question) {
        Plan plan = new QueryPlanner(model)
                .plan(reader.read(question, WorldCatalog.get(), Optional.empty()), Overrides.NONE);
        assertThat(plan).as(question).isInstanceOf(Plan.Query.class);
        return ((Plan.Query) plan).query();
    }

    private String sql(String question) {
        return new SqlCompiler(model).compile(query(question)).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which goods do both Chile and Peru export with RCA above 1 in 2019? | rca_of_chl | > 1 | rca_of_per | > 1",
                "products with comparative advantage in Italy that Greece does not have, 2018 | rca_of_ita | >= 1 | rca_of_grc | < 1",
                "countries with RCA > 1 in tea but not in coffee 2020 | rca_of_0902 | > 1 | rca_of_0901 | <= 1"
            })
    void whatOneHasAndAnotherHasOrHasNotIsOneRow(
            String question, String first, String bound, String second, String other) {
        assertThat(sql(question))
                .containsPattern("AS " + first + "\\b")
                .containsPattern("AS " + second + "\\b")
                .containsPattern("HAVING coalesce\\(max\\(q\\.rca\\) FILTER \\(WHERE q\\.\\w+_code = '\\w+'\\), 0\\) "
                        + bound + " AND coalesce\\(.*?, 0\\) " + other + " ORDER");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which countries sell more to India than to Japan? | exports_to_ind | exports_to_jpn",
                "Which African countries import less from France than from Turkey in 2018? | imports_from_tur | imports_from_fra",
                "list countries whose exports to Brazil exceed those to Argentina | exports_to_bra | exports_to_arg"
            })
    void whoTradesMoreWithOneThanWithAnotherIsListed(String question, String more, String less) {
        assertThat(sql(question))
                .containsPattern("AS " + more + ", .* AS " + less + " FROM")
                .containsPattern("HAVING max\\(\\S+\\) FILTER \\(WHERE q\\.partner_code = '\\w+'\\) > coalesce\\(");
    }

    @Test
    void whoIsAmongTheFirstPartnersOfWhomIsListed() {
        assertThat(sql("For which countries was Chile among the three largest import suppliers in 2018?"))
                .contains("rank() OVER (PARTITION BY c.iso3_code")
                .contains("q.partner_code IN ('CHL') AND q.imports_rank <= 3");
        assertThat(query("the 12 largest bilateral flows of 2011").by()).containsExactly("country", "partner");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What share of Ghana's exports to India was gold in 2018? | q.product_code IN ('7108') | hs92.country_country_year w",
                "What share of Ghana's gold exports went to India in 2018? | q.partner_code IN ('IND') | hs92.country_product_year_4 w",
                "weight of India in Ghana's exports in 2018 | q.partner_code IN ('IND') | PARTITION BY c.iso3_code",
                "Danish share of the Swedish cheese market in 2018 | q.partner_code IN ('DNK') | t.import_value"
            })
    void aShareIsOfWhatTheQuestionSays(String question, String part, String whole) {
        assertThat(sql(question)).contains(part).contains(whole);
    }

    @Test
    void theNumberOfSharedProductsIsOneOfProducts() {
        assertThat(sql("How many products do both Mali and Niger export with comparative advantage?"))
                .startsWith("SELECT count(*) AS number_of_products");
    }

    @Test
    void anAdvantageGainedIsOneThatWasNotThereBefore() {
        assertThat(sql("In which products did Morocco gain comparative advantage between 2000 and 2018?"))
                .contains("AS rca_2000", "AS rca_2018")
                .containsPattern("q\\.year = 2000\\), 0\\) < 1 AND .* q\\.year = 2018\\), 0\\) >= 1");
        assertThat(sql("products whose RCA in Nepal went from above 2 in 1998 to below 1 in 2021"))
                .containsPattern("q\\.year = 1998\\), 0\\) > 2 AND .* q\\.year = 2021\\), 0\\) < 1");
    }

    @Test
    void climbingARankingIsTheDifferenceOfTwoPlaces() {
        String sql = sql("Which 5 countries climbed most in the economic complexity ranking between 2002 and 2019?");

        assertThat(sql)
                .contains("AS eci_rank_2002", "AS eci_rank_2019", "AS places_gained")
                .contains("DESC NULLS LAST, q.country LIMIT 5");
        assertThat(sql("Which countries dropped most in the complexity ranking from 2002 to 2019? top 5"))
                .contains("ASC NULLS LAST, q.country LIMIT 5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "How have the market shares of the top 4 exporters of rice developed since 2001?",
                "top 4 suppliers of Senegal over time since 2001",
                "evolution of the four largest exports of Laos since 2001"
            })
    void aSeriesOfTheFirstFewIsOneOfThoseAlone(String question) {
        assertThat(query(question).leading())
                .hasValueSatisfying(first -> assertThat(first.most()).isEqualTo(4));
        assertThat(sql(question))
                .containsPattern(
                        "WITH q AS \\(.*_code IN \\(SELECT l\\.\\w+_code FROM q l WHERE l\\.year = 2024 ORDER BY l\\.\\w+ DESC NULLS LAST LIMIT 4\\)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for each ASEAN member the 2 largest exports of 2020 | country | product | 2",
                "For every country of Central America give me the top 3 import partners in 2021 | country | partner | 3",
                "for each continent name the largest importer of 2019 | group | country | 1"
            })
    void eachMemberHasAListOfItsOwn(String question, String owner, String listed, int most) {
        SemanticQuery query = query(question);

        assertThat(query.by()).containsExactly(owner, listed);
        assertThat(query.page().each()).isEqualTo(owner);
        assertThat(query.limit()).contains(most);
    }

    @Test
    void yearsNamedOneByOneAreNotThoseBetweenThem() {
        assertThat(query("Chad's exports in 1999, 2009 and 2019").years().only())
                .isEqualTo(List.of(1999, 2009, 2019));
        assertThat(query("Chad's exports from 1999 to 2019").years().only()).isEmpty();
        assertThat(sql("top 3 exports of Chad in 2009 and 2019"))
                .contains("t.year IN (2009, 2019)")
                .contains("PARTITION BY o.year")
                .contains("r.place <= 3");
    }

    @Test
    void anAmountIsNoBoundOfAShareOrOfGrowth() {
        assertThat(sql("fastest growing exports of Spain 2012 to 2019 worth at least 2 billion dollars"))
                .contains("HAVING")
                .containsPattern("FILTER \\(WHERE t\\.year = 2019\\) >= 2000000000")
                .doesNotContain("nullif(q.exports_2012, 0) >= 2000000000");
        assertThat(
                        sql(
                                "products of which Canada takes more than 60% of its imports from Mexico and over 300 million dollars in 2020"))
                .contains("q.imports > 300000000")
                .contains("q.imports_share > 60");
    }

    @Test
    void atLeastOrdersNothing() {
        assertThat(query("Which countries at least tripled their imports between 2005 and 2015?")
                        .ascending())
                .isFalse();
        assertThat(query("countries with ECI above zero in 2016").thresholds())
                .singleElement()
                .satisfies(bound -> assertThat(bound.value()).isZero());
    }
}
