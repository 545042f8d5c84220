package dev.caravan.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.DescribeTurn;
import dev.caravan.edge.TurnDocument;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;

/** Turns a turn into the parameters of the statements that store it. */
public final class WriteRow {
    private static final int TITLE = 120;
    private final DescribeTurn describe;
    private final ObjectMapper mapper;

    /** A writer of rows that hold what {@code describe} describes. */
    public WriteRow(DescribeTurn describe, ObjectMapper mapper) {
        this.describe = describe;
        this.mapper = mapper;
    }

    /** Parameters by name, all of them texts. */
    public Map<String, Object> row(
            @Body Turn turn,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes,
            @ExchangeProperty(Steps.OTEL_TRACE) String trace)
            throws JsonProcessingException {
        TurnDocument document = describe.describe(turn, steps, notes).withOtelTraceId(Optional.ofNullable(trace));
        Map<String, Object> row = new HashMap<>();
        row.put("turn_id", turn.id());
        row.put("thread_id", turn.threadId());
        row.put("workspace", turn.workspace());
        row.put("tenant", turn.tenant());
        row.put("owner", turn.owner());
        row.put("title", title(turn.question()));
        row.put("started_at", turn.startedAt().toString());
        row.put("ended_at", turn.startedAt().plusMillis(document.millis()).toString());
        row.put("question", storable(document.question()));
        row.put("asked", storable(document.asked()));
        row.put("answer", storable(document.answer()));
        row.put("outcome", document.outcome());
        row.put("dollars", String.valueOf(document.usage().getOrDefault("dollars", 0)));
        row.put("rows", String.valueOf(rows(turn)));
        row.put("document", mapper.writeValueAsString(document));
        return row;
    }

    private static long rows(Turn turn) {
        return turn.evidence().stream()
                .flatMap(piece -> piece.rows().stream())
                .mapToLong(table -> table.rows().size())
                .sum();
    }

    private static String title(String question) {
        String line = storable(question).replaceAll("\\s+", " ");
        int length = line.codePointCount(0, line.length());
        return length <= TITLE ? line : line.substring(0, line.offsetByCodePoints(0, TITLE - 1)) + "…";
    }

    /** PostgreSQL holds no NUL. */
    private static String storable(String text) {
        return text.replace("\0", "");
    }
}
