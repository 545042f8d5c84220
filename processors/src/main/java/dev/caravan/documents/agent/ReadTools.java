package dev.caravan.documents.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.documents.Block;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentProfile.Heading;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tools that read documents: read_document, read_multiple_documents, get_document_summary and get_outline. */
final class ReadTools {
    private static final int FOCUSED_PAGES = 6;
    private static final int FIRST_PAGES = 12;
    private static final int MOST_DOCUMENTS = 15;
    private static final int MOST_HEADINGS = 150;
    private static final int MOST_NOTES = 3;

    private final Libraries libraries;
    private final int characters;

    /**
     * Tools.
     *
     * @param characters the most of one reading that is put to the model
     */
    ReadTools(Libraries libraries, int characters) {
        this.libraries = libraries;
        this.characters = characters;
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText().strip()));
        return texts.stream().distinct().toList();
    }

    /** The refusal of an id that is nobody's, or another's: it says no more of the one than of the other. */
    static DocumentCall unknown(DocumentCall call, String id) {
        return call.failed(
                Status.UNRESOLVED, "There is no document \"" + id + "\". Use a doc_id as search_documents lists it.");
    }

    /** What one reading gave. */
    private record Reading(DocumentProfile profile, Set<Integer> pages, int blocks, boolean cut, String text) {}

    /** The pages of a document that bear on a question, or its first ones, with the id of every block. */
    DocumentCall read(DocumentCall call) {
        String id = call.call().argument("doc_id");
        Library library = libraries.of(call.turn());
        Optional<Stored> stored = library.store().document(call.owner(), id);
        if (stored.isEmpty()) {
            return unknown(call, id);
        }
        String focus = call.call().argument("focus_query");
        Optional<ToolResult> before = before(call.turn(), id, focus);
        if (before.isPresent()) {
            Map<String, Object> output = new LinkedHashMap<>();
            output.put("doc_id", id);
            output.put("filename", stored.get().profile().file());
            output.put("from_cache", true);
            return call.ended(
                    Status.OK,
                    "Read " + stored.get().profile().file() + " (from the cache of this turn)",
                    "From the cache of this turn; it was read before.\n"
                            + before.get().text(),
                    output);
        }
        Reading reading = reading(library, call.owner(), stored.get().profile(), focus, characters);
        return call.ended(
                Status.OK,
                "Read " + reading.profile().file() + ", " + pages(reading.pages()),
                reading.text(),
                output(reading));
    }

    private static Optional<ToolResult> before(Turn turn, String id, String focus) {
        return turn.results().stream()
                .filter(result -> result.call().tool().equals("read_document")
                        && result.status() == Status.OK
                        && result.call().argument("doc_id").equals(id)
                        && result.call().argument("focus_query").equals(focus))
                .findFirst();
    }

    private static Map<String, Object> output(Reading reading) {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("doc_id", reading.profile().id());
        output.put("filename", reading.profile().file());
        output.put("page_count", reading.profile().pages());
        output.put("pages", List.copyOf(reading.pages()));
        output.put("blocks", reading.blocks());
        if (reading.cut()) {
            output.put("cut", true);
        }
        return output;
    }

    private static String pages(Set<Integer> pages) {
        return (pages.size() == 1 ? "page " : "pages ")
                + pages.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static Reading reading(Library library, Owner owner, DocumentProfile profile, String focus, int room) {
        Set<Integer> wanted = new LinkedHashSet<>();
        if (!focus.isEmpty()) {
            wanted.addAll(library.answers().pages(owner, profile.id(), focus, FOCUSED_PAGES));
        }
        if (wanted.isEmpty()) {
            IntStream.rangeClosed(1, Math.min(FIRST_PAGES, profile.pages())).forEach(wanted::add);
        }
        Map<Integer, List<Block>> byPage = library.store().pages(owner, profile.id(), wanted);
        StringBuilder text = new StringBuilder();
        Set<Integer> shown = new TreeSet<>();
        int blocks = 0;
        // the page that fits best is never cut off for those before it
        Map<Integer, String> parts = new LinkedHashMap<>();
        int left = room;
        boolean cut = false;
        for (int page : wanted) {
            StringBuilder part = new StringBuilder("--- page " + page + "\n");
            for (Block block : byPage.getOrDefault(page, List.of())) {
                String line = "[" + BlockId.of(profile.id(), block) + "] " + block.shown() + "\n";
                if (line.length() > left) {
                    cut = true;
                    break;
                }
                part.append(line);
                left -= line.length();
                blocks++;
                shown.add(page);
            }
            parts.put(page, part.toString());
        }
        text.append(profile.title())
                .append(" (doc_id ")
                .append(profile.id())
                .append(", file ")
                .append(profile.file())
                .append(", ")
                .append(profile.pages())
                .append(" pages); shown: ")
                .append(pages(shown))
                .append(cut ? ", cut; read again with another focus_query for more\n" : "\n");
        shown.forEach(page -> text.append(parts.get(page)));
        return new Reading(profile, shown, blocks, cut, text.toString());
    }

    /** The same of several documents. */
    DocumentCall readMany(DocumentCall call) {
        List<String> ids = texts(call.call().value("doc_ids"));
        if (ids.isEmpty() || ids.size() > MOST_DOCUMENTS) {
            return call.failed(
                    Status.REJECTED,
                    "doc_ids has " + ids.size() + " documents; give 1 to " + MOST_DOCUMENTS
                            + ", those that fit best first.");
        }
        Library library = libraries.of(call.turn());
        List<Stored> stored = new ArrayList<>();
        for (String id : ids) {
            Optional<Stored> found = library.store().document(call.owner(), id);
            if (found.isEmpty()) {
                return unknown(call, id);
            }
            stored.add(found.get());
        }
        String focus = call.call().argument("focus_query");
        List<Reading> readings = stored.stream()
                .map(each -> reading(library, call.owner(), each.profile(), focus, characters / stored.size()))
                .toList();
        return call.ended(
                Status.OK,
                "Read " + readings.size() + (readings.size() == 1 ? " document" : " documents"),
                readings.stream().map(Reading::text).collect(Collectors.joining("\n")),
                Map.of("documents", readings.stream().map(ReadTools::output).toList()));
    }

    /** What a document is, without reading it. */
    DocumentCall summary(DocumentCall call) {
        return profile(call, (profile, output) -> {
            output.put("title", profile.title());
            output.put("kind", profile.kind());
            output.put("organisation", profile.organisation());
            output.put("period", profile.period());
            output.put("page_count", profile.pages());
            output.put("summary", profile.summary());
            return "Looked at " + profile.file();
        });
    }

    /** The tree of headings with their pages; numbered notes by their names. */
    DocumentCall outline(DocumentCall call) {
        return profile(call, (profile, output) -> {
            List<Heading> told = profile.outline();
            // too long a list hides what matters: parts, items and notes stay
            int deepest = told.size() > MOST_HEADINGS ? MOST_NOTES : Integer.MAX_VALUE;
            List<Map<String, Object>> headings = told.stream()
                    .filter(heading -> heading.level() <= deepest)
                    .limit(MOST_HEADINGS)
                    .map(heading -> {
                        Map<String, Object> each = new LinkedHashMap<>();
                        each.put("level", heading.level());
                        each.put("heading", heading.text());
                        each.put("page", heading.page());
                        return each;
                    })
                    .toList();
            output.put("headings", headings);
            if (headings.size() < told.size()) {
                output.put("left_out", told.size() - headings.size());
            }
            return headings.size() + " headings of " + profile.file();
        });
    }

    private interface Telling {
        String tell(DocumentProfile profile, Map<String, Object> output);
    }

    private DocumentCall profile(DocumentCall call, Telling telling) {
        String id = call.call().argument("doc_id");
        Optional<Stored> stored = libraries.of(call.turn()).store().document(call.owner(), id);
        if (stored.isEmpty()) {
            return unknown(call, id);
        }
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("doc_id", id);
        output.put("filename", stored.get().profile().file());
        String message = telling.tell(stored.get().profile(), output);
        return call.ended(Status.OK, message, output);
    }
}
