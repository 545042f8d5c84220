package dev.caravan.derive;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.QueryWords;
import dev.caravan.reader.QuestionReader;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Relation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Questions to begin with: each was asked of the database by the built-in reader and has an answer there. */
public final class FirstQuestions {
    private static final int ENOUGH = 3;
    private static final int SECONDS = 10;
    private static final Pattern IDENTIFYING =
            Pattern.compile("(^|_)(id|code|key|nr|no|number|year|month|day|zip|phone)$");
    /** Columns whose sums mean nothing. */
    private static final Pattern EACH_FOR_ITSELF = Pattern.compile(
            "price|rate|ratio|percent|pct|score|rating|age$|average|avg|temp|latitude|longitude|height|margin");

    private FirstQuestions() {}

    /**
     * Up to three of them, of different kinds.
     *
     * @param engine the name of its SQL
     */
    public static List<String> of(Schema schema, Connection database, String engine) {
        return of(schema, statement -> hasRows(statement, database), engine);
    }

    /**
     * The same where statements are run by somebody else.
     *
     * @param hasRows whether a statement runs and finds something
     */
    static List<String> of(Schema schema, Predicate<String> hasRows, String engine) {
        QuestionReader reader =
                new QuestionReader(schema, List.of(), schema.today().orElseGet(LocalDate::now));
        QueryCompiler compiler = new QueryCompiler(reader.graph(), engine);
        List<String> good = new ArrayList<>();
        for (List<String> kind : candidates(schema)) {
            kind.stream()
                    .filter(question -> isAnswered(question, reader, compiler, hasRows))
                    .findFirst()
                    .ifPresent(good::add);
        }
        return good.stream().limit(ENOUGH).toList();
    }

    /** A figure by something, the most of something, a number. */
    private static List<List<String>> candidates(Schema schema) {
        List<String> figures = new ArrayList<>();
        List<String> most = new ArrayList<>();
        List<String> numbers = new ArrayList<>();
        List<Map.Entry<String, Relation>> tables = schema.relations().entrySet().stream()
                .filter(each ->
                        !each.getValue().view() && !each.getValue().names().isEmpty())
                .sorted(Comparator.comparingInt(
                        each -> -each.getValue().references().size()))
                .toList();
        for (Map.Entry<String, Relation> table : tables) {
            String name = table.getValue().names().get(0);
            numbers.add("How many " + QueryWords.plural(name) + " are there?");
            for (String target : table.getValue().references().values()) {
                Relation other = schema.relations().get(Schema.tableOf(target));
                if (!other.names().isEmpty() && !Schema.tableOf(target).equals(table.getKey())) {
                    String of = other.names().get(0);
                    most.add("Which " + of + " has the most " + QueryWords.plural(name) + "?");
                    table.getValue().measures().values().stream()
                            .flatMap(measure -> measure.names().stream().limit(1))
                            .forEach(measure -> figures.add("What is the " + measure + " per " + of + "?"));
                }
            }
        }
        tables.forEach(table -> flat(table.getValue(), figures, most));
        return List.of(
                figures,
                most,
                numbers,
                numbers.stream().skip(1).toList(),
                numbers.stream().skip(2).toList());
    }

    /** A table that stands alone has its figures in its own columns, and what they are of as well. */
    private static void flat(Relation table, List<String> figures, List<String> most) {
        List<String> texts = table.columns().entrySet().stream()
                .filter(each -> each.getValue().values() && !table.key().contains(each.getKey()))
                .flatMap(each -> each.getValue().names().stream().limit(1))
                .toList();
        table.columns().forEach((name, column) -> {
            boolean counts = column.type() == Schema.Type.NUMBER
                    && column.codes().isEmpty()
                    && !table.key().contains(name)
                    && !table.references().containsKey(name)
                    && !IDENTIFYING.matcher(name.toLowerCase(Locale.ROOT)).find();
            if (counts && !column.names().isEmpty()) {
                String figure =
                        (EACH_FOR_ITSELF.matcher(name.toLowerCase(Locale.ROOT)).find() ? "average " : "total ")
                                + column.names().get(0);
                texts.forEach(of -> {
                    figures.add("What is the " + figure + " per " + of + "?");
                    most.add("Which " + of + " has the highest " + figure + "?");
                });
            }
        });
    }

    private static boolean isAnswered(
            String question, QuestionReader reader, QueryCompiler compiler, Predicate<String> hasRows) {
        Optional<LogicalQuery> query = reader.read(question).query();
        try {
            return query.isPresent() && hasRows.test(compiler.compile(query.get()));
        } catch (NotExpressible e) {
            // a question that this database cannot answer is none to begin with
            return false;
        }
    }

    private static boolean hasRows(String sql, Connection database) {
        try (Statement statement = database.createStatement()) {
            statement.setQueryTimeout(SECONDS);
            statement.setMaxRows(1);
            try (ResultSet rows = statement.executeQuery(sql)) {
                return rows.next();
            }
        } catch (SQLException e) {
            return false;
        }
    }
}
