package dev.caravan.frontend.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.account.Account;
import dev.caravan.account.Accounts;
import dev.caravan.account.Permission;
import dev.caravan.account.Role;
import dev.caravan.app.Settings;
import dev.caravan.frontend.http.AccountFilter;
import dev.caravan.frontend.http.SessionCookie;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The session of whoever asks. */
@Path("/session")
@RequestScoped
public class SessionResource {
    @Inject
    RouteCalls routes;

    @Inject
    AccountCalls calls;

    @Inject
    Settings settings;

    @Inject
    HttpServletRequest request;

    /** Who it is, and whether anybody has to log in at all. */
    @GET
    public Response get() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("login", settings.text("security.login"));
        if (settings.text("security.login").equals("oidc")) {
            told.put(
                    "provider",
                    URI.create(settings.text("security.oidc.issuer")).getHost());
        }
        if (routes.account() != null) {
            tell(routes.account(), told);
        }
        return routes.json(told);
    }

    private static void tell(Account account, Map<String, Object> told) {
        told.put("name", account.name());
        told.put("tenant", account.tenant());
        told.put("roles", account.roles().stream().sorted().map(Role::code).toList());
        told.put(
                "permissions",
                account.permissions().stream().sorted().map(Permission::code).toList());
        told.put("password_to_change", account.passwordToChange());
    }

    /**
     * Begins one, always a new one; one that the browser had ends.
     *
     * @param body name and password
     */
    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public Response begin(byte[] body) {
        Accounts accounts = calls.accounts();
        ObjectNode given = calls.read(body, "{\"name\": \"…\", \"password\": \"…\"}", "name", "password");
        String name = AccountCalls.text(given, "name");
        request.setAttribute(AccountFilter.TRIED, name.length() > 64 ? name.substring(0, 64) : name);
        Accounts.Session session = accounts.login(name, AccountCalls.text(given, "password"));
        SessionCookie.read(request).ifPresent(accounts::logout);
        request.setAttribute(Account.PROPERTY, session.account());
        Map<String, Object> told = new LinkedHashMap<>();
        tell(session.account(), told);
        return Response.fromResponse(routes.json(told))
                .cookie(SessionCookie.of(request, session.secret(), settings.duration("security.session")))
                .build();
    }

    /** Ends it. */
    @DELETE
    public Response end() {
        SessionCookie.read(request).ifPresent(calls.accounts()::logout);
        return Response.noContent()
                .cookie(SessionCookie.of(request, "", Duration.ZERO))
                .build();
    }
}
