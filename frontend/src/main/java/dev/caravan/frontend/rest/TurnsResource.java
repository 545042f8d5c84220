package dev.caravan.frontend.rest;

import dev.caravan.edge.TurnDocument;
import dev.caravan.edge.TurnDocument.EvidenceDocument;
import dev.caravan.edge.TurnDocument.TableDocument;
import dev.caravan.edge.WriteCsv;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.CamelContext;

/** Single questions and what was answered. */
@Path("/turns/{id}")
@RequestScoped
public class TurnsResource {
  @Inject RouteCalls routes;
  @Inject CamelContext camel;

  /** The answer as it was sent. */
  @GET
  public Response get(@PathParam("id") String id) {
    return routes.json(turn(id));
  }

  /** The steps that led to it. */
  @GET
  @Path("/trace")
  public Response trace(@PathParam("id") String id) {
    TurnDocument turn = turn(id);
    Map<String, Object> trace = new LinkedHashMap<>();
    trace.put("turn_id", turn.turnId());
    trace.put("thread_id", turn.threadId());
    trace.put("started_at", turn.startedAt());
    trace.put("outcome", turn.outcome());
    trace.put("millis", turn.millis());
    trace.put("steps", turn.steps());
    return routes.json(trace);
  }

  /**
   * All rows that one piece of evidence holds, as CSV.
   *
   * @param number counted from 0 in the order of the answer
   */
  @GET
  @Path("/tables/{number: [0-9]{1,3}}.csv")
  public Response table(@PathParam("id") String id, @PathParam("number") int number) {
    TurnDocument turn = turn(id);
    if (number >= turn.evidence().size()) {
      throw new BadRequest(404, "table", "this turn has no such table");
    }
    EvidenceDocument evidence = turn.evidence().get(number);
    if (evidence instanceof TableDocument table) {
      return Response.ok(WriteCsv.write(table), "text/csv;charset=UTF-8;header=present")
          .header("Content-Disposition", "attachment; filename=\"caravan-" + turn.turnId() + "-" + number + ".csv\"")
          .header("Cache-Control", "no-store")
          .build();
    }
    throw new BadRequest(404, "table", "this piece of evidence has no rows");
  }

  /** Gives up a turn that is being answered; its stream ends soon after. */
  @POST
  @Path("/cancel")
  public Response cancel(@PathParam("id") String id) {
    TurnCancel running = camel.getRegistry().lookupByNameAndType("turnCancel", TurnCancel.class);
    if (!running.cancel(id)) {
      throw new BadRequest(404, "turn_id", "no such turn is being answered");
    }
    return Response.noContent().build();
  }

  private TurnDocument turn(String id) {
    return routes.ask("direct:get-turn", RouteCalls.id("turn_id", id), TurnDocument.class);
  }
}
