package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.mcp.FormCheck;
import dev.caravan.warehouse.Progress;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole product as a client of the Model Context Protocol meets it, over HTTP and on standard input and output. */
@Timeout(180)
class McpIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOP_FIVE = "What were Kenya's top 5 exports in 2023?";

    @TempDir
    static Path home;

    private static DemoHome product;
    private static CaravanServer server;

    private final List<String> progress = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() throws IOException {
        product = DemoHome.create(home);
        server = CaravanServer.start(Settings.load(home, Map.of()), Progress.silent());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        if (product != null) {
            product.close();
        }
    }

    private McpSyncClient client(McpClientTransport transport) {
        McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(Duration.ofSeconds(60))
                .initializationTimeout(Duration.ofSeconds(60))
                .jsonSchemaValidator(new FormCheck())
                .progressConsumer(told -> progress.add(told.message()))
                .build();
        client.initialize();
        return client;
    }

    private McpSyncClient overHttp() {
        return client(HttpClientStreamableHttpTransport.builder(server.address().toString())
                .endpoint("/mcp")
                .jsonMapper(new JacksonMcpJsonMapper(new ObjectMapper()))
                .build());
    }

    private static String text(CallToolResult result) {
        return ((TextContent) result.content().get(0)).text();
    }

    @Test
    void answersWithEvidenceAsStructuredContentAndTellsItsSteps() throws Exception {
        try (McpSyncClient client = overHttp()) {
            assertThat(client.getServerInfo().name()).isEqualTo("caravan");
            assertThat(client.listTools().tools())
                    .extracting(McpSchema.Tool::name)
                    .contains("ask", "list_workspaces", "describe_data");
            CallToolResult result = client.callTool(CallToolRequest.builder("ask")
                    .arguments(Map.of("question", TOP_FIVE, "workspace", "atlas"))
                    .progressToken("p1")
                    .build());
            assertThat(result.isError()).isNotEqualTo(true);
            assertThat(text(result)).contains("Refined oil products", "```sql");
            JsonNode answer = JSON.valueToTree(result.structuredContent());
            assertThat(answer.path("outcome").asText()).isEqualTo("answered");
            assertThat(answer.path("evidence").path(0).path("rows")).hasSize(5);
            assertThat(progress).contains("Thinking").hasSizeGreaterThan(5);

            CallToolResult next = client.callTool(CallToolRequest.builder("ask")
                    .arguments(Map.of(
                            "question",
                            "And for Uganda?",
                            "thread_id",
                            answer.path("thread_id").asText()))
                    .build());
            assertThat(text(next)).contains("Uganda");

            String turn = "caravan://turns/" + answer.path("turn_id").asText();
            assertThat(resource(client, turn)).contains("\"outcome\":\"answered\"");
            assertThat(resource(client, turn + "/tables/0").lines()).hasSize(6);
            assertThatThrownBy(() -> resource(client, turn + "/tables/9")).isInstanceOf(McpError.class);
            assertThat(resource(client, "caravan://workspaces/atlas/semantic-model"))
                    .contains("metrics:");
        }
    }

    private static String resource(McpSyncClient client, String uri) {
        return ((TextResourceContents)
                        client.readResource(ReadResourceRequest.builder(uri).build())
                                .contents()
                                .get(0))
                .text();
    }

    @Test
    void saysWhatIsWrongSoThatAModelCanActOnIt() {
        try (McpSyncClient client = overHttp()) {
            CallToolResult unknown = client.callTool(CallToolRequest.builder("ask")
                    .arguments(Map.of("question", "Coffee?", "workspace", "moon"))
                    .build());
            assertThat(unknown.isError()).isTrue();
            assertThat(text(unknown)).contains("'moon'", "atlas");
            CallToolResult empty = client.callTool(
                    CallToolRequest.builder("ask").arguments(Map.of()).build());
            assertThat(empty.isError()).isTrue();
            assertThat(text(empty)).contains("question");
            CallToolResult wrong = client.callTool(CallToolRequest.builder("ask")
                    .arguments(Map.of("question", "Coffee?", "speed", "fast"))
                    .build());
            assertThat(wrong.isError()).isTrue();
            assertThat(text(wrong)).contains("speed");
        }
    }

    /** The library's client cannot take a call back, and so the messages are written out here. */
    @Test
    void stopsTheTurnOfACallThatIsTakenBack() throws Exception {
        HttpResponse<String> opened = post(
                        "",
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}")
                .get();
        String session = opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
        assertThat(post(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                        .get()
                        .statusCode())
                .isEqualTo(202);
        // the lock's own transaction would see the activities of its beginning for ever
        try (Connection admin = SharedWorld.get().admin(DemoWorld.DATABASE);
                Statement lock = admin.createStatement();
                Connection watcher = SharedWorld.get().admin("postgres");
                Statement activities = watcher.createStatement()) {
            admin.setAutoCommit(false);
            lock.execute("lock table hs92.country_product_year_4 in access exclusive mode");
            CompletableFuture<HttpResponse<String>> call = post(
                    session,
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"ask\",\"arguments\":{\"question\":\""
                            + TOP_FIVE + "\",\"choices\":{\"mode\":\"sql_only\"}}}}");
            while (!waitsForTheLock(activities)) {
                assertThat(call).isNotDone();
                Thread.onSpinWait();
            }
            assertThat(post(
                                    session,
                                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":2,\"reason\":\"no need\"}}")
                            .get()
                            .statusCode())
                    .isEqualTo(202);
            // what is under way was taken back before it could end
            admin.rollback();
            assertThat(call.get(60, TimeUnit.SECONDS).body()).contains("\"outcome\":\"failed\"", "\"isError\":true");
        }
    }

    private static boolean waitsForTheLock(Statement activities) throws SQLException {
        try (ResultSet rows = activities.executeQuery(
                "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%country_product_year_4%'")) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }

    private static CompletableFuture<HttpResponse<String>> post(String session, String message) {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve("mcp"))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
        if (!session.isEmpty()) {
            request.header("Mcp-Session-Id", session);
        }
        return HttpClient.newHttpClient().sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void speaksOnStandardInputAndOutput() throws Exception {
        ServerParameters caravan = ServerParameters.builder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString())
                .args(
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.caravan.launcher.Main",
                        "mcp",
                        "--url",
                        server.address().toString())
                .build();
        StdioClientTransport transport =
                new StdioClientTransport(caravan, new JacksonMcpJsonMapper(new ObjectMapper()));
        try (McpSyncClient client = client(transport)) {
            CallToolResult workspaces = client.callTool(CallToolRequest.builder("list_workspaces")
                    .arguments(Map.of())
                    .build());
            assertThat(JSON.readTree(text(workspaces)).path("workspaces").findValuesAsText("name"))
                    .contains("atlas", "nba");
            CallToolResult result = client.callTool(CallToolRequest.builder("ask")
                    .arguments(Map.of("question", TOP_FIVE))
                    .progressToken(7)
                    .build());
            assertThat(text(result)).contains("Refined oil products");
            assertThat(progress).contains("Thinking");
        }
    }
}
