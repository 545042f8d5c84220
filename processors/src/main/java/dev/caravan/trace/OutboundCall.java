package dev.caravan.trace;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;

/** One call that left the process's own logic within a step: to a model, a database or a service; for the trace. */
final class OutboundCall {
    /** Characters of one message, and of all messages of a call. */
    private static final int LONGEST = 4_000;

    private static final int LONGEST_CALL = 16_000;
    private static final String DATA_FILE = "bean:duckdb";
    private static final Map<String, String> KINDS =
            Map.of("langchain4j-chat", "model", "sql", "database", "graphql", "http");

    private OutboundCall() {}

    /** What an endpoint leads to; empty for what does not belong into the trace. */
    static String kind(Endpoint endpoint) {
        String uri = endpoint.getEndpointUri().replace("://", ":");
        if (endpoint.getEndpointBaseUri().replace("://", ":").equals(DATA_FILE)) {
            // DuckDB has no component
            return "database";
        }
        // the agent's call is a bean, because the component cannot pass tools on
        return uri.equals("bean:askAgent?method=ask")
                ? "model"
                : KINDS.getOrDefault(uri.substring(0, Math.max(0, uri.indexOf(':'))), "");
    }

    /** What is known as it begins. */
    static Map<String, Object> begun(Exchange exchange, Endpoint endpoint, RouteNodes nodes, long at) {
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("kind", nodes.kind(endpoint));
        // without its options, which may hold what nobody should read
        call.put("endpoint", endpoint.getEndpointBaseUri().replace("://", ":"));
        call.put(Steps.AT, at);
        boolean file = call.get("endpoint").equals(DATA_FILE);
        call.put(
                "in", text(file ? exchange.getVariable("statement") : content(exchange, nodes, RouteNodes.Node::send)));
        return call;
    }

    /** Adds how it ended. */
    static void ended(Map<String, Object> call, Exchange exchange, RouteNodes nodes, long millis) {
        call.put(Steps.MILLIS, millis);
        if (exchange.getException() != null) {
            call.put("error", cut(String.valueOf(exchange.getException().getMessage())));
        } else {
            Object out = content(exchange, nodes, RouteNodes.Node::receive);
            call.put("out", text(out));
            if (call.get("kind").equals("database") && out instanceof Collection<?> rows) {
                call.put("rows", rows.size());
            }
        }
    }

    /** What the node sends or takes: a variable where it names one, else the body. Camel's event comes outside of both. */
    private static Object content(Exchange exchange, RouteNodes nodes, Function<RouteNodes.Node, String> variable) {
        String id = exchange.getExchangeExtension().getHistoryNodeId();
        String name = id == null ? "" : variable.apply(nodes.node(exchange.getContext(), id));
        return name.isEmpty() ? exchange.getMessage().getBody() : exchange.getVariable(name);
    }

    private static String text(Object body) {
        if (body instanceof Collection<?> many) {
            boolean rows = many.stream().allMatch(Map.class::isInstance);
            return rows
                    ? String.format(Locale.ROOT, "%,d %s", many.size(), many.size() == 1 ? "row" : "rows")
                    : cut(many.stream().map(OutboundCall::text).collect(Collectors.joining("\n\n")), LONGEST_CALL);
        }
        if (body instanceof SystemMessage system) {
            return cut("[system] " + system.text());
        }
        if (body instanceof UserMessage user) {
            return cut("[user] "
                    + user.contents().stream()
                            .filter(TextContent.class::isInstance)
                            .map(content -> ((TextContent) content).text())
                            .collect(Collectors.joining("\n")));
        }
        if (body instanceof AiMessage reply) {
            return cut("[model] " + (reply.text() == null ? "" : reply.text())
                    + reply.toolExecutionRequests().stream()
                            .map(request -> "\n-> " + request.name() + " " + request.arguments())
                            .collect(Collectors.joining()));
        }
        if (body instanceof ToolExecutionResultMessage result) {
            return cut("[" + result.toolName() + "] " + result.text());
        }
        return body instanceof ChatMessage other ? "[" + other.type() + "]" : cut(String.valueOf(body));
    }

    private static String cut(String text) {
        return cut(text, LONGEST);
    }

    private static String cut(String text, int longest) {
        return text.length() <= longest
                ? text
                : text.substring(0, longest) + " … (" + (text.length() - longest) + " more characters)";
    }
}
