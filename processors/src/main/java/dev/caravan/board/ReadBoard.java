package dev.caravan.board;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.edge.ReadQuestion;
import dev.caravan.edge.RequestBody;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads what people want of boards and their tiles. Every reader throws {@link BadRequest} that names the field that is wrong. */
public final class ReadBoard {
    /** The ways in which a tile is shown. */
    public static final List<String> KINDS = List.of("number", "chart", "table", "text");

    private static final String EXAMPLE = "{\"title\": \"…\"}";
    private static final String TILE_EXAMPLE = "{\"turn_id\": \"…\", \"evidence\": 0, \"kind\": \"chart\"}";
    private static final int LONGEST = 200;
    private static final int MOST_TILES = 100;
    private static final int LEAST_MINUTES = 5;
    private static final int MOST_MINUTES = 43_200;

    private final ObjectMapper mapper;
    private final Supplier<String> ids;

    /**
     * A reader.
     *
     * @param ids gives boards and tiles ids that nobody can guess
     */
    public ReadBoard(ObjectMapper mapper, Supplier<String> ids) {
        this.mapper = mapper;
        this.ids = ids;
    }

    /** A new board, from its title. */
    public BoardChange made(byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("title"));
        String title = title(request);
        if (title.isEmpty()) {
            throw new BadRequest("title", "give the board a title");
        }
        return new BoardChange(ids.get(), title, Optional.empty(), List.of());
    }

    /** Title, refresh_minutes and tiles in their order, at least one of them. */
    public BoardChange change(String id, byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("title", "refresh_minutes", "tiles"));
        BoardChange change = new BoardChange(id, title(request), minutes(request), order(request));
        if (change.title().isEmpty()
                && change.refreshMinutes().isEmpty()
                && change.order().isEmpty()) {
            throw new BadRequest("body", "nothing is to be changed; send " + EXAMPLE);
        }
        return change;
    }

    /** An answer that becomes a tile. */
    public TileWish wish(String boardId, byte[] body) {
        ObjectNode request =
                RequestBody.read(mapper, body, TILE_EXAMPLE, List.of("turn_id", "evidence", "kind", "title"));
        String turn = RequestBody.text(request, "", "turn_id").orElse("");
        if (!ReadQuestion.ID.matcher(turn).matches()) {
            throw new BadRequest(404, "turn_id", "there is no such turn");
        }
        String kind = kind(request);
        if (kind.isEmpty()) {
            throw new BadRequest("kind", "say how the tile is shown: " + String.join(", ", KINDS));
        }
        JsonNode evidence = request.path("evidence");
        if (!evidence.isMissingNode() && !(evidence.isInt() && evidence.intValue() >= 0)) {
            throw new BadRequest("evidence", "evidence must be a whole number, counted from 0");
        }
        return new TileWish(
                boardId, ids.get(), turn, kind.equals("text") ? -1 : evidence.asInt(0), title(request), kind);
    }

    /** Title, kind and wide of a tile, at least one of them. */
    public TileChange tile(String boardId, String id, byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("title", "kind", "wide"));
        JsonNode wide = request.path("wide");
        if (!wide.isMissingNode() && !wide.isBoolean()) {
            throw new BadRequest("wide", "wide must be true or false");
        }
        TileChange change = new TileChange(boardId, id, title(request), kind(request), wide.asText(""));
        if (change.equals(TileChange.of(boardId, id))) {
            throw new BadRequest("body", "nothing is to be changed; send " + EXAMPLE);
        }
        return change;
    }

    private static String title(ObjectNode request) {
        Optional<String> title = RequestBody.text(request, "", "title")
                .map(text -> Json.clean(text).replaceAll("\\s+", " ").strip());
        if (title.filter(String::isEmpty).isPresent()) {
            throw new BadRequest("title", "the title is empty");
        }
        if (title.filter(text -> text.length() > LONGEST).isPresent()) {
            throw new BadRequest("title", "the title is longer than " + LONGEST + " characters");
        }
        return title.orElse("");
    }

    private static String kind(ObjectNode request) {
        String kind = RequestBody.text(request, "", "kind").orElse("");
        if (!kind.isEmpty() && !KINDS.contains(kind)) {
            throw new BadRequest("kind", "kind must be one of " + String.join(", ", KINDS));
        }
        return kind;
    }

    private static Optional<Integer> minutes(ObjectNode request) {
        JsonNode minutes = request.path("refresh_minutes");
        if (minutes.isMissingNode()) {
            return Optional.empty();
        }
        int value = minutes.isInt() ? minutes.intValue() : -1;
        if (value != 0 && (value < LEAST_MINUTES || value > MOST_MINUTES)) {
            throw new BadRequest(
                    "refresh_minutes",
                    "refresh_minutes must be 0, for by hand alone, or within " + LEAST_MINUTES + " to " + MOST_MINUTES);
        }
        return Optional.of(value);
    }

    private static List<String> order(ObjectNode request) {
        JsonNode tiles = request.path("tiles");
        if (tiles.isMissingNode()) {
            return List.of();
        }
        List<String> order = new ArrayList<>();
        tiles.forEach(id -> order.add(id.asText()));
        if (!tiles.isArray()
                || order.size() > MOST_TILES
                || !order.stream().allMatch(id -> ReadQuestion.ID.matcher(id).matches())) {
            throw new BadRequest("tiles", "tiles must be a list of the ids of the board's tiles");
        }
        return order;
    }
}
