package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.Link;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.UserMessage;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pipeline of the Atlas API: its way, its answers, and what the agent is told when something goes wrong. */
class GraphqlRoutesTest {
    private static final String KENYA = "{\"country\": \"Kenya\", \"country_code_guess\": \"KEN\"}";
    private static final String PROFILE =
            """
      {"data": {"countryProfile": {"diversificationGrade": "APlus", "latestGdpPerCapita": {"quantity": 2100, "year": 2024},
        "latestGdpPerCapitaRank": {"quantity": 112, "year": 2024}}, "globalDatum": {"latestGdpRankTotal": 145}}}""";
    private static final String BASKET =
            """
      {"data": {"countryProductYear": [
          {"productId": "product-HS92-1745", "year": 2024, "exportValue": 100.0, "globalMarketShare": 0.001, "exportRca": 0.2},
          {"productId": "product-HS92-726", "year": 2024, "exportValue": 300.0, "globalMarketShare": 0.03, "exportRca": 12.5}],
        "countryYear": [{"year": 2024, "exportValue": 400.0, "importValue": 500.0}]}}""";

    private GraphqlRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = GraphqlRoutes.start();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    @Test
    void answersFromTheCountryPagesWithPrefixedIds() {
        routes.reads("country_profile", KENYA).pages.answers(PROFILE);
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's diversification grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.OK);
        assertThat(outcome.result().text())
                .contains("diversification grade | A+", "GDP per capita | 2100 | USD | 2024 | 112 | 145");
        assertThat(outcome.evidence().links())
                .extracting(Link::url)
                .containsExactly("https://atlas.hks.harvard.edu/countries/404");
        assertThat(routes.pages.variables).containsExactly(Map.of("location", "location-404", "productClass", "HS"));
        assertThat(outcome.stages())
                .containsExactly(
                        "extract_graphql_question",
                        "classify_query",
                        "extract_entities",
                        "resolve_ids",
                        "build_and_execute_graphql",
                        "format_graphql_results");
    }

    @Test
    void answersFromTheExploreApiWithBareIdsSortedAndNamed() {
        routes.reads("treemap_products", KENYA).explore.answers(BASKET);
        GraphqlRoutes.Outcome outcome = routes.ask("What does Kenya export?");
        assertThat(outcome.result().text())
                .containsSubsequence("Coffee | 0901 | 300 | 75 | 3 | 12.5", "Integrated circuits | 8542 | 100");
        assertThat(outcome.result().text()).contains("The year is not given; 2024, the latest, was taken.");
        assertThat(outcome.evidence().table().rows()).hasSize(2);
        assertThat(routes.explore.variables.get(0))
                .containsEntry("countryId", 404)
                .containsEntry("productClass", "HS92")
                .containsEntry("year", 2024);
        assertThat(outcome.evidence().links()).hasSize(2).allSatisfy(link -> assertThat(link.resolutionNotes())
                .containsExactly("The year is not given; 2024, the latest, was taken."));
    }

    @Test
    void sendsNoHeaderOfTheTurnToTheServer() {
        routes.reads("treemap_products", KENYA).explore.answers(BASKET);
        routes.ask("What does Kenya export?");
        assertThat(routes.explore.sentHeaders()).isEmpty();
    }

    @Test
    void readsTheCatalogOnceAndThroughTheBudget() {
        routes.reads("treemap_products", KENYA).explore.answers(BASKET);
        routes.ask("What does Kenya export?");
        routes.ask("What does Kenya export?");
        assertThat(routes.explore.catalogCalls).isEqualTo(2);
        assertThat(routes.quota.getCommitted()).isEqualTo(4);
    }

    @Test
    void aRejectedQuestionSkipsToTheResultAndNamesTheOtherTool() {
        routes.classification.says(
                "{\"reasoning\": \"r\", \"query_type\": \"reject\", \"rejection_reason\": \"needs a sum\"}");
        GraphqlRoutes.Outcome outcome = routes.ask("Which countries export more than a billion of coffee?");
        assertThat(outcome.result().status()).isEqualTo(Status.REJECTED);
        assertThat(outcome.result().text()).contains("Reason: needs a sum.", "use the query_tool");
        assertThat(outcome.stages())
                .containsExactly("extract_graphql_question", "classify_query", "format_graphql_results");
        assertThat(routes.entities.asked).isEmpty();
        assertThat(routes.quota.getCommitted()).isZero();
    }

    @Test
    void aClassificationThatFailsIsSaid() {
        routes.classification.fails();
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text()).startsWith("Classification failed:").contains("query_tool");
        assertThat(routes.classification.asked).hasSize(3);
        assertThat(outcome.stages()).doesNotContain("extract_entities").contains("format_graphql_results");
    }

    @Test
    void aTypeThatDoesNotExistIsAFailedClassification() {
        routes.classification.says("{\"query_type\": \"country_weather\"}");
        assertThat(routes.ask("Weather?").result().text())
                .startsWith("Classification failed: \"country_weather\" is no query type");
    }

    @Test
    void anExtractionThatFailsIsSaid() {
        routes.classification.says("{\"query_type\": \"country_profile\"}");
        routes.entities.says("no idea");
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text())
                .startsWith("Entity extraction failed:")
                .contains("query_tool");
        assertThat(routes.pages.documents).isEmpty();
    }

    @Test
    void aThingThatTheCatalogLacksIsNamed() {
        routes.reads("country_profile", "{\"country\": \"Wakanda\", \"country_code_guess\": \"WAK\"}")
                .selection
                .says("{\"selections\": []}");
        GraphqlRoutes.Outcome outcome = routes.ask("What is Wakanda's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNRESOLVED);
        assertThat(outcome.result().text()).contains("Could not resolve entities", "no country called \"Wakanda\"");
    }

    @Test
    void aSelectionThatFailsTakesTheBestOfTheCatalogWithANote() {
        routes.reads("product_info", "{\"product\": \"integrated circuit chips\"}")
                .selection
                .fails();
        routes.explore.answers(
                "{\"data\": {\"productYear\": [{\"productId\": \"product-HS92-1745\", \"year\": 2024, \"exportValue\": 5.0, \"pci\": 1.5}]}}");
        GraphqlRoutes.Outcome outcome = routes.ask("PCI of integrated circuit chips?");
        assertThat(outcome.result().status()).isEqualTo(Status.OK);
        assertThat(outcome.evidence().notes())
                .anySatisfy(note -> assertThat(note).contains("was taken for Integrated circuits (8542)"));
    }

    @Test
    void theModelChoosesBetweenCandidates() {
        routes.reads("product_info", "{\"product\": \"potato circuits\"}")
                .selection
                .says("{\"selections\": [{\"part\": \"product\", \"code\": \"2005\"}]}");
        routes.explore.answers(
                "{\"data\": {\"productYear\": [{\"productId\": 900, \"year\": 2024, \"exportValue\": 5.0}]}}");
        GraphqlRoutes.Outcome outcome = routes.ask("World exports of potato circuits?");
        assertThat(routes.explore.variables.get(0)).containsEntry("productId", 900);
        assertThat(outcome.evidence().links()).hasSize(1);
    }

    @Test
    void aServiceIsFoundByItsCategory() {
        routes.reads(
                        "treemap_products",
                        "{\"country\": \"Kenya\", \"country_code_guess\": \"KEN\", \"product\": \"Travel & tourism\", \"product_code_guess\": \"Travel & tourism\", \"services\": true}")
                .explore
                .answers(
                        "{\"data\": {\"countryProductYear\": [{\"productId\": \"product-HS92-401\", \"year\": 2024, \"exportValue\": 5.0}], \"countryYear\": []}}");
        GraphqlRoutes.Outcome outcome = routes.ask("Kenya's tourism exports?");
        assertThat(routes.explore.variables.get(0))
                .containsEntry("productId", 401)
                .containsEntry("servicesClass", "unilateral");
        assertThat(outcome.result().text()).contains("Travel & tourism");
        assertThat(text(routes.entities)).contains("Travel & tourism");
    }

    private static String text(ScriptedModel model) {
        return model.asked.get(0).messages().stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> ((UserMessage) message).singleText())
                .collect(Collectors.joining());
    }

    @Test
    void theContextReachesClassificationAndExtractionOnly() {
        routes.reads("product_info", "{\"product\": \"potato circuits\"}")
                .selection
                .says("{\"selections\": []}");
        routes.explore.answers("{\"data\": {\"productYear\": []}}");
        routes.ask("World exports of potato circuits?", "semiconductors are meant", Map.of());
        assertThat(text(routes.classification)).contains("semiconductors are meant");
        assertThat(text(routes.entities)).contains("semiconductors are meant");
        assertThat(text(routes.selection)).doesNotContain("semiconductors are meant");
    }

    @Test
    void whatThePersonFixedWins() {
        routes.reads("treemap_products", KENYA).explore.answers(BASKET);
        routes.ask("What does Kenya trade?", "", Map.of("schema", "hs12", "direction", "import"));
        assertThat(routes.explore.variables.get(0)).containsEntry("productClass", "HS12");
    }

    @Test
    void aServerErrorIsTriedThreeTimesAndCostsNothing() {
        routes.reads("country_profile", KENYA).pages.fails(FakeAtlas.status(503, "<html>down</html>"));
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text()).contains("HTTP 503", "query_tool").doesNotContain("<html>");
        assertThat(routes.pages.documents).hasSize(3);
        assertThat(routes.quota.getPending()).isZero();
        assertThat(routes.quota.getCommitted()).as("the catalog's calls").isEqualTo(2);
        assertThat(routes.breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(3);
        assertThat(outcome.evidence().links())
                .as("links lead to what was found")
                .isEmpty();
    }

    @Test
    void aFaultThatPassesIsNotNoticed() {
        routes.reads("country_profile", KENYA)
                .pages
                .fails(new ConnectException("refused"))
                .fails(FakeAtlas.status(429, ""))
                .answers(PROFILE);
        assertThat(routes.ask("What is Kenya's grade?").result().status()).isEqualTo(Status.OK);
        assertThat(routes.quota.getCommitted()).isEqualTo(3);
    }

    @Test
    void aTimeoutIsSaid() {
        routes.reads("country_profile", KENYA).pages.fails(new SocketTimeoutException("read timed out"));
        assertThat(routes.ask("What is Kenya's grade?").result().text())
                .contains("did not answer in time", "query_tool");
    }

    @Test
    void tooManyRequestsAreSaid() {
        routes.reads("country_profile", KENYA).pages.fails(FakeAtlas.status(429, "{\"message\": \"slow down\"}"));
        assertThat(routes.ask("What is Kenya's grade?").result().text())
                .contains("too many requests", "HTTP 429", "slow down");
    }

    @Test
    void aQueryThatTheApiRefusesIsNotTriedAgainAndDoesNotCountAgainstTheBreaker() {
        routes.reads("country_profile", KENYA)
                .pages
                .fails(FakeAtlas.status(400, "{\"errors\": [{\"message\": \"Unknown argument\"}]}"));
        for (int i = 0; i < 6; i++) {
            GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
            assertThat(outcome.result().status()).isEqualTo(Status.REJECTED);
            assertThat(outcome.result().text()).contains("HTTP 400, Unknown argument", "query_tool");
        }
        assertThat(routes.pages.documents).hasSize(6);
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        assertThat(routes.quota.getCommitted()).isEqualTo(2);
    }

    @Test
    void errorsWithoutDataAreARejectedQuery() {
        routes.reads("country_profile", KENYA)
                .pages
                .answers(
                        "{\"data\": {\"countryProfile\": null}, \"errors\": [{\"message\": \"Not a supported country.\"}]}");
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.REJECTED);
        assertThat(outcome.result().text()).startsWith("The Atlas has no country page for Kenya;");
        assertThat(routes.breaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void dataWithErrorsAreUsedWithANote() {
        routes.reads("country_profile", KENYA)
                .pages
                .answers(
                        "{\"data\": {\"countryProfile\": {\"diversificationGrade\": \"B\"}, \"globalDatum\": null}, \"errors\": [{\"message\": \"no totals\"}]}");
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.OK);
        assertThat(outcome.result().text()).contains("diversification grade | B", "no totals");
    }

    @Test
    void anAnswerWithoutRowsIsNoData() {
        routes.reads("treemap_products", KENYA)
                .explore
                .answers("{\"data\": {\"countryProductYear\": [], \"countryYear\": []}}");
        GraphqlRoutes.Outcome outcome = routes.ask("What does Kenya export?");
        assertThat(outcome.result().status()).isEqualTo(Status.NO_ROWS);
        assertThat(outcome.evidence().links()).isEmpty();
    }

    @Test
    void aBudgetThatIsSpentIsSaidAndNothingIsSent() throws Exception {
        routes.close();
        routes = GraphqlRoutes.start(Map.of("atlas.api.budget", "3"));
        routes.reads("country_profile", KENYA).pages.answers(PROFILE);
        assertThat(routes.ask("What is Kenya's grade?").result().status()).isEqualTo(Status.OK);
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text()).contains("budget_exhausted", "3 calls in 60 seconds", "query_tool");
        assertThat(routes.pages.documents).hasSize(1);
        assertThat(routes.gate.isUsable()).isFalse();
    }

    @Test
    void theCeilingOfTheServerIsNotExceeded() throws Exception {
        routes.close();
        routes = GraphqlRoutes.start(Map.of("atlas.api.ceiling", "3"));
        routes.reads("country_profile", KENYA).pages.answers(PROFILE);
        assertThat(routes.ask("What is Kenya's grade?").result().status()).isEqualTo(Status.OK);
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text()).contains("budget_exhausted");
        assertThat(routes.quota.getPending()).isZero();
    }

    @Test
    void fiveFailuresInARowOpenTheBreakerAndNothingIsSentUntilTheTrial() {
        routes.reads("country_profile", KENYA).pages.fails(FakeAtlas.status(500, ""));
        routes.ask("What is Kenya's grade?");
        GraphqlRoutes.Outcome second = routes.ask("What is Kenya's grade?");
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(routes.pages.documents).hasSize(5);
        assertThat(second.result().text()).contains("given a rest", "query_tool");
        assertThat(routes.gate.isUsable()).isFalse();
        routes.ask("What is Kenya's grade?");
        assertThat(routes.pages.documents).hasSize(5);
        assertThat(routes.quota.getPending()).isZero();

        routes.breaker.transitionToHalfOpenState();
        assertThat(routes.gate.isUsable()).isTrue();
        routes.pages.answers(PROFILE).then(() -> PROFILE);
        // the failing line of the script is the head; the trial call takes it and opens the breaker again
        routes.ask("What is Kenya's grade?");
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        routes.breaker.transitionToHalfOpenState();
        assertThat(routes.ask("What is Kenya's grade?").result().status()).isEqualTo(Status.OK);
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aCatalogThatCannotBeReadIsSaid() {
        routes.reads("country_profile", KENYA).explore.failsForCatalogs(new ConnectException("refused"));
        GraphqlRoutes.Outcome outcome = routes.ask("What is Kenya's grade?");
        assertThat(outcome.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(outcome.result().text()).contains("catalog", "refused", "query_tool");
        assertThat(routes.pages.documents).isEmpty();
    }

    @Test
    void aCallWithoutAQuestionIsTold() {
        GraphqlRoutes.Outcome outcome = routes.ask("");
        assertThat(outcome.result().status()).isEqualTo(Status.REJECTED);
        assertThat(outcome.result().text()).contains("\"question\" is missing");
        assertThat(routes.classification.asked).isEmpty();
    }

    @Test
    void aListIsCutToTwentyRowsForTheModelAndWholeForThePerson() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            rows.append(i == 0 ? "" : ",")
                    .append("{\"productId\": \"product-HS92-")
                    .append(5000 + i)
                    .append("\", \"year\": 2024, \"exportValue\": ")
                    .append(1000 - i)
                    .append("}");
        }
        routes.reads("treemap_products", KENYA)
                .explore
                .answers("{\"data\": {\"countryProductYear\": [" + rows
                        + "], \"countryYear\": [{\"exportValue\": 1e6}]}}");
        GraphqlRoutes.Outcome outcome = routes.ask("What does Kenya export?");
        assertThat(outcome.result().text()).contains("(20 of 300 rows shown").hasSizeLessThan(15_000);
        assertThat(outcome.evidence().table().rows()).hasSize(300);
    }

    @Test
    void theAgentIsOfferedTheToolCallsItAndAnswersFromIt() {
        routes.reads("country_profile", KENYA).pages.answers(PROFILE);
        routes.agent
                .calls("atlas_graphql", "{\"question\": \"What is Kenya's diversification grade?\"}")
                .says("It is A+.");
        Turn turn = routes.turn("What is Kenya's diversification grade?");
        assertThat(turn.answer().orElseThrow().text()).isEqualTo("It is A+.");
        assertThat(turn.results()).singleElement().satisfies(result -> assertThat(result.status())
                .isEqualTo(Status.OK));
        assertThat(turn.queries()).isEqualTo(1);
        assertThat(routes.agent.results(1)).singleElement().asString().contains("diversification grade | A+");
        assertThat(routes.agent.asked.get(0).toolSpecifications())
                .anySatisfy(tool -> assertThat(tool.name()).isEqualTo("atlas_graphql"));
        assertThat(String.valueOf(routes.agent.asked.get(0).messages().get(0)))
                .contains("The GraphQL APIs are available.");
    }

    @Test
    void theAgentIsNotOfferedTheToolWhileTheBreakerIsOpen() {
        routes.breaker.transitionToOpenState();
        routes.agent.says("No data.");
        routes.turn("What is Kenya's diversification grade?");
        assertThat(routes.agent.asked.get(0).toolSpecifications())
                .noneSatisfy(tool -> assertThat(tool.name()).isEqualTo("atlas_graphql"));
        assertThat(String.valueOf(routes.agent.asked.get(0).messages().get(0))).doesNotContain("atlas_graphql");
    }

    @Test
    void thereIsNoThirdApi() {
        assertThat(routes.callApi("weather").getException())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("weather");
    }

    @Test
    void stagesTellWhatTheyFound() {
        routes.reads("treemap_products", KENYA).explore.answers(BASKET);
        List<Map<String, Object>> steps = routes.ask("What does Kenya export?").steps();
        assertThat(steps.get(1))
                .containsEntry("query_type", "treemap_products")
                .containsEntry("api", "explore")
                .containsEntry("label", "Classifying query type");
        assertThat(steps.get(3)).containsEntry("country", "Kenya").containsKey("resolution_notes");
        assertThat(steps.get(4)).containsKey("query").containsKey("variables");
    }
}
