package dev.caravan.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.duck.BuildDatabase;
import dev.caravan.evaluation.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Asks the demo of a workspace with a search engine about a multiple of its rows, and tells how long searches and whole questions
 * take, and what the engine holds.
 */
final class SearchBench {
    static final String WORKSPACE = "shipments";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long QUESTION_MILLIS = 400;
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final List<String> QUESTIONS = List.of(
            "How many shipments are in transit?",
            "Number of shipments by month in 2024",
            "Top 5 carriers by average delay",
            "Total freight cost by commodity",
            "Average delay by carrier in 2024",
            "How many shipments of coffee arrived in December 2024?",
            "the 10 heaviest shipments");
    private static final long DRAWN = 10_000;
    // each copy in days of its own would be another world; only what tells rows apart is new
    private static final String COPIES =
            """
            INSERT INTO shipping.shipments
            SELECT s.* REPLACE (shipment_id + k * %1$d AS shipment_id,
              'SH-' || lpad(CAST(shipment_id + k * %1$d AS VARCHAR), 8, '0') AS number)
            FROM shipping.shipments s, range(1, %2$d) r(k)""";

    private final URI chat;
    private final Path data;
    private final PrintStream out;
    private final HttpClient http = HttpClient.newHttpClient();

    private SearchBench(BenchedServer server, PrintStream out) {
        this.chat = server.address().resolve("api/chat");
        this.data = server.data();
        this.out = out;
    }

    /**
     * Measures so many shipments.
     *
     * @param shipments a multiple of {@value #DRAWN}
     * @param repeat how often each question is asked
     * @return whether simple questions were within the target
     */
    static boolean run(Path home, Path workspaces, long shipments, int repeat, PrintStream out)
            throws IOException, InterruptedException {
        if (shipments < DRAWN || shipments % DRAWN != 0) {
            throw new StartFailure("--search takes multiples of " + DRAWN + ", and not " + shipments + ".");
        }
        try (BenchedServer server = BenchedServer.start(
                home,
                workspaces,
                Map.of("MODEL_PROVIDER", "offline", "SEARCH_TIMEOUT", "5m"),
                var -> fill(workspaces, var, shipments))) {
            return new SearchBench(server, out).measure(shipments, repeat);
        }
    }

    /** The demo's data file with as many shipments, and without their containers. */
    private static void fill(Path workspaces, Path var, long shipments) throws IOException {
        Path file = var.resolve("workspaces").resolve(WORKSPACE).resolve("demo.duckdb");
        Files.createDirectories(file.getParent());
        try {
            new BuildDatabase(workspaces.resolve(WORKSPACE)).demo(file);
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM shipping.containers");
                statement.execute(COPIES.formatted(DRAWN, shipments / DRAWN));
            }
        } catch (SQLException e) {
            throw new IOException("the data of the bench cannot be made: " + e.getMessage(), e);
        }
    }

    private boolean measure(long shipments, int repeat) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        awaitFilled();
        long filled = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        List<Long> searches = new ArrayList<>();
        List<Long> questions = new ArrayList<>();
        for (int round = 0; round <= repeat; round++) {
            for (String question : QUESTIONS) {
                long asked = System.nanoTime();
                JsonNode search = search(question)
                        .orElseThrow(() -> new StartFailure("The search engine did not answer \"" + question + "\"."));
                // the first round is slow, and not counted
                if (round > 0) {
                    questions.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - asked));
                    searches.add(search.path("millis").asLong());
                }
            }
        }
        long slow = percentile(questions, 0.95);
        out.printf(
                "%,d shipments: filled within %d s, %,d MB on the disk, the engine holds %s MB%n",
                shipments, filled, size() >> 20, resident().map(String::valueOf).orElse("?"));
        out.printf(
                "  searches: p50 %d ms, p95 %d ms; whole questions: p50 %d ms, p95 %d ms (target %d ms)%n",
                percentile(searches, 0.5),
                percentile(searches, 0.95),
                percentile(questions, 0.5),
                slow,
                QUESTION_MILLIS);
        return slow <= QUESTION_MILLIS;
    }

    /** Until then questions are answered by the data file. */
    private void awaitFilled() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (search(QUESTIONS.get(0)).isEmpty()) {
            if (System.nanoTime() > end) {
                throw new StartFailure("The search engine was not filled within " + PATIENCE.toMinutes() + " minutes.");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    /** The evidence of the search that answered a question; empty where another engine did. */
    private Optional<JsonNode> search(String question) throws IOException, InterruptedException {
        String body = JSON.writeValueAsString(Map.of("workspace", WORKSPACE, "question", question));
        HttpResponse<byte[]> reply = http.send(
                HttpRequest.newBuilder(chat)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        JsonNode turn = JSON.readTree(reply.body());
        if (reply.statusCode() != 200 || !turn.path("outcome").asText().equals("answered")) {
            throw new StartFailure("\"" + question + "\" was not answered: " + turn);
        }
        for (JsonNode evidence : turn.path("evidence")) {
            if (evidence.has("searches")) {
                return Optional.of(evidence);
            }
        }
        return Optional.empty();
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.walk(data.resolve("search"))) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private Optional<Long> resident() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("search"))) {
            Optional<Path> pid =
                    files.filter(file -> file.toString().endsWith("pid")).findFirst();
            return pid.isEmpty()
                    ? Optional.empty()
                    : BenchedServer.resident(
                            Long.parseLong(Files.readString(pid.get()).strip()));
        }
    }

    private static long percentile(List<Long> millis, double share) {
        return Figures.percentile(millis.stream().mapToLong(each -> each), share);
    }
}
