package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.docs.SectionSearch.Hit;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Traced;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call of the documentation tool on its way through the pipeline; opened afresh for each call, so that nothing of
 * an earlier call is left in it.
 *
 * @param turnId the turn it belongs to
 * @param call the tool call it answers
 * @param documents all there are: the manifest
 * @param hits sections the index found for the question, best first
 * @param contextHits sections it found for the context
 * @param selected names of the documents to read
 * @param sections what the synthesis may use, numbered from 1 in this order
 * @param synthesis the answer, with citations [1], [2] of {@code cited}
 * @param cited the sections the synthesis rests on
 * @param failure why there is no answer
 * @param notes what the person should know, in sentences
 */
public record DocsRun(
        String turnId,
        ToolCall call,
        List<KnowledgeDocument> documents,
        List<Hit> hits,
        List<Hit> contextHits,
        List<String> selected,
        List<Section> sections,
        String synthesis,
        List<Section> cited,
        Optional<Failure> failure,
        List<String> notes)
        implements Traced, PartOfTurn {

    /**
     * The end of a run without an answer.
     *
     * @param status what the agent is told
     * @param message what went wrong and what to try, for the agent
     */
    public record Failure(ToolResult.Status status, String message) {}

    /** Takes copies. */
    public DocsRun {
        documents = List.copyOf(documents);
        hits = List.copyOf(hits);
        contextHits = List.copyOf(contextHits);
        selected = List.copyOf(selected);
        sections = List.copyOf(sections);
        cited = List.copyOf(cited);
        notes = List.copyOf(notes);
    }

    /** A run to which nothing has happened. */
    public static DocsRun begin(String turnId, ToolCall call) {
        DocsRun run = new DocsRun(
                turnId,
                call,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                "",
                List.of(),
                Optional.empty(),
                List.of());
        return call.question().isBlank()
                ? run.withFailure(
                        ToolResult.Status.REJECTED,
                        "The argument \"question\" is missing: give the question in plain words.")
                : run;
    }

    /** Whether it can go on. */
    public boolean isAlive() {
        return failure.isEmpty();
    }

    DocsRun withFound(List<KnowledgeDocument> all, List<Hit> forQuestion, List<Hit> forContext) {
        return new DocsRun(
                turnId, call, all, forQuestion, forContext, selected, sections, synthesis, cited, failure, notes);
    }

    DocsRun withSelected(List<String> names, List<Section> usable) {
        return new DocsRun(turnId, call, documents, hits, contextHits, names, usable, synthesis, cited, failure, notes);
    }

    DocsRun withSynthesis(String text, List<Section> restsOn) {
        return new DocsRun(
                turnId, call, documents, hits, contextHits, selected, sections, text, restsOn, failure, notes);
    }

    DocsRun withFailure(ToolResult.Status status, String message) {
        return new DocsRun(
                turnId,
                call,
                documents,
                hits,
                contextHits,
                selected,
                sections,
                synthesis,
                cited,
                Optional.of(new Failure(status, message)),
                notes);
    }

    DocsRun withNote(String note) {
        List<String> more = new ArrayList<>(notes);
        more.add(note);
        return new DocsRun(
                turnId, call, documents, hits, contextHits, selected, sections, synthesis, cited, failure, more);
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        switch (stage) {
            case "extract_docs_question" -> {
                detail.put("question", call.question());
                if (!call.context().isEmpty()) {
                    detail.put("context", call.context());
                }
            }
            case "select_and_synthesize" -> {
                detail.put("documents", selected);
                detail.put("sources", cited.stream().map(Section::citation).toList());
                if (!notes.isEmpty()) {
                    detail.put("notes", notes);
                }
            }
            default -> {}
        }
        failure.ifPresent(f -> detail.put("error", f.message()));
        return detail;
    }
}
