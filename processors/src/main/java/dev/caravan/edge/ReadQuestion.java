package dev.caravan.edge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Choice;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.text.Normalizer;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns the body of a chat request into a {@link Message}, or says which field of it is wrong. */
public final class ReadQuestion {
    /** What ids of threads and turns look like; anything else cannot exist. */
    public static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    // letters and marks by their class, and yet nothing is drawn for them
    private static final String FILLERS = "\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0";

    private static final String EXAMPLE = "{\"question\": \"…\"}";
    private static final List<String> FIELDS = List.of(
            "question",
            "thread_id",
            "workspace",
            "choices",
            "mode",
            "overrides",
            "given",
            "reply",
            "turn_id",
            "callback");
    private static final String MODE = "mode";
    private static final String REPLY = "reply";
    private static final String GIVEN = "given";
    private static final int LONGEST_GIVEN = 4_000;
    private static final int MOST_GIVEN = 200;

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
     * @param defaults choices that hold, where a workspace has them, though a request does not name them
     */
    public record Limits(int question, Workspaces workspaces, String workspace, Map<String, String> defaults) {
        /** Takes a copy. */
        public Limits {
            defaults = Map.copyOf(defaults);
        }
    }

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
     * Reads a request: question, and as wanted thread_id, workspace, choices, callback; or reply, thread_id, and as wanted turn_id.
     *
     * @param body JSON in UTF-8
     * @throws BadRequest naming the field that is wrong, {@code body} when there are no fields yet
     */
    public Message read(byte[] body) {
        return readFields(RequestBody.read(mapper, body, EXAMPLE, FIELDS));
    }

    /**
     * Reads a request whose fields another shape of request was put into.
     *
     * @throws BadRequest naming the field that is wrong
     */
    public Message readFields(ObjectNode request) {
        Optional<JsonNode> reply = Optional.ofNullable(request.get(REPLY)).filter(node -> !node.isNull());
        Optional<String> turnId = RequestBody.text(request, "", "turn_id");
        checkReply(request, reply, turnId);
        String question = reply.isPresent() ? "" : question(request);
        Optional<String> thread = RequestBody.text(request, "", "thread_id");
        if (thread.isPresent() && !ID.matcher(thread.get()).matches()) {
            throw unknownThread();
        }
        Workspace workspace = workspace(RequestBody.text(request, "", "workspace"));
        Turn turn = Turn.opened(
                ids.get(),
                thread.orElseGet(ids),
                thread.isEmpty(),
                workspace.name(),
                question,
                choices(request, workspace),
                clock.instant());
        return new Message(
                turn.withProgress(workspace.limits().of(turn.progress()).withReply(given(request, workspace))),
                reply,
                turnId,
                callback(request, reply));
    }

    private static String callback(ObjectNode request, Optional<JsonNode> reply) {
        Optional<String> callback = RequestBody.text(request, "", "callback");
        if (callback.isPresent() && reply.isPresent()) {
            throw new BadRequest(
                    "callback", "callback goes with a question; it holds for the replies to that turn too");
        }
        return callback.orElse("");
    }

    /** What a flow would ask for otherwise: texts and lists of texts by their names. */
    private static Map<String, Object> given(ObjectNode request, Workspace workspace) {
        JsonNode given = request.path(GIVEN);
        if (given.isMissingNode() || given.isNull()) {
            return Map.of();
        }
        if (!given.isObject() || request.hasNonNull(REPLY)) {
            throw new BadRequest(
                    GIVEN, "given must be an object of texts and lists of texts, and goes with a question only");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        given.properties().forEach(field -> {
            String name = GIVEN + "." + RequestBody.shortened(field.getKey());
            if (!workspace.given().contains(field.getKey())) {
                throw new BadRequest(
                        name,
                        name + " means nothing to the workspace " + workspace.name() + "; "
                                + (workspace.given().isEmpty()
                                        ? "it takes none"
                                        : "it takes " + String.join(", ", workspace.given())));
            }
            values.put(
                    field.getKey(),
                    field.getValue().isArray() ? texts(name, field.getValue()) : givenText(name, field.getValue()));
        });
        return values;
    }

    private static List<String> texts(String name, JsonNode list) {
        if (list.size() > MOST_GIVEN) {
            throw new BadRequest(name, name + " has " + list.size() + " items; at most " + MOST_GIVEN + " are read");
        }
        List<String> texts = new java.util.ArrayList<>();
        list.forEach(item -> texts.add(givenText(name, item)));
        return texts;
    }

    private static String givenText(String name, JsonNode value) {
        if (!value.isTextual() || value.textValue().length() > LONGEST_GIVEN) {
            throw new BadRequest(
                    name, name + " must be a text, or a list of texts, of at most " + LONGEST_GIVEN + " characters");
        }
        return plain(value.textValue());
    }

    private static void checkReply(ObjectNode request, Optional<JsonNode> reply, Optional<String> turnId) {
        if (reply.isEmpty()) {
            if (turnId.isPresent()) {
                throw new BadRequest("turn_id", "turn_id goes with a reply; a question needs thread_id only");
            }
            return;
        }
        if (request.hasNonNull("question")) {
            throw new BadRequest("question", "send a question or a reply, not both");
        }
        if (!request.hasNonNull("thread_id")) {
            throw new BadRequest("thread_id", "a reply needs the thread_id of the conversation that asked for it");
        }
        if (!reply.get().isObject() && !Message.isStop(reply.get())) {
            throw new BadRequest(
                    REPLY,
                    "reply must be an object of the fields that the form asks for, or \"stop\" to give the turn up");
        }
        if (turnId.filter(id -> !ID.matcher(id).matches()).isPresent()) {
            throw new BadRequest(404, "turn_id", "there is no such turn");
        }
    }

    /** The refusal of a conversation that does not exist. */
    public static BadRequest unknownThread() {
        return new BadRequest(404, "thread_id", "there is no such conversation; leave thread_id out to begin one");
    }

    private String question(ObjectNode request) {
        String question = RequestBody.text(request, "", "question")
                .map(ReadQuestion::plain)
                .orElseThrow(() -> new BadRequest("question", "the question is missing"));
        if (question.codePoints().noneMatch(ReadQuestion::hasShape)) {
            throw new BadRequest("question", "the question is empty: nothing of it can be seen");
        }
        int length = question.codePointCount(0, question.length());
        if (length > limits.question()) {
            throw new BadRequest(
                    "question",
                    "the question has " + length + " characters; at most " + limits.question() + " are read");
        }
        return question;
    }

    /** One composed form of each character, without what cannot be seen. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        Json.clean(text).codePoints().filter(ReadQuestion::isSeen).forEach(plain::appendCodePoint);
        return Normalizer.normalize(plain, Normalizer.Form.NFC).strip();
    }

    /**
     * Whether a character is to be read: neither a control character other than line break and tab, nor one of those without a
     * shape of their own (format characters, selectors of variants, fillers). The joiners stay, which spell words.
     */
    private static boolean isSeen(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point == '\n' || point == '\t';
            case Character.FORMAT -> point == 0x200C || point == 0x200D;
            case Character.PRIVATE_USE, Character.UNASSIGNED -> false;
            default -> !(point >= 0xFE00 && point <= 0xFE0F
                    || point >= 0xE0100 && point <= 0xE01EF
                    || point >= 0x180B && point <= 0x180F
                    || FILLERS.indexOf(point) >= 0);
        };
    }

    /** Whether a character is seen without another one before it. */
    private static boolean hasShape(int point) {
        return switch (Character.getType(point)) {
            case Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.FORMAT,
                    Character.CONTROL,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    private Workspace workspace(Optional<String> asked) {
        String name = asked.orElse(limits.workspace());
        return limits.workspaces().find(name).orElseThrow(() -> {
            if (limits.workspaces().broken().containsKey(name)) {
                return new BadRequest(
                        "workspace",
                        "the workspace '" + name
                                + "' cannot be asked: something in its files is wrong, and the log of the start says what");
            }
            String known =
                    limits.workspaces().list().stream().map(Workspace::name).collect(Collectors.joining(", "));
            return new BadRequest(
                    "workspace",
                    "there is no workspace '" + RequestBody.shortened(name) + "'; there are: "
                            + (known.isEmpty() ? "none" : known));
        });
    }

    /**
     * What holds for a question: {@code choices}, and by their older names {@code mode} and {@code overrides}; what none of them
     * gives holds by default or is left open.
     */
    private Map<String, String> choices(ObjectNode request, Workspace workspace) {
        Map<String, Given> given = new LinkedHashMap<>();
        List<String> names = workspace.choices().stream().map(Choice::name).toList();
        for (String field : List.of("choices", "overrides")) {
            JsonNode node = request.get(field);
            if (node != null && !node.isNull()) {
                if (!(node instanceof ObjectNode object)) {
                    throw new BadRequest(field, field + " must be an object like {\"" + name(names) + "\": \"…\"}");
                }
                object.fieldNames().forEachRemaining(name -> {
                    checkKnown(field + "." + RequestBody.shortened(name), name, names, workspace);
                    RequestBody.text(object, field + ".", name)
                            .ifPresent(value -> put(given, name, new Given(field + "." + name, value)));
                });
            }
        }
        RequestBody.text(request, "", MODE).ifPresent(value -> {
            checkKnown(MODE, MODE, names, workspace);
            put(given, MODE, new Given(MODE, value));
        });
        Map<String, String> choices = new LinkedHashMap<>();
        for (Choice choice : workspace.choices()) {
            Optional<String> value = Optional.ofNullable(given.get(choice.name()))
                    .map(asked -> allowed(choice, asked))
                    .or(() -> Optional.ofNullable(limits.defaults().get(choice.name()))
                            .flatMap(choice::value)
                            .map(Choice.Value::name))
                    .or(choice::usual);
            value.ifPresent(chosen -> choices.put(choice.name(), chosen));
        }
        return choices;
    }

    private record Given(String field, String value) {}

    private static void put(Map<String, Given> all, String name, Given given) {
        if (all.put(name, given) != null) {
            throw new BadRequest(given.field(), name + " is given twice; leave one of them out");
        }
    }

    private static String name(List<String> names) {
        return names.isEmpty() ? "name" : names.get(0);
    }

    private static void checkKnown(String field, String name, List<String> names, Workspace workspace) {
        if (!names.contains(name)) {
            throw new BadRequest(
                    field,
                    "the workspace " + workspace.name() + " has no choice '" + RequestBody.shortened(name) + "'; "
                            + RequestBody.hint(name, names));
        }
    }

    private static String allowed(Choice choice, Given given) {
        // but for the older name of the mode, the case of letters does not matter
        return choice.value(
                        given.field().equals(MODE)
                                ? given.value()
                                : given.value().toLowerCase(Locale.ROOT))
                .map(Choice.Value::name)
                .orElseThrow(() -> new BadRequest(
                        given.field(),
                        "'" + RequestBody.shortened(given.value()) + "' is not one of "
                                + String.join(", ", choice.names())));
    }
}
