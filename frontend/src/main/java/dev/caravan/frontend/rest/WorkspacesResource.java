package dev.caravan.frontend.rest;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.List;

/** What can be asked about. */
@Path("/workspaces")
@RequestScoped
public class WorkspacesResource {
    @Inject
    RouteCalls routes;

    /** The workspaces, that of a request that names none first. */
    @GET
    public Response list() {
        return routes.json(routes.ask("direct:list-workspaces", "", List.class));
    }

    /** What the data of one of them hold. */
    @GET
    @Path("/{name}/data")
    public Response data(@PathParam("name") String name) {
        return routes.json(routes.ask("direct:describe-data", name, List.class));
    }
}
