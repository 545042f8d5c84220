package dev.caravan.frontend.rest;

import dev.caravan.memory.Recollection;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.Map;

/** The long-term memory of the session's user. */
@Path("/memories")
@RequestScoped
public class MemoriesResource {
    @Inject
    RouteCalls routes;

    /**
     * A page of them, the newest first; or those whose meaning is most like that of some words, the best first.
     *
     * @param page counted from 0
     * @param size 1 to {@value Recollection#MOST}
     * @param about what is sought; empty for all
     */
    @GET
    public Response list(
            @QueryParam("page") @DefaultValue("0") String page,
            @QueryParam("size") @DefaultValue("20") String size,
            @QueryParam("q") @DefaultValue("") String about) {
        Recollection sought = new Recollection("", "", about, number("page", page), number("size", size));
        return routes.json(routes.ask("direct:list-memories", sought, Map.class));
    }

    /** Forgets one turn; its conversation stays. */
    @DELETE
    @Path("/{id}")
    public Response forget(@PathParam("id") String id) {
        routes.ask("direct:forget-memory", RouteCalls.id("turn_id", id), String.class);
        return Response.noContent().build();
    }

    /** Forgets all turns that there are; their conversations stay. */
    @DELETE
    public Response forgetAll() {
        routes.ask("direct:forget-memories", "", Object.class);
        return Response.noContent().build();
    }

    private static int number(String field, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BadRequest(field, field + " must be a whole number");
        }
    }
}
