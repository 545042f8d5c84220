package dev.caravan.edge;

import dev.caravan.semantic.SemanticModel;
import dev.caravan.workspace.Choice;
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
            each.put(
                    "choices",
                    workspace.choices().stream().map(DescribeWorkspaces::choice).toList());
            each.put("documents", workspace.hasDocuments());
            each.put("lasting", workspace.limits().keepRounds());
            each.put("model", hasSchema(workspace));
            all.add(workspace.name().equals(first) ? 0 : all.size(), each);
        }
        return all;
    }

    /** Whether what its tables are called can be edited. */
    private static boolean hasSchema(Workspace workspace) {
        return workspace.asksDatabase()
                && SemanticModel.read(workspace.folder().resolve("semantic-model.yaml"))
                        .schema()
                        .isPresent();
    }

    private static Map<String, Object> choice(Choice choice) {
        Map<String, Object> each = new LinkedHashMap<>();
        each.put("name", choice.name());
        each.put("label", choice.label());
        each.put("any", choice.any());
        choice.usual().ifPresent(usual -> each.put("default", usual));
        each.put("values", choice.values());
        each.put("unless", choice.unless());
        return each;
    }
}
