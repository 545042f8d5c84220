package dev.caravan.frontend.rest;

import dev.caravan.edge.TurnDocument;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;

/** Answers that were shared: readable by whoever has the address, and leading nowhere else. */
@Path("/shares/{token}")
@RequestScoped
public class SharesResource {
    @Inject
    RouteCalls routes;

    /** The shared answer. */
    @GET
    public Response get(@PathParam("token") String token) {
        return routes.json(turn(token));
    }

    /** All rows of one piece of its evidence, as CSV. */
    @GET
    @Path("/tables/{number: [0-9]{1,3}}.csv")
    public Response table(@PathParam("token") String token, @PathParam("number") int number) {
        return TableResponse.csv(turn(token), number, "shared");
    }

    /** The same as an Excel workbook. */
    @GET
    @Path("/tables/{number: [0-9]{1,3}}.xlsx")
    public Response workbook(@PathParam("token") String token, @PathParam("number") int number) {
        return TableResponse.workbook(turn(token), number, "shared");
    }

    /** The report of a shared research as a file: pdf, docx or md. */
    @GET
    @Path("/report.{ending: [a-z]{2,4}}")
    public Response report(@PathParam("token") String token, @PathParam("ending") String ending) {
        return ReportResponse.of(turn(token), ending);
    }

    private TurnDocument turn(String token) {
        return routes.ask("direct:get-shared-turn", RouteCalls.id("token", token), TurnDocument.class);
    }
}
