package dev.caravan.turn;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a person is asked before a turn goes on, and what counts as a reply. A form without questions asks only whether to go on.
 *
 * @param questions in their order; no two have the same id
 * @param words id of the question that a message in plain words answers, where there are several; empty for none
 */
public record Form(List<Question> questions, String words) {
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_]{0,63}");
    private static final int LONGEST = 4_000;
    private static final int MOST_ITEMS = 200;
    private static final String REPLY = "reply";

    /** Asks whether to go on, and nothing else. */
    public static final Form GO_ON = new Form(List.of());

    /** One question of a form; its member {@code type} tells the kind in JSON. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Choice.class, name = "choice"),
        @JsonSubTypes.Type(value = Items.class, name = "list"),
        @JsonSubTypes.Type(value = Text.class, name = "text")
    })
    public sealed interface Question permits Choice, Items, Text {
        /** The field of a reply that answers it: small letters, digits and underscores. */
        String id();

        /** As the person reads it. */
        String label();

        /** What helps to answer it; may be empty. */
        String hint();

        /** Whether a reply may leave it out. */
        boolean optional();

        /**
         * The value of a reply: a text, or a list of texts.
         *
         * @throws BadRequest naming the field where it is none
         */
        Object accept(JsonNode value);

        /** What a message in plain words replies to this question; empty where it is no reply to it. */
        Optional<Object> accept(String message);

        /** A reply in words. */
        String told(Object value);

        private static void check(boolean good, String id, String fault) {
            if (!good) {
                throw new IllegalArgumentException("question '" + id + "' of a form: " + fault);
            }
        }

        private static void check(String id, String label) {
            check(id != null && ID.matcher(id).matches(), id, "the id must be small letters, digits and underscores");
            check(label != null && !label.isBlank(), id, "there is no label");
        }

        private static BadRequest wrong(String id, String detail) {
            return new BadRequest(REPLY + "." + id, REPLY + "." + id + " " + detail);
        }

        private static String text(String id, JsonNode value) {
            if (!value.isTextual()) {
                throw wrong(id, "must be a text");
            }
            String text = value.textValue().replace("\0", "").strip();
            if (text.isEmpty()) {
                throw wrong(id, "is empty");
            }
            if (text.length() > LONGEST) {
                throw wrong(id, "has " + text.length() + " characters; at most " + LONGEST + " are read");
            }
            return text;
        }

        private static List<String> texts(String id, JsonNode value) {
            if (!value.isArray()) {
                throw wrong(id, "must be a list of texts");
            }
            if (value.size() > MOST_ITEMS) {
                throw wrong(id, "has " + value.size() + " items; at most " + MOST_ITEMS + " are read");
            }
            List<String> texts = new ArrayList<>();
            value.forEach(item -> texts.add(text(id, item)));
            return List.copyOf(texts);
        }
    }

    /**
     * What can be chosen.
     *
     * @param label as the person reads it
     * @param value as a reply gives it
     * @param hint what helps to choose; may be empty
     */
    public record Option(String label, String value, String hint) {
        /** What is missing is empty; the label stands for a missing value. */
        public Option {
            label = label == null ? "" : label;
            value = value == null ? label : value;
            hint = hint == null ? "" : hint;
        }
    }

    /**
     * A choice of one option, or of several.
     *
     * @param several whether more than one may be chosen; a reply is then a list
     * @param other whether something may be said that is not among the options
     */
    public record Choice(
            String id,
            String label,
            String hint,
            boolean optional,
            boolean several,
            boolean other,
            List<Option> options)
            implements Question {
        /** Checks that the options can be told from each other. */
        public Choice {
            Question.check(id, label);
            hint = hint == null ? "" : hint;
            options = options == null ? List.of() : List.copyOf(options);
            Question.check(!options.isEmpty(), id, "there are no options");
            Set<String> values = new LinkedHashSet<>();
            for (Option option : options) {
                Question.check(
                        !option.label().isBlank() && !option.value().isBlank(), id, "an option is without label");
                Question.check(values.add(option.value()), id, "two options have the value '" + option.value() + "'");
            }
        }

        @Override
        public Object accept(JsonNode value) {
            if (!several) {
                return known(Question.text(id, value));
            }
            List<String> chosen = Question.texts(id, value).stream()
                    .map(this::known)
                    .distinct()
                    .toList();
            if (chosen.isEmpty() && !optional) {
                throw Question.wrong(id, "is empty; choose at least one");
            }
            return chosen;
        }

        @Override
        public Optional<Object> accept(String message) {
            Optional<String> chosen = options.stream()
                    .filter(option -> option.label().equalsIgnoreCase(message)
                            || option.value().equalsIgnoreCase(message))
                    .map(Option::value)
                    .findFirst();
            Optional<String> said =
                    other && message.length() <= LONGEST ? chosen.or(() -> Optional.of(message)) : chosen;
            return said.map(value -> several ? List.of(value) : value);
        }

        private String known(String value) {
            if (!other && options.stream().noneMatch(option -> option.value().equals(value))) {
                String shown = value.length() <= 60 ? value : value.substring(0, 60) + "…";
                throw Question.wrong(
                        id,
                        "is '" + shown + "', which is not one of "
                                + options.stream().map(Option::value).collect(Collectors.joining(", ")));
            }
            return value;
        }

        @Override
        public String told(Object value) {
            return value instanceof List<?> chosen
                    ? chosen.isEmpty()
                            ? "none of them"
                            : chosen.stream().map(this::label).collect(Collectors.joining("; "))
                    : label(value);
        }

        private String label(Object value) {
            return options.stream()
                    .filter(option -> option.value().equals(value))
                    .map(option -> option.label().equals(option.value())
                            ? option.label()
                            : option.label() + " (" + option.value() + ")")
                    .findFirst()
                    .orElse(String.valueOf(value));
        }
    }

    /**
     * A list that the person may change: add, drop, move, edit.
     *
     * @param items as proposed
     */
    public record Items(String id, String label, String hint, boolean optional, List<String> items)
            implements Question {
        /** Takes a copy. */
        public Items {
            Question.check(id, label);
            hint = hint == null ? "" : hint;
            items = items == null ? List.of() : List.copyOf(items);
        }

        @Override
        public Object accept(JsonNode value) {
            List<String> kept = Question.texts(id, value);
            if (kept.isEmpty() && !optional) {
                throw Question.wrong(id, "is empty; leave at least one item");
            }
            return kept;
        }

        @Override
        public Optional<Object> accept(String message) {
            return Optional.empty();
        }

        @Override
        public String told(Object value) {
            return value instanceof List<?> kept
                    ? kept.stream().map(String::valueOf).collect(Collectors.joining("\n- ", "\n- ", ""))
                    : String.valueOf(value);
        }
    }

    /**
     * Something in the person's own words.
     *
     * @param value as proposed; may be empty
     */
    public record Text(String id, String label, String hint, boolean optional, String value) implements Question {
        /** Checks the id. */
        public Text {
            Question.check(id, label);
            hint = hint == null ? "" : hint;
            value = value == null ? "" : value;
        }

        @Override
        public Object accept(JsonNode value) {
            return Question.text(id, value);
        }

        @Override
        public Optional<Object> accept(String message) {
            return message.isBlank() || message.length() > LONGEST ? Optional.empty() : Optional.of(message);
        }

        @Override
        public String told(Object value) {
            return String.valueOf(value);
        }
    }

    /** A form of which, where it asks several questions, none is answered by plain words. */
    public Form(List<Question> questions) {
        this(questions, "");
    }

    /** Checks the ids. */
    @JsonCreator
    public Form {
        questions = questions == null ? List.of() : List.copyOf(questions);
        words = words == null ? "" : words;
        Set<String> ids = new LinkedHashSet<>();
        for (Question question : questions) {
            Question.check(ids.add(question.id()), question.id(), "there are two of this id");
        }
        Question.check(
                words.isEmpty() || ids.contains(words), words, "plain words answer a question that is not asked");
    }

    /**
     * The values of a reply by the ids of the questions: texts and lists of texts.
     *
     * @param reply a JSON object
     * @throws BadRequest naming the field that is unknown, missing or wrong
     */
    public Map<String, Object> accept(JsonNode reply) {
        if (!reply.isObject()) {
            throw new BadRequest(REPLY, "reply must be an object with the fields " + ids());
        }
        reply.fieldNames().forEachRemaining(name -> {
            if (questions.stream().noneMatch(question -> question.id().equals(name))) {
                String shown = name.length() <= 60 ? name : name.substring(0, 60) + "…";
                throw new BadRequest(
                        REPLY + "." + shown,
                        "unknown field " + REPLY + "." + shown + "; "
                                + (questions.isEmpty() ? "nothing but {} is expected" : "asked for are " + ids()));
            }
        });
        Map<String, Object> values = new LinkedHashMap<>();
        for (Question question : questions) {
            JsonNode value = reply.path(question.id());
            if (!value.isMissingNode() && !value.isNull()) {
                values.put(question.id(), question.accept(value));
            } else if (!question.optional()) {
                throw Question.wrong(question.id(), "is missing: " + question.label());
            }
        }
        return values;
    }

    /**
     * The values of a reply in plain words: such a message answers a form of one question that it fits, or the question of a
     * form that takes plain words; whatever else is said
     * is no reply.
     */
    public Optional<Map<String, Object>> accept(String message) {
        String id = words.isEmpty() && questions.size() == 1 ? questions.get(0).id() : words;
        return questions.stream()
                .filter(question -> question.id().equals(id))
                .findFirst()
                .flatMap(question -> question.accept(message.strip()))
                .map(value -> Map.of(id, value));
    }

    /** A reply in words, a line for each question that was answered. */
    public String told(Map<String, Object> values) {
        return questions.stream()
                .filter(question -> values.containsKey(question.id()))
                .map(question -> question.label() + ": " + question.told(values.get(question.id())))
                .collect(Collectors.joining("\n"));
    }

    private String ids() {
        return questions.stream().map(Question::id).collect(Collectors.joining(", "));
    }
}
