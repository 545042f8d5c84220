package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.account.Accounts.UserChange;
import dev.caravan.account.Role;
import dev.caravan.edge.RequestBody;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Turn;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.Set;

/** The users, for administrators. */
@Path("/users")
@RequestScoped
public class UsersResource {
    private static final String ROLES = "asker, editor, operator, administrator";

    @Inject
    RouteCalls routes;

    @Inject
    AccountCalls calls;

    /** All of them. */
    @GET
    public Response list() {
        return routes.json(calls.accounts().users());
    }

    /**
     * Adds one, who has to change the password at the first login.
     *
     * @param body name, password, and as wanted tenant and roles
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response add(byte[] body) {
        ObjectNode given =
                calls.read(body, "{\"name\": \"…\", \"password\": \"…\"}", "name", "password", "tenant", "roles");
        calls.accounts()
                .add(
                        AccountCalls.text(given, "name"),
                        RequestBody.text(given, "", "tenant").orElse(Turn.EVERYBODY),
                        AccountCalls.words(given, "roles", Role::of, ROLES).orElse(Set.of(Role.ASKER)),
                        AccountCalls.text(given, "password"));
        return Response.noContent().build();
    }

    /**
     * Changes one, whose sessions end.
     *
     * @param body some of roles, tenant, disabled, password
     */
    @PATCH
    @Path("/{name}")
    @Consumes(MediaType.APPLICATION_JSON)
    public Response change(@PathParam("name") String name, byte[] body) {
        ObjectNode given = calls.read(body, "{\"roles\": [\"asker\"]}", "roles", "tenant", "disabled", "password");
        if (given.hasNonNull("disabled") && !given.get("disabled").isBoolean()) {
            throw new BadRequest("disabled", "disabled must be true or false");
        }
        calls.accounts()
                .change(
                        name,
                        new UserChange(
                                AccountCalls.words(given, "roles", Role::of, ROLES),
                                RequestBody.text(given, "", "tenant"),
                                Optional.ofNullable(given.get("disabled")).map(node -> node.asBoolean()),
                                RequestBody.text(given, "", "password")));
        return Response.noContent().build();
    }

    /** Removes one with all conversations. */
    @DELETE
    @Path("/{name}")
    public Response remove(@PathParam("name") String name) {
        calls.accounts().remove(name);
        return Response.noContent().build();
    }
}
