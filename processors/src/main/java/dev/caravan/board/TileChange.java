package dev.caravan.board;

/**
 * What a person wants of a tile; all but the ids may be empty to keep what holds.
 *
 * @param boardId of its board
 * @param id of the tile
 * @param title above it
 * @param kind number, chart, table or text
 * @param wide {@code true} where it takes the whole width
 */
public record TileChange(String boardId, String id, String title, String kind, String wide) {
    /** A tile alone. */
    public static TileChange of(String boardId, String id) {
        return new TileChange(boardId, id, "", "", "");
    }
}
