package dev.caravan.docs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.docs.SectionSearch.Hit;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * First half of stage select_and_synthesize: a model sees titles and descriptions and chooses what to read. The index
 * does not choose; it puts the sections of the chosen documents in order, and serves the offline model.
 */
public final class SelectDocuments {
    /** Key of the prompt. */
    public static final String KEY = "document_selection";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("document_selection")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "documents",
                            JsonArraySchema.builder()
                                    .description("names as listed, the best first")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .required("documents")
                    .build())
            .build();

    /** Note of a run for whose question there is no section. */
    public static final String NOTHING_NEAR =
            "No section of the documentation is about exactly this; the nearest are given.";

    private static final Logger LOG = LoggerFactory.getLogger(SelectDocuments.class);
    private static final int HITS = 8;
    // below this the nearest section of the shipped documents is about something else than the question
    private static final double NEAR = 0.35;
    private static final int CONTEXT_HITS = 3;

    private final KnowledgeFolder folder;
    private final SectionSearch search;
    private final PromptFolder prompts;

    /** With the workspace's documents, their index and its prompts. */
    public SelectDocuments(KnowledgeFolder folder, SectionSearch search, PromptFolder prompts) {
        this.folder = folder;
        this.search = search;
        this.prompts = prompts;
    }

    /** Reads the manifest and looks the question up. */
    public DocsRun find(DocsRun run) {
        List<KnowledgeDocument> documents = folder.documents();
        if (documents.isEmpty()) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "This workspace has no documents. Answer from the data, or say that there is no documentation.");
        }
        List<Hit> found = hits(run.call().question(), HITS);
        DocsRun looked = run.withFound(
                documents,
                found,
                run.call().context().isBlank() ? List.of() : hits(run.call().context(), CONTEXT_HITS));
        boolean far = found.isEmpty() || found.stream().allMatch(hit -> hit.similarity() < NEAR);
        return far ? looked.withNote(NOTHING_NEAR) : looked;
    }

    private List<Hit> hits(String text, int limit) {
        try {
            return search.search(text, limit);
        } catch (RuntimeException e) {
            // the documents can be chosen and read without it
            LOG.warn("the documents cannot be searched", e);
            return List.of();
        }
    }

    /** The messages to send: the manifest, question and context, no document. */
    public List<ChatMessage> prepare(@Body DocsRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put("Context", run.call().context());
        inputs.put(
                "Documents",
                run.documents().stream().map(KnowledgeDocument::manifestLine).collect(Collectors.joining("\n")));
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    /**
     * Takes the reply; where it is missing or names no document there is, all documents are read.
     *
     * @param selection the model's reply; null when it failed
     */
    public DocsRun accept(@Body DocsRun run, @Variable("reply") String selection) {
        Set<String> names = new LinkedHashSet<>();
        try {
            JsonNode reply = Replies.object(selection);
            Set<String> known =
                    run.documents().stream().map(KnowledgeDocument::name).collect(Collectors.toSet());
            Replies.texts(reply, "documents").stream()
                    .map(name -> name.replaceFirst("\\.md$", ""))
                    .filter(known::contains)
                    .forEach(names::add);
        } catch (Replies.Unreadable e) {
            LOG.info("no document was selected: {}", e.getMessage());
        }
        boolean all = names.isEmpty();
        if (all) {
            run.documents().forEach(document -> names.add(document.name()));
        }
        DocsRun chosen = run.withSelected(List.copyOf(names), ordered(run, names));
        return all ? chosen.withNote("No document could be selected, so all of them were read.") : chosen;
    }

    /** Every section of the chosen documents: those the index found first, the others as they follow in the documents. */
    private static List<Section> ordered(DocsRun run, Set<String> names) {
        Set<Section> sections = new LinkedHashSet<>();
        Stream.concat(run.hits().stream(), run.contextHits().stream())
                .map(Hit::section)
                .filter(section -> names.contains(section.document()))
                .forEach(sections::add);
        run.documents().stream()
                .filter(document -> names.contains(document.name()))
                .forEach(document -> sections.addAll(document.sections()));
        return new ArrayList<>(sections);
    }
}
