package dev.caravan.agent;

import dev.caravan.gate.SourceGate;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Tool;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The tools of each workspace, as its file declares them: found here by name, never by what a model wrote. */
public final class ToolTable {
    private final Workspaces workspaces;
    private final Function<String, Optional<SourceGate>> gates;

    /**
     * A table.
     *
     * @param gates gives a gate by its name; empty where there is none
     */
    public ToolTable(Workspaces workspaces, Function<String, Optional<SourceGate>> gates) {
        this.workspaces = workspaces;
        this.gates = gates;
    }

    /** All tools of a turn's workspace. */
    List<Tool> all(Turn turn) {
        return workspace(turn).map(Workspace::tools).orElse(List.of());
    }

    Optional<Workspace> workspace(Turn turn) {
        return workspaces.find(turn.workspace());
    }

    /** Those that a turn has. */
    public List<Tool> offered(Turn turn) {
        return all(turn).stream()
                .filter(tool -> turn.tools().contains(tool.name()))
                .toList();
    }

    /** The tool of that name, where the turn has it. */
    Optional<Tool> offered(Turn turn, String name) {
        return offered(turn).stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** Whether a call of that name counts against the budget; one that no tool is called by does. */
    boolean isCounted(Turn turn, String name) {
        return all(turn).stream()
                .filter(tool -> tool.name().equals(name))
                .findFirst()
                .map(Tool::counted)
                .orElse(true);
    }

    /** The gate in front of a tool's source. */
    SourceGate gate(Tool.Gate gate) {
        return gates.apply(gate.bean())
                .orElseThrow(() -> new IllegalStateException("there is no gate called " + gate.bean()));
    }

    /**
     * Looks whether every route and gate that a workspace names is there.
     *
     * @param isRoute whether there is a route of that id which can be called by {@code direct:} and the id
     * @throws IllegalArgumentException naming file, tool and what is missing
     */
    public void check(java.util.function.Predicate<String> isRoute) {
        for (Workspace workspace : workspaces.list()) {
            String file = workspace.folder().resolve(Workspace.FILE).toString();
            if (!isRoute.test(workspace.flow())) {
                throw new IllegalArgumentException(file + ": flow is '" + workspace.flow()
                        + "', but no route has that id; use agent or analyst, or add the route to the routes folder");
            }
            for (Tool tool : workspace.tools()) {
                if (!isRoute.test(tool.route())) {
                    throw new IllegalArgumentException(file + ": tools: " + tool.name() + ": there is no route '"
                            + tool.route() + "'; add it to the routes folder, from direct:" + tool.route()
                            + ", or name another");
                }
                tool.gate().ifPresent(gate -> {
                    if (gates.apply(gate.bean()).isEmpty()) {
                        throw new IllegalArgumentException(
                                file + ": tools: " + tool.name() + ": there is no gate '" + gate.bean() + "'");
                    }
                });
            }
        }
    }
}
