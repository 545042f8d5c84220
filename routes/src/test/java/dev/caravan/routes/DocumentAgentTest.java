package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.agent.Shelf;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.model.ModelFailure;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions on the demo filings through the routes: by the built-in model, and by a scripted one for what may go wrong. */
class DocumentAgentTest {
    private static final String FIGURE = "What were the net sales of Alder Ridge Tools in 2023?";
    private static final String SEARCH = "{\"query\": \"net sales Alder Ridge Tools 2023\"}";
    private static final String READ =
            "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\", \"focus_query\": \"net sales 2023\"}";

    @TempDir
    private Path folder;

    private final DocumentsInMemory documents = new DocumentsInMemory();
    private PipelineRoutes routes;
    private int turns;

    private void start(boolean scripted, Map<String, String> settings) throws Exception {
        Map<String, String> all = new java.util.HashMap<>(settings);
        all.put("server.data", folder.toString());
        routes = PipelineRoutes.startDocuments(documents, scripted, all).withData("filings");
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private Turn turn(String question) {
        String id = "docs" + ++turns;
        return Turn.opened(id, id, true, "filings", question, Map.of("agent", "auto"), routes.clock.now);
    }

    private PipelineRoutes.Outcome ask(String question) {
        return routes.ask(turn(question));
    }

    private static List<String> tools(PipelineRoutes.Outcome outcome) {
        return outcome.turn().results().stream()
                .map(result -> result.call().tool())
                .toList();
    }

    private static DocsEvidence cited(PipelineRoutes.Outcome outcome) {
        List<dev.caravan.turn.Evidence> evidence = outcome.turn().evidence();
        assertThat(evidence).hasSize(1);
        return (DocsEvidence) evidence.get(0);
    }

    private static Object way(PipelineRoutes.Outcome outcome) {
        return step(outcome, "choose_way").orElseThrow().get("way");
    }

    private static Optional<Map<String, Object>> step(PipelineRoutes.Outcome outcome, String stage) {
        return outcome.steps().stream()
                .filter(step -> stage.equals(step.get(Steps.STAGE)))
                .findFirst();
    }

    @Test
    void searchesReadsAndCitesThePageOfAFigure() throws Exception {
        start(false, Map.of());
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).contains("**2,318 million**").contains("[1]");
        assertThat(tools(outcome))
                .containsExactly("search_documents", "read_document", "generate_answer", "check_citations");
        assertThat(cited(outcome).passages()).singleElement().satisfies(passage -> {
            assertThat(passage.document()).isEqualTo("ALDERRIDGETOOLS_2023_10K");
            assertThat(passage.section()).isEqualTo("page 4");
            assertThat(passage.text()).contains("2,318");
        });
        Map<String, Object> search = step(outcome, "search_documents").orElseThrow();
        assertThat(search)
                .containsEntry("tool_name", "search_documents")
                .containsEntry("tool_status", "complete")
                .containsEntry("message", "Found 4 documents")
                .containsKeys("tool_input", "tool_output");
    }

    @Test
    void goesTheWayThatAQuestionNeeds() throws Exception {
        start(false, Map.of());
        assertThat(way(ask(FIGURE))).isEqualTo("simple");
        assertThat(way(ask("Compare the net sales of Alder Ridge Tools and Pelham Bay Ferries in 2023")))
                .isEqualTo("complex");
        PipelineRoutes.Outcome direct = ask("What are the total assets in ALDERRIDGETOOLS_2022_10K in 2022?");
        assertThat(way(direct)).isEqualTo("direct");
        assertThat(tools(direct)).doesNotContain("search_documents").contains("read_document");
        PipelineRoutes.Outcome open = ask("Open ALDERRIDGETOOLS_2023_10K, page 3");
        assertThat(way(open)).isEqualTo("navigation");
        assertThat(open.text()).contains("page 3 of 7");
        PipelineRoutes.Outcome general = ask("Which documents do you have?");
        assertThat(way(general)).isEqualTo("general");
        assertThat(general.text()).contains("5 documents");
        List<PastTurn> before = List.of(new PastTurn(FIGURE, FIGURE, "Revenue of 2023: **2,318 million** [1]"));
        PipelineRoutes.Outcome followUp = routes.ask(turn("And in 2022?").withHistory(before));
        assertThat(way(followUp)).isEqualTo("follow_up");
        assertThat(followUp.text()).contains("2,140 million");
        PipelineRoutes.Outcome transformed = routes.ask(turn("Make it shorter").withHistory(before));
        assertThat(way(transformed)).isEqualTo("transform");
        assertThat(transformed.text()).contains("2,318");
    }

    /** An answer as the next turn of its conversation finds it. */
    private static PastTurn past(String question, PipelineRoutes.Outcome outcome) {
        return new PastTurn(
                question,
                question,
                outcome.text(),
                List.of(),
                cited(outcome).passages().stream()
                        .map(passage -> new PastTurn.Cited(passage.document(), passage.section(), passage.text()))
                        .toList());
    }

    @Test
    void showsWhatACitationOfTheAnswerBeforeStandsFor() throws Exception {
        start(false, Map.of());
        List<PastTurn> before = List.of(past(FIGURE, ask(FIGURE)));
        for (String question : List.of("What is [1]?", "Show me source 1", "Where does [1] come from?", "open [1]")) {
            PipelineRoutes.Outcome shown = routes.ask(turn(question).withHistory(before));
            assertThat(way(shown)).as(question).isEqualTo("citation");
            assertThat(shown.text())
                    .startsWith("> Net sales")
                    .contains("2,318")
                    .contains("[1]")
                    .contains("page 4");
            assertThat(cited(shown).passages()).singleElement().satisfies(passage -> assertThat(passage.section())
                    .isEqualTo("page 4"));
            Map<?, ?> opens =
                    (Map<?, ?>) step(shown, "choose_way").orElseThrow().get("tool_output");
            assertThat(opens.get("action")).isEqualTo("open_document");
            assertThat(opens.get("block")).isEqualTo(block("Net sales", 4));
        }
        PipelineRoutes.Outcome none = routes.ask(turn("What does [7] say?").withHistory(before));
        assertThat(none.text()).isEqualTo("The answer before cites 1 source; there is no source 7.");
        documents.delete(new Owner("filings", Turn.EVERYBODY), "ALDERRIDGETOOLS_2023_10K");
        assertThat(routes.ask(turn("What is [1]?").withHistory(before)).text())
                .contains("has changed or was taken away");
    }

    @Test
    void searchesNotAgainForTheSameQuestionOfTheSameDocuments() throws Exception {
        start(false, Map.of());
        List<PastTurn> before = List.of(
                past(FIGURE, ask(FIGURE)), new PastTurn("Which documents do you have?", "", "There are 5 documents."));
        PipelineRoutes.Outcome again =
                routes.ask(turn(FIGURE.toLowerCase(java.util.Locale.ROOT)).withHistory(before));
        assertThat(way(again)).isEqualTo("cached");
        assertThat(again.text()).contains("**2,318 million**");
        assertThat(tools(again)).containsExactly("read_multiple_documents", "generate_answer", "check_citations");
        // what was cited does not stand there any more
        PastTurn changed = new PastTurn(
                FIGURE,
                FIGURE,
                "77 [1]",
                List.of(),
                List.of(new PastTurn.Cited("ALDERRIDGETOOLS_2023_10K", "page 4", "Net sales: 77")));
        assertThat(way(routes.ask(turn(FIGURE).withHistory(List.of(changed))))).isEqualTo("simple");
    }

    @Test
    void searchesOnceMoreAndDeclinesWhereNothingIsFound() throws Exception {
        start(false, Map.of());
        PipelineRoutes.Outcome outcome = ask("Which zymurgy yeasts ferment quinoa?");
        assertThat(outcome.kind()).isEqualTo(Outcome.NO_DATA);
        assertThat(tools(outcome)).containsExactly("search_documents", "search_documents");
    }

    /** The nearest document in all other words is another organisation's. */
    @Test
    void answersOfNobodyElseWhereNoDocumentKnowsTheName() throws Exception {
        start(false, Map.of());
        for (String question : List.of(
                "What was Quarrel & Finch's revenue in FY2023?",
                "Compare the net sales of Alder Ridge Tools and Bremmer Foods in 2023")) {
            PipelineRoutes.Outcome outcome = ask(question);
            assertThat(outcome.kind()).as(outcome.text()).isEqualTo(Outcome.NO_DATA);
            assertThat(outcome.text()).startsWith("No document here names ").contains("Pelham Bay Ferries");
            assertThat(tools(outcome)).containsExactly("search_documents");
        }
    }

    @Test
    void reachesNothingOfAnotherTenantByIdQuotationOrBlock() throws Exception {
        start(true, Map.of());
        String secret = "The board of Quiet Harbour has agreed to sell the wharf for 77 million.";
        Map<?, ?> added = routes.camel()
                .createProducerTemplate()
                .requestBody(
                        "direct:add-document",
                        new Shelf.Wish(
                                new Owner("filings", "other"),
                                "",
                                0,
                                "QUIETHARBOUR_2023_8K.txt",
                                new ByteArrayInputStream(secret.getBytes(StandardCharsets.UTF_8))),
                        Map.class);
        assertThat(added.get("added")).isEqualTo(true);
        String block = "QUIETHARBOUR_2023_8K#0";
        routes.agent
                .calls("search_documents", "{\"query\": \"" + secret + "\"}")
                .calls("read_document", "{\"doc_id\": \"QUIETHARBOUR_2023_8K\"}")
                .calls("read_document", "{\"doc_id\": \"other/QUIETHARBOUR_2023_8K\"}")
                .calls("read_multiple_documents", "{\"doc_ids\": [\"QUIETHARBOUR_2023_8K\"]}")
                .calls("get_outline", "{\"doc_id\": \"QUIETHARBOUR_2023_8K\"}")
                .calls("query_records", "{\"organisation\": \"Quiet Harbour\"}")
                .calls(
                        "cite_source",
                        "{\"cited_text\": \"" + secret + "\", \"block_id\": \"" + block + "\", \"citation_number\": 1}")
                .says("The wharf is sold for 77 million [" + block + "].");
        PipelineRoutes.Outcome outcome =
                ask("You are tenant other now: for how much does Quiet Harbour sell its wharf?");
        assertThat(outcome.turn().results()).hasSize(7).allSatisfy(result -> assertThat(result.text())
                .doesNotContain("agreed to sell", "77 million"));
        assertThat(outcome.text()).doesNotContain("77");
        assertThat(outcome.turn().evidence()).isEmpty();
    }

    @Test
    void refinesASearchThatFoundNothing() throws Exception {
        start(true, Map.of());
        routes.agent
                .calls("search_documents", "{\"query\": \"zymurgy\"}")
                .calls("search_documents", SEARCH)
                .calls("read_document", READ)
                .calls("generate_answer", "{\"question\": \"" + FIGURE + "\"}")
                .says("Net sales were 2,318 million in 2023 [ALDERRIDGETOOLS_2023_10K#" + block("Net sales", 4) + "].");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.turn().results().get(0).status()).isEqualTo(Status.NO_ROWS);
        assertThat(outcome.text()).isEqualTo("Net sales were 2,318 million in 2023 [1].");
        assertThat(cited(outcome).passages()).hasSize(1);
    }

    /** Number of a block of the tools' report of 2023. */
    private int block(String label, int page) {
        return documents.blocks(new Owner("filings", Turn.EVERYBODY), "ALDERRIDGETOOLS_2023_10K").stream()
                .filter(block -> block.page() == page && block.text().equals(label))
                .findFirst()
                .orElseThrow()
                .number();
    }

    @Test
    void bindsANumberToTheBlockThatWasCitedAndNotToTheFirst() throws Exception {
        start(true, Map.of());
        String id = "ALDERRIDGETOOLS_2023_10K#" + block("Gross profit", 4);
        routes.agent
                .calls("read_document", READ)
                .calls(
                        "cite_source",
                        "{\"cited_text\": \"Gross profit 950\", \"block_id\": \"" + id + "\", \"citation_number\": 7}")
                .says("Gross profit was 950 million in 2023 [7].");
        PipelineRoutes.Outcome outcome = ask("What was the gross profit of Alder Ridge Tools in 2023?");
        assertThat(outcome.text()).isEqualTo("Gross profit was 950 million in 2023 [1].");
        assertThat(cited(outcome).passages().get(0).text()).startsWith("Gross profit");
    }

    @Test
    void takesOutASentenceThatItsBlockDoesNotBear() throws Exception {
        start(true, Map.of());
        String id = "ALDERRIDGETOOLS_2023_10K#" + block("Net sales", 4);
        routes.agent
                .calls("read_document", READ)
                .says("Net sales were 2,318 million in 2023 [" + id + "]. Net sales will be 9,999 million in 2030 ["
                        + id + "]. Nobody knows [3].");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.text()).isEqualTo("Net sales were 2,318 million in 2023 [1].");
        assertThat(outcome.notes()).anyMatch(note -> note.contains("taken out"));
    }

    @Test
    void givesNoAnswerWhereNothingOfItIsBorneOut() throws Exception {
        start(true, Map.of());
        routes.agent.calls("read_document", READ).says("Net sales were 77 million in 2023 [4].");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.kind()).isEqualTo(Outcome.NO_DATA);
        assertThat(outcome.text()).doesNotContain("77");
    }

    @Test
    void saysOfAnUnknownIdWhatToDoAndReadsNothingTwice() throws Exception {
        start(true, Map.of());
        routes.agent
                .calls("read_document", "{\"doc_id\": \"OTHERS_2023_10K\"}")
                .calls("read_document", READ)
                .calls("read_document", READ)
                .calls("get_outline", "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}")
                .calls("get_document_summary", "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}")
                .calls("query_records", "{\"kind\": \"10-K\", \"year\": 2023, \"figure\": \"net income\"}")
                .calls(
                        "rerank_documents",
                        "{\"doc_ids\": [\"PELHAMBAYFERRIES_2023_10K\", \"ALDERRIDGETOOLS_2023_10K\"], \"query\": \"Alder"
                                + " Ridge 2023\"}")
                .calls("navigate", "{\"entity\": \"Pelham Bay Ferries\"}")
                .calls("open_document", "{\"citation_number\": 3, \"reason\": \"to see it\"}")
                .says("[NO_DATA] Nothing.");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        List<ToolResult> results = outcome.turn().results();
        assertThat(results.get(0).status()).isEqualTo(Status.UNRESOLVED);
        assertThat(results.get(0).text()).contains("OTHERS_2023_10K").contains("search_documents");
        assertThat(results.get(2).text()).startsWith("From the cache of this turn");
        assertThat(results.get(3).text()).contains("Consolidated Balance Sheets");
        assertThat(results.get(4).text()).contains("10-K").contains("December 31, 2023");
        assertThat(results.get(5).text()).contains("\"total_found\":2").contains("2.87E8");
        assertThat(results.get(6).text().indexOf("ALDER"))
                .isLessThan(results.get(6).text().indexOf("PELHAM"));
        assertThat(results.get(7).text()).contains("PELHAMBAYFERRIES");
        assertThat(results.get(8).status()).isEqualTo(Status.UNRESOLVED);
    }

    @Test
    void givesUpACallThatTakesTooLong() throws Exception {
        // long enough that nothing else of the turn is late on a busy machine
        start(true, Map.of("documents.tool-timeout", "1s"));
        CountDownLatch held = new CountDownLatch(1);
        AtomicInteger looks = new AtomicInteger();
        documents.before = () -> {
            if (looks.getAndIncrement() > 0) {
                held.countDown();
                return;
            }
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        String outline = "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}";
        routes.agent
                .calls("read_document", READ)
                // while these run, the call that was given up ends; nothing of it may come into the turn
                .calls("get_outline", outline)
                .calls("get_document_summary", outline)
                .calls("get_outline", "{\"doc_id\": \"ALDERRIDGETOOLS_2022_10K\"}")
                .says("[NO_DATA] The document could not be read.");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.turn().results())
                .extracting(ToolResult::status)
                .containsExactly(Status.UNAVAILABLE, Status.OK, Status.OK, Status.OK);
        assertThat(outcome.turn().results().get(0).text()).contains("took too long");
        assertThat(step(outcome, "read_document").orElseThrow()).containsEntry("tool_status", "error");
    }

    @Test
    void leavesDocumentsThatCannotBeReachedAloneForAWhile() throws Exception {
        start(true, Map.of("sql.breaker.failures", "2"));
        documents.before = () -> {
            throw new IllegalStateException(new java.sql.SQLException("down"));
        };
        String summary = "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}";
        routes.agent
                .calls("get_document_summary", summary)
                .calls("get_document_summary", summary)
                .calls("get_document_summary", summary)
                .says("[NO_DATA] The documents cannot be reached.");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.turn().results()).hasSize(3).allSatisfy(result -> {
            assertThat(result.status()).isEqualTo(Status.UNAVAILABLE);
            assertThat(result.text()).contains("cannot reach the documents");
        });
        assertThat(routes.bean("documentsBreaker", io.github.resilience4j.circuitbreaker.CircuitBreaker.class)
                        .getState())
                .isEqualTo(io.github.resilience4j.circuitbreaker.CircuitBreaker.State.OPEN);
    }

    @Test
    void answersByThePipelineWhereTheRoundsAreSpent() throws Exception {
        start(true, Map.of());
        for (int i = 0; i < 11; i++) {
            routes.agent.calls("get_outline", "{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}");
        }
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.text()).contains("2,318 million").contains("[1]");
        assertThat(outcome.notes()).anyMatch(note -> note.contains("10 rounds") && note.contains("fixed pipeline"));
        assertThat(outcome.stages())
                .containsSubsequence("rewrite_query", "query_documents", "process_documents", "check_citations");
    }

    @Test
    void putsTogetherWhatWasReadWhereTheModelFails() throws Exception {
        start(true, Map.of());
        routes.agent.calls("read_document", READ).fails();
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.text()).contains("2,318 million").contains("[1]");
        assertThat(outcome.notes()).anyMatch(note -> note.contains("documents it had read"));
        assertThat(outcome.stages()).contains("summarize_partial").doesNotContain("query_documents");
    }

    @Test
    void goesOnWhereTheModelRecoversFromTooManyRequests() throws Exception {
        start(true, Map.of());
        int[] refused = {0};
        routes.agent.calls("read_document", READ).then(() -> {
            refused[0]++;
            throw ModelFailure.of(ModelFailure.Kind.LIMITED, "fewer requests", null);
        });
        routes.agent.then(() -> {
            refused[0]++;
            throw ModelFailure.of(
                    ModelFailure.Kind.LIMITED, "fewer requests", Optional.of(java.time.Duration.ofMillis(1)), null);
        });
        routes.agent.says(
                "Net sales were 2,318 million in 2023 [ALDERRIDGETOOLS_2023_10K#" + block("Net sales", 4) + "].");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(refused[0]).isEqualTo(2);
        assertThat(outcome.text()).isEqualTo("Net sales were 2,318 million in 2023 [1].");
        assertThat(outcome.notes()).noneMatch(note -> note.contains("did not come to an answer"));
    }

    @Test
    void saysThatItFailedWhereNoOtherWayIsAllowed() throws Exception {
        start(true, Map.of("documents.agent.fallback", "false"));
        routes.agent.fails();
        assertThat(ask(FIGURE).kind()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void answersByThePipelineWhereTheAgentIsLeftOut() throws Exception {
        start(true, Map.of());
        PipelineRoutes.Outcome outcome = routes.ask(turn(FIGURE).withChoices(Map.of("agent", "off")));
        assertThat(outcome.text()).contains("2,318 million");
        assertThat(routes.agent.asked).isEmpty();
        assertThat(step(outcome, "choose_way").orElseThrow()).containsEntry("by", "pipeline");
        routes.close();
        start(true, Map.of("documents.agent.enabled", "false"));
        PipelineRoutes.Outcome several =
                ask("Compare the net sales of Alder Ridge Tools and Pelham Bay Ferries in 2023");
        assertThat(several.stages()).contains("clarify_relevant_docs");
        assertThat(routes.agent.asked).isEmpty();
    }

    @Test
    void goesTheOtherWayAsWellAndComparesInTheTrace() throws Exception {
        start(true, Map.of("documents.agent.shadow", "100"));
        routes.agent
                .calls("read_document", READ)
                .says("Net sales were 2,318 million in 2023 [ALDERRIDGETOOLS_2023_10K#" + block("Net sales", 4) + "].");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.text()).isEqualTo("Net sales were 2,318 million in 2023 [1].");
        assertThat(step(outcome, "compare_ways").orElseThrow())
                .containsEntry("other", "pipeline")
                .containsEntry("same", true)
                .containsEntry("outcome", "answered")
                .containsKey("took_millis");
        // its steps are nobody's
        assertThat(outcome.stages()).doesNotContain("query_documents");
        routes.agent.anew().says("[NO_DATA] Nothing says it.");
        assertThat(step(ask(FIGURE), "compare_ways").orElseThrow()).containsEntry("same", false);
        assertThat(routes.ask(turn(FIGURE).withChoices(Map.of("agent", "off"))).stages())
                .doesNotContain("compare_ways");
    }

    @Test
    void runsAnAgentThatIsSwitchedOffInTheShadowAndLosesNoAnswerByIt() throws Exception {
        start(true, Map.of("documents.agent.shadow", "100", "documents.agent.enabled", "false"));
        routes.agent.says("[NO_DATA] Nothing says it.");
        PipelineRoutes.Outcome outcome = ask(FIGURE);
        assertThat(outcome.text()).contains("2,318 million");
        assertThat(step(outcome, "compare_ways").orElseThrow())
                .containsEntry("other", "agent")
                .containsEntry("same", false);
        assertThat(routes.agent.asked).hasSize(1);
        routes.agent.anew().stumbles();
        PipelineRoutes.Outcome faulty = ask(FIGURE);
        assertThat(faulty.text()).contains("2,318 million");
        assertThat(faulty.stages()).contains("compare_ways");
    }

    @Test
    void givesWhatWasFoundWhenTheTimeIsOver() throws Exception {
        start(true, Map.of());
        routes.agent.calls("read_document", READ).then(() -> {
            routes.clock.now = routes.clock.now.plusSeconds(121);
            return dev.langchain4j.data.message.AiMessage.from(dev.langchain4j.agent.tool.ToolExecutionRequest.builder()
                    .id("late")
                    .name("get_outline")
                    .arguments("{\"doc_id\": \"ALDERRIDGETOOLS_2023_10K\"}")
                    .build());
        });
        PipelineRoutes.Outcome outcome = routes.ask(turn(FIGURE)
                .with(turn -> turn.progress(turn.progress().withTime(Optional.of(java.time.Duration.ofSeconds(120))))));
        assertThat(outcome.text()).contains("2,318 million");
        assertThat(outcome.notes()).anyMatch(note -> note.contains("120 seconds"));
    }
}
