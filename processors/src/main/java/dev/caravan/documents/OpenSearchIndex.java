package dev.caravan.documents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.search.SearchClient;
import dev.caravan.search.SearchProblem;
import dev.caravan.search.SearchProblem.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passages in OpenSearch or Elasticsearch, for more documents than one machine holds. Words are brought into their stems here, so that
 * any engine finds what the index on disk finds. A document counts as there once its last line, the sign that it is whole, is written.
 */
public final class OpenSearchIndex implements CorpusIndex {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int BATCH = 500;
    private static final int PAGE = 5_000;
    // other nodes write to it as well
    private static final long FRESH = Duration.ofSeconds(1).toNanos();
    // one shard knows how often a word stands in all documents
    private static final String LAYOUT =
            """
            {"settings": {"number_of_shards": 1, "auto_expand_replicas": "0-1"},
             "mappings": {"dynamic": "strict", "properties": {
               "owner": {"type": "keyword"},
               "document": {"type": "keyword"},
               "version": {"type": "keyword"},
               "put": {"type": "keyword"},
               "whole": {"type": "boolean"},
               "place": {"type": "integer"},
               "page": {"type": "integer", "index": false},
               "first": {"type": "integer", "index": false},
               "last": {"type": "integer", "index": false},
               "text": {"type": "text", "analyzer": "whitespace"},
               "heading": {"type": "text", "analyzer": "whitespace"}}}}
            """;

    private final SearchClient client;
    private final String name;
    private final Duration timeout;
    private final CorpusWords words = new CorpusWords();
    private final Map<Owner, Known> known = new ConcurrentHashMap<>();
    private boolean made;

    private record Known(Map<String, String> versions, long since) {}

    /**
     * An index of an engine.
     *
     * @param name of the index, which is made where there is none
     * @param timeout of each request
     */
    public OpenSearchIndex(SearchClient client, String name, Duration timeout) {
        this.client = client;
        this.name = name;
        this.timeout = timeout;
    }

    private JsonNode send(String method, String path, String body) {
        return client.send(new SearchClient.Call(method, path, body, timeout, ""));
    }

    private JsonNode ask(String path, Map<String, Object> body) {
        make();
        return send("POST", "/" + name + path, text(body));
    }

    private synchronized void make() {
        if (made) {
            return;
        }
        try {
            send("GET", "/" + name, "");
        } catch (SearchProblem missing) {
            if (missing.kind() != Kind.INCOMPLETE) {
                throw missing;
            }
            try {
                send("PUT", "/" + name, LAYOUT);
            } catch (SearchProblem refused) {
                if (!refused.getMessage().contains("already exists")) {
                    throw refused;
                }
                // another node has made it meanwhile
            }
        }
        made = true;
    }

    private static String text(Object body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps, lists and plain values can be written", e);
        }
    }

    @Override
    public void put(Owner owner, String document, String version, List<Block> blocks) {
        make();
        List<String> before = lines(owner, document);
        // lines of one putting belong together, whatever a putting that was cut short has left
        String put = UUID.randomUUID().toString();
        List<Map<String, Object>> lines = new ArrayList<>();
        known.remove(owner);
        for (Chunk chunk : Chunk.of(blocks)) {
            Map<String, Object> line = line(owner, document, version, put);
            line.put("place", lines.size());
            line.put("page", chunk.page());
            line.put("first", chunk.first());
            line.put("last", chunk.last());
            line.put("text", String.join(" ", words.of(chunk.text())));
            line.put("heading", String.join(" ", words.of(chunk.headings())));
            lines.add(line);
        }
        for (int from = 0; from < lines.size(); from += BATCH) {
            StringBuilder bulk = new StringBuilder();
            lines.subList(from, Math.min(lines.size(), from + BATCH))
                    .forEach(line ->
                            bulk.append("{\"index\":{}}\n").append(text(line)).append('\n'));
            bulk(bulk.toString(), false);
        }
        StringBuilder last = new StringBuilder();
        Map<String, Object> whole = line(owner, document, version, put);
        whole.put("whole", true);
        whole.put("place", lines.size());
        last.append("{\"index\":{}}\n").append(text(whole)).append('\n');
        last.append(deletions(before));
        bulk(last.toString(), true);
        known.remove(owner);
    }

    private static Map<String, Object> line(Owner owner, String document, String version, String put) {
        Map<String, Object> line = new HashMap<>();
        line.put("owner", owner.key());
        line.put("document", document);
        line.put("version", version);
        line.put("put", put);
        return line;
    }

    private static String deletions(List<String> ids) {
        StringBuilder deletions = new StringBuilder();
        ids.forEach(id ->
                deletions.append(text(Map.of("delete", Map.of("_id", id)))).append('\n'));
        return deletions.toString();
    }

    private void bulk(String lines, boolean last) {
        if (lines.isEmpty()) {
            return;
        }
        JsonNode reply = send("POST", "/" + name + "/_bulk" + (last ? "?refresh=true" : ""), lines);
        if (reply.path("errors").asBoolean()) {
            throw new SearchProblem(
                    Kind.INCOMPLETE,
                    "the search engine did not take all of a document: "
                            + reply.findValues("error").stream()
                                    .findFirst()
                                    .map(JsonNode::toString)
                                    .orElse("it does not say why"));
        }
    }

    /** The ids of all lines of a document. */
    private List<String> lines(Owner owner, String document) {
        List<String> ids = new ArrayList<>();
        pages(
                List.of(term("owner", owner.key()), term("document", document)),
                List.of("put", "place"),
                hit -> ids.add(hit.path("_id").asText()));
        return ids;
    }

    @Override
    public void remove(Owner owner, String document) {
        make();
        bulk(deletions(lines(owner, document)), true);
        known.remove(owner);
    }

    @Override
    public Map<String, String> versions(Owner owner) {
        Known last = known.get(owner);
        if (last != null && System.nanoTime() - last.since() < FRESH) {
            return last.versions();
        }
        long now = System.nanoTime();
        Map<String, String> versions = new HashMap<>();
        pages(List.of(term("owner", owner.key()), term("whole", true)), List.of("document", "put"), hit -> {
            JsonNode line = hit.path("_source");
            versions.put(line.path("document").asText(), line.path("version").asText());
        });
        known.put(owner, new Known(Map.copyOf(versions), now));
        return versions;
    }

    private interface Found {
        void take(JsonNode hit);
    }

    /** Every line that fits, in an order in which no two are equal. */
    private void pages(List<Map<String, Object>> filter, List<String> order, Found found) {
        Map<String, Object> body = new HashMap<>();
        body.put("query", Map.of("bool", Map.of("filter", filter)));
        body.put("size", PAGE);
        body.put("_source", List.of("document", "version"));
        body.put("sort", order);
        JsonNode hits = ask("/_search", body).path("hits").path("hits");
        hits.forEach(found::take);
        while (hits.size() == PAGE) {
            body.put("search_after", hits.get(PAGE - 1).path("sort"));
            hits = ask("/_search", body).path("hits").path("hits");
            hits.forEach(found::take);
        }
    }

    private static Map<String, Object> term(String field, Object value) {
        return Map.of("term", Map.of(field, value));
    }

    @Override
    public List<Hit> search(Owner owner, String question, Collection<String> documents, int limit) {
        List<Map<String, Object>> any = new ArrayList<>();
        for (String word : words.distinct(question)) {
            any.add(term("text", word));
            any.add(Map.of("term", Map.of("heading", Map.of("value", word, "boost", Chunk.HEADING_WEIGHT))));
        }
        if (any.isEmpty()) {
            return List.of();
        }
        List<Hit> hits = new ArrayList<>();
        JsonNode found = ask(
                "/_search",
                Map.of(
                        "query",
                        Map.of(
                                "bool",
                                Map.of(
                                        "must",
                                        Map.of("bool", Map.of("should", any)),
                                        "filter",
                                        filter(owner, documents))),
                        "size",
                        Math.max(1, Math.min(limit, PAGE))));
        found.path("hits").path("hits").forEach(hit -> {
            JsonNode line = hit.path("_source");
            hits.add(new Hit(
                    line.path("document").asText(),
                    line.path("page").asInt(),
                    line.path("first").asInt(),
                    line.path("last").asInt(),
                    hit.path("_score").asDouble()));
        });
        return hits;
    }

    private static List<Map<String, Object>> filter(Owner owner, Collection<String> documents) {
        List<Map<String, Object>> filter = new ArrayList<>();
        filter.add(term("owner", owner.key()));
        if (!documents.isEmpty()) {
            filter.add(Map.of("terms", Map.of("document", documents)));
        }
        return filter;
    }

    @Override
    public boolean holds(Owner owner, String phrase) {
        List<String> together = words.of(phrase);
        if (together.isEmpty()) {
            // nothing but words that no search minds
            return true;
        }
        List<Map<String, Object>> filter = filter(owner, List.of());
        filter.add(Map.of("match_phrase", Map.of("text", String.join(" ", together))));
        return !ask("/_search", Map.of("query", Map.of("bool", Map.of("filter", filter)), "size", 1))
                .path("hits")
                .path("hits")
                .isEmpty();
    }

    @Override
    public int size() {
        return ask("/_count", Map.of("query", Map.of("bool", Map.of("must_not", term("whole", true)))))
                .path("count")
                .asInt();
    }

    @Override
    public void close() {
        // connections end with their client
    }
}
