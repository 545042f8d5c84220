package dev.caravan.frontend.rest;

import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.TurnDocument.EvidenceDocument;
import dev.caravan.edge.WriteCsv;
import dev.caravan.edge.WriteWorkbook;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Table;
import jakarta.ws.rs.core.Response;

/** The rows of a piece of evidence as a file to download; its methods answer 404 when there is no such piece, or it has no rows. */
final class TableResponse {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private TableResponse() {}

    /**
     * As comma-separated values.
     *
     * @param number of the piece of evidence, counted from 0
     * @param name what the file is called after
     */
    static Response csv(TurnDocument turn, int number, String name) {
        // without the mark spreadsheets read UTF-8 as an older character set
        return file(
                BYTE_ORDER_MARK + WriteCsv.write(rows(piece(turn, number))),
                "text/csv;charset=UTF-8;header=present",
                name + "-" + number + ".csv");
    }

    /**
     * As an Excel workbook.
     *
     * @param number of the piece of evidence, counted from 0
     * @param name what the file is called after
     */
    static Response workbook(TurnDocument turn, int number, String name) {
        EvidenceDocument piece = piece(turn, number);
        return file(
                WriteWorkbook.write(turn, piece, rows(piece)), WriteWorkbook.MEDIA_TYPE, name + "-" + number + ".xlsx");
    }

    private static EvidenceDocument piece(TurnDocument turn, int number) {
        if (number >= turn.evidence().size()) {
            throw new BadRequest(404, "table", "this turn has no such table");
        }
        return turn.evidence().get(number);
    }

    private static Table rows(EvidenceDocument piece) {
        return piece.rows().orElseThrow(() -> new BadRequest(404, "table", "this piece of evidence has no rows"));
    }

    private static Response file(Object content, String type, String name) {
        return Response.ok(content, type)
                .header("Content-Disposition", "attachment; filename=\"caravan-" + name + "\"")
                .header("Cache-Control", "no-store")
                .build();
    }
}
