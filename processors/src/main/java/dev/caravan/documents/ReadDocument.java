package dev.caravan.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads a file into blocks, by its kind. */
public final class ReadDocument {
    private static final Set<String> TEXTS = Set.of("md", "txt");

    private final PdfReader pdf;
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
    }

    /** Whether a file is of a kind that can be read, by its name. */
    public static boolean isKnown(Path file) {
        String ending = ending(file);
        return ending.equals("pdf") || TEXTS.contains(ending);
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
            if (TEXTS.contains(ending(file))) {
                return text(Files.readString(file), ending(file).equals("md"));
            }
        } catch (IOException e) {
            throw new UnreadableDocument(
                    file.getFileName() + " cannot be read as text in UTF-8 (" + e.getMessage() + ").", e);
        }
        if (!isKnown(file)) {
            throw new UnreadableDocument(
                    file.getFileName() + " is of a kind that is not read; PDF, Markdown and plain text are.");
        }
        return pdf.read(file);
    }

    /** Paragraphs parted by empty lines, on one page. */
    private static PdfReader.Reading text(String text, boolean markdown) {
        List<Block> blocks = new ArrayList<>();
        for (String part : text.split("\\R\\s*\\R")) {
            String plain = part.strip();
            if (!plain.isEmpty()) {
                boolean heading = markdown && plain.startsWith("#");
                blocks.add(new Block(
                        blocks.size(),
                        1,
                        heading ? Block.Kind.HEADING : Block.Kind.TEXT,
                        heading ? plain.replaceFirst("^#+\\s*", "") : plain,
                        Box.NONE,
                        List.of()));
            }
        }
        return new PdfReader.Reading(1, blocks);
    }

    private static String ending(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }
}
