package dev.caravan.edge;

import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what can be asked about: the workspaces, that of a request that names none first. */
public final class DescribeWorkspaces {
    private final Workspaces workspaces;
    private final String first;

    /**
     * A describer.
     *
     * @param first the workspace of a request that names none
     */
    public DescribeWorkspaces(Workspaces workspaces, String first) {
        this.workspaces = workspaces;
        this.first = first;
    }

    /** JSON-ready values. */
    public List<Map<String, Object>> describe() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Workspace workspace : workspaces.list()) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", workspace.name());
            each.put("title", workspace.title());
            each.put("description", workspace.description());
            each.put("examples", workspace.examples());
            each.put("constraints", workspace.constraints());
            each.put("modes", workspace.modes());
            all.add(workspace.name().equals(first) ? 0 : all.size(), each);
        }
        return all;
    }
}
