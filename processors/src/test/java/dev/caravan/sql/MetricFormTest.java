package dev.caravan.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Entity.Country;
import dev.caravan.catalog.Entity.Group;
import dev.caravan.catalog.Entity.Product;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.query.IllegalQuery;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Scope;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.sql.SqlRun.Extraction;
import dev.caravan.sql.SqlRun.Origin;
import dev.caravan.sql.SqlRun.Resolved;
import dev.caravan.turn.ToolCall;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Forms as models fill them in, read over the model of the trade data. */
class MetricFormTest {
    private static final SemanticModel MODEL = SemanticModel.read(
            Path.of(System.getProperty("caravan.home")).resolve("workspaces/atlas/semantic-model.yaml"));
    private static final Country KENYA = new Country(404, "KEN", "Kenya", false, false);
    private static final Country CHINA = new Country(156, "CHN", "China", false, false);
    private static final Group AFRICA = new Group(1, "continent", "Africa");
    private static final Product COFFEE = new Product(1, ProductClass.HS92, 4, "0901", "Coffee");
    private static final Product MINERALS = new Product(2, ProductClass.HS92, 1, "5", "Minerals");

    private static MetricForm form(Entity... entities) {
        return form("q", entities);
    }

    private static MetricForm form(String question, Entity... entities) {
        SqlRun run = SqlRun.begin(
                        "t", ToolCall.asking("c", "query_tool", question, ""), Overrides.NONE, 3, Origin.ATLAS)
                .withExtraction(new Extraction(ProductClass.HS92, List.of(), false))
                .withResolved(Stream.of(entities)
                        .map(entity -> new Resolved(entity.name(), entity))
                        .toList());
        return new GenerateSql(null, MODEL).form(run);
    }

    private static JsonNode json(String text) throws Exception {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private static SemanticQuery read(String text, Entity... entities) throws Exception {
        SemanticQuery query = form(entities).read(json(text));
        // whatever is read has a table
        assertThat(new SqlCompiler(MODEL).compile(query)).startsWith("SELECT");
        return query;
    }

    @Test
    void readsARankingOfTheHeadingsOfOneCountry() throws Exception {
        SemanticQuery query = read(
                "{'measures': [{'metric': 'exports', 'as': 'value'}], 'by': ['product'],"
                        + " 'where': [{'dimension': 'country', 'is': 'Kenya'}], 'from_year': 2020, 'largest_first': true, 'first': 5}",
                KENYA);
        assertThat(query.level()).isEqualTo(4);
        assertThat(query.by()).containsExactly("product");
        assertThat(query.where()).containsExactly(new Restriction("country", List.of("KEN"), Scope.THESE));
        assertThat(query.years()).isEqualTo(SemanticQuery.Years.one(2020));
        assertThat(query.limit()).contains(5);
        assertThat(query.ascending()).isFalse();
        assertThat(form(KENYA).words(query))
                .isEqualTo("Read as: exports, country Kenya, by product, 2020, the largest 5 (HS 1992).");
    }

    @Test
    void readsASeriesOfAProductBetweenTwoCountries() throws Exception {
        SemanticQuery query = read(
                "{'measures': [{'metric': 'exports', 'as': 'value'}], 'by': ['year'], 'where': ["
                        + "{'dimension': 'country', 'is': 'Kenya'}, {'dimension': 'partner', 'is': 'China'},"
                        + "{'dimension': 'product', 'is': 'Coffee (hs92 0901)'}], 'from_year': 2010}",
                KENYA,
                CHINA,
                COFFEE);
        assertThat(query.years().span()).isEqualTo(Span.EACH);
        assertThat(query.years().from()).isEqualTo(2010);
        assertThat(query.level()).isEqualTo(4);
    }

    @Test
    void takesAGroupForItsMembersAndASectionForWhatLiesBelowIt() throws Exception {
        SemanticQuery query = read(
                "{'measures': [{'metric': 'exports', 'as': 'share', 'over': 'country'}], 'by': ['country', 'product'],"
                        + "'where': [{'dimension': 'country', 'is': 'Africa (continent)'},"
                        + "{'dimension': 'product', 'is': 'Minerals (hs92 5)'}, {'dimension': 'country', 'is': 'Kenya', 'not': true}],"
                        + "'level': '2', 'having': [{'metric': 'imports', 'is': '>', 'value': 1000}]}",
                AFRICA,
                MINERALS,
                KENYA);
        assertThat(query.measures().get(0).form()).isEqualTo(Form.SHARE);
        assertThat(query.level()).isEqualTo(2);
        assertThat(query.where())
                .containsExactly(
                        new Restriction("country", List.of("continent:Africa"), Scope.MEMBERS_OF),
                        new Restriction("product", List.of("5"), Scope.WITHIN),
                        new Restriction("country", List.of("KEN"), Scope.NOT_THESE));
        assertThat(query.conditions()).hasSize(1);
        assertThat(query.thresholds()).isEmpty();
    }

    @Test
    void comparesTheEndsForAGrowth() throws Exception {
        SemanticQuery query = read(
                "{'measures': [{'metric': 'exports', 'as': 'growth'}], 'by': ['country'], 'from_year': 2015, 'to_year': 2020}");
        assertThat(query.years().span()).isEqualTo(Span.ENDS);
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() {
        assertThatThrownBy(
                        () -> form(KENYA, COFFEE)
                                .read(
                                        json(
                                                "{'measures': [{'metric': 'wealth', 'as': 'share'}], 'by': ['city'], 'where': ["
                                                        + "{'dimension': 'country', 'is': 'Atlantis'}, {'dimension': 'product', 'is': 'Kenya'}],"
                                                        + "'from_year': 2030, 'to_year': 2020, 'having': [{'metric': 'exports', 'is': 'near', 'value': 1}]}")))
                .isInstanceOf(IllegalQuery.class)
                .hasMessageContainingAll(
                        "there is no metric \"wealth\"",
                        "a share needs over",
                        "there is no dimension \"city\"",
                        "\"Atlantis\" is not one of the names that were found: Kenya, Coffee (hs92 0901)",
                        "\"Kenya\" is no product",
                        "there are no data of 2030",
                        "from_year 2030 is after to_year 2020",
                        "\"near\" compares nothing");
    }

    @Test
    void namesNothingInTheFormThatTheDataDoNotHold() {
        String reply = form(KENYA).reply("q").toString();
        assertThat(reply).contains("exports", "Kenya", "partner", "hs92").doesNotContain("membership", "export_value");
        assertThat(form().reply("q").toString()).doesNotContain("name = \"where\"");
        assertThat(Map.of("members", form(KENYA).members())).containsEntry("members", "\"Kenya\": Kenya");
    }

    @Test
    void leavesOutNoYearThatTheQuestionNames() throws Exception {
        String latest = "{'measures': [{'metric': 'exports', 'as': 'value'}]}";
        assertThatThrownBy(() -> form("Exports in 2003?").read(json(latest)))
                .isInstanceOf(IllegalQuery.class)
                .hasMessage("the question names 2003, and from_year 2024 to to_year 2024 leave it out");
        // the second of two; what is no year of the data is none
        String later = "{'measures': [{'metric': 'exports', 'as': 'value'}], 'from_year': 2004}";
        assertThat(form("Exports above 1900 in 2003-04?")
                        .read(json(later))
                        .years()
                        .from())
                .isEqualTo(2004);
    }

    @Test
    void offersOnlyTheRolesOfTheNamesThatWereFound() {
        String reply = form(KENYA).reply("q").toString();
        String where = reply.substring(reply.indexOf("where="), reply.indexOf("from_year="));
        assertThat(where).contains("country", "partner").doesNotContain("year", "product");
    }
}
