package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** "When did A overtake B?": told from the yearly values of both. */
final class Overtaking {
    private static final Pattern ASKS = Pattern.compile(
            "(?i)\\b(when|(which|what) year|since when|year)\\b.*\\b(overt[ao]\\w+|surpass\\w*|outstrip\\w*|outpac\\w+|overhaul\\w*|exceed\\w*|pass(ed)? by|(catch|caught) up (with|to)|(became?|become|grow|grew) (bigger|larger|higher|more) than|(export|import|trade)(ed)? more than)\\b");

    private Overtaking() {}

    static boolean asks(String question) {
        return ASKS.matcher(question).find();
    }

    /** The years in which the first one named came to lie above the second; empty where the rows do not tell. */
    static Optional<String> tell(Table table, Reading reading) {
        List<Mention> places = reading.mentions().stream()
                .filter(m -> m.kind() == Kind.PLACE && m.sense().isPresent())
                .toList();
        int name = column(table, "country");
        int year = column(table, "year");
        int value = Math.max(name, year) < 0 ? -1 : last(table);
        if (!asks(reading.words().text()) || places.size() != 2 || name < 0 || year < 0 || value < 0) {
            return Optional.empty();
        }
        Map<String, TreeMap<Integer, Double>> series = new HashMap<>();
        for (List<Object> row : table.rows()) {
            if (row.get(year) instanceof Number when && row.get(value) instanceof Number figure) {
                series.computeIfAbsent(String.valueOf(row.get(name)), key -> new TreeMap<>())
                        .put(when.intValue(), figure.doubleValue());
            }
        }
        TreeMap<Integer, Double> first =
                series.getOrDefault(places.get(0).entity().name(), new TreeMap<>());
        TreeMap<Integer, Double> second =
                series.getOrDefault(places.get(1).entity().name(), new TreeMap<>());
        List<Integer> years =
                first.keySet().stream().filter(second::containsKey).toList();
        if (years.size() < 2) {
            return Optional.empty();
        }
        List<Integer> crossed = new ArrayList<>();
        for (int i = 1; i < years.size(); i++) {
            boolean before = first.get(years.get(i - 1)) > second.get(years.get(i - 1));
            boolean now = first.get(years.get(i)) > second.get(years.get(i));
            if (now && !before) {
                crossed.add(years.get(i));
            }
        }
        String a = AnswerWriter.called(places.get(0).entity());
        String b = AnswerWriter.called(places.get(1).entity());
        String span = years.get(0) + " to " + years.get(years.size() - 1);
        if (crossed.isEmpty()) {
            boolean always = first.get(years.get(0)) > second.get(years.get(0));
            return Optional.of(a
                    + (always
                            ? " was above " + b + " already in " + years.get(0) + ", the first year of the data."
                            : " did not overtake " + b + " in the years " + span + "."));
        }
        return Optional.of(a + " overtook " + b + " in **"
                + crossed.stream().map(String::valueOf).collect(Collectors.joining(", ")) + "**"
                + (crossed.size() > 1 ? " (it fell back in between)" : "") + ".");
    }

    private static int column(Table table, String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private static int last(Table table) {
        return table.columns().size() - 1;
    }
}
