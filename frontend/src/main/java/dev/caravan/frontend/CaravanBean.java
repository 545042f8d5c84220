package dev.caravan.frontend;

import dev.caravan.app.CaravanRuntime;
import dev.caravan.app.Settings;
import dev.caravan.frontend.http.ServletPlatformHttpEngine;
import dev.caravan.trace.TurnEvents;
import dev.caravan.workspace.DataOnDemand;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.PlatformHttpConstants;

/**
 * Starts Caravan with the web application and stops it with it; offers its parts to filters and
 * resources.
 *
 * <p>The home folder is the context attribute {@value #HOME}, which an embedding launcher sets, or the
 * system property of that name, or the working directory.
 */
@ApplicationScoped
public class CaravanBean {
    /** Context attribute and system property: the folder that holds application.yaml, as text. */
    public static final String HOME = "caravan.home";

    /** Context attribute: settings that win over application.yaml, a map of texts. */
    public static final String OVERRIDES = "caravan.overrides";

    /** Context attribute: how data are made that are made on demand, a map of {@link DataOnDemand.Maker} by workspace. */
    public static final String MAKERS = "caravan.makers";

    private Settings settings;
    private ServletPlatformHttpEngine engine;
    private CaravanRuntime runtime;

    /** Starts when the application scope does. */
    void start(@Observes @Initialized(ApplicationScoped.class) Object event) throws Exception {
        Map<String, String> overrides = Collections.emptyMap();
        Map<String, DataOnDemand.Maker> makers = Collections.emptyMap();
        String home = System.getProperty(HOME, "");
        if (event instanceof ServletContext context) {
            overrides = overrides(context);
            makers = makers(context);
            home = context.getAttribute(HOME) instanceof String given ? given : home;
        }
        settings = Settings.load(Path.of(home).toAbsolutePath(), overrides);
        SettingsConfigSource.serve(settings);
        engine = new ServletPlatformHttpEngine(settings);
        runtime = CaravanRuntime.start(
                settings, registry -> registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, engine), makers);
    }

    private static Map<String, String> overrides(ServletContext context) {
        Map<String, String> overrides = new TreeMap<>();
        if (context.getAttribute(OVERRIDES) instanceof Map<?, ?> given) {
            given.forEach((key, value) -> overrides.put(key.toString(), value.toString()));
        }
        return overrides;
    }

    private static Map<String, DataOnDemand.Maker> makers(ServletContext context) {
        Map<String, DataOnDemand.Maker> makers = new TreeMap<>();
        if (context.getAttribute(MAKERS) instanceof Map<?, ?> given) {
            given.forEach((workspace, maker) -> makers.put(workspace.toString(), (DataOnDemand.Maker) maker));
        }
        return makers;
    }

    @PreDestroy
    void stop() {
        if (runtime != null) {
            runtime.close();
        }
    }

    @Produces
    Settings settings() {
        return settings;
    }

    @Produces
    ServletPlatformHttpEngine engine() {
        return engine;
    }

    @Produces
    CamelContext camel() {
        return runtime.camel();
    }

    @Produces
    TurnEvents events() {
        return runtime.events();
    }
}
