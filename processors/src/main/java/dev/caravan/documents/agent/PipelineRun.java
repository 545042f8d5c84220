package dev.caravan.documents.agent;

import dev.caravan.documents.DocumentAnswer;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A question on its way through the fixed pipeline.
 *
 * @param turn whose it is
 * @param question in full
 * @param found ids of documents, best first
 * @param most how many of them are read: 1, 5 or 15 by the detail that is wanted
 * @param answer what came of them
 */
public record PipelineRun(Turn turn, String question, List<String> found, int most, Optional<DocumentAnswer> answer)
        implements Traced, PartOfTurn {

    /** Takes a copy. */
    public PipelineRun {
        found = List.copyOf(found);
    }

    /** Whether there are so many documents that they have to be ordered first. */
    public boolean isWide() {
        return found.size() > 2;
    }

    PipelineRun withFound(List<String> ids) {
        return new PipelineRun(turn, question, ids, most, answer);
    }

    PipelineRun withAnswer(DocumentAnswer given) {
        return new PipelineRun(turn, question, found, most, Optional.of(given));
    }

    @Override
    public String turnId() {
        return turn.id();
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> told = new LinkedHashMap<>();
        switch (stage) {
            case "rewrite_query" -> told.put("question", question);
            case "query_documents", "clarify_relevant_docs" -> told.put("documents", found);
            case "process_documents" -> {
                told.put("documents", found);
                answer.ifPresent(given -> told.put("kind", given.kind().name().toLowerCase(java.util.Locale.ROOT)));
            }
            default -> {}
        }
        return told;
    }
}
