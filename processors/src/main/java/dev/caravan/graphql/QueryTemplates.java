package dev.caravan.graphql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The query documents, one resource file each. */
public final class QueryTemplates {
    private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)\\s*:");

    private final Map<String, String> documents = new ConcurrentHashMap<>();

    /**
     * The document of a name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public String get(String name) {
        return documents.computeIfAbsent(name, QueryTemplates::read);
    }

    /** The names of the variables that a document declares. */
    public static Set<String> variables(String document) {
        Set<String> names = new LinkedHashSet<>();
        Matcher matcher = VARIABLE.matcher(document.substring(0, document.indexOf('{')));
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static String read(String name) {
        try (InputStream file = QueryTemplates.class.getResourceAsStream(name + ".graphql")) {
            if (file == null) {
                throw new IllegalArgumentException("there is no query document " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
