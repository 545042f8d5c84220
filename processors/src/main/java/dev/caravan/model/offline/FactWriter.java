package dev.caravan.model.offline;

import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.text.Words;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Says what an answer of the Atlas API says to a question: the facts asked for, or the columns asked for. */
final class FactWriter {
    private static final int FACTS = 8;
    private static final Set<String> LABELS = Set.of(
            "product", "product_code", "partner", "country", "year", "classification", "first_year", "last_year");

    /** Words of a question that stand for a fact under another name. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("eci", "economic complexity index"),
            Map.entry("coi", "complexity outlook index"),
            Map.entry("complex", "complexity"),
            Map.entry("exporter", "export"),
            Map.entry("policy", "strategic approach"),
            Map.entry("strategy", "strategic approach"),
            Map.entry("recommended", "strategic approach"),
            Map.entry("capita", "capita person"),
            Map.entry("contribution", "person"),
            Map.entry("fast", "growth"),
            Map.entry("driven", "main sector market share direction"),
            Map.entry("income", "income against suggest"),
            Map.entry("rich", "income against suggest"),
            Map.entry("wealth", "income against suggest"),
            Map.entry("ranking", "rank"),
            Map.entry("forecast", "projection"),
            Map.entry("projected", "projection"),
            Map.entry("total", "export"),
            Map.entry("value", "export"),
            Map.entry("pattern", "pattern"),
            Map.entry("diversified", "diversity"));

    private FactWriter() {}

    /** Whether the rows are facts, one each. */
    static boolean isFacts(Table table) {
        return !table.columns().isEmpty() && table.columns().get(0).name().equals("item");
    }

    /**
     * The facts that the question asks for, in sentences; the first few where it names none.
     *
     * @param overview whether it asks for all there is
     */
    static String facts(GraphqlEvidence evidence, String subject, boolean overview) {
        List<List<Object>> rows =
                overview ? evidence.table().rows().stream().limit(FACTS * 2L).toList() : chosen(evidence);
        String head = subject.isEmpty() ? "" : subject + ": ";
        if (rows.size() == 1) {
            return capital(head + said(rows.get(0), true)) + ".";
        }
        return (subject.isEmpty() ? "" : subject + ":\n\n")
                + rows.stream().map(row -> "- " + said(row, false)).collect(Collectors.joining("\n"));
    }

    private static List<List<Object>> chosen(GraphqlEvidence evidence) {
        Set<String> asked = stems(evidence.question());
        Set<String> wanted = new HashSet<>(asked);
        asked.forEach(word -> wanted.addAll(stems(SYNONYMS.getOrDefault(word, ""))));
        boolean list = asked.contains("new")
                && (asked.contains("which") || asked.contains("what"))
                && !asked.contains("value")
                && !asked.contains("many");
        List<List<Object>> rows = evidence.table().rows();
        if (list) {
            return rows.stream().limit(FACTS * 2L).toList();
        }
        record Scored(List<Object> row, double score) {}
        List<Scored> scored = rows.stream()
                .map(row -> {
                    Set<String> words = stems(String.valueOf(row.get(0)));
                    long hits = words.stream().filter(wanted::contains).count();
                    double score = words.isEmpty() ? 0 : (double) hits / words.size() + 0.25 * hits;
                    boolean rank = asked.contains("rank") && row.get(4) != null && hits > 0;
                    return new Scored(row, score + (rank ? 0.3 : 0));
                })
                .toList();
        double best = scored.stream().mapToDouble(Scored::score).max().orElse(0);
        if (best < 0.5) {
            return rows.stream().limit(FACTS).toList();
        }
        return scored.stream()
                .filter(s -> s.score() > best - 0.001)
                .sorted(Comparator.comparingDouble(Scored::score).reversed())
                .map(Scored::row)
                .limit(3)
                .toList();
    }

    private static Set<String> stems(String text) {
        Set<String> stems = new HashSet<>();
        Words.of(text).list().forEach(word -> stems.add(word.stem()));
        stems.removeAll(Set.of("the", "of", "is", "in", "what", "by", "a", "s", "to"));
        if (text.toLowerCase(java.util.Locale.ROOT).contains("which")) {
            stems.add("which");
        }
        if (text.toLowerCase(java.util.Locale.ROOT).contains("what")) {
            stems.add("what");
        }
        return stems;
    }

    private static String said(List<Object> row, boolean emphasised) {
        StringBuilder text = new StringBuilder(String.valueOf(row.get(0)));
        if (row.get(1) != null) {
            String figure = Figures.write(row.get(1), String.valueOf(row.get(2)));
            text.append(' ').append(emphasised ? "**" + figure + "**" : figure);
        }
        if (row.get(3) != null) {
            text.append(" (").append(row.get(3)).append(')');
        }
        if (row.get(4) != null) {
            text.append(row.get(1) == null ? " " : ", ").append("rank #").append(row.get(4));
            if (row.get(5) != null) {
                text.append(" of ").append(row.get(5));
            }
        }
        return text.toString();
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** The table with the columns that name its rows and those that the question asks for; as many rows as it asks for. */
    static Table asked(Table table, Reading reading) {
        List<Integer> labels = IntStream.range(0, table.columns().size())
                .filter(i -> LABELS.contains(table.columns().get(i).name()))
                .boxed()
                .toList();
        List<Integer> values = IntStream.range(0, table.columns().size())
                .filter(i -> !labels.contains(i))
                .boxed()
                .toList();
        List<Integer> wanted = values.stream()
                .filter(i -> reading.metrics().stream()
                        .anyMatch(metric -> isNamed(table.columns().get(i), metric)))
                .toList();
        List<Integer> kept = new ArrayList<>(labels);
        List<Integer> shown = wanted.isEmpty() ? values.stream().limit(2).toList() : wanted;
        kept.addAll(shown);
        if (reading.has(Reading.Signal.SHARE)) {
            values.stream()
                    .filter(i -> table.columns().get(i).name().equals("share") && !kept.contains(i))
                    .forEach(kept::add);
        }
        if (reading.has(Reading.Signal.GROWTH)) {
            values.stream()
                    .filter(i -> table.columns().get(i).name().contains("growth") && !kept.contains(i))
                    .forEach(kept::add);
        }
        List<List<Object>> rows = table.rows().stream()
                .limit(reading.limit().map(Integer::longValue).orElse(Long.MAX_VALUE))
                .map(row -> kept.stream()
                        .map(row::get)
                        .collect(Collectors.<Object, List<Object>>toCollection(ArrayList::new)))
                .toList();
        return new Table(
                kept.stream().map(table.columns()::get).toList(),
                rows,
                reading.limit().isPresent() ? rows.size() : table.totalRows());
    }

    private static boolean isNamed(Column column, String metric) {
        return column.name().equals(metric)
                || metric.equals("exports") && column.name().equals("world_exports")
                || metric.equals("market_share") && column.name().equals("market_share");
    }
}
