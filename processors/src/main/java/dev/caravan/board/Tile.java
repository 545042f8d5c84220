package dev.caravan.board;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * A tile of a board as it is stored.
 *
 * @param id of the tile
 * @param boardId of its board
 * @param tenant of the board's owner
 * @param owner the id of the user whose board it is
 * @param title above it
 * @param kind number, chart, table or text
 * @param wide whether it takes the whole width
 * @param workspace what the question was asked about
 * @param question as the person wrote it
 * @param statement that makes its rows; empty where there is none to run again
 * @param document what is shown: members {@code answer}, {@code notes} and {@code evidence}, as JSON
 * @param refreshedAt of when its rows are
 * @param problem why it could not be run again the last time; empty where it could
 */
@RecordBuilder
public record Tile(
        String id,
        String boardId,
        String tenant,
        String owner,
        String title,
        String kind,
        boolean wide,
        String workspace,
        String question,
        String statement,
        String document,
        Instant refreshedAt,
        String problem)
        implements TileBuilder.With {
    /** As PostgreSQL reads it. */
    public String getRefreshed() {
        return refreshedAt.toString();
    }
}
