package dev.caravan.evidence;

import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;

/** Rows as the model reads them: a line each under the names of the columns, the first ones, with what has to be known beside them. */
final class TableText {
    /** The longest text that a tool may hand to the model. */
    static final int CHARACTERS = 15_000;

    private static final int DIGITS = 8;
    private static final int ROOM_FOR_END = 100;

    private final int mostRows;
    private final boolean rounded;

    /** With the number of rows that are enough of a list. */
    TableText(int mostRows) {
        this(mostRows, false);
    }

    private TableText(int mostRows, boolean rounded) {
        this.mostRows = mostRows;
        this.rounded = rounded;
    }

    /** With figures that fractions make long cut to eight digits, and gaps left blank. */
    TableText rounded() {
        return new TableText(mostRows, true);
    }

    String of(Table table, List<String> notes) {
        StringBuilder text = new StringBuilder();
        text.append(table.columns().stream()
                .map(column -> column.unit().isEmpty() ? column.name() : column.name() + " [" + column.unit() + "]")
                .collect(Collectors.joining(" | ")));
        String end = notes.isEmpty() ? "" : "\nNotes: " + String.join(" ", notes);
        int room = rounded ? CHARACTERS - ROOM_FOR_END - end.length() : CHARACTERS;
        // facts stand in a row each and are read whole; of a list the first rows are enough
        boolean facts = rounded
                && !table.columns().isEmpty()
                && table.columns().get(0).name().equals("item");
        int shown = 0;
        for (List<Object> row : table.rows()) {
            String line = row.stream().map(this::cell).collect(Collectors.joining(" | "));
            if (shown == mostRows && !facts || text.length() + line.length() > room) {
                break;
            }
            text.append('\n').append(line);
            shown++;
        }
        text.append("\n(")
                .append(shown)
                .append(" of ")
                .append(table.totalRows())
                .append(" rows shown");
        text.append(shown < table.totalRows() ? "; the person sees the table)" : ")")
                .append(end);
        return text.toString();
    }

    private String cell(Object cell) {
        if (cell == null) {
            return rounded ? "" : "NULL";
        }
        return rounded && cell instanceof Double number
                ? new BigDecimal(number)
                        .round(new MathContext(DIGITS))
                        .stripTrailingZeros()
                        .toPlainString()
                : cell.toString();
    }
}
