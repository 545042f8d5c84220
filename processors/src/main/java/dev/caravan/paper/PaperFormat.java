package dev.caravan.paper;

import java.util.Locale;
import java.util.Optional;

/** The kinds of file that a {@link Paper} can be written to. */
public enum PaperFormat {
    /** Pages. */
    PDF("application/pdf"),
    /** For a word processor. */
    DOCX("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    /** Markdown. */
    MD("text/markdown;charset=UTF-8");

    private final String mediaType;

    PaperFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The format that a file's name ends with. */
    public static Optional<PaperFormat> of(String ending) {
        for (PaperFormat format : values()) {
            if (format.ending().equals(ending)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /** What the name of a file ends with, without the dot. */
    public String ending() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For HTTP. */
    public String mediaType() {
        return mediaType;
    }

    /** The file. */
    public byte[] write(Paper paper) {
        return switch (this) {
            case PDF -> new PdfPaper().write(paper);
            case DOCX -> new WordPaper(paper).write();
            case MD -> new MarkdownPaper().write(paper);
        };
    }
}
