package dev.caravan.documents;

import dev.caravan.documents.PrintedLine.Word;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

/** Reads a PDF file into blocks by PDFBox, which knows where each letter stands. */
final class PdfReader {
    /** A page of text has at least so many letters; a document with fewer on the average is a scanned one. */
    private static final int LETTERS_OF_A_PAGE = 20;

    /** The size of a font as a multiple of the height of its capitals. */
    private static final float LETTER_TO_SIZE = 1.5f;

    /** Bytes; the largest pages of maps and drawings have a few megabytes. */
    private static final long MOST_OF_A_PAGE = 64 * 1_048_576;

    private final int mostPages;

    /** With a limit on the pages of one file. */
    PdfReader(int mostPages) {
        this.mostPages = mostPages;
    }

    /**
     * All blocks of a file.
     *
     * @throws UnreadableDocument when the file is encrypted, broken, scanned or too long
     */
    Reading read(Path file) throws UnreadableDocument {
        String name = String.valueOf(file.getFileName());
        try (PDDocument document = Loader.loadPDF(file.toFile(), IOUtils.createMemoryOnlyStreamCache())) {
            if (document.getNumberOfPages() > mostPages) {
                throw new UnreadableDocument(name + " has " + document.getNumberOfPages() + " pages; at most "
                        + mostPages + " are taken (documents.max-pages). Split it.");
            }
            checkSize(document, name);
            Lines lines = new Lines();
            lines.writeText(document, new StringWriter());
            PageLayout layout = new PageLayout();
            List<Block> blocks = new ArrayList<>();
            for (int page = 0; page < lines.pages.size(); page++) {
                blocks.addAll(layout.blocks(lines.pages.get(page), page + 1, blocks.size()));
            }
            long letters =
                    blocks.stream().mapToLong(block -> block.printed().length()).sum();
            if (letters < (long) LETTERS_OF_A_PAGE * document.getNumberOfPages()) {
                throw new UnreadableDocument(name
                        + " holds pictures of pages and no text: it was scanned. Run text recognition (OCR) over it"
                        + " and add the result.");
            }
            return new Reading(document.getNumberOfPages(), blocks);
        } catch (InvalidPasswordException e) {
            throw new UnreadableDocument(
                    name + " is encrypted and needs a password. Remove the password and add it again.", e);
        } catch (IOException | RuntimeException e) {
            // PDFBox meets what is wrong within a page with exceptions of any kind
            throw new UnreadableDocument(
                    name + " is no PDF file, or a broken one (" + e.getMessage() + "). Open it with a PDF viewer, save"
                            + " it anew and add that.",
                    e);
        }
    }

    /** Refuses a page that unpacks to more than any honest page has, before it fills the memory. */
    private static void checkSize(PDDocument document, String name) throws IOException, UnreadableDocument {
        byte[] piece = new byte[8192];
        for (PDPage page : document.getPages()) {
            Iterator<PDStream> streams = page.getContentStreams();
            while (streams.hasNext()) {
                PDStream stream = streams.next();
                long size = 0;
                try (InputStream in = inflated(stream)) {
                    for (int read = in.read(piece); read >= 0 && size <= MOST_OF_A_PAGE; read = in.read(piece)) {
                        size += read;
                    }
                } catch (ZipException | EOFException e) {
                    // PDFBox takes what can be read of a damaged page
                    continue;
                }
                if (size > MOST_OF_A_PAGE) {
                    throw new UnreadableDocument(name + " has a page that unpacks to more than "
                            + MOST_OF_A_PAGE / 1_048_576 + " MB, which no honest page does. It is not taken.");
                }
            }
        }
    }

    /** What a stream unpacks to, which may have been packed more than once. */
    private static InputStream inflated(PDStream stream) throws IOException {
        InputStream in = stream.getCOSObject().createRawInputStream();
        for (COSName filter : stream.getFilters()) {
            if (!filter.equals(COSName.FLATE_DECODE)) {
                break;
            }
            in = new InflaterInputStream(in);
        }
        return in;
    }

    static List<PrintedLine> lines(Path file, int page) throws IOException {
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            Lines lines = new Lines();
            lines.setStartPage(page);
            lines.setEndPage(page);
            lines.writeText(document, new StringWriter());
            return lines.pages.get(0);
        }
    }

    /**
     * What a file holds.
     *
     * @param pages how many
     * @param blocks in the order of reading
     */
    record Reading(int pages, List<Block> blocks) {}

    /** Collects the words of each line. */
    private static final class Lines extends PDFTextStripper {
        private final List<List<PrintedLine>> pages = new ArrayList<>();
        private List<PrintedLine> page = new ArrayList<>();
        private List<Word> line = new ArrayList<>();

        Lines() {
            setSortByPosition(true);
            setAddMoreFormatting(false);
        }

        @Override
        protected void startPage(org.apache.pdfbox.pdmodel.PDPage ignored) {
            page = new ArrayList<>();
            line = new ArrayList<>();
        }

        @Override
        protected void writeString(String text, List<TextPosition> letters) {
            // PDFBox joins what stands close; a space inside still parts two words
            int from = 0;
            for (int i = 0; i <= letters.size(); i++) {
                if (i == letters.size() || letters.get(i).getUnicode().isBlank()) {
                    if (i > from) {
                        line.add(word(letters.subList(from, i)));
                    }
                    from = i + 1;
                }
            }
        }

        private static Word word(List<TextPosition> letters) {
            StringBuilder text = new StringBuilder();
            Box box = Box.NONE;
            for (TextPosition letter : letters) {
                text.append(letter.getUnicode());
                float height = size(letter) * 0.7f;
                box = box.with(new Box(
                        letter.getXDirAdj(), letter.getYDirAdj() - height, letter.getWidthDirAdj(), height * 1.2f));
            }
            TextPosition first = letters.get(0);
            String font = first.getFont().getName();
            boolean bold = font != null && font.toLowerCase(Locale.ROOT).matches(".*(bold|black|heavy|demi).*");
            return new Word(Normalizer.normalize(text, Normalizer.Form.NFKC).strip(), box, size(first), bold);
        }

        /** In points as shown: a page may be scaled as a whole, which the size of its font does not tell. */
        private static float size(TextPosition letter) {
            float told = letter.getFontSizeInPt();
            float shown = letter.getHeightDir() * LETTER_TO_SIZE;
            return told > shown / 2 && told < shown * 2 ? told : shown;
        }

        @Override
        protected void writeLineSeparator() {
            endLine();
        }

        @Override
        protected void writeParagraphEnd() {
            endLine();
        }

        @Override
        protected void endPage(org.apache.pdfbox.pdmodel.PDPage ignored) {
            endLine();
            pages.add(page);
        }

        private void endLine() {
            PrintedLine made = PrintedLine.of(line);
            if (!made.words().isEmpty()) {
                page.add(made);
            }
            line = new ArrayList<>();
        }
    }
}
