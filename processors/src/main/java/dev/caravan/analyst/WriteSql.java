package dev.caravan.analyst;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.caravan.model.RoutedModel;
import dev.caravan.query.IllegalQuery;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.NotExpressible;
import dev.caravan.query.QueryJson;
import dev.caravan.query.QueryWords;
import dev.caravan.query.SchemaGraph;
import dev.caravan.query.StoredValues;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.sql.MetricForm;
import dev.caravan.sql.QueryReply;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage sql_generator: has a model write the statement from the chosen tables, minding why the last one was not accepted. */
public final class WriteSql {
    /** Key of the prompt. */
    public static final String KEY = "sql_generator";

    /** Key of the instructions where a logical query is asked for. */
    public static final String FORM = "logical_query";

    /** The form of the reply. */
    public static final JsonSchema REPLY = QueryReply.any(KEY);

    private final Domains domains;

    /** With the workspaces. */
    public WriteSql(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        Domain domain = domains.of(run);
        if (domain.model().schema().isPresent()) {
            return asForm(run, domain, domain.model().schema().get());
        }
        MetricForm form = form(run, domain);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Metrics", form.metrics());
        inputs.put("Database", domain.workspace().engine().title());
        inputs.put("Functions", String.join(", ", domain.model().functions()));
        inputs.put(
                "Available schema",
                run.tables().entrySet().stream()
                        .map(t -> t.getKey() + "(" + String.join(", ", t.getValue()) + ")")
                        .collect(Collectors.joining("\n")));
        inputs.put("Names", form.members());
        inputs.put("Context", run.call().context());
        inputs.put("Question", run.call().question());
        putRejection(run, inputs);
        return domain.prompts()
                .messages(KEY, inputs, Map.of("run", run, "domain", domain, RoutedModel.FORM, form.reply(KEY)));
    }

    private static MetricForm form(SqlRun run, Domain domain) {
        SemanticModel model = domain.members().covered(domain.model());
        return new MetricForm(
                model,
                run.call().question(),
                QuestionMembers.in(run.call().question() + "\n" + run.call().context(), domain),
                model.classes().keySet().iterator().next(),
                false);
    }

    private static void putRejection(SqlRun run, Map<String, String> inputs) {
        if (!run.rejection().isEmpty()) {
            inputs.put("Statement that was not accepted", run.sql());
            inputs.put("Reason", run.rejection());
        }
    }

    /**
     * Where all that is known are tables, a logical query is asked for, in a form that names nothing else; what stays the same
     * from question to question comes first, so that providers need not read it again.
     */
    private static List<ChatMessage> asForm(SqlRun run, Domain domain, Schema schema) {
        SchemaForm form = new SchemaForm(schema, stored(domain), run.tables().keySet());
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Schema", form.told());
        schema.today().ifPresent(today -> inputs.put("Today", today.toString()));
        inputs.put("Context", run.call().context());
        inputs.put("Question", run.call().question());
        putRejection(run, inputs);
        return domain.prompts()
                .messages(FORM, inputs, Map.of("run", run, "domain", domain, RoutedModel.FORM, form.reply()));
    }

    /** The values that columns have, where all of them are known. */
    private static StoredValues stored(Domain domain) {
        Map<String, Set<String>> values = new HashMap<>();
        domain.members().members().forEach(member -> values.computeIfAbsent(member.dimension(), d -> new HashSet<>())
                .add(member.code()));
        return (relation, column) -> {
            Set<String> known = values.getOrDefault(relation + "." + column, Set.of());
            return known.size() < DatabaseMembers.MOST_OF_COLUMN ? known : Set.of();
        };
    }

    /** Takes the reply: a statement with its assumptions, or the reason why there is none, such as the failure of the model. */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (reply == null) {
            return run.withFailure(Status.UNAVAILABLE, ModelFailure.told(failure));
        }
        try {
            return QueryReply.take(run, reply, this::compiled);
        } catch (Replies.Unreadable e) {
            return run.withFailure(Status.UNAVAILABLE, "The language model wrote no SQL: " + e.getMessage() + ".");
        }
    }

    /** The statement of a form that was filled in, with what it says in words; what is wrong with it goes back to whoever wrote it. */
    private SqlRun compiled(SqlRun run, JsonNode json) {
        Domain domain = domains.of(run);
        try {
            Optional<Schema> schema = domain.model().schema();
            return schema.isPresent()
                    ? ofTables(run, domain, schema.get(), json)
                    : form(run, domain)
                            .compiled(
                                    run,
                                    json,
                                    new SqlCompiler(
                                            domain.model(), domain.workspace().engine()));
        } catch (IllegalQuery | NotExpressible | SqlCompiler.NotAnswerable e) {
            return run.withSql(json.toString()).withRejection(e.getMessage());
        }
    }

    private static SqlRun ofTables(SqlRun run, Domain domain, Schema schema, JsonNode json)
            throws IllegalQuery, NotExpressible {
        SchemaGraph graph = new SchemaGraph(schema);
        LogicalQuery asked = new QueryJson(graph, stored(domain)).read(json);
        // equal firsts are found by a window, which not every workspace lets statements use
        LogicalQuery query = domain.model().functions().contains("rank") ? asked : asked.withoutTies();
        String sql = new QueryCompiler(graph, domain.workspace().engine().code()).compile(query);
        return run.withSql(sql).withNotes(List.of("Read as: " + new QueryWords(schema).sentence(query) + "."));
    }

    /** A statement that the database would not run goes back to be written anew. */
    public SqlRun sendBack(@Body SqlRun run) {
        return run.withExecutionError();
    }
}
