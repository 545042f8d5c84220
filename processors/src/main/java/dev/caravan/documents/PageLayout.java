package dev.caravan.documents;

import dev.caravan.documents.Block.Cell;
import dev.caravan.documents.Block.Kind;
import dev.caravan.documents.PrintedLine.Figure;
import dev.caravan.documents.PrintedLine.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Makes blocks of the lines of a page. Lines with figures that stand apart are rows of a table; the lines above them
 * head its columns; each figure gets the heading that stands over it.
 */
final class PageLayout {
    private static final int LONGEST_HEADING = 140;
    /** A line of that width and more is running text, as a share of the width of all text on the page. */
    private static final float PROSE = 0.72f;

    private static final int PROSE_WORDS = 9;
    private static final int HEADER_LINES = 7;
    private static final int LARGEST_INTERRUPTION = 3;
    private static final Pattern PERIOD = Pattern.compile(
            "(?i).*\\b(?:(?:19|20)\\d\\d|years?|months?|weeks?|quarters?|ended|ending|january|february|march|april|may|june"
                    + "|july|august|september|october|november|december|fiscal|change|%|total)\\b.*|.*%.*");
    private static final Pattern NUMBERED = Pattern.compile(
            "(?i)(?:part\\s+[ivx]+\\b.*|item\\s+\\d+[a-c]?\\s*[.:—–-].*|note\\s+\\d+\\s*[.:—–-].*|\\d{1,2}\\.\\s+[A-Z][A-Za-z ,&-]{3,60})");
    private static final Pattern OPEN_END =
            Pattern.compile("(?i).*(?:,|\\b(?:and|or|of|in|to|for|the|from|by|on|at|with|attributable|related|net))");

    private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d");

    /** How far apart the right edges of a column may be that goes on further below, in points. */
    private static final float SAME_EDGE = 12;

    /** Blocks of one page, numbered on from a number. */
    List<Block> blocks(List<PrintedLine> lines, int page, int first) {
        return new Pass(lines, page, first).run();
    }

    private static final class Pass {
        private final List<PrintedLine> lines;
        private final int page;
        private final int first;
        private final boolean[] data;
        private final float left;
        private final float width;
        private final float body;
        private final List<Block> blocks = new ArrayList<>();
        // of the table before, which goes on below lines between that head none of its columns
        private List<float[]> lastColumns = List.of();
        private List<String> lastTitles = List.of();

        Pass(List<PrintedLine> lines, int page, int first) {
            this.lines = lines;
            this.page = page;
            this.first = first;
            this.left = (float)
                    lines.stream().mapToDouble(line -> line.box().x()).min().orElse(0);
            this.width = (float) lines.stream()
                            .mapToDouble(line -> line.box().right())
                            .max()
                            .orElse(1)
                    - left;
            List<Float> sizes = lines.stream().map(PrintedLine::size).sorted().toList();
            this.body = sizes.isEmpty() ? 10 : sizes.get(sizes.size() / 2);
            this.data = new boolean[lines.size()];
            for (int i = 0; i < data.length; i++) {
                PrintedLine line = lines.get(i);
                boolean alone = line.heading().isEmpty() && line.figures().size() == 1;
                data[i] = !line.figures().isEmpty() && !line.isYears() && !alone;
            }
        }

        List<Block> run() {
            int i = 0;
            while (i < lines.size()) {
                int start = i;
                while (start < lines.size() && !data[start]) {
                    start++;
                }
                if (start == lines.size()) {
                    prose(i, start);
                    break;
                }
                int head = headFrom(i, start);
                int end = tableEnd(start);
                if (head < start || lines.subList(i, start).stream().anyMatch(this::isProse)) {
                    lastColumns = List.of();
                }
                prose(i, head);
                table(head, start, end);
                i = end;
            }
            return blocks;
        }

        /** Where the lines begin that head the columns of a table whose first row is given. */
        private int headFrom(int from, int row) {
            int head = row;
            for (int i = row - 1; i >= Math.max(from, row - HEADER_LINES) && !isProse(lines.get(i)); i--) {
                if (isColumnHead(lines.get(i), row)) {
                    head = i;
                } else if (head < row && lines.get(i).stretches().size() < 2) {
                    break;
                }
            }
            return head;
        }

        /** Whether a line says something over the figures of a row. */
        private boolean isColumnHead(PrintedLine line, int row) {
            float figures = lines.get(row).figures().get(0).left();
            List<Stretch> stretches = line.stretches();
            boolean over = stretches.get(stretches.size() - 1).right() > figures - 20;
            boolean many =
                    stretches.size() > 1 && stretches.get(stretches.size() - 1).left() > figures - 60;
            return over
                    && (line.isYears() || many || PERIOD.matcher(line.text()).matches());
        }

        private boolean isProse(PrintedLine line) {
            return line.stretches().size() == 1
                    && line.words().size() >= PROSE_WORDS
                    && line.box().width() > PROSE * width;
        }

        private int tableEnd(int start) {
            int end = start + 1;
            int since = 0;
            for (int i = start + 1; i < lines.size(); i++) {
                if (data[i]) {
                    end = i + 1;
                    since = 0;
                } else if (isProse(lines.get(i)) || ++since > LARGEST_INTERRUPTION) {
                    break;
                }
            }
            return end;
        }

        private void table(int head, int start, int end) {
            List<PrintedLine> heads = new ArrayList<>(lines.subList(head, start));
            columnBlocks(heads, start);
            int from = start;
            while (from < end) {
                int to = from;
                while (to < end && (data[to] || !startsColumns(to, from))) {
                    to++;
                }
                rows(heads, from, to);
                heads = new ArrayList<>();
                while (to < end && !data[to]) {
                    heads.add(lines.get(to++));
                }
                if (to < end) {
                    columnBlocks(heads, to);
                } else {
                    prose(to - heads.size(), to);
                }
                from = to;
            }
        }

        /** The lines over a table: what heads its columns, then what heads its first rows. */
        private void columnBlocks(List<PrintedLine> heads, int row) {
            int last = heads.size();
            while (last > 0 && !isColumnHead(heads.get(last - 1), row)) {
                last--;
            }
            if (last > 0) {
                add(Kind.COLUMNS, joined(heads.subList(0, last)), box(heads.subList(0, last)), List.of());
            }
            heads.subList(last, heads.size()).forEach(line -> add(Kind.HEADING, line.text(), line.box(), List.of()));
        }

        /** The nearest heading over a row without one of its own, which is the sum of the rows between. */
        private String summed() {
            for (int i = blocks.size() - 1; i >= 0; i--) {
                Kind kind = blocks.get(i).kind();
                if (kind == Kind.HEADING) {
                    return "Total "
                            + blocks.get(i).text().replaceFirst(":$", "").toLowerCase(Locale.ROOT);
                }
                if (kind != Kind.ROW || blocks.get(i).text().startsWith("Total ")) {
                    break;
                }
            }
            return "";
        }

        /** Whether a line between rows heads new columns. */
        private boolean startsColumns(int i, int row) {
            PrintedLine line = lines.get(i);
            return line.isYears() || line.stretches().size() > 1 && isColumnHead(line, row);
        }

        private void rows(List<PrintedLine> heads, int from, int to) {
            List<float[]> columns = columns(from, to);
            List<String> titles = carriedOn(columns, columnTitles(heads, columns));
            String waiting = "";
            Box waitingBox = Box.NONE;
            for (int i = from; i < to; i++) {
                PrintedLine line = lines.get(i);
                if (!data[i]) {
                    boolean more = Character.isLowerCase(line.text().charAt(0)) && waiting.isEmpty() && lastIsRow();
                    if (more) {
                        extendRow(line);
                    } else {
                        if (!waiting.isEmpty()) {
                            add(Kind.HEADING, waiting, waitingBox, List.of());
                        }
                        waiting = line.text();
                        waitingBox = line.box();
                    }
                    continue;
                }
                String heading = line.heading();
                Box box = line.box();
                if (!waiting.isEmpty()) {
                    boolean same = !waiting.endsWith(":")
                            && (heading.isEmpty()
                                    || Character.isLowerCase(heading.charAt(0))
                                    || OPEN_END.matcher(waiting).matches());
                    if (same) {
                        heading = (waiting + " " + heading).strip();
                        box = box.with(waitingBox);
                    } else {
                        add(Kind.HEADING, waiting, waitingBox, List.of());
                    }
                    waiting = "";
                }
                List<Cell> cells = new ArrayList<>();
                for (Figure figure : line.figures()) {
                    cells.add(new Cell(title(figure, columns, titles), figure.text()));
                }
                add(Kind.ROW, heading.isEmpty() ? summed() : heading, box, cells);
            }
            if (!waiting.isEmpty()) {
                add(Kind.TEXT, waiting, waitingBox, List.of());
            }
        }

        /** The titles of the table before where these columns have none and stand below those. */
        private List<String> carriedOn(List<float[]> columns, List<String> titles) {
            boolean bare = titles.stream().allMatch(String::isEmpty) && columns.size() == lastColumns.size();
            for (int i = 0; bare && i < columns.size(); i++) {
                bare = Math.abs(columns.get(i)[1] - lastColumns.get(i)[1]) < SAME_EDGE;
            }
            List<String> carried = bare ? lastTitles : titles;
            lastColumns = columns;
            lastTitles = carried;
            return carried;
        }

        private boolean lastIsRow() {
            return !blocks.isEmpty() && blocks.get(blocks.size() - 1).kind() == Kind.ROW;
        }

        private void extendRow(PrintedLine line) {
            Block row = blocks.remove(blocks.size() - 1);
            add(Kind.ROW, row.text() + " " + line.text(), row.box().with(line.box()), row.cells());
        }

        /** The stretches of the page in which figures stand one below the other. */
        private List<float[]> columns(int from, int to) {
            List<float[]> spans = new ArrayList<>();
            for (int i = from; i < to; i++) {
                if (data[i]) {
                    lines.get(i).figures().forEach(figure -> spans.add(new float[] {figure.left(), figure.right()}));
                }
            }
            spans.sort((a, b) -> Float.compare(a[0], b[0]));
            List<float[]> columns = new ArrayList<>();
            for (float[] span : spans) {
                float[] last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
                if (last != null && span[0] < last[1]) {
                    last[1] = Math.max(last[1], span[1]);
                } else {
                    columns.add(span);
                }
            }
            return columns;
        }

        private static String title(Figure figure, List<float[]> columns, List<String> titles) {
            for (int i = 0; i < columns.size(); i++) {
                if (figure.left() < columns.get(i)[1] && figure.right() > columns.get(i)[0]) {
                    return titles.get(i);
                }
            }
            return "";
        }

        private List<String> columnTitles(List<PrintedLine> heads, List<float[]> columns) {
            StringBuilder[] titles = new StringBuilder[columns.size()];
            for (int i = 0; i < titles.length; i++) {
                titles[i] = new StringBuilder();
            }
            if (columns.isEmpty()) {
                return List.of();
            }
            float figures = columns.get(0)[0];
            for (PrintedLine line : heads) {
                List<Stretch> over = line.stretches().stream()
                        .filter(stretch -> stretch.right() > figures - 20 || stretch.centre() > figures)
                        .toList();
                if (over.isEmpty()) {
                    continue;
                }
                boolean wide = PERIOD.matcher(over.get(0).text()).matches();
                int each = columns.size() / over.size();
                boolean evenly = each * over.size() == columns.size();
                List<Stretch> years = over.stream()
                        .filter(one -> YEAR.matcher(one.text()).matches())
                        .toList();
                for (int column = 0; column < columns.size(); column++) {
                    float[] span = columns.get(column);
                    for (int s = 0; s < over.size(); s++) {
                        Stretch stretch = over.get(s);
                        boolean covers = stretch.left() < span[1] + 2 && stretch.right() > span[0] - 2;
                        boolean inTurn = evenly && column / each == s;
                        boolean below = years.size() > 1 && years.contains(stretch)
                                ? isNearest(years, stretch, (span[0] + span[1]) / 2)
                                : covers;
                        if (evenly && over.size() > 1 || over.size() == 1 && wide ? inTurn : below) {
                            titles[column]
                                    .append(titles[column].isEmpty() ? "" : " ")
                                    .append(stretch.text());
                        }
                    }
                }
            }
            List<String> joined = new ArrayList<>();
            for (StringBuilder title : titles) {
                joined.add(title.toString());
            }
            return joined;
        }

        /** Whether a year stands over the middle of a column, alone or over several of a group. */
        private static boolean isNearest(List<Stretch> years, Stretch year, float middle) {
            float reach = (years.get(years.size() - 1).centre() - years.get(0).centre()) / (years.size() - 1) / 2;
            return Math.abs(year.centre() - middle) <= reach;
        }

        /** Lines that belong to no table. */
        private void prose(int from, int to) {
            int start = from;
            for (int i = from; i < to; i++) {
                boolean last = i + 1 == to;
                if (last || parts(lines.get(i), lines.get(i + 1))) {
                    paragraph(lines.subList(start, i + 1));
                    start = i + 1;
                }
            }
        }

        private boolean parts(PrintedLine line, PrintedLine next) {
            float gap = next.box().y() - line.box().bottom();
            return gap > 0.55f * Math.max(line.size(), next.size())
                    || line.isBold() != next.isBold()
                    || Math.abs(line.size() - next.size()) > 1
                    || NUMBERED.matcher(next.text()).matches()
                    || NUMBERED.matcher(line.text()).matches();
        }

        private void paragraph(List<PrintedLine> part) {
            String text = joined(part);
            boolean heading = text.length() <= LONGEST_HEADING
                    && part.size() <= 2
                    && text.chars().anyMatch(Character::isLetter)
                    && (NUMBERED.matcher(text).matches()
                            || !text.endsWith(".")
                                    && (part.get(0).isBold()
                                            || part.get(0).size() > body + 1
                                            || text.equals(text.toUpperCase(Locale.ROOT)) && text.length() > 4));
            add(heading ? Kind.HEADING : Kind.TEXT, text, box(part), List.of());
        }

        private static String joined(List<PrintedLine> part) {
            StringBuilder text = new StringBuilder();
            part.forEach(line -> text.append(text.isEmpty() ? "" : " ").append(line.text()));
            return text.toString();
        }

        private static Box box(List<PrintedLine> part) {
            Box box = Box.NONE;
            for (PrintedLine line : part) {
                box = box.with(line.box());
            }
            return box;
        }

        private void add(Kind kind, String text, Box box, List<Cell> cells) {
            blocks.add(new Block(first + blocks.size(), page, kind, text, box, cells));
        }
    }
}
