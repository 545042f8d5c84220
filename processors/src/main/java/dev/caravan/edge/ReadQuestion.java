package dev.caravan.edge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Mode;
import dev.caravan.turn.Overrides;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.text.Normalizer;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns the body of a chat request into a {@link Turn}, or says which field of it is wrong. */
public final class ReadQuestion {
    /** What ids of threads and turns look like; anything else cannot exist. */
    public static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private static final String EXAMPLE = "{\"question\": \"…\"}";
    private static final List<String> FIELDS = List.of("question", "thread_id", "workspace", "mode", "overrides");
    private static final List<String> OVERRIDES = List.of("schema", "direction", "scope");

    private final ObjectMapper mapper;
    private final Limits limits;
    private final Clock clock;
    private final Supplier<String> ids;

    /**
     * What a request may ask for.
     *
     * @param question the longest question, in characters
     * @param workspaces what can be asked about
     * @param workspace the one of a request that names none
     * @param mode the mode of a request that names none
     */
    public record Limits(int question, Workspaces workspaces, String workspace, Mode mode) {}

    /**
     * A reader.
     *
     * @param ids gives each turn and each new thread an id that nobody can guess
     */
    public ReadQuestion(ObjectMapper mapper, Limits limits, Clock clock, Supplier<String> ids) {
        this.mapper = mapper;
        this.limits = limits;
        this.clock = clock;
        this.ids = ids;
    }

    /**
     * Reads a request: question, and as wanted thread_id, workspace, mode, overrides.
     *
     * @param body JSON in UTF-8
     * @throws BadRequest naming the field that is wrong, {@code body} when there are no fields yet
     */
    public Turn read(byte[] body) {
        ObjectNode request = RequestBody.read(mapper, body, EXAMPLE, FIELDS);
        String question = question(request);
        Optional<String> thread = RequestBody.text(request, "", "thread_id");
        if (thread.isPresent() && !ID.matcher(thread.get()).matches()) {
            throw unknownThread();
        }
        String workspace = workspace(RequestBody.text(request, "", "workspace"));
        Mode mode =
                RequestBody.text(request, "", "mode").map(ReadQuestion::mode).orElse(limits.mode());
        Overrides overrides = overrides(request.get("overrides"));
        return Turn.opened(
                ids.get(),
                thread.orElseGet(ids),
                thread.isEmpty(),
                workspace,
                question,
                mode,
                overrides,
                clock.instant());
    }

    /** The refusal of a conversation that does not exist. */
    public static BadRequest unknownThread() {
        return new BadRequest(404, "thread_id", "there is no such conversation; leave thread_id out to begin one");
    }

    private String question(ObjectNode request) {
        String question = RequestBody.text(request, "", "question")
                .map(ReadQuestion::plain)
                .orElseThrow(() -> new BadRequest("question", "the question is missing"));
        if (question.isEmpty()) {
            throw new BadRequest("question", "the question is empty");
        }
        int length = question.codePointCount(0, question.length());
        if (length > limits.question()) {
            throw new BadRequest(
                    "question",
                    "the question has " + length + " characters; at most " + limits.question() + " are read");
        }
        return question;
    }

    /**
     * One composed form of each character, without what cannot be seen: control characters other than
     * line breaks and tabs, and the marks that change the direction of the text around them.
     */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        Json.clean(text)
                .codePoints()
                .filter(point ->
                        point == '\n' || point == '\t' || !(Character.isISOControl(point) || turnsDirection(point)))
                .forEach(plain::appendCodePoint);
        return Normalizer.normalize(plain, Normalizer.Form.NFC).strip();
    }

    private static boolean turnsDirection(int point) {
        return point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069 || point == 0xFEFF;
    }

    private String workspace(Optional<String> asked) {
        String name = asked.orElse(limits.workspace());
        if (limits.workspaces().find(name).isEmpty()) {
            String known =
                    limits.workspaces().list().stream().map(Workspace::name).collect(Collectors.joining(", "));
            throw new BadRequest(
                    "workspace",
                    "there is no workspace '" + RequestBody.shortened(name) + "'; there are: "
                            + (known.isEmpty() ? "none" : known));
        }
        return name;
    }

    private static Mode mode(String code) {
        return Mode.of(code)
                .orElseThrow(() -> new BadRequest(
                        "mode",
                        "'" + RequestBody.shortened(code) + "' is not one of "
                                + Arrays.stream(Mode.values()).map(Mode::code).collect(Collectors.joining(", "))));
    }

    private static Overrides overrides(JsonNode node) {
        if (node == null || node.isNull()) {
            return Overrides.NONE;
        }
        if (!(node instanceof ObjectNode object)) {
            throw new BadRequest("overrides", "overrides must be an object like {\"schema\": \"hs92\"}");
        }
        RequestBody.checkNames("overrides.", object, OVERRIDES);
        return new Overrides(
                RequestBody.text(object, "overrides.", "schema").map(RequestBody::shortened),
                RequestBody.text(object, "overrides.", "direction").map(RequestBody::shortened),
                RequestBody.text(object, "overrides.", "scope").map(RequestBody::shortened));
    }
}
