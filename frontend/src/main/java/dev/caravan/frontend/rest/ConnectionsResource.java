package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.derive.ConnectDatabase;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.apache.camel.CamelContext;

/** Databases of people, which become workspaces. */
@Path("/connections")
@RequestScoped
public class ConnectionsResource {
    @Inject
    RouteCalls routes;

    @Inject
    CamelContext camel;

    /**
     * Makes a workspace of a database.
     *
     * @param body url, user and password, and name and title of the workspace as wanted
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response connect(byte[] body) {
        ObjectMapper mapper = camel.getRegistry().lookupByNameAndType("json", ObjectMapper.class);
        return routes.json(routes.ask("direct:connect-database", ConnectDatabase.read(mapper, body), Map.class));
    }
}
