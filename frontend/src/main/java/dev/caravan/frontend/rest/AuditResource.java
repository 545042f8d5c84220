package dev.caravan.frontend.rest;

import dev.caravan.account.AuditLog;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.apache.camel.CamelContext;

/** Who did what, for administrators. */
@Path("/audit")
@RequestScoped
public class AuditResource {
    @Inject
    RouteCalls routes;

    @Inject
    AccountCalls calls;

    @Inject
    CamelContext camel;

    /**
     * A page of entries, the newest first.
     *
     * @param page counted from 0
     * @param size 1 to {@value AuditLog#MOST}
     */
    @GET
    public Response list(
            @QueryParam("page") @DefaultValue("0") int page, @QueryParam("size") @DefaultValue("100") int size) {
        calls.accounts();
        if (page < 0 || size < 1 || size > AuditLog.MOST) {
            throw new BadRequest("size", "page counts from 0, and size is within 1 to " + AuditLog.MOST);
        }
        return routes.json(camel.getRegistry()
                .lookupByNameAndType("auditLog", AuditLog.class)
                .entries(page, size));
    }
}
