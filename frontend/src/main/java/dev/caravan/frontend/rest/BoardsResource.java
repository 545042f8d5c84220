package dev.caravan.frontend.rest;

import dev.caravan.app.Settings;
import dev.caravan.board.ReadBoard;
import dev.caravan.board.TileChange;
import dev.caravan.store.Share;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;

/** Boards: answers kept as tiles. */
@Path("/boards")
@RequestScoped
public class BoardsResource {
    @Inject
    RouteCalls routes;

    @Inject
    CamelContext camel;

    @Inject
    Settings settings;

    /** Those of the person who asks. */
    @GET
    public Response list() {
        return routes.json(routes.ask("direct:list-boards", "", List.class));
    }

    /**
     * Makes one.
     *
     * @param body title
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response make(byte[] body) {
        return routes.json(routes.ask("direct:make-board", read().made(body), Map.class));
    }

    /** One of them with its tiles. */
    @GET
    @Path("/{id}")
    public Response get(@PathParam("id") String id) {
        return routes.json(routes.ask("direct:get-board", RouteCalls.id("board", id), Map.class));
    }

    /**
     * Changes one.
     *
     * @param body title, refresh_minutes and tiles in their order, at least one of them
     */
    @PATCH
    @Path("/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("id") String id, byte[] body) {
        return routes.json(
                routes.ask("direct:change-board", read().change(RouteCalls.id("board", id), body), Map.class));
    }

    /** Deletes one with its tiles. */
    @DELETE
    @Path("/{id}")
    public Response delete(@PathParam("id") String id) {
        return done("direct:delete-board", RouteCalls.id("board", id));
    }

    /** Gives one an address under which others can look at it for a while; asked again, the same one for longer. */
    @PUT
    @Path("/{id}/share")
    public Response share(@PathParam("id") String id) {
        Share wanted = Share.lasting(RouteCalls.id("board", id), settings.duration("security.share-time"));
        return routes.json(wanted.told(
                "share/board/",
                routes.ask("direct:share-board", wanted, Map.class).get("token")));
    }

    /** Takes that address away. */
    @DELETE
    @Path("/{id}/share")
    public Response unshare(@PathParam("id") String id) {
        return done("direct:withdraw-board", RouteCalls.id("board", id));
    }

    /**
     * Puts an answer on one.
     *
     * @param body turn_id, kind, and evidence and title as wanted
     */
    @POST
    @Path("/{id}/tiles")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(@PathParam("id") String id, byte[] body) {
        return routes.json(routes.ask("direct:add-tile", read().wish(RouteCalls.id("board", id), body), Map.class));
    }

    /**
     * Changes a tile.
     *
     * @param body title, kind and wide, at least one of them
     */
    @PATCH
    @Path("/{id}/tiles/{tile}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("id") String id, @PathParam("tile") String tile, byte[] body) {
        TileChange change = read().tile(RouteCalls.id("board", id), RouteCalls.id("tile", tile), body);
        return routes.json(routes.ask("direct:change-tile", change, Map.class));
    }

    /** Takes a tile off. */
    @DELETE
    @Path("/{id}/tiles/{tile}")
    public Response remove(@PathParam("id") String id, @PathParam("tile") String tile) {
        return done("direct:remove-tile", TileChange.of(RouteCalls.id("board", id), RouteCalls.id("tile", tile)));
    }

    /** Runs the statement of a tile again, and gives the tile as it is then. */
    @POST
    @Path("/{id}/tiles/{tile}/refresh")
    public Response refresh(@PathParam("id") String id, @PathParam("tile") String tile) {
        TileChange which = TileChange.of(RouteCalls.id("board", id), RouteCalls.id("tile", tile));
        return routes.json(routes.ask("direct:refresh-tile", which, Map.class));
    }

    private Response done(String route, Object body) {
        routes.ask(route, body, Map.class);
        return Response.noContent().build();
    }

    private ReadBoard read() {
        return camel.getRegistry().lookupByNameAndType("readBoard", ReadBoard.class);
    }
}
