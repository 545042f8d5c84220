package dev.caravan.reference;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A law or another document that is divided into numbered sections.
 *
 * @param id by which it is told apart: its abbreviation, else its title, else the name of its file
 * @param names every name it goes by: abbreviation, short and long title, file
 * @param sections by {@link SectionKey}, in the order of the text
 */
public record Statute(String id, List<String> names, Map<String, Section> sections) {

    /**
     * A section.
     *
     * @param key see {@link SectionKey}
     * @param number as the law writes it, for example {@code § 7a}
     * @param heading without the number; may be empty
     * @param text below the heading
     */
    public record Section(String key, String number, String heading, String text) {}

    /** Takes copies. */
    public Statute {
        names = List.copyOf(names);
        sections = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(sections));
    }

    /** The section of a name such as {@code § 7} or a key. */
    public Optional<Section> section(String name) {
        return SectionKey.of(name).map(sections::get);
    }
}
