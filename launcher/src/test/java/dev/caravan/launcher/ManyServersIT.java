package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers over one database of conversations, of which one after the other is killed and started again while people ask:
 * what was answered is kept, and who asked gets an answer, from another server where need be.
 */
@Timeout(600)
class ManyServersIT {
    private static final int SERVERS = 3;
    private static final int ASKERS = 6;
    private static final int KILLS = 2;
    private static final int NONE = -1;
    private static final int ANSWERS_BETWEEN = 12;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String QUESTION =
            "{\"question\": \"Which team won the most games in %d?\", \"workspace\": \"nba\"}";

    @TempDir
    Path folder;

    private final AtomicReferenceArray<ServerProcess> servers = new AtomicReferenceArray<>(SERVERS);
    private final ConcurrentLinkedQueue<String> finished = new ConcurrentLinkedQueue<>();
    private final Semaphore answers = new Semaphore(0);
    private final Semaphore killed = new Semaphore(0);
    private final AtomicInteger doomed = new AtomicInteger(NONE);
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicInteger withoutEnd = new AtomicInteger();
    private DemoHome home;
    private volatile boolean over;

    @AfterEach
    void stop() {
        for (int i = 0; i < SERVERS; i++) {
            Optional.ofNullable(servers.get(i)).ifPresent(ServerProcess::kill);
        }
        home.close();
    }

    /** How a stream ended. */
    private record End(Optional<String> turnId, boolean done) {}

    private End ask(int at, int year) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(servers.get(at).address().resolve("api/chat/stream"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(QUESTION.formatted(year)))
                .build();
        String turn = null;
        try (Stream<String> lines = CLIENT.send(request, BodyHandlers.ofLines()).body()) {
            String event = "";
            for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
                String line = each.next();
                if (line.startsWith("event: ")) {
                    event = line.substring("event: ".length());
                } else if (line.startsWith("data: ") && event.equals("thread")) {
                    turn = JSON.readTree(line.substring("data: ".length()))
                            .path("turn_id")
                            .asText();
                    // as the stream has begun, so that it is cut
                    if (doomed.compareAndSet(at, NONE)) {
                        servers.get(at).kill();
                        killed.release();
                    }
                } else if (line.startsWith("data: ") && event.equals("done")) {
                    return new End(Optional.ofNullable(turn), true);
                }
            }
        } catch (IOException | RuntimeException e) {
            // the server was killed
        }
        return new End(Optional.ofNullable(turn), false);
    }

    private Optional<JsonNode> fetch(String turn, int from) throws InterruptedException {
        for (int i = 0; i < SERVERS; i++) {
            ServerProcess server = servers.get((from + i) % SERVERS);
            try {
                HttpResponse<String> reply = CLIENT.send(
                        HttpRequest.newBuilder(server.address().resolve("api/turns/" + turn))
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.ofString());
                if (reply.statusCode() == 200) {
                    return Optional.of(JSON.readTree(reply.body()));
                }
            } catch (IOException e) {
                // killed, the next one
            }
        }
        return Optional.empty();
    }

    /** As a client behind a balancer does: a broken stream's answer is looked for on the other servers, else asked for again. */
    private void askOn(int number) throws InterruptedException {
        for (int question = 0; !over; question++) {
            int at = (number + question) % SERVERS;
            boolean answered = false;
            for (int attempt = 0; attempt < 20 && !answered; attempt++, at = (at + 1) % SERVERS) {
                End end = ask(at, 2013 + question % 10);
                answered = end.done();
                if (!answered && end.turnId().isPresent()) {
                    broken.incrementAndGet();
                    answered = fetch(end.turnId().get(), at + 1).isPresent();
                }
                if (answered) {
                    finished.add(end.turnId().orElseThrow());
                    answers.release();
                }
            }
            if (!answered) {
                withoutEnd.incrementAndGet();
            }
        }
    }

    @Test
    void whatWasAnsweredIsKeptAndEverybodyGetsAnAnswerWhileServersAreKilled() throws Exception {
        home = DemoHome.create(folder);
        Files.writeString(folder.resolve("application.yaml"), "gate: {budgets: shared}\n", StandardOpenOption.APPEND);
        for (int i = 0; i < SERVERS; i++) {
            servers.set(i, ServerProcess.start(folder, folder.resolve("data" + i)));
        }
        ExecutorService askers = Executors.newFixedThreadPool(ASKERS);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < ASKERS; i++) {
            int number = i;
            running.add(askers.submit(() -> {
                askOn(number);
                return null;
            }));
        }
        for (int kill = 0; kill < KILLS; kill++) {
            answers.drainPermits();
            assertThat(answers.tryAcquire(ANSWERS_BETWEEN, 2, TimeUnit.MINUTES))
                    .as("answers before the next server is killed")
                    .isTrue();
            int victim = kill % SERVERS;
            doomed.set(victim);
            assertThat(killed.tryAcquire(2, TimeUnit.MINUTES))
                    .as("a stream of the server that is to be killed")
                    .isTrue();
            servers.set(victim, ServerProcess.start(folder, folder.resolve("data" + victim)));
        }
        over = true;
        for (Future<?> each : running) {
            each.get();
        }
        askers.shutdown();
        assertThat(withoutEnd).as("questions without an answer").hasValue(0);
        assertThat(broken).as("streams that were cut").hasPositiveValue();
        int lost = 0;
        for (String turn : finished) {
            lost += fetch(turn, 0).isPresent() ? 0 : 1;
        }
        System.out.println(
                finished.size() + " answers, " + KILLS + " kills, " + broken + " streams cut, " + lost + " lost");
        assertThat(lost)
                .as("finished turns that are lost, of " + finished.size())
                .isZero();
    }
}
