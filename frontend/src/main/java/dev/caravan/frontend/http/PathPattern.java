package dev.caravan.frontend.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The path of a platform-http endpoint, such as {@code /api/turns/{id}/trace}; a parameter stands for
 * one segment.
 */
final class PathPattern {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^/{}]+)}");

    private final String text;
    private final Pattern pattern;
    private final List<String> names = new ArrayList<>();

    /**
     * A pattern.
     *
     * @param path with or without its leading slash
     * @param prefix whether it stands for everything below it too
     */
    PathPattern(String path, boolean prefix) {
        text = path.startsWith("/") ? path : "/" + path;
        StringBuilder regex = new StringBuilder();
        Matcher parameter = PARAMETER.matcher(text);
        int done = 0;
        while (parameter.find()) {
            regex.append(Pattern.quote(text.substring(done, parameter.start()))).append("([^/]+)");
            names.add(parameter.group(1));
            done = parameter.end();
        }
        regex.append(Pattern.quote(text.substring(done)));
        if (prefix) {
            regex.append(text.endsWith("/") ? ".*" : "(?:/.*)?");
        }
        pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /** The values of the parameters where the path fits, empty where it does not. */
    Optional<Map<String, String>> match(String path) {
        Matcher matcher = pattern.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), matcher.group(i + 1));
        }
        return Optional.of(values);
    }

    /** How much of the path is fixed: of two patterns that fit, the one with more is meant. */
    int weight() {
        return PARAMETER.matcher(text).replaceAll("").length();
    }

    @Override
    public String toString() {
        return text;
    }
}
