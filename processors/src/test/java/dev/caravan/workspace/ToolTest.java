package dev.caravan.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.agent.ToolTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolTest {
    private static final String SCHEMA =
            "{type: object, properties: {city: {type: string}, days: {type: integer}}, required: [city]}";

    @TempDir
    Path folder;

    private Workspace workspace(String flow, String tools) throws IOException {
        Files.writeString(
                folder.resolve("workspace.yaml"),
                "{title: T, flow: " + flow + ", database: {engine: postgresql}, tools: " + tools + "}");
        return Workspace.read(folder);
    }

    @Test
    void isReadAsItsWorkspaceDeclaresIt() throws IOException {
        Tool tool = workspace(
                        "agent",
                        "[{name: weather, route: ask-weather, description: Tells the weather., arguments: " + SCHEMA
                                + ", counted: false, parallel: true, calls-per-turn: 3}]")
                .tool("weather")
                .orElseThrow();
        assertThat(tool.route()).isEqualTo("ask-weather");
        assertThat(tool.counted()).isFalse();
        assertThat(tool.parallel()).isTrue();
        assertThat(tool.callsPerTurn()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
          {city: 7}                 | string expected
          {days: 2}                 | "city" is missing
          {city: null}              | "city" is missing
          {city: Oslo, days: soon}  | integer expected
          """)
    void saysWhatIsWrongWithArguments(String arguments, String fault) throws IOException {
        Tool tool = workspace("agent", "[{name: w, route: r, description: D., arguments: " + SCHEMA + "}]")
                .tool("w")
                .orElseThrow();
        assertThat(tool.faults(new com.fasterxml.jackson.dataformat.yaml.YAMLMapper().readTree(arguments)))
                .singleElement()
                .asString()
                .contains(fault);
        assertThat(tool.faults(new ObjectMapper().readTree("{\"city\": \"Oslo\", \"days\": 2}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
          {}                                                            | must be a list
          [{name: a b}]                                                 | the name 'a b' must be of letters
          [{name: a, rout: r}]                                          | unknown key rout; known are arguments, available
          [{name: a}]                                                   | route must be the id of the route
          [{name: a, route: 'http://x'}]                                | route must be the id of the route
          [{name: a, route: r}]                                         | a description is missing
          [{name: a, route: r, description: D}]                         | arguments must be a JSON schema of type object
          [{name: a, route: r, description: D, arguments: {type: 7}}]   | arguments must be a JSON schema of type object
          [{name: a, route: r, description: D, arguments: {type: object, required: 7}}] | no valid JSON schema
          [{name: a, route: r, description: D, arguments: {type: object}}, {name: a, route: r, description: D, arguments: {type: object}}] | there are two called a
          [{name: a, route: r, description: D, arguments: {type: object}, available: {}}]  | available must name its gate
          [{name: a, route: r, description: D, arguments: {type: object}, notes: [{after: b, status: unavailable, say: S}]}] | which is no tool of this workspace
          """)
    void isRefusedWithFileAndFault(String tools, String fault) {
        assertThatThrownBy(() -> workspace("agent", tools))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(folder.resolve("workspace.yaml").toString())
                .hasMessageContaining(fault);
    }

    @Test
    void namesARouteAGateAndAFlowThatAreNotThere() throws IOException {
        String tool = "[{name: w, route: r, description: D., arguments: " + SCHEMA + ", available: {gate: g}}]";
        assertThatThrownBy(() -> table(workspace("agent", tool)).check("agent"::equals))
                .hasMessageContaining("workspace.yaml: tools: w: there is no route 'r'; add it to the routes folder");
        assertThatThrownBy(() -> table(workspace("agent", tool)).check(List.of("agent", "r")::contains))
                .hasMessageContaining("there is no gate 'g'");
        assertThatThrownBy(() -> table(workspace("research", "[]")).check("agent"::equals))
                .hasMessageContaining("flow is 'research', but no route has that id");
    }

    private static ToolTable table(Workspace workspace) {
        return new ToolTable(new Workspaces(List.of(workspace)), gate -> Optional.empty());
    }
}
