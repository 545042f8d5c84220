package dev.caravan.documents;

import dev.caravan.documents.Block.Cell;
import dev.caravan.documents.Block.Kind;
import dev.caravan.documents.CorpusTerms.Item;
import dev.caravan.documents.CorpusTerms.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The statements of one document: where they stand, and the figure of a line and a period. */
final class Statements {
    /** A figure read from a table. */
    record Figure(double value, double scale, Block block, Cell cell) {
        /** In single units, such as dollars. */
        double full() {
            return value * scale;
        }
    }

    /**
     * The period that is asked for.
     *
     * @param year as the document counts
     * @param quarter 1 to 4; 0 for a whole year
     */
    record Period(int year, int quarter) {}

    private static final int TITLE_BLOCKS = 8;
    private static final int FEWEST_ROWS = 5;
    private static final Pattern NUMBER = Pattern.compile("(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)");
    private static final Pattern YEAR = Pattern.compile("(?<!\\d)((?:19|20)\\d\\d)(?!\\d)");
    private static final Pattern SCALE =
            Pattern.compile("(?i)\\b(?:in\\s+)?(thousands|millions|billions)\\b|\\$\\s*(million|billion|thousand)\\b");
    private static final Pattern QUARTER =
            Pattern.compile("(?i)three months|quarter|1[23] weeks|(?:twelve|thirteen|sixteen|fourteen)[- ]weeks?");
    private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");
    private static final Pattern ORDINAL = Pattern.compile("(?i)\\b(first|second|third|fourth)[ -]quarter");
    private static final Pattern LONGER = Pattern.compile("(?i)(?:six|nine|twelve) months|(?:26|39|52|53) weeks|year");
    private static final Pattern WHOLE_YEAR =
            Pattern.compile("(?i)twelve months|(?:52|53) weeks|fifty-(?:two|three)[- ]weeks|year");
    private static final Pattern PART_OF_YEAR = Pattern.compile(
            "(?i)(?:three|six|nine) months|quarter|(?:12|13|24|26|36|39) weeks|(?:twelve|thirteen|sixteen|twenty-six|thirty-nine|twenty-four|thirty-six)[- ]weeks?");
    private static final Pattern OTHER_THAN_FIGURE =
            Pattern.compile("(?i)%|change|variance|increase|decrease|percent|adjust");
    private static final Pattern OTHERS_SHARE =
            Pattern.compile("(?i).*non-?\\s?controlling.*|.*redeemable.*|.*discontinued.*");
    private static final Pattern PARENT_ALONE = Pattern.compile(
            "(?i).*(?:parent company|schedule i\\b|condensed financial information|supplemental|guarantor|unaudited pro forma).*");

    private final CorpusTerms terms;
    private final int quarter;
    private final Map<Integer, List<Block>> pages = new TreeMap<>();
    private final Map<String, List<Integer>> found = new HashMap<>();
    private final double usualScale;

    /**
     * Of a document.
     *
     * @param quarter that it is about; 0 for a whole year
     */
    Statements(CorpusTerms terms, List<Block> blocks, int quarter) {
        this.terms = terms;
        this.quarter = quarter;
        blocks.forEach(block ->
                pages.computeIfAbsent(block.page(), page -> new ArrayList<>()).add(block));
        Map<Double, Long> scales = blocks.stream()
                .filter(block -> block.kind() == Kind.COLUMNS)
                .map(block -> SCALE.matcher(block.text()))
                .filter(Matcher::find)
                .collect(Collectors.groupingBy(Statements::factor, Collectors.counting()));
        usualScale = scales.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(1.0);
    }

    private static double factor(Matcher scale) {
        String word = (scale.group(1) == null ? scale.group(2) : scale.group(1)).toLowerCase(Locale.ROOT);
        return word.startsWith("t") ? 1e3 : word.startsWith("m") ? 1e6 : 1e9;
    }

    /** Pages on which a statement stands, best first. */
    List<Integer> pages(Statement statement) {
        return found.computeIfAbsent(statement.name(), name -> search(statement));
    }

    private List<Integer> search(Statement statement) {
        Map<Integer, Double> scores = new HashMap<>();
        pages.forEach((page, blocks) -> {
            double score = score(statement, blocks);
            if (score > 0) {
                scores.put(page, score);
            }
        });
        List<Integer> best = new ArrayList<>(scores.entrySet().stream()
                .sorted(Map.Entry.<Integer, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(3)
                .map(Map.Entry::getKey)
                .toList());
        // a long statement goes on overleaf, where no title stands
        if (!best.isEmpty() && !best.contains(best.get(0) + 1)) {
            List<Block> next = pages.getOrDefault(best.get(0) + 1, List.of());
            if (rows(next) >= FEWEST_ROWS
                    && terms.statements().stream().noneMatch(other -> other != statement && isTitled(other, next))) {
                best.add(1, best.get(0) + 1);
            }
        }
        return best;
    }

    private double score(Statement statement, List<Block> blocks) {
        if (rows(blocks) < FEWEST_ROWS || !isTitled(statement, blocks)) {
            return 0;
        }
        List<List<String>> labels = blocks.stream()
                .filter(block -> block.kind() == Kind.ROW)
                .map(block -> Phrase.wordsOfLabel(block.text()))
                .toList();
        long items = terms.items().stream()
                .filter(item -> item.statement().equals(statement.name()))
                .filter(item ->
                        item.labels().stream().anyMatch(label -> labels.stream().anyMatch(label::is)))
                .count();
        if (items < 2) {
            return 0;
        }
        String top = top(blocks);
        double score = items + Math.min(20, labels.size()) / 10.0;
        if (PARENT_ALONE.matcher(top).matches()) {
            score /= 3;
        }
        long others = terms.statements().stream()
                .filter(other -> other != statement && isTitled(other, blocks))
                .count();
        return score - others;
    }

    private static long rows(List<Block> blocks) {
        return blocks.stream().filter(block -> block.kind() == Kind.ROW).count();
    }

    private static String top(List<Block> blocks) {
        return blocks.stream()
                .limit(TITLE_BLOCKS)
                .filter(block -> block.kind() != Kind.ROW)
                .map(Block::text)
                .collect(Collectors.joining(" "));
    }

    /** Whether a page begins with the title of a statement; spaces are not compared, some fonts put them inside words. */
    private static boolean isTitled(Statement statement, List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.kind() != Kind.ROW && block.text().length() < 260)
                .limit(TITLE_BLOCKS)
                .map(block -> String.join("", Phrase.wordsOf(block.text())))
                .anyMatch(text ->
                        statement.titles().stream().anyMatch(title -> text.contains(String.join("", title.words()))));
    }

    /** The figure of a line in its statement, else in any table of the document that names it so. */
    Optional<Figure> figure(Item item, Period period) {
        List<Integer> candidates = terms.statements().stream()
                .filter(statement -> statement.name().equals(item.statement()))
                .flatMap(statement -> pages(statement).stream())
                .toList();
        Optional<Figure> inStatement = candidates.stream()
                .flatMap(page -> onPage(item, period, pages.get(page)).stream())
                .findFirst();
        return inStatement;
    }

    private Optional<Figure> onPage(Item item, Period period, List<Block> blocks) {
        for (Phrase label : item.labels()) {
            for (Block block : blocks) {
                if (block.kind() == Kind.ROW
                        && label.is(Phrase.wordsOfLabel(block.text()))
                        && (!OTHERS_SHARE.matcher(block.text()).matches()
                                || item.name().contains("consolidated"))) {
                    Optional<Figure> figure = of(block, period, item.flow());
                    if (figure.isPresent()) {
                        return figure.map(made -> item.size()
                                        ? new Figure(Math.abs(made.value()), made.scale(), made.block(), made.cell())
                                        : made)
                                .map(made ->
                                        item.share() ? new Figure(made.value(), 1, made.block(), made.cell()) : made);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** The figure of a row for a period, by the heading of its column. */
    Optional<Figure> of(Block row, Period period, boolean flow) {
        List<Cell> cells = row.cells().stream()
                .filter(cell -> year(cell.column()) == period.year()
                        && value(cell.text()).isPresent())
                .filter(cell -> !cell.text().contains("%")
                        && !OTHER_THAN_FIGURE.matcher(cell.column()).find())
                .filter(cell -> flow ? fits(cell.column(), period) : endsWith(period))
                .toList();
        boolean same = cells.stream().map(Cell::text).distinct().count() == 1;
        if (cells.isEmpty()
                || !same
                        && cells.size() > 1
                        && cells.get(0).column().equals(cells.get(1).column())) {
            return Optional.empty();
        }
        Cell cell = cells.get(0);
        return Optional.of(new Figure(value(cell.text()).orElseThrow(), scale(row), row, cell));
    }

    /** Whether a column is about a period; one that names none is about that of the document. */
    private boolean fits(String column, Period period) {
        if (period.quarter() == 0) {
            return !PART_OF_YEAR.matcher(column).find()
                    && (quarter == 0 || WHOLE_YEAR.matcher(column).find());
        }
        Matcher ordinal = ORDINAL.matcher(column);
        if (ordinal.find()) {
            return ORDINALS.indexOf(ordinal.group(1).toLowerCase(Locale.ROOT)) == period.quarter() - 1;
        }
        return quarter == period.quarter()
                && (QUARTER.matcher(column).find()
                        || quarter == 1 && !LONGER.matcher(column).find());
    }

    /** Whether the day of this document's balance ends a period. */
    private boolean endsWith(Period period) {
        int last = ORDINALS.size();
        return (period.quarter() == 0 ? last : period.quarter()) == (quarter == 0 ? last : quarter);
    }

    /** The last year that a heading names; 0 for none. */
    static int year(String column) {
        int year = 0;
        Matcher matcher = YEAR.matcher(column);
        while (matcher.find()) {
            year = Integer.parseInt(matcher.group(1));
        }
        return year;
    }

    /** The value of a printed figure; a dash is nought, brackets make it negative. */
    static Optional<Double> value(String text) {
        if (text.matches("[$€£]?[—–‑-]+%?")) {
            return Optional.of(0.0);
        }
        Matcher number = NUMBER.matcher(text);
        if (!number.find()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(number.group(1).replace(",", ""));
        boolean negative = text.contains("(") || text.matches("[$€£]?[-–−].*");
        return Optional.of(negative ? -value : value);
    }

    /** What one unit of the figures near a row is worth. */
    double scale(Block row) {
        double scale = 0;
        for (Block block : pages.get(row.page())) {
            if (block.kind() != Kind.ROW && (block.number() < row.number() || scale == 0)) {
                Matcher said = SCALE.matcher(block.text().length() < 300 ? block.text() : "");
                if (said.find()) {
                    scale = factor(said);
                }
            }
        }
        return scale == 0 ? usualScale : scale;
    }

    /** The years over the columns of the statements, latest first. */
    List<Integer> years() {
        return terms.statements().stream()
                .flatMap(statement -> pages(statement).stream())
                .flatMap(page -> pages.get(page).stream())
                .flatMap(block -> block.cells().stream())
                .map(cell -> year(cell.column()))
                .filter(year -> year > 0)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Rows whose heading has exactly these words, in any order. */
    List<Block> rows(java.util.Set<String> words) {
        return pages.values().stream()
                .flatMap(List::stream)
                .filter(block -> block.kind() == Kind.ROW)
                .filter(block ->
                        java.util.Set.copyOf(Phrase.wordsOfLabel(block.text())).equals(words))
                .toList();
    }
}
