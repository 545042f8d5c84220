package dev.caravan.memory;

import dev.caravan.text.SentenceEncoder;
import dev.caravan.turn.BadRequest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Makes turns findable by meaning, and finds them. Vectors have a byte for each component: the likeness of two texts is then right to
 * 0.01, and what a person has asked in years is read in one go.
 */
public final class Memories {
    /** How alike a memory is at least: what is less alike has nothing to do with it as often as not. */
    static final double LEAST = 0.30;

    private static final int SCALE = 127;
    private static final int FOR_EVER = 365_000;
    private static final int ANSWER = 400;
    private static final List<String> TOLD =
            List.of("turn_id", "thread_id", "workspace", "question", "answer", "asked_at");

    /** A memory and how alike it is. */
    private record Found(String turn, double likeness) {}

    private final Supplier<Optional<SentenceEncoder>> encoder;
    private final int days;

    /**
     * Over an encoder.
     *
     * @param encoder loaded when it is first needed; empty where there is none
     * @param days how long a turn is remembered; 0: as long as its conversation is there
     */
    public Memories(Supplier<Optional<SentenceEncoder>> encoder, int days) {
        this.encoder = encoder;
        this.days = days;
    }

    /** How long a turn is remembered, in days. */
    public int days() {
        return days == 0 ? FOR_EVER : days;
    }

    /** Whose vectors compare; empty where there is no encoder, so that nothing compares. */
    public String encoder() {
        return encoder.get().map(SentenceEncoder::name).orElse("");
    }

    /**
     * Parameters of the statement that keeps memories.
     *
     * @param turns with {@code turn_id}, {@code asked}, {@code answer} and {@code recalls}, whether a turn only looked back
     * @return none where there is no encoder
     */
    public List<Map<String, Object>> encode(@Body List<Map<String, Object>> turns) {
        return encoder.get()
                .map(ready -> turns.stream().map(turn -> encoded(ready, turn)).toList())
                .orElse(List.of());
    }

    private static Map<String, Object> encoded(SentenceEncoder ready, Map<String, Object> turn) {
        Map<String, Object> row = new HashMap<>();
        row.put("turn_id", turn.get("turn_id"));
        row.put("encoder", ready.name());
        boolean recalls = Boolean.TRUE.equals(turn.get("recalls"));
        row.put(
                "vector",
                recalls
                        ? ""
                        : Base64.getEncoder()
                                .encodeToString(
                                        bytes(ready.encode(turn.get("asked") + "\n" + plain(turn.get("answer"))))));
        return row;
    }

    private static byte[] bytes(float[] vector) {
        byte[] bytes = new byte[vector.length];
        for (int i = 0; i < vector.length; i++) {
            bytes[i] = (byte) Math.round(vector[i] * SCALE);
        }
        return bytes;
    }

    private static float[] vector(String base64) {
        byte[] bytes = Base64.getMimeDecoder().decode(base64);
        float[] vector = new float[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            vector[i] = (float) bytes[i] / SCALE;
        }
        return vector;
    }

    /** The first words of an answer, without the marks of Markdown and without what every answer begins with. */
    private static String plain(Object answer) {
        String text = String.valueOf(answer)
                .replaceFirst("(?s)^\\*Understood as: [^\\n]*\\*\\s*", "")
                .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                .replaceAll("[*_`#|]+", "")
                .replaceAll("\\s+", " ")
                .strip();
        return text.length() <= ANSWER ? text : text.substring(0, ANSWER - 1) + "…";
    }

    /**
     * The memories that are most like what is sought, the best first, as a text of their ids with a comma between two.
     *
     * @param vectors rows of {@code turn_id} and {@code vector}
     * @throws BadRequest 409 where there is no encoder
     */
    public Map<String, Double> rank(
            @Body List<Map<String, Object>> vectors, @Variable("recollection") Recollection sought) {
        SentenceEncoder ready = encoder.get()
                .orElseThrow(
                        () -> new BadRequest(
                                409,
                                "q",
                                "earlier conversations are searched by meaning, which needs the encoder of docs.embeddings: it is switched off or not available on this machine"));
        float[] about = ready.encode(sought.about());
        Map<String, Double> best = new LinkedHashMap<>();
        vectors.stream()
                .map(row -> new Found(
                        String.valueOf(row.get("turn_id")),
                        SentenceEncoder.likeness(about, vector(String.valueOf(row.get("vector"))))))
                .filter(found -> found.likeness() >= LEAST)
                .sorted(Comparator.comparingDouble(Found::likeness).reversed())
                .limit(sought.size())
                .forEach(found -> best.put(found.turn(), found.likeness()));
        return best;
    }

    /** The ids of what was found; one that no turn has where nothing was. */
    public List<String> ids(@Variable("ranked") Map<String, Double> ranked) {
        return ranked.isEmpty() ? List.of("") : List.copyOf(ranked.keySet());
    }

    /** What was found, the best first, each with its {@code likeness}. */
    public Map<String, Object> found(
            @Body List<Map<String, Object>> rows,
            @Variable("ranked") Map<String, Double> ranked,
            @Variable("recollection") Recollection sought) {
        List<Map<String, Object>> memories = new ArrayList<>();
        ranked.forEach((turn, likeness) -> rows.stream()
                .filter(row -> turn.equals(row.get("turn_id")))
                .forEach(row -> {
                    Map<String, Object> memory = told(row);
                    memory.put("likeness", Math.round(likeness * 100) / 100.0);
                    memories.add(memory);
                }));
        return page(memories, memories.size(), sought);
    }

    /** A page of all. */
    public Map<String, Object> listed(
            @Body List<Map<String, Object>> rows, @Variable("recollection") Recollection sought) {
        Object total = rows.isEmpty() ? 0 : rows.get(0).get("total");
        return page(
                rows.stream()
                        .filter(row -> row.get("turn_id") != null)
                        .map(Memories::told)
                        .toList(),
                total,
                sought);
    }

    private static Map<String, Object> told(Map<String, Object> row) {
        Map<String, Object> memory = new LinkedHashMap<>();
        TOLD.forEach(name -> memory.put(name, row.get(name)));
        memory.put("answer", plain(row.get("answer")));
        return memory;
    }

    private static Map<String, Object> page(List<Map<String, Object>> memories, Object total, Recollection sought) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("memories", memories);
        page.put("page", sought.page());
        page.put("size", sought.size());
        page.put("total", total);
        return page;
    }

    /**
     * Whether one was forgotten.
     *
     * @throws BadRequest 404 where there was none
     */
    public String forgotten(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw new BadRequest(404, "turn_id", "there is no such memory");
        }
        return String.valueOf(rows.get(0).get("turn_id"));
    }
}
