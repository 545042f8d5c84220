package dev.caravan.documents.agent;

import dev.caravan.documents.AnswerFromDocuments.Found;
import dev.caravan.documents.Block;
import dev.caravan.documents.CorpusIndex.Hit;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Tools that find documents: search_documents, rerank_documents and query_records. */
final class SearchTools {
    private static final int USUAL = 10;
    private static final int MOST = 50;
    private static final int SNIPPET = 300;
    private static final double THOUSAND = 1000;

    private final Libraries libraries;

    SearchTools(Libraries libraries) {
        this.libraries = libraries;
    }

    /** Documents about something; those that an earlier search of the turn found are marked as known. */
    DocumentCall search(DocumentCall call) {
        String query = call.call().argument("query");
        if (query.isEmpty()) {
            return call.failed(Status.REJECTED, "The query is empty. Say in words what to look for.");
        }
        Library library = libraries.of(call.turn());
        library.corpus().repair(call.owner());
        int most = Math.max(1, Math.min(MOST, call.call().value("max_results").asInt(USUAL)));
        List<Found> found = library.answers().find(call.owner(), query, most);
        Optional<String> unknown =
                found.isEmpty() ? library.answers().unknownNames(call.owner(), query) : Optional.empty();
        if (unknown.isPresent()) {
            Map<String, Object> output = new LinkedHashMap<>();
            output.put("documents", List.of());
            output.put("total_found", 0);
            output.put(FoundDocuments.UNKNOWN, unknown.get());
            return call.ended(Status.NO_ROWS, "Found no document", output);
        }
        if (found.isEmpty()) {
            return call.ended(
                    Status.NO_ROWS,
                    "Found no document",
                    "No document fits \"" + query + "\". Try other words: a name, a year, a kind of document, a topic.",
                    Map.of("documents", List.of(), "total_found", 0));
        }
        Set<String> known = known(call);
        Map<String, Object> output = new LinkedHashMap<>();
        output.put(
                "documents",
                found.stream()
                        .map(each -> shown(library, call.owner(), each, known))
                        .toList());
        output.put("total_found", found.size());
        return call.ended(Status.OK, "Found " + counted(found.size()), output);
    }

    private static String counted(int documents) {
        return documents + (documents == 1 ? " document" : " documents");
    }

    /** Ids that earlier searches of the turn found. */
    private static Set<String> known(DocumentCall call) {
        return call.turn().results().stream()
                .filter(result -> result.call().tool().equals("search_documents"))
                .flatMap(result -> FoundDocuments.of(result).stream())
                .map(FoundDocuments.Listed::id)
                .collect(Collectors.toSet());
    }

    private static Map<String, Object> shown(Library library, Owner owner, Found found, Set<String> known) {
        DocumentProfile profile = found.document();
        Set<Integer> pages = new LinkedHashSet<>();
        found.passages().forEach(hit -> pages.add(hit.page()));
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("doc_id", profile.id());
        shown.put("filename", profile.file());
        shown.put("title", profile.title());
        shown.put("kind", profile.kind());
        shown.put("score", rounded(found.score()));
        shown.put("fits", found.near());
        shown.put("snippet", snippet(library, owner, found));
        shown.put("pages", List.copyOf(pages));
        shown.put("page_count", profile.pages());
        shown.put("chunks", found.passages().size());
        if (known.contains(profile.id())) {
            shown.put("found_before", true);
        }
        return shown;
    }

    private static double rounded(double score) {
        return Math.round(score * THOUSAND) / THOUSAND;
    }

    /** How the best passage begins, or what the document says of itself. */
    private static String snippet(Library library, Owner owner, Found found) {
        String text = found.passages().stream()
                .findFirst()
                .map(hit -> passage(library, owner, hit))
                .filter(passage -> !passage.isBlank())
                .orElse(found.document().summary());
        return text.length() <= SNIPPET ? text : text.substring(0, SNIPPET);
    }

    private static String passage(Library library, Owner owner, Hit hit) {
        return library.store().blocks(owner, hit.document(), hit.first(), hit.last()).stream()
                .map(Block::printed)
                .collect(Collectors.joining(" "));
    }

    /** The given documents, those that fit a question best first. */
    DocumentCall rerank(DocumentCall call) {
        List<String> ids = ReadTools.texts(call.call().value("doc_ids"));
        String query = call.call().argument("query");
        Library library = libraries.of(call.turn());
        Optional<String> unknown = ids.stream()
                .filter(id -> library.store().document(call.owner(), id).isEmpty())
                .findFirst();
        if (ids.isEmpty() || unknown.isPresent()) {
            return ids.isEmpty()
                    ? call.failed(Status.REJECTED, "doc_ids is empty: give the ids of documents that a search found.")
                    : ReadTools.unknown(call, unknown.get());
        }
        List<Map<String, Object>> ordered = new ArrayList<>();
        for (Found found : library.answers().find(call.owner(), query, Integer.MAX_VALUE / 4)) {
            if (ids.contains(found.document().id())) {
                Map<String, Object> each = new LinkedHashMap<>();
                each.put("doc_id", found.document().id());
                each.put("score", rounded(found.score()));
                each.put("fits", found.near());
                ordered.add(each);
            }
        }
        // what shares nothing with the question comes last, in the order given
        ids.stream()
                .filter(id ->
                        ordered.stream().noneMatch(each -> each.get("doc_id").equals(id)))
                .forEach(id -> ordered.add(Map.of("doc_id", id, "score", 0.0, "fits", false)));
        return call.ended(Status.OK, "Ordered " + counted(ids.size()), Map.of("documents", ordered));
    }
}
