package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.LogicalQuery.Shown;
import dev.caravan.query.Value.Aggregate;
import dev.caravan.query.Value.Function;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine's process: who may ask it, how it ends, and what is said when it cannot start. */
class SearchProcessIT {
    private static final Path LIBRARIES =
            ShipmentsWorld.LIBRARIES.toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @BeforeEach
    void built() {
        assumeTrue(Files.isDirectory(LIBRARIES), "the search engine's jars are not built: mvn package -pl search-node");
    }

    private SearchProcess process(Path libraries, String memory, Duration patience) {
        return new SearchProcess(new SearchProcess.Program(libraries, folder.resolve("search"), memory, patience));
    }

    private static int status(URI url, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private static SearchClient.Call get(String path) {
        return new SearchClient.Call("GET", path, "", Duration.ofSeconds(30), "");
    }

    @Test
    void answersItsOwnerOnlyIsStartedAgainAndEndsWithIt() throws Exception {
        SearchProcess process = process(LIBRARIES, "256m", Duration.ofMinutes(3));
        ProcessHandle second;
        try (process) {
            assertThat(process.pid()).isEmpty();
            SearchAddress address = process.get();
            ProcessHandle first = ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
            assertThat(address.root().getHost()).isEqualTo("127.0.0.1");
            assertThat(address.toString()).doesNotContain("Bearer");
            assertThat(status(address.root())).isEqualTo(401);
            assertThat(status(address.root(), "Authorization", "Bearer wrong")).isEqualTo(401);
            assertThat(status(address.root().resolve("/_cluster/settings"))).isEqualTo(401);
            SearchClient client = new SearchClient(process);
            JsonNode health = client.send(get("/_cluster/health"));
            assertThat(health.path("number_of_nodes").asInt()).isEqualTo(1);
            assertThatThrownBy(() -> client.send(
                            new SearchClient.Call("POST", "/nowhere/_doc", "{}", Duration.ofSeconds(30), "")))
                    .as("no index comes into being by itself")
                    .isInstanceOf(SearchProblem.class);
            assertThat(Files.readString(folder.resolve("search/engine.pid"))).contains(String.valueOf(first.pid()));

            first.destroyForcibly();
            first.onExit().get(30, TimeUnit.SECONDS);
            assertThat(client.send(get("/_cluster/health"))
                            .path("number_of_nodes")
                            .asInt())
                    .isEqualTo(1);
            second = ProcessHandle.of(process.pid().orElseThrow()).orElseThrow();
            assertThat(second.pid()).isNotEqualTo(first.pid());
        }
        assertThat(second.isAlive()).isFalse();
        assertThat(folder.resolve("search/engine.pid")).doesNotExist();
        assertThatThrownBy(process::get).hasMessageContaining("stopped with the server");
    }

    @Test
    void saysWhyItCannotStart() {
        try (SearchProcess missing = process(folder.resolve("nothing"), "256m", Duration.ofSeconds(30))) {
            assertThatThrownBy(missing::get)
                    .isInstanceOfSatisfying(SearchProblem.class, problem -> assertThat(problem.kind())
                            .isEqualTo(SearchProblem.Kind.DOWN))
                    .hasMessageContaining("not installed")
                    .hasMessageContaining("mvn package");
        }
        try (SearchProcess small = process(LIBRARIES, "1m", Duration.ofMinutes(1))) {
            assertThatThrownBy(small::get)
                    .hasMessageContaining("cannot be started: it ended")
                    .hasMessageContaining("heap");
            assertThat(small.pid()).isEmpty();
        }
        try (SearchProcess hasty = process(LIBRARIES, "256m", Duration.ofMillis(1))) {
            assertThatThrownBy(hasty::get).hasMessageContaining("search.start-timeout");
            assertThat(hasty.pid()).isEmpty();
        }
    }

    @Test
    void oneFolderHasOneEngine() {
        try (SearchProcess first = process(LIBRARIES, "256m", Duration.ofMinutes(3));
                SearchProcess second = process(LIBRARIES, "256m", Duration.ofMinutes(3))) {
            first.get();
            assertThatThrownBy(second::get).isInstanceOf(SearchProblem.class).hasMessageContaining("cannot be started");
            assertThat(new SearchClient(first)
                            .send(get("/_cluster/health"))
                            .path("number_of_nodes")
                            .asInt())
                    .isEqualTo(1);
        }
    }

    /** What was filled in is there after the process was killed, and is not filled in again. */
    @Test
    void keepsItsIndicesOverAKill() throws Exception {
        try (ShipmentsWorld world = new ShipmentsWorld(folder)) {
            LogicalQuery count = new LogicalQuery(
                    Optional.empty(),
                    List.of(),
                    List.of(new Shown(
                            new Aggregate(Function.COUNT, "shipping.shipments", Optional.empty(), List.of()), "n")),
                    List.of(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    false,
                    false);
            assertThat(world.engine.table(count).rows()).isEqualTo(List.of(List.of(10_000L)));
            ProcessHandle killed =
                    ProcessHandle.of(world.process.pid().orElseThrow()).orElseThrow();
            killed.destroyForcibly();
            killed.onExit().get(30, TimeUnit.SECONDS);
            SearchEngine later = world.engine(new SearchExecution.Limits(1_000, 50_000));
            assertThat(later.isMade()).isTrue();
            assertThat(later.table(count).rows()).isEqualTo(List.of(List.of(10_000L)));
        }
    }
}
