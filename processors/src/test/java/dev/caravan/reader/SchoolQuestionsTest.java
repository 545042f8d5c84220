package dev.caravan.reader;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions about a school, in which things belong together in more than one way, as statements of DuckDB. */
class SchoolQuestionsTest {
    private static final LocalDate TODAY = LocalDate.of(2025, 1, 15);

    private static Column column(Type type, String... names) {
        return new Column(type, List.of(names), "", type == Type.TEXT, Map.of());
    }

    private static Map<String, Column> columns(Object... each) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (int i = 0; i < each.length; i += 2) {
            columns.put((String) each[i], (Column) each[i + 1]);
        }
        return columns;
    }

    private static Map<String, Relation> school() {
        Map<String, Relation> school = new LinkedHashMap<>();
        school.put(
                "teacher",
                new Relation(
                        List.of("teacher"),
                        "",
                        List.of("teacher_id"),
                        Map.of(),
                        columns(
                                "teacher_id", column(Type.NUMBER, "teacher id"),
                                "full_name", column(Type.TEXT, "full name", "name"),
                                "city", column(Type.TEXT, "city"),
                                "email", column(Type.TEXT, "email"),
                                "hired_on", column(Type.DATE, "hired on", "hired"),
                                "left_on", column(Type.DATE, "left on", "left"),
                                "weekly_hours", column(Type.NUMBER, "weekly hours"))));
        school.put(
                "class",
                new Relation(
                        List.of("class"),
                        "",
                        List.of("code"),
                        Map.of("tutor_id", "teacher.teacher_id"),
                        columns(
                                "code", column(Type.TEXT, "code"),
                                "tutor_id", column(Type.NUMBER, "tutor id"),
                                "room", column(Type.TEXT, "room"))));
        school.put(
                "pupil",
                new Relation(
                        List.of("pupil"),
                        "",
                        List.of("pupil_no"),
                        Map.of("class_code", "class.code"),
                        columns(
                                "pupil_no", column(Type.NUMBER, "pupil no"),
                                "name", column(Type.TEXT, "name"),
                                "city", column(Type.TEXT, "city"),
                                "dob", column(Type.DATE, "dob", "date of birth"),
                                "class_code", column(Type.TEXT, "class code"))));
        school.put(
                "teaches",
                new Relation(
                        List.of("teaches"),
                        "",
                        List.of("teacher_id", "class_code", "subject_code"),
                        Map.of("teacher_id", "teacher.teacher_id", "class_code", "class.code"),
                        columns(
                                "teacher_id", column(Type.NUMBER, "teacher id"),
                                "class_code", column(Type.TEXT, "class code"),
                                "subject_code", column(Type.TEXT, "subject code"),
                                "lessons", column(Type.NUMBER, "lessons"))));
        school.put(
                "absence",
                new Relation(
                        List.of("absence"),
                        "",
                        List.of("absence_id"),
                        Map.of("pupil_no", "pupil.pupil_no"),
                        columns(
                                "absence_id", column(Type.NUMBER, "absence id"),
                                "pupil_no", column(Type.NUMBER, "pupil no"),
                                "from_date", column(Type.DATE, "from date"),
                                "days", column(Type.NUMBER, "days missed"),
                                "excused", column(Type.FLAG, "excused"))));
        return school;
    }

    private final QuestionReader reader = new QuestionReader(
            new Schema(Optional.of(TODAY), school()),
            List.of(new Datum("teacher", "full_name", "Ruth Adler", "Ruth Adler")),
            TODAY);

    private String sql(String question) {
        QuestionReader.Reading reading = reader.read(question);
        assertThat(reading.query())
                .as("%s %s", reading.problem(), reading.explanation())
                .isPresent();
        return new QueryCompiler(reader.graph(), "duckdb")
                .compile(reading.query().get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        Which teachers teach in more than two classes?   | COUNT(DISTINCT | tutor_id
        teachers who teach at least 3 classes            | COUNT(DISTINCT | tutor_id
        Which teachers have more than two classes?       | tutor_id | teaches
        pupils older than 12                             | > 12 | INTERVAL
        pupils younger than 12                           | t1.dob > | INTERVAL 13
        How many unexcused absences were there?          | t1.excused = FALSE | t1.excused = TRUE
        How many excused absences were there?            | t1.excused = TRUE | t1.excused = FALSE
        total days missed by month, highest days missed first | ORDER BY SUM(t1.days) DESC | RANK
        number of absences per pupil, most absences first | DESC | RANK
        On which weekday do most absences take place?    | COUNT(*) | SUM(
        Show each teacher's weekly hours and the total lessons | SUM(t1.lessons) | MAX(
        Which teachers left within one year of being hired? | hired_on | from_date
        teachers from cities where we have no pupils     | NOT EXISTS (SELECT 1 FROM pupil t2 WHERE t2.city = t1.city) | teaches
        teachers in cities without pupils                | NOT EXISTS (SELECT 1 FROM pupil t2 WHERE t2.city = t1.city) | teaches
        running total of absences by month in 2024       | OVER (ORDER BY | LAG
        cumulative days missed per month                 | SUM(SUM(t1.days)) OVER | LAG
        By what percentage did days missed grow from 2023 to 2024? | CASE WHEN | LAG
        By what percentage did the number of absences change between 2023 and 2024? | CASE WHEN | LAG
        How many days passed between the first and the last absence? | MIN(t1.from_date) | GROUP BY
        teachers with a gmail address                    | ILIKE '%gmail%' | city
        teachers with a gmail or yahoo address           | ILIKE '%yahoo%' | city
        The name and city of every teacher               | t1.city | COUNT
        teachers with ann in the name                    | ILIKE '%ann%' | = 'ann'
        pupils older than 12? Show their city            | t1.city | MAX(
        total excused days missed                        | t1.excused = TRUE | GROUP BY
        pupils whose name contains ann or eli            | ILIKE '%eli%' | = 'ann'
        """)
    void readsTheKind(String question, String part, String other) {
        assertThat(sql(question)).contains(part).doesNotContain(other);
    }

    /** What two things have in common is no tie between them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "teachers from cities with pupils",
                "teachers from cities where we have pupils",
                "teachers from cities where we have no pupils older than 12"
            })
    void asksRatherThanDropsWhatStandsBetween(String question) {
        assertThat(reader.read(question).query()).as(question).isEmpty();
    }
}
