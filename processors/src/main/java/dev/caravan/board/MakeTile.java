package dev.caravan.board;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.TurnDocument.EvidenceDocument;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.sql.EditedStatement;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Makes tiles of answers, and runs them again: the statement of a tile goes the way of one that a person edited, under the same
 * guard, role, breaker and row limit. The words of an answer belong to the figures of their day, and are never run again.
 */
public final class MakeTile {
    private static final String EVIDENCE = "evidence";
    private static final String SQL = "sql";

    private final ObjectMapper mapper;
    private final Clock clock;

    /** A maker. */
    public MakeTile(ObjectMapper mapper, Clock clock) {
        this.mapper = mapper;
        this.clock = clock;
    }

    /**
     * The tile of an answer.
     *
     * @throws BadRequest 404 when there is no such piece of evidence, 400 when it has no rows to show
     */
    public Tile of(@Body TurnDocument turn, @Variable("wish") TileWish wish) throws JsonProcessingException {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("answer", turn.answer());
        shown.put("notes", turn.notes());
        Optional<EvidenceDocument> piece = piece(turn, wish);
        piece.ifPresent(found -> shown.put(EVIDENCE, withoutAddress(found.members())));
        return new Tile(
                wish.id(),
                wish.boardId(),
                "",
                "",
                wish.title().isEmpty() ? turn.question() : wish.title(),
                wish.kind(),
                false,
                turn.workspace(),
                turn.question(),
                piece.filter(found -> SqlEvidence.KIND.equals(found.members().get("type")))
                        .map(found -> String.valueOf(found.members().getOrDefault(SQL, "")))
                        .orElse(""),
                mapper.writeValueAsString(shown),
                turn.startedAt(),
                "");
    }

    private static Optional<EvidenceDocument> piece(TurnDocument turn, TileWish wish) {
        if (wish.evidence() < 0) {
            return Optional.empty();
        }
        if (wish.evidence() >= turn.evidence().size()) {
            throw new BadRequest(404, EVIDENCE, "this answer has no such piece of evidence; show its text");
        }
        EvidenceDocument piece = turn.evidence().get(wish.evidence());
        if (piece.rows().filter(table -> !table.rows().isEmpty()).isEmpty()) {
            throw new BadRequest(EVIDENCE, "this piece of evidence has no rows to show");
        }
        return Optional.of(piece);
    }

    /** All rows are had from the board. */
    private static Map<String, Object> withoutAddress(Map<String, Object> members) {
        Map<String, Object> kept = new LinkedHashMap<>(members);
        kept.remove("csv");
        return kept;
    }

    /** A stored tile with the columns of its board. */
    public Tile stored(@Body Map<String, Object> row) {
        return new Tile(
                text(row, "tile_id"),
                text(row, "board_id"),
                text(row, "tenant"),
                text(row, "owner"),
                text(row, "tile_title"),
                text(row, "kind"),
                Boolean.TRUE.equals(row.get("wide")),
                text(row, "workspace"),
                text(row, "question"),
                text(row, "statement"),
                text(row, "document"),
                Instant.parse(text(row, "refreshed_at")),
                text(row, "problem"));
    }

    private static String text(Map<String, Object> row, String name) {
        return String.valueOf(row.get(name));
    }

    /**
     * The only one of some rows, if it can be run again.
     *
     * @throws BadRequest 404 when there is none, 409 when it has no statement
     */
    public Tile found(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw TellBoard.unknown();
        }
        Tile tile = stored(rows.get(0));
        if (tile.statement().isEmpty()) {
            throw new BadRequest(409, "tile", "this tile has no statement that could be run again");
        }
        return tile;
    }

    /** The statement of a tile, to be run. */
    public EditedStatement statement(Tile tile) {
        return new EditedStatement(tile.id(), tile.statement());
    }

    /** A turn that runs it and is kept nowhere. */
    public Turn turn(Tile tile) {
        return Turn.opened(
                        tile.id(), tile.boardId(), true, tile.workspace(), tile.question(), Map.of(), clock.instant())
                .withTenant(tile.tenant())
                .withOwner(tile.owner())
                .withPending(List.of(ToolCall.asking("refreshed", "query_tool", tile.question(), "")));
    }

    /** The tile with the rows that were found; where something is in the way, with those it had, and what it is. */
    public Tile refreshed(@Body Turn turn, @Variable("tile") Tile tile) throws JsonProcessingException {
        Answer answer = turn.answer().orElseThrow();
        Optional<Evidence> evidence = turn.evidence().stream().reduce((first, last) -> last);
        if (!answer.outcome().isFromData() || evidence.isEmpty()) {
            return tile.withProblem(answer.text());
        }
        Map<String, Object> shown = shown(mapper, tile);
        Map<String, Object> members = new LinkedHashMap<>(evidence.get().members());
        members.put("type", evidence.get().kind());
        shown.put(EVIDENCE, members);
        String document = mapper.writeValueAsString(shown);
        return tile.with(changed ->
                changed.document(document).refreshedAt(turn.startedAt()).problem(""));
    }

    /** What a tile shows, in its order. */
    static Map<String, Object> shown(ObjectMapper mapper, Tile tile) throws JsonProcessingException {
        return mapper.readValue(tile.document(), new TypeReference<LinkedHashMap<String, Object>>() {});
    }
}
