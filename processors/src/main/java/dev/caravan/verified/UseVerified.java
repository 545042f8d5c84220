package dev.caravan.verified;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.evidence.TableMembers;
import dev.caravan.model.SameQuestion;
import dev.caravan.sql.EditedStatement;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.Turn;
import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/**
 * Answers a question by the query that was verified for it. The same words with the same choices, at the beginning of a conversation,
 * get that query; other words that ask the same get its question offered. The verified words are said again only where the rows are
 * those that they are about. A query that cannot run any more is said, and the question answered as any other.
 */
public final class UseVerified {
    private static final String MODE = "mode";
    private static final String WITHOUT_SQL = "graphql_only";
    private static final int MOST_OFFERED = 2;
    private static final int MOST_COLUMNS = 4;
    // what another server verified is used that much later
    private static final Duration REMEMBERED = Duration.ofSeconds(2);
    private static final int MOST_REMEMBERED = 10_000;

    private final ObjectMapper mapper;
    private final BooleanSupplier kept;
    // what is verified in a place: most questions are not, and a look at the store for each would cost more than the
    // rest of the way
    private final Cache<Place, List<Known>> known = Caffeine.newBuilder()
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MOST_REMEMBERED)
            .build();

    private record Place(String workspace, String tenant) {
        static Place of(Turn turn) {
            return new Place(turn.workspace(), turn.tenant());
        }
    }

    private record Known(String wording, String choices, SameQuestion words) {
        boolean isSameOrNear(Known asked) {
            return choices.equals(asked.choices) && (wording.equals(asked.wording) || words.saysTheSameAs(asked.words));
        }
    }

    /**
     * A user of them.
     *
     * @param kept whether there is a database that keeps some
     */
    public UseVerified(ObjectMapper mapper, BooleanSupplier kept) {
        this.mapper = mapper;
        this.kept = kept;
    }

    /**
     * What there is for a question.
     *
     * @param same the row of that very question
     * @param near questions in other words that ask the same
     */
    public record Match(Optional<Map<String, Object>> same, List<String> near) {}

    /** A question as it is compared: capitals, space and the mark at its end tell nothing. */
    static String wording(String question) {
        return SameQuestion.normalised(question).toLowerCase(Locale.ROOT);
    }

    /** What was fixed with a question, but for where its answer is looked for. */
    static String choices(ObjectMapper mapper, Map<String, String> choices) {
        Map<String, String> sorted = new TreeMap<>(choices);
        sorted.remove(MODE);
        return mapper.valueToTree(sorted).toString();
    }

    /** How the question of a turn is compared: of the others what they hold isn't read. */
    public String asked(@Body Turn turn) {
        return wording(turn.question());
    }

    /** Whether there can be a verified answer to it, as far as is remembered. */
    public boolean mayBe(Turn turn) {
        return kept.getAsBoolean()
                && turn.newThread()
                && !turn.isResumed()
                && !turn.question().isEmpty()
                && !turn.choice(MODE).filter(WITHOUT_SQL::equals).isPresent()
                && isUnknownOrKnown(turn);
    }

    private boolean isUnknownOrKnown(Turn turn) {
        List<Known> remembered = known.getIfPresent(Place.of(turn));
        if (remembered == null || remembered.isEmpty()) {
            return remembered == null;
        }
        Known asked = known(turn.question(), choices(mapper, turn.choices()));
        return remembered.stream().anyMatch(each -> each.isSameOrNear(asked));
    }

    private static Known known(String question, String choices) {
        return new Known(wording(question), choices, SameQuestion.of(question));
    }

    /** Forgets what is remembered of the store, which has changed. */
    public void forget() {
        known.invalidateAll();
    }

    /**
     * What there is for a turn.
     *
     * @param rows of its workspace; null where they could not be read
     */
    public Match match(@Body Turn turn, @Variable("verified") List<Map<String, Object>> rows) {
        if (rows == null) {
            return new Match(Optional.empty(), List.of());
        }
        List<Known> remembered = new ArrayList<>();
        Optional<Map<String, Object>> same = Optional.empty();
        List<String> near = new ArrayList<>();
        Known asked = known(turn.question(), choices(mapper, turn.choices()));
        for (Map<String, Object> row : rows) {
            String question = String.valueOf(row.get("question"));
            Known each = known(question, String.valueOf(row.get("choices")));
            remembered.add(each);
            if (each.isSameOrNear(asked)) {
                if (each.wording().equals(asked.wording())) {
                    same = Optional.of(row);
                } else {
                    near.add(question);
                }
            }
        }
        known.put(Place.of(turn), List.copyOf(remembered));
        return new Match(same, List.copyOf(near));
    }

    /** Whether that very question was verified. */
    public boolean isSame(@Variable("match") Match match) {
        return match.same().isPresent();
    }

    private static Map<String, Object> row(Match match) {
        return match.same().orElseThrow();
    }

    /** The verified query. */
    public EditedStatement statement(@Body Turn turn, @Variable("match") Match match) {
        return new EditedStatement(turn.id(), String.valueOf(row(match).get("statement")));
    }

    /** The turn with the one call to run. */
    public Turn call(@Body Turn turn) {
        return turn.withPending(List.of(ToolCall.asking("verified", "query_tool", turn.question(), "")));
    }

    /** The turn that the query answers; where it did not run, the turn as it was, which is then answered as any other. */
    public Turn answer(
            Exchange exchange, @Body Object ran, @Variable("asked") Turn asked, @Variable("match") Match match)
            throws JsonProcessingException {
        Optional<Table> table = ran instanceof Turn turn && isDone(turn)
                ? turn.evidence().stream()
                        .flatMap(piece -> piece.rows().stream())
                        .findFirst()
                : Optional.empty();
        if (!(ran instanceof Turn turn) || table.isEmpty()) {
            String reason = ran instanceof Turn failed
                    ? failed.answer().map(Answer::text).orElse("it gave no rows")
                    : "the log names turn " + asked.id();
            TurnNotes.add(
                    exchange,
                    "There is a verified answer to this question, but its query did not run: "
                            + reason.replaceFirst("[.\\s]+$", "") + ". This answer is not verified.");
            return asked;
        }
        TurnNotes.add(exchange, "Verified answer: " + mark(row(match)) + ".");
        JsonNode verified = mapper.readTree(String.valueOf(row(match).get("document")));
        // what was assumed holds of the query
        verified.path("notes").forEach(note -> TurnNotes.add(exchange, note.asText()));
        String words = verified.path("answer").asText();
        boolean sameRows = sameRows(turn.evidence().get(0), verified);
        return turn.withAnswer(new Answer(
                turn.answer().orElseThrow().outcome(),
                sameRows && !words.isEmpty() ? words : told(table.get()),
                List.of(),
                List.of()));
    }

    private static boolean isDone(Turn turn) {
        return turn.answer().map(Answer::outcome).filter(Outcome::isFromData).isPresent();
    }

    private static String mark(Map<String, Object> row) {
        String name = String.valueOf(row.get("verified_by"));
        return "its query was verified" + (name.equals(Turn.EVERYBODY) ? "" : " by " + name) + " on "
                + row.get("verified_on");
    }

    /** As both are read from JSON, where a number is the same however it was written. */
    private boolean sameRows(Evidence evidence, JsonNode verified) {
        Map<String, Object> members = new LinkedHashMap<>();
        TableMembers.put(evidence.rows().orElse(Table.EMPTY), members);
        JsonNode now = mapper.valueToTree(members);
        return same(now.path("columns"), verified.path("columns")) && same(now.path("rows"), verified.path("rows"));
    }

    private static boolean same(JsonNode one, JsonNode other) {
        return one.equals(
                (first, second) -> first.isNumber() && second.isNumber()
                        ? first.decimalValue().compareTo(second.decimalValue())
                        : first.equals(second) ? 0 : 1,
                other);
    }

    private static String told(Table table) {
        if (table.rows().isEmpty()) {
            return "The verified query found nothing.";
        }
        if (table.rows().size() > 1 || table.columns().size() > MOST_COLUMNS) {
            return String.format(
                    Locale.ROOT,
                    "The verified query found **%,d %s**.",
                    table.totalRows(),
                    table.totalRows() == 1 ? "row" : "rows");
        }
        List<String> figures = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            figures.add(table.columns().get(i).name().replace('_', ' ') + " **"
                    + written(table.rows().get(0).get(i), table.columns().get(i)) + "**");
        }
        return "The verified query found: " + String.join(", ", figures) + ".";
    }

    private static String written(Object value, Table.Column column) {
        boolean name = column.unit().equals("year") || column.unit().equals("code");
        if (value == null || !(value instanceof Number number) || name) {
            return String.valueOf(value);
        }
        return new DecimalFormat("#,##0.####", DecimalFormatSymbols.getInstance(Locale.ROOT))
                .format(new BigDecimal(number.toString()));
    }

    /** The turn with what was verified in other words among the questions that may follow. */
    public Turn offer(Exchange exchange, @Body Turn turn, @Variable("match") Match match) {
        if (match.same().isPresent() || match.near().isEmpty() || turn.answer().isEmpty()) {
            return turn;
        }
        Answer answer = turn.answer().get();
        List<String> near = match.near().stream().limit(MOST_OFFERED).toList();
        List<String> suggestions = new ArrayList<>(near);
        answer.suggestions().stream().filter(each -> !near.contains(each)).forEach(suggestions::add);
        TurnNotes.add(exchange, "There is a verified answer to this in other words: \"" + near.get(0) + "\"");
        return turn.with(changed -> changed.answer(Optional.of(
                new Answer(answer.outcome(), answer.text(), answer.options(), suggestions, answer.form()))));
    }
}
