package dev.caravan.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The product's settings: {@code application.yaml}, flattened to dotted keys. */
public final class Settings {
  private final Path home;
  private final Map<String, String> values;

  private Settings(Path home, Map<String, String> values) {
    this.home = home;
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Reads {@code application.yaml} of the home folder.
   *
   * @param home the folder that holds application.yaml, routes/ and workspaces/
   * @param overrides dotted keys that win over the file
   */
  public static Settings load(Path home, Map<String, String> overrides) {
    Map<String, String> values = new TreeMap<>();
    try (var in = Files.newBufferedReader(home.resolve("application.yaml"))) {
      flatten("", new Yaml(new SafeConstructor(new LoaderOptions())).load(in), values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    values.putAll(overrides);
    return new Settings(home, values);
  }

  private static void flatten(String prefix, Object node, Map<String, String> values) {
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> flatten(prefix.isEmpty() ? "" + key : prefix + "." + key, value, values));
    } else if (node != null) {
      values.put(prefix, node.toString());
    }
  }

  /** The folder that relative paths start from. */
  public Path home() {
    return home;
  }

  /** A text, never null; an unknown key is a programming error. */
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
    String text = text(key);
    if (text.endsWith("ms")) {
      return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2).trim()));
    }
    return Duration.parse("PT" + text);
  }

  /** True or false. */
  public boolean flag(String key) {
    return Boolean.parseBoolean(text(key));
  }

  /** A path, relative ones from the home folder. */
  public Path path(String key) {
    return home.resolve(text(key)).normalize();
  }

  /** Every key with its value, for Camel's placeholders and MicroProfile Config. */
  public Map<String, String> asMap() {
    return values;
  }
}
