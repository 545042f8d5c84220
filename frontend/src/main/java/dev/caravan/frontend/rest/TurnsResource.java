package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.caravan.app.Settings;
import dev.caravan.edge.ReadFeedback;
import dev.caravan.edge.TurnDocument;
import dev.caravan.store.Share;
import dev.caravan.store.StateDatabase;
import dev.caravan.trace.TurnCancel;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import dev.caravan.waiting.TurnWish;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.CamelContext;

/** Single questions and what was answered. */
@Path("/turns/{id}")
@RequestScoped
public class TurnsResource {
    @Inject
    RouteCalls routes;

    @Inject
    CamelContext camel;

    @Inject
    Settings settings;

    /**
     * The answer as it was sent; 202 while the question is being answered, which goes on for those who ask again and again: with the
     * steps so far where they are kept.
     */
    @GET
    public Response get(@PathParam("id") String id) {
        TurnCancel running = running();
        boolean here = owns(running, id) && running.await(id);
        Optional<String> steps = here && running.open(id).stream().noneMatch(TurnCancel.Open::kept)
                ? Optional.empty()
                : runningSteps(RouteCalls.id("turn_id", id));
        if (!here && steps.isEmpty()) {
            return routes.json(turn(id).withoutCalls());
        }
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("turn_id", id);
        told.put("status", "running");
        steps.filter(kept -> !kept.isEmpty()).ifPresent(kept -> told.put("steps", new RawValue(kept)));
        return Response.fromResponse(routes.json(told)).status(202).build();
    }

    /** Those of a turn that this server or another one works on; empty where none does. */
    private Optional<String> runningSteps(String id) {
        if (!isKept()) {
            return Optional.empty();
        }
        List<?> rows = routes.ask("direct:running-steps", id, List.class);
        return rows.stream().findFirst().map(row -> Optional.ofNullable(((Map<?, ?>) row).get("steps"))
                .map(String::valueOf)
                .orElse(""));
    }

    private boolean isKept() {
        return camel.getRegistry()
                .lookupByNameAndType("stateDatabase", StateDatabase.class)
                .isKept();
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
        trace.put("question", turn.question());
        trace.put("outcome", turn.outcome());
        trace.put("model", turn.model());
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
        return TableResponse.csv(turn(id), number, id);
    }

    /**
     * The same as an Excel workbook, with a sheet that says where the rows are from.
     *
     * @param number counted from 0 in the order of the answer
     */
    @GET
    @Path("/tables/{number: [0-9]{1,3}}.xlsx")
    public Response workbook(@PathParam("id") String id, @PathParam("number") int number) {
        return TableResponse.workbook(turn(id), number, id);
    }

    /**
     * The report of a research as a file.
     *
     * @param ending pdf, docx or md
     */
    @GET
    @Path("/report.{ending: [a-z]{2,4}}")
    public Response report(@PathParam("id") String id, @PathParam("ending") String ending) {
        return ReportResponse.of(turn(id), ending);
    }

    /**
     * Keeps what a person thinks of the answer; a second time changes it.
     *
     * @param body rating, and comment as wanted
     */
    @PUT
    @Path("/feedback")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response rate(@PathParam("id") String id, byte[] body) {
        ReadFeedback read = camel.getRegistry().lookupByNameAndType("readFeedback", ReadFeedback.class);
        return routes.json(
                routes.ask("direct:save-feedback", read.read(RouteCalls.id("turn_id", id), body), Map.class));
    }

    /** Takes it back. */
    @DELETE
    @Path("/feedback")
    public Response withdraw(@PathParam("id") String id) {
        routes.ask("direct:withdraw-feedback", RouteCalls.id("turn_id", id), String.class);
        return Response.noContent().build();
    }

    /** Marks its query as verified: the same question is answered by it from now on. */
    @PUT
    @Path("/verified")
    public Response verify(@PathParam("id") String id) {
        return routes.json(routes.ask("direct:verify-answer", RouteCalls.id("turn_id", id), Map.class));
    }

    /** Gives the answer an address under which others can read it for a while; asked again, the same one for longer. */
    @PUT
    @Path("/share")
    public Response share(@PathParam("id") String id) {
        Share wanted = Share.lasting(RouteCalls.id("turn_id", id), settings.duration("security.share-time"));
        return routes.json(wanted.told("share/", routes.ask("direct:share-turn", wanted, String.class)));
    }

    /** Takes that address away. */
    @DELETE
    @Path("/share")
    public Response unshare(@PathParam("id") String id) {
        routes.ask("direct:withdraw-share", RouteCalls.id("turn_id", id), String.class);
        return Response.noContent().build();
    }

    /** Gives up a turn that is being answered, whose stream ends soon after, or that waits for a reply. */
    @POST
    @Path("/cancel")
    public Response cancel(@PathParam("id") String id) {
        TurnCancel running = running();
        if ((!owns(running, id) || !running.cancel(id)) && !wish(id, false)) {
            stopWaiting(RouteCalls.id("turn_id", id));
        }
        return Response.noContent().build();
    }

    /** Has a turn pause that lasts: it ends its step, and waits then until somebody wants it to go on. */
    @POST
    @Path("/pause")
    public Response pause(@PathParam("id") String id) {
        TurnCancel running = running();
        if ((!owns(running, id) || !running.pause(id)) && !wish(id, true)) {
            throw new BadRequest(
                    404, "turn_id", "no such turn is being answered whose state is kept, so that it could pause");
        }
        return Response.noContent().build();
    }

    /** Asks the server that works on the turn to pause or end it; false where none does. */
    private boolean wish(String id, boolean pause) {
        return isKept()
                && !routes.ask("direct:wish-of-server", new TurnWish(RouteCalls.id("turn_id", id), pause), List.class)
                        .isEmpty();
    }

    private TurnCancel running() {
        return camel.getRegistry().lookupByNameAndType("turnCancel", TurnCancel.class);
    }

    private boolean owns(TurnCancel running, String id) {
        return running.open(id)
                .filter(turn -> routes.account().owns(turn.tenant(), turn.owner()))
                .isPresent();
    }

    private void stopWaiting(String id) {
        if (!isKept()) {
            throw new BadRequest(404, "turn_id", "no such turn is being answered");
        }
        routes.ask("direct:stop-waiting", id, Turn.class);
    }

    private TurnDocument turn(String id) {
        return routes.ask("direct:get-turn", RouteCalls.id("turn_id", id), TurnDocument.class);
    }
}
