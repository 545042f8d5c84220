package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.turn.Table;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What an answer says besides its rows: what the rows tell together, and what was asked for and has no row. */
final class Remarks {
    private static final Pattern LIMITED =
            Pattern.compile("\\bLIMIT \\d|\\bplace <=|\\bq\\.\\w+ [<>]|count\\(\\*\\) AS number");

    private static final Pattern TOGETHER = Pattern.compile("(?s)^SELECT sum\\(s\\..*LIMIT (\\d+)\\s*\\) s$");

    private Remarks() {}

    /** What stands before the rows; empty where nothing is to be said. */
    static String before(Table table, String sql, Reading reading) {
        boolean ordered = sql.contains(" OFFSET ") || sql.contains("r.place > ");
        Matcher first = TOGETHER.matcher(sql);
        if (first.find() && table.rows().size() == 1) {
            return "The first " + Figures.spelled(Integer.parseInt(first.group(1))) + " together: ";
        }
        String place = Ordinals.in(reading.words().text())
                .filter(p -> ordered && table.rows().size() == 1)
                .map(p -> Ordinals.name(p.number()) + " in the order: ")
                .orElse("");
        return Overtaking.tell(table, reading).map(text -> text + "\n\n").orElse(place);
    }

    /** What stands behind the rows; empty where every one that was asked for has its row. */
    static String after(Table table, String sql, Reading reading) {
        if (LIMITED.matcher(sql).find()
                || reading.has(Signal.COUNT)
                || table.totalRows() > table.rows().size()) {
            return "";
        }
        Set<String> missing = new LinkedHashSet<>();
        for (int i = 0; i < table.columns().size(); i++) {
            String column = table.columns().get(i).name();
            if (column.equals("partner_code") || column.equals("country_code") || column.equals("product_code")) {
                int own = i;
                Set<String> codes = table.rows().stream()
                        .map(row -> String.valueOf(row.get(own)))
                        .collect(Collectors.toSet());
                List<Mention> named = named(column, reading);
                // where none of them has a row the column lists others
                if (named.stream()
                        .anyMatch(mention -> codes.contains(mention.entity().code()))) {
                    named.stream()
                            .filter(mention -> !codes.contains(mention.entity().code()))
                            .forEach(mention -> missing.add(AnswerWriter.called(mention.entity())));
                }
            }
        }
        return missing.isEmpty() ? "" : "\n\nNo data were found for " + String.join(" and ", missing) + ".";
    }

    private static List<Mention> named(String column, Reading reading) {
        return reading.mentions().stream()
                .filter(mention ->
                        mention.sense().isPresent() && mention.sense().get().decided())
                .filter(mention -> switch (column) {
                    case "product_code" -> mention.kind() == Kind.PRODUCT || mention.kind() == Kind.SERVICE;
                    case "partner_code" -> mention.role() == Reading.Role.PARTNER
                            && mention.entity() instanceof Entity.Country;
                    default -> mention.kind() == Kind.PLACE
                            && mention.role() == Reading.Role.SUBJECT
                            && mention.entity() instanceof Entity.Country;
                })
                .toList();
    }
}
