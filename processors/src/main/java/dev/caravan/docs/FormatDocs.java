package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.turn.Evidence.DocsEvidence;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.util.List;
import java.util.Optional;

/** Stage format_docs_results: the answer with its sources, for the model and for the person. */
public final class FormatDocs {
    private static final int MODEL_CHARACTERS = 15_000;

    /** The answer to the tool call. */
    public ToolResult format(DocsRun run) {
        if (run.failure().isPresent()) {
            return ToolResult.of(
                    run.call(),
                    run.failure().get().status(),
                    run.failure().get().message());
        }
        StringBuilder sources = new StringBuilder("\n\nSources:");
        List<Section> cited = run.cited();
        for (int i = 0; i < cited.size(); i++) {
            sources.append("\n- [")
                    .append(i + 1)
                    .append("] ")
                    .append(cited.get(i).citation());
        }
        if (!run.notes().isEmpty()) {
            sources.append("\n\nNotes: ").append(String.join(" ", run.notes()));
        }
        String text = run.synthesis();
        int room = Math.max(0, MODEL_CHARACTERS - sources.length());
        String cut = text.length() <= room ? text : text.substring(0, room) + " …";
        return new ToolResult(
                run.call(),
                Status.OK,
                cut + sources,
                Optional.of(new DocsEvidence(run.call().question(), passages(cited), run.notes())));
    }

    private static List<DocsEvidence.Passage> passages(List<Section> sections) {
        return sections.stream()
                .map(section -> new DocsEvidence.Passage(
                        section.document(), section.title(), section.heading(), section.text()))
                .toList();
    }
}
