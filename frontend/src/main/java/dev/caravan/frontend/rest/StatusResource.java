package dev.caravan.frontend.rest;

import dev.caravan.account.Permission;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What runs, on which data, and how the sources are. */
@Path("/status")
@RequestScoped
public class StatusResource {
    @Inject
    RouteCalls routes;

    // what a page needs that asks; budgets, breakers and files are for those who run the server
    private static final List<String> FOR_ALL =
            List.of("product", "model", "mode", "workspace", "source", "max_question", "data");

    /** The state as of now, as much of it as concerns whoever asks. */
    @GET
    public Response get() {
        Map<?, ?> status = routes.ask("direct:status", "", Map.class);
        if (routes.account().permissions().contains(Permission.OPERATE)) {
            return routes.json(status);
        }
        Map<String, Object> told = new LinkedHashMap<>();
        FOR_ALL.forEach(name -> told.put(name, status.get(name)));
        told.put("versions", Map.of("caravan", String.valueOf(((Map<?, ?>) status.get("versions")).get("caravan"))));
        return routes.json(told);
    }
}
