package dev.caravan.evidence;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Evidence of a kind that no class is written for, which a tool's route gives as JSON, or which was kept by a Caravan that knew
 * more kinds. The members {@code question}, {@code notes}, {@code source}, {@code text}, {@code columns} and {@code rows} mean what they
 * do elsewhere where they are there; all others are kept and shown as they are.
 *
 * @param kind small letters, digits and hyphens
 * @param payload values of JSON by name
 */
public record OpenEvidence(String kind, Map<String, Object> payload) implements Evidence {
    private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final ObjectMapper JSON = Json.mapper();
    private static final int MODEL_ROWS = 30;
    private static final TableText TEXT = new TableText(MODEL_ROWS);

    /**
     * Takes a copy of the payload.
     *
     * @throws IllegalArgumentException when the kind has no proper name
     */
    public OpenEvidence {
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException(
                    "a kind of evidence cannot be called '" + kind + "': small letters, digits and hyphens are");
        }
        payload = Collections.unmodifiableMap(new LinkedHashMap<>(payload));
    }

    @Override
    public String question() {
        return textOf("question");
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (payload.get("notes") instanceof List<?> given) {
            given.forEach(note -> notes.add(String.valueOf(note)));
        }
        return List.copyOf(notes);
    }

    @Override
    public String source() {
        return textOf("source");
    }

    @Override
    public Optional<Table> rows() {
        return TableMembers.read(payload);
    }

    @Override
    public Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>(payload);
        members.putIfAbsent("question", "");
        members.put("notes", notes());
        rows().ifPresent(table -> TableMembers.put(table, members));
        return members;
    }

    /** What it says of itself, else its rows, else all of it as JSON. */
    @Override
    public String text() {
        String said = textOf("text");
        String text = said.isEmpty()
                ? rows().map(table -> TEXT.of(table, notes())).orElseGet(() -> Json.write(JSON, payload))
                : said;
        return text.length() <= TableText.CHARACTERS ? text : text.substring(0, TableText.CHARACTERS - 1) + "…";
    }

    private String textOf(String member) {
        return payload.get(member) instanceof String text ? text : "";
    }
}
