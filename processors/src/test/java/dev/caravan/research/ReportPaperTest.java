package dev.caravan.research;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.caravan.edge.ReportFile;
import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.TurnDocument.EvidenceDocument;
import dev.caravan.paper.PaperFormat;
import dev.caravan.research.ResearchReport.Chapter;
import dev.caravan.research.ResearchReport.Quality;
import dev.caravan.research.ResearchReport.Source;
import dev.caravan.research.ResearchReport.Statement;
import dev.caravan.research.ResearchReport.Worked;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.apache.poi.xwpf.usermodel.XWPFParagraph;
import org.junit.jupiter.api.Test;

class ReportPaperTest {
    private static final Passage FIRST = new Passage(
            "BruG § 3 #1", "BruG", "3", "§ 3", "Anmeldung", "(1) Wer bohrt & pumpt, muss <alles> anmelden [§ 9].");
    private static final Passage SECOND =
            new Passage("WasO § 9 #1", "WasO", "9", "§ 9", "Fristen", "Die Frist beträgt ≥ 2 Wochen.");
    private static final ResearchReport REPORT = new ResearchReport(
            "Wer muss *was* anmelden & wann?",
            "de",
            List.of(new Worked("Wer muss anmelden?", 2, 1, 1, 1234, "tokens")),
            List.of(new Chapter(
                    "Wer muss <b>anmelden</b>?",
                    List.of(
                            new Statement("Wer bohrt & pumpt, muss <alles> anmelden [§ 9].", 1),
                            new Statement("# Die Frist beträgt ≥ 2 Wochen.", 2)))),
            List.of(new Source(1, FIRST, ""), new Source(2, SECOND, "BruG § 3")),
            List.of(
                    new Trail(
                            "BruG § 3", "§ 9 WasO", "WasO 9", true, Trail.Reason.RELEVANT, "", 0, List.of("WasO § 9")),
                    new Trail(
                            "WasO § 9", "§ 3 BruG", "BruG 3", true, Trail.Reason.RELEVANT, "", 1, List.of("BruG § 3")),
                    new Trail("BruG § 3", "§ 4", "BruG § 4", false, Trail.Reason.NOT_RELEVANT, "", 0, List.of())),
            List.of("Lampe"),
            List.of("Ein Hinweis."),
            new Quality(100, 90, 80, 70, 60));

    private static byte[] written(PaperFormat format) {
        return format.write(ReportPaper.of(REPORT));
    }

    @Test
    void writesPagesWithContentsSourcesAndWhatLedWhere() throws Exception {
        try (PDDocument pdf = Loader.loadPDF(written(PaperFormat.PDF))) {
            assertThat(new PDFTextStripper().getText(pdf))
                    .contains(
                            "Wer muss *was* anmelden & wann?",
                            "2 Aussagen aus 2 Stellen",
                            "Inhalt",
                            "Wer bohrt & pumpt, muss <alles> anmelden [§ 9]. [1]",
                            "[2] WasO § 9, Fristen (über BruG § 3)",
                            "Die Frist beträgt ≥ 2 Wochen.",
                            "Was wohin führte",
                            "Betrifft die Aufgabe nicht: BruG § 4",
                            "Nicht gefunden",
                            "Lampe",
                            "gelesene Token: 1.234)",
                            "Güte: 400 von 500",
                            "Ein Hinweis.")
                    .containsPattern("Quellen \\.{3,} 1");
            assertThat(pdf.getDocumentInformation().getTitle()).isEqualTo("Wer muss *was* anmelden & wann?");
            assertThat(pdf.getPage(0).getAnnotations().stream().filter(PDAnnotationLink.class::isInstance))
                    .as("contents and citations lead to their places")
                    .hasSizeGreaterThan(6);
        }
    }

    @Test
    void writesAFileForWordProcessors() throws Exception {
        try (XWPFDocument word = new XWPFDocument(new ByteArrayInputStream(written(PaperFormat.DOCX)))) {
            List<XWPFParagraph> paragraphs = word.getParagraphs();
            assertThat(paragraphs.stream()
                            .filter(each -> "Heading2".equals(each.getStyle()))
                            .map(XWPFParagraph::getText))
                    .containsExactly(
                            "Inhalt",
                            "Wer muss <b>anmelden</b>?",
                            "Quellen",
                            "Was wohin führte",
                            "Nicht gefunden",
                            "Wie es zustande kam");
            assertThat(paragraphs.stream().map(XWPFParagraph::getText))
                    .contains(
                            "Wer bohrt & pumpt, muss <alles> anmelden [§ 9]. [1]",
                            "# Die Frist beträgt ≥ 2 Wochen. [2]");
            String xml =
                    paragraphs.stream().map(each -> each.getCTP().xmlText()).collect(Collectors.joining());
            assertThat(xml).contains("w:anchor=\"source_2\"", "w:name=\"source_2\"", "w:ilvl w:val=\"1\"");
        }
    }

    @Test
    void writesMarkdownInWhichTextsAreTexts() {
        String text = new String(written(PaperFormat.MD), StandardCharsets.UTF_8);
        assertThat(text)
                .contains(
                        "# Wer muss \\*was\\* anmelden \\& wann?",
                        "### [2] WasO § 9, Fristen (über BruG § 3)",
                        "- Wer bohrt \\& pumpt, muss \\<alles\\> anmelden",
                        "- \\# Die Frist beträgt ≥ 2 Wochen. [2]",
                        "> Die Frist beträgt ≥ 2 Wochen.",
                        "- BruG § 3\n  - WasO § 9\n    - BruG § 3");
    }

    @Test
    void isReadBackFromTheStoredTurn() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("type", ResearchEvidence.KIND);
        members.putAll(new ResearchEvidence(REPORT).members());
        Map<String, Object> stored = Json.mapper().convertValue(members, new TypeReference<Map<String, Object>>() {});
        assertThat(ResearchEvidence.read(stored)).contains(REPORT);
        TurnDocument turn = turn(List.of(new EvidenceDocument(stored)));
        ReportFile file = ReportFile.of(turn, PaperFormat.MD);
        assertThat(file.name()).isEqualTo("wer-muss-was-anmelden-wann.md");
        assertThat(file.bytes()).isEqualTo(written(PaperFormat.MD));
        assertThatThrownBy(() -> ReportFile.of(turn(List.of()), PaperFormat.PDF))
                .isInstanceOf(BadRequest.class)
                .hasMessageContaining("no report");
    }

    private static TurnDocument turn(List<EvidenceDocument> evidence) {
        return new TurnDocument(
                "thread",
                "turn",
                "law",
                "Wer?",
                "Wer?",
                Instant.EPOCH,
                Map.of(),
                "auto",
                Map.of(),
                "answered",
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                evidence,
                List.of(),
                List.of(),
                0,
                0,
                "",
                Map.of(),
                Optional.empty());
    }
}
