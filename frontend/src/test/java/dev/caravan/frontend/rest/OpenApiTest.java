package dev.caravan.frontend.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The description of the API names what is served, and nothing else. */
class OpenApiTest {
    private static final java.nio.file.Path HOME = java.nio.file.Path.of(System.getProperty("caravan.home"));
    private static final Pattern ROUTE = Pattern.compile(
            "uri: platform-http:(\\S+)\\s+parameters:\\s+(?:\\w+: \\S+\\s+)*?httpMethodRestrict: (\\S+)");

    private final JsonNode description = description();

    private static JsonNode description() {
        try (InputStream file = OpenApiResource.class.getResourceAsStream("openapi.json")) {
            return new ObjectMapper().readTree(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each operation as its method, path, and parameters of the query in their order. */
    private Set<String> described() {
        Set<String> all = new TreeSet<>();
        description.path("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(operation -> {
                    List<String> query = new ArrayList<>();
                    operation.getValue().path("parameters").forEach(parameter -> {
                        if (parameter.path("in").asText().equals("query")) {
                            query.add(parameter.path("name").asText());
                        }
                    });
                    all.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey() + " " + query);
                }));
        return all;
    }

    private static Set<String> served() throws IOException {
        Set<String> all = new TreeSet<>();
        for (Class<?> resource : new ApiApplication().getClasses()) {
            for (Method method : resource.getDeclaredMethods()) {
                Stream.of(method.getAnnotations())
                        .flatMap(annotation ->
                                Stream.ofNullable(annotation.annotationType().getAnnotation(HttpMethod.class)))
                        .forEach(verb ->
                                all.add(verb.value() + " /api" + path(resource) + path(method) + " " + query(method)));
            }
        }
        try (Stream<java.nio.file.Path> files = Files.list(HOME.resolve("routes"))) {
            for (java.nio.file.Path file : files.filter(each -> each.toString().endsWith(".camel.yaml"))
                    .toList()) {
                Matcher route = ROUTE.matcher(Files.readString(file));
                while (route.find()) {
                    // the protocol of /mcp is not that of OpenAPI
                    all.add(route.group(2) + " " + route.group(1) + " []");
                }
            }
        }
        return all;
    }

    private static String path(AnnotatedElement element) {
        Path path = element.getAnnotation(Path.class);
        return path == null ? "" : path.value().replaceAll("\\{(\\w+):[^{}]*(\\{[^{}]*})?[^{}]*}", "{$1}");
    }

    private static List<String> query(Method method) {
        return Stream.of(method.getParameters())
                .flatMap(parameter -> Stream.ofNullable(parameter.getAnnotation(QueryParam.class)))
                .map(QueryParam::value)
                .toList();
    }

    @Test
    void namesWhatIsServedAndNothingElse() throws IOException {
        assertThat(described()).containsExactlyElementsOf(served());
    }

    @Test
    void namesEachParameterOfAPathAndRefersToWhatThereIs() {
        List<String> wrong = new ArrayList<>();
        description.path("paths").properties().forEach(path -> path.getValue()
                .properties()
                .forEach(operation -> {
                    Set<String> wanted = new TreeSet<>();
                    Pattern.compile("\\{(\\w+)}")
                            .matcher(path.getKey())
                            .results()
                            .forEach(one -> wanted.add(one.group(1)));
                    Set<String> told = new TreeSet<>();
                    operation.getValue().path("parameters").forEach(parameter -> {
                        if (parameter.path("in").asText().equals("path")) {
                            told.add(parameter.path("name").asText());
                        }
                    });
                    if (!told.equals(wanted)
                            || operation.getValue().path("summary").asText().isEmpty()) {
                        wrong.add(operation.getKey() + " " + path.getKey());
                    }
                }));
        description.findValuesAsText("$ref").forEach(reference -> {
            if (description.at(reference.substring(1)).isMissingNode()) {
                wrong.add(reference);
            }
        });
        assertThat(wrong).isEmpty();
    }
}
