package dev.caravan.openai;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.edge.DescribeWorkspaces;
import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Header;

/** The workspaces as the models of OpenAI's interface, that of a request that names none first. */
public final class DescribeModels {
    private final DescribeWorkspaces workspaces;
    private final Instant started;
    private final ObjectMapper mapper;

    /**
     * A describer.
     *
     * @param started since when they can be asked
     */
    public DescribeModels(DescribeWorkspaces workspaces, Instant started, ObjectMapper mapper) {
        this.workspaces = workspaces;
        this.started = started;
        this.mapper = mapper;
    }

    /** All of them, as JSON. */
    public String list() {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("object", "list");
        list.put("data", models());
        return Json.write(mapper, list);
    }

    /**
     * One of them, as JSON.
     *
     * @throws BadRequest 404 on model
     */
    public String one(@Header("model") String name) {
        return models().stream()
                .filter(model -> model.get("id").equals(name))
                .findFirst()
                .map(model -> Json.write(mapper, model))
                .orElseThrow(() -> new BadRequest(404, "model", "there is no such model; /v1/models lists them"));
    }

    private List<Map<String, Object>> models() {
        return workspaces.describe().stream().map(this::model).toList();
    }

    private Map<String, Object> model(Map<String, Object> workspace) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("id", workspace.get("name"));
        model.put("object", "model");
        model.put("created", started.getEpochSecond());
        model.put("owned_by", "caravan");
        model.put("name", workspace.get("title"));
        model.put("description", workspace.get("description"));
        return model;
    }
}
