package dev.caravan.edge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.util.List;
import java.util.Optional;

/** Reads what a person changes about a conversation: its title, its folder, and whether it stands before the others. */
public final class ReadThreadChange {
    private static final String EXAMPLE = "{\"title\": \"…\", \"pinned\": true, \"folder\": \"…\"}";
    private static final int LONGEST = 200;
    private static final int LONGEST_FOLDER = 80;

    private final ObjectMapper mapper;

    /** A reader. */
    public ReadThreadChange(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /**
     * Reads title, pinned and folder, at least one of them; an empty folder takes a conversation out of the one it is in.
     *
     * @param body JSON in UTF-8
     * @throws BadRequest naming the field that is wrong
     */
    public ThreadChange read(String threadId, byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, List.of("title", "pinned", "folder"));
        Optional<String> title = line(request, "title", LONGEST);
        if (title.filter(String::isEmpty).isPresent()) {
            throw new BadRequest("title", "the title is empty; leave it out to keep the one there is");
        }
        JsonNode pinned = request.path("pinned");
        if (!pinned.isMissingNode() && !pinned.isBoolean()) {
            throw new BadRequest("pinned", "pinned must be true or false");
        }
        Optional<String> folder = line(request, "folder", LONGEST_FOLDER);
        if (title.isEmpty() && pinned.isMissingNode() && folder.isEmpty()) {
            throw new BadRequest("body", "nothing is to be changed; send " + EXAMPLE);
        }
        return new ThreadChange(threadId, title.orElse(""), pinned.asText(""), folder);
    }

    /** A field as one line of text. */
    private static Optional<String> line(ObjectNode request, String field, int longest) {
        Optional<String> line = RequestBody.text(request, "", field)
                .map(text -> Json.clean(text).replaceAll("\\s+", " ").strip());
        if (line.filter(text -> text.length() > longest).isPresent()) {
            throw new BadRequest(field, "the " + field + " is longer than " + longest + " characters");
        }
        return line;
    }
}
