package dev.caravan.derive;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.jdbc.JdbcUrl;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes a derived schema as the folder of a workspace, which a person reads over and adds to. */
public final class WorkspaceFolder {
    // what questions about any schema need, and nothing that reaches beyond the tables
    private static final List<String> FUNCTIONS = List.of(
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "round",
            "coalesce",
            "nullif",
            "abs",
            "ceil",
            "floor",
            "greatest",
            "least",
            "lower",
            "upper",
            "length",
            "trim",
            "substring",
            "extract",
            "date_part",
            "date_trunc",
            "to_char",
            "to_date",
            "to_timestamp",
            "age",
            "row_number",
            "rank",
            "dense_rank",
            "lag",
            "lead",
            "percentile_cont",
            "stddev",
            "variance",
            "string_agg",
            "concat",
            "mod",
            "power",
            "sqrt",
            "ntile",
            "cast",
            "date");

    private static final String MODEL = "semantic-model.yaml";

    private WorkspaceFolder() {}

    /**
     * Writes {@code workspace.yaml} and {@code semantic-model.yaml}.
     *
     * @param title as shown to people
     * @param login how the database is reached; a secret of it stands as ${NAME}
     * @throws IOException when the folder has a workspace already or cannot be written
     */
    public static void write(Path folder, String title, Workspace.Login login, Schema schema) throws IOException {
        write(folder, title, Optional.of(login), schema, examples(schema));
    }

    /**
     * The same with questions to begin with.
     *
     * @param login empty for the data file of the workspace
     * @throws IOException when the folder has a workspace already or cannot be written
     */
    public static void write(
            Path folder, String title, Optional<Workspace.Login> login, Schema schema, List<String> examples)
            throws IOException {
        if (Files.exists(folder.resolve(Workspace.FILE))) {
            throw new IOException(folder + " is a workspace already");
        }
        Files.createDirectories(folder);
        YAMLMapper yaml = yaml();
        Map<String, Object> workspace = new LinkedHashMap<>();
        workspace.put("title", title);
        workspace.put("description", "Derived from the schema of " + title);
        workspace.put("flow", "analyst");
        workspace.put("database", login.map(WorkspaceFolder::database).orElse(Map.of("engine", Dialect.DUCKDB.code())));
        workspace.put("examples", examples);
        yaml.writeValue(folder.resolve(Workspace.FILE).toFile(), workspace);
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", title);
        model.put("functions", FUNCTIONS);
        model.put("schema", tree(schema));
        yaml.writeValue(folder.resolve(MODEL).toFile(), model);
    }

    private static Map<String, Object> database(Workspace.Login login) {
        Map<String, Object> database = new LinkedHashMap<>();
        Dialect engine = new JdbcUrl(login.url()).engine().orElse(Dialect.POSTGRESQL);
        database.put("engine", engine.code());
        database.put("url", login.url());
        if (engine != Dialect.SQLITE) {
            database.put("user", login.user());
            database.put("password", login.password());
        }
        return database;
    }

    /**
     * Writes another schema into the semantic model of a workspace; what else stands in its files stays, but for comments.
     *
     * @throws IOException when they cannot be read or written
     */
    public static void update(Path folder, Schema schema) throws IOException {
        YAMLMapper yaml = yaml();
        Map<String, Object> model =
                yaml.readValue(folder.resolve(MODEL).toFile(), new TypeReference<LinkedHashMap<String, Object>>() {});
        model.put("schema", tree(schema));
        // whoever reads meanwhile finds the one or the other, whole
        Path part = folder.resolve(MODEL + ".part");
        try {
            yaml.writeValue(part.toFile(), model);
            Files.move(
                    part, folder.resolve(MODEL), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static YAMLMapper yaml() {
        return YAMLMapper.builder()
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .disable(YAMLGenerator.Feature.SPLIT_LINES)
                .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .build();
    }

    /** Questions that any table can answer. */
    private static List<String> examples(Schema schema) {
        return schema.relations().values().stream()
                .filter(relation ->
                        !relation.key().isEmpty() && !relation.names().isEmpty())
                .limit(3)
                .map(relation -> relation.names().get(0))
                .map(name -> "How many " + name + (name.endsWith("s") ? "" : "s") + " are there?")
                .toList();
    }

    /** As the file has it. */
    static Map<String, Object> tree(Schema schema) {
        Map<String, Object> relations = new LinkedHashMap<>();
        schema.relations().forEach((table, relation) -> relations.put(table, relation(relation)));
        Map<String, Object> tree = new LinkedHashMap<>();
        schema.today().ifPresent(today -> tree.put("today", today.toString()));
        tree.put("relations", relations);
        return tree;
    }

    private static Map<String, Object> relation(Relation relation) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("names", relation.names());
        if (!relation.description().isEmpty()) {
            tree.put("description", relation.description());
        }
        tree.put("key", relation.key());
        tree.put("references", relation.references());
        Map<String, Object> columns = new LinkedHashMap<>();
        relation.columns().forEach((name, column) -> columns.put(name, column(column)));
        tree.put("columns", columns);
        if (relation.view()) {
            tree.put("view", true);
        }
        if (!relation.measures().isEmpty()) {
            Map<String, Object> measures = new LinkedHashMap<>();
            relation.measures().forEach((name, measure) -> {
                Map<String, Object> written = new LinkedHashMap<>();
                written.put("formula", measure.formula());
                written.put("names", measure.names());
                if (measure.guess()) {
                    written.put("guess", true);
                }
                measures.put(name, written);
            });
            tree.put("measures", measures);
        }
        if (!relation.introduced().isEmpty()) {
            tree.put("introduced", relation.introduced());
        }
        if (!relation.shown().isEmpty()) {
            tree.put("shown", relation.shown());
        }
        return tree;
    }

    private static Map<String, Object> column(Column column) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", column.type().name().toLowerCase(Locale.ROOT));
        tree.put("names", column.names());
        if (!column.description().isEmpty()) {
            tree.put("description", column.description());
        }
        if (column.values()) {
            tree.put("values", true);
        }
        if (!column.codes().isEmpty()) {
            tree.put("codes", column.codes());
        }
        return tree;
    }
}
