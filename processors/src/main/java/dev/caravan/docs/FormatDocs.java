package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.evidence.DocsEvidence;
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
        DocsEvidence cited = new DocsEvidence(run.call().question(), passages(run.cited()), run.notes());
        String sources = "\n\n" + cited.text();
        String text = run.synthesis();
        int room = Math.max(0, MODEL_CHARACTERS - sources.length());
        String cut = text.length() <= room ? text : text.substring(0, room) + " …";
        return new ToolResult(run.call(), Status.OK, cut + sources, Optional.of(cited));
    }

    private static List<DocsEvidence.Passage> passages(List<Section> sections) {
        return sections.stream()
                .map(section -> new DocsEvidence.Passage(
                        section.document(), section.title(), section.heading(), section.text()))
                .toList();
    }
}
