package dev.caravan.documents.agent;

import dev.caravan.documents.Block;
import dev.caravan.documents.CheckCitations.Fault;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.evidence.DocsEvidence.Passage;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Exchange;

/**
 * The last stage of each way: marks are bound to the blocks that were cited when they were written, sentences that their blocks
 * do not bear are taken out, and what is left is numbered in its order.
 */
public final class ConcludeAnswer {
    /** Exchange property: which other way was gone, if any. */
    static final String FALLBACK = "caravan.documents-fallback";

    private static final Pattern MARK =
            Pattern.compile("\\[\\s*((?:\\d{1,3}|" + BlockId.WRITTEN.pattern().replace("(", "(?:")
                    + ")(?:\\s*[,;]\\s*(?:\\d{1,3}|" + BlockId.WRITTEN.pattern().replace("(", "(?:") + "))*)\\s*]");
    private static final Pattern EMPTY_LINE = Pattern.compile("\\n{3,}");

    private final Libraries libraries;

    /** Over the documents of all workspaces. */
    public ConcludeAnswer(Libraries libraries) {
        this.libraries = libraries;
    }

    /**
     * An answer under way to the person.
     *
     * @param text with marks
     * @param citations what the marks stand for
     * @param faults what was taken out
     */
    record Checked(String text, List<Citation> citations, List<Fault> faults) {}

    /** The turn with its answer checked. */
    public Concluded conclude(Turn turn) {
        Answer answer = turn.answer().orElseThrow();
        if (answer.outcome() == Outcome.FAILED || turn.isWaiting()) {
            return new Concluded(turn, List.of(), List.of());
        }
        Checked checked = check(libraries.of(turn), turn, answer.text());
        boolean lost = checked.citations().isEmpty() && !checked.faults().isEmpty();
        Answer said = lost
                ? Answer.of(
                        Outcome.NO_DATA,
                        "The documents do not bear out what was written as an answer, so none is given. Ask for one figure or"
                                + " one document at a time.")
                : new Answer(answer.outcome(), checked.text(), answer.options(), answer.suggestions(), answer.form());
        List<ToolResult> results = new ArrayList<>(turn.results());
        if (!checked.citations().isEmpty()) {
            results.add(new ToolResult(
                    new ToolCall("citations", "check_citations", Map.of()),
                    Status.OK,
                    "",
                    Optional.of(evidence(turn, checked.citations()))));
        }
        return new Concluded(
                turn.withResults(results).withAnswer(said), lost ? List.of() : checked.citations(), checked.faults());
    }

    private static Evidence evidence(Turn turn, List<Citation> citations) {
        return new DocsEvidence(
                turn.asked().isEmpty() ? turn.question() : turn.asked(),
                citations.stream()
                        .map(each -> new Passage(each.document(), each.title(), "page " + each.page(), each.text()))
                        .toList(),
                List.of());
    }

    Checked check(Library library, Turn turn, String written) {
        Owner owner = Libraries.owner(turn);
        Map<Integer, BlockId> bound = AnswerTools.bound(turn);
        Map<BlockId, Citation> citations = new LinkedHashMap<>();
        // every block gets a number of its own, whatever number the model gave it
        String numbered = MARK.matcher(written)
                .replaceAll(mark -> Matcher.quoteReplacement(marks(mark, bound, citations, library, owner)));
        List<Citation> all = List.copyOf(citations.values());
        List<Fault> faults = library.check().faults(numbered, all);
        String text = numbered;
        for (Fault fault : faults) {
            text = text.replace(fault.sentence(), "");
        }
        text = EMPTY_LINE.matcher(text).replaceAll("\n\n").strip();
        return renumbered(text, all, faults);
    }

    private String marks(
            MatchResult mark,
            Map<Integer, BlockId> bound,
            Map<BlockId, Citation> citations,
            Library library,
            Owner owner) {
        List<String> written = new ArrayList<>();
        for (String each : mark.group(1).split("[,;]")) {
            String one = each.strip();
            Optional<BlockId> id =
                    one.contains("#") ? BlockId.read(one) : Optional.ofNullable(bound.get(Integer.parseInt(one)));
            Optional<Citation> citation = id.flatMap(found -> citation(found, citations, library, owner));
            // a mark that stands for nothing stays, and the check finds it
            written.add(citation.map(found -> "[" + found.number() + "]").orElse("[999]"));
        }
        return String.join("", written);
    }

    private static Optional<Citation> citation(
            BlockId id, Map<BlockId, Citation> citations, Library library, Owner owner) {
        if (citations.containsKey(id)) {
            return Optional.of(citations.get(id));
        }
        Optional<DocumentProfile> document =
                library.store().document(owner, id.document()).map(stored -> stored.profile());
        Optional<Block> block = library.store().blocks(owner, id.document(), id.number(), id.number()).stream()
                .findFirst();
        return document.flatMap(profile -> block.map(found -> {
            Citation made = Citation.of(citations.size() + 1, profile, found);
            citations.put(id, made);
            return made;
        }));
    }

    /** Numbers in the order in which they first appear, without those that are cited no more. */
    private static Checked renumbered(String text, List<Citation> all, List<Fault> faults) {
        Map<Integer, Citation> kept = new LinkedHashMap<>();
        Matcher mark = Pattern.compile("\\[(\\d{1,3})]").matcher(text);
        String numbered = mark.replaceAll(found -> {
            int number = Integer.parseInt(found.group(1));
            Citation citation = all.stream()
                    .filter(each -> each.number() == number)
                    .findFirst()
                    .orElseThrow();
            Citation renamed = kept.computeIfAbsent(
                    number,
                    first -> new Citation(
                            kept.size() + 1,
                            citation.document(),
                            citation.title(),
                            citation.page(),
                            citation.block(),
                            citation.box(),
                            citation.text()));
            return Matcher.quoteReplacement("[" + renamed.number() + "]");
        });
        return new Checked(numbered, List.copyOf(kept.values()), faults);
    }

    /** Tells the person what was taken out. */
    public void note(@Body Concluded concluded, Exchange exchange) {
        concluded.faults().stream()
                .map(fault -> "A sentence was taken out, because its source does not bear it: " + fault.reason() + ".")
                .distinct()
                .forEach(note -> TurnNotes.add(exchange, note));
    }
}
