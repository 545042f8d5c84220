package dev.caravan.frontend.rest;

import dev.caravan.account.Account;
import dev.caravan.account.Accounts;
import dev.caravan.account.LoginRefused;
import dev.caravan.account.OidcLogin;
import dev.caravan.account.OidcUser;
import dev.caravan.app.Settings;
import dev.caravan.edge.Problem;
import dev.caravan.frontend.http.AccountFilter;
import dev.caravan.frontend.http.PageServlet;
import dev.caravan.frontend.http.Problems;
import dev.caravan.frontend.http.SessionCookie;
import dev.caravan.turn.BadRequest;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logins at an issuer of OpenID Connect: the way there and the way back, both of a browser. */
@Path("/session/oidc")
@RequestScoped
public class OidcResource {
    private static final Logger LOG = LoggerFactory.getLogger(OidcResource.class);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    // an address below this application's, which cannot lead to another host
    private static final Pattern NEXT = Pattern.compile("(?!/)[\\w.~%/?=&+,:@-]{0,1000}");
    private static final String BETWEEN = "|";

    @Inject
    CamelContext camel;

    @Inject
    AccountCalls calls;

    @Inject
    Settings settings;

    @Inject
    HttpServletRequest request;

    /**
     * Sends the browser to the issuer.
     *
     * @param next the page of this application to come back to
     */
    @GET
    public Response begin(@QueryParam("next") String next) {
        try {
            OidcLogin.Start start = login().start(back());
            String page = next != null && NEXT.matcher(next).matches() ? next : "";
            return away(start.address())
                    .cookie(SessionCookie.between(request, start.secret() + BETWEEN + page, PATIENCE))
                    .build();
        } catch (LoginRefused e) {
            return refused(e);
        }
    }

    /** Lets in who comes back from there. */
    @GET
    @Path("/end")
    public Response end() {
        OidcLogin login = login();
        String[] brought = SessionCookie.readBetween(request).orElse("").split("\\|", 2);
        NewCookie over = SessionCookie.between(request, "", Duration.ZERO);
        try {
            URI back = back();
            String query = Optional.ofNullable(request.getQueryString()).orElse("");
            OidcUser user = login.end(
                    URI.create(back + "?" + query),
                    back,
                    Optional.of(brought[0]).filter(secret -> !secret.isEmpty()));
            request.setAttribute(AccountFilter.TRIED, user.name());
            Accounts.Session session = calls.accounts().login(user);
            SessionCookie.read(request).ifPresent(calls.accounts()::logout);
            request.setAttribute(Account.PROPERTY, session.account());
            request.setAttribute(AccountFilter.ENDED, Response.Status.OK.getStatusCode());
            String page = brought.length > 1 && NEXT.matcher(brought[1]).matches() ? brought[1] : "";
            return away(URI.create(PageServlet.base(request) + "/" + page))
                    .cookie(over, SessionCookie.of(request, session.secret(), settings.duration("security.session")))
                    .build();
        } catch (LoginRefused e) {
            return Response.fromResponse(refused(e)).cookie(over).build();
        } catch (IllegalArgumentException e) {
            return Response.fromResponse(
                            refused(new LoginRefused(LoginRefused.Reason.STATE, "what came back is no address", e)))
                    .cookie(over)
                    .build();
        }
    }

    private OidcLogin login() {
        return Optional.ofNullable(camel.getRegistry().lookupByNameAndType("oidcLogin", OidcLogin.class))
                .orElseThrow(() -> new BadRequest(
                        404,
                        "login",
                        "nobody logs in at an identity provider here; setting security.login changes that"));
    }

    /** Where the issuer sends people back to; hosts that requests may name are checked before. */
    private URI back() {
        String set = settings.text("security.oidc.redirect-uri");
        boolean tls = SessionCookie.isTls(request);
        return URI.create(
                set.isEmpty()
                        ? (tls ? "https://" : "http://") + request.getHeader("Host") + PageServlet.base(request)
                                + "/api/session/oidc/end"
                        : set);
    }

    /** Browsers get the page to log in at, with what a person can do; programs get a problem. */
    private Response refused(LoginRefused refused) {
        LOG.warn(
                "a login at the identity provider ended with {}: {}",
                refused.reason().code(),
                refused.getMessage());
        int status = refused.reason().status();
        request.setAttribute(AccountFilter.ENDED, status);
        if (Optional.ofNullable(request.getHeader("Accept")).orElse("").contains("text/html")) {
            return away(URI.create(PageServlet.base(request) + "/login?refused="
                            + refused.reason().code()))
                    .build();
        }
        return Response.status(status)
                .type(Problem.MEDIA_TYPE)
                .header("Cache-Control", "no-store")
                .entity(Problems.json(Problems.of(status, refused.reason().told())))
                .build();
    }

    private static Response.ResponseBuilder away(URI address) {
        return Response.status(Response.Status.SEE_OTHER)
                .header("Location", address.toString())
                .header("Cache-Control", "no-store");
    }
}
