package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.derive.CorrectionWish;
import dev.caravan.derive.ModelEdit;
import dev.caravan.derive.TakeTables;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;

/** What can be asked about. */
@Path("/workspaces")
@RequestScoped
public class WorkspacesResource {
    @Inject
    RouteCalls routes;

    @Inject
    CamelContext camel;

    /** The workspaces, that of a request that names none first. */
    @GET
    public Response list() {
        return routes.json(routes.ask("direct:list-workspaces", "", List.class));
    }

    /**
     * Takes a file of rows in as a table of a workspace, which it makes where there is none of the name.
     *
     * @param file its name; the ending tells the kind
     */
    @POST
    public Response take(
            @QueryParam("workspace") @DefaultValue("") String workspace,
            @QueryParam("title") @DefaultValue("") String title,
            @QueryParam("file") @DefaultValue("") String file,
            InputStream content) {
        return routes.json(
                routes.ask("direct:take-table", new TakeTables.Brought(workspace, title, file, content), Map.class));
    }

    /** What the data of one of them hold. */
    @GET
    @Path("/{name}/data")
    public Response data(@PathParam("name") String name) {
        return routes.json(routes.ask("direct:describe-data", name, List.class));
    }

    /** The semantic model of one that was derived from its tables. */
    @GET
    @Path("/{name}/model")
    public Response model(@PathParam("name") String name) {
        return routes.json(routes.ask("direct:get-model", name, Map.class));
    }

    /**
     * Changes it.
     *
     * @param body version as it was seen, and tables with what is to be different
     */
    @PUT
    @Path("/{name}/model")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("name") String name, byte[] body) {
        return routes.json(routes.ask("direct:change-model", edit(name, body), Map.class));
    }

    /**
     * What questions would come to by it.
     *
     * @param body tables with what would be different, and questions as wanted
     */
    @POST
    @Path("/{name}/model/preview")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response preview(@PathParam("name") String name, byte[] body) {
        return routes.json(routes.ask("direct:preview-model", edit(name, body), Map.class));
    }

    /** What people say that its words mean. */
    @GET
    @Path("/{name}/corrections")
    public Response corrections(@PathParam("name") String name) {
        return routes.json(routes.ask("direct:list-corrections", name, List.class));
    }

    /**
     * Keeps what a person says that a word means.
     *
     * @param body says, means, and question as wanted
     */
    @POST
    @Path("/{name}/corrections")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response propose(@PathParam("name") String name, byte[] body) {
        return routes.json(
                routes.ask("direct:propose-correction", CorrectionWish.proposed(mapper(), name, body), Map.class));
    }

    /**
     * Makes one a figure of the semantic model.
     *
     * @param body table and formula
     */
    @PUT
    @Path("/{name}/corrections/{id}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response use(@PathParam("name") String name, @PathParam("id") String id, byte[] body) {
        return routes.json(routes.ask(
                "direct:use-correction",
                CorrectionWish.used(mapper(), name, RouteCalls.id("id", id), body),
                Map.class));
    }

    /** Drops one, or takes it back. */
    @DELETE
    @Path("/{name}/corrections/{id}")
    public Response withdraw(@PathParam("name") String name, @PathParam("id") String id) {
        routes.ask("direct:withdraw-correction", CorrectionWish.withdrawn(name, RouteCalls.id("id", id)), Map.class);
        return Response.noContent().build();
    }

    private ModelEdit edit(String name, byte[] body) {
        return ModelEdit.read(mapper(), name, body);
    }

    private ObjectMapper mapper() {
        return camel.getRegistry().lookupByNameAndType("json", ObjectMapper.class);
    }
}
