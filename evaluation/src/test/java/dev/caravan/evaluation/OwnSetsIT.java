package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.derive.DeriveSchema;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.query.NotExpressible;
import dev.caravan.reader.Datum;
import dev.caravan.reader.QuestionReader;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Table;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Everyday questions to databases that are known by their schema only, read and compiled; the sets of {@code evaluation/own}.
 * {@code -Down.sets=REGEX} asks some of the sets, {@code -Down.told=true} tells what failed.
 */
class OwnSetsIT {
    private static final Path HOME =
            Path.of(System.getProperty("caravan.home", "..")).toAbsolutePath().normalize();
    private static final Path DATA = HOME.resolve("../shared/data/text2sql").normalize();
    private static final Map<String, Path> FILES = Map.of(
            "chinook", DATA.resolve("chinook/Chinook_Sqlite.sqlite"),
            "northwind", DATA.resolve("northwind/northwind.sqlite"));
    private static final LocalDate NOW = LocalDate.of(2025, 1, 15);
    private static final int MOST_VALUES = 20_000;
    private static final double RIGHT = 0.9;
    private static final double PUBLISHED = 0.35;
    private static final double WRONG = 0.02;

    /** How many questions of a set came out how. */
    private record Score(int all, int right, int wrong) {
        Score with(boolean isRight, boolean asked) {
            return new Score(all + 1, right + (isRight ? 1 : 0), wrong + (isRight || asked ? 0 : 1));
        }

        Score plus(Score other) {
            return new Score(all + other.all, right + other.right, wrong + other.wrong);
        }

        @Override
        public String toString() {
            return right + " of " + all + " right, " + wrong + " wrong, " + (all - right - wrong) + " asked back";
        }
    }

    private final StringBuilder failures = new StringBuilder();
    private final List<Long> micros = new ArrayList<>();
    private final List<Long> kilobytes = new ArrayList<>();

    @Test
    void answersEverydayQuestionsAndAsksRatherThanGuesses() throws Exception {
        Assumptions.assumeTrue(
                FILES.values().stream().allMatch(Files::isRegularFile), "there are no databases at " + DATA);
        Map<String, Score> scores = new LinkedHashMap<>();
        String wanted = System.getProperty("own.sets", "");
        try (Stream<Path> sets = Files.list(HOME.resolve("evaluation/own"))) {
            for (Path set : sets.filter(Files::isRegularFile).sorted().toList()) {
                String name = set.getFileName().toString().replace(".yaml", "");
                if (name.matches(wanted.isEmpty() ? ".*" : wanted)) {
                    scores.put(name, asked(set));
                }
            }
        }
        Score all = scores.values().stream().reduce(new Score(0, 0, 0), Score::plus);
        scores.forEach((name, score) -> System.out.println(name + ": " + score));
        System.out.println("all: " + all);
        System.out.println("reading, microseconds: " + quantiles(micros) + "; kilobytes: " + quantiles(kilobytes));
        if (Boolean.getBoolean("own.told")) {
            System.out.println(failures);
        }
        assertThat((double) all.right() / all.all()).as(failures.toString()).isGreaterThanOrEqualTo(RIGHT);
        assertThat((double) all.wrong() / all.all()).as(failures.toString()).isLessThanOrEqualTo(WRONG);
    }

    /** Published questions by their kinds; they are longer, and say more of what is to be returned. */
    @Test
    void answersPublishedQuestions() throws Exception {
        Path file = DATA.resolve("defog/questions_gen_postgres-dev.csv");
        Assumptions.assumeTrue(Files.isRegularFile(file), "there is no published set at " + file);
        ForeignSet published = ForeignSet.read(file);
        String now = ForeignDatabases.now(file.getParent());
        Map<String, Score> kinds = new LinkedHashMap<>();
        for (String database : published.databases()) {
            Map<String, List<Case>> byKind =
                    published.of(database, now).cases().stream().collect(Collectors.groupingBy(Case::kind));
            for (Map.Entry<String, List<Case>> kind : byKind.entrySet()) {
                QuestionSet set = new QuestionSet(database, "", QuestionSet.Stage.TURN, kind.getValue());
                kinds.merge(kind.getKey(), onServer(set, database), Score::plus);
            }
        }
        Score all = kinds.values().stream().reduce(new Score(0, 0, 0), Score::plus);
        kinds.forEach((name, score) -> System.out.println(name + ": " + score));
        System.out.println("published: " + all);
        if (Boolean.getBoolean("own.told")) {
            System.out.println(failures);
        }
        assertThat((double) all.right() / all.all()).as(failures.toString()).isGreaterThanOrEqualTo(PUBLISHED);
    }

    private Score asked(Path file) throws Exception {
        QuestionSet set = QuestionFile.read(file).get(0);
        String database = database(file);
        if (FILES.containsKey(database)) {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + FILES.get(database))) {
                return asked(set, connection, "sqlite", LocalDate.now());
            }
        }
        return onServer(set, database);
    }

    private Score onServer(QuestionSet set, String database) throws Exception {
        EmbeddedPostgres server = SharedWorld.get().server();
        String scratch = "caravan_own_" + database;
        try (Connection admin = server.admin("postgres")) {
            run(admin, "DROP DATABASE IF EXISTS " + scratch + " WITH (FORCE)", "CREATE DATABASE " + scratch);
        }
        try (Connection connection = server.admin(scratch)) {
            Path own = HOME.resolve("evaluation/own/databases/" + database + ".sql");
            if (Files.isRegularFile(own)) {
                run(connection, Files.readString(own));
            } else {
                run(connection, Files.readString(DATA.resolve("defog/sql-frozen/" + database + ".sql")));
                ForeignDatabases.comment(connection, DATA.resolve("defog/metadata/" + database + ".json"));
            }
            return asked(set, connection, "postgresql", NOW);
        } finally {
            try (Connection admin = server.admin("postgres")) {
                run(admin, "DROP DATABASE " + Roles.quoted(scratch) + " WITH (FORCE)");
            }
        }
    }

    /** The name of the database that a set says it asks. */
    private static String database(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("workspace: "))
                .map(line -> line.substring("workspace: ".length()).strip())
                .findFirst()
                .orElseThrow();
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private Score asked(QuestionSet set, Connection connection, String engine, LocalDate today) throws SQLException {
        Schema derived = DeriveSchema.of(connection);
        Schema schema = new Schema(Optional.of(today), derived.relations());
        QuestionReader reader = new QuestionReader(schema, data(schema, connection), today);
        QueryCompiler compiler = new QueryCompiler(reader.graph(), engine);
        Score score = new Score(0, 0, 0);
        for (Case each : set.cases()) {
            String before = "";
            boolean right = true;
            boolean back = false;
            for (Ask ask : each.asks()) {
                String full = before.isEmpty() ? ask.question() : reader.inFull(before, ask.question());
                QuestionReader.Reading reading = measured(reader, full);
                Optional<String> sql = compiled(compiler, reading);
                boolean answerable = ask.expected().outcomes().isEmpty()
                        || ask.expected().outcomes().contains(Outcome.ANSWERED);
                String problem = sql.isEmpty()
                        ? answerable ? "asked back: " + reading.problem() + refused(compiler, reading) : ""
                        : !answerable
                                ? "answered what must be asked"
                                : ask.expected().gold().isEmpty()
                                        ? ""
                                        : difference(ask.expected().gold().get(0), connection, sql.get());
                if (!problem.isEmpty()) {
                    right = false;
                    back |= sql.isEmpty();
                    failures.append((sql.isEmpty() ? "ASKED " : "WRONG ") + set.name() + "/" + each.id() + "  " + full
                            + "\n  " + problem + "\n  " + reading.explanation() + "\n  " + sql.orElse("") + "\n");
                }
                before = full;
            }
            score = score.with(right, back);
        }
        return score;
    }

    private static Optional<String> compiled(QueryCompiler compiler, QuestionReader.Reading reading) {
        try {
            return reading.query().map(compiler::compile);
        } catch (NotExpressible e) {
            return Optional.empty();
        }
    }

    /** Reads once more than it is asked, so that no class is loaded in the time that is told. */
    private QuestionReader.Reading measured(QuestionReader reader, String question) {
        reader.read(question);
        com.sun.management.ThreadMXBean thread =
                (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long allocated = thread.getCurrentThreadAllocatedBytes();
        long begin = System.nanoTime();
        QuestionReader.Reading reading = reader.read(question);
        micros.add((System.nanoTime() - begin) / 1000);
        kilobytes.add((thread.getCurrentThreadAllocatedBytes() - allocated) / 1024);
        return reading;
    }

    private static String quantiles(List<Long> all) {
        List<Long> sorted = all.stream().sorted().toList();
        return "p50 " + sorted.get(sorted.size() / 2) + ", p95 " + sorted.get(sorted.size() * 95 / 100) + ", most "
                + sorted.get(sorted.size() - 1);
    }

    /** Why a query that was read cannot be written. */
    private static String refused(QueryCompiler compiler, QuestionReader.Reading reading) {
        try {
            reading.query().ifPresent(compiler::compile);
            return "";
        } catch (NotExpressible e) {
            return e.getMessage();
        }
    }

    private static String difference(Gold gold, Connection connection, String sql) throws SQLException {
        Table given;
        try {
            given = GoldResult.of(connection, sql);
        } catch (SQLException e) {
            return "the statement fails: " + e.getMessage();
        }
        String problem = "";
        for (String statement : gold.statements()) {
            Optional<ResultMatch.Difference> difference =
                    ResultMatch.difference(gold, GoldResult.of(connection, statement), given);
            if (difference.isEmpty()) {
                return "";
            }
            problem = difference.get().text();
        }
        return problem + "; " + given.rows().stream().limit(3).toList();
    }

    private static List<Datum> data(Schema schema, Connection connection) throws SQLException {
        List<Datum> data = new ArrayList<>();
        for (Map.Entry<String, Schema.Relation> relation : schema.relations().entrySet()) {
            for (Map.Entry<String, Schema.Column> column :
                    relation.getValue().columns().entrySet()) {
                if (column.getValue().values()) {
                    String name = SchemaNames.quoted(column.getKey());
                    try (Statement statement = connection.createStatement();
                            ResultSet rows = statement.executeQuery(
                                    "SELECT DISTINCT " + name + " FROM " + SchemaNames.quoted(relation.getKey())
                                            + " WHERE " + name + " IS NOT NULL LIMIT " + MOST_VALUES)) {
                        while (rows.next()) {
                            data.add(new Datum(
                                    relation.getKey(), column.getKey(), rows.getString(1), rows.getString(1)));
                        }
                    }
                }
            }
        }
        return data;
    }
}
