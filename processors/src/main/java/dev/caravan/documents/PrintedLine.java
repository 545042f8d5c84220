package dev.caravan.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One line of a page: its words with their places, divided into a heading on the left and the figures behind it.
 *
 * @param words from left to right
 */
record PrintedLine(List<Word> words) {
    /** Leaders between a heading and its figure. */
    private static final Pattern LEADERS = Pattern.compile("[.…·_\\s]{2,}|\\.");

    private static final Pattern FIGURE = Pattern.compile(
            "[$€£¥]?\\(?-?[$€£¥]?(?:\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)\\)?(?:%|x|bps)?\\)?|[—–‑-]+|\\(?[—–-]\\)?%?");
    private static final Pattern OPENING = Pattern.compile("[$€£¥(]+|US\\$|[A-Z]{0,2}\\$");
    private static final Pattern CLOSING = Pattern.compile("[)%]+|x|bps|pts?\\.?|pp");
    private static final Pattern NOTHING = Pattern.compile("(?i)n/?m|n/?a|\\*+|nm\\*?");
    private static final Pattern YEAR = Pattern.compile("(?:19|20)\\d\\d");
    /** How far a figure stands from its heading at least, in heights of a letter. */
    private static final float GAP = 0.9f;

    /**
     * A word, or what a font sets as one.
     *
     * @param text its letters
     * @param box where it stands
     * @param size of its letters, in points
     * @param bold whether they are bold
     */
    record Word(String text, Box box, float size, boolean bold) {}

    /**
     * A figure in a line.
     *
     * @param text with its signs, without spaces
     * @param left where it begins
     * @param right where it ends
     */
    record Figure(String text, float left, float right) {}

    /**
     * A stretch of words without a wide gap.
     *
     * @param text the words
     * @param left where it begins
     * @param right where it ends
     */
    record Stretch(String text, float left, float right) {
        float centre() {
            return (left + right) / 2;
        }
    }

    /** A line without leaders. */
    static PrintedLine of(List<Word> words) {
        return new PrintedLine(words.stream()
                .filter(word ->
                        !LEADERS.matcher(word.text()).matches() && !word.text().isBlank())
                .toList());
    }

    PrintedLine {
        words = List.copyOf(words);
    }

    Box box() {
        Box box = Box.NONE;
        for (Word word : words) {
            box = box.with(word.box());
        }
        return box;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        words.forEach(word -> text.append(text.isEmpty() ? "" : " ").append(word.text()));
        return text.toString();
    }

    float size() {
        return words.stream().map(Word::size).max(Float::compare).orElse(0f);
    }

    boolean isBold() {
        return words.stream().allMatch(Word::bold);
    }

    /** The place in {@link #words} where the figures at the end begin; the number of words where there are none. */
    int figuresFrom() {
        int from = words.size();
        while (from > 0 && isPartOfFigure(from - 1)) {
            from--;
        }
        // what stands close to the words before it belongs to them: December 31, 2018
        while (from > 0
                && from < words.size()
                && gapBefore(from) < GAP * words.get(from).size()) {
            from++;
        }
        while (from < words.size() && CLOSING.matcher(words.get(from).text()).matches()) {
            from++;
        }
        boolean digits = words.subList(from, words.size()).stream()
                .anyMatch(word -> word.text().chars().anyMatch(Character::isDigit)
                        || word.text().matches("[—–]"));
        return digits ? from : words.size();
    }

    private boolean isPartOfFigure(int i) {
        String text = words.get(i).text();
        if (text.endsWith(")") && !text.contains("(") && FIGURE.matcher(text).matches()) {
            return i > 0
                    && (words.get(i - 1).text().endsWith("(")
                            || words.get(i - 1).text().endsWith("($"));
        }
        return FIGURE.matcher(text).matches()
                || OPENING.matcher(text).matches()
                || CLOSING.matcher(text).matches()
                || NOTHING.matcher(text).matches();
    }

    private float gapBefore(int i) {
        return words.get(i).box().x() - words.get(i - 1).box().right();
    }

    /** The words before the figures. */
    String heading() {
        return PrintedLine.of(words.subList(0, figuresFrom())).text().strip();
    }

    /** The figures at the end of the line; signs joined to their numbers. */
    List<Figure> figures() {
        List<Figure> figures = new ArrayList<>();
        StringBuilder pending = new StringBuilder();
        for (Word word : words.subList(figuresFrom(), words.size())) {
            String text = word.text();
            float right = word.box().right();
            if (OPENING.matcher(text).matches()) {
                pending.append(text);
            } else if (CLOSING.matcher(text).matches() && !figures.isEmpty()) {
                Figure last = figures.remove(figures.size() - 1);
                figures.add(new Figure(last.text() + text, last.left(), last.right()));
            } else {
                figures.add(new Figure(pending + text, word.box().x(), right));
                pending.setLength(0);
            }
        }
        return figures;
    }

    /** Whether all its figures are years, as in the heading of columns. */
    boolean isYears() {
        List<Figure> figures = figures();
        return !figures.isEmpty()
                && figures.stream()
                        .allMatch(figure -> YEAR.matcher(figure.text()).matches());
    }

    /** Its stretches; a year is one of its own. */
    List<Stretch> stretches() {
        List<Stretch> stretches = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= words.size(); i++) {
            boolean years = i < words.size()
                    && YEAR.matcher(words.get(i).text()).matches()
                    && YEAR.matcher(words.get(i - 1).text()).matches();
            if (i == words.size() || years || gapBefore(i) > GAP * words.get(i).size()) {
                List<Word> part = words.subList(from, i);
                stretches.add(new Stretch(
                        new PrintedLine(part).text(),
                        part.get(0).box().x(),
                        part.get(part.size() - 1).box().right()));
                from = i;
            }
        }
        return stretches;
    }
}
