package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Expected;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evaluation.QuestionSet.Stage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A set of others that asks several databases, as CSV with the columns question, query, db_name, query_category and perhaps
 * instructions: the form of Defog's sql-eval. The databases stand beside it in {@code sql-frozen} (or {@code sql}) and {@code
 * metadata}.
 *
 * @param name of the file without its ending
 * @param folder of the file
 * @param questions in the order of the file
 */
public record ForeignSet(String name, Path folder, List<Question> questions) {
    private static final String SOURCE = "published_gold";
    // the published comparison of floats goes to five significant digits
    private static final double TOLERANCE = 1e-5;
    private static final Pattern ORDER_ASKED = Pattern.compile("(?i)\\b(order|sort|arrang)");
    private static final Pattern NOW = Pattern.compile(
            "(?i)'(?:[^']|'')*'|\\bcurrent_date\\b|\\b(?:current_timestamp|localtimestamp)\\b|\\bnow\\s*\\(\\s*\\)");

    /**
     * A question to one of the databases.
     *
     * @param id database and number
     * @param database its name
     * @param category kind of question
     * @param text the question
     * @param instructions what a reader is told beside it; may be empty
     * @param gold the right answers in their notation
     */
    public record Question(
            String id, String database, String category, String text, String instructions, String gold) {}

    /** Takes a copy. */
    public ForeignSet {
        questions = List.copyOf(questions);
    }

    /** Whether a file is of this form. */
    public static boolean isOne(Path file) {
        return file.getFileName().toString().endsWith(".csv");
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException naming a column that it lacks
     */
    public static ForeignSet read(Path file) throws IOException {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        List<Question> questions = new ArrayList<>();
        Map<String, Integer> numbers = new LinkedHashMap<>();
        try (CSVParser rows = CSVParser.parse(file, StandardCharsets.UTF_8, format)) {
            for (String column : List.of("question", "query", "db_name", "query_category")) {
                if (!rows.getHeaderMap().containsKey(column)) {
                    throw new IllegalArgumentException(file + ": there is no column " + column);
                }
            }
            for (CSVRecord row : rows) {
                String database = row.get("db_name").strip();
                int number = numbers.merge(database, 1, Integer::sum);
                String instructions =
                        row.isSet("instructions") ? row.get("instructions").strip() : "";
                questions.add(new Question(
                        database + "/" + number,
                        database,
                        row.get("query_category").strip(),
                        row.get("question").strip(),
                        instructions,
                        row.get("query")));
            }
        }
        String name = file.getFileName().toString().replaceFirst("\\.[^.]*$", "");
        return new ForeignSet(name, file.toAbsolutePath().getParent(), questions);
    }

    /** The databases that it asks. */
    public List<String> databases() {
        return questions.stream().map(Question::database).distinct().toList();
    }

    /**
     * The questions to one database.
     *
     * @param now what "now" means, as yyyy-MM-dd HH:mm:ss; empty for the clock
     */
    QuestionSet of(String database, String now) {
        List<Case> cases = new ArrayList<>();
        for (Question question : questions) {
            if (question.database().equals(database)) {
                List<String> statements = PublishedGold.statements(question.gold()).stream()
                        .map(sql -> now.isEmpty() ? sql : frozen(sql, now))
                        .toList();
                boolean ordered = question.category().equals("order_by")
                        || ORDER_ASKED.matcher(question.text()).find();
                Gold gold = new Gold(statements, ordered, false, List.of(), Map.of(), Set.of(), TOLERANCE, SOURCE);
                Expected expected = new Expected(
                        Set.of(),
                        false,
                        Optional.empty(),
                        Set.of(),
                        Set.of(),
                        Set.of(),
                        List.of(),
                        List.of(),
                        List.of(gold));
                String asked = question.instructions().isEmpty()
                        ? question.text()
                        : question.text() + "\n\n" + question.instructions();
                cases.add(new Case(
                        question.id(),
                        question.category(),
                        Condition.NORMAL,
                        List.of(new Ask(asked, expected, Optional.empty()))));
            }
        }
        return new QuestionSet(name, "questions to " + database, Stage.TURN, cases);
    }

    /** A statement that runs at another time than now. */
    static String frozen(String sql, String now) {
        return NOW.matcher(sql).replaceAll(found -> {
            String word = found.group();
            boolean text = word.startsWith("'");
            boolean day = word.equalsIgnoreCase("current_date");
            return Matcher.quoteReplacement(
                    text ? word : day ? "DATE '" + now.substring(0, 10) + "'" : "TIMESTAMP '" + now + "'");
        });
    }
}
