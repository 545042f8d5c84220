package dev.caravan.launcher;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import reactor.core.publisher.Mono;

/**
 * Lets a client of the Model Context Protocol that starts its servers as processes speak with a running server: lines of standard
 * input go there, its messages to standard output. It ends with its input.
 */
@Command(
        name = "mcp",
        description =
                "Connect a client of the Model Context Protocol, on standard input and output, to a running server.",
        mixinStandardHelpOptions = true)
final class McpCommand implements Callable<Integer> {
    private final McpJsonMapper mapper = new JacksonMcpJsonMapper(new ObjectMapper());
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the server is; as in application.yaml if not given.")
    private Optional<String> url = Optional.empty();

    @Override
    public Integer call() throws IOException {
        String address = url.orElseGet(AskCommand::configured).replaceAll("/+$", "");
        HttpClientStreamableHttpTransport server = HttpClientStreamableHttpTransport.builder(address)
                .endpoint("/mcp")
                .jsonMapper(mapper)
                .build();
        server.connect(messages -> messages.doOnNext(this::write).then(Mono.empty()))
                .block();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                pass(server, address, line);
            }
        }
        server.closeGracefully().block();
        return 0;
    }

    /** Sends one message; a question goes on while others follow, a notification is there before the next one. */
    private void pass(HttpClientStreamableHttpTransport server, String address, String line) {
        JSONRPCMessage message;
        try {
            message = McpSchema.deserializeJsonRpcMessage(mapper, line);
        } catch (IOException | IllegalArgumentException e) {
            write(refusal(null, McpSchema.ErrorCodes.PARSE_ERROR, "this line is no message: " + e.getMessage()));
            return;
        }
        Mono<Void> sent = server.sendMessage(message).onErrorResume(failure -> {
            String told = "No Caravan answers at " + address + " (" + failure.getMessage()
                    + "). Start it with: ./caravan start";
            if (message instanceof JSONRPCRequest request) {
                write(refusal(request.id(), McpSchema.ErrorCodes.INTERNAL_ERROR, told));
            } else {
                System.err.println(told);
            }
            return Mono.empty();
        });
        if (message instanceof JSONRPCRequest) {
            sent.subscribe();
        } else {
            sent.block();
        }
    }

    private static JSONRPCResponse refusal(Object id, int code, String told) {
        return new JSONRPCResponse(
                McpSchema.JSONRPC_VERSION, id, null, new JSONRPCResponse.JSONRPCError(code, told, null));
    }

    private synchronized void write(JSONRPCMessage message) {
        try {
            out.println(mapper.writeValueAsString(message));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
