package dev.caravan.documents;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a question says its words mean: "DIO is defined as: 365 * average inventory / COGS", "Define quick ratio as …". One
 * definition may use another.
 *
 * @param list in the order of the question
 */
record Definitions(List<Definition> list) {
    /** None. */
    static final Definitions NONE = new Definitions(List.of());

    private static final Pattern DEFINED = Pattern.compile(
            "(?i)(?:\\bdefine (?<before>[^.:;?]{1,60}?) as|(?:(?<=^|[.;:?]\\s)(?<name>[^.:;?]{1,60}?)\\s)?\\b(?:(?:is|are|as)\\s+)?(?:defined as|calculated as|computed as|defined by|calculated by)):?\\s*(?<formula>.+?)(?:\\.(?=\\s+[A-Z]|\\s*$)|\\?|;|$)");
    private static final Pattern NO_NAME = Pattern.compile("(?i)\\b(?:here|it|this|that)\\b");

    /**
     * One.
     *
     * @param name words of what is defined; empty where the text before it tells
     * @param formula as it is written
     */
    record Definition(List<String> name, String formula) {
        Definition {
            name = List.copyOf(name);
        }

        /** As it is told. */
        String title() {
            String joined = String.join(" ", name);
            return name.isEmpty()
                    ? "the figure asked for"
                    : joined.length() > 4 ? joined : joined.toUpperCase(Locale.ROOT);
        }
    }

    Definitions {
        list = List.copyOf(list);
    }

    static boolean isIn(String text) {
        return DEFINED.matcher(text).find();
    }

    static Definitions of(String question) {
        List<Definition> list = new ArrayList<>();
        Matcher found = DEFINED.matcher(question);
        while (found.find()) {
            String name = found.group("before") != null ? found.group("before") : found.group("name");
            list.add(new Definition(
                    name == null
                            ? List.of()
                            : Phrase.wordsOf(NO_NAME.matcher(name).replaceAll(" ")),
                    found.group("formula")));
        }
        return new Definitions(list);
    }

    /** What the sentence that asks is after: what it names, else what is defined first. */
    Optional<Definition> asked(List<String> sentence) {
        return list.stream()
                .filter(each -> !each.name().isEmpty() && new Phrase(each.name()).in(sentence))
                .findFirst()
                .or(() -> list.stream().findFirst());
    }

    Optional<Definition> find(List<String> name) {
        return list.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Whether words are names that are defined here. */
    boolean name(List<String> words) {
        return list.stream().flatMap(each -> each.name().stream()).toList().containsAll(words);
    }

    /** The others, so that nothing is defined by itself. */
    Definitions without(Definition definition) {
        return new Definitions(
                list.stream().filter(each -> !each.equals(definition)).toList());
    }

    /** Words of a sentence that a defined name is short for, as in "cash conversion cycle (CCC)". */
    Set<String> longForms(List<String> sentence) {
        Set<String> words = new HashSet<>();
        for (Definition definition : list) {
            String name = String.join("", definition.name());
            int at = sentence.indexOf(name);
            int from = at - name.length();
            if (definition.name().size() == 1 && from >= 0) {
                Collection<String> before = sentence.subList(from, at);
                StringBuilder initials = new StringBuilder();
                before.forEach(word -> initials.append(word.charAt(0)));
                if (initials.toString().equals(name)) {
                    words.addAll(before);
                    words.add(name);
                }
            }
        }
        return words;
    }
}
