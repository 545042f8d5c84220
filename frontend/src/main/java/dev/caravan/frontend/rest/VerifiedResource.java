package dev.caravan.frontend.rest;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;

/** Answers whose query was verified. */
@Path("/verified")
@RequestScoped
public class VerifiedResource {
    @Inject
    RouteCalls routes;

    /** Those of the tenant, the newest first. */
    @GET
    public Response list() {
        return routes.json(routes.ask("direct:list-verified", "", List.class));
    }

    /** Takes the mark of one back. */
    @DELETE
    @Path("/{id}")
    public Response withdraw(@PathParam("id") String id) {
        routes.ask("direct:withdraw-verified", RouteCalls.id("id", id), Map.class);
        return Response.noContent().build();
    }
}
