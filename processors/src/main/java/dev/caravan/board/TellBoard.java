package dev.caravan.board;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.BadRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;

/** Turns rows of boards and tiles into what is seen of them. */
public final class TellBoard {
    private final ObjectMapper mapper;
    private final MakeTile tiles;

    /** A teller. */
    public TellBoard(ObjectMapper mapper, MakeTile tiles) {
        this.mapper = mapper;
        this.tiles = tiles;
    }

    static BadRequest unknown() {
        return new BadRequest(404, "board", "there is no such board or tile");
    }

    /** The boards of a person. */
    public List<Map<String, Object>> list(@Body List<Map<String, Object>> rows) {
        return rows.stream().<Map<String, Object>>map(LinkedHashMap::new).toList();
    }

    /**
     * A board with its tiles.
     *
     * @param rows the board's columns with those of a tile, in their order; none when there is no such board
     * @throws BadRequest 404
     */
    public Map<String, Object> board(@Body List<Map<String, Object>> rows) throws JsonProcessingException {
        Map<String, Object> first = first(rows);
        Map<String, Object> board = new LinkedHashMap<>();
        board.put("id", first.get("board_id"));
        board.put("title", first.get("title"));
        board.put("refresh_minutes", first.get("refresh_minutes"));
        board.put("token", first.get("token"));
        board.put("expires_at", first.get("expires_at"));
        board.put("tiles", tiles(rows, false));
        return board;
    }

    /** The same for whoever has its address: without ids and without what changes it. */
    public Map<String, Object> shared(@Body List<Map<String, Object>> rows) throws JsonProcessingException {
        Map<String, Object> board = new LinkedHashMap<>();
        board.put("title", first(rows).get("title"));
        board.put("tiles", tiles(rows, true));
        return board;
    }

    private List<Map<String, Object>> tiles(List<Map<String, Object>> rows, boolean shared)
            throws JsonProcessingException {
        List<Map<String, Object>> told = new ArrayList<>();
        for (Map<String, Object> row : rows) {
            if (row.get("tile_id") != null) {
                Map<String, Object> tile = tile(tiles.stored(row));
                if (shared) {
                    tile.keySet().removeAll(List.of("id", "workspace", "refreshable", "problem"));
                    if (tile.get("evidence") instanceof Map<?, ?> evidence) {
                        evidence.remove("sql");
                    }
                }
                told.add(tile);
            }
        }
        return told;
    }

    /** One tile. */
    public Map<String, Object> tile(@Body Tile tile) throws JsonProcessingException {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("id", tile.id());
        told.put("title", tile.title());
        told.put("kind", tile.kind());
        told.put("wide", tile.wide());
        told.put("workspace", tile.workspace());
        told.put("question", tile.question());
        told.put("refreshable", !tile.statement().isEmpty());
        told.put("refreshed_at", tile.refreshedAt().toString());
        told.put("problem", tile.problem());
        told.putAll(MakeTile.shown(mapper, tile));
        return told;
    }

    /**
     * The id of what was made, changed or removed, or the token of what was shared.
     *
     * @throws BadRequest 404 when there was nothing
     */
    public Map<String, Object> done(@Body List<Map<String, Object>> rows) {
        return new LinkedHashMap<>(first(rows));
    }

    /**
     * The id of a tile that was put on a board.
     *
     * @throws BadRequest 404 when the board is not there, or takes no more
     */
    public Map<String, Object> added(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "board", "there is no such board, or it has as many tiles as one may have");
        }
        return done(rows);
    }

    private static Map<String, Object> first(List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw unknown();
        }
        return rows.get(0);
    }
}
