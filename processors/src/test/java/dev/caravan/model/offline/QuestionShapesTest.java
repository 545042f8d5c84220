package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import dev.caravan.turn.Turn.PastTurn;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of questions that a query must have, or that are said not to be had. */
class QuestionShapesTest {
    private static final Overrides SERVICES =
            new Overrides(Optional.empty(), Optional.empty(), Optional.of("services"));
    private static final Overrides EXPORTS = new Overrides(Optional.empty(), Optional.of("export"), Optional.empty());

    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    private final QuestionReader reader = new QuestionReader(model);
    private final Scope scope = new Scope(model);

    private Reading read(String question) {
        return reader.read(question, WorldCatalog.get(), Optional.empty());
    }

    private Plan plan(String question, Overrides overrides) {
        return new QueryPlanner(model).plan(read(question), overrides);
    }

    private Plan.Query query(String question) {
        Plan plan = plan(question, Overrides.NONE);
        assertThat(plan).as(question).isInstanceOf(Plan.Query.class);
        return (Plan.Query) plan;
    }

    private String sql(String question) {
        return new SqlCompiler(model).compile(query(question).query()).replaceAll("\\s+", " ");
    }

    private Optional<String> refused(String question) {
        return scope.refuse(question, read(question));
    }

    private String completed(String question, String... before) {
        List<PastTurn> history = List.of(before).stream()
                .map(text -> new PastTurn(text, text, ""))
                .toList();
        return new FollowUp(reader, scope).complete(question, history, WorldCatalog.get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exports of China to all countries except India in 2020 | NOT (pc.iso3_code = 'IND')",
                "Germany's exports to everyone but France in 2019 | NOT (pc.iso3_code = 'FRA')",
                "Kenyan exports to the world without Uganda in 2018 | NOT (pc.iso3_code = 'UGA')",
                "top 5 coffee exporters aside from Brazil in 2020 | NOT (c.iso3_code = 'BRA')",
                "world coffee exports leaving out Brazil in 2020 | NOT (c.iso3_code = 'BRA')",
                "Who are the biggest exporters of tea other than Kenya in 2020? | NOT (c.iso3_code = 'KEN')"
            })
    void aPlaceThatIsLeftOutIsLeftOut(String question, String part) {
        assertThat(sql(question)).contains(part);
        assertThat(query(question).notes())
                .anyMatch(note -> note.startsWith("Left out: "))
                .noneMatch(note -> note.startsWith("Not used"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which countries did not export coffee in 2022? | n.year BETWEEN 2022 AND 2022 AND n.export_value > 0",
                "Which African countries do not import rice? | n.year BETWEEN 2024 AND 2024 AND n.import_value > 0",
                "countries that never exported gold | n.year BETWEEN 1995 AND 2024 AND n.export_value > 0",
                "Which countries haven't exported tea since 2010? | n.year BETWEEN 2010 AND 2024 AND n.export_value > 0",
                "List all countries that export neither cocoa nor tea | np.code IN ('1801', '0902')",
                "economies that sold no coffee in 2019 | n.year BETWEEN 2019 AND 2019"
            })
    void whoTradesNothingOfAProductIsListed(String question, String part) {
        assertThat(sql(question)).contains("NOT IN (SELECT n.country_id", part);
        assertThat(query(question).notes()).anyMatch(note -> note.startsWith("Listed are those that have nothing of"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Top 5 exports of Kenya in 2020, leaving out tea | NOT (p.code = '0902')",
                "top exports of Germany excluding cars in 2019 | NOT (p.code = '8703')",
                "Ghana's main imports of 2021 other than rice | NOT (p.code = '1006')",
                "Germany's total exports excluding cars | NOT (p.code = '8703')",
                "Kenya's exports in 2018 without coffee and gold | NOT (p.code IN ('0901', '7108'))"
            })
    void aGoodThatIsLeftOutIsLeftOut(String question, String part) {
        assertThat(sql(question)).contains(part);
        assertThat(query(question).notes()).anyMatch(note -> note.startsWith("Left out: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What share of Kenya's exports, excluding tea, went to Uganda in 2020?",
                "Does Kenya not export tea?",
                "Kenya's exports to Uganda without coffee in 2020"
            })
    void whatIsDeniedAndCannotBeRelatedIsSaid(String question) {
        assertThat(plan(question, Overrides.NONE)).isInstanceOf(Plan.Unanswerable.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What percentage of the exports of the three largest tea exporters was Kenya's in 2020? | z.country_code = 'KEN'",
                "How much of the world's cocoa exports do the four biggest sellers account for in 2021? | SELECT sum(s.exports) AS exports",
                "Which part of the coffee exports of the top 5 exporters came from Uganda in 2019? | z.country_code = 'UGA'",
                "What share of Africa's exports in 2020 is held by its two largest exporters? | SELECT sum(s.exports) AS exports",
                "In 2021, what fraction of world rice imports do the top ten importers make up? | SELECT sum(s.imports) AS imports"
            })
    void sharesWithinTheFirstAndOfTheFirstTogether(String question, String part) {
        assertThat(sql(question)).contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which countries are members of both OECD and the EU? | Only countries that belong to all of these groups.",
                "Which countries belong to both the G20 and BRICS? | Only countries that belong to all of these groups.",
                "Which EU countries are not in the OECD? | Left out: members of OECD.",
                "How many OECD members are not EU members? | Left out: members of European Union."
            })
    void membersOfSeveralGroupsAreThoseOfAll(String question, String note) {
        assertThat(query(question).notes()).contains(note);
        assertThat(sql(question)).contains("IN (SELECT m.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Book me a list of Japan's 5 biggest exports in 2018",
                "Map the exports of Kenya in 2019",
                "Can you iron out the difference between Kenya's and Uganda's exports in 2020?",
                "Paper over the details and tell me Germany's exports in 2019",
                "Which goods make up most of the exports of Kenya in 2021?"
            })
    void aVerbHasNotThePlaceOfAProduct(String question) {
        assertThat(read(question).goods()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "coffee the top exporters in 2020",
                "exports of iron ore from Brazil",
                "iron exports over the last decade",
                "Kenya's tea"
            })
    void aProductInItsPlaceStaysOne(String question) {
        assertThat(read(question).goods()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top 0 exporters of coffee",
                "top 99999999999 coffee exporters in 2020",
                "top -5 exports of Kenya",
                "Exports of Kenya in 2021.5"
            })
    void aNumberThatCannotBeIsAskedAbout(String question) {
        assertThat(plan(question, Overrides.NONE)).isInstanceOf(Plan.Clarify.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is RCA?",
                "what does the ECI mean?",
                "Define COI",
                "How is PCI calculated?",
                "and what is diversity?"
            })
    void aDefinitionIsAskedOfNobody(String question) {
        assertThat(completed(question, "How much did Kenya export in 2020?")).isEqualTo(question);
    }

    @Test
    void aTurnAfterADefinitionGoesOnWithWhatWasBefore() {
        assertThat(completed("And in 2015?", "How much did Kenya export in 2020?", "What is RCA?"))
                .contains("Kenya")
                .contains("2015");
    }

    @Test
    void theseAreThoseThatTheAnswerLists() {
        List<PastTurn> history = List.of(new PastTurn(
                "Top 2 exporters of tea in 2022",
                "Top 2 exporters of tea in 2022",
                "Tea, 2022 – exports:\n\n1. Kenya: $2 billion\n2. China: $1 billion"));
        assertThat(new FollowUp(reader, scope)
                        .complete("Which of them grew fastest since 2012?", history, WorldCatalog.get()))
                .contains("Kenya")
                .contains("China")
                .contains("tea");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "which country has the highest? | What does COI mean? | which country has the highest COI?",
                "Which country had the lowest? | What was Kenya's ECI in 2015? | Which country had the lowest ECI in 2015?",
                "And which country has the largest? | GDP per capita of Norway in 2020 | which country has the largest GDP per capita in 2020?"
            })
    void theHighestIsThatOfTheFigureBefore(String question, String before, String full) {
        assertThat(completed(question, before)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "As a share of the world? | imports of Germany in 2020 | What was Germany's share of world imports in 2020?",
                "and as a percentage of world trade | Kenya's tea exports in 2019 | What was Kenya's share of world tea exports in 2019?",
                "In percent of the world total? | coffee exports of Brazil in 2015 | What was Brazil's share of world coffee exports in 2015?"
            })
    void aFigureIsTakenAsAPartOfTheWorlds(String question, String before, String full) {
        assertThat(completed(question, before)).isEqualTo(full);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which countries depend most on coffee exports?",
                "Which 5 countries rely most on gold for their exports?",
                "countries most dependent on tea exports in 2020"
            })
    void whoDependsOnAProductGetsMostOfItsOwnTradeFromIt(String question) {
        assertThat(query(question).query().measures().get(0).over()).isEqualTo("product");
    }

    @Test
    void anEmptyFigureIsNoAnswer() {
        List<Object> row = new java.util.ArrayList<>();
        row.add("Fruit and nuts");
        row.add(null);
        row.add(null);
        Table table = new Table(
                List.of(new Column("product", ""), new Column("country", ""), new Column("exports", "USD")),
                List.of(row),
                1);
        assertThat(new AnswerWriter(model).write(table, Optional.empty(), read("exports of fruit")))
                .doesNotContain("null")
                .contains("no figure");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EU exports to Africa 2020 | European Union | Africa",
                "exports of the EU to ASEAN in 2019 | European Union | ASEAN",
                "exports from the G7 to BRICS 2020 | G7 | BRICS",
                "intra-African trade 2019 | Africa | Africa",
                "What is the trade within ASEAN in 2020? | ASEAN | ASEAN"
            })
    void tradeBetweenGroupsIsRestrictedOnBothSides(String question, String from, String to) {
        String sql = sql(question);

        assertThat(sql).containsPattern("g\\.group_name\\) IN \\(\\('\\w+', '" + from + "'\\)\\)");
        assertThat(sql)
                .containsPattern(
                        "t\\.partner_id IN \\(SELECT m\\.country_id FROM \\S+ m WHERE \\(m\\.group_type, m\\.group_name\\) IN \\(\\('\\w+', '"
                                + to + "'\\)\\)\\)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "how many countries exported more than 2000 million of coffee in 2019 | t.year = 2019 | q.exports > 2000000000",
                "countries with exports over 2010 million dollars in 2020 | t.year = 2020 | q.exports > 2010000000",
                "Which countries exported at least $2005 million of tea in 2015? | t.year = 2015 | q.exports >= 2005000000",
                "countries with more than 2000 products with comparative advantage in 2020 | t.year = 2020 | q.diversity > 2000"
            })
    void aNumberThatIsComparedWithIsNoYear(String question, String year, String bound) {
        assertThat(sql(question)).contains(year, bound);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which economies had an ECI between -0.5 and 0 in 2019? | q.eci <= 0",
                "Countries with imports between $30 billion and $40 billion in 2018 | q.imports >= 30000000000 AND q.imports <= 40000000000",
                "products whose exports from Ghana lay between $5 and $20 million in 2021 | q.exports >= 5000000 AND q.exports <= 20000000"
            })
    void twoBoundsAreReadFromBetween(String question, String bounds) {
        assertThat(sql(question)).contains(bounds);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which countries does France have a trade deficit with? | q.trade_balance < 0 | ASC",
                "Which partners did Ghana run a surplus with in 2020? | q.trade_balance > 0 | DESC",
                "Which African countries had a trade surplus in 2019? | q.trade_balance > 0 | DESC"
            })
    void whoHasADeficitIsNotListedWithASurplus(String question, String bound, String order) {
        assertThat(sql(question))
                .contains(bound)
                .containsPattern("ORDER BY trade_balance " + order)
                .doesNotContain("LIMIT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Top 5 exporters of tin not in Asia | NOT (t.country_id IN (SELECT m.country_id",
                "Top importers of wheat excluding Egypt and China | NOT (c.iso3_code IN ('EGY', 'CHN'))",
                "Cocoa exporters except Ghana in 2020 | NOT (c.iso3_code = 'GHA')",
                "Which African countries other than South Africa export the most? | NOT (c.iso3_code = 'ZAF')",
                "Kenya's top 10 export partners outside Africa in 2021 | NOT (t.partner_id IN (SELECT m.country_id",
                "world coffee exports without Brazil in 2019 | NOT (c.iso3_code = 'BRA')"
            })
    void whatIsLeftOutIsNotTakenForWhatIsAskedFor(String question, String condition) {
        assertThat(sql(question)).contains(condition);
    }

    @Test
    void yearsOfADeficitAreAllOfThem() {
        assertThat(sql("In which years did Poland have a trade deficit?"))
                .contains("q.trade_balance < 0")
                .doesNotContain("LIMIT");
        assertThat(sql("Year with the largest trade deficit for France"))
                .contains("ORDER BY trade_balance ASC", "LIMIT 1");
    }

    @Test
    void yearsAreOrderedByTheShareThatIsAskedFor() {
        assertThat(sql("In which year was Brazil's share of world coffee exports lowest?"))
                .contains("ORDER BY exports_share ASC");
        assertThat(sql("Year with the highest share of cocoa in Ghana's exports"))
                .contains("ORDER BY exports_share DESC");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which product did Kenya export for the first time in 2020?",
                "Which products did Ghana start exporting after 2015?",
                "Which countries stopped importing coal in 2019?",
                "What goods did Peru begin to sell in 2012?",
                "When did Chile last export copper for the last time?"
            })
    void whatBeganOrEndedIsNotTakenForWhatIs(String question) {
        assertThat(plan(question, Overrides.NONE)).isInstanceOf(Plan.Unanswerable.class);
    }

    @Test
    void membersOfAGroupAreRankedOneByOne() {
        assertThat(sql("Rank the BRICS by GDP per capita")).contains("iso3_code");
    }

    @Test
    void complexExportsAreProducts() {
        assertThat(sql("What are the least complex exports of Switzerland?")).contains("AS pci", "ORDER BY pci ASC");
    }

    @Test
    void ubiquityIsOfProductsOverAllCountries() {
        assertThat(sql("Which products had the lowest ubiquity in 2019?"))
                .contains("sum(CASE WHEN t.export_rca >= 1 THEN 1 ELSE 0 END) AS ubiquity", "ORDER BY ubiquity ASC");
        assertThat(sql("How ubiquitous is coffee in 2020?")).contains("AS ubiquity", "p.code = '0901'");
        assertThat(plan("ubiquity of Kenya's exports", Overrides.NONE)).isInstanceOf(Plan.Unanswerable.class);
    }

    @Test
    void aCountryBesideItsOtherNameIsOne() {
        assertThat(sql("what did Czechia (formerly Czech Republic) export most of in 2016?"))
                .contains("c.iso3_code = 'CZE'")
                .doesNotContain("IN (");
    }

    @Test
    void twoCountriesWithADashTradeWithEachOther() {
        assertThat(sql("trade balance Austria - Hungary 2021")).contains("c.iso3_code = 'AUT'", "pc.iso3_code = 'HUN'");
    }

    @Test
    void servicesBetweenTwoCountriesAreNotHeld() {
        assertThat(plan("bilateral tourism: what did Greece earn from Germany in 2022", Overrides.NONE))
                .isInstanceOf(Plan.Unanswerable.class);
    }

    @Test
    void aBoundIsOnTheMetricThatStandsNearest() {
        assertThat(sql("Countries with over 50 million people and exports under $30 billion in 2021"))
                .contains("q.population > 50000000")
                .containsPattern("export_value\\D+< 30000000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What part of the world's exports came from the EU in 2021? | ON w.year = q.year",
                "share of ASEAN in world rubber exports each year from 2015 | ON w.product_code = q.product_code AND w.year = q.year",
                "Compare the shares of the EU and the G7 in world exports since 2010 | ON w.year = q.year"
            })
    void theShareOfAGroupIsOneOfEverybodysTrade(String question, String whole) {
        String sql = sql(question);

        assertThat(sql)
                .contains("100.0 * q.exports / nullif(w.exports, 0) AS exports_share")
                .doesNotContain("OVER (");
        assertThat(sql).contains(whole);
        assertThat(sql.substring(sql.indexOf("JOIN (", sql.indexOf(") q")))).doesNotContain("group_name");
    }

    @Test
    void yearsBehindOverAreASpan() {
        assertThat(sql("exports of Kenya over 2010-2015"))
                .contains("t.year BETWEEN 2010 AND 2015")
                .doesNotContain("> 2010");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Wakanda's coffee exports in 2019 | Wakanda",
                "what did wakanda export in 2019? | wakanda",
                "kenya exports to wakanda 2019 | wakanda",
                "wakanda coffee exports 2019 | wakanda",
                "Malaysia exports of 854231 in 2022 | Integrated circuits",
                "exports of HS6 code 854231 from Malaysia in 2022 | Integrated circuits",
                "exports of 7777 from Kenya 2020 | 7777",
                "exports from Kenya to Uganda vs imports of Uganda from Kenya 2019 | one flow",
                "Which African country exported the most cocoa in 2022, and to whom? | second part"
            })
    void whatIsUnknownOrUndecidedIsAskedBack(String question, String said) {
        assertThat(plan(question, Overrides.NONE))
                .as(question)
                .isInstanceOfSatisfying(
                        Plan.Clarify.class, back -> assertThat(back.message()).contains(said));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Kenya's exports to the EU and ASEAN in 2020 | one group of partners",
                "exports of Kenya and the EU in 2020 | not both",
                "HHI export concentration of Angola 2020 | no index of concentration",
                "median export value across African countries 2021 | not the median",
                "exports in 1850 of Kenya | not covered",
                "goods exports of Ghana for 2025 and 2026 | nothing yet"
            })
    void whatNoQueryExpressesIsSaid(String question, String said) {
        assertThat(plan(question, Overrides.NONE))
                .as(question)
                .isInstanceOfSatisfying(
                        Plan.Unanswerable.class, no -> assertThat(no.message()).contains(said));
    }

    @Test
    void aCodeIsReadWithoutBeingCalledOne() {
        assertThat(sql("exports of 8542 from Malaysia 2020")).contains("p.code = '8542'");
        assertThat(sql("PCI of 2709 in HS12 2020")).contains("hs12.product_year_4", "p.code = '2709'", "t.year = 2020");
        assertThat(sql("exports of 🇩🇪 to 🇫🇷 2020")).contains("'DEU'", "'FRA'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ICT services share of India's total exports in 2022",
                "cars as share of Germany's total exports of goods and services 2021",
                "Tourism as a percentage of Thailand's total exports (goods and services) 2019"
            })
    void aShareOfAllExportsIsOneOfGoodsAndServices(String question) {
        assertThat(query(question).query().classes()).hasSize(2);
        assertThat(sql(question)).contains("exports_share", "q.product_code IN");
    }

    @Test
    void aShareOfServicesOrOfGoodsStaysOne() {
        assertThat(query("share of travel in Kenya's services exports 2019")
                        .query()
                        .classes())
                .containsExactly("services_unilateral");
        assertThat(query("share of coffee in Kenya's exports 2020").query().classes())
                .containsExactly("hs92");
        assertThat(sql("top 5 services exporters 2022 with share"))
                .contains("services_unilateral.country_year", "exports_share", "LIMIT 5")
                .doesNotContain("sector");
        assertThat(sql("Germany's top 3 import sources and their share 2021")).contains("imports_share", "LIMIT 3");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What was the second largest export of Ghana in 2020? | LIMIT 1 OFFSET 1",
                "third biggest exporter of coffee 2021 | LIMIT 1 OFFSET 2",
                "Which country is ranked 5th in ECI in 2021? | c.in_rankings",
                "who is the 3rd largest trading partner of Kenya | LIMIT 1 OFFSET 2",
                "number 2 exporter of coffee 2020 | LIMIT 1 OFFSET 1",
                "rank of Kenya in coffee exports 2022 | exports_rank"
            })
    void aPlaceInAnOrderIsSought(String question, String part) {
        assertThat(sql(question)).contains(part);
        assertThat(read(question).leftover()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Top 3 exports for each of Kenya, Uganda, Tanzania 2021 | PARTITION BY o.country | <= 3",
                "top exporter of coffee each year 2015-2020 | PARTITION BY o.year | <= 1",
                "top 3 export products of Kenya each year from 2018 to 2020 | PARTITION BY o.year | <= 3"
            })
    void eachHasAListOfItsOwn(String question, String partition, String most) {
        assertThat(sql(question)).contains(partition, most);
    }

    @Test
    void dependenceIsTheShareOfThePartner() {
        assertThat(sql("How dependent is Mexico on the US for its exports?"))
                .contains("c.iso3_code = 'MEX'", "q.partner_code IN ('USA')", "exports_share");
        assertThat(sql("China's exports to Africa by country 2022"))
                .contains("c.iso3_code = 'CHN'", "AS partner", "'Africa'");
        assertThat(sql("who buys the most Swiss watches?")).contains("pc.iso3_code = 'CHE'", "p.code = '9102'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "average exports of Kenya 2015-2019 | sum(t.export_value) / nullif(count(DISTINCT t.year), 0) AS exports_average",
                "average annual exports of Kenya 2015-2019 | count(DISTINCT t.year)",
                "average ECI of Japan 2010-2015 | avg(t.eci)",
                "average exports of African countries in 2020 | count(DISTINCT t.country_id)"
            })
    void anAverageIsComputed(String question, String part) {
        assertThat(sql(question)).contains(part);
    }

    @Test
    void aSuperlativeAloneAsksWhichCountry() {
        assertThat(sql("bottom 5 countries by ECI 2020")).contains("ORDER BY eci ASC", "LIMIT 5");
        assertThat(sql("largest trade deficit in 2022")).contains("ORDER BY trade_balance ASC");
        assertThat(sql("Which country has the smallest trade surplus in 2022?"))
                .contains("q.trade_balance > 0", "ORDER BY trade_balance ASC");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exports of Kenya in euros 2020 | exchange rates",
                "Kenya's exports in rubles | exchange rates",
                "exports over €5 billion in 2020 by country | exchange rates",
                "exports of Kenya in constant dollars 2020 | constant prices",
                "Wie viel hat Kenia 2020 exportiert? | English only",
                "¿Cuánto exportó Kenia en 2020? | English only",
                "Quelles sont les exportations du Kenya en 2020? | English only",
                "中国的出口是多少？ | English only"
            })
    void otherTermsAreRefusedWithTheirReason(String question, String said) {
        assertThat(refused(question)).as(question).hasValueSatisfying(text -> assertThat(text)
                .contains(said));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "real GDP of Kenya in 2020",
                "El Salvador exports 2020",
                "Côte d'Ivoire cocoa exports 2020",
                "How much gold did Ghana export in 2020?",
                "Who won the most from trade in 2020?"
            })
    void whatOnlyLooksLikeThemIsTaken(String question) {
        assertThat(OtherTerms.refuse(question, read(question))).as(question).isEmpty();
    }

    @Test
    void constraintsThatDifferAreSaid() {
        assertThat(((Plan.Query) plan("What did Kenya import in 2020?", EXPORTS)).notes())
                .anyMatch(note -> note.contains("the constraint was applied"));
        assertThat(((Plan.Query) plan("Kenya goods exports 2020", SERVICES)).notes())
                .anyMatch(note -> note.contains("the question was followed"));
        assertThat(((Plan.Query) plan("ECI of Kenya 2020", SERVICES)).query().classes())
                .containsExactly("hs92");
    }

    @Test
    void theYearBesideIsCountedFromTheQuestionBefore() {
        assertThat(completed("the year before?", "Kenya coffee exports 2019"))
                .isEqualTo("Kenya coffee exports in 2018?");
        assertThat(completed("next year", "Kenya coffee exports 2019")).isEqualTo("Kenya coffee exports in 2020?");
        assertThat(completed("the year before?", "Kenya coffee exports")).endsWith("in 2023?");
    }

    @Test
    void theOtherSideIsThatOfTheQuestionBefore() {
        assertThat(completed("who were the top buyers?", "Kenya tea exports 2020"))
                .isEqualTo("who were the top buyers of Kenya's tea exports in 2020?");
        assertThat(completed("List the three biggest buyers for 2019.", "Who buys Chile's copper ore?"))
                .isEqualTo("List the three biggest buyers of Chile's copper ore exports for 2019?");
        assertThat(completed("same for coffee", "Kenya tea exports 2020", "tell me a joke"))
                .isEqualTo("Kenya coffee exports 2020?");
    }

    @Test
    void whoOvertookWhomIsToldFromTheYears() {
        Reading reading = read("In which year did China overtake the US in exports?");
        Table table = new Table(
                List.of(
                        new Column("country", "name"),
                        new Column("country_code", "code"),
                        new Column("year", "year"),
                        new Column("exports", "USD")),
                List.of(
                        List.of("China", "CHN", 2000L, 1.0),
                        List.of("China", "CHN", 2001L, 3.0),
                        List.of("United States", "USA", 2000L, 2.0),
                        List.of("United States", "USA", 2001L, 2.0)),
                4);

        assertThat(query("In which year did China overtake the US in exports?")
                        .query()
                        .by())
                .containsExactly("country", "year");
        assertThat(Remarks.before(table, "SELECT 1", reading)).contains("China overtook the United States in **2001**");
    }

    @Test
    void whoHasNoRowIsNamed() {
        Table table = new Table(
                List.of(
                        new Column("partner", "name"),
                        new Column("partner_code", "code"),
                        new Column("exports", "USD")),
                List.of(List.of("Uganda", "UGA", 5.0)),
                1);
        Reading reading = read("Kenya's exports to Uganda and Tanzania 2019");

        assertThat(Remarks.after(table, "SELECT 1", reading)).contains("No data were found for Tanzania.");
        assertThat(Remarks.after(table, "SELECT 1 LIMIT 1", reading)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'Did Vietnam export more coffee than shoes in 2021?', 'Vietnam: exports of Shoes in 2021'",
        "'Compare the exports of wine and copper of Chile in 2020', 'Chile: exports of Wine in 2020'",
        "'Which is larger, Chile''s copper exports or its wine exports?', 'Chile: exports of Wine'",
        "'Imports of cars and footwear by Kenya since 2018', 'since 2018'",
        "'Total exports of coffee and footwear of Ethiopia in 2022', 'Ethiopia: exports of Coffee in 2022'"
    })
    void leavesNoGoodOutBecauseAnotherIsOfAnotherLevel(String question, String offered) {
        assertThat(plan(question, Overrides.NONE)).isInstanceOfSatisfying(Plan.Clarify.class, back -> {
            assertThat(back.message()).contains("different levels");
            assertThat(back.options()).hasSize(2);
            assertThat(String.join("; ", back.options())).contains(offered);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"Which is richer, Peru or Colombia?", "Is Peru richer than Colombia?", "How rich is Peru?"})
    void measuresWealthByIncomeOfAPerson(String question) {
        assertThat(query(question).query().measures())
                .allSatisfy(measure -> assertThat(measure.metric()).isEqualTo("gdp_per_capita"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What share of Chile's exports is copper? | How has it changed since 2010? | What share of Chile's exports is copper since 2010?",
                "What share of Chile's exports is copper in 2020? | and how has that share changed since 2010? | What share of Chile's exports is copper since 2010?",
                "What was the GDP per capita of Peru in 2019? | How did it develop over time? | What was the GDP per capita of Peru over time?",
                "How much coffee did Brazil export in 2020? | how has this evolved? | How much coffee did Brazil export over time?",
                "What was Kenya's ECI in 2015? | How has it changed over the last 10 years? | What was Kenya's ECI over the last 10 years?"
            })
    void asksForTheSameMeasureOfManyYears(String before, String question, String full) {
        assertThat(completed(question, before)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How much did Kenya's tea exports drop between 2019 and 2020? | 3.8 | It did not fall, it rose. ",
                "By how much did exports of Kenya grow from 2019 to 2020? | -3.8 | It did not rise, it fell. ",
                "Did Kenya's tea exports fall between 2019 and 2020? | 3.8 | No, it rose. ",
                "Has Kenya's exports of tea increased since 2019? | 3.8 | Yes, it rose. ",
                "Did exports of Kenya rise or fall from 2019 to 2020? | -1 | It fell. ",
                "By how much did exports of Kenya grow from 2019 to 2020? | 3.8 | ''"
            })
    void saysWhetherItRoseOrFell(String question, double growth, String said) {
        String prefix = said.isEmpty() ? "" : said + " ";
        Table table = new Table(
                List.of(new Column("country", ""), new Column("growth_percent", "percent")),
                List.of(List.of("Kenya", growth)),
                1);
        assertThat(new AnswerWriter(model).write(table, Optional.empty(), read(question)))
                .startsWith(prefix + "Kenya");
    }
}
