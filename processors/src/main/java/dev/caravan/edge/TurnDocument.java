package dev.caravan.edge;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.caravan.evidence.TableMembers;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Form;
import dev.caravan.turn.Table;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A finished turn as it is sent and stored; in JSON the names are in snake case.
 *
 * @param threadId the conversation
 * @param turnId the turn
 * @param workspace what was asked about
 * @param question as the person wrote it
 * @param asked the question as the tools were given it, in full
 * @param startedAt when it came in
 * @param choices what the person fixed, and what held by default
 * @param mode the one of them that is called so, under its older name
 * @param overrides the others of them, under their older name
 * @param outcome how it ended, a code of {@link dev.caravan.turn.Outcome}
 * @param answer Markdown
 * @param options complete questions to choose from, for a clarification
 * @param suggestions questions that may follow
 * @param form what the person is asked, where the turn waits
 * @param replies what the person replied to such questions, in words
 * @param evidence what the answer rests on
 * @param notes everything assumed or noticed, each once
 * @param steps the trace, with the keys of {@link dev.caravan.trace.Steps}
 * @param queries data queries spent
 * @param millis from question to answer
 * @param model who played the language model
 * @param usage what the model calls of the turn came to: calls, cached, input_tokens, output_tokens, and dollars where
 *     prices are known
 * @param otelTraceId the OpenTelemetry trace that it was told in last, where one was made
 */
@RecordBuilder
public record TurnDocument(
        String threadId,
        String turnId,
        String workspace,
        String question,
        String asked,
        Instant startedAt,
        Map<String, String> choices,
        String mode,
        Map<String, String> overrides,
        String outcome,
        String answer,
        List<String> options,
        List<String> suggestions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Form> form,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> replies,
        List<EvidenceDocument> evidence,
        List<String> notes,
        List<Map<String, Object>> steps,
        int queries,
        long millis,
        String model,
        Map<String, Object> usage,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> otelTraceId)
        implements TurnDocumentBuilder.With {

    /** The choice that has a member of its own. */
    static final String MODE = "mode";

    /** What that member says of a turn whose workspace has no such choice. */
    static final String AUTO = "auto";

    /** Documents stored earlier have no choices, forms and replies. */
    public TurnDocument {
        form = form == null ? Optional.empty() : form;
        replies = replies == null ? List.of() : List.copyOf(replies);
        otelTraceId = otelTraceId == null ? Optional.empty() : otelTraceId;
        if (choices == null) {
            choices = new LinkedHashMap<>(overrides);
            choices.put(MODE, mode);
        }
    }

    /** The choices but the one that has a member of its own. */
    static Map<String, String> overrides(Map<String, String> choices) {
        Map<String, String> others = new LinkedHashMap<>(choices);
        others.remove(MODE);
        return others;
    }

    /** As it is sent with an answer: what the steps asked of models and databases is for the trace alone. */
    public TurnDocument withoutCalls() {
        List<Map<String, Object>> told = steps.stream()
                .map(step -> {
                    Map<String, Object> kept = new LinkedHashMap<>(step);
                    kept.remove(Steps.CALLS);
                    return kept;
                })
                .toList();
        return withSteps(told);
    }

    /**
     * As others may see it who have nothing but this turn's own address: without ids, steps and mode.
     *
     * @param address what stands before {@code /tables/n.csv} there
     */
    public TurnDocument shared(String address) {
        List<EvidenceDocument> moved = new ArrayList<>();
        for (EvidenceDocument piece : evidence) {
            moved.add(piece.at(address + "/tables/" + moved.size() + ".csv"));
        }
        return with(document -> document.threadId("")
                .turnId("")
                .evidence(moved)
                .steps(List.of())
                .form(Optional.empty())
                .usage(Map.of())
                .otelTraceId(Optional.empty()));
    }

    /**
     * One piece of evidence, of whatever kind: its members are kept as they are.
     *
     * @param members its member {@code type} tells the kind
     */
    public record EvidenceDocument(@JsonValue Map<String, Object> members) {
        private static final String TYPE = "type";
        private static final String CSV = "csv";

        /** Takes a copy. */
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        public EvidenceDocument {
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /**
         * The document of a piece.
         *
         * @param csv where its rows can be had as CSV, where it has some
         */
        static EvidenceDocument of(Evidence evidence, String csv) {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put(TYPE, evidence.kind());
            members.putAll(evidence.members());
            members.put(TYPE, evidence.kind());
            members.remove(CSV);
            if (evidence.rows().isPresent()) {
                members.put(CSV, csv);
            }
            return new EvidenceDocument(members);
        }

        /** The same with its rows to be had as CSV at another address. */
        EvidenceDocument at(String csv) {
            if (!members.containsKey(CSV)) {
                return this;
            }
            Map<String, Object> moved = new LinkedHashMap<>(members);
            moved.put(CSV, csv);
            return new EvidenceDocument(moved);
        }

        /** Its rows; empty where it has none. */
        public Optional<Table> rows() {
            return TableMembers.read(members);
        }
    }
}
