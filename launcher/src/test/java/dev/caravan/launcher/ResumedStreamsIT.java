package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A stream that broke off goes on at another server over the same database, and so does the wish to end its turn. */
@Timeout(300)
class ResumedStreamsIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String QUESTION = "Which countries export the most coffee?";

    @TempDir
    static Path folder;

    private static DemoHome home;
    private static HeldModel model;
    private static ServerProcess here;
    private static ServerProcess there;

    @BeforeAll
    static void start() throws IOException {
        home = DemoHome.create(folder);
        model = new HeldModel(QUESTION);
        Files.writeString(
                folder.resolve("application.yaml"),
                """
                model: {frontier-provider: compatible, prompts: {sql_generation: lightweight}, providers: {compatible: {base-url: "%s", timeout: 120s}}}
                """
                        .formatted(model.url()),
                StandardOpenOption.APPEND);
        String settings = Files.readString(folder.resolve("application.yaml"));
        Files.writeString(
                folder.resolve("application.yaml"), settings.replace("state: {", "state: {server-lost: 2s, "));
        here = ServerProcess.start(folder, folder.resolve("data0"));
        there = ServerProcess.start(folder, folder.resolve("data1"));
    }

    @AfterAll
    static void stop() {
        Stream.of(here, there).filter(Objects::nonNull).forEach(ServerProcess::kill);
        model.close();
        home.close();
    }

    private record Event(String id, String name, JsonNode data) {}

    /** The events of a stream as they come; closing it leaves the server. */
    private record Line(Stream<String> lines, Iterator<String> each) implements AutoCloseable {
        static Line open(HttpRequest request) throws IOException, InterruptedException {
            HttpResponse<Stream<String>> reply = CLIENT.send(request, BodyHandlers.ofLines());
            assertThat(reply.statusCode()).as("%s", request.uri()).isEqualTo(200);
            return new Line(reply.body(), reply.body().iterator());
        }

        Event next() throws IOException {
            String id = "";
            String name = "";
            while (true) {
                String line = each.next();
                if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("data: ")) {
                    return new Event(id, name, JSON.readTree(line.substring("data: ".length())));
                }
            }
        }

        /** All up to the first one of a stage that models answer after the query, which the test holds. */
        List<Event> untilHeld() throws IOException {
            List<Event> events = new ArrayList<>();
            boolean queried = false;
            while (true) {
                Event event = next();
                events.add(event);
                String stage = event.data().path("stage").asText();
                queried |= stage.equals("format_results") && event.name().equals("pipeline_state");
                if (queried && event.name().equals("node_start")) {
                    return events;
                }
            }
        }

        List<Event> rest() throws IOException {
            List<Event> events = new ArrayList<>();
            while (events.isEmpty()
                    || !List.of("done", "error")
                            .contains(events.get(events.size() - 1).name())) {
                events.add(next());
            }
            return events;
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    private static Line ask(ServerProcess server, String name) throws IOException, InterruptedException {
        return Line.open(HttpRequest.newBuilder(server.address().resolve("api/chat/stream"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"question\": \"" + QUESTION + " This is case " + name + ".\"}"))
                .build());
    }

    private static Line follow(ServerProcess server, String turn, String last)
            throws IOException, InterruptedException {
        return Line.open(HttpRequest.newBuilder(server.address().resolve("api/turns/" + turn + "/events"))
                .header("Last-Event-ID", last)
                .build());
    }

    private static String turn(List<Event> events) {
        return events.get(0).data().path("turn_id").asText();
    }

    private static List<String> ids(List<Event> events) {
        return events.stream().map(Event::id).toList();
    }

    private static int send(ServerProcess server, String method, String path) {
        try {
            return CLIENT.send(
                            HttpRequest.newBuilder(server.address().resolve(path))
                                    .method(method, BodyPublishers.noBody())
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClientGetsWhatItMissedAndTheEndOnEitherServer() throws Exception {
        List<Event> seen;
        try (Line line = ask(here, "follow")) {
            seen = line.untilHeld();
        }
        String turn = turn(seen);
        String last = seen.get(2).id();
        List<String> missed = ids(seen.subList(3, seen.size()));
        for (ServerProcess server : List.of(here, there)) {
            try (Line again = follow(server, turn, last)) {
                for (String id : missed) {
                    assertThat(again.next().id()).isEqualTo(id);
                }
            }
        }
        assertThat(send(there, "GET", "api/turns/" + turn)).isEqualTo(202);
        try (Line again = follow(there, turn, seen.get(seen.size() - 1).id())) {
            model.release("follow");
            List<Event> rest = again.rest();
            assertThat(rest.get(0).id()).isEqualTo("0." + seen.size());
            assertThat(ids(rest)).doesNotHaveDuplicates().doesNotContainAnyElementsOf(ids(seen));
            Event end = rest.get(rest.size() - 1);
            assertThat(end.name()).isEqualTo("done");
            assertThat(end.data().path("answer").asText()).contains(StubModel.ANSWER);
        }
        // one that is over ends at once
        try (Line again = follow(there, turn, last)) {
            assertThat(ids(again.rest())).containsAll(missed);
        }
    }

    @Test
    void aTurnIsEndedByWayOfAnotherServer() throws Exception {
        try (Line line = ask(here, "cancel")) {
            String turn = turn(line.untilHeld());
            int status = 404;
            // the other server is told within half a second
            while (status == 404) {
                status = send(there, "POST", "api/turns/" + turn + "/cancel");
            }
            assertThat(status).isEqualTo(204);
            List<Event> rest = line.rest();
            assertThat(rest.get(rest.size() - 1).data().path("outcome").asText())
                    .isEqualTo("failed");
        }
    }

    @Test
    void theStreamOfAServerThatWasKilledEndsOnAnotherOne() throws Exception {
        ServerProcess doomed = ServerProcess.start(folder, folder.resolve("data2"));
        String turn;
        String last;
        try (Line line = ask(doomed, "killed")) {
            List<Event> seen = line.untilHeld();
            turn = turn(seen);
            last = seen.get(1).id();
            // once the other one knows of it
            while (send(there, "GET", "api/turns/" + turn) != 202) {
                Thread.onSpinWait();
            }
        } finally {
            doomed.kill();
        }
        try (Line again = follow(there, turn, last)) {
            List<Event> rest = again.rest();
            assertThat(rest).hasSizeGreaterThan(1);
            assertThat(rest.get(rest.size() - 1).data().path("detail").asText())
                    .startsWith("The server that worked on this question has ended");
        }
        assertThat(send(there, "GET", "api/turns/unknown/events")).isEqualTo(404);
    }
}
