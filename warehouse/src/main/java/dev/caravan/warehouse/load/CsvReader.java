package dev.caravan.warehouse.load;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads rows of delimited text as of RFC 4180: fields may be quoted, quotes in them are doubled, quoted fields may run
 * over lines. Empty lines are passed over. Lines end with LF, CR LF or CR.
 */
final class CsvReader {
    /** No field of a bulk file comes near; longer ones are binary data or an unpaired quote. */
    private static final int LONGEST_FIELD = 1 << 16;

    private final Reader in;
    private final char delimiter;
    private final StringBuilder field = new StringBuilder();
    private List<String> fields = List.of();
    private long lines;
    private long line;
    private int next = -2;
    private boolean lastLineEnds = true;

    /** Reads on from the beginning of a line. */
    CsvReader(Reader in, char delimiter, long linesBefore) {
        this.in = in;
        this.delimiter = delimiter;
        this.lines = linesBefore;
    }

    /** The fields of one line of text. */
    static List<String> split(String line, char delimiter) throws IOException, BadFile {
        CsvReader reader = new CsvReader(new java.io.StringReader(line), delimiter, 0);
        return reader.next() ? reader.fields() : List.of();
    }

    /** Goes to the next row; false at the end. */
    boolean next() throws IOException, BadFile {
        int c = read();
        while (c == '\n' || c == '\r') {
            endLine(c);
            c = read();
        }
        if (c < 0) {
            return false;
        }
        line = lines + 1;
        fields = new ArrayList<>(fields.size());
        boolean quoted = false;
        for (; ; c = read()) {
            if (c < 0 && quoted) {
                throw new BadFile("line " + line + ": a quoted field does not end; the file may be cut short");
            }
            if (quoted && c == '"') {
                if (peek() == '"') {
                    field.append((char) read());
                } else {
                    quoted = false;
                }
            } else if (c == '"' && field.isEmpty()) {
                quoted = true;
            } else if (!quoted && (c < 0 || c == '\n' || c == '\r')) {
                endField();
                lastLineEnds = c >= 0;
                if (c >= 0) {
                    endLine(c);
                }
                return true;
            } else if (!quoted && c == delimiter) {
                endField();
            } else {
                if (c == '\n') {
                    lines++;
                }
                field.append((char) c);
                if (field.length() > LONGEST_FIELD) {
                    throw new BadFile("line " + line + ": a field of more than " + LONGEST_FIELD + " characters");
                }
            }
        }
    }

    private void endField() {
        fields.add(field.toString());
        field.setLength(0);
    }

    private void endLine(int c) throws IOException {
        if (c == '\r' && peek() == '\n') {
            read();
        }
        lines++;
    }

    private int peek() throws IOException {
        if (next == -2) {
            next = in.read();
        }
        return next;
    }

    private int read() throws IOException {
        int c = peek();
        next = -2;
        return c;
    }

    /** The fields of the row, as they are between delimiters and without quotes. */
    List<String> fields() {
        return fields;
    }

    /** The line on which the row begins, counted from 1. */
    long line() {
        return line;
    }

    /** False when the last row was not ended by a line break, as in a file that was cut short. */
    boolean lastLineEnds() {
        return lastLineEnds;
    }
}
