package dev.caravan.frontend.rest;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** Boards that were shared: to be looked at by whoever has the address, and leading nowhere else. */
@Path("/shares/boards/{token}")
@RequestScoped
public class SharedBoardsResource {
    @Inject
    RouteCalls routes;

    /** The shared board. */
    @GET
    public Response get(@PathParam("token") String token) {
        return routes.json(routes.ask("direct:get-shared-board", RouteCalls.id("token", token), Map.class));
    }
}
