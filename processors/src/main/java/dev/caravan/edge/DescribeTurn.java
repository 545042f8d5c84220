package dev.caravan.edge;

import dev.caravan.model.CallLedger;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;

/** Turns a finished {@link Turn} into the document that is sent and stored. */
public final class DescribeTurn {
    private final Clock clock;
    private final String model;

    /**
     * A describer.
     *
     * @param clock the one that gave turns their start
     * @param model how the language model is called
     */
    public DescribeTurn(Clock clock, String model) {
        this.clock = clock;
        this.model = model;
    }

    /**
     * The document of a turn.
     *
     * @param turn a turn that was left open counts as failed
     * @param steps its trace; may be null when nothing was traced
     * @param notes what to say beside the evidence; may be null
     */
    public TurnDocument describe(
            @Body Turn turn,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes) {
        Answer answer = turn.answer()
                .orElse(Answer.of(Outcome.FAILED, "The question was given up before there was an answer."));
        List<Evidence> evidence = turn.evidence();
        Set<String> allNotes = new LinkedHashSet<>();
        evidence.forEach(piece -> allNotes.addAll(piece.notes()));
        allNotes.addAll(notes == null ? List.of() : notes);
        List<TurnDocument.EvidenceDocument> documents = new ArrayList<>();
        for (Evidence piece : evidence) {
            documents.add(TurnDocument.EvidenceDocument.of(
                    piece, "/api/turns/" + turn.id() + "/tables/" + documents.size() + ".csv"));
        }
        return new TurnDocument(
                turn.threadId(),
                turn.id(),
                turn.workspace(),
                turn.question(),
                asked(turn),
                turn.startedAt(),
                turn.choices(),
                turn.choice(TurnDocument.MODE).orElse(TurnDocument.AUTO),
                TurnDocument.overrides(turn.choices()),
                answer.outcome().code(),
                answer.text(),
                answer.options(),
                answer.suggestions(),
                answer.form(),
                turn.progress().replies(),
                documents,
                List.copyOf(allNotes),
                // the list may still grow while this exchange goes on
                steps == null ? List.of() : List.copyOf(steps),
                turn.queries(),
                Math.max(
                        0,
                        Duration.between(turn.startedAt(), clock.instant())
                                .minus(turn.progress().waited())
                                .toMillis()),
                model,
                steps == null ? Map.of() : CallLedger.sums(List.copyOf(steps)),
                Optional.empty());
    }

    /** The first data question says in full what a follow-up leaves unsaid; a look-up in texts before it prepares it only. */
    private static String asked(Turn turn) {
        if (!turn.asked().isEmpty()) {
            return turn.asked();
        }
        return turn.results().stream()
                .sorted(Comparator.comparing(result -> result.evidence()
                        .filter(piece -> piece.rows().isEmpty())
                        .isPresent()))
                .map(result -> result.call().question())
                .filter(question -> !question.isBlank())
                .findFirst()
                .orElse(turn.question());
    }
}
