package dev.caravan.frontend.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/http-api.md names every address that is served. */
class ApiPageTest {
    private static final java.nio.file.Path HOME = java.nio.file.Path.of(System.getProperty("caravan.home"));
    private static final Pattern ENDPOINT = Pattern.compile("platform-http:([^\\s?]+)");

    private final List<String> page = Files.readAllLines(HOME.resolve("docs/http-api.md"));

    ApiPageTest() throws IOException {}

    @Test
    void namesEveryResourceWithItsVerbs() {
        List<String> missing = new ArrayList<>();
        for (Class<?> resource : new ApiApplication().getClasses()) {
            for (Method method : resource.getDeclaredMethods()) {
                verb(method).ifPresent(verb -> {
                    String path = "/api" + path(resource) + path(method);
                    // an address ends where a backquote or a space does
                    boolean told = page.stream()
                            .anyMatch(line -> line.contains(verb)
                                    && Pattern.compile(Pattern.quote(path) + "[`\\s]")
                                            .matcher(line)
                                            .find());
                    if (!told) {
                        missing.add(verb + " " + path);
                    }
                });
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void namesEveryRouteThatIsServed() throws IOException {
        try (Stream<java.nio.file.Path> files = Files.list(HOME.resolve("routes"))) {
            for (java.nio.file.Path file : files.filter(each -> each.toString().endsWith(".camel.yaml"))
                    .toList()) {
                Matcher endpoint = ENDPOINT.matcher(Files.readString(file));
                while (endpoint.find()) {
                    assertThat(page).as(endpoint.group(1)).anyMatch(line -> line.contains(endpoint.group(1) + "`"));
                }
            }
        }
    }

    private static Optional<String> verb(Method method) {
        return Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .flatMap(type -> Stream.ofNullable(type.getAnnotation(HttpMethod.class)))
                .map(HttpMethod::value)
                .findFirst();
    }

    /** Without the patterns of parameters. */
    private static String path(java.lang.reflect.AnnotatedElement element) {
        Path path = element.getAnnotation(Path.class);
        return path == null ? "" : path.value().replaceAll("\\{(\\w+):[^{}]*(\\{[^{}]*})?[^{}]*}", "{$1}");
    }
}
