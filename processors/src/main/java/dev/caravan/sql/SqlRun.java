package dev.caravan.sql;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.semantic.Dialect;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Traced;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One call of the SQL tool on its way through the pipeline; opened afresh for each call, so that
 * nothing of an earlier call is left in it.
 *
 * @param turnId the turn it belongs to
 * @param call the tool call it answers
 * @param overrides what the person fixed
 * @param extraction what the question names
 * @param lookups what the catalog says of each name
 * @param resolved what each name was taken for
 * @param tables names of the tables the query may need, with their columns
 * @param sql the statement under way
 * @param attempts statements generated so far
 * @param maxAttempts how many may be
 * @param rejection why the last statement was not accepted; empty when it was
 * @param accepted whether the statement may run
 * @param table the result
 * @param millis time in the database
 * @param failure why there is no result
 * @param notes assumptions, in sentences
 * @param origin whose data it asks
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false, enableGetters = false)
public record SqlRun(
        String turnId,
        ToolCall call,
        Overrides overrides,
        Optional<Extraction> extraction,
        List<LookUp> lookups,
        List<Resolved> resolved,
        Map<String, List<String>> tables,
        String sql,
        int attempts,
        int maxAttempts,
        String rejection,
        boolean accepted,
        Optional<Table> table,
        long millis,
        Optional<Failure> failure,
        List<String> notes,
        Origin origin)
        implements Traced, PartOfTurn {

    /**
     * The data that a run asks.
     *
     * @param workspace its name
     * @param dialect the SQL of its database
     * @param tenant whose rows, where the database tells them apart; empty: none of a tenant
     */
    public record Origin(String workspace, Dialect dialect, String tenant) {
        /** The trade data in PostgreSQL, which are the same for all. */
        public static final Origin ATLAS = new Origin("atlas", Dialect.POSTGRESQL, "");

        /** The same data, read for a tenant. */
        public Origin of(String reader) {
            return equals(ATLAS) ? this : new Origin(workspace, dialect, reader);
        }
    }

    /**
     * What a question names, as the extraction model saw it.
     *
     * @param productClass the classification to use
     * @param names places, products and services
     * @param services whether services are meant
     */
    public record Extraction(ProductClass productClass, List<Name> names, boolean services) {
        /** Takes a copy. */
        public Extraction {
            names = List.copyOf(names);
        }
    }

    /**
     * A name in a question.
     *
     * @param text as written
     * @param kind place, product or service
     * @param guesses codes the model believes it stands for; verified before use
     */
    public record Name(String text, String kind, List<String> guesses) {
        /** Takes a copy. */
        public Name {
            guesses = List.copyOf(guesses);
        }
    }

    /**
     * What the catalog says of a name.
     *
     * @param name the name
     * @param verified guesses that exist
     * @param found hits of the search by name, best first
     * @param exact whether the first hit carries exactly this name
     * @param decided whether an exact name has one meaning, or a usual one
     */
    public record LookUp(Name name, List<Entity> verified, List<Catalog.Hit> found, boolean exact, boolean decided) {
        /** Takes copies. */
        public LookUp {
            verified = List.copyOf(verified);
            found = List.copyOf(found);
        }

        /** Whether both sources agree on one thing, so that nothing has to be chosen. */
        public boolean isClear() {
            return exact
                    && decided
                    && !found.isEmpty()
                    && (verified.isEmpty() || verified.contains(found.get(0).entity()));
        }
    }

    /**
     * A name with its meaning.
     *
     * @param text as written in the question
     * @param entity what it was taken for
     */
    public record Resolved(String text, Entity entity) {}

    /**
     * The end of a run without a result.
     *
     * @param status what the agent is told
     * @param message what went wrong and what to try, for the agent
     */
    public record Failure(ToolResult.Status status, String message) {}

    /** Takes copies. */
    public SqlRun {
        lookups = List.copyOf(lookups);
        resolved = List.copyOf(resolved);
        tables = new LinkedHashMap<>(tables);
        notes = List.copyOf(notes);
    }

    @Override
    public String part() {
        return call.id();
    }

    /** A run to which nothing has happened. */
    public static SqlRun begin(String turnId, ToolCall call, Overrides overrides, int maxAttempts) {
        return begin(turnId, call, overrides, maxAttempts, Origin.ATLAS);
    }

    /** A run on other data. */
    public static SqlRun begin(String turnId, ToolCall call, Overrides overrides, int maxAttempts, Origin origin) {
        SqlRun run = SqlRunBuilder.builder()
                .turnId(turnId)
                .call(call)
                .overrides(overrides)
                .lookups(List.of())
                .resolved(List.of())
                .tables(Map.of())
                .sql("")
                .maxAttempts(maxAttempts)
                .rejection("")
                .notes(List.of())
                .origin(origin)
                .build();
        return call.question().isBlank()
                ? run.withFailure(
                        ToolResult.Status.REJECTED,
                        "The argument \"question\" is missing: give the question in plain words.")
                : run;
    }

    /** A run of a statement that is written already; it has passed no check yet. */
    public static SqlRun ofStatement(String turnId, ToolCall call, String statement, Origin origin) {
        return begin(turnId, call, Overrides.NONE, 1, origin).withSql(statement);
    }

    /** By which it is routed to its database: "trade" for the trade data, "workspace" for those that a workspace names. */
    public String getSource() {
        return origin.equals(Origin.ATLAS) ? "trade" : "workspace";
    }

    /** Whether it can go on. */
    public boolean isAlive() {
        return failure.isEmpty();
    }

    /** Whether a statement has to be written. */
    public boolean isSqlNeeded() {
        return isAlive() && !accepted && attempts < maxAttempts;
    }

    /** Whether the statement passed the guard and has to pass the database's own check. */
    public boolean isCheckNeeded() {
        return isAlive() && rejection.isEmpty();
    }

    /** Whether a model has to choose between candidates. */
    public boolean isSelectionNeeded() {
        return isAlive() && lookups.stream().anyMatch(lookUp -> !lookUp.isClear());
    }

    /** Whether the statement may run. */
    public boolean isExecutable() {
        return isAlive() && accepted;
    }

    /** Whether the database has to be asked how many rows there are in all. */
    public boolean isCountNeeded() {
        return isAlive() && table.filter(Table::truncated).isPresent();
    }

    SqlRun withExtraction(Extraction found) {
        return SqlRunBuilder.builder(this).extraction(Optional.of(found)).build();
    }

    SqlRun withLookUps(List<LookUp> found) {
        return SqlRunBuilder.builder(this).lookups(found).build();
    }

    SqlRun withResolved(List<Resolved> things) {
        return SqlRunBuilder.builder(this).resolved(things).build();
    }

    /** With the tables it may read. */
    public SqlRun withTables(Map<String, List<String>> columns) {
        return SqlRunBuilder.builder(this).tables(columns).build();
    }

    /** With a statement that nobody has checked. */
    public SqlRun withSql(String statement) {
        return SqlRunBuilder.builder(this)
                .sql(statement)
                .attempts(attempts + 1)
                .rejection("")
                .accepted(false)
                .build();
    }

    /** With the reason why its statement is not accepted. */
    public SqlRun withRejection(String reason) {
        return SqlRunBuilder.builder(this).rejection(reason).accepted(false).build();
    }

    SqlRun withAcceptance() {
        return SqlRunBuilder.builder(this).rejection("").accepted(true).build();
    }

    /** With its rows. */
    public SqlRun withTable(Table result, long took) {
        return SqlRunBuilder.builder(this)
                .table(Optional.of(result))
                .millis(millis + took)
                .build();
    }

    /** Ended without a result. */
    public SqlRun withFailure(ToolResult.Status status, String message) {
        return SqlRunBuilder.builder(this)
                .failure(Optional.of(new Failure(status, message)))
                .build();
    }

    /** With further assumptions. */
    public SqlRun withNotes(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        more.stream().filter(note -> !all.contains(note)).forEach(all::add);
        return SqlRunBuilder.builder(this).notes(all).build();
    }

    /** To be written anew because the database refused to run the statement; ended when no attempt is left. */
    public SqlRun withExecutionError() {
        boolean again =
                failure.filter(f -> f.status() == ToolResult.Status.REJECTED).isPresent()
                        && accepted
                        && attempts < maxAttempts;
        return again
                ? SqlRunBuilder.builder(this)
                        .rejection(failure.get().message())
                        .accepted(false)
                        .failure(Optional.empty())
                        .build()
                : this;
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        switch (stage) {
            case "extract_tool_question" -> {
                detail.put("question", call.question());
                if (!call.context().isEmpty()) {
                    detail.put("context", call.context());
                }
            }
            case "extract_products" -> extraction.ifPresent(found -> {
                detail.put("classification", found.productClass().schema());
                detail.put("names", found.names().stream().map(Name::text).toList());
            });
            case "lookup_codes" -> detail.put(
                    "resolved",
                    resolved.stream()
                            .map(r -> r.text() + " = " + r.entity().name() + " ["
                                    + r.entity().code() + "]")
                            .toList());
            case "get_table_info" -> detail.put("tables", tables.size());
            case "take_edited_sql" -> detail.put("sql", sql);
            case "generate_sql" -> {
                detail.put("attempt", attempts);
                detail.put("sql", sql);
            }
            case "validate_sql" -> {
                if (!rejection.isEmpty()) {
                    detail.put("rejection", rejection);
                }
            }
            case "execute_sql" -> table.ifPresent(result -> {
                detail.put("rows", result.rows().size());
                detail.put("rows_total", result.totalRows());
                detail.put("database_millis", millis);
            });
            default -> {}
        }
        failure.ifPresent(f -> detail.put("error", f.message()));
        return detail;
    }
}
