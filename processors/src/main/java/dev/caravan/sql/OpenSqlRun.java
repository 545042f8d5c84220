package dev.caravan.sql;

import dev.caravan.catalog.Overrides;
import dev.caravan.turn.Turn;
import java.util.function.Function;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage extract_tool_question: takes question and context out of the tool call. */
public final class OpenSqlRun {
    private final int maxAttempts;
    private final Function<String, SqlRun.Origin> origins;

    /**
     * An opener.
     *
     * @param maxAttempts how many statements may be written for one call
     * @param origins the data of a workspace
     */
    public OpenSqlRun(int maxAttempts, Function<String, SqlRun.Origin> origins) {
        this.maxAttempts = maxAttempts;
        this.origins = origins;
    }

    /** A fresh run for the turn's next tool call. */
    public SqlRun open(Turn turn) {
        return SqlRun.begin(turn.id(), turn.nextCall(), Overrides.of(turn.choices()), maxAttempts);
    }

    /** A fresh run for a statement that a person wrote. */
    public SqlRun edited(@Body Turn turn, @Variable("edited") EditedStatement edited) {
        return SqlRun.ofStatement(
                turn.id(),
                turn.nextCall(),
                edited.sql(),
                origins.apply(turn.workspace()).of(turn.tenant()));
    }
}
