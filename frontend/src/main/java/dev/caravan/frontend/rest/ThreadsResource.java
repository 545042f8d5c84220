package dev.caravan.frontend.rest;

import dev.caravan.store.ThreadQuery;
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

/** The conversations. */
@Path("/threads")
@RequestScoped
public class ThreadsResource {
  @Inject RouteCalls routes;

  /**
   * A page of them, newest first.
   *
   * @param page counted from 0
   * @param size 1 to {@value ThreadQuery#MOST}
   * @param search what a title or question must contain
   */
  @GET
  public Response list(
      @QueryParam("page") @DefaultValue("0") String page,
      @QueryParam("size") @DefaultValue("20") String size,
      @QueryParam("q") @DefaultValue("") String search) {
    ThreadQuery query = new ThreadQuery(number("page", page), number("size", size), search);
    return routes.json(routes.ask("direct:list-threads", query, Map.class));
  }

  /** One of them, with its questions and answers. */
  @GET
  @Path("/{id}")
  public Response get(@PathParam("id") String id) {
    return routes.json(routes.ask("direct:get-thread", RouteCalls.id("thread_id", id), Map.class));
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
