package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.caravan.documents.Block.Cell;
import dev.caravan.documents.Block.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of files, and what is said of those that cannot be read. */
class ReadDocumentTest {
    private static final int MEGABYTE = 1_048_576;
    private static final String WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

    @TempDir
    private Path folder;

    private final ReadDocument reader = new ReadDocument(20L * MEGABYTE, 3);

    private static String paragraph(String style, String text) {
        return "<w:p>" + (style.isEmpty() ? "" : "<w:pPr><w:pStyle w:val=\"" + style + "\"/></w:pPr>") + "<w:r><w:t>"
                + text + "</w:t></w:r></w:p>";
    }

    private static String row(String... cells) {
        StringBuilder row = new StringBuilder("<w:tr>");
        for (String cell : cells) {
            row.append("<w:tc>").append(paragraph("", cell)).append("</w:tc>");
        }
        return row.append("</w:tr>").toString();
    }

    private Path docx(String name, String body) throws IOException {
        Path file = folder.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("word/document.xml"));
            zip.write(("<?xml version=\"1.0\"?><w:document xmlns:w=\"" + WORD + "\"><w:body>" + body
                            + "</w:body></w:document>")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    /** Bytes that were packed so many times. */
    private static byte[] packed(int bytes, int times) throws IOException {
        byte[] content = new byte[bytes];
        java.util.Arrays.fill(content, (byte) ' ');
        for (int i = 0; i < times; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (OutputStream deflating = new DeflaterOutputStream(out)) {
                deflating.write(content);
            }
            content = out.toByteArray();
        }
        return content;
    }

    private Path bomb(String name, int times) throws IOException {
        Path file = folder.resolve(name);
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            COSStream stream = document.getDocument().createCOSStream();
            try (OutputStream out = stream.createRawOutputStream()) {
                out.write(packed(70 * MEGABYTE, times));
            }
            COSArray filters = new COSArray();
            for (int i = 0; i < times; i++) {
                filters.add(COSName.FLATE_DECODE);
            }
            stream.setItem(COSName.FILTER, filters);
            page.setContents(new PDStream(stream));
            document.addPage(page);
            document.save(file.toFile());
        }
        return file;
    }

    private void refuses(Path file, String reason) {
        assertThatThrownBy(() -> reader.read(file))
                .isInstanceOf(UnreadableDocument.class)
                .hasMessageStartingWith(file.getFileName().toString())
                .hasMessageContaining(reason);
    }

    @Test
    void keepsHeadingsAndRowsOfWordDocuments() throws Exception {
        Path file = docx(
                "report.docx",
                paragraph("Heading1", "Results") + paragraph("", "Sales rose.") + "<w:tbl>"
                        + row("USD million", "2023", "2022") + row("Net sales", "1,200", "1,000") + "</w:tbl>");
        assertThat(reader.read(file).blocks())
                .extracting(Block::kind, Block::text, Block::cells)
                .containsExactly(
                        tuple(Kind.HEADING, "Results", List.of()),
                        tuple(Kind.TEXT, "Sales rose.", List.of()),
                        tuple(Kind.COLUMNS, "USD million 2023 2022", List.of()),
                        tuple(Kind.ROW, "Net sales", List.of(new Cell("2023", "1,200"), new Cell("2022", "1,000"))));
    }

    @Test
    void keepsHeadingsAndRowsOfWebPagesAndLeavesScriptsOut() throws Exception {
        Path file = Files.writeString(
                folder.resolve("report.html"),
                """
                <html><head><title>x</title></head><body><script>alert('net sales 9')</script>
                <h2>Results</h2><div><p>Sales &amp; profit rose.</p></div>
                <table><tr><th></th><th>2023</th></tr><tr><td>Net sales</td><td>1,200</td></tr></table></body></html>
                """);
        assertThat(reader.read(file).blocks())
                .extracting(Block::shown)
                .noneMatch(text -> text.contains("alert"))
                .anyMatch(text -> text.equals("Results"))
                .anyMatch(text -> text.equals("Sales & profit rose."))
                .anyMatch(text -> text.contains("Net sales") && text.contains("2023") && text.contains("1,200"));
    }

    @Test
    void keepsFiguresBelowTheirColumnsWhereCellsCoverSeveral() throws Exception {
        Path file = Files.writeString(
                folder.resolve("wide.html"),
                """
                <html><body><table><tr><td></td><td colspan="3">2023</td><td colspan="3">2022</td></tr>
                <tr><td>Net loss</td><td>$</td><td>(20</td><td>)</td><td>$</td><td>15</td><td></td></tr>
                <tr><td>Margin</td><td></td><td></td><td></td><td colspan="2">4.5</td><td>%</td></tr></table></body></html>
                """);
        List<Block> blocks = reader.read(file).blocks();
        assertThat(blocks.get(1).cells()).containsExactly(new Cell("2023", "(20)"), new Cell("2022", "15"));
        assertThat(blocks.get(2).cells()).containsExactly(new Cell("2022", "4.5%"));
    }

    @Test
    void keepsRowsOfMarkdownTables() throws Exception {
        Path file = Files.writeString(
                folder.resolve("report.md"), "# Results\n\n| | 2023 |\n|---|---|\n| Net sales | 1,200 |\n");
        assertThat(reader.read(file).blocks())
                .anySatisfy(block -> assertThat(block.cells()).containsExactly(new Cell("2023", "1,200")));
    }

    @Test
    void saysWhatIsWrongWithWordDocuments() throws Exception {
        refuses(Files.writeString(folder.resolve("broken.docx"), "PK and nothing else"), "broken or encrypted");
        refuses(docx("empty.docx", ""), "holds no text");
        Path other = folder.resolve("other.docx");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(other))) {
            zip.putNextEntry(new ZipEntry("readme.txt"));
        }
        refuses(other, "is no DOCX file");
    }

    @Test
    void refusesWhatUnpacksToMoreThanAnyHonestFile() throws Exception {
        refuses(docx("bomb.docx", paragraph("", " ".repeat(60 * MEGABYTE))), "unpacks to more than");
        refuses(bomb("bomb.pdf", 1), "unpacks to more than");
        refuses(bomb("twice.pdf", 2), "unpacks to more than");
    }

    @Test
    void saysWhatIsWrongWithTextsAndLongFiles() throws Exception {
        refuses(Files.write(folder.resolve("latin.txt"), new byte[] {'a', (byte) 0xE9, 'b'}), "no text in UTF-8");
        refuses(Files.writeString(folder.resolve("blank.html"), "<html><body> </body></html>"), "holds no text");
        try (PDDocument document = new PDDocument()) {
            for (int i = 0; i < 4; i++) {
                document.addPage(new PDPage());
            }
            document.save(folder.resolve("long.pdf").toFile());
        }
        refuses(folder.resolve("long.pdf"), "has 4 pages; at most 3 are taken");
    }

    @Test
    void readsMarkdownAsItIsWritten() throws Exception {
        Path file = Files.writeString(
                folder.resolve("handbook.md"),
                """
                # Handbook
                The Zorn process takes **12 days**.

                Limits
                ------
                * at most `30` files
                * of 5 MB each
                  in all

                | Step | Days |
                |:---|---:|
                | Soak | 7 |

                ```
                # no heading
                ```
                <script>alert(1)</script>
                """);
        assertThat(reader.read(file).blocks().stream()
                        .map(block -> block.kind() + " " + block.shown())
                        .toList())
                .containsExactly(
                        "HEADING Handbook",
                        "TEXT The Zorn process takes 12 days.",
                        "HEADING Limits",
                        "TEXT at most 30 files",
                        "TEXT of 5 MB each in all",
                        "COLUMNS Step Days",
                        "ROW Soak: 7 [Days]",
                        "TEXT # no heading");
    }
}
