package dev.caravan.model.offline;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Member;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.model.offline.SchemaReader.Reading;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.QueryJson;
import dev.caravan.query.StoredValues;
import dev.caravan.reader.Datum;
import dev.caravan.reader.QuestionReader;
import dev.caravan.semantic.Schema;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn.PastTurn;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The offline model's answers to the prompts of the analyst's flow where all that is known of the data is their schema. */
final class SchemaAnalyst {
    private static final int MOST_ROWS = 10;
    private static final int SPELT_OUT = 12;
    private static final int KEPT = 32;
    private static final Pattern COMMAND = Pattern.compile(
            "(?i)^\\W*(please )?(delete|drop|insert|update|truncate|alter|remove|erase|grant|create)\\b.*");

    private static final Pattern GONE =
            Pattern.compile("(?i)does not exist|doesn't exist|no such (column|table)|unknown (column|table)");

    private final Schema schema;
    private List<Member> members = List.of();
    private SchemaReader reader;
    private QuestionReader chart;
    private final Map<String, Understood> understood = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Understood> eldest) {
            return size() > KEPT;
        }
    };

    SchemaAnalyst(Schema schema) {
        this.schema = schema;
    }

    /** What a question was taken for: a logical query, or a statement of the reader of sentences. */
    private record Understood(Optional<LogicalQuery> logical, Reading reading) {}

    /** Each question is read once, whatever stage asks. */
    private synchronized Understood understood(Domain domain, String question) {
        refresh(domain);
        return understood.computeIfAbsent(question, asked -> anew(domain, asked));
    }

    Reading read(Domain domain, String question) {
        return understood(domain, question).reading();
    }

    private Understood anew(Domain domain, String question) {
        try {
            QuestionReader.Reading read = chart.read(question);
            Optional<String> sql = read.query()
                    .map(new QueryCompiler(
                            chart.graph(), domain.workspace().engine().code())::compile);
            if (sql.isPresent()) {
                return new Understood(read.query(), new Reading(sql, "", true, List.of()));
            }
            Reading spelt = speltOut(question)
                    ? reader.read(question)
                    : new Reading(Optional.empty(), "", read.known(), List.of());
            boolean meets = spelt.query().isPresent()
                    && UnreadWords.caveat(spelt.notes()).isEmpty()
                    && chart.unmet(question, spelt.query().get()).isEmpty();
            return new Understood(
                    Optional.empty(),
                    meets
                            ? spelt
                            : new Reading(Optional.empty(), read.problem(), read.known() || spelt.known(), List.of()));
        } catch (NotExpressible e) {
            return new Understood(
                    Optional.empty(),
                    new Reading(Optional.empty(), "It cannot be told: " + e.getMessage() + ".", true, List.of()));
        }
    }

    /**
     * A question that spells out at length what is to be returned, which the reader of sentences was made for; shorter ones that
     * the chart does not understand it takes for something else more often than not. What was asked one after the other is no
     * sentence: it would answer the first and pass over what was added.
     */
    private static boolean speltOut(String question) {
        return !QuestionReader.isJoined(question) && question.strip().split("\\s+").length >= SPELT_OUT;
    }

    private void refresh(Domain domain) {
        List<Member> now = domain.members().members();
        if (reader == null || now != members) {
            reader = new SchemaReader(schema, now);
            chart = chart(now);
            members = now;
            understood.clear();
        }
    }

    /** What reads questions, with the values that the data have now. */
    synchronized QuestionReader chart(Domain domain) {
        refresh(domain);
        return chart;
    }

    private QuestionReader chart(List<Member> now) {
        List<Datum> data = now.stream()
                .flatMap(member -> Stream.concat(Stream.of(member.display()), member.names().stream())
                        .map(name -> new Datum(
                                Schema.tableOf(member.dimension()),
                                Schema.columnOf(member.dimension()),
                                member.code(),
                                name)))
                .toList();
        return new QuestionReader(schema, data, schema.today().orElseGet(LocalDate::now));
    }

    /** A question that goes on from the one before, in full. */
    synchronized String inFull(AnalystRun run, Domain domain) {
        String question = run.turn().question().strip();
        List<PastTurn> history = run.turn().history();
        if (history.isEmpty()) {
            return question;
        }
        return chart(domain).inFull(history.get(history.size() - 1).asked(), question);
    }

    Map<String, Object> clarify(AnalystRun run, Domain domain) {
        String question = inFull(run, domain);
        if (COMMAND.matcher(question.lines().findFirst().orElse("")).matches()) {
            return Map.of(
                    "intent",
                    "refused",
                    "message",
                    "This system reads data and changes none. Ask a question about "
                            + domain.workspace().title() + ".");
        }
        Reading reading = read(domain, question);
        if (!reading.known()) {
            return Map.of(
                    "intent",
                    "refused",
                    "message",
                    "This is outside what the data of " + domain.workspace().title() + " can answer: "
                            + reading.problem());
        }
        return Map.of("intent", "clear");
    }

    Map<String, Object> select(SqlRun run, Domain domain) {
        String sql = read(domain, run.call().question()).query().orElse("");
        Set<String> chosen = new LinkedHashSet<>();
        run.tables().keySet().stream()
                .filter(table -> Pattern.compile("(?<![\\w.])" + Pattern.quote(table) + "(?![\\w.])")
                        .matcher(sql)
                        .find())
                .forEach(chosen::add);
        run.tables().keySet().stream().limit(3).forEach(chosen::add);
        return Map.of("selected_tables", chosen.stream().limit(5).toList());
    }

    Map<String, Object> write(SqlRun run, Domain domain) {
        if (!run.rejection().isEmpty()) {
            // the same statement would be written again
            return Map.of(
                    "unanswerable",
                    GONE.matcher(run.rejection()).find()
                            ? "The database has changed: it is no longer as the model of "
                                    + domain.workspace().title() + " says (" + run.rejection()
                                    + "). ./caravan connect with its address brings the model up to date."
                            : "The statement was refused: " + run.rejection());
        }
        Understood understood = understood(domain, run.call().question());
        if (understood.logical().isPresent()) {
            return Map.of(
                    "query",
                    new QueryJson(chart.graph(), StoredValues.UNKNOWN)
                            .write(understood.logical().get()));
        }
        Reading reading = understood.reading();
        return reading.query()
                .<Map<String, Object>>map(sql -> Map.of("sql", sql, "assumptions", reading.notes()))
                .orElseGet(() -> Map.of("unanswerable", reading.problem()));
    }

    Map<String, Object> tell(AnalystRun run) {
        List<SqlRun> alive =
                run.done().values().stream().filter(SqlRun::isAlive).toList();
        List<String> told = new ArrayList<>();
        Set<String> tables = new LinkedHashSet<>();
        for (SqlRun part : alive) {
            told.add(UnreadWords.caveat(part.notes()) + told(part.table().orElse(Table.EMPTY)));
            schema.relations().keySet().stream()
                    .filter(table -> Pattern.compile("(?<![\\w.])" + Pattern.quote(table) + "(?![\\w.])")
                            .matcher(part.sql())
                            .find())
                    .forEach(tables::add);
        }
        String notes =
                alive.stream().flatMap(part -> part.notes().stream()).distinct().collect(Collectors.joining(" "));
        return Map.of(
                "answer",
                String.join("\n\n", told),
                "transparency_note",
                ("From " + String.join(", ", tables) + ". " + notes).strip());
    }

    private static String told(Table table) {
        if (table.rows().isEmpty()) {
            return "Nothing was found for this.";
        }
        List<String> names = table.columns().stream()
                .map(column -> column.name().replace('_', ' '))
                .toList();
        StringBuilder text = new StringBuilder();
        List<List<Object>> rows = table.rows();
        for (int i = 0; i < Math.min(MOST_ROWS, rows.size()); i++) {
            List<String> cells = new ArrayList<>();
            for (int k = 0; k < names.size(); k++) {
                Object cell = rows.get(i).get(k);
                cells.add(names.get(k) + " "
                        + (cell instanceof Number number
                                ? Figures.number(Math.round(number.doubleValue() * 100) / 100.0)
                                : cell == null ? "not known" : String.valueOf(cell)));
            }
            text.append(rows.size() == 1 ? "" : (i == 0 ? "" : "\n") + (i + 1) + ". ")
                    .append(String.join(", ", cells));
        }
        if (table.totalRows() > MOST_ROWS) {
            text.append("\n\n").append(Figures.number(table.totalRows())).append(" rows in all; the table shows them.");
        }
        return text.toString();
    }
}
