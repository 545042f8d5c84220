package dev.caravan.derive;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.SqlGuard;
import dev.caravan.sql.WorkspaceDatabase;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.zip.CRC32;
import org.apache.camel.Body;

/**
 * Lets people edit the semantic model of a workspace that was derived from its tables. What they say is held against the data
 * before it is taken: a key has to tell rows apart, a reference has to lead to one row, a formula has to compute.
 */
public final class EditModel {
    private static final ObjectMapper MAPPER = Json.mapper();

    private final Domains domains;
    private final Function<String, Optional<WorkspaceDatabase>> databases;
    private final PreviewQuestions preview;
    private final Runnable saved;

    /**
     * An editor.
     *
     * @param databases the data of a workspace
     * @param saved called when a model was written
     */
    public EditModel(
            Domains domains,
            Function<String, Optional<WorkspaceDatabase>> databases,
            PreviewQuestions preview,
            Runnable saved) {
        this.domains = domains;
        this.databases = databases;
        this.preview = preview;
        this.saved = saved;
    }

    /**
     * The model as it is: workspace, title, version, and tables as their file has them.
     *
     * @throws BadRequest 404, or 409 where it has metrics instead of a schema
     */
    public Map<String, Object> show(@Body String workspace) {
        Domain domain = domain(workspace);
        Schema schema = schema(domain);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("workspace", workspace);
        shown.put("title", domain.workspace().title());
        shown.put("version", version(schema));
        shown.put("tables", WorkspaceFolder.tree(schema).get("relations"));
        return shown;
    }

    /**
     * Writes what is wanted.
     *
     * @return the model as it is then
     * @throws BadRequest 409 when somebody else has changed it since, 422 with a line for each fault
     */
    public synchronized Map<String, Object> save(@Body ModelEdit edit) {
        Domain domain = domain(edit.workspace());
        Schema kept = schema(domain);
        if (!edit.version().equals(version(kept))) {
            throw new BadRequest(
                    409, "version", "somebody else has changed the model since you saw it. Load it again.");
        }
        EditedSchema edited = checked(domain, kept, edit);
        if (!edited.faults().isEmpty()) {
            throw new BadRequest(422, "tables", String.join("\n", edited.faults()));
        }
        try {
            WorkspaceFolder.update(domain.workspace().folder(), edited.schema());
        } catch (IOException e) {
            throw new UncheckedIOException("the model of " + edit.workspace() + " cannot be written", e);
        }
        saved.run();
        return show(edit.workspace());
    }

    /**
     * What questions would come to by what is wanted, without writing it.
     *
     * @return faults, and questions with how each is read, its statement and first rows, or what is in the way
     */
    public Map<String, Object> preview(@Body ModelEdit edit) {
        Domain domain = domain(edit.workspace());
        EditedSchema edited = checked(domain, schema(domain), edit);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("faults", edited.faults());
        told.put(
                "questions",
                edited.faults().isEmpty()
                        ? preview.of(domain, edited.schema(), data(edit.workspace()), edit.questions())
                        : List.of());
        return told;
    }

    private Domain domain(String workspace) {
        return domains.find(workspace)
                .orElseThrow(() -> new BadRequest(404, "workspace", "there is no such workspace with tables"));
    }

    private WorkspaceDatabase data(String workspace) {
        return databases.apply(workspace).orElseThrow();
    }

    /** As its file has it: the domain's leaves out what the data do not cover. */
    private static Schema schema(Domain domain) {
        return SemanticModel.read(domain.workspace().folder().resolve("semantic-model.yaml"))
                .schema()
                .orElseThrow(() -> new BadRequest(
                        409,
                        "workspace",
                        "this workspace has metrics, which are edited in its file semantic-model.yaml"));
    }

    /** Tells one state of the model from another. */
    private static String version(Schema schema) {
        CRC32 sum = new CRC32();
        sum.update(Json.write(MAPPER, WorkspaceFolder.tree(schema)).getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }

    private EditedSchema checked(Domain domain, Schema kept, ModelEdit edit) {
        EditedSchema edited = EditedSchema.of(kept, edit.tables());
        if (!edited.faults().isEmpty()) {
            return edited;
        }
        SqlGuard guard = SqlGuard.of(
                domain.model().withSchema(edited.schema()), domain.workspace().engine());
        WorkspaceDatabase data = data(edit.workspace());
        List<String> faults = new ArrayList<>();
        edit.tables().keySet().forEach(table -> {
            Relation before = kept.relations().get(table);
            Relation after = edited.schema().relations().get(table);
            after.measures().forEach((name, measure) -> {
                if (!measure.equals(before.measures().get(name))) {
                    computes(guard, data, table, measure.formula())
                            .ifPresent(fault -> faults.add(table + ": the formula of " + name + " " + fault));
                }
            });
            if (!after.key().equals(before.key())
                    && !after.key().isEmpty()
                    && repeats(data, table, after.key(), false)) {
                faults.add(table + ": rows are not told apart by " + String.join(", ", after.key()));
            }
            after.references().forEach((column, target) -> {
                if (!target.equals(before.references().get(column))
                        && repeats(data, Schema.tableOf(target), List.of(Schema.columnOf(target)), true)) {
                    faults.add(table + ": " + column + " refers to " + target
                            + ", where several rows have the same value");
                }
            });
        });
        return faults.isEmpty() ? edited : new EditedSchema(kept, faults);
    }

    /** What keeps a formula from being added up; no row is read for it. */
    private static Optional<String> computes(SqlGuard guard, WorkspaceDatabase data, String table, String formula) {
        String computed = EditedSchema.COLUMN
                .matcher(formula)
                .replaceAll(column -> Matcher.quoteReplacement("t." + SchemaNames.quoted(column.group(1))));
        String sql = "SELECT sum(" + computed + ") AS figure FROM " + SchemaNames.quoted(table) + " AS t WHERE 1 = 0";
        Optional<String> refused = guard.refuse(sql);
        if (refused.isPresent()) {
            return Optional.of("is not permitted: " + refused.get());
        }
        try {
            data.read(sql, 1);
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of("does not compute: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static boolean repeats(WorkspaceDatabase data, String table, List<String> columns, boolean held) {
        String key = String.join(", ", columns.stream().map(SchemaNames::quoted).toList());
        // of a reference a value that is not there leads nowhere
        String there = held ? " WHERE " + key + " IS NOT NULL" : "";
        try {
            return !data.read(
                            "SELECT count(*) AS n FROM " + SchemaNames.quoted(table) + there + " GROUP BY " + key
                                    + " HAVING count(*) > 1 LIMIT 1",
                            1)
                    .isEmpty();
        } catch (SQLException e) {
            throw new BadRequest(422, "tables", table + ": the data cannot be read: " + e.getMessage());
        }
    }
}
