package dev.caravan.documents.agent;

import dev.caravan.documents.CheckCitations.Fault;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Traced;
import dev.caravan.turn.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A turn whose answer was checked.
 *
 * @param turn with what may be said
 * @param citations what its marks stand for
 * @param faults sentences that were taken out
 * @param compared what came of the other way, where it was gone as well
 */
public record Concluded(Turn turn, List<Citation> citations, List<Fault> faults, Map<String, Object> compared)
        implements Traced, PartOfTurn {

    /** Takes copies. */
    public Concluded {
        citations = List.copyOf(citations);
        faults = List.copyOf(faults);
        compared = Map.copyOf(compared);
    }

    /** Not compared with another way. */
    Concluded(Turn turn, List<Citation> citations, List<Fault> faults) {
        this(turn, citations, faults, Map.of());
    }

    @Override
    public String turnId() {
        return turn.id();
    }

    @Override
    public Map<String, Object> detail(String stage) {
        if (stage.equals(CompareWays.STAGE)) {
            return compared;
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put(
                "citations",
                citations.stream()
                        .map(each -> "[" + each.number() + "] " + each.title() + ", page " + each.page())
                        .toList());
        // with these the page shows where a citation stands
        told.put("sources", citations.stream().map(Concluded::source).toList());
        if (!faults.isEmpty()) {
            told.put(
                    "taken_out",
                    faults.stream().map(fault -> fault.reason()).distinct().toList());
        }
        return told;
    }

    private static Map<String, Object> source(Citation citation) {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("number", citation.number());
        source.put("document", citation.document());
        source.put("title", citation.title());
        source.put("page", citation.page());
        source.put("block", citation.block());
        source.put("box", Shelf.box(citation.box()));
        source.put("text", citation.text());
        return source;
    }
}
