package dev.caravan.edge;

import dev.caravan.paper.PaperFormat;
import dev.caravan.research.ReportPaper;
import dev.caravan.research.ResearchEvidence;
import dev.caravan.research.ResearchReport;
import dev.caravan.turn.BadRequest;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The report of a finished research as a file.
 *
 * @param name of the file, made of the question
 * @param format it is written in
 * @param bytes of the file
 */
public record ReportFile(String name, PaperFormat format, byte[] bytes) {
    private static final int LONGEST_NAME = 60;

    /**
     * Writes the file.
     *
     * @throws BadRequest 404 where the turn has no report
     */
    public static ReportFile of(TurnDocument turn, PaperFormat format) {
        ResearchReport report = turn.evidence().stream()
                .flatMap(piece -> ResearchEvidence.read(piece.members()).stream())
                .findFirst()
                .orElseThrow(() -> new BadRequest(
                        404, "report", "this turn has no report; one has that ended a research with statements"));
        return new ReportFile(
                named(report.title()) + "." + format.ending(), format, format.write(ReportPaper.of(report)));
    }

    /** Words of the question in letters that every system of files takes. */
    private static String named(String title) {
        String plain = Normalizer.normalize(title.replace("ß", "ss"), Normalizer.Form.NFD)
                .replaceAll("\\p{M}", "")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "")
                .toLowerCase(Locale.ROOT);
        String shortened = plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME);
        return shortened.isEmpty() ? "report" : shortened.replaceAll("-$", "");
    }
}
