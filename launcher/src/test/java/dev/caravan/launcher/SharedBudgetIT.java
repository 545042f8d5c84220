package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers over one database and 200 people who all want the Atlas API, whose own ledger is looked at: it answered 100 times, and
 * never more often within any 60 seconds. The system property {@code caravan.budget.seconds} has them ask for so long, over several windows.
 */
@Timeout(600)
class SharedBudgetIT {
    private static final int SERVERS = 3;
    private static final int ASKERS = 200;
    private static final int BUDGET = 100;
    private static final int ASKED_AFTER = 150;
    private static final long WINDOW = Duration.ofSeconds(60).toNanos();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final List<String> COUNTRIES =
            List.of("Kenya", "Uganda", "Peru", "Chile", "Ghana", "Brazil", "Germany", "Japan");

    @TempDir
    Path folder;

    private final List<ServerProcess> servers = new ArrayList<>();
    private final ConcurrentLinkedQueue<Long> successes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger askedAfter = new AtomicInteger();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private DemoHome home;
    private HttpServer front;

    @BeforeEach
    void start() throws IOException {
        home = DemoHome.create(folder);
        front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        front.setExecutor(Executors.newCachedThreadPool());
        front.createContext("/", this::pass);
        front.start();
        String settings = Files.readString(folder.resolve("application.yaml"));
        Files.writeString(
                folder.resolve("application.yaml"),
                settings.replace(
                                        home.api().address().toString(),
                                        "http://127.0.0.1:" + front.getAddress().getPort())
                                .replace("budget: 12", "budget: " + BUDGET + ", ceiling: 5000, timeout: 60s")
                        + "gate: {budgets: shared}\n");
        for (int i = 0; i < SERVERS; i++) {
            servers.add(ServerProcess.start(folder, folder.resolve("data" + i)));
        }
    }

    @AfterEach
    void stop() {
        servers.forEach(ServerProcess::kill);
        ((ExecutorService) front.getExecutor()).shutdownNow();
        front.stop(0);
        home.close();
    }

    /** Passes a request on and notes when it was answered; each tenth one fails, which costs nothing. */
    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] query = exchange.getRequestBody().readAllBytes();
            if (requests.incrementAndGet() % 10 == 0) {
                failures.incrementAndGet();
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            HttpResponse<byte[]> answer = CLIENT.send(
                    HttpRequest.newBuilder(home.api()
                                    .address()
                                    .resolve(exchange.getRequestURI().toString()))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofByteArray(query))
                            .build(),
                    BodyHandlers.ofByteArray());
            if (answer.statusCode() == 200) {
                successes.add(System.nanoTime());
            }
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask(int number, int question) throws InterruptedException {
        String words = String.format(
                Locale.ROOT,
                "What did %s export in %d?",
                COUNTRIES.get((number + question) % COUNTRIES.size()),
                2012 + (number / SERVERS + question) % 10);
        URI server = servers.get(number % SERVERS).address();
        HttpRequest request = HttpRequest.newBuilder(server.resolve("api/chat"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"question\": \"" + words
                        + "\", \"workspace\": \"atlas\", \"choices\": {\"mode\": \"graphql_only\"}}"))
                .build();
        String outcome;
        try {
            JsonNode answer =
                    JSON.readTree(CLIENT.send(request, BodyHandlers.ofString()).body());
            outcome = answer.path("outcome").asText("none");
        } catch (IOException e) {
            // who asks so busy a server may be cut off; what the API answered counts all the same
            outcome = "cut";
        }
        synchronized (outcomes) {
            outcomes.merge(outcome, 1, Integer::sum);
        }
    }

    @Test
    void threeServersAndTwoHundredPeopleSpendTheBudgetWhollyAndNoMore() throws Exception {
        long seconds = Long.getLong("caravan.budget.seconds", 0);
        long began = System.nanoTime();
        ExecutorService askers = Executors.newFixedThreadPool(ASKERS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < ASKERS; i++) {
            int number = i;
            running.add(askers.submit(() -> {
                for (int question = 0;
                        askedAfter.get() < ASKED_AFTER
                                || System.nanoTime() - began
                                        < Duration.ofSeconds(seconds).toNanos();
                        question++) {
                    boolean spent = successes.size() >= BUDGET;
                    ask(number, question);
                    if (spent) {
                        askedAfter.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> each : running) {
            each.get();
        }
        askers.shutdown();
        List<Long> sorted = successes.stream().sorted().toList();
        int most = 0;
        for (int first = 0, last = 0; last < sorted.size(); last++) {
            while (sorted.get(last) - sorted.get(first) > WINDOW) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        System.out.printf(
                Locale.ROOT,
                "%d servers, %d askers, %d s: %d calls answered, %d failed, at most %d answered within any 60 s; turns %s%n",
                SERVERS,
                ASKERS,
                (System.nanoTime() - began) / 1_000_000_000,
                sorted.size(),
                failures.get(),
                most,
                outcomes);
        assertThat(most).as("successes within any 60 s").isEqualTo(BUDGET);
        assertThat(failures).hasPositiveValue();
    }
}
