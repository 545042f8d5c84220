package dev.caravan.documents.agent;

import dev.caravan.documents.Block;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentAnswer;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.documents.DocumentAnswer.Kind;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.Phrase;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Tools that cite, answer and show: cite_source, generate_answer, open_document and navigate. */
final class AnswerTools {
    private static final double SHARED = 0.7;

    private final Libraries libraries;

    AnswerTools(Libraries libraries) {
        this.libraries = libraries;
    }

    /** Binds a number to a block, if what is cited stands there. */
    DocumentCall cite(DocumentCall call) {
        String written = call.call().argument("block_id");
        String cited = call.call().argument("cited_text");
        int number = call.call().value("citation_number").asInt(0);
        Optional<Block> block = BlockId.read(written).flatMap(id -> block(call, id));
        if (block.isEmpty()) {
            return call.failed(
                    Status.UNRESOLVED,
                    "There is no block \"" + written + "\". Copy the id in brackets from what read_document shows.");
        }
        if (!bears(block.get(), cited)) {
            return call.failed(
                    Status.REJECTED,
                    "\"" + cited + "\" does not stand in " + written + ", which says: "
                            + block.get().shown());
        }
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("citation_number", number);
        output.put("block_id", written);
        output.put("page", block.get().page());
        return call.ended(Status.OK, "Cited page " + block.get().page() + " as [" + number + "]", output);
    }

    private Optional<Block> block(DocumentCall call, BlockId id) {
        return libraries.of(call.turn()).store().blocks(call.owner(), id.document(), id.number(), id.number()).stream()
                .findFirst();
    }

    /** Whether most of its words and all of its numbers stand in the block. */
    private static boolean bears(Block block, String cited) {
        Set<String> there = new HashSet<>(Phrase.wordsOf(block.shown()));
        List<String> words = Phrase.wordsOf(cited);
        long shared = words.stream().filter(there::contains).count();
        return !words.isEmpty()
                && shared >= SHARED * words.size()
                && words.stream()
                        .filter(word -> Character.isDigit(word.charAt(0)))
                        .allMatch(there::contains);
    }

    /** The numbers that a turn has bound to blocks; a later binding of a number holds. */
    static Map<Integer, BlockId> bound(Turn turn) {
        Map<Integer, BlockId> bound = new TreeMap<>();
        turn.results().stream()
                .filter(result -> result.call().tool().equals("cite_source") && result.status() == Status.OK)
                .forEach(result -> BlockId.read(result.call().argument("block_id"))
                        .ifPresent(id ->
                                bound.put(result.call().value("citation_number").asInt(), id)));
        return bound;
    }

    /** Ids of the documents that a turn has read, in that order. */
    static List<String> read(Turn turn) {
        Set<String> read = new LinkedHashSet<>();
        for (ToolResult result : turn.results()) {
            if (result.status() == Status.OK && result.call().tool().equals("read_document")) {
                read.add(result.call().argument("doc_id"));
            } else if (result.status() == Status.OK && result.call().tool().equals("read_multiple_documents")) {
                read.addAll(ReadTools.texts(result.call().value("doc_ids")));
            }
        }
        return List.copyOf(read);
    }

    /** An answer from the documents read so far, each statement with the id of its block. */
    DocumentCall generate(DocumentCall call) {
        List<String> read = read(call.turn());
        if (read.isEmpty()) {
            return call.failed(
                    Status.REJECTED, "No document was read yet. Search, read what fits, then generate the answer.");
        }
        String asked = call.call().argument("question");
        String question = !asked.isEmpty()
                ? asked
                : call.turn().asked().isEmpty()
                        ? call.turn().question()
                        : call.turn().asked();
        DocumentAnswer answer = libraries.of(call.turn()).answers().answer(call.owner(), question, read);
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("kind", answer.kind().name().toLowerCase(java.util.Locale.ROOT));
        output.put("citations", answer.citations().size());
        output.put("documents", read);
        return call.ended(
                answer.kind() == Kind.NOTHING ? Status.NO_ROWS : Status.OK,
                switch (answer.kind()) {
                    case FIGURE -> "Worked out a figure";
                    case PASSAGES -> "Found passages, no certain answer";
                    case NOTHING -> "Found no answer";
                },
                withBlocks(answer),
                output);
    }

    /** The text of an answer with the ids of blocks in the place of numbers. */
    static String withBlocks(DocumentAnswer answer) {
        String text = answer.text();
        for (Citation citation : answer.citations()) {
            text = text.replace(
                    "[" + citation.number() + "]", "[" + citation.document() + "#" + citation.block() + "]");
        }
        return text;
    }

    /** Has the page open the document of a citation at its box. */
    DocumentCall open(DocumentCall call) {
        int number = call.call().value("citation_number").asInt(0);
        Optional<BlockId> id = Optional.ofNullable(bound(call.turn()).get(number));
        Optional<Block> block = id.flatMap(each -> block(call, each));
        if (block.isEmpty()) {
            return call.failed(
                    Status.UNRESOLVED,
                    "Nothing is cited as [" + number + "] in this answer. Call cite_source first, then open it.");
        }
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("action", "open_document");
        output.put("citation_number", number);
        output.put("doc_id", id.get().document());
        output.put("page", block.get().page());
        output.put("block", id.get().number());
        output.put("reason", call.call().argument("reason"));
        return call.ended(Status.OK, "Opened [" + number + "]", output);
    }

    /** Has the page open the first page of a document, or of the documents of an organisation. */
    DocumentCall navigate(DocumentCall call) {
        String entity = call.call().argument("entity");
        List<DocumentProfile> meant = meant(libraries.of(call.turn()), call.owner(), entity);
        if (meant.isEmpty()) {
            return call.failed(
                    Status.UNRESOLVED,
                    "There is no document and no organisation called \"" + entity + "\". Search for it.");
        }
        int page = Math.max(1, call.call().value("page").asInt(1));
        if (page > meant.get(0).pages()) {
            return call.failed(
                    Status.UNRESOLVED,
                    meant.get(0).title() + " has " + meant.get(0).pages() + " pages; there is no page " + page + ".");
        }
        return call.ended(Status.OK, "Opened " + meant.get(0).title(), opening(meant, page));
    }

    /** What tells the person's page to open the first of some documents. */
    static Map<String, Object> opening(List<DocumentProfile> meant, int page) {
        Map<String, Object> output = new LinkedHashMap<>();
        output.put("action", "navigate");
        output.put("doc_id", meant.get(0).id());
        output.put("page", page);
        output.put("documents", meant.stream().map(DocumentProfile::id).toList());
        return output;
    }

    /** The documents that are called so: by id, file, or the name of their organisation. */
    static List<DocumentProfile> meant(Library library, Owner owner, String entity) {
        List<String> words = Phrase.wordsOf(entity);
        List<DocumentProfile> all =
                library.store().documents(owner).stream().map(Stored::profile).toList();
        List<DocumentProfile> meant = new ArrayList<>(all.stream()
                .filter(each -> each.id().equalsIgnoreCase(entity.strip())
                        || each.file().equalsIgnoreCase(entity.strip()))
                .toList());
        if (meant.isEmpty() && !words.isEmpty()) {
            all.stream()
                    .filter(each -> Phrase.wordsOf(each.title()).equals(words)
                            || each.aliases().stream()
                                    .anyMatch(alias -> Phrase.wordsOf(alias).equals(words)))
                    .forEach(meant::add);
        }
        return meant;
    }
}
