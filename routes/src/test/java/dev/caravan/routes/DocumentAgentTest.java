package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions on the demo filings, answered by the built-in model through the routes. */
class DocumentAgentTest {
    @TempDir
    private static Path folder;

    private PipelineRoutes routes;
    private int turns;

    @BeforeEach
    void start() throws Exception {
        routes = PipelineRoutes.startDocuments(
                new DocumentsInMemory(), false, Map.of("server.data", folder.resolve("d" + System.nanoTime()).toString()));
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private PipelineRoutes.Outcome ask(String question) {
        String id = "docs" + ++turns;
        return routes.ask(
                Turn.opened(id, id, true, "filings", question, Map.of("agent", "auto"), routes.clock.now));
    }

    @Test
    void citesThePageOfAFigure() {
        PipelineRoutes.Outcome outcome = ask("What were the net sales of Alder Ridge Tools in 2023?");
        System.out.println(outcome.text());
        assertThat(outcome.kind()).isEqualTo(Outcome.ANSWERED);
        assertThat(outcome.text()).contains("2,318").contains("[1]");
        for (String q : java.util.List.of("By how much did the net income of Pelham Bay Ferries grow from 2022 to 2023?","What was the inventory turnover of Alder Ridge Tools in FY2023?","Who becomes chief financial officer of Pelham Bay Ferries?","How was the suit by Corvane Batteries settled?","Which documents do you have?","Open ALDERRIDGETOOLS_2023_10K page 3","What was the operating margin of Alder Ridge Tools in the second quarter of 2024?", "Compare the net sales of Alder Ridge Tools and Pelham Bay Ferries in 2023", "What is the recipe of onion soup?")) {
            PipelineRoutes.Outcome o = ask(q);
            System.out.println("=== " + q + "\n" + o.kind() + " " + o.text() + "\n" + o.notes() + o.stages());
        }
    }
}
