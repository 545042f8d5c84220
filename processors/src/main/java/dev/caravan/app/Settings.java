package dev.caravan.app;

import dev.caravan.text.NearestName;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The product's settings: {@code application.yaml}, flattened to dotted keys and checked.
 *
 * <p>A value comes from the first of these that has it: the overrides, a system property of the
 * key's name, an environment variable, the file of the home folder, the file that was shipped (so a
 * home folder from before a setting existed still starts).
 */
public final class Settings {
    private static final String FILE = "application.yaml";
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}");
    private static final Pattern URL_PASSWORD = Pattern.compile("(?i)(password=)[^&]*");

    private final Path home;
    private final Map<String, String> values;

    private Settings(Path home, Map<String, String> values) {
        this.home = home;
        this.values = Collections.unmodifiableMap(values);
    }

    /**
     * Reads and checks the settings of a home folder.
     *
     * @param home the folder that holds application.yaml, routes/ and workspaces/
     * @param overrides dotted keys that win over everything
     * @throws InvalidSettings naming every unknown key and unusable value with its place
     */
    public static Settings load(Path home, Map<String, String> overrides) {
        return load(
                home,
                overrides,
                System.getenv(),
                System.getProperties().stringPropertyNames().stream()
                        .collect(Collectors.toMap(name -> name, System::getProperty)));
    }

    static Settings load(
            Path home, Map<String, String> overrides, Map<String, String> environment, Map<String, String> properties) {
        Path path = home.toAbsolutePath().normalize().resolve(FILE);
        if (!Files.isRegularFile(path)) {
            throw new InvalidSettings(List.of("there is no " + path + "; start Caravan from its own folder"));
        }
        Map<String, String> values = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        for (SettingsFile file : List.of(shipped(), written(path))) {
            problems.addAll(file.problems());
            file.entries().forEach((key, entry) -> {
                String place = FILE + ":" + entry.line() + ": ";
                resolved(entry.value(), environment, place + key, problems)
                        .ifPresent(value -> put(key, value, place, values, problems));
            });
        }
        for (String key : keys(values, properties)) {
            String variable = variable(key);
            if (environment.containsKey(variable)) {
                put(key, environment.get(variable), "environment variable " + variable + ": ", values, problems);
            }
            if (properties.containsKey(key)) {
                put(key, properties.get(key), "system property " + key + ": ", values, problems);
            }
        }
        overrides.forEach((key, value) -> put(key, value, "override: ", values, problems));
        if (problems.isEmpty()
                && values.get("atlas.source").equals("jdbc")
                && values.get("atlas.jdbc-url").isEmpty()) {
            problems.add("atlas.source is jdbc, so atlas.jdbc-url must name a database");
        }
        if (problems.isEmpty()
                && !values.get("embeddings.url").isEmpty()
                && values.get("embeddings.model").isEmpty()) {
            problems.add("embeddings.url is set, so embeddings.model must name a model of that endpoint");
        }
        if (problems.isEmpty()
                && values.get("documents.index.vectors").equals("true")
                && !values.get("documents.index.engine").equals("lucene")) {
            problems.add(
                    "documents.index.vectors needs documents.index.engine: lucene; a search engine elsewhere finds by words alone");
        }
        Settings settings = new Settings(path.getParent(), values);
        if (problems.isEmpty()) {
            problems.addAll(OidcBeans.problems(settings));
            problems.addAll(WebhookBeans.problems(settings));
        }
        if (!problems.isEmpty()) {
            throw new InvalidSettings(problems);
        }
        return settings;
    }

    private static SettingsFile shipped() {
        try (InputStream in = Settings.class.getResourceAsStream(FILE);
                Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            return SettingsFile.read(FILE + " as shipped", reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SettingsFile written(Path path) {
        try (Reader reader = Files.newBufferedReader(path)) {
            return SettingsFile.read(FILE, reader);
        } catch (IOException e) {
            throw new InvalidSettings(List.of(path + " cannot be read: " + e));
        }
    }

    /** The keys that an environment variable or a system property may set. */
    private static List<String> keys(Map<String, String> values, Map<String, String> properties) {
        List<String> keys = new ArrayList<>(values.keySet());
        properties.keySet().stream()
                .filter(name ->
                        !values.containsKey(name) && SettingKeys.of(name).isPresent())
                .sorted()
                .forEach(keys::add);
        return keys;
    }

    private static String variable(String key) {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    private static Optional<String> resolved(
            String text, Map<String, String> environment, String place, List<String> problems) {
        Matcher reference = REFERENCE.matcher(text);
        StringBuilder value = new StringBuilder();
        while (reference.find()) {
            String found = environment.getOrDefault(reference.group(1), reference.group(2));
            if (found == null) {
                problems.add(place + ": environment variable " + reference.group(1) + " is not set");
                return Optional.empty();
            }
            reference.appendReplacement(value, Matcher.quoteReplacement(found));
        }
        return Optional.of(reference.appendTail(value).toString());
    }

    private static void put(String key, String value, String place, Map<String, String> values, List<String> problems) {
        Optional<SettingKey> declared = SettingKeys.of(key);
        if (declared.isEmpty()) {
            String hint = NearestName.of(key, SettingKeys.names())
                    .map(name -> "; did you mean " + name + "?")
                    .orElse("");
            problems.add(place + "unknown key " + key + hint);
            return;
        }
        SettingKey setting = declared.get();
        Optional<String> objection = setting.rule().objection(value);
        if (objection.isPresent()) {
            problems.add(place + key + ": " + (setting.secret() ? "the value " : "'" + value + "' ") + objection.get());
            return;
        }
        values.put(key, value);
    }

    /** The folder that relative paths start from. */
    public Path home() {
        return home;
    }

    /** A text, never null, empty where nothing is set; an unknown key is a programming error. */
    public String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no setting " + key);
        }
        return value;
    }

    /** A whole number. */
    public int number(String key) {
        return Integer.parseInt(text(key));
    }

    /** A duration written like 30s, 2m or 500ms. */
    public Duration duration(String key) {
        return SettingKey.durationOf(text(key))
                .orElseThrow(() -> new IllegalArgumentException(key + " is no duration"));
    }

    /** True or false. */
    public boolean flag(String key) {
        return Boolean.parseBoolean(text(key));
    }

    /** A path, relative ones from the home folder. */
    public Path path(String key) {
        return home.resolve(text(key)).normalize();
    }

    /** Words separated by commas, without the spaces around them. */
    public List<String> words(String key) {
        return Pattern.compile(",")
                .splitAsStream(text(key))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Every key with its value, secrets too, for Camel's placeholders and MicroProfile Config. */
    public Map<String, String> asMap() {
        return values;
    }

    /** Every key with its value, fit to be shown: secrets and passwords within URLs are masked. */
    public Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        values.forEach((key, value) -> {
            boolean secret = SettingKeys.of(key).map(SettingKey::secret).orElse(true);
            shown.put(
                    key,
                    secret && !value.isEmpty()
                            ? "***"
                            : URL_PASSWORD.matcher(value).replaceAll("$1***"));
        });
        return shown;
    }

    @Override
    public String toString() {
        return shown().toString();
    }
}
