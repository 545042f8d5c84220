package dev.caravan.model.offline;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Domain;
import dev.caravan.model.offline.ModelQuestion.Named;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlRun;
import dev.caravan.text.Words;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks an answer by itself, knowing nothing of how it was written: its numbers, names and seasons must be in the results or
 * the question, its claims must be made of words that question, model and results know, and the statement must mind what the
 * question names.
 */
final class ResultCritic {
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w.])-?(\\d{1,3}(?:,\\d{3})+|\\d+)(\\.\\d+)?(?![\\w])|(?<![\\w])\\.\\d+");
    private static final Pattern SEASON = Pattern.compile("\\b((?:19|20)\\d\\d)[-–](\\d\\d)\\b");
    private static final Pattern YEAR = Pattern.compile("\\b(?:19|20)\\d\\d\\b");
    // answers tell two decimals at most, and leave out those that are zero
    private static final double TOLD = 0.005 + 1e-9;
    private static final Set<String> CLAIM = Set.of(
            "because",
            "due",
            "thanks",
            "injury",
            "injured",
            "mvp",
            "record-breaking",
            "history",
            "historic",
            "ever",
            "champion",
            "championship",
            "contract",
            "trade",
            "coach",
            "coaching",
            "fans",
            "likely",
            "probably",
            "legend",
            "award",
            "voted",
            "despite",
            "although",
            "since",
            "rookie",
            "youngest",
            "oldest",
            "undefeated",
            "retired",
            "fame",
            "famous",
            "franchise-record",
            "dominat",
            "proves",
            "therefore",
            "led to",
            "caused");
    private static final Set<String> TELLING = words(
            "the a an of in and to with for by was were is are had has have at on from that which who this these there it its their they than as all but be been more less most least highest lowest better "
                    + "best first second third top next followed ahead behind averaged scored recorded posted led leads leading rank ranked place total totals per against "
                    + "both each one two three four five six seven eight nine ten compared comparison overall shows show result results according data table rows shown "
                    + "meets does made shot grabbed won lost average level meet nothing found in all them known not season's respectively while just only between over under about during his her he she tied same around roughly with how many number");

    private final SemanticModel model;
    private final Function<String, ModelQuestion> reader;

    ResultCritic(Domain domain, Function<String, ModelQuestion> reader) {
        this.model = domain.model();
        this.reader = reader;
    }

    private static Set<String> words(String text) {
        Set<String> stems = new HashSet<>();
        Words.of(text).list().forEach(word -> stems.add(word.stem()));
        return stems;
    }

    List<String> issues(AnalystRun whole) {
        List<String> issues = new ArrayList<>();
        List<SqlRun> parts =
                whole.done().values().stream().filter(SqlRun::isAlive).toList();
        AnalystRun run = withoutStatements(whole, parts);
        ModelQuestion asked = reader.apply(run.question());
        for (SqlRun part : parts) {
            statement(reader.apply(part.call().question()), part, issues);
        }
        seasons(run, asked, parts, issues);
        numbers(run, parts, issues);
        names(run, asked, parts, issues);
        claims(run, parts, issues);
        return issues;
    }

    /** A statement that was run and is shown as it was claims nothing. */
    private static AnalystRun withoutStatements(AnalystRun run, List<SqlRun> parts) {
        String text = run.text();
        for (SqlRun part : parts) {
            text = text.replace("```sql\n" + part.sql() + "\n```", "");
        }
        return run.withText(text, run.note());
    }

    /** Does the statement mind the members and the seasons that the question names? */
    private void statement(ModelQuestion asked, SqlRun part, List<String> issues) {
        for (Named named : asked.members()) {
            if (named.members().stream()
                    .noneMatch(member -> part.sql().contains(member.code().replace("'", "''")))) {
                issues.add("the statement does not restrict to " + named.first().display());
            }
        }
        for (Optional<Integer> year : List.of(asked.from(), asked.to())) {
            boolean covered = year.isEmpty()
                    || model.classes().values().stream().anyMatch(c -> c.from() <= year.get() && year.get() <= c.to());
            if (covered && year.isPresent() && !part.sql().contains(String.valueOf(year.get()))) {
                issues.add("the statement does not restrict to " + year.get());
            }
        }
    }

    /** A season in the answer must be asked for or in the results. */
    private void seasons(AnalystRun run, ModelQuestion asked, List<SqlRun> parts, List<String> issues) {
        Set<Integer> known = new HashSet<>();
        for (SqlRun part : parts) {
            Matcher in = YEAR.matcher(part.sql());
            while (in.find()) {
                known.add(Integer.parseInt(in.group()));
            }
            if (part.sql().contains("BETWEEN")) {
                asked.from().ifPresent(known::add);
            }
            Table table = part.table().orElse(Table.EMPTY);
            for (List<Object> row : table.rows()) {
                row.stream()
                        .filter(Number.class::isInstance)
                        .map(Number.class::cast)
                        .filter(n -> n.doubleValue() == n.intValue() && n.intValue() > 1900 && n.intValue() < 2100)
                        .forEach(n -> known.add(n.intValue()));
            }
        }
        String text = run.text();
        Matcher split = SEASON.matcher(text);
        while (split.find()) {
            int ends = Integer.parseInt(split.group(1)) + 1;
            if (!known.contains(ends)) {
                issues.add("the year " + split.group() + " is not in the results");
            }
        }
        Matcher plain = YEAR.matcher(SEASON.matcher(text).replaceAll(" "));
        while (plain.find()) {
            int year = Integer.parseInt(plain.group());
            if (!known.contains(year) && !inResults(year, parts)) {
                issues.add("the year " + year + " is not in the results");
            }
        }
    }

    private void numbers(AnalystRun run, List<SqlRun> parts, List<String> issues) {
        String text = YEAR.matcher(SEASON.matcher(run.text()).replaceAll(" "))
                .replaceAll(" ")
                .replaceAll("(?m)^\\d+\\. ", " ");
        // names with digits are no numbers
        for (SqlRun part : parts) {
            for (List<Object> row : part.table().orElse(Table.EMPTY).rows()) {
                for (Object cell : row) {
                    if (cell instanceof String name && name.matches(".*\\d.*")) {
                        text = text.replace(name, " ");
                    }
                }
            }
        }
        Set<String> asked = new HashSet<>();
        Matcher said = NUMBER.matcher(run.question());
        while (said.find()) {
            asked.add(said.group().replace(",", ""));
        }
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            String digits = number.group().replace(",", "");
            double value = Double.parseDouble(digits);
            boolean small = value == Math.rint(value)
                    && value >= 0
                    && value <= 10
                    && parts.stream()
                            .anyMatch(part ->
                                    part.table().orElse(Table.EMPTY).rows().size() == (int) value);
            if (!asked.contains(digits) && !small && !inResults(value, digits, parts)) {
                issues.add("the number " + number.group() + " is not in the results");
            }
        }
    }

    private static boolean inResults(int year, List<SqlRun> parts) {
        return inResults(year, String.valueOf(year), parts);
    }

    private static boolean inResults(double value, String digits, List<SqlRun> parts) {
        int point = digits.indexOf('.');
        double half = 0.5 * Math.pow(10, point < 0 ? 0 : -(digits.length() - point - 1)) + 1e-9;
        for (SqlRun part : parts) {
            Table table = part.table().orElse(Table.EMPTY);
            if (Math.abs(table.totalRows() - value) < 1e-9) {
                return true;
            }
            for (List<Object> row : table.rows()) {
                for (Object cell : row) {
                    if (cell instanceof Number number && Math.abs(number.doubleValue() - value) <= TOLD) {
                        return true;
                    }
                    boolean rounded = point >= 0 || value >= 1000 || cell instanceof Long;
                    if (cell instanceof Number number
                            && (Math.abs(number.doubleValue() - value) <= (rounded ? half : 1e-9)
                                    || Math.abs(number.doubleValue() - 100 * value) <= 100 * half
                                            && point >= 0
                                            && value < 1)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** Members in the answer must be in the results or the question, and the one said to be first must be first. */
    private void names(AnalystRun run, ModelQuestion asked, List<SqlRun> parts, List<String> issues) {
        ModelQuestion told = reader.apply(run.text());
        Set<String> allowed = new HashSet<>();
        asked.members().forEach(named -> named.members().forEach(member -> allowed.add(member.display())));
        StringBuilder all = new StringBuilder(run.question());
        for (SqlRun part : parts) {
            for (List<Object> row : part.table().orElse(Table.EMPTY).rows()) {
                row.stream().filter(String.class::isInstance).forEach(cell -> all.append('\n')
                        .append(cell));
            }
        }
        String everything = all.toString();
        for (Named named : told.members()) {
            boolean known = named.members().stream()
                    .anyMatch(member -> allowed.contains(member.display()) || everything.contains(member.display()));
            if (!known && !everything.contains(told.text(named.start(), named.end()))) {
                issues.add(told.text(named.start(), named.end()) + " is not in the results");
            }
        }
        for (SqlRun part : parts) {
            Table table = part.table().orElse(Table.EMPTY);
            if (asked.ranking() != 0
                    && table.rows().size() > 1
                    && !run.isComplex()
                    && !told.members().isEmpty()) {
                String first = table.rows().get(0).stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .findFirst()
                        .orElse("");
                boolean leads = told.members().get(0).members().stream()
                        .anyMatch(member ->
                                member.display().equals(first) || member.code().equals(first));
                boolean listed = told.members().stream().anyMatch(named -> named.members().stream()
                        .anyMatch(member -> member.display().equals(first)));
                if (listed
                        && !leads
                        && told.members()
                                .get(0)
                                .dimension()
                                .equals(told.members().get(0).dimension())
                        && everything.contains(told.members().get(0).first().display())) {
                    issues.add(told.members().get(0).first().display() + " is not the first of the results");
                }
            }
        }
    }

    /** Sentences made of words that neither question, model nor results know claim something of their own. */
    private void claims(AnalystRun run, List<SqlRun> parts, List<String> issues) {
        Set<String> known = new HashSet<>(TELLING);
        known.addAll(words(run.question() + " " + run.turn().question()));
        model.metrics().values().forEach(metric -> {
            known.addAll(words(metric.label() + " " + metric.unit()));
            metric.synonyms().forEach(synonym -> known.addAll(words(synonym)));
        });
        model.dimensions()
                .values()
                .forEach(dimension -> known.addAll(words(dimension.label() + " " + dimension.plural())));
        model.classes().values().forEach(each -> known.addAll(words(each.label())));
        for (SqlRun part : parts) {
            Table table = part.table().orElse(Table.EMPTY);
            table.columns().forEach(column -> known.addAll(words(column.name().replace('_', ' '))));
            table.rows().forEach(row -> row.stream()
                    .filter(String.class::isInstance)
                    .forEach(cell -> known.addAll(words(cell.toString()))));
            known.addAll(words(part.call().question()));
            known.addAll(words(ModelQuestionPlanner.caveat(part.notes())));
        }
        for (String sentence : run.text().split("(?<=[.!?])\\s+|\\n")) {
            List<String> strange = new ArrayList<>();
            boolean claims = false;
            for (Words.Word word : Words.of(sentence).list()) {
                boolean figure = word.raw().matches(".*\\d.*|\\W+");
                if (!figure && !known.contains(word.stem())) {
                    strange.add(word.raw());
                    claims |= CLAIM.contains(word.folded());
                }
            }
            if (claims || strange.size() >= 3) {
                issues.add("nothing in the results supports: " + sentence.strip());
            }
        }
    }
}
