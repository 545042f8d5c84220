package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.account.FirstAdministrator;
import dev.caravan.account.Permission;
import dev.caravan.app.Settings;
import dev.caravan.frontend.http.SessionCookie;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Set;

/** What people do with their own account. */
@Path("/account")
@RequestScoped
public class AccountResource {
    private static final int DAYS = 90;
    private static final String SCOPES = "read, ask, edit, operate";

    @Inject
    RouteCalls routes;

    @Inject
    AccountCalls calls;

    @Inject
    Settings settings;

    @Inject
    HttpServletRequest request;

    /**
     * Changes the password; all sessions of the user end, this one too.
     *
     * @param body password and new_password
     */
    @PUT
    @Path("/password")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(byte[] body) throws IOException {
        ObjectNode given =
                calls.read(body, "{\"password\": \"…\", \"new_password\": \"…\"}", "password", "new_password");
        calls.accounts()
                .changePassword(
                        routes.account(),
                        AccountCalls.text(given, "password"),
                        AccountCalls.text(given, "new_password"));
        if (routes.account().name().equals(FirstAdministrator.NAME)) {
            Files.deleteIfExists(settings.path("server.data").resolve(FirstAdministrator.FILE));
        }
        return Response.noContent()
                .cookie(SessionCookie.of(request, "", Duration.ZERO))
                .build();
    }

    /** The tokens, without their secrets. */
    @GET
    @Path("/tokens")
    public Response tokens() {
        return routes.json(calls.accounts().tokens(routes.account()));
    }

    /**
     * Makes a token, whose secret is told this once.
     *
     * @param body name, scopes, and as wanted days
     */
    @POST
    @Path("/tokens")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response make(byte[] body) {
        ObjectNode given = calls.read(body, "{\"name\": \"…\", \"scopes\": [\"ask\"]}", "name", "scopes", "days");
        Set<Permission> scopes =
                AccountCalls.words(given, "scopes", Permission::of, SCOPES).orElse(Set.of());
        return routes.json(calls.accounts()
                .makeToken(
                        routes.account(),
                        AccountCalls.text(given, "name"),
                        scopes,
                        given.hasNonNull("days") ? given.get("days").asInt() : DAYS));
    }

    /** Takes a token back. */
    @DELETE
    @Path("/tokens/{id}")
    public Response revoke(@PathParam("id") String id) {
        calls.accounts().revokeToken(routes.account(), RouteCalls.id("id", id));
        return Response.noContent().build();
    }
}
