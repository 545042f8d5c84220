package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.model.RoutedModel;
import dev.caravan.query.IllegalQuery;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.sql.MetricForm.Named;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/**
 * Stage generate_sql: has a model say what is asked as a form, from which the statement is compiled, or write the statement where
 * no form can say it. It is the one stage that sees the context the agent passed along, and the reason why its last one was not
 * accepted.
 */
public final class GenerateSql {
    /** Key of the prompt. */
    public static final String KEY = "sql_generation";

    /** The form of the reply. */
    public static final JsonSchema REPLY = QueryReply.any(KEY);

    private final PromptFolder prompts;
    private final SemanticModel model;
    private final SqlCompiler compiler;

    /** With the workspace's prompts and semantic model. */
    public GenerateSql(PromptFolder prompts, SemanticModel model) {
        this.prompts = prompts;
        this.model = model;
        this.compiler = new SqlCompiler(model);
    }

    /** The messages to send; what stays the same from question to question comes first, so that providers need not read it again. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        MetricForm form = form(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Metrics", form.metrics());
        inputs.put(
                "Years",
                model.classes().entrySet().stream()
                        .map(c -> c.getKey() + ": " + c.getValue().from() + " to "
                                + c.getValue().to())
                        .collect(Collectors.joining("\n")));
        inputs.put(
                "Tables",
                run.tables().entrySet().stream()
                        .map(entry -> entry.getKey() + "(" + String.join(", ", entry.getValue()) + ")")
                        .collect(Collectors.joining("\n")));
        inputs.put("Names", form.members());
        inputs.put("Fixed by the person", ExtractionPrompt.fixed(run));
        inputs.put("Context", run.call().context());
        inputs.put("Question", run.call().question());
        if (!run.rejection().isEmpty()) {
            inputs.put("Statement that was not accepted", run.sql());
            inputs.put("Reason", run.rejection());
        }
        return prompts.messages(KEY, inputs, Map.of("run", run, RoutedModel.FORM, form.reply(KEY)));
    }

    /** Takes the reply: a statement with its assumptions, or the reason why there is none. */
    public SqlRun accept(
            @Body SqlRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        try {
            return QueryReply.take(run, reply, this::compiled);
        } catch (Replies.Unreadable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "No SQL could be written: "
                            + (reply == null
                                    ? "the language model is not available. " + ModelFailure.told(failure)
                                    : e.getMessage() + ". Try again, or ask for less at once."));
        }
    }

    /** The statement of a form that was filled in, with what it says in words; what is wrong with it goes back to whoever wrote it. */
    private SqlRun compiled(SqlRun run, JsonNode json) {
        try {
            return form(run).compiled(run, json, compiler);
        } catch (IllegalQuery | SqlCompiler.NotAnswerable e) {
            return run.withSql(json.toString()).withRejection(e.getMessage());
        }
    }

    MetricForm form(SqlRun run) {
        ProductClass usual =
                run.extraction().map(SqlRun.Extraction::productClass).orElse(ProductClass.HS92);
        return new MetricForm(
                model,
                run.call().question(),
                run.resolved().stream().map(GenerateSql::named).toList(),
                usual.schema(),
                run.overrides().schema().isPresent());
    }

    private static Named named(SqlRun.Resolved resolved) {
        Entity entity = resolved.entity();
        if (entity instanceof Entity.Group group) {
            String label = group.name() + " (" + group.type() + ")";
            return new Named(resolved.text(), label, group.name(), group.code(), "country", true, 0, Optional.empty());
        }
        if (entity instanceof Entity.Product product) {
            String schema = product.productClass().schema();
            return new Named(
                    resolved.text(),
                    product.name() + " (" + schema + " " + product.code() + ")",
                    product.name(),
                    product.code(),
                    "product",
                    false,
                    product.level(),
                    Optional.of(schema));
        }
        return Named.member(resolved.text(), entity.name(), entity.name(), entity.code(), "country");
    }
}
