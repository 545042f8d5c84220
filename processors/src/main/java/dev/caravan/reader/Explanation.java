package dev.caravan.reader;

import dev.caravan.text.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a question was read, for those who change the grammar: spans, the edges of the winner with their rules, and who came next. */
final class Explanation {
    private static final int NEXT = 3;

    private final Words words;
    private final StringBuilder text = new StringBuilder();

    Explanation(Words words) {
        this.words = words;
    }

    /** What the words can mean, before any rule. */
    Explanation spans(List<Edge> edges) {
        text.append("Spans\n");
        edges.stream()
                .sorted(Comparator.comparingInt(Edge::start)
                        .thenComparingInt(Edge::end)
                        .thenComparingDouble(Edge::cost))
                .forEach(edge -> line(edge, 1));
        return this;
    }

    /** The cover that costs least, and those that follow. */
    Explanation covers(List<Chart.Cover> covers) {
        for (int i = 0; i < Math.min(covers.size(), NEXT); i++) {
            Chart.Cover cover = covers.get(i);
            text.append(String.format(Locale.ROOT, "%s, cost %.2f%n", i == 0 ? "Winner" : "Next", cover.cost()));
            cover.edges().forEach(i == 0 ? edge -> tree(edge, 1) : edge -> line(edge, 1));
            if (!cover.unread().isEmpty()) {
                text.append("  left over: ")
                        .append(cover.unread().stream()
                                .map(at -> words.list().get(at).raw())
                                .collect(Collectors.joining(", ")))
                        .append('\n');
            }
        }
        return this;
    }

    private void tree(Edge edge, int depth) {
        line(edge, depth);
        edge.parts().forEach(part -> tree(part, depth + 1));
    }

    private void line(Edge edge, int depth) {
        text.append("  ".repeat(depth))
                .append(String.format(
                        Locale.ROOT,
                        "%s \"%s\" by %s, cost %.2f%n",
                        edge.kind(),
                        words.slice(edge.start(), edge.end()),
                        edge.rule(),
                        edge.cost()));
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
