package dev.caravan.frontend.rest;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** What runs, on which data, and how the sources are. */
@Path("/status")
@RequestScoped
public class StatusResource {
    @Inject
    RouteCalls routes;

    /** The state as of now. */
    @GET
    public Response get() {
        return routes.json(routes.ask("direct:status", "", Map.class));
    }
}
