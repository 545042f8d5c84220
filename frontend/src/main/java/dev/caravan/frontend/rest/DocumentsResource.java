package dev.caravan.frontend.rest;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.agent.Shelf.Wish;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import java.util.Map;

/** The documents of a session's tenant. */
@Path("/documents")
@RequestScoped
public class DocumentsResource {
    @Inject
    RouteCalls routes;

    private Owner owner(String workspace) {
        return new Owner(workspace, routes.account().tenant());
    }

    private Wish wish(String workspace, String id, int page) {
        return new Wish(owner(workspace), id, page, "", InputStream.nullInputStream());
    }

    /** What there is. */
    @GET
    public Response list(@QueryParam("workspace") @DefaultValue("") String workspace) {
        return routes.json(routes.ask("direct:list-documents", wish(workspace, "", 0), List.class));
    }

    /**
     * Takes a file in.
     *
     * @param name of the file; its ending tells the kind
     */
    @POST
    public Response add(
            @QueryParam("workspace") @DefaultValue("") String workspace,
            @QueryParam("name") @DefaultValue("") String name,
            InputStream file) {
        Wish wish = new Wish(owner(workspace), "", 0, name, file);
        return routes.json(routes.ask("direct:add-document", wish, Map.class));
    }

    /** Takes one away. */
    @DELETE
    @Path("/{workspace}/{id}")
    public Response remove(@PathParam("workspace") String workspace, @PathParam("id") String id) {
        routes.ask("direct:remove-document", wish(workspace, id, 0), Boolean.class);
        return Response.noContent().build();
    }

    /** What stands on a page, each block with its box. */
    @GET
    @Path("/{workspace}/{id}/pages/{page: [0-9]{1,6}}")
    public Response page(
            @PathParam("workspace") String workspace, @PathParam("id") String id, @PathParam("page") int page) {
        return routes.json(routes.ask("direct:get-page", wish(workspace, id, page), Map.class));
    }

    /** The picture of a page. */
    @GET
    @Path("/{workspace}/{id}/pages/{page: [0-9]{1,6}}.png")
    public Response picture(
            @PathParam("workspace") String workspace, @PathParam("id") String id, @PathParam("page") int page) {
        return Response.ok(routes.ask("direct:get-picture", wish(workspace, id, page), byte[].class), "image/png")
                .header("Cache-Control", "private, max-age=300")
                .build();
    }
}
