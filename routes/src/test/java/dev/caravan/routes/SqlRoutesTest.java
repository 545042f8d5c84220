package dev.caravan.routes;

import static dev.caravan.routes.PipelineRoutes.BREAKER_FAILURES;
import static dev.caravan.routes.PipelineRoutes.QUESTION;
import static dev.caravan.routes.PipelineRoutes.SQL;
import static dev.caravan.routes.PipelineRoutes.WRITTEN;
import static dev.caravan.routes.PipelineRoutes.names;
import static dev.caravan.routes.PipelineRoutes.sql;
import static dev.caravan.routes.ScriptedDatabase.failure;
import static dev.caravan.routes.ScriptedDatabase.years;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.CatalogSource;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every branch of routes/sql.camel.yaml and routes/database.camel.yaml, each as the person would meet it. */
class SqlRoutesTest {
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.start();
        // the agent says nothing of its own, so that the outcome follows from the tool's result
        routes.agent.calls("query_tool", PipelineRoutes.CALL).says("This is what I found.");
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private PipelineRoutes.Outcome askAgain() {
        routes.agent.anew().calls("query_tool", PipelineRoutes.CALL).says("This is what I found.");
        return routes.ask();
    }

    private static ToolResult result(PipelineRoutes.Outcome outcome) {
        assertThat(outcome.turn().results()).hasSize(1);
        return outcome.turn().results().get(0);
    }

    private static SqlEvidence evidence(PipelineRoutes.Outcome outcome) {
        return (SqlEvidence) result(outcome).evidence().orElseThrow();
    }

    @Test
    void showsTheStatementThatRanWithItsRowsAndAssumptions() {
        PipelineRoutes.Outcome outcome = routes.ask();
        SqlEvidence evidence = evidence(outcome);
        assertThat(evidence.question()).isEqualTo(QUESTION);
        assertThat(evidence.sql()).isEqualTo(SQL);
        assertThat(evidence.table().rows()).containsExactly(List.of(1995L, 7_190_000_000L));
        assertThat(evidence.table().columns())
                .containsExactly(new Table.Column("year", "year"), new Table.Column("exports", "USD"));
        assertThat(evidence.notes()).containsExactly("Goods only.");
        assertThat(evidence.source()).isEqualTo("test data");
        assertThat(routes.database.statements)
                .containsExactly(
                        "EXPLAIN (VERBOSE, FORMAT JSON) " + SQL,
                        "/* turn " + outcome.turn().id() + " */ " + SQL);
    }

    @Test
    void sendsARefusedStatementBackWithTheReason() {
        routes.generation.anew().says(sql("SELECT * FROM pg_authid")).says(WRITTEN);
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.OK);
        assertThat(routes.generation.said(0)).doesNotContain("not accepted");
        assertThat(routes.generation.said(1))
                .contains("## Statement that was not accepted\nSELECT * FROM pg_authid", "## Reason\nsystem tables");
        assertThat(routes.database.statements).noneMatch(statement -> statement.contains("pg_authid"));
    }

    @Test
    void sendsAStatementBackThatTheDatabaseCannotPlan() {
        routes.database.explains(
                failure("42703", "ERROR: column t.exports does not exist\n  Hint: Perhaps you meant export_value."));
        routes.generation.anew().says(WRITTEN).then(() -> {
            routes.database.explains(() -> ScriptedDatabase.plan("hs92", "country_year"));
            return new ScriptedModel().says(WRITTEN).doChat(null).aiMessage();
        });
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.OK);
        assertThat(routes.generation.said(1))
                .contains("column t.exports does not exist Hint: Perhaps you meant export_value.");
        assertThat(routes.databaseBreaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void compilesTheFormThatAModelFillsIn() {
        routes.generation
                .anew()
                .says(
                        "{\"query\": {\"measures\": [{\"metric\": \"exports\", \"as\": \"share\"}], \"from_year\": 1890}}")
                .says("{\"query\": {\"measures\": [{\"metric\": \"exports\", \"as\": \"value\"}], \"where\": ["
                        + "{\"dimension\": \"country\", \"is\": \"Kenya\"}], \"from_year\": 1995, \"to_year\": 1995}}");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.generation.said(1))
                .contains(
                        "a share needs over: the dimension whose members make up the whole",
                        "the question names 1995, and from_year 1890 to to_year 1890 leave it out",
                        "there are no data of 1890, only of 1995 to 2024");
        SqlEvidence evidence = evidence(outcome);
        assertThat(evidence.sql()).contains("export_value", "iso3_code", "'KEN'", "1995");
        assertThat(evidence.notes()).containsExactly("Read as: exports, country Kenya, 1995 (HS 1992).");
    }

    @Test
    void givesUpAfterThreeRefusedStatementsAndSaysWhy() {
        routes.generation.anew().says(sql("DELETE FROM hs92.country_year"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.generation.asked).hasSize(3);
        assertThat(result(outcome).status()).isEqualTo(Status.REJECTED);
        assertThat(result(outcome).text()).contains("No valid SQL was found in 3 attempts", "only SELECT is allowed");
        assertThat(evidence(outcome).sql()).isEqualTo("DELETE FROM hs92.country_year");
        assertThat(routes.database.statements).isEmpty();
        assertThat(outcome.stages()).doesNotContain("execute_sql");
    }

    @Test
    void refusesAPlanThatReadsWhatTheGuardOverlooked() {
        routes.database.explains(() -> ScriptedDatabase.plan("pg_catalog", "pg_authid"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.REJECTED);
        assertThat(result(outcome).text()).contains("the table pg_catalog.pg_authid is not one of the known tables");
        assertThat(routes.database.statements).hasSize(3).allMatch(statement -> statement.startsWith("EXPLAIN"));
    }

    @Test
    void refusesAPlanItCannotRead() {
        routes.database.explains(() -> List.of(java.util.Map.of("QUERY PLAN", "no json")));
        assertThat(result(routes.ask()).status()).isEqualTo(Status.REJECTED);
    }

    @Test
    void saysThatAQueryTookTooLong() {
        routes.database.gives(failure("57014", "ERROR: canceling statement due to statement timeout"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(result(outcome).text()).contains("took longer than allowed", "fewer years");
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(routes.databaseBreaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void takesTheDriversOwnTimeLimitForOneUnlessTheTurnWasGivenUp() {
        // the driver ends a statement the same way as a person does
        routes.database.gives(failure("57014", "ERROR: canceling statement due to user request"));
        assertThat(result(routes.ask()).text()).contains("took longer than allowed");
    }

    @Test
    void leavesADatabaseAloneThatFailedThreeTimesAndSaysSo() {
        routes.database.failsWith("08006", "An I/O error occurred while sending to the backend.");
        for (int i = 1; i <= BREAKER_FAILURES; i++) {
            assertThat(routes.databaseBreaker.getState()).isEqualTo(State.CLOSED);
            PipelineRoutes.Outcome down = askAgain();
            assertThat(result(down).status()).isEqualTo(Status.UNAVAILABLE);
            assertThat(result(down).text()).contains("The database is not available", "I/O error", "try again later");
            assertThat(routes.database.statements).hasSize(i);
        }
        assertThat(routes.databaseBreaker.getState()).isEqualTo(State.OPEN);
        PipelineRoutes.Outcome outcome = askAgain();
        assertThat(routes.database.statements).hasSize(BREAKER_FAILURES);
        assertThat(result(outcome).text()).contains("The database is not available", "given a rest");
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(routes.databaseBreaker.getMetrics().getNumberOfNotPermittedCalls())
                .isPositive();
    }

    @Test
    void triesARestedDatabaseOnceAndGoesOnWhenItAnswers() {
        routes.databaseBreaker.transitionToOpenState();
        routes.databaseBreaker.transitionToHalfOpenState();
        assertThat(result(routes.ask()).status()).isEqualTo(Status.OK);
        assertThat(routes.databaseBreaker.getState()).isEqualTo(State.CLOSED);
    }

    @Test
    void restsADatabaseAgainThatFailsItsTrial() {
        routes.databaseBreaker.transitionToOpenState();
        routes.databaseBreaker.transitionToHalfOpenState();
        routes.database.failsWith("57P03", "FATAL: the database system is starting up");
        assertThat(result(routes.ask()).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(routes.databaseBreaker.getState()).isEqualTo(State.OPEN);
        assertThat(routes.database.statements).hasSize(1);
    }

    @Test
    void countsAnyFailureThatIsNotTheStatementsOwnAgainstTheDatabase() {
        routes.database.explains(() -> {
            throw new SQLException("Connection is not available, request timed out after 10000ms.");
        });
        assertThat(result(routes.ask()).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(routes.databaseBreaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
    }

    @Test
    void saysThatReadingIsNotAllowedAndNeverThatThereAreNoData() {
        routes.database.gives(failure("42501", "ERROR: permission denied for table country_year"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.NOT_PERMITTED);
        assertThat(result(outcome).text()).contains("does not let this account read", "not the same as having no data");
        assertThat(outcome.kind()).isEqualTo(Outcome.NOT_PERMITTED);
    }

    @Test
    void saysSoAlsoWhenThePlanIsRefusedAlready() {
        routes.database.explains(failure("42501", "ERROR: permission denied for schema hs92"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.NOT_PERMITTED);
        assertThat(routes.generation.asked).hasSize(1);
    }

    @Test
    void saysThatNoRowsWereFound() {
        routes.database.gives(List::of);
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.NO_ROWS);
        assertThat(outcome.kind()).isEqualTo(Outcome.NO_DATA);
        assertThat(evidence(outcome).table().rows()).isEmpty();
        assertThat(routes.agent.results(1)).singleElement().asString().contains("found no rows");
    }

    @Test
    void showsTheTrueNumberOfRowsWhereMoreExistThanWereFetched() {
        routes.database.gives(() -> years(PipelineRoutes.MAX_ROWS + 1));
        PipelineRoutes.Outcome outcome = routes.ask();
        Table table = evidence(outcome).table();
        assertThat(table.rows()).hasSize(1_000);
        assertThat(table.totalRows()).isEqualTo(48_211);
        assertThat(evidence(outcome).notes()).contains("1,000 of 48,211 rows were fetched.");
        assertThat(result(outcome).text()).contains("(15 of 48211 rows shown", "1,000 of 48,211");
        assertThat(routes.database.statements.get(2)).contains("SELECT count(*) AS n FROM (" + SQL + "\n) counted");
    }

    @Test
    void countsNothingWhereAllRowsWereFetched() {
        routes.database.gives(() -> years(PipelineRoutes.MAX_ROWS));
        assertThat(evidence(routes.ask()).table().totalRows()).isEqualTo(1_000);
        assertThat(routes.database.statements).hasSize(2);
    }

    @Test
    void notesThatTheRowsCouldNotBeCounted() {
        routes.database
                .gives(() -> years(PipelineRoutes.MAX_ROWS + 1))
                .counts(failure("57014", "ERROR: canceling statement due to statement timeout"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.OK);
        assertThat(evidence(outcome).table().truncated()).isTrue();
        assertThat(evidence(outcome).notes())
                .anySatisfy(note -> assertThat(note).contains("more than 1000 rows", "could not be counted"));
    }

    @Test
    void endsTheRunWhenTheExtractionModelFails() {
        routes.extraction.anew().fails();
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.extraction.asked).hasSize(3);
        assertThat(result(outcome).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(result(outcome).text()).contains("names in the question could not be extracted", "language model");
        assertThat(routes.generation.asked).isEmpty();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void endsTheRunWhenAReplyIsNotWhatWasAskedFor() {
        routes.extraction.anew().says("I think it is about Kenya.");
        assertThat(result(routes.ask()).text()).contains("holds no JSON object");
        routes.extraction.anew().says(PipelineRoutes.NAMES);
        routes.generation.anew().says("{\"sql\": ");
        assertThat(result(askAgain()).text()).contains("No SQL could be written");
    }

    @Test
    void endsTheRunWhenTheSqlModelFails() {
        routes.generation.anew().fails();
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.generation.asked).hasSize(3);
        assertThat(result(outcome).status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(result(outcome).text()).contains("No SQL could be written", "language model is not available");
    }

    @Test
    void passesOnWhyTheModelWritesNoSql() {
        routes.generation.anew().says("{\"sql\": \"\", \"unanswerable\": \"The tables hold no prices.\"}");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.REJECTED);
        assertThat(result(outcome).text()).isEqualTo("The tables hold no prices.");
        assertThat(routes.generation.asked).hasSize(1);
    }

    @Test
    void hasAModelChooseWhereANameLeavesAChoice() {
        routes.extraction.anew().says(names("the Congo", "place", ""));
        routes.selection.anew().says("{\"selections\": [{\"text\": \"the Congo\", \"codes\": [\"COD\"]}]}");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.selection.said(0)).contains("\"the Congo\" (place)", "- COG  Congo", "- COD  DR Congo");
        assertThat(routes.generation.said(0)).contains(": DR Congo\n");
        assertThat(evidence(outcome).notes())
                .anySatisfy(note -> assertThat(note).contains("\"the Congo\" was taken for DR Congo (COD)"));
    }

    @Test
    void takesTheBestCandidateWhenTheSelectionModelFails() {
        routes.extraction.anew().says(names("cofee", "product", ""));
        routes.selection.anew().fails();
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.selection.asked).hasSize(3);
        assertThat(result(outcome).status()).isEqualTo(Status.OK);
        assertThat(routes.generation.said(0)).contains("Coffee (hs92 0901)");
        assertThat(evidence(outcome).notes()).anySatisfy(note -> assertThat(note)
                .contains("\"cofee\" was taken for Coffee (0901), the closest name"));
    }

    @Test
    void takesTheBestCandidateWhenTheSelectionIsUnreadableOrNotOnTheList() {
        routes.extraction.anew().says(names("cofee", "product", ""));
        for (String reply : List.of("Coffee!", "{\"selections\": [{\"text\": \"cofee\", \"codes\": [\"9999\"]}]}")) {
            routes.selection.anew().says(reply);
            assertThat(result(askAgain()).status()).isEqualTo(Status.OK);
        }
        assertThat(routes.generation.said(0)).contains("Coffee (hs92 0901)").doesNotContain("9999");
        assertThat(routes.generation.said(1)).contains("Coffee (hs92 0901)").doesNotContain("9999");
    }

    @Test
    void saysWhichNameIsUnknown() {
        routes.extraction.anew().says(names("Wakanda", "place", "WKD"));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(result(outcome).status()).isEqualTo(Status.UNRESOLVED);
        assertThat(result(outcome).text()).contains("No place called \"Wakanda\" is known");
        assertThat(outcome.kind()).isEqualTo(Outcome.CLARIFY);
        assertThat(routes.generation.asked).isEmpty();
        assertThat(routes.database.statements).isEmpty();
    }

    @Test
    void saysThatTheCatalogCannotBeRead() {
        routes.catalog = () -> {
            throw new CatalogSource.Unavailable("down", new SQLException("down", "08001"));
        };
        for (String question : List.of("Exports of Kenya?", "Service exports of Kenya?")) {
            routes.agent
                    .anew()
                    .calls("query_tool", "{\"question\": \"" + question + "\"}")
                    .says("This is what I found.");
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(result(outcome).status()).isEqualTo(Status.UNAVAILABLE);
            assertThat(result(outcome).text()).contains("catalog of countries and products is not available");
        }
    }

    @Test
    void offersServiceCategoriesOnlyToAQuestionAboutServices() {
        routes.ask();
        assertThat(routes.extraction.said(0)).doesNotContain("Service categories");
        routes.agent
                .anew()
                .calls("query_tool", "{\"question\": \"Tourism exports of Kenya?\"}")
                .says("Found.");
        routes.ask();
        assertThat(routes.extraction.said(1)).contains("## Service categories\nTravel and tourism");
    }

    @Test
    void showsTheContextToTheStageThatWritesSqlAlone() {
        routes.agent
                .anew()
                .calls("query_tool", "{\"question\": \"Exports of Kenya?\", \"context\": \"The person likes tea.\"}")
                .says("Found.");
        routes.ask();
        assertThat(routes.extraction.said(0)).doesNotContain("tea");
        assertThat(routes.generation.said(0)).contains("## Context\nThe person likes tea.");
    }

    @Test
    void opensAFreshRunForEachToolCall() {
        routes.agent
                .anew()
                .calls("query_tool", PipelineRoutes.CALL, "query_tool", "{\"question\": \"Second\"}")
                .says("Found.");
        routes.generation
                .anew()
                .says("{\"sql\": \"" + SQL + "\", \"assumptions\": [\"First only.\"]}")
                .says(sql(SQL));
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.turn().results().get(0).text()).contains("First only.");
        assertThat(outcome.turn().results().get(1).text()).doesNotContain("First only.");
    }
}
