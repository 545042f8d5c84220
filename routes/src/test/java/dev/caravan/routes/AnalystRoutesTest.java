package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.AnalystBeans;
import dev.caravan.app.Settings;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The analyst's flow from its YAML, on the offline model and the synthetic league. */
class AnalystRoutesTest {
    @TempDir
    Path data;

    private PipelineRoutes start() throws Exception {
        return PipelineRoutes.startUnscripted(Map.of("server.data", data.toString()));
    }

    private static Turn asking(PipelineRoutes routes, String question, Turn.PastTurn... past) {
        return Turn.opened("n1", "th", true, "nba", question, Map.of(), routes.clock.now)
                .withHistory(List.of(past));
    }

    private Path file(String name) {
        return AnalystBeans.dataFolder(Settings.load(RouteFiles.HOME, Map.of("server.data", data.toString())), "nba")
                .resolve(name);
    }

    @Test
    void answersASimpleQuestionWithItsThresholdAndItsStages() throws Exception {
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome done =
                    routes.ask(asking(routes, "Who had the highest field goal percentage in 2022-23?"));
            assertThat(done.kind()).isEqualTo(Outcome.ANSWERED);
            assertThat(done.text()).contains("How I found this", "at least 300 field goals made");
            assertThat(done.stages())
                    .containsExactly(
                            "make_data",
                            "clarify_query",
                            "query_rewriter",
                            "query_planner",
                            "table_selector",
                            "sql_generator",
                            "validate_sql",
                            "sql_executor",
                            "data_analyzer",
                            "response_grader");
            assertThat(done.steps()).allMatch(step -> step.get(Steps.STATUS).equals("done"));
            assertThat(((SqlEvidence) done.turn().evidence().get(0)).source()).contains("synthetic");
        }
    }

    @Test
    void dataThatCannotBeMadeAreToldAndTriedAgainWithTheNextQuestion() throws Exception {
        try (PipelineRoutes routes = start()) {
            Path inTheWay = data.resolve("workspaces");
            Files.writeString(inTheWay, "no folder");
            PipelineRoutes.Outcome failed = routes.ask(asking(routes, "Who scored the most points in 2022-23?"));
            assertThat(failed.kind()).isEqualTo(Outcome.FAILED);
            assertThat(failed.text()).contains("demo data of workspace nba could not be made", "Ask again");
            assertThat(failed.steps()).singleElement().satisfies(step -> assertThat(step)
                    .containsEntry(Steps.STAGE, "make_data")
                    .containsEntry(Steps.STATUS, "failed"));
            Files.delete(inTheWay);
            routes.clock.now = routes.clock.now.plus(PipelineRoutes.TURN_TIMEOUT);
            assertThat(routes.ask(asking(routes, "Who scored the most points in 2022-23?"))
                            .kind())
                    .isEqualTo(Outcome.ANSWERED);
            assertThat(routes.ask(asking(routes, "Who scored the most points in 2022-23?"))
                            .stages())
                    .as("made once")
                    .doesNotContain("make_data");
        }
    }

    @Test
    void splitsAComparisonAndPutsTheResultsTogether() throws Exception {
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome done = routes.ask(asking(
                    routes,
                    "Compare the Lakers and Celtics offensive stats, then tell me which team had better efficiency"));
            assertThat(done.kind()).isEqualTo(Outcome.ANSWERED);
            assertThat(done.turn().evidence()).hasSize(2);
            assertThat(done.stages()).contains("combine_results");
            assertThat(done.text()).contains("Los Angeles Lakers", "Boston Celtics", "offensive rating");
        }
    }

    @Test
    void asksBackWhenAJudgementNamesNoFigure() throws Exception {
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome done = routes.ask(asking(routes, "Who is the best player?"));
            assertThat(done.kind()).isEqualTo(Outcome.CLARIFY);
            assertThat(done.turn().answer().orElseThrow().options()).hasSize(3);
            assertThat(done.stages()).containsExactly("make_data", "clarify_query");
        }
    }

    @Test
    void saysThatASeasonIsNotCoveredInsteadOfTakingAnother() throws Exception {
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome done = routes.ask(asking(routes, "Who led the league in assists per game in 1950?"));
            assertThat(done.kind()).isEqualTo(Outcome.NO_DATA);
            assertThat(done.text()).contains("not covered");
        }
    }

    @Test
    void saysThatACorruptFileCannotBeOpened() throws Exception {
        Path broken = file("loaded.duckdb");
        Files.createDirectories(broken.getParent());
        Files.writeString(broken, "no database ".repeat(2_000));
        try (PipelineRoutes routes = start()) {
            PipelineRoutes.Outcome done = routes.ask(asking(routes, "Which team had the most wins in 2022-23?"));
            assertThat(done.kind()).isEqualTo(Outcome.FAILED);
            assertThat(done.text()).contains("cannot be opened");
        }
    }

    @Test
    void failsHonestlyWithoutAModel() throws Exception {
        try (PipelineRoutes routes = start()) {
            routes.modelBreaker.transitionToForcedOpenState();
            PipelineRoutes.Outcome done = routes.ask(asking(routes, "Which team had the most wins in 2022-23?"));
            assertThat(done.kind()).isEqualTo(Outcome.FAILED);
        }
    }

    @Test
    void showsTheStatementOfTheAnswerBefore() throws Exception {
        try (PipelineRoutes routes = start()) {
            Turn.PastTurn past = new Turn.PastTurn("q", "Which team had the most wins?", "Boston", List.of("SELECT 1"));
            PipelineRoutes.Outcome done = routes.ask(asking(routes, "show me the SQL", past));
            assertThat(done.text()).contains("SELECT 1");
        }
    }
}
