package dev.caravan.documents;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The smallest part of a document that can be cited: a heading, a paragraph, or one row of a table.
 *
 * @param number counted from 0 in the document
 * @param page counted from 1
 * @param kind what it is
 * @param text as it reads, for a row its heading and figures
 * @param box where it stands
 * @param cells the figures of a row, from left to right; empty for anything else
 */
public record Block(int number, int page, Kind kind, String text, Box box, List<Cell> cells) {

    /** What a block is. */
    public enum Kind {
        /** Heads what follows. */
        HEADING,
        /** Running text. */
        TEXT,
        /** The heading of columns. */
        COLUMNS,
        /** One row of a table with figures; its text is the heading of the row. */
        ROW
    }

    /**
     * A figure of a table.
     *
     * @param column the heading of its column, all its lines joined; empty where there is none
     * @param text as printed
     */
    public record Cell(String column, String text) {}

    /** Takes a copy. */
    public Block {
        cells = List.copyOf(cells);
    }

    /** What a reader sees, figures with the heading of their column. */
    public String shown() {
        if (cells.isEmpty()) {
            return text;
        }
        return text + ": "
                + cells.stream()
                        .map(cell -> cell.column().isEmpty() ? cell.text() : cell.text() + " [" + cell.column() + "]")
                        .collect(Collectors.joining(", "));
    }

    /** As it stands on the page. */
    public String printed() {
        return cells.isEmpty()
                ? text
                : text + " " + cells.stream().map(Cell::text).collect(Collectors.joining(" "));
    }
}
