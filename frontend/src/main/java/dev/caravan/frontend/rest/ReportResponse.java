package dev.caravan.frontend.rest;

import dev.caravan.edge.ReportFile;
import dev.caravan.edge.TurnDocument;
import dev.caravan.paper.PaperFormat;
import dev.caravan.turn.BadRequest;
import jakarta.ws.rs.core.Response;

/** The report of a research as a file to download. */
final class ReportResponse {
    private ReportResponse() {}

    /**
     * The file.
     *
     * @param ending of its name: pdf, docx or md
     * @throws BadRequest 404 when the turn has no report, or there is no such format
     */
    static Response of(TurnDocument turn, String ending) {
        PaperFormat format = PaperFormat.of(ending)
                .orElseThrow(() -> new BadRequest(404, "report", "a report can be had as pdf, docx and md"));
        ReportFile file = ReportFile.of(turn, format);
        return Response.ok(file.bytes(), format.mediaType())
                .header("Content-Disposition", "attachment; filename=\"" + file.name() + "\"")
                .header("Cache-Control", "no-store")
                .build();
    }
}
