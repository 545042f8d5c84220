package dev.caravan.frontend.rest;

import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Map;

/** What questions cost, for those who run the server. */
@Path("/spent")
@RequestScoped
public class SpentResource {
    @Inject
    RouteCalls routes;

    /** The sums of a day (UTC) by tenant and user, and its dearest questions; today where no day is named. */
    @GET
    public Response get(@QueryParam("day") @DefaultValue("") String day) {
        return routes.json(routes.ask("direct:spent", day(day), Map.class));
    }

    private static String day(String text) {
        if (text.isEmpty()) {
            return LocalDate.now(ZoneOffset.UTC).toString();
        }
        try {
            return LocalDate.parse(text).toString();
        } catch (DateTimeParseException e) {
            throw new BadRequest("day", "day must be a date like 2026-11-30");
        }
    }
}
