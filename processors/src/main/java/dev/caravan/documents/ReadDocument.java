package dev.caravan.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a file into blocks, by its kind. */
public final class ReadDocument {
    /** What can be read, in words. */
    public static final String KINDS = "PDF, DOCX, HTML, Markdown and plain text";

    private static final Set<String> KNOWN = Set.of("pdf", "docx", "html", "htm", "md", "txt");

    private final PdfReader pdf;
    private final MarkupReader markup;
    private final long largest;

    /**
     * With the limits of one file.
     *
     * @param largest in bytes
     * @param mostPages of a PDF file
     */
    public ReadDocument(long largest, int mostPages) {
        this.largest = largest;
        this.pdf = new PdfReader(mostPages);
        this.markup = new MarkupReader(largest);
    }

    /** Whether a file is of a kind that can be read, by its name. */
    public static boolean isKnown(Path file) {
        return KNOWN.contains(ending(file));
    }

    /**
     * The blocks of a file in the order in which they are read.
     *
     * @throws UnreadableDocument saying what is wrong with it and what to do
     */
    public List<Block> blocks(Path file) throws UnreadableDocument {
        return read(file).blocks();
    }

    /**
     * What a file holds.
     *
     * @throws UnreadableDocument saying what is wrong with it and what to do
     */
    PdfReader.Reading read(Path file) throws UnreadableDocument {
        try {
            if (Files.size(file) > largest) {
                throw new UnreadableDocument(file.getFileName() + " has " + Files.size(file) / 1_048_576
                        + " MB; at most " + largest / 1_048_576 + " are taken (documents.max-file). Split it.");
            }
            if (Files.size(file) == 0) {
                throw new UnreadableDocument(file.getFileName() + " is empty.");
            }
        } catch (IOException e) {
            throw new UnreadableDocument(file.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
        return switch (ending(file)) {
            case "pdf" -> pdf.read(file);
            case "docx" -> markup.docx(file);
            case "html", "htm" -> markup.html(file);
            case "md" -> markup.markdown(file);
            case "txt" -> markup.text(file);
            default -> throw new UnreadableDocument(
                    file.getFileName() + " is of a kind that is not read; " + KINDS + " are.");
        };
    }

    private static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
