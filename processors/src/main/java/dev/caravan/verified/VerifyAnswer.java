package dev.caravan.verified;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.ReadStatement;
import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.TurnDocument.EvidenceDocument;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.Body;

/** Makes verified answers of answers, and tells which there are. */
public final class VerifyAnswer {
    private final ObjectMapper mapper;
    private final Supplier<String> ids;

    /**
     * A maker.
     *
     * @param ids gives each an id that nobody can guess
     */
    public VerifyAnswer(ObjectMapper mapper, Supplier<String> ids) {
        this.mapper = mapper;
        this.ids = ids;
    }

    /**
     * What is to be kept of an answer, or of a statement that a person edited and ran.
     *
     * @throws BadRequest 409 when it does not rest on one statement alone
     */
    public Verified of(TurnDocument turn) throws JsonProcessingException {
        List<EvidenceDocument> evidence = turn.evidence();
        if (!turn.outcome().equals(Outcome.ANSWERED.code())
                || evidence.size() != 1
                || !SqlEvidence.KIND.equals(evidence.get(0).members().get("type"))) {
            throw new BadRequest(
                    409,
                    "turn_id",
                    "only an answer that rests on one database query, and on nothing else, can be verified");
        }
        Map<String, Object> members = evidence.get(0).members();
        boolean edited = turn.question().startsWith(ReadStatement.EDITED);
        String question = edited ? turn.question().substring(ReadStatement.EDITED.length()) : turn.question();
        Map<String, Object> document = new LinkedHashMap<>();
        // an edited statement has no words of its own
        document.put("answer", edited ? "" : turn.answer());
        document.put("notes", turn.notes());
        document.put("columns", members.get("columns"));
        document.put("rows", members.get("rows"));
        return new Verified(
                ids.get(),
                turn.turnId(),
                turn.workspace(),
                question,
                UseVerified.wording(question),
                UseVerified.choices(mapper, turn.choices()),
                String.valueOf(members.get("sql")),
                mapper.writeValueAsString(document));
    }

    /**
     * What was kept.
     *
     * @param rows none when the turn is not there, or was not the first of its conversation
     * @throws BadRequest 409
     */
    public Map<String, Object> kept(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(
                    409,
                    "turn_id",
                    "a question that follows others can mean something else without them: ask it in full in a new conversation, and verify that answer");
        }
        return list(rows).get(0);
    }

    /**
     * What was taken back.
     *
     * @throws BadRequest 404 when there was nothing
     */
    public Map<String, Object> taken(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "id", "there is no such verified answer");
        }
        return rows.get(0);
    }

    /** All of them, without what they hold. */
    public List<Map<String, Object>> list(@Body List<Map<String, Object>> rows) {
        return rows.stream().<Map<String, Object>>map(LinkedHashMap::new).toList();
    }
}
