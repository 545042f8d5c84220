package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.demo.SharedWorld;
import dev.caravan.evaluation.Report.SetResult;
import dev.caravan.warehouse.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs of sets of others: databases loaded, workspaces derived, questions asked and scored. */
class ForeignDatabasesIT {
    private static final Path HOME =
            Path.of(System.getProperty("caravan.home", "..")).toAbsolutePath().normalize();
    private static final Path PUBLISHED =
            HOME.resolve("../shared/data/text2sql/defog").normalize();
    private static final String SCRIPT =
            """
      CREATE TABLE members (member_id INT, name TEXT, town TEXT, joined DATE);
      CREATE TABLE books (book_id INT, title TEXT, genre TEXT, pages INT);
      CREATE TABLE loans (loan_id INT, member_id INT, book_id INT, lent DATE, fee NUMERIC(6,2));
      INSERT INTO members VALUES (1, 'Ada Moor', 'Leeds', DATE '2025-01-15' - INTERVAL '10 days'), (2, 'Ben Hill', 'York', DATE '2025-01-15' - INTERVAL '3 years'),
        (3, 'Cleo Park', 'Leeds', DATE '2025-01-15' - INTERVAL '1 year');
      INSERT INTO books VALUES (1, 'Tides', 'Poetry', 90), (2, 'Ore', 'History', 310), (3, 'Salt', 'History', 250), (4, 'Fog', 'Crime', 400);
      INSERT INTO loans VALUES (1, 1, 1, '2024-12-01', 0.5), (2, 1, 2, '2024-12-20', 1), (3, 2, 2, '2023-03-01', 1), (4, 2, 3, '2024-01-02', 0);
      """;
    private static final String SET =
            """
      question,query,db_name,query_category,instructions
      How many loans does each member have?,"SELECT {m.member_id, m.name}, count(*) FROM members m JOIN loans l USING (member_id) GROUP BY {}",library,group_by,
      What is the average number of pages of books in each genre?,"SELECT genre, avg(pages) FROM books GROUP BY genre",library,group_by,
      Which books have never been lent in any loans? Return their titles.,"SELECT title FROM books b WHERE NOT EXISTS (SELECT 1 FROM loans l WHERE l.book_id = b.book_id)",library,table_join,
      How many members joined in the past 30 days?,"SELECT count(*) FROM members WHERE joined >= CURRENT_DATE - INTERVAL '30 days'",library,date_functions,
      What is the total fee of loans by members from Leeds?,"SELECT sum(fee) FROM loans JOIN members USING (member_id) WHERE town = 'Leeds'",library,table_join,
      """;

    @TempDir
    Path folder;

    private Report run(Path file, String filter) throws Exception {
        return new ForeignDatabases(HOME, SharedWorld.get().server(), Map.of("docs.embeddings", "false"), 1)
                .run(ForeignSet.read(file), Pattern.compile(filter), Progress.silent());
    }

    @Test
    void asksADatabaseThatNobodyHasDescribed() throws Exception {
        Files.createDirectories(folder.resolve("sql-frozen"));
        Files.writeString(folder.resolve("sql-frozen/library.sql"), SCRIPT);
        Path metadata = Files.createDirectories(folder.resolve("metadata"));
        Files.writeString(
                metadata.resolve("library.json"),
                """
        {"table_metadata": {"books": [{"column_name": "pages", "data_type": "int", "column_description": "how thick it is"}]}}
        """);

        SetResult result = run(Files.writeString(folder.resolve("library.csv"), SET), "")
                .sets()
                .get(0);

        StringBuilder failures = new StringBuilder();
        result.cases().stream()
                .filter(each -> !each.passed())
                .forEach(each -> failures.append(ReportText.failure(result.name(), each)));
        assertThat(result.failed()).as(failures.toString()).isEmpty();
        assertThat(result.parts()).containsOnlyKeys("library");
        try (Connection admin = SharedWorld.get().server().admin("postgres");
                Statement statement = admin.createStatement();
                var left = statement.executeQuery(
                        "SELECT count(*) FROM pg_database WHERE datname LIKE 'caravan_foreign%'")) {
            left.next();
            assertThat(left.getInt(1)).as("databases left behind").isZero();
        }
    }

    @Test
    void asksASetOfOnesOwnThatIsCalledLikeItsDatabase() throws Exception {
        Files.createDirectories(folder.resolve("sql-frozen"));
        Files.writeString(folder.resolve("sql-frozen/library.sql"), SCRIPT);
        Path file = Files.writeString(
                folder.resolve("library.yaml"),
                """
        description: questions to a library
        workspace: library
        source_method: written_label
        cases:
          - id: never
            kind: negation
            question: "Which books were never lent?"
            gold:
              source_method: sql_gold
              sql: ["SELECT count(*) FROM books", "SELECT title FROM books b WHERE NOT EXISTS (SELECT 1 FROM loans l WHERE l.book_id = b.book_id)"]
          - id: absent
            kind: absent
            question: "Which members have the best reviews?"
            expect: [refused, clarify, no_data]
        """);

        SetResult result = new ForeignDatabases(HOME, SharedWorld.get().server(), Map.of("docs.embeddings", "false"), 1)
                .run(QuestionFile.read(file).get(0), folder, Pattern.compile(""), Progress.silent())
                .sets()
                .get(0);

        StringBuilder failures = new StringBuilder();
        result.cases().stream()
                .filter(each -> !each.passed())
                .forEach(each -> failures.append(ReportText.failure(result.name(), each)));
        assertThat(result.failed()).as(failures.toString()).isEmpty();
    }

    @Test
    void asksSomeOfThePublishedQuestions() throws Exception {
        Path set = PUBLISHED.resolve("questions_gen_postgres-dev.csv");
        Assumptions.assumeTrue(Files.isRegularFile(set), "there is no published set at " + set);

        SetResult result = run(set, "^(restaurants|scholar)/").sets().get(0);

        // what it answers is reported in docs/evaluation.md; here the way there has to work, and most of the simplest
        // to come out right
        assertThat(result.cases())
                .isNotEmpty()
                .allMatch(each -> each.turns().get(0).gold().size() == 1);
        assertThat(result.figures().passedCases())
                .isGreaterThanOrEqualTo(result.cases().size() / 2);
    }
}
