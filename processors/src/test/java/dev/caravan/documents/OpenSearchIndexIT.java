package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.search.SearchClient;
import dev.caravan.search.SearchProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The index in a real search engine, which runs as a process of its own. */
@Timeout(180)
class OpenSearchIndexIT extends CorpusIndexContract {
    private static final String NAME = "documents-of-a-test";
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static SearchProcess engine;
    private static SearchClient client;
    private static CorpusIndex index;

    @BeforeAll
    static void start() {
        engine = new SearchProcess(new SearchProcess.Program(
                Path.of(System.getProperty("caravan.home"), "search-node", "target", "lib"),
                folder,
                "384m",
                Duration.ofSeconds(90)));
        client = new SearchClient(engine);
        index = new OpenSearchIndex(client, NAME, LIMIT);
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @Override
    CorpusIndex index() {
        return index;
    }

    @Test
    void aDocumentThatWasCutShortIsNotThereAndIsRepaired() {
        index.put(OWNER, "LAMPS", "1", blocks("Brass lamps.", "Copper lamps."));
        JsonNode hits = client.send(new SearchClient.Call(
                        "POST", "/" + NAME + "/_search", "{\"query\":{\"term\":{\"whole\":true}}}", LIMIT, ""))
                .path("hits")
                .path("hits");
        // as where the process ended before the last line
        client.send(new SearchClient.Call(
                "DELETE", "/" + NAME + "/_doc/" + hits.get(0).path("_id").asText() + "?refresh=true", "", LIMIT, ""));
        CorpusIndex another = new OpenSearchIndex(client, NAME, LIMIT);
        assertThat(another.versions(OWNER)).isEmpty();
        another.put(OWNER, "LAMPS", "1", blocks("Brass lamps.", "Copper lamps."));
        assertThat(another.versions(OWNER)).isEqualTo(Map.of("LAMPS", "1"));
        assertThat(another.search(OWNER, "copper", List.of(), 10)).hasSize(1);
    }
}
