package dev.caravan.evidence;

import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the numbers of an answer's text that nothing supports. A number is supported by a cell of a result that gives it
 * when rounded as written ("$1.25 billion" by 1,249,700,000; "12.5%" by 12.46 or 0.1246), by the count of a result's rows,
 * by a passage of the documentation, by the question, or, a year only, by a note that says which year was assumed. Names that contain digits, citations,
 * and the numbering of a list are no numbers. Where there is no result
 * (a refusal, a question back) years and numbers below 100 may stand; amounts may not.
 *
 * <p>Before an answer goes out less is asked of it ({@link #unfounded}): what earlier turns or the statements say counts as
 * support, and so does what follows from a few figures by one step: a difference, a sum, a mean, a ratio, a change in percent.
 */
public final class NumberCheck {
    private static final Pattern NUMBER = Pattern.compile(
            "(?<![\\p{L}\\d.,_])([-−]?)([$€£]?)(\\d{1,3}(?:,\\d{3})+|\\d+)(\\.\\d+)?(?:\\s?(trillion|billion|million|thousand|percent|%)|([TBMK])\\b)?(?![\\p{L}_])",
            Pattern.CASE_INSENSITIVE);
    private static final Map<String, Double> SCALES = Map.of(
            "trillion", 1e12, "billion", 1e9, "million", 1e6, "thousand", 1e3, "t", 1e12, "b", 1e9, "m", 1e6, "k", 1e3);
    /** "[2]" cites a passage, `country_year_4` names a table, "HTTP 500" is a status, "SITC rev. 2" and "HS 1992" are names. */
    private static final Pattern NO_NUMBER = Pattern.compile(
            "\\[\\d+]|`[^`\\n]*`|\\bHTTP \\d{3}\\b|\\bSITC,? rev(ision|\\.)? ?\\d\\b|\\bHS (19|20)\\d\\d\\b");

    private static final Pattern LIST_MARK = Pattern.compile("(?m)^\\s*(\\d+\\.|[-*])\\s+");

    private record Written(String text, double value, double step, boolean percent, boolean amount) {}

    /** A column with more figures than these supports no figure that is worked out of two of them: almost any number would follow. */
    private static final int FEW = 12;

    private final Outcome outcome;
    private final String text;
    private final List<Double> values = new ArrayList<>();

    private NumberCheck(Turn turn, List<Evidence> evidences, Answer answer, boolean worked) {
        this.outcome = answer.outcome();
        Set<String> names = new HashSet<>();
        for (Evidence evidence : evidences) {
            evidence.rows()
                    .ifPresent(
                            table -> collect(evidence.source(), evidence.question(), table, evidence.notes(), names));
            if (evidence instanceof DocsEvidence docs) {
                docs.passages().stream()
                        .flatMap(passage -> numbers(passage.document() + " " + passage.title() + " " + passage.section()
                                        + "\n" + passage.text())
                                .stream())
                        .forEach(written -> values.add(written.value()));
            } else if (evidence.rows().isEmpty()) {
                numbers(evidence.members().toString()).forEach(written -> values.add(written.value()));
            }
        }
        numbers(turn.question()).forEach(written -> values.add(written.value()));
        if (worked) {
            turn.results().forEach(result -> numbers(result.text()).forEach(written -> values.add(written.value())));
            turn.history().forEach(past -> numbers(past.question() + "\n" + past.answer())
                    .forEach(written -> values.add(written.value())));
            for (Evidence evidence : evidences) {
                if (evidence instanceof SqlEvidence sql) {
                    numbers(sql.sql().replaceAll("['\"()]", " ")).forEach(written -> values.add(written.value()));
                }
                evidence.notes().forEach(note -> numbers(note).forEach(written -> values.add(written.value())));
            }
            List<List<Double>> columns = evidences.stream()
                    .flatMap(evidence -> evidence.rows().stream())
                    .flatMap(NumberCheck::columns)
                    .toList();
            columns.forEach(this::work);
        }
        this.text = prepared(answer.text(), names);
    }

    private static Stream<List<Double>> columns(Table table) {
        return IntStream.range(0, table.columns().size()).mapToObj(place -> table.rows().stream()
                .map(row -> row.get(place))
                .filter(Number.class::isInstance)
                .map(cell -> ((Number) cell).doubleValue())
                .toList());
    }

    /** What follows from the figures of a column: their sum and mean, and of a few what two of them give. */
    private void work(List<Double> figures) {
        double sum = figures.stream().mapToDouble(Double::doubleValue).sum();
        values.add(sum);
        values.add(sum / Math.max(1, figures.size()));
        if (figures.size() > FEW) {
            return;
        }
        for (double one : figures) {
            for (double other : figures) {
                values.add(one - other);
                values.add(one + other);
                if (other != 0) {
                    values.add(one / other);
                    values.add(one / other - 1);
                }
            }
        }
    }

    /** The unsupported numbers of a turn that is over as written, in order. */
    public static List<String> unsupported(Turn turn) {
        return turn.answer()
                .map(answer -> new NumberCheck(turn, turn.evidence(), answer, false).unsupported())
                .orElse(List.of());
    }

    /**
     * The numbers of an answer under way that rest on nothing, as written, in order.
     *
     * @param turn with the question and the turns before it
     * @param evidence what the answer was written from
     */
    public static List<String> unfounded(Turn turn, List<Evidence> evidence, Answer answer) {
        return new NumberCheck(turn, evidence, answer, true).unsupported();
    }

    private List<String> unsupported() {
        return numbers(text).stream()
                .filter(written -> !isSupported(written))
                .map(Written::text)
                .toList();
    }

    private void collect(String source, String question, Table table, List<String> notes, Set<String> names) {
        names.add(source);
        numbers(question).forEach(written -> values.add(written.value()));
        // where there are no rows, an answer quotes the notes, codes of products and all
        boolean quoted = table.rows().isEmpty();
        notes.stream()
                .flatMap(note -> numbers(note).stream())
                .map(Written::value)
                .filter(value -> quoted || isYear(value))
                .forEach(values::add);
        values.add((double) table.totalRows());
        values.add((double) table.rows().size());
        Set<List<Object>> lines = new HashSet<>();
        for (Table.Column column : table.columns()) {
            numbers(column.name().replace('_', ' ')).forEach(written -> values.add(written.value()));
        }
        for (List<Object> row : table.rows()) {
            lines.add(row.stream().filter(String.class::isInstance).toList());
            for (Object cell : row) {
                if (cell instanceof Number number) {
                    values.add(number.doubleValue());
                } else if (cell instanceof String name) {
                    names.add(name);
                }
            }
        }
        values.add((double) lines.size());
    }

    /** The answer without names that contain digits, and without the numbering of its lists. */
    private String prepared(String answer, Set<String> names) {
        // the analyst's note on its method quotes thresholds and spans; "2015-16" is the season that ends in 2016
        String told = answer.replaceAll("(?s)\n\n\\*\\*How I found this:.*", "")
                .replaceAll("\\b((?:19|20)\\d)\\d-(\\d\\d)\\b(?!-\\d)", " ");
        String prepared = NO_NUMBER.matcher(told.replace("**", "")).replaceAll(" ");
        Matcher marks = LIST_MARK.matcher(prepared);
        // "10 of 50 rows" counts the numbered ones
        List<String> found =
                marks.results().map(java.util.regex.MatchResult::group).toList();
        values.add((double) found.size());
        values.add((double) found.stream().filter(mark -> mark.contains(".")).count());
        prepared = LIST_MARK.matcher(prepared).replaceAll("");
        for (String name : names) {
            if (name.chars().anyMatch(Character::isDigit) && name.length() > 2) {
                prepared = prepared.replace(name, " ");
            }
        }
        return prepared;
    }

    private boolean isSupported(Written written) {
        boolean resultless = outcome != Outcome.ANSWERED;
        if (resultless
                && !written.amount()
                && written.value() == Math.rint(written.value())
                && (written.value() < 100 || isYear(written.value()))) {
            return true;
        }
        return values.stream()
                .anyMatch(value -> isRounded(written, value) || written.percent() && isRounded(written, 100 * value));
    }

    private static boolean isYear(double value) {
        return value >= 1900 && value <= 2100;
    }

    private static boolean isRounded(Written written, double value) {
        double slack = 0.5 * written.step() * (1 + 1e-9) + 1e-9 * Math.abs(value);
        // "fell by 5%" and "a deficit of $3 billion" say the sign in words
        return Math.abs(Math.abs(value) - Math.abs(written.value())) <= slack;
    }

    private static List<Written> numbers(String text) {
        List<Written> found = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            String fraction = matcher.group(4) == null ? "" : matcher.group(4);
            String unit =
                    matcher.group(5) != null ? matcher.group(5) : matcher.group(6) != null ? matcher.group(6) : "";
            String scaleName = unit.toLowerCase(Locale.ROOT);
            double scale = SCALES.getOrDefault(scaleName, 1.0);
            double value = Double.parseDouble(matcher.group(3).replace(",", "") + fraction) * scale;
            double step = Math.pow(10, -Math.max(0, fraction.length() - 1)) * scale;
            boolean percent = scaleName.equals("%") || scaleName.equals("percent");
            found.add(new Written(
                    matcher.group().strip(),
                    value,
                    step,
                    percent,
                    percent || scale > 1 || !matcher.group(2).isEmpty()));
        }
        return found;
    }
}
