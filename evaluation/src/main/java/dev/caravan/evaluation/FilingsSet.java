package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.documents.DocumentAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Questions on company filings with the document, the pages that hold the evidence, and the answer: one JSON object a line
 * with question, answer, doc_name and evidence[].evidence_page_num, which counts pages from 0; or with question and must_decline,
 * where no document holds the answer.
 *
 * @param questions in the order of the file
 */
public record FilingsSet(List<Question> questions) {
    private static final double TOLERANCE = 0.01;
    private static final Pattern NUMBER =
            Pattern.compile("(?<![\\w.])[-(]?\\s?\\$?\\s?(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)");
    private static final Pattern BOLD = Pattern.compile("\\*\\*(.+?)\\*\\*");
    private static final Pattern VERDICT = Pattern.compile("(?i)^\\W*(yes|no)\\b");
    private static final Pattern RISE = Pattern.compile("(?i)\\bincreas|\\brose\\b|\\bgrew\\b|\\bimprov|\\bhigher");
    private static final Pattern FALL = Pattern.compile("(?i)\\bdecreas|\\bfell\\b|\\bdeclin|\\blower|\\bworsen");

    /**
     * A question.
     *
     * @param id as the file names it
     * @param text as asked
     * @param answer the right one
     * @param document name of the file without its ending
     * @param pages counted from 1
     * @param mustDecline whether no document holds the answer
     */
    public record Question(
            String id, String text, String answer, String document, Set<Integer> pages, boolean mustDecline) {
        /** Takes a copy. */
        public Question {
            pages = Set.copyOf(pages);
        }
    }

    /** How an answer is judged. */
    public enum Verdict {
        /** It says what the right answer says. */
        RIGHT,
        /** It says something else. */
        WRONG,
        /** It says that it does not know. */
        DECLINED
    }

    /**
     * How one question went.
     *
     * @param question the question
     * @param answer what came
     * @param documentFirst whether the right document was thought best
     * @param pageRead whether a page of evidence was among those read
     * @param pageCited whether a page of evidence is cited
     * @param verdict on the answer
     */
    public record Result(
            Question question,
            DocumentAnswer answer,
            boolean documentFirst,
            boolean pageRead,
            boolean pageCited,
            Verdict verdict) {}

    /** Takes a copy. */
    public FilingsSet {
        questions = List.copyOf(questions);
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException naming the line that lacks something
     */
    public static FilingsSet read(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Question> questions = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            JsonNode node = json.readTree(line);
            boolean declined = node.path("must_decline").asBoolean();
            for (String field :
                    declined ? List.of("question") : List.of("question", "answer", "doc_name", "evidence")) {
                if (!node.hasNonNull(field)) {
                    throw new IllegalArgumentException(file + ":" + number + ": there is no " + field);
                }
            }
            Set<Integer> pages = new TreeSet<>();
            node.path("evidence")
                    .forEach(each -> pages.add(each.path("evidence_page_num").asInt() + 1));
            questions.add(new Question(
                    node.path("financebench_id").asText(file.getFileName() + ":" + number),
                    node.path("question").asText(),
                    node.path("answer").asText(),
                    node.path("doc_name").asText(),
                    pages,
                    declined));
        }
        return new FilingsSet(questions);
    }

    /** Asks every question. */
    public List<Result> ask(Function<String, DocumentAnswer> asked) {
        List<Result> results = new ArrayList<>();
        for (Question question : questions) {
            DocumentAnswer answer = asked.apply(question.text());
            String document = question.document();
            boolean first =
                    !answer.read().isEmpty() && answer.read().get(0).document().equals(document);
            boolean read = answer.read().stream()
                    .filter(each -> each.document().equals(document))
                    .anyMatch(each -> each.pages().stream().anyMatch(question.pages()::contains));
            boolean cited = answer.citations().stream()
                    .anyMatch(each ->
                            each.document().equals(document) && question.pages().contains(each.page()));
            results.add(new Result(question, answer, first, read, cited, judge(question, answer)));
        }
        return results;
    }

    /** An answer that only quotes claims nothing, and so is neither right nor wrong; where there is none, it is right. */
    static Verdict judge(Question question, DocumentAnswer answer) {
        if (answer.kind() != DocumentAnswer.Kind.FIGURE) {
            return question.mustDecline() ? Verdict.RIGHT : Verdict.DECLINED;
        }
        if (question.mustDecline()) {
            return Verdict.WRONG;
        }
        String line = answer.text().lines().findFirst().orElse("");
        Optional<String> claimed = first(VERDICT, line);
        Optional<String> right = first(VERDICT, question.answer());
        if (claimed.isPresent() && right.isPresent()) {
            return claimed.get().equals(right.get()) ? Verdict.RIGHT : Verdict.WRONG;
        }
        if (line.startsWith("It ")) {
            boolean rises =
                    RISE.matcher(line.substring(0, line.indexOf(':') + 1)).find();
            boolean rightRises = RISE.matcher(question.answer()).find();
            boolean rightFalls = FALL.matcher(question.answer()).find();
            return rises
                    ? rightRises && !rightFalls ? Verdict.RIGHT : Verdict.WRONG
                    : rightFalls && !rightRises ? Verdict.RIGHT : Verdict.WRONG;
        }
        List<Double> own = numbers(first(BOLD, line).orElse(line));
        List<Double> given = numbers(question.answer());
        boolean agrees = own.stream().anyMatch(a -> given.stream().anyMatch(b -> same(a, b)));
        return agrees ? Verdict.RIGHT : Verdict.WRONG;
    }

    /** Signs are often told in words, so the size is compared. */
    private static boolean same(double a, double b) {
        return Math.abs(Math.abs(a) - Math.abs(b)) <= TOLERANCE * Math.max(Math.abs(b), 1e-9)
                || Math.abs(a - b) < 0.006;
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1).toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    private static List<Double> numbers(String text) {
        List<Double> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(Double.parseDouble(matcher.group(1).replace(",", "")));
        }
        return numbers;
    }
}
