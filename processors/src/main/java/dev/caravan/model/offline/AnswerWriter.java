package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.Table;
import dev.caravan.turn.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Says a result in sentences; every number it writes stands in the result. */
final class AnswerWriter {
    private static final Pattern RISES = Pattern.compile(
            "(?i)\\b(increas(e|es|ed)|r[io]se|risen|rises|grow|grew|grown|grows|gain(ed)?|climb(ed)?|go(ne)? up|went up)\\b");
    private static final Pattern FALLS = Pattern.compile(
            "(?i)\\b(decreas(e|es|ed)|fall|fell|fallen|falls|drop(s|ped)?|declin(e|es|ed)|shr[iau]nk|lose|lost|go(ne)? down|went down)\\b");
    private static final Pattern YES_OR_NO =
            Pattern.compile("(?i)^\\W*(and )?(did|has|have|do|does|is|are|was|were)\\b");

    private static final int LISTED = 10;
    private static final Pattern ASKS_FOR_CODE = Pattern.compile(
            "(?i)\\b(what|which|give|find|tell|look up|need)\\b.*\\b(codes?|chapter|heading) (number )?(for|of|is|has|covers|belongs?)\\b|\\bcodes?\\s*\\?*$");

    private final SemanticModel model;

    AnswerWriter(SemanticModel model) {
        this.model = model;
    }

    /**
     * The answer to one question.
     *
     * @param reading the question the rows answer
     */
    String write(SqlEvidence evidence, Reading reading, Catalog catalog) {
        String text = write(evidence.table(), years(evidence), reading);
        // a share says nothing without the whole it is a part of
        return evidence.notes().stream()
                .filter(note -> note.startsWith(QueryPlanner.WHOLE))
                .findFirst()
                .map(note -> note.substring(QueryPlanner.WHOLE.length(), note.length() - 1))
                .map(whole -> text.replaceAll(
                        "(?i)\\bshare of (exports|imports|total trade|trade balance)\\b",
                        Matcher.quoteReplacement("share of " + whole)))
                .orElse(text);
    }

    /**
     * The answer to one question.
     *
     * @param years the years the rows are of, where they do not say so themselves
     * @param reading the question the rows answer
     */
    String write(Table table, Optional<String> years, Reading reading) {
        List<Integer> values = IntStream.range(0, table.columns().size())
                .filter(i -> isValue(table, i))
                .boxed()
                .toList();
        List<Integer> names = IntStream.range(0, table.columns().size())
                .filter(i ->
                        !values.contains(i) && !table.columns().get(i).unit().equals("code"))
                // a column without any value says nothing
                .filter(i -> table.rows().stream().anyMatch(row -> row.get(i) != null))
                .boxed()
                .toList();
        Optional<Integer> year = names.stream()
                .filter(i -> table.columns().get(i).name().equals("year"))
                .findFirst();
        String subject = subject(table, years, reading, names);
        Optional<String> codes = codes(table, reading);
        if (codes.isPresent()) {
            return codes.get();
        }
        if (table.rows().size() == 1) {
            return direction(table, reading.words().text())
                    + single(table, table.rows().get(0), names, values, subject);
        }
        if (year.isPresent() && !values.isEmpty()) {
            return series(table, names, values, year.get(), subject);
        }
        return list(table, names, values, subject, reading);
    }

    /** "What is the HS code of coffee?" is answered by names and codes alone. */
    private static Optional<String> codes(Table table, Reading reading) {
        int code = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).name().equals("product_code"))
                .findFirst()
                .orElse(-1);
        int name = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).name().equals("product"))
                .findFirst()
                .orElse(-1);
        if (code < 0
                || name < 0
                || !reading.metrics().isEmpty()
                || !ASKS_FOR_CODE.matcher(reading.words().text()).find()) {
            return Optional.empty();
        }
        String of = reading.productClass().orElse(ProductClass.HS92).label();
        return Optional.of(table.rows().stream()
                .limit(LISTED)
                .map(row -> row.get(name) + ": " + of + " code **" + row.get(code) + "**.")
                .collect(Collectors.joining("\n")));
    }

    private static boolean isValue(Table table, int column) {
        String unit = table.columns().get(column).unit();
        boolean numeric = table.rows().stream().map(row -> row.get(column)).anyMatch(Number.class::isInstance);
        return numeric && !unit.equals("year") && !unit.equals("code");
    }

    /** What the rows are about beyond what they say themselves. */
    private String subject(Table table, Optional<String> asked, Reading reading, List<Integer> names) {
        Set<String> columns =
                names.stream().map(i -> table.columns().get(i).name()).collect(Collectors.toSet());
        List<String> parts = new ArrayList<>();
        boolean named = columns.contains("country") || columns.contains("group");
        join(reading.places(Role.SUBJECT).stream()
                        .filter(m -> !named || !columns.contains("group") && m.entity() instanceof Entity.Group)
                        .filter(m -> !isWorld(m)
                                || !named
                                        && reading.places(Role.SUBJECT).stream().allMatch(AnswerWriter::isWorld))
                        .toList())
                .ifPresent(parts::add);
        if (!columns.contains("partner")) {
            join(reading.places(Role.PARTNER).stream()
                            .filter(mention -> !isWorld(mention))
                            .toList())
                    .ifPresent(partner -> parts.add("with " + partner));
        }
        join(reading.places(Role.EXCLUDED)).ifPresent(left -> parts.add("without " + left));
        if (!columns.contains("product")) {
            join(reading.goods()).ifPresent(parts::add);
        }
        join(reading.goodsLeftOut())
                .ifPresent(
                        left -> parts.add((reading.has(Reading.Signal.LACKING) ? "nothing of " : "without ") + left));
        if (!columns.contains("year")) {
            asked.ifPresent(parts::add);
        }
        return String.join(", ", parts);
    }

    private static boolean isWorld(Reading.Mention mention) {
        return mention.entity() instanceof Entity.Group group && group.type().equals("world");
    }

    /** The years the statement really asks for, a defaulted one too. */
    private static Optional<String> years(SqlEvidence evidence) {
        boolean told =
                evidence.table().columns().stream().anyMatch(c -> c.name().matches(".*_(19|20)\\d\\d"));
        Matcher one = Pattern.compile("\\byear = (\\d{4})\\b").matcher(evidence.sql());
        Matcher span =
                Pattern.compile("\\byear BETWEEN (\\d{4}) AND (\\d{4})\\b").matcher(evidence.sql());
        if (told) {
            return Optional.empty();
        }
        if (one.find()) {
            return Optional.of(one.group(1));
        }
        return span.find() ? Optional.of(span.group(1) + " to " + span.group(2)) : Optional.empty();
    }

    private static Optional<String> join(List<Reading.Mention> mentions) {
        List<String> names = mentions.stream()
                .filter(mention -> mention.sense().isPresent())
                .map(mention -> mention.entity())
                .map(AnswerWriter::called)
                .distinct()
                .toList();
        return names.isEmpty() ? Optional.empty() : Optional.of(String.join(" and ", names));
    }

    /** A cell that names something; the income groups are stored without their noun. */
    private static String called(Table table, List<Object> row, int column) {
        String cell = String.valueOf(row.get(column));
        boolean income = table.columns().get(column).name().equals("group")
                && Set.of("low", "lower middle", "upper middle", "high").contains(cell);
        return income ? cell + " income countries" : cell;
    }

    static String called(Entity entity) {
        if (entity instanceof Entity.Group group && group.type().equals("wdi_income_level")) {
            return group.name() + " income countries";
        }
        return entity instanceof Entity.Country country && country.article() ? "the " + country.name() : entity.name();
    }

    private String label(Column column) {
        String name = column.name();
        if (model.metrics().containsKey(name)) {
            return model.metric(name).label();
        }
        Matcher member = Pattern.compile("^(.+)_(of|to|from)_(\\w+)$").matcher(name);
        if (member.matches() && !name.startsWith("number_of")) {
            return label(new Column(member.group(1), column.unit())) + " " + member.group(2) + " "
                    + member.group(3).toUpperCase(java.util.Locale.ROOT).replace('_', ' ');
        }
        String plain = name.replaceAll("_((19|20)\\d\\d)$", "").replaceAll("_(share|rank|change|average)$", "");
        String label = Optional.ofNullable(model.metrics().get(plain))
                .map(SemanticModel.Metric::label)
                .orElse(plain.replace('_', ' '));
        if (name.endsWith("_share")) {
            return "share of " + label;
        }
        if (name.matches(".*_rank(_\\d{4})?")) {
            return "rank by " + label + name.replaceAll("^.*_rank_?", "").replaceAll("^(?=.)", " in ");
        }
        if (name.endsWith("_average")) {
            return "average " + label;
        }
        if (name.endsWith("_change")) {
            return "change";
        }
        Matcher year = Pattern.compile("_((?:19|20)\\d\\d)$").matcher(name);
        if (year.find()) {
            return label + " in " + year.group(1);
        }
        return switch (name) {
            case "growth_percent" -> "growth";
            case "yearly_growth_percent" -> "growth a year";
            default -> label;
        };
    }

    /** Whether it rose or fell, where the question asks that or takes it for granted wrongly. */
    private static String direction(Table table, String question) {
        boolean up = RISES.matcher(question).find();
        boolean down = FALLS.matcher(question).find();
        Optional<Double> growth = IntStream.range(0, table.columns().size())
                .filter(i -> table.columns().get(i).name().equals("growth_percent"))
                .mapToObj(i -> table.rows().get(0).get(i))
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).doubleValue())
                .findFirst();
        if (growth.isEmpty() || growth.get() == 0 || !up && !down) {
            return "";
        }
        boolean rose = growth.get() > 0;
        String so = rose ? "rose" : "fell";
        if (up && down) {
            return "It " + so + ". ";
        }
        boolean asked = YES_OR_NO.matcher(question).find();
        return up == rose
                ? asked ? "Yes, it " + so + ". " : ""
                : (asked ? "No, it " : "It did not " + (up ? "rise, it " : "fall, it ")) + so + ". ";
    }

    private String single(Table table, List<Object> row, List<Integer> names, List<Integer> values, String subject) {
        String about = names.stream()
                .filter(i -> row.get(i) != null)
                .map(i -> called(table, row, i))
                .collect(Collectors.joining(", "));
        String head = head(about, subject);
        List<Integer> known = values.stream().filter(i -> row.get(i) != null).toList();
        boolean figures =
                table.columns().stream().anyMatch(column -> model.metrics().containsKey(column.name()));
        if (known.isEmpty() && (figures || !values.isEmpty())) {
            return "The data hold no figure for " + (head.isEmpty() ? "this" : head) + ".";
        }
        String said = known.stream()
                .filter(i -> !table.columns().get(i).name().equals("ranked"))
                .map(i -> label(table.columns().get(i)) + " " + emphasised(table, row, i, values))
                .collect(Collectors.joining("; "));
        return head.isEmpty() ? capital(said) + "." : head + ": " + said + ".";
    }

    private String emphasised(Table table, List<Object> row, int i, List<Integer> values) {
        String figure = Figures.write(row.get(i), table.columns().get(i).unit());
        if (table.columns().get(i).name().endsWith("_rank")) {
            figure = "#" + figure + ranked(table, row);
        }
        return values.indexOf(i) == 0 ? "**" + figure + "**" : figure;
    }

    private static String ranked(Table table, List<Object> row) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals("ranked")) {
                return " of " + Figures.write(row.get(i), "count");
            }
        }
        return "";
    }

    private static String head(String about, String subject) {
        if (about.isEmpty()) {
            return subject;
        }
        return subject.isEmpty() ? about : about + " (" + subject + ")";
    }

    private String series(Table table, List<Integer> names, List<Integer> values, int year, String subject) {
        List<Integer> others = names.stream().filter(i -> i != year).toList();
        Map<String, List<List<Object>>> lines = table.rows().stream()
                .collect(Collectors.groupingBy(
                        row -> others.stream().map(i -> called(table, row, i)).collect(Collectors.joining(", ")),
                        java.util.LinkedHashMap::new,
                        Collectors.toList()));
        int value = values.get(0);
        for (int i : values) {
            if (table.columns().get(i).name().endsWith("_share")
                    || table.columns().get(i).name().endsWith("_rank")) {
                value = i;
            }
        }
        // flows that are asked for together are told together
        List<Integer> flows = values.stream()
                .filter(i -> model.metrics().containsKey(table.columns().get(i).name())
                        && table.columns().get(i).unit().equals("USD"))
                .toList();
        List<Integer> told = values.contains(value) && flows.contains(value) ? flows : List.of(value);
        List<String> sentences = new ArrayList<>();
        lines.entrySet().stream().limit(LISTED).forEach(line -> {
            List<String> courses = new ArrayList<>();
            for (int i : told) {
                List<List<Object>> rows = line.getValue().stream()
                        .filter(row -> row.get(i) != null)
                        .toList();
                if (!rows.isEmpty()) {
                    courses.add(course(table, rows, i, year));
                }
            }
            String head = head(line.getKey(), subject);
            if (!courses.isEmpty()) {
                sentences.add((head.isEmpty() ? "" : head + ": ")
                        + String.join(
                                ". ",
                                courses.stream()
                                        .map(text -> courses.indexOf(text) == 0 ? text : capital(text))
                                        .toList())
                        + ".");
            }
        });
        String text = sentences.size() == 1
                ? sentences.get(0)
                : sentences.stream().map(sentence -> "- " + sentence).collect(Collectors.joining("\n"));
        return lines.size() > LISTED ? text + "\n\nThe table has " + lines.size() + " lines in all." : text;
    }

    private String course(Table table, List<List<Object>> rows, int value, int year) {
        List<Object> first = rows.get(0);
        List<Object> last = rows.get(rows.size() - 1);
        String what = label(table.columns().get(value));
        return first == last
                ? what + " **" + figure(table, last, value) + "** in " + last.get(year)
                : what + " went from " + figure(table, first, value) + " in " + first.get(year) + " to **"
                        + figure(table, last, value) + "** in " + last.get(year)
                        + extremes(table, rows, value, year);
    }

    private static String figure(Table table, List<Object> row, int column) {
        String written =
                Figures.write(row.get(column), table.columns().get(column).unit());
        return table.columns().get(column).name().matches(".*_rank(_\\d{4})?") ? "#" + written : written;
    }

    private static String extremes(Table table, List<List<Object>> rows, int value, int year) {
        if (rows.size() < 4 || table.columns().get(value).name().endsWith("_rank")) {
            return "";
        }
        List<Object> highest = rows.get(0);
        List<Object> lowest = rows.get(0);
        for (List<Object> row : rows) {
            double v = ((Number) row.get(value)).doubleValue();
            highest = v > ((Number) highest.get(value)).doubleValue() ? row : highest;
            lowest = v < ((Number) lowest.get(value)).doubleValue() ? row : lowest;
        }
        return "; highest " + figure(table, highest, value) + " in " + highest.get(year) + ", lowest "
                + figure(table, lowest, value) + " in " + lowest.get(year);
    }

    private String list(Table table, List<Integer> names, List<Integer> values, String subject, Reading reading) {
        StringBuilder text = new StringBuilder();
        String what = values.isEmpty()
                ? ""
                : values.stream()
                        .filter(i -> !isAside(table.columns().get(i).name()))
                        .map(i -> (reading.has(Reading.Signal.LACKING) ? "all goods " : "")
                                + label(table.columns().get(i)))
                        .collect(Collectors.joining(", "));
        String head = subject.isEmpty() ? capital(what) : what.isEmpty() ? subject : subject + " – " + what;
        text.append(head.isEmpty() ? "Result" : head).append(":\n\n");
        int n = 0;
        for (List<Object> row : table.rows()) {
            if (n == LISTED) {
                break;
            }
            n++;
            String name = names.stream()
                    .filter(i -> row.get(i) != null)
                    .map(i -> called(table, row, i))
                    .collect(Collectors.joining(", "));
            String figures = values.stream()
                    .filter(i -> !isAside(table.columns().get(i).name()))
                    .map(i -> row.get(i) == null ? "no figure" : figure(table, row, i))
                    .collect(Collectors.joining(", "));
            text.append(n)
                    .append(". ")
                    .append(name.isEmpty() || figures.isEmpty() ? name : name + ": ")
                    .append(figures)
                    .append('\n');
        }
        if (table.totalRows() > n) {
            text.append("\n")
                    .append(n)
                    .append(" of ")
                    .append(String.format(java.util.Locale.ROOT, "%,d", table.totalRows()))
                    .append(" rows; the table has the rest.");
        }
        return text.toString().strip();
    }

    /** Columns that a list leaves to the table. */
    private static boolean isAside(String column) {
        return column.equals("ranked") || column.equals("place") || column.endsWith("_change");
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
