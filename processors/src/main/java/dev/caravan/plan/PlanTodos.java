package dev.caravan.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Domains;
import dev.caravan.lookup.LookupSettings;
import dev.caravan.model.Replies;
import dev.caravan.plan.Task.Status;
import dev.caravan.search.SearchSettings;
import dev.caravan.turn.Outcome;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage plan_todos: the tasks of a request, each with the tool that does it. */
public final class PlanTodos {
    /** Key of the prompt. */
    public static final String KEY = "plan_todos";

    /** Finds out what names stand for. */
    public static final String RESOLVE = "entity_resolution";
    /** Maps terms to fields. */
    public static final String MAP = "field_mapping";
    /** Writes the query. */
    public static final String BUILD = "query_builder";
    /** Runs a query in SQL. */
    public static final String EXECUTE = "sql_executor";
    /** Runs a query in the search engine of its workspace. */
    public static final String SEARCH = "es_executor";
    /** Runs a query about one thing in the GraphQL service of its workspace. */
    public static final String LOOK_UP = "graphql_executor";
    /** Puts the result into words. */
    public static final String TELL = "llm_summary";

    /** Takes up an earlier query. */
    public static final String TAKE_UP = "query_metadata";
    /** Finds how the values of an earlier query are distributed. */
    public static final String STATISTICS = "stats_analysis";
    /** Finds what differences go with. */
    public static final String PATTERNS = "pattern_recognition";
    /** Says what the figures of an analysis show. */
    public static final String INSIGHTS = "insights";

    private static final List<String> ASKING = List.of(BUILD, EXECUTE, SEARCH, LOOK_UP, TELL);
    private static final List<String> ANALYZING = List.of(TAKE_UP, STATISTICS, PATTERNS, INSIGHTS);
    private static final List<String> TOOLS =
            List.of(RESOLVE, MAP, BUILD, EXECUTE, SEARCH, LOOK_UP, TELL, TAKE_UP, STATISTICS, PATTERNS, INSIGHTS);
    private static final int MOST_QUESTIONS = 8;
    private static final Set<String> CLARIFYING = Set.of(RESOLVE, MAP, BUILD);

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("plan_todos")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "tasks",
                            JsonArraySchema.builder()
                                    .description("in the order in which they are done")
                                    .items(JsonObjectSchema.builder()
                                            .addStringProperty("key", "small letters and underscores")
                                            .addStringProperty("description", "for the person")
                                            .addProperty(
                                                    "tool",
                                                    JsonEnumSchema.builder()
                                                            .description(
                                                                    """
                                                                    what does the task:
                                                                    - entity_resolution: finds out what names stand for
                                                                    - field_mapping: finds the fields that are asked for
                                                                    - query_builder: writes the one query
                                                                    - sql_executor: runs it in SQL
                                                                    - es_executor: runs it in the search engine
                                                                    - graphql_executor: runs it in the GraphQL service, which knows single things
                                                                    - llm_summary: puts the result into words, last
                                                                    - query_metadata: takes up an earlier query
                                                                    - stats_analysis: finds how the values of its figure are distributed
                                                                    - pattern_recognition: finds what the figure goes with
                                                                    - insights: says what the figures of an analysis show, last""")
                                                            .enumValues(TOOLS)
                                                            .build())
                                            .addProperty(
                                                    "questions",
                                                    JsonArraySchema.builder()
                                                            .description(
                                                                    "of stats_analysis and pattern_recognition alone: complete questions, such as the number of shipments by delay, or the average delay and number of shipments by carrier")
                                                            .items(JsonStringSchema.builder()
                                                                    .build())
                                                            .build())
                                            .required("key", "description", "tool")
                                            .build())
                                    .build())
                    .addProperty(
                            "of",
                            JsonIntegerSchema.builder()
                                    .description(
                                            "of an analysis alone: the number of the earlier request that it is about")
                                    .build())
                    .required("tasks")
                    .build())
            .build();

    private final Domains domains;

    /** With the workspaces. */
    public PlanTodos(Domains domains) {
        this.domains = domains;
    }

    /** The messages to send. */
    public List<ChatMessage> prepare(@Body PlanRun run) {
        Domain domain = domains.of(run.analysis());
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.state().intent().rewrittenQuestion());
        inputs.put("Kind of request", run.state().intent().intentType().code());
        inputs.put("Earlier requests", analyzes(run) ? told(earlier(run)) : "");
        inputs.put("Tools", String.join(", ", analyzes(run) ? ANALYZING : tools(domain)));
        return domain.prompts().messages(KEY, inputs, Map.of("plan", run, "domain", domain));
    }

    private static List<String> tools(Domain domain) {
        List<String> tools = new ArrayList<>(List.of(RESOLVE, MAP, BUILD, executor(domain)));
        if (looksUp(domain)) {
            tools.add(LOOK_UP);
        }
        tools.add(TELL);
        return tools;
    }

    private static boolean analyzes(PlanRun run) {
        return run.state().intent().intentType() == IntentContext.Type.ANALYSIS;
    }

    /** What can be analyzed, the last first; without metadata it is the last request alone. */
    private static List<Earlier> earlier(PlanRun run) {
        PlanState before = run.before();
        return run.earlier().isEmpty()
                ? List.of(new Earlier(
                        AnalyzeResults.last(before),
                        before.query().queryType(),
                        before.query().query(),
                        before.execution().recordCount() + " rows found",
                        Duration.ZERO))
                : run.earlier();
    }

    private static String told(List<Earlier> earlier) {
        List<String> lines = new ArrayList<>();
        earlier.forEach(each -> lines.add((lines.size() + 1) + ": " + each.question() + " (" + each.told() + ")"));
        return String.join("\n", lines);
    }

    /** The request that a reply says is analyzed, the last where it says none. */
    private static Earlier chosen(PlanRun run, String reply) {
        List<Earlier> earlier = earlier(run);
        int number = 1;
        try {
            number = Replies.object(reply).path("of").asInt(1);
        } catch (Replies.Unreadable e) {
            // there is no plan either
        }
        return earlier.get(number > 0 && number <= earlier.size() ? number - 1 : 0);
    }

    /** Takes the reply; a plan that cannot be worked off gives way to the usual one, or ends the turn where an analysis was asked for. */
    public PlanRun accept(@Body PlanRun run, @Variable("reply") String reply) {
        String question = run.state().intent().rewrittenQuestion();
        String executor = executor(domains.of(run.analysis()));
        boolean looksUp = looksUp(domains.of(run.analysis()));
        Optional<List<Task>> read = read(reply, analyzes(run), executor, looksUp);
        if (analyzes(run) && read.isEmpty()) {
            return run.withEnd(
                    Outcome.NO_DATA,
                    "There is nothing in the earlier result that this could analyze. Name the figure, such as the delay.");
        }
        if (analyzes(run)) {
            // what is asked after the analysis goes on from what was analyzed
            Earlier of = chosen(run, reply);
            return run.withState(run.state().with(next -> next.tasks(
                            TaskList.of(read.orElseThrow(), run.turn().question(), of.question()))
                    .active(true)
                    .turnId(run.turnId())
                    .resolution(run.before().resolution().of(of.question()))
                    .query(new QueryContext(QueryContext.Mode.CREATE_NEW, of.queryType(), of.query(), ""))));
        }
        TaskList tasks = TaskList.of(
                read.orElseGet(() -> usual(question, executor)), run.turn().question(), question);
        String previous = run.before().query().query();
        boolean edits = run.state().intent().intentType() == IntentContext.Type.MODIFICATION && !previous.isEmpty();
        return run.withState(run.state().with(next -> next.tasks(tasks)
                .active(true)
                .turnId(run.turnId())
                .resolution(run.before().resolution().remembered())
                .query(new QueryContext(
                        edits ? QueryContext.Mode.EDIT_EXISTING : QueryContext.Mode.CREATE_NEW,
                        "sql",
                        "",
                        edits ? previous : ""))
                .execution(ExecutionContext.NONE)));
    }

    private static Optional<List<Task>> read(String reply, boolean analyzes, String executor, boolean looksUp) {
        try {
            List<Task> tasks = new ArrayList<>();
            Set<String> keys = new HashSet<>();
            for (JsonNode each : Replies.object(reply).path("tasks")) {
                String key = each.path("key").asText("");
                String tool = each.path("tool").asText("");
                List<String> questions = Replies.texts(each, "questions").stream()
                        .limit(MOST_QUESTIONS)
                        .toList();
                boolean asks = tool.equals(STATISTICS) || tool.equals(PATTERNS);
                if (!key.matches("[a-z][a-z0-9_]{0,63}")
                        || !keys.add(key)
                        || !TOOLS.contains(tool)
                        || asks == questions.isEmpty()) {
                    return Optional.empty();
                }
                tasks.add(new Task(
                        key,
                        each.path("description").asText(key),
                        tool,
                        CLARIFYING.contains(tool),
                        Status.PENDING,
                        questions));
            }
            List<String> order = tasks.stream().map(Task::tool).toList();
            return isWorkable(order, analyzes, executor, looksUp) ? Optional.of(tasks) : Optional.empty();
        } catch (Replies.Unreadable e) {
            return Optional.empty();
        }
    }

    /** Whatever else is planned, a query is written, run and told, and an analysis takes up, asks and tells, in this order. */
    private static boolean isWorkable(List<String> order, boolean analyzes, String executor, boolean looksUp) {
        String runs = order.contains(SEARCH) ? executor : looksUp && order.contains(LOOK_UP) ? LOOK_UP : EXECUTE;
        List<String> asking = List.of(BUILD, runs, TELL);
        List<String> end = order.subList(Math.max(0, order.size() - 1), order.size());
        return analyzes
                ? ANALYZING.containsAll(order)
                        && order.size() > 2
                        && order.get(0).equals(TAKE_UP)
                        && end.equals(List.of(INSIGHTS))
                : order.stream().noneMatch(ANALYZING::contains)
                        && order.stream().filter(ASKING::contains).toList().equals(asking)
                        && end.equals(List.of(TELL));
    }

    /**
     * Why tasks cannot be done in this order, in a sentence for the person; empty where they can. What looks names and fields up and
     * what tells the result may be left out.
     *
     * @param order the tools
     */
    static Optional<String> fault(List<String> order, boolean analyzes) {
        List<String> usual = analyzes ? ANALYZING : List.of(RESOLVE, MAP, BUILD, EXECUTE, SEARCH, LOOK_UP, TELL);
        List<Integer> places = order.stream().map(usual::indexOf).toList();
        boolean asks = analyzes
                ? order.contains(TAKE_UP) && (order.contains(STATISTICS) || order.contains(PATTERNS))
                : order.contains(BUILD)
                        && (order.contains(EXECUTE) || order.contains(SEARCH) || order.contains(LOOK_UP));
        if (!asks) {
            return Optional.of(
                    analyzes
                            ? "An analysis takes up the earlier result and asks at least one question of it."
                            : "Without writing the query and running it there is no answer.");
        }
        return places.equals(places.stream().sorted().toList())
                ? Optional.empty()
                : Optional.of(
                        analyzes
                                ? "The earlier result is taken up first, and what its figures show is said last."
                                : "Names and fields are looked up before the query is written, and it is written before it is run.");
    }

    /** Whether a workspace has a service that knows single things. */
    public static boolean looksUp(Domain domain) {
        return LookupSettings.isIn(domain.workspace().folder());
    }

    /** What runs the queries of a workspace that are not about one thing: the search engine where it has one, else SQL. */
    public static String executor(Domain domain) {
        return SearchSettings.isIn(domain.workspace().folder()) ? SEARCH : EXECUTE;
    }

    /** The tasks of a question that one query answers. */
    public static List<Task> usual(String question, String executor) {
        String language = executor.substring(0, executor.indexOf('_'));
        return List.of(
                task("resolve_entities", "Find out what the names in \"" + question + "\" stand for", RESOLVE),
                task("map_fields", "Find the fields that are asked for", MAP),
                task("build_" + language + "_query", "Write the query", BUILD),
                task("execute_" + language, "Run the query", executor),
                task("summarize", "Put the result into words", TELL));
    }

    private static Task task(String key, String description, String tool) {
        return new Task(key, description, tool, CLARIFYING.contains(tool), Status.PENDING, List.of());
    }
}
