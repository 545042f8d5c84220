package dev.caravan.frontend.rest;

import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.WriteCsv;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Table;
import jakarta.ws.rs.core.Response;

/** The rows of a piece of evidence as a file to download. */
final class CsvResponse {
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private CsvResponse() {}

    /**
     * The file.
     *
     * @param number of the piece of evidence, counted from 0
     * @param name what the file is called after
     * @throws BadRequest 404 when there is no such piece, or it has no rows
     */
    static Response of(TurnDocument turn, int number, String name) {
        if (number >= turn.evidence().size()) {
            throw new BadRequest(404, "table", "this turn has no such table");
        }
        Table table = turn.evidence()
                .get(number)
                .rows()
                .orElseThrow(() -> new BadRequest(404, "table", "this piece of evidence has no rows"));
        // without the mark spreadsheets read UTF-8 as an older character set
        return Response.ok(BYTE_ORDER_MARK + WriteCsv.write(table), "text/csv;charset=UTF-8;header=present")
                .header("Content-Disposition", "attachment; filename=\"caravan-" + name + "-" + number + ".csv\"")
                .header("Cache-Control", "no-store")
                .build();
    }
}
