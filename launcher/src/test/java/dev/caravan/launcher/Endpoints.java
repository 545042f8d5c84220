package dev.caravan.launcher;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every address that the product serves, read from where it is declared: resources, servlets and routes. */
final class Endpoints {
    private static final java.nio.file.Path HOME = java.nio.file.Path.of(System.getProperty("caravan.home"));
    private static final Pattern ROUTE = Pattern.compile(
            "uri: platform-http:(\\S+)\\s+parameters:\\s+(?:\\w+: \\S+\\s+)*?httpMethodRestrict: (\\S+)");
    private static final Pattern ANY_ROUTE = Pattern.compile("platform-http:/");
    private static final Pattern SERVLET =
            Pattern.compile("<servlet-name>(\\w+)</servlet-name>\\s+((?:<url-pattern>[^<]*</url-pattern>\\s*)+)");
    private static final Pattern ADDRESS = Pattern.compile("<url-pattern>([^<]*)</url-pattern>");

    private Endpoints() {}

    /**
     * An address.
     *
     * @param method of HTTP
     * @param path with parameters as {@code {name}}
     */
    record Endpoint(String method, String path) {
        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    static List<Endpoint> all() throws IOException {
        List<Endpoint> all = new ArrayList<>(resources());
        all.addAll(routes());
        all.addAll(servlets());
        return all;
    }

    private static List<Endpoint> resources() {
        List<Endpoint> found = new ArrayList<>();
        for (Class<?> resource : application().getClasses()) {
            for (Method method : resource.getDeclaredMethods()) {
                Stream.of(method.getAnnotations())
                        .map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
                        .flatMap(verb -> Optional.ofNullable(verb).stream())
                        .forEach(verb -> found.add(new Endpoint(
                                verb.value(),
                                ("/api" + resource.getAnnotation(Path.class).value()
                                                + Optional.ofNullable(method.getAnnotation(Path.class))
                                                        .map(Path::value)
                                                        .orElse(""))
                                        .replaceAll("\\{(\\w+): (?:[^{}]|\\{[^{}]*})*}", "{$1}"))));
            }
        }
        return found;
    }

    /** As it stands in the web application that is served, whose classes are not this module's. */
    private static Application application() {
        try {
            URL classes = HOME.resolve("launcher/target/caravan/WEB-INF/classes")
                    .toUri()
                    .toURL();
            // stays open as long as its classes are looked at
            ClassLoader loader = new URLClassLoader(new URL[] {classes}, Endpoints.class.getClassLoader());
            return (Application) loader.loadClass("dev.caravan.frontend.rest.ApiApplication")
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Endpoint> routes() throws IOException {
        List<Endpoint> found = new ArrayList<>();
        int declared = 0;
        for (java.nio.file.Path folder : List.of(HOME.resolve("routes"), HOME.resolve("workspaces"))) {
            try (Stream<java.nio.file.Path> files = Files.walk(folder)) {
                for (java.nio.file.Path file : files.filter(
                                each -> each.toString().endsWith(".camel.yaml"))
                        .toList()) {
                    String yaml = Files.readString(file);
                    declared += (int) ANY_ROUTE.matcher(yaml).results().count();
                    Matcher route = ROUTE.matcher(yaml);
                    while (route.find()) {
                        for (String method : route.group(2).split(",")) {
                            found.add(new Endpoint(method, route.group(1)));
                        }
                    }
                }
            }
        }
        if (found.size() < declared) {
            throw new IllegalStateException("a route of platform-http names no method: " + found);
        }
        return found;
    }

    private static List<Endpoint> servlets() throws IOException {
        String descriptor = Files.readString(HOME.resolve("frontend/src/main/webapp/WEB-INF/web.xml"));
        List<Endpoint> found = new ArrayList<>();
        Matcher servlet = SERVLET.matcher(descriptor);
        while (servlet.find()) {
            List<String> methods = servlet.group(1).equals("pages") ? List.of("GET") : List.of("GET", "POST", "DELETE");
            Matcher address = ADDRESS.matcher(servlet.group(2));
            while (address.find()) {
                String path =
                        address.group(1).isEmpty() ? "/" : address.group(1).replace("/*", "/{rest}");
                methods.forEach(method -> found.add(new Endpoint(method, path)));
            }
        }
        return found;
    }
}
