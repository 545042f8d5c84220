package dev.caravan.analyst;

import dev.caravan.model.Replies;
import dev.caravan.sql.SqlRun;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage table_selector: the ten nearest tables by search, of which a model chooses those that the query needs. */
public final class SelectTables {
    /** Key of the prompt. */
    public static final String KEY = "table_selector";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("table_selector")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "selected_tables",
                            JsonArraySchema.builder()
                                    .description("the chosen candidates, schema.table, those with the figures first")
                                    .items(JsonStringSchema.builder().build())
                                    .build())
                    .required("selected_tables")
                    .build())
            .build();

    private static final int MOST = 5;

    private final Domains domains;

    /** With the workspaces. */
    public SelectTables(Domains domains) {
        this.domains = domains;
    }

    /** Puts the candidates into the run. */
    public SqlRun filter(@Body SqlRun run) {
        TableIndex index = domains.of(run).tables();
        return run.withTables(columns(index, index.find(run.call().question(), TableIndex.CANDIDATES)));
    }

    private static Map<String, List<String>> columns(TableIndex index, List<String> tables) {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        tables.forEach(table -> columns.put(table, List.copyOf(index.columns().get(table))));
        return columns;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        Domain domain = domains.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put(
                "Candidate tables",
                run.tables().keySet().stream()
                        .map(table -> table + ": " + domain.tables().describe(table))
                        .collect(Collectors.joining("\n")));
        return domain.prompts().messages(KEY, inputs, Map.of("run", run, "domain", domain));
    }

    /** Takes the reply; what it does not know as a candidate is left out, and without a choice all candidates stay. */
    public SqlRun accept(@Body SqlRun run, @Variable("reply") String reply) {
        try {
            List<String> chosen = new ArrayList<>(Replies.texts(Replies.object(reply), "selected_tables"));
            chosen.retainAll(run.tables().keySet());
            return chosen.isEmpty()
                    ? run
                    : run.withTables(
                            columns(domains.of(run).tables(), chosen.subList(0, Math.min(MOST, chosen.size()))));
        } catch (Replies.Unreadable e) {
            return run;
        }
    }
}
