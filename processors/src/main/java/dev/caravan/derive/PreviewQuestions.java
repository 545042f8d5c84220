package dev.caravan.derive;

import dev.caravan.analyst.DatabaseMembers;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.QueryWords;
import dev.caravan.query.SchemaGraph;
import dev.caravan.reader.QuestionReader.Reading;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlGuard;
import dev.caravan.sql.WorkspaceDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells what questions come to by a schema that nobody has written yet, as the built-in reader reads them. */
public final class PreviewQuestions {
    private static final int ROWS = 5;

    private final Clock clock;

    /**
     * A teller.
     *
     * @param clock tells the day where the data do not
     */
    public PreviewQuestions(Clock clock) {
        this.clock = clock;
    }

    /**
     * Each with read_as, sql and rows, or with problem.
     *
     * @param questions none for up to three that have an answer
     */
    List<Map<String, Object>> of(Domain domain, Schema schema, WorkspaceDatabase data, List<String> questions) {
        SemanticModel model = domain.model().withSchema(schema);
        Domain draft = new Domain(
                domain.workspace(),
                model,
                new DatabaseMembers(data, model, domain.workspace().folder().resolve("aliases.yaml")),
                SqlGuard.of(model, domain.workspace().engine()),
                domain.prompts(),
                domain.tables());
        SchemaQuestions reader = new SchemaQuestions(new Domains(name -> Optional.of(draft)), clock);
        List<String> asked = questions.isEmpty()
                ? FirstQuestions.of(
                        schema,
                        statement -> hasRows(data, statement),
                        draft.workspace().engine().code())
                : questions;
        return asked.stream()
                .map(question -> told(draft, schema, data, question, reader.read("", question)))
                .toList();
    }

    private static boolean hasRows(WorkspaceDatabase data, String statement) {
        try {
            return !data.read(statement, 1).isEmpty();
        } catch (SQLException e) {
            // a question that these data cannot answer is none to begin with
            return false;
        }
    }

    private static Map<String, Object> told(
            Domain draft, Schema schema, WorkspaceDatabase data, String question, Reading reading) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("question", question);
        if (reading.query().isEmpty()) {
            told.put("problem", reading.problem());
            return told;
        }
        try {
            LogicalQuery query = reading.query().get();
            told.put("read_as", new QueryWords(schema).sentence(query));
            String sql = new QueryCompiler(
                            new SchemaGraph(schema), draft.workspace().engine().code())
                    .compile(query);
            told.put("sql", sql);
            Optional<String> refused = draft.guard().refuse(sql);
            if (refused.isPresent()) {
                told.put("problem", refused.get());
            } else {
                told.put("rows", data.read(sql, ROWS).stream().limit(ROWS).toList());
            }
        } catch (NotExpressible | SQLException e) {
            told.put(
                    "problem",
                    String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        return told;
    }
}
