package dev.caravan.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.account.Account;
import dev.caravan.edge.EventStream;
import dev.caravan.edge.Problem;
import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.WriteCsv;
import dev.caravan.openai.AnswerMarkdown;
import dev.caravan.turn.BadRequest;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/**
 * The tools and resources of the server for the Model Context Protocol. A tool asks a route; what it gets is told as text for
 * models and as structured content for programs.
 */
public final class McpTools {
    /** The member of a transport's context that names the call, see {@link McpCalls#key}. */
    public static final String CALL = "caravan.mcp-call";

    /** The member of a transport's context that is the {@link Account} of the request. */
    public static final String ACCOUNT = Account.PROPERTY;

    private static final String SCHEME = "caravan://";
    private static final String MODEL = "semantic-model.yaml";
    private static final TypeReference<LinkedHashMap<String, Object>> MEMBERS = new TypeReference<>() {};

    private final ObjectMapper mapper;
    private final Workspaces workspaces;
    private final McpCalls calls;
    private final String version;

    /** Tools for asking about {@code workspaces}. */
    public McpTools(ObjectMapper mapper, Workspaces workspaces, McpCalls calls, String version) {
        this.mapper = mapper;
        this.workspaces = workspaces;
        this.calls = calls;
        this.version = version;
    }

    /** Serves a transport, asking the routes of a context, until what is returned is closed. */
    public McpSyncServer serve(McpStreamableServerTransportProvider transport, CamelContext camel) {
        ProducerTemplate routes = camel.createProducerTemplate();
        return McpServer.sync(transport)
                .serverInfo("caravan", version)
                .instructions(
                        "Answers questions about the data of workspaces, with the rows and statements that an answer rests on. "
                                + "Figures are to be taken from the evidence; an answer whose outcome is clarify or awaiting_person asks back.")
                .jsonMapper(new JacksonMcpJsonMapper(mapper))
                .jsonSchemaValidator(new FormCheck())
                .capabilities(McpSchema.ServerCapabilities.builder()
                        .tools(false)
                        .resources(false, false)
                        .build())
                .tools(tools(routes))
                .resources(semanticModels())
                .resourceTemplates(evidence(routes))
                .build();
    }

    private List<SyncToolSpecification> tools(ProducerTemplate routes) {
        return List.of(
                new SyncToolSpecification(
                        tool(
                                "ask",
                                "Ask a question",
                                "Answers a question in plain language about the data of a workspace. Give thread_id to go on with a conversation. "
                                        + "Where the outcome is awaiting_person, send reply (a value for each field of form) and thread_id in place of question.",
                                "question",
                                "thread_id",
                                "workspace",
                                "turn_id"),
                        (client, request) -> ask(routes, client, request)),
                new SyncToolSpecification(
                        tool(
                                "list_workspaces",
                                "List the workspaces",
                                "Tells what can be asked about: workspaces with examples and the choices that a question may fix."),
                        (client, request) -> told(() ->
                                Map.of("workspaces", routes.requestBody("direct:list-workspaces", "", List.class)))),
                new SyncToolSpecification(
                        tool(
                                "describe_data",
                                "Describe the data",
                                "Tells what the data of a workspace hold: classes with years and numbers of rows.",
                                "workspace"),
                        (client, request) -> told(() -> Map.of(
                                "data",
                                routes.requestBody(
                                        "direct:describe-data",
                                        String.valueOf(request.arguments().get("workspace")),
                                        List.class)))));
    }

    /** All tools read only; which arguments are needed is said by whoever reads them. */
    private static Tool tool(String name, String title, String description, String... texts) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (String text : texts) {
            properties.put(text, Map.of("type", "string"));
        }
        if (name.equals("ask")) {
            properties.put("choices", Map.of("type", "object", "additionalProperties", Map.of("type", "string")));
            properties.put("reply", Map.of("type", List.of("object", "string")));
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (name.equals("describe_data")) {
            schema.put("required", List.of("workspace"));
        }
        schema.put("additionalProperties", false);
        return Tool.builder(name, schema)
                .title(title)
                .description(description)
                .annotations(ToolAnnotations.builder()
                        .readOnlyHint(true)
                        .openWorldHint(false)
                        .build())
                .build();
    }

    private CallToolResult ask(ProducerTemplate routes, McpSyncServerExchange client, CallToolRequest request) {
        String call = String.valueOf(Optional.ofNullable(client.transportContext())
                .orElse(McpTransportContext.EMPTY)
                .get(CALL));
        calls.expect(call);
        try {
            EventStream told = new Told(client, request.progressToken(), mapper, turn -> calls.begin(call, turn));
            byte[] question = mapper.writeValueAsBytes(request.arguments());
            Exchange done = routes.request("direct:mcp-ask", exchange -> {
                exchange.setProperty(EventStream.PROPERTY, told);
                exchange.setProperty(Account.PROPERTY, account(client));
                exchange.getMessage().setBody(question);
            });
            return done.getException() == null
                    ? answer(mapper.readTree(done.getMessage().getBody(String.class)))
                    : problem(done.getException());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            calls.end(call);
        }
    }

    private CallToolResult answer(JsonNode document) {
        Map<String, Object> members = mapper.convertValue(((ObjectNode) document).without("steps"), MEMBERS);
        return CallToolResult.builder()
                .addTextContent(AnswerMarkdown.of(document, "").text())
                .structuredContent(members)
                .isError(document.path("outcome").asText().equals("failed"))
                .build();
    }

    @FunctionalInterface
    private interface Asked {
        Map<String, Object> get();
    }

    private CallToolResult told(Asked asked) {
        try {
            String json = mapper.writeValueAsString(asked.get());
            return CallToolResult.builder()
                    .addTextContent(json)
                    .structuredContent(mapper.readValue(json, MEMBERS))
                    .build();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) { // told to the client, and logged where it is a fault of the server
            return problem(e);
        }
    }

    /** An error that a model can read and act on. */
    private static CallToolResult problem(Exception failure) {
        Problem problem = Problem.of(failure);
        return CallToolResult.builder()
                .addTextContent(problem.detail()
                        + problem.field().map(field -> " (" + field + ")").orElse(""))
                .structuredContent(problem.members())
                .isError(true)
                .build();
    }

    private List<SyncResourceSpecification> semanticModels() {
        List<SyncResourceSpecification> all = new ArrayList<>();
        for (Workspace workspace : workspaces.list()) {
            Path file = workspace.folder().resolve(MODEL);
            if (Files.isRegularFile(file)) {
                McpSchema.Resource resource = McpSchema.Resource.builder(
                                SCHEME + "workspaces/" + workspace.name() + "/semantic-model",
                                workspace.name() + "-semantic-model")
                        .title("Semantic model: " + workspace.title())
                        .description("Tables with their grain, dimensions, metrics with formula and unit, synonyms")
                        .mimeType("application/yaml")
                        .build();
                all.add(new SyncResourceSpecification(
                        resource, (client, request) -> text(request.uri(), "application/yaml", read(file))));
            }
        }
        return all;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<SyncResourceTemplateSpecification> evidence(ProducerTemplate routes) {
        String answers = SCHEME + "turns/{turn_id}";
        return List.of(
                new SyncResourceTemplateSpecification(
                        McpSchema.ResourceTemplate.builder(answers, "answer")
                                .title("An answer with its evidence and steps")
                                .mimeType("application/json")
                                .build(),
                        (client, request) -> found(
                                request.uri(),
                                "application/json",
                                () -> mapper.writeValueAsString(turn(routes, client, part(request.uri(), 1))
                                        .withoutCalls()))),
                new SyncResourceTemplateSpecification(
                        McpSchema.ResourceTemplate.builder(answers + "/tables/{number}", "rows")
                                .title("All rows of a piece of evidence, counted from 0")
                                .mimeType("text/csv")
                                .build(),
                        (client, request) -> found(
                                request.uri(),
                                "text/csv",
                                () -> csv(turn(routes, client, part(request.uri(), 1)), part(request.uri(), 3)))));
    }

    private static String part(String uri, int number) {
        return uri.substring(SCHEME.length()).split("/")[number];
    }

    private static TurnDocument turn(ProducerTemplate routes, McpSyncServerExchange client, String id) {
        Exchange done = routes.request("direct:get-turn", exchange -> {
            exchange.setProperty(Account.PROPERTY, account(client));
            exchange.getMessage().setBody(id);
        });
        if (done.getException() != null) {
            throw new CamelExecutionException("the turn was not read", done, done.getException());
        }
        return done.getMessage().getBody(TurnDocument.class);
    }

    private static Object account(McpSyncServerExchange client) {
        return Optional.ofNullable(client.transportContext())
                .orElse(McpTransportContext.EMPTY)
                .get(ACCOUNT);
    }

    private static String csv(TurnDocument turn, String number) {
        return number.matches("[0-9]{1,3}")
                        && Integer.parseInt(number) < turn.evidence().size()
                ? turn.evidence()
                        .get(Integer.parseInt(number))
                        .rows()
                        .map(WriteCsv::write)
                        .orElseGet(McpTools::refuse)
                : refuse();
    }

    private static String refuse() {
        throw new BadRequest(404, "table", "this answer has no such table");
    }

    @FunctionalInterface
    private interface Text {
        String get() throws JsonProcessingException;
    }

    private static ReadResourceResult found(String uri, String type, Text text) {
        try {
            return text(uri, type, text.get());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) { // a problem in the words of the protocol
            Problem problem = Problem.of(e);
            if (problem.status() == 404) {
                throw McpError.RESOURCE_NOT_FOUND.apply(uri);
            }
            throw McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
                    .message(problem.detail())
                    .build();
        }
    }

    private static ReadResourceResult text(String uri, String type, String text) {
        return ReadResourceResult.builder(List.of(
                        TextResourceContents.builder(uri, text).mimeType(type).build()))
                .build();
    }
}
