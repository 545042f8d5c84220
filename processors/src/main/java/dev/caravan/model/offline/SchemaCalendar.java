package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Finds the date or year that words are about, such as the date of sale in "sales in the past month". */
final class SchemaCalendar {
    private static final String MONTHS =
            "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
    static final Pattern DATE = Pattern.compile("(?i)\\b(\\d{4})-(\\d\\d)-(\\d\\d)\\b|\\b(" + MONTHS
            + ")\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b|\\b(\\d{1,2})(?:st|nd|rd|th)? (" + MONTHS
            + ")\\.?,? (\\d{4})\\b");

    private final SchemaDraft draft;

    SchemaCalendar(SchemaDraft draft) {
        this.draft = draft;
    }

    /** The date that a condition near a word is about. */
    Optional<Expr> dateColumn(int near) {
        Optional<Link> said = draft.links.stream()
                .filter(draft::isDate)
                .filter(link -> draft.sentence[link.start] == draft.sentence[Math.min(near, draft.size - 1)]
                        && Math.abs(link.start - near) <= 8
                        && !draft.groupLinks.contains(link))
                .min(Comparator.comparingInt(link -> Math.abs(link.start - near)));
        if (said.isPresent()) {
            return said.map(draft::column);
        }
        Map<String, Double> tables = new LinkedHashMap<>();
        for (Link link : draft.links) {
            double away = draft.isNumeric(link)
                    ? 0.04 * Math.abs(near - link.start)
                    : link.isTable()
                            ? 0.08 * Math.abs(near - link.start) * (link.start > near ? 2 : 1)
                            : 0.08 * Math.abs(near - link.start) + 0.5;
            tables.merge(link.chosen.table(), away, Math::min);
        }
        Set.copyOf(tables.keySet()).forEach(known -> draft.schema.relations().keySet().stream()
                .filter(other -> draft.sql.distance(known, other) <= 1)
                .sorted()
                .forEach(other -> tables.putIfAbsent(other, 2.5)));
        double best = Double.NEGATIVE_INFINITY;
        Optional<Expr> found = Optional.empty();
        for (Map.Entry<String, Double> each : tables.entrySet()) {
            String table = each.getKey();
            for (Map.Entry<String, Column> column :
                    draft.schema.relations().get(table).columns().entrySet()) {
                if (!Set.of(Type.DATE, Type.TIMESTAMP)
                        .contains(column.getValue().type())) {
                    continue;
                }
                double score = -each.getValue();
                String names = String.join(" ", column.getValue().names());
                for (int i = Math.max(0, near - 10); i < Math.min(draft.size, near + 6); i++) {
                    String said1 = draft.word(i);
                    boolean alike = said1.length() > 3
                            && SchemaLexicon.isContent(said1)
                            && Words.of(names + " " + column.getValue().description()).list().stream()
                                    .anyMatch(part -> part.folded().length() > 2
                                            && (said1.startsWith(part.stem())
                                                    || part.folded().length() > 4
                                                            && part.folded()
                                                                    .startsWith(said1.substring(
                                                                            0, Math.min(said1.length(), 5)))));
                    score += alike ? 3 - 0.1 * Math.abs(i - near) : 0;
                }
                boolean several = draft.schema.relations().get(table).columns().values().stream()
                                .filter(other ->
                                        Set.of(Type.DATE, Type.TIMESTAMP).contains(other.type()))
                                .count()
                        > 1;
                score -= !several
                        ? 0
                        : names.matches(".*\\b(updated|modified)\\b.*")
                                ? 2
                                : names.matches(".*\\bcreated\\b.*") ? 1.5 : 0;
                score -= names.matches(".*\\b(birth|end|due)\\b.*") ? 0.4 : 0;
                if (score > best) {
                    best = score;
                    found = Optional.of(Expr.column(table, column.getKey()));
                }
            }
        }
        return found;
    }

    /** A column that holds years as numbers, of the tables that the question is about. */
    Optional<Expr> yearColumn() {
        Set<String> tables = new LinkedHashSet<>();
        draft.links.stream()
                .filter(link -> !SchemaGrammar.UNITS.contains(
                        draft.words.list().get(link.start).stem()))
                .map(link -> link.chosen.table())
                .forEach(tables::add);
        for (String table : tables) {
            for (Map.Entry<String, Column> column :
                    draft.schema.relations().get(table).columns().entrySet()) {
                boolean year = column.getValue().type() == Type.NUMBER
                        && column.getValue().names().stream().anyMatch(name -> name.matches("year( .*)?|.* year"));
                if (year) {
                    return Optional.of(Expr.column(table, column.getKey()));
                }
            }
        }
        return Optional.empty();
    }

    Optional<Expr> dateColumnAt(List<Integer> years) {
        int near = IntStream.range(0, draft.size)
                .filter(i -> draft.word(i).equals(String.valueOf(years.get(0))))
                .findFirst()
                .orElse(0);
        return dateColumn(near);
    }
}
