package dev.caravan.frontend.rest;

import dev.caravan.app.Settings;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;

/** What can be asked about. */
@Path("/workspaces")
@RequestScoped
public class WorkspacesResource {
  @Inject RouteCalls routes;
  @Inject CamelContext camel;
  @Inject Settings settings;

  /** All of them, that of a question which names none first. */
  @GET
  public Response list() {
    String first = settings.text("workspaces.default");
    List<Workspace> all = camel.getRegistry().lookupByNameAndType("workspaces", Workspaces.class).list();
    return routes.json(
        all.stream().sorted(Comparator.comparing(workspace -> !workspace.name().equals(first))).map(WorkspacesResource::described).toList());
  }

  private static Map<String, Object> described(Workspace workspace) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", workspace.name());
    described.put("title", workspace.title());
    described.put("description", workspace.description());
    described.put("examples", workspace.examples());
    described.put("constraints", workspace.constraints());
    described.put("modes", workspace.modes());
    return described;
  }
}
