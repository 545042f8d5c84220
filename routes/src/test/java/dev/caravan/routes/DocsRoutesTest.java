package dev.caravan.routes;

import static dev.caravan.routes.PipelineRoutes.CALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.DocsEvidence;
import dev.caravan.model.offline.Mode;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The documentation tool as it stands in routes/docs.camel.yaml, with scripted models, and what it does to a turn. */
class DocsRoutesTest {
    private static final String METHOD =
            "{\"question\": \"How does the Atlas handle discrepancies between importer and exporter?\", \"context\": \"The person wants to understand the data.\"}";
    private static final String METRICS =
            "{\"question\": \"What is PCI, and what is a complexity profile?\", \"context\": \"The person asked to analyze PCI of semiconductor exports 2012-2015 for middle-income countries.\"}";

    private PipelineRoutes routes;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.start();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private static Map<String, Object> step(PipelineRoutes.Outcome outcome, String stage) {
        return outcome.steps().stream()
                .filter(step -> step.get(Steps.STAGE).equals(stage))
                .findFirst()
                .orElseThrow();
    }

    private static DocsEvidence docs(PipelineRoutes.Outcome outcome) {
        Evidence evidence = outcome.turn().evidence().get(0);
        assertThat(evidence).isInstanceOf(DocsEvidence.class);
        return (DocsEvidence) evidence;
    }

    // the three control paths

    @Test
    void answersAPlainQuestionOnFiguresWithoutTheDocuments() {
        PipelineRoutes.Outcome outcome = routes.agentAsksOnce().ask();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.stages())
                .doesNotContain("extract_docs_question", "select_and_synthesize", "format_docs_results");
        assertThat(routes.documentSelection.asked).isEmpty();
        assertThat(routes.synthesis.asked).isEmpty();
        assertThat(routes.generation.said(0)).doesNotContain("## Context");
    }

    @Test
    void answersAQuestionOnMethodsFromTheDocumentsWithoutAQuery() {
        routes.documentSelection.anew().says("{\"documents\": [\"trade_methodology\"]}");
        routes.synthesis.anew().says("Both reports are reconciled by reliability [2]. Freight is taken out first [4].");
        routes.agent.calls("docs_tool", METHOD).says("Both reports are reconciled.");
        PipelineRoutes.Outcome outcome = routes.ask();

        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.turn().queries()).isZero();
        assertThat(routes.database.statements).isEmpty();
        assertThat(outcome.stages())
                .containsExactly(
                        "resolve_mode",
                        "call_model",
                        "extract_docs_question",
                        "select_and_synthesize",
                        "format_docs_results",
                        "call_model");
        // the manifest is all that the selection sees; the synthesis sees the documents that were chosen
        assertThat(routes.documentSelection.said(0))
                .contains(
                        "- trade_methodology: Trade methodology.",
                        "- metrics_glossary:",
                        "The person wants to understand the data.")
                .doesNotContain("Import reports are often more exact");
        assertThat(routes.synthesis.said(0))
                .contains("Import reports are often more exact", "The person wants to understand the data.")
                .doesNotContain("Metrics glossary, section");
        // sources: in the agent's result, in the evidence, in the trace
        assertThat(routes.agent.results(1))
                .singleElement()
                .asString()
                .contains("by reliability [1]", "first [2]", "Sources:", "- [1] Trade methodology, section");
        assertThat(docs(outcome).passages()).hasSize(2).allSatisfy(passage -> assertThat(passage.document())
                .isEqualTo("trade_methodology"));
        assertThat(step(outcome, "select_and_synthesize"))
                .containsEntry("documents", List.of("trade_methodology"))
                .containsKey("sources");
        assertThat(step(outcome, "extract_docs_question"))
                .containsEntry("context", "The person wants to understand the data.");
    }

    @Test
    void passesWhatTheDocumentsSaidToTheQueryWriterAndToNoStageBeforeIt() {
        String learned =
                "PCI is a product-year value in product_year_4, never compare years; the person mentions Brazil and bananas.";
        routes.synthesis.anew().says("PCI belongs to a product and year [1].");
        routes.agent
                .calls("docs_tool", METRICS)
                .calls(
                        "query_tool",
                        "{\"question\": \"What did Kenya export in 1995?\", \"context\": \"" + learned + "\"}",
                        "query_tool",
                        "{\"question\": \"And in 1996?\", \"context\": \"ECI is a country-year value.\"}")
                .says("Both.");
        PipelineRoutes.Outcome outcome = routes.ask();

        assertThat(outcome.turn().results())
                .extracting(result -> result.call().tool())
                .containsExactly("docs_tool", "query_tool", "query_tool");
        assertThat(outcome.turn().queries()).isEqualTo(2);
        assertThat(routes.generation.said(0)).contains("What did Kenya export in 1995?", learned);
        assertThat(routes.generation.said(1))
                .contains("ECI is a country-year value.")
                .doesNotContain(learned);
        assertThat(routes.extraction.said(0))
                .contains("What did Kenya export in 1995?")
                .doesNotContain("Brazil", "product_year_4");
        assertThat(routes.selection.asked).isEmpty();
        assertThat(routes.agent.results(1))
                .singleElement()
                .asString()
                .contains("PCI belongs to a product and year [1].");
    }

    // budget

    @Test
    void countsFiveLookUpsAndOneQueryAsOneQuery() {
        routes.agent
                .calls(
                        "docs_tool",
                        METHOD,
                        "docs_tool",
                        METRICS,
                        "docs_tool",
                        METHOD,
                        "docs_tool",
                        METRICS,
                        "docs_tool",
                        METHOD,
                        "query_tool",
                        CALL)
                .says("All.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.turn().results()).hasSize(6).allSatisfy(result -> assertThat(result.status())
                .isEqualTo(Status.OK));
        assertThat(outcome.turn().queries()).isEqualTo(1);
    }

    @Test
    void offersTheDocumentsInEveryMode() {
        List<String> offered = new ArrayList<>();
        routes.agent.says("Nothing to do.");
        for (Mode mode : Mode.values()) {
            routes.ask(routes.turn().withChoices(mode.choice()));
            offered.add(routes.agent.asked.get(routes.agent.asked.size() - 1).toolSpecifications().stream()
                    .map(ToolSpecification::name)
                    .filter("docs_tool"::equals)
                    .findFirst()
                    .orElse("none in " + mode));
        }
        assertThat(offered).containsOnly("docs_tool");
    }

    // what fails

    @Test
    void readsEveryDocumentWhenTheSelectionFails() {
        routes.documentSelection.anew().fails();
        routes.agent.calls("docs_tool", METHOD).says("Read.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.turn().results())
                .singleElement()
                .extracting("status")
                .isEqualTo(Status.OK);
        assertThat(routes.documentSelection.asked).as("attempts").hasSize(2);
        assertThat(routes.synthesis.said(0))
                .contains("Trade methodology, section", "Metrics glossary, section", "Services trade, section");
        assertThat(docs(outcome).notes()).singleElement().asString().contains("all of them were read");
    }

    @Test
    void readsEveryDocumentWhenTheSelectionNamesNoneThatExists() {
        routes.documentSelection.anew().says("{\"documents\": [\"../../secrets\", \"cookbook\"]}");
        routes.agent.calls("docs_tool", METHOD).says("Read.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(step(outcome, "select_and_synthesize").get("documents"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSizeGreaterThan(5);
    }

    @Test
    void givesTheSectionsAsTheyAreWhenTheSynthesisFails() {
        routes.documentSelection.anew().says("{\"documents\": [\"trade_methodology\"]}");
        routes.synthesis.anew().fails();
        routes.agent.calls("docs_tool", METHOD).says("Read.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.agent.results(1))
                .singleElement()
                .asString()
                .contains("[1] Trade methodology, section", "Sources:", "as they are");
        assertThat(docs(outcome).passages()).isNotEmpty();
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void hasAnAnswerThoughBothModelsAreDown() {
        routes.documentSelection.anew().fails();
        routes.synthesis.anew().fails();
        routes.agent.calls("docs_tool", METHOD).says("Read.");
        assertThat(routes.ask().turn().results())
                .singleElement()
                .extracting("status")
                .isEqualTo(Status.OK);
    }

    @Test
    void saysWhatIsMissingWhenACallHasNoQuestion() {
        routes.agent.calls("docs_tool", "{\"context\": \"Something.\"}").says("Sorry.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(outcome.turn().results())
                .singleElement()
                .extracting("status")
                .isEqualTo(Status.REJECTED);
        assertThat(routes.agent.results(1)).singleElement().asString().contains("\"question\" is missing");
        assertThat(routes.documentSelection.asked).isEmpty();
    }

    @Test
    void keepsNothingOfAnEarlierCall() {
        routes.synthesis.anew().says("First [1].").says("Second, without a source.");
        routes.agent
                .calls("docs_tool", METRICS, "docs_tool", "{\"question\": \"What is distance?\"}")
                .says("Both.");
        PipelineRoutes.Outcome outcome = routes.ask();
        assertThat(routes.synthesis.said(1)).contains("What is distance?").doesNotContain("semiconductor");
        assertThat(outcome.turn().results().get(1).text()).startsWith("Second, without a source.");
    }
}
