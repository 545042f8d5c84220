package dev.caravan.edge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.trace.Steps;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;

/** Turns a finished {@link Turn} into the JSON of the chat endpoints. */
public final class WriteTurn {
    private final DescribeTurn describe;
    private final ObjectMapper mapper;

    /** A writer of what {@code describe} describes. */
    public WriteTurn(DescribeTurn describe, ObjectMapper mapper) {
        this.describe = describe;
        this.mapper = mapper;
    }

    /** The JSON of {@link DescribeTurn#describe}, with the id of its OpenTelemetry trace where there is one. */
    public String write(
            @Body Turn turn,
            @ExchangeProperty(Steps.PROPERTY) List<Map<String, Object>> steps,
            @ExchangeProperty(TurnNotes.PROPERTY) List<String> notes,
            @ExchangeProperty(Steps.OTEL_TRACE) String trace)
            throws JsonProcessingException {
        return mapper.writeValueAsString(describe.describe(turn, steps, notes)
                .withOtelTraceId(Optional.ofNullable(trace))
                .withoutCalls());
    }
}
