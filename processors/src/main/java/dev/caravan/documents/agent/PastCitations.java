package dev.caravan.documents.agent;

import dev.caravan.documents.AnswerFromDocuments.Found;
import dev.caravan.documents.Block;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.Phrase;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import dev.caravan.turn.Turn.PastTurn.Cited;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What earlier answers of a conversation cited, as it stands in the documents now. */
final class PastCitations {
    private static final Pattern ASKS = Pattern.compile(
            "(?is)^\\W*(?:please\\s+|can you\\s+|could you\\s+)?(?:open|show(?: me)?|go to|quote|read(?: me)?|explain|what(?:'s|’s| is| does| stands in| says)?|where(?:'s|’s| is| does| is)?)?\\s*"
                    + "(?:(?:the\\s+)?(?:citation|source|reference|footnote|mark|note)\\s*(?:number\\s*|no\\.?\\s*|#\\s*)?\\[?(\\d{1,2})]?|\\[(\\d{1,2})])"
                    + "\\s*(?:say|says|mean|stand for|come from|from|is|about)?\\W*$");
    private static final Pattern PAGE = Pattern.compile("page (\\d{1,5})");

    private final Library library;
    private final Owner owner;

    PastCitations(Library library, Owner owner) {
        this.library = library;
        this.owner = owner;
    }

    /** The source that a person asks to see by its number in the answer before. */
    Optional<Chosen> shown(Turn turn) {
        Matcher asks = ASKS.matcher(turn.question());
        if (!asks.matches() || turn.history().isEmpty()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(asks.group(1) != null ? asks.group(1) : asks.group(2));
        List<Cited> cited = turn.history().get(turn.history().size() - 1).cited();
        if (number < 1 || number > cited.size()) {
            String there = cited.isEmpty()
                    ? "The answer before cites nothing."
                    : "The answer before cites " + cited.size() + (cited.size() == 1 ? " source" : " sources")
                            + "; there is no source " + number + ".";
            return Optional.of(chosen(turn, Answer.of(Outcome.NO_DATA, there), Map.of()));
        }
        Cited wanted = cited.get(number - 1);
        Optional<DocumentProfile> document =
                library.store().document(owner, wanted.document()).map(Stored::profile);
        Optional<Block> block = block(wanted);
        if (document.isEmpty() || block.isEmpty()) {
            return Optional.of(chosen(
                    turn,
                    Answer.of(
                            Outcome.NO_DATA,
                            "What source " + number + " stood for has changed or was taken away since that answer."),
                    Map.of()));
        }
        Map<String, Object> opens = new LinkedHashMap<>();
        opens.put("action", "open_document");
        opens.put("doc_id", wanted.document());
        opens.put("page", block.get().page());
        opens.put("block", block.get().number());
        String text = "> " + wanted.text().replace("\n", "\n> ") + " [" + BlockId.of(wanted.document(), block.get())
                + "]\n\n" + document.get().title() + ", page " + block.get().page() + ".";
        return Optional.of(chosen(turn, Answer.of(Outcome.ANSWERED, text), opens));
    }

    private static Chosen chosen(Turn turn, Answer answer, Map<String, Object> opens) {
        return new Chosen(turn.withAnswer(answer), Way.CITATION, "none", "", opens);
    }

    /** Where a cited passage stands; empty where the document says it no more. */
    private Optional<Block> block(Cited cited) {
        Matcher page = PAGE.matcher(cited.section());
        if (!page.matches()) {
            return Optional.empty();
        }
        int number = Integer.parseInt(page.group(1));
        return library.store().pages(owner, cited.document(), Set.of(number)).getOrDefault(number, List.of()).stream()
                .filter(block -> block.shown().equals(cited.text()))
                .findFirst();
    }

    /**
     * The documents that the same question was answered from before in the conversation, where all that was cited stands as it
     * did and no other document fits better by now; none otherwise.
     */
    List<String> documentsOf(String question, List<PastTurn> history) {
        List<String> words = Phrase.wordsOf(question);
        return history.stream()
                .filter(past -> Phrase.wordsOf(past.question()).equals(words)
                        || Phrase.wordsOf(past.asked()).equals(words))
                .reduce((first, second) -> second)
                .map(PastTurn::cited)
                .filter(cited -> !cited.isEmpty()
                        && cited.stream().allMatch(each -> block(each).isPresent()))
                .map(cited -> cited.stream().map(Cited::document).distinct().toList())
                .filter(documents -> library.answers().find(owner, question, 1).stream()
                        .map(Found::document)
                        .allMatch(best -> documents.contains(best.id())))
                .orElse(List.of());
    }
}
