package dev.caravan.documents;

import dev.caravan.documents.Block.Cell;
import dev.caravan.documents.Block.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/** Reads documents without pages of their own into blocks: HTML, DOCX, Markdown and plain text. Rows of tables stay rows. */
final class MarkupReader {
    /** More than an honest file of words ever unpacks to. */
    private static final int MOST_INFLATED = 100;

    private static final String YEAR = ".*\\b(?:19|20)\\d\\d\\b.*";
    private static final String COVERED = "\u0000";
    private static final Set<String> BEFORE = Set.of("$", "€", "£", "US$");
    private static final Set<String> AFTER = Set.of(")", "%", ")%");

    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final org.commonmark.parser.Parser MARKDOWN =
            org.commonmark.parser.Parser.builder().extensions(TABLES).build();
    private static final HtmlRenderer PAGE =
            HtmlRenderer.builder().extensions(TABLES).build();

    private static final String BODY = "word/document.xml";

    private final long largest;

    /** With the most bytes that a file may unpack to, if it is not small besides. */
    MarkupReader(long largest) {
        this.largest = largest;
    }

    private static final class Writer {
        private final List<Block> blocks = new ArrayList<>();

        void add(Kind kind, String text, List<Cell> cells) {
            String plain = text.replaceAll("[\\s\\u00a0]+", " ").strip();
            if (!plain.isEmpty() || !cells.isEmpty()) {
                blocks.add(new Block(blocks.size(), 1, kind, plain, Box.NONE, cells));
            }
        }

        /** Rows of a table; the first one heads the columns where it has no figure but years. */
        void table(List<List<String>> rows) {
            List<String> columns = List.of();
            for (List<String> row : rows) {
                boolean heads = columns.isEmpty()
                        && row.stream().skip(1).allMatch(cell -> !cell.matches(".*\\d.*") || cell.matches(YEAR));
                if (heads) {
                    columns = spread(row);
                    add(Kind.COLUMNS, String.join(" ", row).replace(COVERED, ""), List.of());
                } else if (!row.isEmpty()) {
                    List<Cell> cells = cells(row, columns);
                    add(cells.isEmpty() ? Kind.TEXT : Kind.ROW, row.get(0), cells);
                }
            }
        }

        /** A heading stands over every column that its cell covers. */
        private static List<String> spread(List<String> row) {
            List<String> columns = new ArrayList<>();
            for (String cell : row) {
                columns.add(cell.equals(COVERED) && !columns.isEmpty() ? columns.get(columns.size() - 1) : cell);
            }
            return columns;
        }

        /** The figures of a row; signs that have cells of their own go to their figures. */
        private static List<Cell> cells(List<String> row, List<String> columns) {
            List<Cell> cells = new ArrayList<>();
            for (int i = 1; i < row.size(); i++) {
                String text = row.get(i).replace(COVERED, "").strip();
                if (AFTER.contains(text) && !cells.isEmpty()) {
                    Cell last = cells.remove(cells.size() - 1);
                    cells.add(new Cell(last.column(), last.text() + text));
                } else if (!text.isEmpty() && !BEFORE.contains(text)) {
                    cells.add(new Cell(i < columns.size() ? columns.get(i) : "", text));
                }
            }
            return cells;
        }

        PdfReader.Reading whole(Path file) throws UnreadableDocument {
            if (blocks.isEmpty()) {
                throw new UnreadableDocument(file.getFileName() + " holds no text.");
            }
            return new PdfReader.Reading(1, blocks);
        }
    }

    PdfReader.Reading html(Path file) throws UnreadableDocument {
        try {
            Writer writer = new Writer();
            html(Jsoup.parse(file.toFile()), writer);
            return writer.whole(file);
        } catch (IOException e) {
            throw new UnreadableDocument(file.getFileName() + " cannot be read as HTML: " + e.getMessage(), e);
        }
    }

    private static void html(Document document, Writer writer) {
        document.select("script, style, noscript, template, head").remove();
        html(document.body(), writer);
    }

    private static void html(Element element, Writer writer) {
        for (Element child : element.children()) {
            if (child.normalName().matches("h[1-6]")) {
                writer.add(Kind.HEADING, child.text(), List.of());
            } else if (child.normalName().equals("table")) {
                writer.table(
                        child.select("tr").stream().map(MarkupReader::cells).toList());
            } else if (child.children().stream().anyMatch(Element::isBlock)
                    && child.ownText().isBlank()) {
                html(child, writer);
            } else {
                writer.add(Kind.TEXT, child.text(), List.of());
            }
        }
    }

    /** The cells of a row, with a mark for each further column that a cell covers. */
    private static List<String> cells(Element row) {
        List<String> cells = new ArrayList<>();
        for (Element cell : row.select("> th, > td")) {
            cells.add(cell.text());
            int span = cell.attr("colspan").matches("[1-9]\\d?") ? Integer.parseInt(cell.attr("colspan")) : 1;
            for (int i = 1; i < span; i++) {
                cells.add(COVERED);
            }
        }
        return cells;
    }

    PdfReader.Reading docx(Path file) throws UnreadableDocument {
        Document document = Jsoup.parse(new String(part(file), StandardCharsets.UTF_8), "", Parser.xmlParser());
        Element body = document.selectFirst("w|body");
        Writer writer = new Writer();
        if (body != null) {
            for (Element child : body.children()) {
                if (child.tagName().equals("w:tbl")) {
                    writer.table(child.select("w|tr").stream()
                            .map(row -> row.select("> w|tc").stream()
                                    .map(MarkupReader::words)
                                    .toList())
                            .toList());
                } else {
                    Element style = child.selectFirst("w|pStyle");
                    boolean heading = style != null && style.attr("w:val").matches("(?i)(?:heading|title).*");
                    writer.add(heading ? Kind.HEADING : Kind.TEXT, words(child), List.of());
                }
            }
        }
        return writer.whole(file);
    }

    private static String words(Element element) {
        StringBuilder words = new StringBuilder();
        element.select("w|t, w|tab, w|br, w|p").forEach(part -> {
            if (part.tagName().equals("w:t")) {
                words.append(part.wholeText());
            } else if (!words.isEmpty()) {
                words.append(' ');
            }
        });
        return words.toString().strip();
    }

    /** The text of a DOCX file, which is a zip file; no more of it is unpacked than an honest one has. */
    private byte[] part(Path file) throws UnreadableDocument {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry entry = zip.getEntry(BODY);
            if (entry == null) {
                throw new UnreadableDocument(
                        file.getFileName() + " is no DOCX file: it has no text in it. Save it anew as DOCX.");
            }
            long most = Math.min(largest, Math.max(1_048_576, Files.size(file) * MOST_INFLATED));
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            try (InputStream in = zip.getInputStream(entry)) {
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    whole.write(piece, 0, read);
                    if (whole.size() > most) {
                        throw new UnreadableDocument(file.getFileName() + " unpacks to more than " + most / 1_048_576
                                + " MB, which no honest document of its size does. It is not taken.");
                    }
                }
            }
            return whole.toByteArray();
        } catch (ZipException e) {
            throw new UnreadableDocument(
                    file.getFileName() + " is no DOCX file, or a broken or encrypted one (" + e.getMessage()
                            + "). Save it anew without a password.",
                    e);
        } catch (IOException e) {
            throw new UnreadableDocument(file.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
    }

    PdfReader.Reading text(Path file) throws UnreadableDocument {
        Writer writer = new Writer();
        for (String paragraph : read(file).split("\\R\\s*\\R")) {
            writer.add(Kind.TEXT, paragraph, List.of());
        }
        return writer.whole(file);
    }

    PdfReader.Reading markdown(Path file) throws UnreadableDocument {
        Writer writer = new Writer();
        html(Jsoup.parse(PAGE.render(MARKDOWN.parse(read(file)))), writer);
        return writer.whole(file);
    }

    private static String read(Path file) throws UnreadableDocument {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new UnreadableDocument(
                    file.getFileName() + " is no text in UTF-8. Save it in UTF-8 and add it again.", e);
        } catch (IOException e) {
            throw new UnreadableDocument(file.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
