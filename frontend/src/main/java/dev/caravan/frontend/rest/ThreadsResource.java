package dev.caravan.frontend.rest;

import dev.caravan.edge.ReadThreadChange;
import dev.caravan.store.ThreadQuery;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;

/** The conversations. */
@Path("/threads")
@RequestScoped
public class ThreadsResource {
    @Inject
    RouteCalls routes;

    @Inject
    CamelContext camel;

    /**
     * A page of them, newest first.
     *
     * @param page counted from 0
     * @param size 1 to {@value ThreadQuery#MOST}
     * @param search what a title or question must contain
     * @param folder the folder they are in
     */
    @GET
    public Response list(
            @QueryParam("page") @DefaultValue("0") String page,
            @QueryParam("size") @DefaultValue("20") String size,
            @QueryParam("q") @DefaultValue("") String search,
            @QueryParam("folder") @DefaultValue("") String folder) {
        ThreadQuery query = new ThreadQuery(number("page", page), number("size", size), search, folder);
        return routes.json(routes.ask("direct:list-threads", query, Map.class));
    }

    /** One of them, with its questions and answers, and with the questions that are being answered. */
    @GET
    @Path("/{id}")
    public Response get(@PathParam("id") String id) {
        // asked first: a turn that ends meanwhile is told twice, as running and with its answer, and not lost in
        // between
        List<TurnCancel.Open> running =
                camel.getRegistry().lookupByNameAndType("turnCancel", TurnCancel.class).openIn(id).stream()
                        .filter(turn -> routes.account().owns(turn.tenant(), turn.owner()))
                        .toList();
        Map<String, Object> thread = new LinkedHashMap<>();
        Map<?, ?> stored = routes.ask("direct:get-thread", RouteCalls.id("thread_id", id), Map.class);
        stored.forEach((name, value) -> thread.put(String.valueOf(name), value));
        thread.put(
                "running",
                running.stream()
                        .map(turn -> Map.of("turn_id", turn.turnId(), "question", turn.question()))
                        .toList());
        return routes.json(thread);
    }

    /**
     * Gives one another title or folder, or puts it before the others.
     *
     * @param body title, pinned or folder, at least one
     */
    @PATCH
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("id") String id, byte[] body) {
        ReadThreadChange read = camel.getRegistry().lookupByNameAndType("readThreadChange", ReadThreadChange.class);
        return routes.json(
                routes.ask("direct:change-thread", read.read(RouteCalls.id("thread_id", id), body), Map.class));
    }

    /** Deletes one with all its turns. */
    @DELETE
    @Path("/{id}")
    public Response delete(@PathParam("id") String id) {
        routes.ask("direct:delete-thread", RouteCalls.id("thread_id", id), String.class);
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
