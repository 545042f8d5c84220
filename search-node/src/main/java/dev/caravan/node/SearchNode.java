package dev.caravan.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.node.NodeValidationException;
import org.opensearch.transport.Netty4Plugin;

/**
 * A search engine of one node on the loopback address. The first line of its standard input is the word that every request must
 * bring; it prints {@code PORT n} when it can be asked, and ends when its standard input does: with whoever started it, however
 * that ended.
 */
public final class SearchNode extends Node {
    private SearchNode(Settings settings) {
        super(
                InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "caravan"),
                List.of(Netty4Plugin.class, TokenPlugin.class),
                false);
    }

    /**
     * Starts the node.
     *
     * @param arguments the folder of its data
     * @throws IOException where the folder cannot be written to, or no first line comes
     */
    public static void main(String[] arguments) throws IOException, NodeValidationException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String token = input.readLine();
        if (token == null || token.isBlank()) {
            throw new IOException("the first line of the standard input must be the word that requests bring");
        }
        TokenPlugin.require(token.strip());
        try (SearchNode node = new SearchNode(settings(Path.of(arguments[0]).toAbsolutePath()))) {
            node.start();
            System.out.println("PORT "
                    + node.injector()
                            .getInstance(HttpServerTransport.class)
                            .boundAddress()
                            .publishAddress()
                            .getPort());
            while (input.readLine() != null) {
                // nothing is said on it: only its end means something
            }
        }
    }

    private static Settings settings(Path home) throws IOException {
        Files.createDirectories(home.resolve("config"));
        return Settings.builder()
                .put("path.home", home.toString())
                .put("path.data", home.resolve("data").toString())
                .put("path.logs", home.resolve("logs").toString())
                .put("cluster.name", "caravan")
                .put("node.name", "caravan")
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", "0")
                .put("transport.port", "0")
                .put("transport.type", Netty4Plugin.NETTY_TRANSPORT_NAME)
                .put("http.type", Netty4Plugin.NETTY_HTTP_TRANSPORT_NAME)
                .putList("node.roles", "cluster_manager", "data")
                .put("node.processors", 2)
                // a disk that is nearly full must not keep demo data from being written
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                // an index is made by whoever knows its mapping
                .put("action.auto_create_index", false)
                .put("action.destructive_requires_name", true)
                .put("search.max_buckets", 20_000)
                .build();
    }
}
