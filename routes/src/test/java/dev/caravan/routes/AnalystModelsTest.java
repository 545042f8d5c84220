package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;

/** A model of the analyst's flow that fails: the stage that asked goes on with its own run and without a reply. */
class AnalystModelsTest {
    private static final List<String> STAGES = List.of(
            "clarifyQuery", "rewriteQuery", "planQuery", "selectTables", "writeSql", "analyzeData", "gradeResponse");
    private static final List<String> MODELS = List.of(
            "clarifyQueryModel",
            "queryRewriterModel",
            "queryPlannerModel",
            "tableSelectorModel",
            "sqlGeneratorModel",
            "dataAnalyzerModel",
            "responseGraderModel");

    /** Prepares a prompt, whatever the run. */
    public static final class Stage {
        /** One message. */
        public List<ChatMessage> prepare() {
            return new ArrayList<>(List.of(UserMessage.from("?")));
        }
    }

    @Test
    void leavesTheRunAsItWasAndNoReply() throws Exception {
        ScriptedModel model = new ScriptedModel().fails();
        try (RouteFiles routes = RouteFiles.start(
                Map.of("state.jdbc-url", ""),
                registry -> {
                    STAGES.forEach(name -> registry.bind(name, new Stage()));
                    MODELS.forEach(name -> registry.bind(name, model));
                },
                "analyst-models.camel.yaml")) {
            for (String route : List.of(
                    "clarify-query",
                    "query-rewriter",
                    "query-planner",
                    "table-selector",
                    "sql-generator",
                    "data-analyzer",
                    "response-grader")) {
                Exchange done = routes.camel()
                        .createFluentProducerTemplate()
                        .to("direct:ask-" + route)
                        .withBody("the run")
                        .request(Exchange.class);
                assertThat(done.getException()).as(route).isNull();
                assertThat(done.getMessage().getBody()).as(route).isEqualTo("the run");
                assertThat(done.getVariable("reply")).as(route).isNull();
            }
            assertThat(model.asked).hasSize(7);
        }
    }
}
