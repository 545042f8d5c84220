package dev.caravan.routes;

import static dev.caravan.routes.PipelineRoutes.SQL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a statement that a person edited, by routes/rerun.camel.yaml and those of the SQL tool. */
class RerunRoutesTest {
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.start();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    @Test
    void runsWhatTheGuardLetsThroughAndAsksNoModel() {
        PipelineRoutes.Outcome outcome = routes.rerun(SQL);
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).isEqualTo("The edited query found **1 row**.");
        assertThat(outcome.stages())
                .containsExactly("take_edited_sql", "validate_sql", "execute_sql", "format_results");
        assertThat(routes.database.statements)
                .hasSize(2)
                .first()
                .asString()
                .startsWith("EXPLAIN")
                .endsWith(SQL);
        assertThat(routes.agent.asked).isEmpty();
        assertThat(routes.generation.asked).isEmpty();
    }

    @Test
    void refusesWhatTheGuardRefusesAndSaysWhy() {
        PipelineRoutes.Outcome outcome = routes.rerun("DELETE FROM hs92.country_year");
        assertThat(outcome.kind()).isEqualTo(Outcome.REFUSED);
        assertThat(outcome.text()).startsWith("The statement was not run: ");
        assertThat(routes.database.statements).isEmpty();
    }

    @Test
    void refusesAStatementWhosePlanReadsAnotherTable() {
        routes.database.explains(() -> ScriptedDatabase.plan("pg_catalog", "pg_authid"));
        assertThat(routes.rerun(SQL).kind()).isEqualTo(Outcome.REFUSED);
        assertThat(routes.database.statements).hasSize(1);
    }

    @Test
    void tellsThatNothingWasFound() {
        routes.database.gives(List::of);
        assertThat(routes.rerun(SQL).kind()).isEqualTo(Outcome.NO_DATA);
    }

    @Test
    void tellsWhatTheDatabaseDoesNotPermit() {
        routes.database.gives(ScriptedDatabase.failure("42501", "permission denied for table country_year"));
        PipelineRoutes.Outcome outcome = routes.rerun(SQL);
        assertThat(outcome.kind()).isEqualTo(Outcome.NOT_PERMITTED);
        assertThat(outcome.turn().results()).singleElement().matches(result -> result.status() == Status.NOT_PERMITTED);
    }

    @Test
    void failsWhileTheDatabaseIsDown() {
        routes.database.failsWith("08006", "connection refused");
        assertThat(routes.rerun(SQL).kind()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void endsTheTurnOnAFaultThatNoStageForesaw() {
        PipelineRoutes.Outcome outcome = routes.rerun(null);
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text())
                .contains("The log names turn " + outcome.turn().id());
    }

    @Test
    void keepsInTheTraceWhatTheDatabaseWasAsked() {
        Map<String, Object> executed = routes.rerun(SQL).steps().get(2);
        assertThat(executed).containsEntry("route", "run-sql").containsKey("at");
    }
}
