package dev.caravan.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Which versions are at work, written down by the build. */
final class Versions {
    private Versions() {}

    /** Names and versions of the product and of what it stands on. */
    static Map<String, String> all() {
        Properties built = new Properties();
        try (InputStream in = Versions.class.getResourceAsStream("versions.properties")) {
            built.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new TreeMap<>();
        built.forEach((name, version) -> versions.put(name.toString(), version.toString()));
        versions.put("java", Runtime.version().toString());
        return versions;
    }
}
