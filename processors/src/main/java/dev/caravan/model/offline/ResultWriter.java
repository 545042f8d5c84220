package dev.caravan.model.offline;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Domain;
import dev.caravan.model.offline.ModelQuestion.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Tells results in plain sentences, with nothing in them that is not in the results. */
final class ResultWriter {
    private static final int MOST_ROWS = 10;
    // a list that is hardly longer is told to its end
    private static final int ALL_ROWS = 32;
    private static final Pattern TABLE = Pattern.compile("(?i)\\b(?:from|join)\\s+(\\w+\\.\\w+)");

    private final SemanticModel model;
    private final Function<String, ModelQuestion> reader;

    ResultWriter(Domain domain, Function<String, ModelQuestion> reader) {
        this.model = domain.model();
        this.reader = reader;
    }

    Map<String, Object> tell(AnalystRun run) {
        List<String> sentences = new ArrayList<>();
        List<SqlRun> alive =
                run.done().values().stream().filter(SqlRun::isAlive).toList();
        for (SqlRun part : alive) {
            sentences.add(ModelQuestionPlanner.caveat(part.notes()) + told(part));
        }
        if (run.plan().strategy().equals("comparison")) {
            sentences.addAll(compared(alive));
        }
        if (reader.apply(run.turn().question()).has(Signal.SHOW_SQL)) {
            alive.forEach(part -> sentences.add("```sql\n" + part.sql() + "\n```"));
        }
        return Map.of("answer", String.join("\n\n", sentences), "transparency_note", note(alive));
    }

    private String told(SqlRun part) {
        Table table = part.table().orElse(Table.EMPTY);
        if (table.rows().isEmpty()) {
            return "Nothing was found for \"" + part.call().question() + "\".";
        }
        List<String> names = table.columns().stream().map(Table.Column::name).toList();
        if (table.rows().size() == 1 && names.size() == 1 && names.get(0).startsWith("number_of_")) {
            double number = ((Number) table.rows().get(0).get(0)).doubleValue();
            String counted = names.get(0).substring("number_of_".length());
            String what = (number == 1 ? singular(counted) : counted).replace('_', ' ');
            return (number == 1 ? "There is " : "There are ") + Figures.number(number) + " " + what
                    + (number == 1 ? " that meets this." : " that meet this.");
        }
        if (table.rows().size() == 1) {
            return row(names, table.rows().get(0), true) + "."
                    + claims(part, names, table.rows().get(0));
        }
        StringBuilder text = new StringBuilder();
        List<List<Object>> rows = table.rows();
        int told = table.totalRows() <= ALL_ROWS ? rows.size() : Math.min(MOST_ROWS, rows.size());
        for (int i = 0; i < told; i++) {
            int place = names.indexOf("place");
            boolean one =
                    place >= 0 && reader.apply(part.call().question()).each().isEmpty();
            text.append(i == 0 ? "" : "\n")
                    .append(one ? rows.get(i).get(place) : String.valueOf(i + 1))
                    .append(". ")
                    .append(row(names, rows.get(i), false));
        }
        ties(part, names, rows).ifPresent(text::append);
        if (table.totalRows() > told) {
            text.append("\n\n").append(Figures.number(table.totalRows())).append(" rows in all; the table shows them.");
        }
        return text.toString();
    }

    /** That those who share the last place are shown as well. */
    private Optional<String> ties(SqlRun part, List<String> names, List<List<Object>> rows) {
        int place = names.indexOf("place");
        ModelQuestion question = reader.apply(part.call().question());
        if (place < 0 || question.each().isPresent()) {
            return Optional.empty();
        }
        Object last = rows.get(rows.size() - 1).get(place);
        long level = rows.stream().filter(row -> row.get(place).equals(last)).count();
        int asked = question.limit().orElse(1);
        return level > 1 && rows.size() > asked
                ? Optional.of("\n\nAll in place " + last + " are level, and all of them are shown.")
                : Optional.empty();
    }

    /** Whether what the question claims of the one it names is so: "wins of 70 or more: that is not so". */
    private String claims(SqlRun part, List<String> names, List<Object> cells) {
        ModelQuestion question = reader.apply(part.call().question());
        if (!question.claims(model)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        question.bounds().forEach(bound -> {
            int at = names.indexOf(bound.metric());
            if (at >= 0 && cells.get(at) instanceof Number value) {
                boolean holds = bound.threshold().holds(value.doubleValue());
                text.append(holds ? " That meets " : " That does not meet ")
                        .append(model.metric(bound.metric()).label())
                        .append(' ')
                        .append(bound.threshold().operator())
                        .append(' ')
                        .append(Figures.number(bound.threshold().value()))
                        .append('.');
            }
        });
        return text.toString();
    }

    /** "Nic Claxton: field goal percentage 70.5%". */
    private String row(List<String> names, List<Object> cells, boolean sentence) {
        List<String> subjects = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            Object cell = cells.get(i);
            if (name.equals("year") || name.equals("season")) {
                subjects.add(cell == null ? "" : new ModelQuestionPlanner(model).yearName(((Number) cell).intValue()));
            } else if (name.endsWith("_code") || name.equals("ranked")) {
                continue;
            } else if (name.equals("place") && names.size() > 2) {
                continue;
            } else if (model.dimensions().containsKey(name) || name.equals("sector") || cell instanceof String) {
                subjects.add(String.valueOf(cell));
            } else {
                values.add(label(name) + " " + value(name, cell));
            }
        }
        String subject = String.join(", ", subjects);
        return subject.isEmpty() ? capital(String.join(", ", values)) : subject + ": " + String.join(", ", values);
    }

    private String singular(String counted) {
        return model.dimensions().values().stream()
                .filter(each -> each.plural().replace(' ', '_').equals(counted))
                .map(SemanticModel.Dimension::label)
                .findFirst()
                .orElse(counted);
    }

    /** "The Lakers", but no article before a person. */
    private String article(String dimension) {
        return model.dimensions().containsKey(dimension)
                        && model.dimensions().get(dimension).person()
                ? ""
                : "the ";
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private String label(String column) {
        Metric metric = model.metrics().get(column);
        if (metric != null) {
            return metric.label();
        }
        return column.replace('_', ' ').replace(" rank", " place");
    }

    String value(String column, Object cell) {
        if (!(cell instanceof Number number)) {
            return cell == null ? "not known" : String.valueOf(cell);
        }
        Metric metric = model.metrics().get(column.replaceAll("_(19|20)\\d\\d$|_change$", ""));
        String unit = metric == null ? "" : metric.unit();
        return switch (unit) {
            case "percent", "USD" -> Figures.write(cell, unit);
            default -> Figures.number(Math.round(number.doubleValue() * 100) / 100.0);
        };
    }

    /** Who is ahead in each metric that all results share. */
    private List<String> compared(List<SqlRun> parts) {
        List<String> sentences = new ArrayList<>();
        if (parts.size() < 2
                || parts.stream()
                        .anyMatch(
                                part -> part.table().orElse(Table.EMPTY).rows().size() != 1)) {
            return sentences;
        }
        Table told = parts.get(0).table().orElseThrow();
        String kind = told.columns().get(0).name();
        for (Table.Column column : told.columns()) {
            Metric metric = model.metrics().get(column.name());
            if (metric == null) {
                continue;
            }
            Map<String, Double> values = new LinkedHashMap<>();
            for (SqlRun part : parts) {
                Table table = part.table().orElseThrow();
                int at = table.columns().stream()
                        .map(Table.Column::name)
                        .toList()
                        .indexOf(column.name());
                if (at >= 0 && table.rows().get(0).get(at) instanceof Number number) {
                    values.put(String.valueOf(table.rows().get(0).get(0)), number.doubleValue());
                }
            }
            if (values.size() == parts.size()) {
                List<String> first = best(values, metric.ascending()).stream()
                        .map(name -> article(kind) + name)
                        .toList();
                String ahead = String.join(" and ", first) + (first.size() > 1 ? " are level and" : "");
                boolean tie = values.values().stream().distinct().count() == 1;
                sentences.add(
                        tie
                                ? "They are level in " + metric.label() + "."
                                : capital(ahead)
                                        + (isAmount(metric) ? " had more " : " had the better ")
                                        + metric.label() + " ("
                                        + values.values().stream()
                                                .distinct()
                                                .sorted(
                                                        metric.ascending()
                                                                ? Comparator.naturalOrder()
                                                                : Comparator.reverseOrder())
                                                .map(v -> value(column.name(), v))
                                                .collect(Collectors.joining(" against "))
                                        + ").");
            }
        }
        return List.of(String.join(" ", sentences));
    }

    /** The names with the best value: more than one where they are level. */
    static List<String> best(Map<String, Double> values, boolean smallest) {
        double best = values.values().stream()
                .min(smallest ? Comparator.naturalOrder() : Comparator.reverseOrder())
                .orElseThrow();
        return values.entrySet().stream()
                .filter(entry -> entry.getValue() == best)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether more of it is simply more, as of wins. */
    private static boolean isAmount(Metric metric) {
        return !metric.ascending() && Set.of("games", "count", "per game").contains(metric.unit());
    }

    private String note(List<SqlRun> parts) {
        Set<String> tables = new LinkedHashSet<>();
        Set<String> notes = new LinkedHashSet<>();
        Set<String> filters = new LinkedHashSet<>();
        for (SqlRun part : parts) {
            Matcher table = TABLE.matcher(part.sql());
            while (table.find()) {
                tables.add(table.group(1));
            }
            notes.addAll(part.notes());
            ModelQuestion question = reader.apply(part.call().question());
            question.members()
                    .forEach(named -> filters.add(
                            named.first().display().matches("\\d+")
                                    ? model.dimensions().get(named.dimension()).label() + " "
                                            + named.first().display()
                                    : named.first().display()));
            question.bounds()
                    .forEach(bound -> filters.add(model.metric(bound.metric()).label() + " "
                            + bound.threshold().operator() + " "
                            + Figures.number(bound.threshold().value())));
        }
        return "From the table" + (tables.size() == 1 ? " " : "s ") + String.join(", ", tables) + "."
                + (filters.isEmpty() ? "" : " Filtered by " + String.join(", ", filters) + ".") + " "
                + String.join(" ", notes) + " Ask for the SQL to see it.";
    }
}
