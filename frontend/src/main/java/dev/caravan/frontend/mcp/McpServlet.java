package dev.caravan.frontend.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.account.Account;
import dev.caravan.app.Settings;
import dev.caravan.frontend.http.Problems;
import dev.caravan.mcp.McpCalls;
import dev.caravan.mcp.McpTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.apache.camel.CamelContext;

/**
 * Speaks the Model Context Protocol over streamable HTTP. The library's servlet does it; this one stands before it and takes
 * the notifications by which a client takes a call back, which that one passes over.
 */
public class McpServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String SESSION = "Mcp-Session-Id";
    private static final ObjectMapper JSON = new ObjectMapper();

    @Inject
    transient CamelContext camel;

    @Inject
    transient Settings settings;

    private transient HttpServletStreamableServerTransportProvider transport;
    private transient McpSyncServer server;
    private transient McpCalls calls;

    // so many sessions are open at most; one of an older owner can be guessed no better than any other
    private final transient Map<String, Account> owners =
            Caffeine.newBuilder().maximumSize(10_000).<String, Account>build().asMap();

    @Override
    public void init() throws ServletException {
        calls = camel.getRegistry().lookupByNameAndType("mcpCalls", McpCalls.class);
        transport = HttpServletStreamableServerTransportProvider.builder()
                .jsonMapper(new JacksonMcpJsonMapper(JSON))
                .mcpEndpoint("/mcp")
                .maxRequestSize(settings.number("http.max-body"))
                .keepAliveInterval(settings.duration("http.heartbeat"))
                .contextExtractor(request -> McpTransportContext.create(Map.of(
                        McpTools.CALL,
                        String.valueOf(request.getAttribute(McpTools.CALL)),
                        McpTools.ACCOUNT,
                        request.getAttribute(Account.PROPERTY))))
                .build();
        server = camel.getRegistry()
                .lookupByNameAndType("mcpTools", McpTools.class)
                .serve(transport, camel);
    }

    @Override
    public void destroy() {
        server.closeGracefully();
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Account account = (Account) request.getAttribute(Account.PROPERTY);
        String session = String.valueOf(request.getHeader(SESSION));
        if (!owners.getOrDefault(session, account).id().equals(account.id())) {
            Problems.write(response, 404, "There is no such session.");
            return;
        }
        if (!request.getMethod().equals("POST")) {
            transport.service(request, response);
            return;
        }
        int limit = settings.number("http.max-body");
        byte[] body = request.getInputStream().readNBytes(limit + 1);
        if (body.length > limit) {
            Problems.write(response, 413, "The body is larger than " + limit + " bytes.");
            return;
        }
        JsonNode message = message(body);
        if (message.path("method").asText().equals("notifications/cancelled")) {
            calls.takeBack(McpCalls.key(
                    session, message.path("params").path("requestId").asText()));
            response.setStatus(HttpServletResponse.SC_ACCEPTED);
            return;
        }
        request.setAttribute(
                McpTools.CALL, McpCalls.key(session, message.path("id").asText()));
        transport.service(new ReadRequest(request, body), response);
        if (response.getHeader(SESSION) != null) {
            owners.put(response.getHeader(SESSION), account);
        }
    }

    /** What is no JSON is told by the library, in the words of the protocol. */
    private static JsonNode message(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }
}
