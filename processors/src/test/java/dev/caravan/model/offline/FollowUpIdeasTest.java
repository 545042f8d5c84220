package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.evidence.OpenEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FollowUpIdeasTest {
    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));

    private static Turn answered(String workspace) {
        ToolCall call = ToolCall.asking("c1", "find", "What does Kenya export?", "");
        return Turn.opened("t", "th", true, workspace, "Q", Map.of(), Instant.EPOCH)
                .withPending(List.of(call))
                .withResult(
                        new ToolResult(
                                call,
                                Status.OK,
                                "said",
                                Optional.of(new OpenEvidence("found", Map.of("rows", List.of(Map.of("a", 1)))))),
                        0)
                .withAnswer(Answer.of(Outcome.ANSWERED, "said"));
    }

    private static List<String> suggested(Turn turn) {
        return turn.answer().orElseThrow().suggestions();
    }

    @Test
    void proposesQuestionsAboutWhatWasAsked() {
        FollowUpIdeas ideas = new FollowUpIdeas("atlas", model, WorldCatalog::get);
        assertThat(suggested(ideas.suggest(answered("atlas"))))
                .contains("What are the main export destinations of Kenya?");
    }

    /** Its catalog's data may have to be made first, which nobody who asks another workspace should wait for. */
    @Test
    void asksNoCatalogForAnotherWorkspace() {
        FollowUpIdeas ideas = new FollowUpIdeas("atlas", model, () -> {
            throw new AssertionError("the catalog was asked");
        });
        assertThat(suggested(ideas.suggest(answered("kitchen")))).isEmpty();
    }
}
