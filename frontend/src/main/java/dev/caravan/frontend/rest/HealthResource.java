package dev.caravan.frontend.rest;

import dev.caravan.app.RouteReload;
import dev.caravan.app.Settings;
import dev.caravan.gate.DataStatus;
import dev.caravan.store.StateDatabase;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.File;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;

/** Whether the server lives and whether it can answer questions. */
@Path("/health")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class HealthResource {
    @Inject
    CamelContext camel;

    @Inject
    Settings settings;

    /** 200 as long as the process serves requests. */
    @GET
    @Path("/live")
    public Map<String, Object> live() {
        return Map.of("status", "UP");
    }

    /** 200 when Camel, all its routes and the databases run and there is place on the disk, 503 otherwise, with the part and the routes that do not. */
    @GET
    @Path("/ready")
    public Response ready() {
        List<String> stopped = camel.getRoutes().stream()
                .map(Route::getRouteId)
                .filter(id -> !isStarted(id))
                .sorted()
                .toList();
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("routes", state(camel.getStatus() == ServiceStatus.Started && stopped.isEmpty()));
        parts.put("conversations", bean("stateDatabase", StateDatabase.class).health());
        parts.put(
                "data",
                state(Boolean.TRUE.equals(
                        bean("dataStatus", DataStatus.class).status().get("reachable"))));
        parts.put("disk", state(free() >= settings.number("server.free-disk")));
        boolean ready = !parts.containsValue("DOWN");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("status", state(ready));
        body.put("parts", parts);
        body.put("camel", camel.getStatus().name());
        body.put("routes", camel.getRoutesSize());
        body.put("stopped_routes", stopped);
        RouteReload reload = camel.hasService(RouteReload.class);
        body.put("broken_files", reload == null ? Map.of() : reload.broken());
        return Response.status(ready ? 200 : 503).entity(body).build();
    }

    /** Megabytes that can still be written to the folder of what is kept. */
    private long free() {
        File folder = settings.path("server.data").toAbsolutePath().toFile();
        while (!folder.exists()) {
            folder = folder.getParentFile();
        }
        return folder.getUsableSpace() >> 20;
    }

    private static String state(boolean up) {
        return up ? "UP" : "DOWN";
    }

    private <T> T bean(String name, Class<T> type) {
        return camel.getRegistry().lookupByNameAndType(name, type);
    }

    private boolean isStarted(String route) {
        return camel.getRouteController().getRouteStatus(route) == ServiceStatus.Started;
    }
}
