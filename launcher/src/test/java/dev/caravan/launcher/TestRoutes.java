package dev.caravan.launcher;

import dev.caravan.workspace.Tool;
import dev.caravan.workspace.Workspaces;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The routes that the tests ask. */
final class TestRoutes {
    // a start is refused without the routes that flows and tools of the workspaces name; none of them is asked here
    private static final String NAMED_BY_WORKSPACES =
            Workspaces.read(Path.of(System.getProperty("caravan.home"), "workspaces")).list().stream()
                    .flatMap(workspace -> Stream.concat(
                            Stream.of(workspace.flow()),
                            workspace.tools().stream().map(Tool::route)))
                    .distinct()
                    .map(id -> "- route:\n    id: " + id + "\n    from:\n      uri: direct:" + id
                            + "\n      steps:\n        - setBody: {constant: {expression: unasked}}\n")
                    .collect(Collectors.joining());

    static final String ALL = bean("count")
            + bean("pause")
            + bean("work")
            + bean("flood")
            + bean("break", "breakOff")
            + bean("refuse")
            + bean("fail")
            + bean("unwritable").replace("POST", "GET")
            + bean("headers").replace("POST", "GET")
            + constant("suspendable", "here")
            + NAMED_BY_WORKSPACES
            + """
          - route:
              id: echo
              from:
                uri: platform-http:/api/echo
                parameters: {httpMethodRestrict: POST}
                steps:
                  - setBody: {simple: {expression: "${bodyAs(String)}"}}
          - route:
              id: json
              from:
                uri: platform-http:/api/json
                parameters: {httpMethodRestrict: POST, consumes: application/json}
                steps:
                  - setBody: {constant: {expression: ok}}
          - route:
              id: things
              from:
                uri: platform-http:/api/things/{thing}
                parameters: {httpMethodRestrict: GET}
                steps:
                  - setBody: {simple: {expression: "${header.thing} ${header.n}"}}
          - route:
              id: teapot
              from:
                uri: platform-http:/api/teapot
                parameters: {httpMethodRestrict: GET}
                steps:
                  - setHeader: {name: CamelHttpResponseCode, constant: {expression: "418"}}
                  - setHeader: {name: Content-Type, constant: {expression: application/json}}
                  - setBody: {constant: {expression: "{}"}}
          """;

    /** A route that says something in the log. */
    static final String SAYS =
            """
      - route:
          id: says
          from:
            uri: platform-http:/api/says
            parameters: {httpMethodRestrict: GET}
            steps:
              - log: {message: a line of a route}
              - log: {loggingLevel: DEBUG, message: unsaid}
      """;

    private TestRoutes() {}

    static String constant(String id, String text) {
        return """
        - route:
            id: %s
            from:
              uri: platform-http:/api/%s
              parameters: {httpMethodRestrict: GET}
              steps:
                - setBody: {constant: {expression: %s}}
        """
                .formatted(id, id, text);
    }

    private static String bean(String method) {
        return bean(method, method);
    }

    private static String bean(String path, String method) {
        return """
        - route:
            id: %s
            from:
              uri: platform-http:/api/%s
              parameters: {httpMethodRestrict: POST}
              steps:
                - bean: {beanType: dev.caravan.launcher.RouteBeans, method: %s}
        """
                .formatted(path, path, method);
    }
}
