package dev.caravan.routes;

import static dev.caravan.routes.PipelineRoutes.CALL;
import static dev.caravan.routes.PipelineRoutes.MAX_QUERIES;
import static dev.caravan.routes.PipelineRoutes.TURN_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Progress;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a turn comes to its end: routes/turn.camel.yaml and routes/agent.camel.yaml with everything below them. */
class AgentRoutesTest {
    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.start();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private static List<Status> statuses(PipelineRoutes.Outcome outcome) {
        return outcome.turn().results().stream().map(ToolResult::status).toList();
    }

    @Test
    void answersFromTheToolThatTheModelCalls() {
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        assertThat(outcome.turn().queries()).isEqualTo(1);
        assertThat(outcome.turn().evidence()).hasSize(1);
        assertThat(routes.agent.results(1))
                .singleElement()
                .asString()
                .contains("year [year] | exports [USD]", "1995 | 7190000000");
        assertThat(outcome.stages())
                .containsExactly(
                        "resolve_mode",
                        "call_model",
                        "extract_tool_question",
                        "extract_products",
                        "lookup_codes",
                        "get_table_info",
                        "generate_sql",
                        "validate_sql",
                        "execute_sql",
                        "format_results",
                        "call_model");
        assertThat(outcome.steps()).allSatisfy(step -> assertThat(step).containsEntry(Steps.STATUS, "done"));
        assertThat(outcome.steps().get(5))
                .containsEntry(Steps.LABEL, "Loading table metadata")
                .containsEntry(Steps.TOOL_CALL, 1);
        assertThat(outcome.steps().get(10)).containsEntry(Steps.TOOL_CALL, 0);
    }

    @Test
    void tracesAllThatTheModelWasTold() {
        List<Map<String, Object>> steps = routes.agentAsksOnce().ask().steps();
        assertThat(steps.get(1).get(Steps.CALLS))
                .asString()
                .contains("kind=model", "[system] You answer", "[user] ", "-> query_tool {");
        assertThat(steps.get(10).get(Steps.CALLS))
                .asString()
                .contains("[system] You answer", "[user] ", "[query_tool] ", "1995 | 7190000000");
    }

    @Test
    void answersWithoutAToolWhenTheModelNeedsNone() {
        routes.agent.says("RCA compares shares.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(routes.database.statements).isEmpty();
    }

    @Test
    void tellsTheModelThatAToolIsUnknown() {
        routes.agent.calls("web_search", CALL).says("I cannot search the web.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(statuses(outcome)).containsExactly(Status.UNKNOWN_TOOL);
        assertThat(routes.agent.results(1))
                .singleElement()
                .asString()
                .contains("no tool called \"web_search\"", "query_tool");
        assertThat(outcome.turn().queries()).isZero();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void takesAToolNamedLikeAnInnerStateForUnknown() {
        for (String name : List.of("none", "answered", "limit_reached", "", "direct:delete-thread", "${body}")) {
            routes.agent.anew().calls(name, CALL).says("No.");
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(statuses(outcome)).as(name).containsExactly(Status.UNKNOWN_TOOL);
        }
    }

    @Test
    void endsATurnWhoseModelOnlyCallsUnknownTools() {
        routes.agent.calls("web_search", CALL);
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("without coming to an answer");
        assertThat(routes.agent.asked.size()).isLessThan(20);
    }

    @Test
    void answersEveryToolCallOfOneMessageInOrder() {
        routes.agent
                .calls("query_tool", CALL, "web_search", "{}", "query_tool", "{\"question\": \"And in 1996?\"}")
                .says("Both.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(statuses(outcome)).containsExactly(Status.OK, Status.UNKNOWN_TOOL, Status.OK);
        assertThat(outcome.turn().results().stream().map(result -> result.call().id()))
                .containsExactly("call-0", "call-1", "call-2");
        assertThat(outcome.turn().queries()).isEqualTo(2);
        assertThat(routes.agent.asked).hasSize(2);
        assertThat(routes.agent.results(1)).hasSize(3);
        assertThat(outcome.steps().stream()
                        .filter(step -> step.get(Steps.STAGE).equals("execute_sql"))
                        .map(step -> step.get(Steps.TOOL_CALL)))
                .containsExactly(1, 3);
    }

    @Test
    void runsCallsOfOneMessageSideBySideWhereTheWorkspaceLetsThem(@TempDir Path workspaces) throws Exception {
        copy(RouteFiles.HOME.resolve("workspaces"), workspaces);
        Path file = workspaces.resolve("atlas/workspace.yaml");
        Files.writeString(
                file, Files.readString(file).replace("    route: sql\n", "    route: sql\n    parallel: true\n"));
        routes.close();
        routes = PipelineRoutes.start(Map.of("workspaces.directory", workspaces.toString()));
        // each of the two waits for the other: one by one they would never end
        CountDownLatch both = new CountDownLatch(2);
        routes.catalog = () -> {
            both.countDown();
            try {
                assertThat(both.await(20, TimeUnit.SECONDS)).as("side by side").isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return PipelineRoutes.names();
        };
        routes.agent
                .calls("query_tool", CALL, "query_tool", "{\"question\": \"And in 1996?\"}", "web_search", "{}")
                .says("Both.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(statuses(outcome)).containsExactly(Status.OK, Status.OK, Status.UNKNOWN_TOOL);
        assertThat(outcome.turn().results().stream().map(result -> result.call().id()))
                .containsExactly("call-0", "call-1", "call-2");
        assertThat(outcome.turn().queries()).isEqualTo(2);
        assertThat(outcome.steps().stream()
                        .filter(step -> step.get(Steps.STAGE).equals("execute_sql"))
                        .map(step -> step.get(Steps.TOOL_CALL)))
                .containsExactlyInAnyOrder(1, 2);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(each, copy);
            }
        }
    }

    @Test
    void replaysTheArgumentsThatWereSent() {
        routes.agent
                .calls("query_tool", "{\"question\": \"Q\", \"colour\": \"red\"}")
                .says("Done.");
        routes.ask();
        assertThat(routes.agent.asked.get(1).messages().stream()
                        .filter(AiMessage.class::isInstance)
                        .flatMap(message -> ((AiMessage) message).toolExecutionRequests().stream())
                        .map(ToolExecutionRequest::arguments))
                .containsExactly("{\"question\":\"Q\",\"colour\":\"red\"}");
    }

    @Test
    void runsNoMoreQueriesThanATurnMayCostAndSaysSoToTheModel() {
        routes.agent
                .calls(
                        "query_tool",
                        CALL,
                        "query_tool",
                        CALL,
                        "query_tool",
                        CALL,
                        "query_tool",
                        CALL,
                        "query_tool",
                        CALL)
                .says("Three of five.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(statuses(outcome))
                .containsExactly(Status.OK, Status.OK, Status.OK, Status.LIMIT_REACHED, Status.LIMIT_REACHED);
        assertThat(outcome.turn().queries()).isEqualTo(MAX_QUERIES);
        assertThat(routes.database.statements).hasSize(2 * MAX_QUERIES);
        assertThat(routes.agent.results(1).get(4)).contains("limit of 3 queries");
        assertThat(outcome.stages()).contains("max_queries_exceeded");
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void offersNoToolOnceTheQueriesAreSpentAndRunsNoneThatIsCalledAllTheSame() {
        routes.agent
                .calls("query_tool", CALL, "query_tool", CALL, "query_tool", CALL, "query_tool", CALL)
                .calls("query_tool", CALL);
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.agent.asked.get(0).toolSpecifications()).isNotEmpty();
        assertThat(routes.agent.asked.get(1).toolSpecifications()).isNullOrEmpty();
        assertThat(routes.database.statements).hasSize(2 * MAX_QUERIES);
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void givesUpATurnThatIsOverItsTime() {
        routes.agent.then(() -> {
            routes.clock.now = routes.clock.now.plus(TURN_TIMEOUT).plusMillis(1);
            return new ScriptedModel().calls("query_tool", CALL).doChat(null).aiMessage();
        });
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("120 seconds");
        assertThat(routes.database.statements).isEmpty();
    }

    @Test
    void keepsWhatWasFoundWhenTheTimeIsOver() {
        routes.agent.calls("query_tool", CALL, "query_tool", CALL);
        routes.database.gives(() -> {
            routes.clock.now = PipelineRoutes.NOON.plus(Duration.ofMinutes(3));
            return ScriptedDatabase.years(1);
        });
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.turn().evidence()).hasSize(1);
        assertThat(routes.agent.asked).hasSize(1);
    }

    @Test
    void stopsATurnThatIsCancelled() {
        Turn turn = routes.turn();
        TurnCancel cancel = routes.cancel();
        routes.agent.then(() -> {
            cancel.cancel(turn.id());
            return new ScriptedModel().calls("query_tool", CALL).doChat(null).aiMessage();
        });
        try (TurnCancel.Registration open =
                cancel.open(new TurnCancel.Open(turn.id(), "th1", "Q", Turn.EVERYBODY, Turn.EVERYBODY, false))) {
            assertThat(open).isNotNull();
            PipelineRoutes.Outcome outcome = routes.ask(turn);
            assertThat(outcome.text()).contains("stopped before it was answered");
            assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        }
        assertThat(routes.database.statements).isEmpty();
        assertThat(cancel.size()).isZero();
    }

    @Test
    void asksAModelThatFailsThreeTimesBeforeItGivesUp() {
        routes.agent.fails();
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.agent.asked).hasSize(3);
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("language model did not answer");
    }

    @Test
    void saysThatTheModelFailedWhenItFailsAfterATool() {
        routes.agent
                .calls("query_tool", "{\"question\": \"Exports of Kenya?\"}")
                .fails();
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("language model did not answer");
    }

    @Test
    void takesTheAnswerOfAModelThatRecovers() {
        routes.agent.fails().fails().says("RCA compares shares.");
        assertThat(routes.ask().text()).isEqualTo("RCA compares shares.");
        assertThat(routes.modelBreaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(2);
    }

    @Test
    void aFaultInHandlingAQuestionIsNotTriedAgainAndSaysNothingAgainstTheProvider() {
        for (int i = 0; i < 20; i++) {
            routes.agent.anew().stumbles();
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
            assertThat(outcome.text()).contains("met a fault of the program");
            assertThat(routes.agent.asked).as("nothing is tried again").hasSize(i + 1);
        }
        routes.agent.anew().says("RCA compares shares.");
        assertThat(routes.ask().text()).isEqualTo("RCA compares shares.");
        assertThat(routes.modelBreaker.getMetrics().getNumberOfFailedCalls()).isZero();
    }

    @Test
    void leavesAModelAloneThatFailedFiveTimesInARow() {
        routes.agent.fails();
        routes.ask();
        assertThat(routes.modelBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
        routes.ask();
        assertThat(routes.modelBreaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(routes.agent.asked).hasSize(5);
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.agent.asked).hasSize(5);
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("language model did not answer");
    }

    @Test
    void asksARestedModelOnceAndGoesOnWhenItAnswers() {
        routes.agent.says("RCA compares shares.");
        routes.modelBreaker.transitionToOpenState();
        routes.modelBreaker.transitionToHalfOpenState();
        assertThat(routes.ask().kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(routes.modelBreaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void saysThatAnEmptyReplyIsNoAnswer() {
        for (AiMessage empty : List.of(
                AiMessage.from("  "),
                AiMessage.from("[CLARIFY]"),
                AiMessage.builder().build())) {
            routes.agent.anew().then(() -> empty);
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
            assertThat(outcome.text()).contains("empty answer");
        }
    }

    @Test
    void offersTheOptionsOfAClarification() {
        routes.agent.says(
                "[CLARIFY] Which Congo do you mean?\n- Exports of DR Congo in 1995?\n- Exports of the Congo in 1995?");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.CLARIFY);
        assertThat(outcome.text()).isEqualTo("Which Congo do you mean?");
        assertThat(outcome.turn().answer().orElseThrow().options())
                .containsExactly("Exports of DR Congo in 1995?", "Exports of the Congo in 1995?");
    }

    @Test
    void takesTheMarkOfAReplyInAnyCaseForItsOutcome() {
        routes.agent.says(" [refused] I only read.");
        PipelineRoutes.Outcome refused = routes.ask();
        assertThat(refused.kind()).isEqualTo(Outcome.REFUSED);
        assertThat(refused.text()).isEqualTo("I only read.");
        routes.agent.anew().says("[NO_DATA] Prices are not held.");
        assertThat(routes.ask().kind()).isEqualTo(Outcome.NO_DATA);
        routes.agent.anew().says("The tag [REFUSED] inside a text is text.");
        assertThat(routes.ask().kind()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void tellsTheModelWhichArgumentIsMissing() {
        for (String arguments :
                List.of("{oops", "", "[]", "{\"context\": \"x\"}", "{\"question\": \"  \"}", "{\"question\": null}")) {
            routes.agent.anew().calls("query_tool", arguments).says("I could not ask.");
            PipelineRoutes.Outcome outcome = routes.ask();
            assertThat(statuses(outcome)).as(arguments).containsExactly(Status.REJECTED);
            assertThat(outcome.turn().results().get(0).text()).contains("\"question\" is missing");
        }
        assertThat(routes.extraction.asked).isEmpty();
    }

    @Test
    void endsTheTurnWhenSomethingBreaksThatNoStageForesaw() {
        routes.catalog = () -> {
            throw new IllegalStateException("a fault");
        };
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text())
                .contains("Something went wrong inside Caravan", outcome.turn().id())
                .doesNotContain("a fault");
        assertThat(outcome.notes()).anySatisfy(note -> assertThat(note).contains("could not be stored"));
    }

    @Test
    void answersWhileTheStoreIsDownAndSaysThatTheAnswerIsNotKept() {
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.notes())
                .containsExactly("This answer could not be stored; it will be missing from the conversation later.");
    }

    @Test
    void answersAFollowUpOnItsOwnWhileTheStoreIsDown() {
        Turn first = routes.turn();
        Turn later = Turn.opened(
                "t9", first.threadId(), false, "atlas", first.question(), first.choices(), first.startedAt());
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask(later);
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.notes())
                .hasSize(2)
                .first()
                .asString()
                .contains("Earlier questions of this conversation could not be read");
    }

    @Test
    void nudgesAModelThatStatesFiguresWithoutATool() {
        routes.agent
                .says("Kenya exported $9.99 billion.")
                .calls("query_tool", CALL)
                .says("Kenya exported $7.19 billion in 1995.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.text()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        assertThat(routes.agent.said(1)).contains("rests on no tool");
        assertThat(routes.database.statements).isNotEmpty();
    }

    @Test
    void runsNoCallTwice() {
        routes.agent.calls("query_tool", CALL).calls("query_tool", CALL).says("Kenya exported $7.19 billion in 1995.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.text()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        assertThat(outcome.turn().evidence()).hasSize(1);
        assertThat(outcome.turn().results().get(1).text()).contains("was made before");
        assertThat(outcome.turn().queries()).isEqualTo(2);
    }

    @Test
    void asksAgainForAnAnswerWhoseFiguresFollowFromNoResult() {
        routes.agent
                .calls("query_tool", CALL)
                .says("Kenya exported $8.25 billion in 1995.")
                .says("Kenya exported $7.19 billion in 1995.");
        assertThat(routes.ask().text()).isEqualTo("Kenya exported $7.19 billion in 1995.");
        assertThat(routes.agent.said(2)).contains("do not follow", "$8.25 billion");
    }

    @Test
    void saysWhichFiguresFollowFromNoResultWhereTheModelInsists() {
        routes.agent.calls("query_tool", CALL).says("Kenya exported $8.25 billion in 1995.");
        assertThat(routes.ask().text()).endsWith("**Low confidence:** no result gives $8.25 billion.");
    }

    @Test
    void nudgesOnceAndNotForFiguresOfTheQuestion() {
        routes.agent.says("It was 9.99 billion.");
        assertThat(routes.ask().text()).isEqualTo("It was 9.99 billion.");
        assertThat(routes.agent.asked).hasSize(2);
        routes.agent.anew().says("The year 1995 has no more recent revision.");
        routes.ask(asking("Was 1995 revised later on?"));
        assertThat(routes.agent.asked).hasSize(3);
    }

    private Turn asking(String question, Turn.PastTurn... past) {
        Turn turn = routes.turn();
        return Turn.opened(turn.id(), turn.threadId(), true, "atlas", question, turn.choices(), turn.startedAt())
                .withHistory(List.of(past));
    }

    @Test
    void nudgesOnceWhereAQuestionForDataIsAnsweredWithoutAnyTool() {
        routes.agent
                .says("Kenya's exports are mainly tea.")
                .calls("query_tool", CALL)
                .says("Kenya exported $7.19 billion in 1995.");
        assertThat(routes.ask(asking("Which are Kenya's exports?")).text()).contains("$7.19 billion");
        assertThat(routes.agent.asked).hasSize(3);
        routes.agent.anew().says("As said, tea.");
        routes.ask(asking(
                "And which of those exports is the largest?",
                new Turn.PastTurn("Exports of Kenya?", "Exports of Kenya?", "Tea.")));
        assertThat(routes.agent.asked)
                .as("a follow-up may be answered from the conversation")
                .hasSize(4);
    }

    @Test
    void putsTheCallsOfOneMessageBackTogether() {
        routes.agent
                .calls("query_tool", CALL, "query_tool", CALL)
                .calls("query_tool", CALL)
                .says("Done.");
        routes.ask();
        List<ChatMessage> last = routes.agent.asked.get(2).messages();
        assertThat(last.subList(2, last.size()))
                .hasExactlyElementsOfTypes(
                        AiMessage.class,
                        ToolExecutionResultMessage.class,
                        ToolExecutionResultMessage.class,
                        AiMessage.class,
                        ToolExecutionResultMessage.class);
        assertThat(((AiMessage) last.get(2)).toolExecutionRequests())
                .extracting(ToolExecutionRequest::id)
                .containsExactly("call-0", "call-1");
        assertThat(((AiMessage) last.get(5)).toolExecutionRequests()).hasSize(1);
    }

    @Test
    void givesEveryCallAnIdOfItsOwnThoughTheModelDoesNot() {
        routes.agent
                .then(() -> AiMessage.from(List.of(
                        ToolExecutionRequest.builder()
                                .name("query_tool")
                                .arguments(CALL)
                                .build(),
                        ToolExecutionRequest.builder()
                                .name("query_tool")
                                .arguments(CALL)
                                .build())))
                .says("Both.");
        assertThat(routes.ask().turn().results().stream()
                        .map(result -> result.call().id()))
                .containsExactly("call", "call-2");
    }

    @Test
    void endsATurnWhoseBudgetOfModelCallsIsSpentAndSaysSo() throws Exception {
        routes.close();
        routes = PipelineRoutes.start(java.util.Map.of("model.turn.calls", "3"));
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.FAILED);
        assertThat(outcome.text()).contains("budget for one question is spent", "3 model calls");
        assertThat(outcome.turn().evidence()).hasSize(1);
    }

    @Test
    void workThatCannotBeKeptGoesOnAllTheSame() {
        PipelineRoutes.Outcome outcome =
                routes.agentAsksOnce().ask(routes.turn().withProgress(Progress.NONE.withKept(true)));
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void timeInWhichATurnWaitedIsNotCounted() {
        Turn turn = routes.turn().withProgress(Progress.NONE.withWaited(Duration.ofDays(2)));
        routes.clock.now = routes.clock.now.plus(Duration.ofDays(2)).plusSeconds(5);
        assertThat(routes.agentAsksOnce().ask(turn).kind()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aTurnMayHaveATimeOfItsOwn() {
        Turn turn = routes.turn();
        routes.clock.now = routes.clock.now.plusSeconds(130);
        Progress longer = Progress.NONE.withTime(Optional.of(Duration.ofMinutes(10)));
        assertThat(routes.agentAsksOnce().ask(turn.withProgress(longer)).kind()).isEqualTo(Outcome.ANSWERED);
        Progress shorter = Progress.NONE.withTime(Optional.of(Duration.ofSeconds(20)));
        assertThat(routes.ask(turn.withProgress(shorter)).text()).contains("The time for one question, 20 seconds");
    }

    @Test
    void saysOfWordsThatNoToolGaveAResultForThatNothingStandsBehindThem() {
        routes.generation.anew().says(PipelineRoutes.sql("DELETE FROM hs92.country_year"));
        routes.agent.calls("query_tool", CALL).says("Kenya mostly exported coffee, tea and sugar.");
        PipelineRoutes.Outcome invented = routes.ask();
        assertThat(invented.kind()).isEqualTo(Outcome.NO_DATA);
        assertThat(invented.text())
                .isEqualTo(
                        "**No tool gave a result, so nothing stands behind this:** Kenya mostly exported coffee, tea and"
                                + " sugar.");
        routes.agent.anew().calls("query_tool", CALL).says("[NO_DATA] The data do not hold it.");
        assertThat(routes.ask().text()).isEqualTo("The data do not hold it.");
    }
}
