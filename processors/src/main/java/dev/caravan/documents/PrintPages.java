package dev.caravan.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;

/**
 * Prints a plain kind of Markdown as a PDF file, the same bytes for the same text: headings, paragraphs, tables whose figures
 * stand right, and a new page at a line of three dashes.
 */
public final class PrintPages implements AutoCloseable {
    private static final float LEFT = 56;
    private static final float RIGHT = PDRectangle.A4.getWidth() - 56;
    private static final float TOP = PDRectangle.A4.getHeight() - 64;
    private static final float BOTTOM = 64;
    private static final float SIZE = 10;
    private static final float LEADING = 14;
    private static final float COLUMN = 92;
    private static final float GAP = 12;

    private final PDFont plain = new PDType1Font(FontName.HELVETICA);
    private final PDFont bold = new PDType1Font(FontName.HELVETICA_BOLD);
    private final PDDocument document = new PDDocument();
    private PDPageContentStream page;
    private float y;

    private PrintPages(long seed) throws IOException {
        // otherwise the time of printing would be part of the file
        document.setDocumentId(seed);
        turn();
    }

    /** Prints a text to a file, which is there whole or not at all. */
    public static void print(String markdown, Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path half = file.resolveSibling(file.getFileName() + ".half");
        try (PrintPages printer = new PrintPages(markdown.hashCode())) {
            for (String part : markdown.strip().split("\\R\\s*\\R")) {
                printer.part(part.strip());
            }
            printer.page.close();
            printer.document.save(half.toFile());
        }
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    private void turn() throws IOException {
        if (page != null) {
            page.close();
        }
        PDPage made = new PDPage(PDRectangle.A4);
        document.addPage(made);
        page = new PDPageContentStream(document, made);
        y = TOP;
    }

    private void part(String part) throws IOException {
        if (part.matches("-{3,}")) {
            turn();
        } else if (part.startsWith("#")) {
            int level = part.indexOf(' ');
            y -= LEADING / 2;
            paragraph(bold, SIZE + Math.max(0, 4 - level) * 2, part.substring(level + 1));
        } else if (part.startsWith("|")) {
            for (String row : part.split("\\R")) {
                if (!row.matches("[|\\s:-]+")) {
                    row(Arrays.stream(row.strip().replaceAll("^\\||\\|$", "").split("\\|", -1))
                            .map(String::strip)
                            .toList());
                }
            }
        } else {
            paragraph(plain, SIZE, part.replaceAll("\\s+", " "));
        }
        y -= LEADING / 2;
    }

    private void paragraph(PDFont font, float size, String text) throws IOException {
        for (String line : lines(font, size, text, RIGHT - LEFT)) {
            room(size + 3);
            put(font, size, line, LEFT);
        }
    }

    private static List<String> lines(PDFont font, float size, String text, float width) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : text.split(" ")) {
            String longer = line.isEmpty() ? word : line + " " + word;
            if (!line.isEmpty() && font.getStringWidth(longer) / 1000 * size > width) {
                lines.add(line.toString());
                line.setLength(0);
                line.append(word);
            } else {
                line.setLength(0);
                line.append(longer);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    /** A heading and figures whose right ends stand one below the other; long headings of columns take several lines. */
    private void row(List<String> cells) throws IOException {
        int figures = cells.size() - 1;
        List<List<String>> columns = new ArrayList<>();
        int tall = 1;
        for (int i = 1; i <= figures; i++) {
            List<String> lines = lines(plain, SIZE, cells.get(i), COLUMN - GAP);
            columns.add(lines);
            tall = Math.max(tall, lines.size());
        }
        List<String> heading = lines(plain, SIZE, cells.get(0), RIGHT - LEFT - figures * COLUMN - GAP);
        tall = Math.max(tall, heading.size());
        for (int line = 0; line < tall; line++) {
            room(LEADING);
            if (line < heading.size()) {
                put(plain, SIZE, heading.get(line), LEFT);
            }
            for (int i = 0; i < figures; i++) {
                List<String> column = columns.get(i);
                int own = line - (tall - column.size());
                if (own >= 0) {
                    float width = plain.getStringWidth(column.get(own)) / 1000 * SIZE;
                    put(plain, SIZE, column.get(own), RIGHT - (figures - 1 - i) * COLUMN - width);
                }
            }
        }
    }

    private void room(float height) throws IOException {
        if (y - height < BOTTOM) {
            turn();
        }
        y -= height;
    }

    private void put(PDFont font, float size, String text, float x) throws IOException {
        page.beginText();
        page.setFont(font, size);
        page.newLineAtOffset(x, y);
        page.showText(text);
        page.endText();
    }

    @Override
    public void close() throws IOException {
        document.close();
    }
}
