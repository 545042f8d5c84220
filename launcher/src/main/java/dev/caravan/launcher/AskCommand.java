package dev.caravan.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.app.Settings;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Asks a running server a question: the steps go to standard error as they happen, the answer to
 * standard output. Exit code 0 when there is an answer of any kind, 1 when it failed, 2 when there is
 * no server.
 */
@Command(
        name = "ask",
        description = "Ask a running server a question.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:there is a reply: an answer, a question back or a refusal",
            "1:the question failed or was not taken",
            "2:no server answers"
        })
final class AskCommand implements Callable<Integer> {
    private static final int ANSWERED = 0;
    private static final int FAILED = 1;
    private static final int UNREACHABLE = 2;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream out;
    private final PrintStream err;
    private int tenths = -1;

    @Parameters(paramLabel = "QUESTION", description = "The question, in quotes.")
    private String question;

    @Option(names = "--json", description = "Print the server's JSON and nothing else.")
    private boolean json;

    @Option(names = "--thread", paramLabel = "ID", description = "Go on with the conversation of this id.")
    private Optional<String> thread = Optional.empty();

    @Option(names = "--workspace", paramLabel = "NAME", description = "What to ask about.")
    private Optional<String> workspace = Optional.empty();

    @Option(names = "--mode", paramLabel = "MODE", description = "auto, graphql_sql, sql_only or graphql_only.")
    private Optional<String> mode = Optional.empty();

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "Where the server is; as in application.yaml if not given.")
    private Optional<String> url = Optional.empty();

    /** Prints UTF-8 whatever the locale: terminals have long shown it, also where the locale says otherwise. */
    AskCommand() {
        this(utf8(FileDescriptor.out), utf8(FileDescriptor.err));
    }

    AskCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    @Override
    public Integer call() throws InterruptedException {
        String server = url.orElseGet(AskCommand::configured).replaceAll("/+$", "");
        try {
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
            HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/api/chat/stream"))
                    .header("Content-Type", "application/json")
                    .header("Accept", "text/event-stream, application/problem+json")
                    .POST(HttpRequest.BodyPublishers.ofString(body()))
                    .build();
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream stream = response.body()) {
                return follow(server, response, stream);
            }
        } catch (IllegalArgumentException e) {
            err.println(server + " is not the address of a server: " + e.getMessage());
            return UNREACHABLE;
        } catch (IOException e) {
            err.println("No Caravan answers at " + server + ". Start it with: ./caravan start");
            return UNREACHABLE;
        }
    }

    /** Where the server of this folder listens, as it wrote down or as its settings say. */
    static String configured() {
        Settings settings = Settings.load(Home.find(), Map.of());
        String address = settings.text("server.address");
        String host = address.equals("0.0.0.0") || address.equals("::")
                ? "127.0.0.1"
                : address.contains(":") ? "[" + address + "]" : address;
        return "http://" + host + ":" + port(settings);
    }

    /** A running server writes down its port, which the settings may have left open. */
    private static String port(Settings settings) {
        Path file = settings.path("server.data").resolve("caravan.port");
        try {
            return Files.exists(file) ? Files.readString(file).strip() : settings.text("server.port");
        } catch (IOException e) {
            return settings.text("server.port");
        }
    }

    private String body() {
        ObjectNode body = JSON.createObjectNode().put("question", question);
        thread.ifPresent(id -> body.put("thread_id", id));
        workspace.ifPresent(name -> body.put("workspace", name));
        mode.ifPresent(code -> body.put("mode", code));
        return body.toString();
    }

    private int follow(String server, HttpResponse<InputStream> response, InputStream stream) throws IOException {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (type.startsWith("application/problem+json")) {
            return problem(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
        if (!type.startsWith("text/event-stream")) {
            err.println(
                    "Something else than Caravan answers at " + server + " (status " + response.statusCode() + ").");
            return UNREACHABLE;
        }
        EventReader events = new EventReader(stream);
        try {
            for (Optional<EventReader.Event> event = events.next(); event.isPresent(); event = events.next()) {
                Optional<Integer> code = take(event.get());
                if (code.isPresent()) {
                    return code.get();
                }
            }
        } catch (JsonProcessingException e) {
            err.println("The server at " + server + " speaks differently from this command: " + e.getOriginalMessage());
            return FAILED;
        } catch (IOException e) {
            // told below: the stream ended too early
        }
        err.println("The server ended the connection before the answer was there.");
        return FAILED;
    }

    /** Shows an event; the exit code when it is the last one. */
    private Optional<Integer> take(EventReader.Event event) throws JsonProcessingException {
        return switch (event.name()) {
            case "done" -> Optional.of(answer(event.data()));
            case "error" -> Optional.of(problem(event.data()));
            case "node_start" -> step(JSON.readTree(event.data()), "· ", "");
            case "progress" -> progress(JSON.readTree(event.data()));
            case "pipeline_state" -> {
                JsonNode state = JSON.readTree(event.data());
                yield state.path("status").asText().equals("failed") ? step(state, "x ", " failed") : Optional.empty();
            }
                // agent_talk brings the answer in pieces; here it follows as a whole
            default -> Optional.empty();
        };
    }

    private Optional<Integer> step(JsonNode step, String before, String after) {
        String label = step.path("label").asText(step.path("stage").asText());
        return told(before + label + after);
    }

    /** A line for each tenth of what takes long. */
    private Optional<Integer> progress(JsonNode progress) {
        int tenth = (int) (progress.path("fraction").asDouble() * 10);
        if (tenth == tenths) {
            return Optional.empty();
        }
        tenths = tenth;
        return told("  " + progress.path("phase").asText() + " (" + tenth * 10 + " %)");
    }

    private Optional<Integer> told(String line) {
        if (!json) {
            err.println(Plain.line(line));
        }
        return Optional.empty();
    }

    private int answer(String data) throws JsonProcessingException {
        JsonNode answer = JSON.readTree(data);
        if (json) {
            out.println(data);
        } else {
            err.println();
            new AnswerPrinter(out).print(answer);
        }
        return answer.path("outcome").asText().equals("failed") ? FAILED : ANSWERED;
    }

    private int problem(String data) throws JsonProcessingException {
        if (json) {
            out.println(data);
            return FAILED;
        }
        JsonNode problem = JSON.readTree(data);
        String field = problem.path("field").asText("");
        String detail = problem.path("detail").asText(problem.path("title").asText());
        err.println(Plain.text(detail + (field.isEmpty() ? "" : " (field " + field + ")")));
        return FAILED;
    }
}
