package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading and scoring of sets of others, on an answerer that says what it was told to say. */
class ForeignSetTest {
    @TempDir
    Path folder;

    private ForeignSet set(String text) throws IOException {
        return ForeignSet.read(Files.writeString(folder.resolve("shops.csv"), text));
    }

    @Test
    void readsQuotedFieldsOverSeveralLines() throws IOException {
        ForeignSet set = set(
                "question,query,db_name,query_category,instructions\n"
                        + "\"Which shops, by size?\",\"SELECT 1;\nSELECT 2\",shops,order_by,\"Use exact names.\nTwice.\"\nHow many?,SELECT 3,shops,group_by,\nHow many?,SELECT 4,other,group_by,\n");

        assertThat(set.databases()).containsExactly("shops", "other");
        QuestionSet questions = set.of("shops", "");
        assertThat(questions.cases()).extracting(QuestionSet.Case::id).containsExactly("shops/1", "shops/2");
        assertThat(questions.cases()).extracting(QuestionSet.Case::kind).containsExactly("order_by", "group_by");
        QuestionSet.Ask first = questions.cases().get(0).asks().get(0);
        assertThat(first.question()).isEqualTo("Which shops, by size?\n\nUse exact names.\nTwice.");
        Gold gold = first.expected().gold().get(0);
        assertThat(gold.statements()).containsExactly("SELECT 1", "SELECT 2");
        assertThat(gold.ordered()).as("the category asks for an order").isTrue();
        assertThat(questions
                        .cases()
                        .get(1)
                        .asks()
                        .get(0)
                        .expected()
                        .gold()
                        .get(0)
                        .ordered())
                .isFalse();
    }

    @Test
    void namesAColumnThatIsMissing() {
        assertThatThrownBy(() -> set("question,query,db_name\nHow many?,SELECT 1,shops\n"))
                .hasMessageContaining("query_category");
    }

    @Test
    void rightAnswersAreTakenAtTheMomentThatTheDataWereMadeFor() {
        assertThat(ForeignSet.frozen(
                        "SELECT * FROM t WHERE day >= CURRENT_DATE - 7 AND at < now() AND word = 'current_date'",
                        "2025-01-15 12:00:00"))
                .isEqualTo(
                        "SELECT * FROM t WHERE day >= DATE '2025-01-15' - 7 AND at < TIMESTAMP '2025-01-15 12:00:00' AND word = 'current_date'");
    }

    @Test
    void theMomentIsTheOneThatMostRowsAreCountedFrom() throws IOException {
        Path scripts = Files.createDirectories(folder.resolve("sql-frozen"));
        Files.writeString(
                scripts.resolve("a.sql"),
                "INSERT INTO t VALUES (DATE '2025-01-15' - INTERVAL '3 days', DATE '1999-12-31', TIMESTAMP '2025-01-15 12:00:00')");

        assertThat(ForeignDatabases.now(folder)).isEqualTo("2025-01-15 12:00:00");
        assertThat(ForeignDatabases.now(scripts))
                .as("without such scripts the clock counts")
                .isEmpty();
    }

    // ---- scoring

    private CaseResult scored(String gold, String category, Answer answer, Optional<Table> given) throws Exception {
        ForeignSet set = set("question,query,db_name,query_category\nQ?,\"" + gold + "\",shops," + category + "\n");
        Answerer answerer = (thread, first, question) -> {
            Turn opened = Turn.opened("t", "thread", true, "shops", question, Map.of(), Instant.EPOCH);
            ToolCall call = ToolCall.asking("1", "query_tool", question, "");
            return given.map(table -> new ToolResult(
                            call,
                            ToolResult.Status.OK,
                            "",
                            Optional.of(new SqlEvidence(question, "SELECT", table, List.of(), "shops", 1))))
                    .map(result -> opened.withPending(List.of(call)).withResult(result, 1))
                    .orElse(opened)
                    .withAnswer(answer);
        };
        try (Connection data = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = data.createStatement()) {
            statement.execute(
                    "CREATE TABLE shop (id INTEGER, name VARCHAR, size DOUBLE); INSERT INTO shop VALUES (1, 'North', 3.5), (2, 'South', 1.25)");
            return new Evaluation(answerer, data, 1, Optional.empty())
                    .run(List.of(set.of("shops", "")), Pattern.compile(""), Progress.silent())
                    .sets()
                    .get(0)
                    .cases()
                    .get(0);
        }
    }

    private static final Answer SAID = Answer.of(Outcome.ANSWERED, "See the table.");

    private static Optional<Table> table(List<String> columns, List<List<Object>> rows) {
        return Optional.of(new Table(
                columns.stream().map(name -> new Table.Column(name, "")).toList(), rows, rows.size()));
    }

    @Test
    void anyChoiceOfColumnsIsRightAndSoIsAnyOrderOfRows() throws Exception {
        String gold = "SELECT {id, name}, sum(size) FROM shop GROUP BY {} ORDER BY 2";
        assertThat(scored(
                                gold,
                                "group_by",
                                SAID,
                                table(List.of("shop", "total"), List.of(List.of("North", 3.5), List.of("South", 1.25))))
                        .passed())
                .isTrue();
        assertThat(scored(
                                gold,
                                "group_by",
                                SAID,
                                table(List.of("id", "total"), List.of(List.of(2L, 1.25), List.of(1L, 3.5))))
                        .passed())
                .isTrue();
        assertThat(scored(
                                gold,
                                "group_by",
                                SAID,
                                table(List.of("id", "total"), List.of(List.of(2L, 1.25), List.of(1L, 3.6))))
                        .passed())
                .isFalse();
        assertThat(scored(gold, "group_by", SAID, table(List.of("total"), List.of(List.of(1.25), List.of(3.5))))
                        .passed())
                .as("no column of the braces")
                .isFalse();
    }

    @Test
    void whereAnOrderIsAskedForItCounts() throws Exception {
        String gold = "SELECT name, size FROM shop ORDER BY size";
        assertThat(scored(
                                gold,
                                "order_by",
                                SAID,
                                table(List.of("name", "size"), List.of(List.of("South", 1.25), List.of("North", 3.5))))
                        .passed())
                .isTrue();
        assertThat(scored(
                                gold,
                                "order_by",
                                SAID,
                                table(List.of("name", "size"), List.of(List.of("North", 3.5), List.of("South", 1.25))))
                        .passed())
                .isFalse();
    }

    @Test
    void aChoiceThatTheDatabaseRefusesLeavesTheOthers() throws Exception {
        assertThat(scored(
                                "SELECT {id, nothing} FROM shop",
                                "group_by",
                                SAID,
                                table(List.of("id"), List.of(List.of(1L), List.of(2L))))
                        .passed())
                .isTrue();
    }

    @Test
    void nothingIsRightWhereNothingIsToBeFoundAndFloatsMayDifferALittle() throws Exception {
        assertThat(scored("SELECT id FROM shop WHERE id > 7", "group_by", SAID, table(List.of(), List.of()))
                        .passed())
                .isTrue();
        assertThat(scored(
                                "SELECT size / 3 AS third FROM shop WHERE id = 1",
                                "ratio",
                                SAID,
                                table(List.of("r"), List.of(List.of(1.16667))))
                        .passed())
                .isTrue();
        assertThat(scored(
                                "SELECT size / 3 AS third FROM shop WHERE id = 1",
                                "ratio",
                                SAID,
                                table(List.of("r"), List.of(List.of(1.17))))
                        .passed())
                .isFalse();
    }

    @Test
    void failuresAreToldApart() throws Exception {
        String gold = "SELECT id FROM shop";
        CaseResult refused = scored(gold, "group_by", Answer.of(Outcome.REFUSED, "Not here."), Optional.empty());
        CaseResult broken = scored(gold, "group_by", Answer.of(Outcome.FAILED, "It failed."), Optional.empty());
        CaseResult wrong = scored(gold, "group_by", SAID, table(List.of("id"), List.of(List.of(1L))));

        Report report =
                new Report(Instant.EPOCH, "", 1, List.of(new SetResult("shops", List.of(refused, broken, wrong))));
        assertThat(report.sets().get(0).failures()).containsOnlyKeys("unsupported", "error", "missing");
        assertThat(report.sets().get(0).parts()).containsOnlyKeys("shops");
        assertThat(ReportText.summary(report)).contains("group_by").contains("database");
    }
}
