package dev.caravan.frontend;

import dev.caravan.app.InvalidSettings;
import dev.caravan.app.Settings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Serves the settings to MicroProfile Config, where the server has it: the ones the application runs
 * with, and before it has started the ones of the home folder.
 */
public final class SettingsConfigSource implements ConfigSource {
    // the service loader makes the instances, so the running application can only be met here
    private static final AtomicReference<Map<String, String>> RUNNING = new AtomicReference<>(Map.of());
    private final Map<String, String> found;

    /** For the service loader. */
    public SettingsConfigSource() {
        found = atHome().map(Settings::asMap).orElse(Map.of());
    }

    /** Serves these from now on. */
    static void serve(Settings settings) {
        RUNNING.set(settings.asMap());
    }

    private static Optional<Settings> atHome() {
        try {
            return Optional.of(Settings.load(Path.of(System.getProperty(CaravanBean.HOME, "")), Map.of()));
        } catch (InvalidSettings e) {
            // the application's own start tells it, at a place where it can be read
            return Optional.empty();
        }
    }

    private Map<String, String> values() {
        Map<String, String> running = RUNNING.get();
        return running.isEmpty() ? found : running;
    }

    /** Above the server's own files (100), below environment (300) and system properties (400). */
    @Override
    public int getOrdinal() {
        return 110;
    }

    @Override
    public Set<String> getPropertyNames() {
        return values().keySet();
    }

    @Override
    public String getValue(String name) {
        return values().get(name);
    }

    @Override
    public String getName() {
        return "application.yaml";
    }
}
