package dev.caravan.warehouse.load;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A file that may be a bulk file: unpacked if it is gzip, recognised by its header, read row by row.
 *
 * <p>Neither compression nor kind is told from the file's name. Text is UTF-8, with or without byte order mark; fields
 * are separated by commas, tabs or semicolons.
 */
final class BulkFile implements AutoCloseable {
    private static final char[] DELIMITERS = {',', '\t', ';'};
    private static final int LONGEST_HEADER = 1 << 14;
    private static final int SHOWN_HEADER = 90;

    private final Reader in;
    private final Layout layout;
    private final CsvReader rows;

    private BulkFile(Reader in, Layout layout, char delimiter) {
        this.in = in;
        this.layout = layout;
        this.rows = new CsvReader(in, delimiter, 1);
    }

    /**
     * Opens a file and reads its header.
     *
     * @throws BadFile when it cannot be read, or, as {@link BadFile.Unknown}, is of another kind
     */
    static BulkFile open(Path file) throws BadFile {
        Reader in = null;
        BulkFile opened = null;
        try {
            in = text(file);
            opened = recognise(in);
            return opened;
        } catch (IOException e) {
            throw unreadable(e, "");
        } finally {
            if (opened == null) {
                closeQuietly(in);
            }
        }
    }

    private static Reader text(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
        try {
            raw.mark(2);
            boolean gzip = raw.read() == 0x1f && raw.read() == 0x8b;
            raw.reset();
            return new BufferedReader(
                    new InputStreamReader(gzip ? new GZIPInputStream(raw, 1 << 16) : raw, StandardCharsets.UTF_8),
                    1 << 16);
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    private static BulkFile recognise(Reader in) throws IOException, BadFile {
        String header = header(in);
        for (char delimiter : DELIMITERS) {
            if (header.indexOf(delimiter) >= 0) {
                Optional<Layout> layout = Layout.of(CsvReader.split(header, delimiter));
                if (layout.isPresent()) {
                    return new BulkFile(in, layout.get(), delimiter);
                }
            }
        }
        throw new BadFile.Unknown("no bulk file, as its first line shows: " + shown(header));
    }

    private static String header(Reader in) throws IOException, BadFile {
        StringBuilder header = new StringBuilder();
        int c = in.read();
        if (c == '\ufeff') {
            c = in.read();
        }
        if (c < 0) {
            throw new BadFile("the file is empty");
        }
        for (; c >= 0 && c != '\n' && header.length() < LONGEST_HEADER; c = in.read()) {
            if (c == 0) {
                throw new BadFile.Unknown("no bulk file: its content is not text");
            }
            header.append((char) c);
        }
        return header.toString().strip();
    }

    private static String shown(String header) {
        String printable = header.replaceAll("[^\\p{Print}\\p{L}]", "?");
        return printable.length() <= SHOWN_HEADER ? printable : printable.substring(0, SHOWN_HEADER) + " ...";
    }

    private static void closeQuietly(Reader in) {
        try {
            if (in != null) {
                in.close();
            }
        } catch (IOException e) {
            // the file was only read; why it is given up is told already
        }
    }

    /** What a failure to read means to the person who gave the file. */
    private static BadFile unreadable(IOException failure, String after) {
        if (failure instanceof EOFException) {
            return new BadFile("the gzip data end too early" + after + ": the file is cut short", failure);
        }
        if (failure instanceof ZipException) {
            return new BadFile(
                    "the gzip data are broken" + after + ": "
                            + failure.getMessage().toLowerCase(Locale.ROOT),
                    failure);
        }
        String reason = failure instanceof AccessDeniedException ? "permission denied" : failure.getMessage();
        return new BadFile("it cannot be read" + after + ": " + reason, failure);
    }

    Layout layout() {
        return layout;
    }

    /**
     * Goes to the next row; false at the end.
     *
     * @throws BadFile when the file breaks off or the row has not the columns of the header
     */
    boolean next() throws BadFile {
        try {
            if (!rows.next()) {
                return false;
            }
        } catch (IOException e) {
            throw unreadable(e, rows.line() == 0 ? "" : " after line " + rows.line());
        }
        if (fields().size() != layout.width()) {
            throw new BadFile("line %d has %d columns, the header %d%s"
                    .formatted(
                            line(),
                            fields().size(),
                            layout.width(),
                            rows.lastLineEnds() ? "" : ": the file may be cut short"));
        }
        return true;
    }

    List<String> fields() {
        return rows.fields();
    }

    long line() {
        return rows.line();
    }

    /** What was assumed or noticed on the way, in sentences; complete at the end of the file. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>(layout.remarks());
        if (!rows.lastLineEnds()) {
            remarks.add("The last line is not ended by a line break: the file may be cut short.");
        }
        return remarks;
    }

    @Override
    public void close() {
        closeQuietly(in);
    }
}
