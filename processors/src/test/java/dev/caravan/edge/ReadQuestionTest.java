package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspaces;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadQuestionTest {
    private static final Instant NOW = Instant.parse("2025-03-01T12:00:00Z");

    @TempDir
    Path workspaces;

    private ReadQuestion reader;

    @BeforeEach
    void workspaces() throws IOException {
        for (String name : List.of("atlas", "nba")) {
            addWorkspace(name);
        }
        workspacesRead();
    }

    private void workspacesRead() {
        AtomicInteger ids = new AtomicInteger();
        reader = new ReadQuestion(
                Json.mapper(),
                new ReadQuestion.Limits(20, Workspaces.read(workspaces), "atlas", Map.of("mode", "auto")),
                Clock.fixed(NOW, ZoneOffset.UTC),
                () -> "id" + ids.incrementAndGet());
    }

    private void addWorkspace(String name) throws IOException {
        Files.writeString(
                Files.createDirectory(workspaces.resolve(name)).resolve("workspace.yaml"),
                """
                {title: T, flow: agent, database: {engine: postgresql}, choices: [
                  {name: scope, values: {goods: Goods, services: Services}},
                  {name: schema, values: {hs92: HS 1992, sitc: SITC}},
                  {name: direction, values: {export: Exports, import: Imports}},
                  {name: mode, default: sql_only, values: {auto: , graphql_sql: , sql_only: }}]}
                """);
    }

    @Test
    void aWorkspaceAddedAfterTheStartIsAskedAtOnce() throws IOException {
        addWorkspace("clinic");

        assertThat(read("{\"question\": \"Beds?\", \"workspace\": \"clinic\"}").workspace())
                .isEqualTo("clinic");
        assertThat(refused("{\"question\": \"Beds?\", \"workspace\": \"ward\"}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("there is no workspace 'ward'; there are: atlas, clinic, nba");
    }

    @Test
    void aWorkspaceThatIsWrittenWronglyKeepsNoOtherFromBeingAsked() throws IOException {
        Files.writeString(
                Files.createDirectory(workspaces.resolve("clinic")).resolve("workspace.yaml"), "{title: T, flow: [}");
        workspacesRead();

        assertThat(refused("{\"question\": \"Beds?\", \"workspace\": \"clinic\"}".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("the workspace 'clinic' cannot be asked");
        assertThat(read("{\"question\": \"Exports?\", \"workspace\": \"nba\"}").workspace())
                .isEqualTo("nba");
    }

    private Turn read(String json) {
        return reader.read(json.getBytes(StandardCharsets.UTF_8)).turn();
    }

    private BadRequest refused(byte[] body) {
        BadRequest refusal = catchThrowableOfType(BadRequest.class, () -> reader.read(body));
        assertThat(refusal).as("refused").isNotNull();
        return refusal;
    }

    @Test
    void opensATurnInANewThreadWithWhatIsUsual() {
        Turn turn = read("{\"question\": \" Coffee?\\n\"}");
        assertThat(turn.question()).isEqualTo("Coffee?");
        assertThat(turn.id()).isEqualTo("id1");
        assertThat(turn.threadId()).isEqualTo("id2");
        assertThat(turn.newThread()).isTrue();
        assertThat(turn.workspace()).isEqualTo("atlas");
        assertThat(turn.choices()).isEqualTo(Map.of("mode", "auto"));
        assertThat(turn.startedAt()).isEqualTo(NOW);
    }

    @Test
    void takesEverythingThatMayBeSaid() {
        Turn turn = read(
                """
            {"question": "Coffee?", "thread_id": "th-1", "workspace": "nba", "mode": "sql_only",
             "overrides": {"schema": "HS92", "direction": "import", "scope": null}}
            """);
        assertThat(turn.threadId()).isEqualTo("th-1");
        assertThat(turn.newThread()).isFalse();
        assertThat(turn.workspace()).isEqualTo("nba");
        assertThat(turn.choices()).isEqualTo(Map.of("mode", "sql_only", "schema", "hs92", "direction", "import"));
    }

    @Test
    void choicesAreWhatTheWorkspaceDeclares() throws IOException {
        Files.writeString(
                workspaces.resolve("nba/workspace.yaml"),
                """
                {title: T, flow: agent, database: {engine: postgresql}, choices: [
                  {name: season, values: {regular: Regular season, playoffs: Playoffs}}]}
                """);
        workspacesRead();
        assertThat(read("{\"question\": \"Q\", \"workspace\": \"nba\", \"choices\": {\"season\": \"playoffs\"}}")
                        .choices())
                .isEqualTo(Map.of("season", "playoffs"));
        assertThat(read("{\"question\": \"Q\", \"workspace\": \"nba\"}").choices())
                .isEmpty();
        assertThat(refused(bytes("{\"question\": \"Q\", \"workspace\": \"nba\", \"mode\": \"auto\"}")))
                .hasMessageContaining("the workspace nba has no choice 'mode'; known are season");
        assertThat(refused(bytes("{\"question\": \"Q\", \"mode\": \"auto\", \"choices\": {\"mode\": \"sql_only\"}}")))
                .hasMessageContaining("mode is given twice");
    }

    @Test
    void whatAProgramBringsIsWhatTheWorkspaceDeclares() throws IOException {
        Files.writeString(
                workspaces.resolve("nba/workspace.yaml"),
                "{title: T, flow: agent, database: {engine: postgresql}, given: [queries, note]}");
        workspacesRead();
        assertThat(
                        read("{\"question\": \"Q\", \"workspace\": \"nba\", \"given\": {\"queries\": [\"a\", \"b\"], \"note\": \"n\"}}")
                                .progress()
                                .reply())
                .isEqualTo(Map.of("queries", List.of("a", "b"), "note", "n"));
        assertThat(refused(bytes("{\"question\": \"Q\", \"workspace\": \"nba\", \"given\": {\"querys\": []}}")))
                .hasMessageContaining("given.querys means nothing to the workspace nba; it takes queries, note");
        assertThat(refused(bytes("{\"question\": \"Q\", \"given\": {\"queries\": []}}")))
                .hasMessageContaining("it takes none");
        assertThat(refused(bytes("{\"question\": \"Q\", \"workspace\": \"nba\", \"given\": {\"queries\": [7]}}")))
                .hasMessageContaining("must be a text, or a list of texts");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
          not json                                        | body                | not JSON
          {"question": "a"                                | body                | ends in the middle
          {"question": "a"} {}                            | body                | not JSON
          {"question": "a", "question": "b"}              | body                | Duplicate
          ["a"]                                           | body                | must be a JSON object
          "a"                                             | body                | must be a JSON object
          null                                            | body                | must be a JSON object
          {}                                              | question            | is missing
          {"question": null}                              | question            | is missing
          {"question": 7}                                 | question            | must be a text
          {"question": ["a"]}                             | question            | must be a text
          {"question": " \\u0007\\t "}                      | question            | is empty
          {"question": "123456789012345678901"}           | question            | has 21 characters; at most 20
          {"qestion": "a"}                                | qestion             | did you mean question?
          {"question": "a", "colour": 1}                  | colour              | known are question, thread_id
          {"question": "a", "thread_id": 1}               | thread_id           | must be a text
          {"question": "a", "workspace": "other"}         | workspace           | there are: atlas, nba
          {"question": "a", "workspace": "../atlas"}      | workspace           | there is no workspace
          {"question": "a", "workspace": ""}              | workspace           | there is no workspace
          {"question": "a", "mode": "AUTO"}               | mode                | auto, graphql_sql, sql_only
          {"question": "a", "mode": true}                 | mode                | must be a text
          {"question": "a", "overrides": "hs92"}          | overrides           | must be an object
          {"question": "a", "overrides": {"shema": "x"}}  | overrides.shema     | did you mean schema?
          {"question": "a", "overrides": {"schema": 92}}  | overrides.schema    | must be a text
          {"question": "a", "overrides": {"scope": "x"}}  | overrides.scope     | goods, services
          {"question": "a", "choices": ["goods"]}         | choices             | must be an object like {"scope": "…"}
          {"question": "a", "choices": {"scop": "x"}}     | choices.scop        | did you mean scope?
          {"question": "a", "choices": {"scope": "x"}}    | choices.scope       | goods, services
          """)
    void namesTheFieldThatIsWrong(String body, String field, String detail) {
        BadRequest refusal = refused(body.getBytes(StandardCharsets.UTF_8));
        assertThat(refusal.field()).isEqualTo(field);
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal).hasMessageContaining(detail);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a b",
                "../x",
                "é",
                "a\\u0000b",
                "1234567890123456789012345678901234567890123456789012345678901234567890"
            })
    void knowsNoThreadWithAnIdThatNoThreadCanHave(String id) {
        BadRequest refusal =
                refused(("{\"question\": \"a\", \"thread_id\": \"" + id + "\"}").getBytes(StandardCharsets.UTF_8));
        assertThat(refusal.status()).isEqualTo(404);
        assertThat(refusal.field()).isEqualTo("thread_id");
    }

    @Test
    void refusesAnEmptyBodyAndBytesThatAreNotUtf8() {
        assertThat(refused(null).field()).isEqualTo("body");
        assertThat(refused(new byte[0]).field()).isEqualTo("body");
        assertThat(refused("{\"question\": \"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessageContaining("UTF-8");
    }

    @Test
    void cutsLongForeignTextOutOfItsMessages() {
        BadRequest refusal = refused(
                ("{\"question\": \"a\", \"mode\": \"" + "x".repeat(9_000) + "\"}").getBytes(StandardCharsets.UTF_8));
        assertThat(refusal.getMessage()).hasSizeLessThan(200);
    }

    @Test
    void leavesOutWhatCannotBeSeenAndComposesCharacters() {
        assertThat(read("{\"question\": \"a\\u0000\\u001b\\u202eb\\nc\\td e\\u0301\"}")
                        .question())
                .isEqualTo("ab\nc\td é");
        assertThat(read("{\"question\": \"a\\ud800b\"}").question()).isEqualTo("a\uFFFDb");
        assertThat(read("\uFEFF{\"question\": \"a\"}").question()).isEqualTo("a");
    }

    @Test
    void countsCharactersAsPeopleDo() {
        assertThat(read("{\"question\": \"" + "😀".repeat(20) + "\"}").question())
                .hasSize(40);
    }

    @Test
    void refusesJsonThatIsNestedTooDeep() {
        String deep = "{\"question\": \"a\", \"overrides\": " + "[".repeat(20_000);
        assertThat(refused(deep.getBytes(StandardCharsets.UTF_8)).field()).isEqualTo("body");
    }

    /** Whatever comes in, the outcome is a turn or a refusal that names a field. */
    @Test
    void endsInATurnOrARefusalWhateverComesIn() {
        byte[] seed =
                """
        {"question": "Kaffee ☕?", "thread_id": "th-1", "workspace": "nba", "mode": "auto", "overrides": {"schema": "hs92"}}
        """
                        .getBytes(StandardCharsets.UTF_8);
        Random random = new Random(20_250_301);
        int turns = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] body = Arrays.copyOf(seed, random.nextInt(10) == 0 ? random.nextInt(seed.length) : seed.length);
            for (int change = random.nextInt(4); change > 0 && body.length > 0; change--) {
                body[random.nextInt(body.length)] =
                        random.nextBoolean() ? (byte) random.nextInt(256) : seed[random.nextInt(seed.length)];
            }
            try {
                Turn turn = reader.read(body).turn();
                assertThat(turn.question()).isNotBlank().doesNotContain("\0");
                turns++;
            } catch (BadRequest refusal) {
                assertThat(refusal.field()).isNotBlank();
                assertThat(refusal.status()).isBetween(400, 499);
            }
        }
        assertThat(turns).isBetween(2_000, 18_000);
    }

    /** Nothing can be answered that nobody can read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u200B",
                "\u2060",
                "\u00AD",
                "\uFE0F",
                "\u0301",
                "\u200E",
                "\u200D",
                "\u034F",
                "\u2800",
                "\u3164",
                "\u115F\u1160",
                "\uE000",
                "\uDB40\uDD00",
                "\uDB40\uDC41",
                "\u180E",
                "\u061C",
                "\u0007\u001B",
                "\u3000\u00A0",
                "\u20DD",
                "\uFFF9"
            })
    void refusesAQuestionOfWhichNothingCanBeRead(String question) {
        assertThat(refused(json(question))).hasMessageContaining("the question is empty");
    }

    @Test
    void readsOverWhatCannotBeSeen() {
        assertThat(reader.read(json("C\u00ADof\u200Bfee\uFE0F,\u2060 cafe\u0301\u200E?"))
                        .turn()
                        .question())
                .isEqualTo("Coffee, caf\u00E9?");
        assertThat(reader.read(json("\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"))
                        .turn()
                        .question())
                .as("a joiner spells words")
                .contains("\u200C");
    }

    private static byte[] json(String question) {
        return Json.write(Json.mapper(), Map.of("question", question)).getBytes(StandardCharsets.UTF_8);
    }
}
