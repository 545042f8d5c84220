package dev.caravan.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the names and terms of a request stand for.
 *
 * @param resolvedEntities by the name as written
 * @param fieldMappings fields of the data by the term as written
 * @param notes what was assumed, in sentences
 * @param question the request with every name in full
 */
public record ResolutionContext(
        Map<String, Candidate> resolvedEntities,
        Map<String, String> fieldMappings,
        List<String> notes,
        String question) {
    /** Nothing is resolved yet. */
    public static final ResolutionContext NONE = new ResolutionContext(Map.of(), Map.of(), List.of(), "");

    /**
     * Something in the data that goes by a name.
     *
     * @param kind what it is, such as port
     * @param field the column that holds the name
     * @param value the name in full
     */
    public record Candidate(String kind, String field, String value) {}

    /** Takes copies that keep the order. */
    public ResolutionContext {
        resolvedEntities = new LinkedHashMap<>(resolvedEntities);
        fieldMappings = new LinkedHashMap<>(fieldMappings);
        notes = List.copyOf(notes);
    }

    ResolutionContext withChosen(String text, Candidate candidate) {
        Map<String, Candidate> all = new LinkedHashMap<>(resolvedEntities);
        all.put(text, candidate);
        return new ResolutionContext(all, fieldMappings, notes, question);
    }

    ResolutionContext withEntities(Map<String, Candidate> resolved, String full, List<String> said) {
        return new ResolutionContext(resolved, fieldMappings, said, full);
    }

    ResolutionContext withMappings(Map<String, String> mappings) {
        Map<String, String> all = new LinkedHashMap<>(fieldMappings);
        all.putAll(mappings);
        return new ResolutionContext(resolvedEntities, all, notes, question);
    }

    /** With a term said in the words of the data. */
    ResolutionContext withTerm(String term, String field, String told) {
        List<String> all = new ArrayList<>(notes);
        all.add("\"" + term + "\" is taken as " + told + ".");
        return new ResolutionContext(
                resolvedEntities,
                fieldMappings,
                all,
                question.replaceFirst(
                        "(?i)(?<![\\p{L}\\p{N}])" + Pattern.quote(term) + "(?![\\p{L}\\p{N}])",
                        Matcher.quoteReplacement(field)));
    }

    /** Of another request, of which the same is decided. */
    ResolutionContext of(String request) {
        return new ResolutionContext(resolvedEntities, fieldMappings, List.of(), request);
    }

    /** What a later request of the same conversation may take as decided. */
    ResolutionContext remembered() {
        return new ResolutionContext(resolvedEntities, Map.of(), List.of(), "");
    }
}
