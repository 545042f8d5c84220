package dev.caravan.workspace;

import dev.caravan.turn.Turn;

/** Says which flow answers a turn. */
public final class WorkspaceFlow {
    private final Workspaces workspaces;

    /** Of these workspaces. */
    public WorkspaceFlow(Workspaces workspaces) {
        this.workspaces = workspaces;
    }

    /** The id of its route; the agent's where a workspace is not known. */
    public String of(Turn turn) {
        return workspaces.find(turn.workspace()).map(Workspace::flow).orElse(Workspace.AGENT);
    }
}
