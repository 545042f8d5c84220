package dev.caravan.edge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.sql.EditedStatement;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Turns the request to run an edited statement into a turn of the same conversation. */
public final class ReadStatement {
    /** What stands before the question whose statement was edited. */
    public static final String EDITED = "Edited query: ";

    private static final String EXAMPLE = "{\"turn_id\": \"…\", \"sql\": \"SELECT …\"}";
    private static final List<String> FIELDS = List.of("turn_id", "sql");
    private static final int LONGEST = 20_000;

    private final ObjectMapper mapper;
    private final Clock clock;
    private final Supplier<String> ids;

    /**
     * A reader.
     *
     * @param ids gives each turn an id that nobody can guess
     */
    public ReadStatement(ObjectMapper mapper, Clock clock, Supplier<String> ids) {
        this.mapper = mapper;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * Reads turn_id and sql.
     *
     * @param body JSON in UTF-8
     * @throws BadRequest naming the field that is wrong
     */
    public EditedStatement read(byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, FIELDS);
        String turn = RequestBody.text(request, "", "turn_id").orElse("");
        if (!ReadQuestion.ID.matcher(turn).matches()) {
            throw new BadRequest(404, "turn_id", "there is no such turn");
        }
        String sql = RequestBody.text(request, "", "sql").map(String::strip).orElse("");
        if (sql.isEmpty()) {
            throw new BadRequest("sql", "the statement is empty");
        }
        if (sql.length() > LONGEST) {
            throw new BadRequest(
                    "sql", "the statement has " + sql.length() + " characters; at most " + LONGEST + " are read");
        }
        return new EditedStatement(turn, sql);
    }

    /** A new turn that stands beside the one the statement came from and has the one call to run. */
    public Turn open(@Body TurnDocument origin, @Variable("edited") EditedStatement edited) {
        String question = origin.question().startsWith(EDITED) ? origin.question() : EDITED + origin.question();
        return Turn.opened(ids.get(), origin.threadId(), false, origin.workspace(), question, Map.of(), clock.instant())
                .withPending(List.of(ToolCall.asking("edited", "query_tool", origin.asked(), "")));
    }
}
