package dev.caravan.frontend.http;

import dev.caravan.account.AccessRules;
import dev.caravan.account.AccessRules.Door;
import dev.caravan.account.AccessRules.Rule;
import dev.caravan.account.Account;
import dev.caravan.account.Accounts;
import dev.caravan.account.AuditLog;
import dev.caravan.account.Permission;
import dev.caravan.app.Settings;
import dev.caravan.edge.Problem;
import dev.caravan.edge.SessionAccount;
import dev.caravan.turn.Turn;
import jakarta.inject.Inject;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;

/**
 * Finds out who sends a request, and lets through what {@link AccessRules} let; the account goes along as attribute {@link
 * Account#PROPERTY}. What is done, and what is refused, is noted down.
 */
public class AccountFilter extends HttpFilter {
    /** Request attribute: the name somebody tries to log in by. */
    public static final String TRIED = "caravan.tried-name";

    /** Request attribute: how a request ended whose status says where to go on. */
    public static final String ENDED = "caravan.ended";

    private static final long serialVersionUID = 1L;
    private static final String BEARER = "bearer ";
    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    // fields, because servlet containers construct filters without arguments
    @Inject
    transient Settings settings;

    @Inject
    transient CamelContext camel;

    private transient SessionAccount sessions;
    private transient Optional<Accounts> accounts;
    private transient Optional<AuditLog> audit;

    @Override
    public void init() throws ServletException {
        sessions = camel.getRegistry().lookupByNameAndType("sessionAccount", SessionAccount.class);
        accounts = Optional.ofNullable(camel.getRegistry().lookupByNameAndType("accounts", Accounts.class));
        audit = Optional.ofNullable(camel.getRegistry().lookupByNameAndType("auditLog", AuditLog.class));
    }

    /** A request that goes no further. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status, String detail) {
            super(detail);
            this.status = status;
        }
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = PlatformHttpFilter.path(request);
        Optional<Rule> rule = AccessRules.find(request.getMethod(), path);
        try {
            Optional<Account> account =
                    accounts.isPresent() ? known(request) : Optional.of(nobodyLogsIn(request, rule));
            account.ifPresent(found -> request.setAttribute(Account.PROPERTY, found));
            if (accounts.isPresent()) {
                check(request, rule, account);
            }
        } catch (Refused refused) {
            refuse(request, response, path, refused);
            note(request, rule, path, response.getStatus());
            return;
        } catch (RuntimeException e) { // the database of accounts, or a gateway that says nothing
            Problems.write(response, Problem.of(e));
            return;
        }
        Noted noted = new Noted(request, () -> note(request, rule, path, response.getStatus()));
        chain.doFilter(noted, response);
        if (!noted.started) {
            noted.then.run();
        }
    }

    /** The one user where nobody logs in; other computers are let in only where somebody said so. */
    private Account nobodyLogsIn(HttpServletRequest request, Optional<Rule> rule) throws Refused, IOException {
        if (!settings.flag("security.open-network")
                && !InetAddress.getByName(request.getLocalAddr()).isLoopbackAddress()) {
            throw new Refused(
                    403,
                    "Without a login this server takes requests of its own computer alone; setting security.login or security.open-network changes that.");
        }
        // what the server tells of itself belongs to no tenant
        boolean owned = rule.map(Rule::permissions)
                .filter(needed -> !needed.isEmpty() && !needed.contains(Permission.OPERATE))
                .isPresent();
        return owned
                ? sessions.named(Optional.of(sessions.header())
                        .filter(header -> !header.isEmpty())
                        .map(request::getHeader))
                : Account.everybody(Turn.EVERYBODY);
    }

    /** Whose token or session comes along; a token that is wrong is never passed over for a cookie. */
    private Optional<Account> known(HttpServletRequest request) throws Refused {
        String authorization = request.getHeader("Authorization");
        if (authorization != null) {
            if (!authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
                throw new Refused(401, "Authorization takes a token: Bearer caravan_…");
            }
            Optional<Account> account = accounts.get()
                    .ofToken(authorization.substring(BEARER.length()).strip());
            if (account.isEmpty()) {
                throw new Refused(401, "This token is not known, was taken back or is over.");
            }
            return account;
        }
        return SessionCookie.read(request).flatMap(accounts.get()::ofSession);
    }

    private static void check(HttpServletRequest request, Optional<Rule> found, Optional<Account> known)
            throws Refused {
        if (found.isEmpty()) {
            throw new Refused(known.isPresent() ? 404 : 401, "There is nothing under this address.");
        }
        Rule rule = found.get();
        if (rule.door() == Door.OPEN) {
            return;
        }
        Account account =
                known.orElseThrow(() -> new Refused(401, "Log in, or send a token: Authorization: Bearer caravan_…"));
        if (account.passwordToChange() && rule.door() != Door.BEGINNER) {
            throw new Refused(403, "Change your password first; somebody else has chosen it.");
        }
        if (rule.door() != Door.KNOWN && !account.isSession()) {
            throw new Refused(403, "This takes a person who is logged in; tokens cannot do it.");
        }
        if (account.isSession() && !READING.contains(request.getMethod()) && !SecurityFilter.isFromOwnPage(request)) {
            throw new Refused(403, "With the cookie of a session only this server's own pages may send this.");
        }
        if (!rule.permissions().isEmpty() && rule.permissions().stream().noneMatch(account.permissions()::contains)) {
            throw new Refused(
                    403,
                    "This needs the permission "
                            + rule.permissions().stream()
                                    .sorted()
                                    .map(Permission::code)
                                    .collect(Collectors.joining(" or "))
                            + ", which "
                            + (account.isSession() ? "none of your roles has." : "this token does not have."));
        }
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response, String path, Refused refused)
            throws IOException {
        boolean page = request.getMethod().equals("GET")
                && !path.startsWith("/api/")
                && Optional.ofNullable(request.getHeader("Accept")).orElse("").contains("text/html");
        String base = PageServlet.base(request);
        if (page && refused.status == 401) {
            String asked = path.substring(1)
                    + Optional.ofNullable(request.getQueryString())
                            .map(query -> "?" + query)
                            .orElse("");
            response.setHeader("Cache-Control", "no-store");
            response.sendRedirect(base + "/login?next=" + URLEncoder.encode(asked, StandardCharsets.UTF_8));
        } else if (page
                && request.getAttribute(Account.PROPERTY) instanceof Account account
                && account.passwordToChange()) {
            response.setHeader("Cache-Control", "no-store");
            response.sendRedirect(base + "/account");
        } else if (path.startsWith("/v1/")) {
            Problems.writeForPrograms(response, refused.status, refused.getMessage());
        } else {
            if (refused.status == 401) {
                response.setHeader("WWW-Authenticate", "Bearer");
            }
            Problems.write(response, refused.status, refused.getMessage());
        }
    }

    private void note(HttpServletRequest request, Optional<Rule> rule, String path, int status) {
        Optional<String> action = rule.map(Rule::action).filter(name -> !name.isEmpty());
        if (audit.isEmpty() || action.isEmpty()) {
            return;
        }
        Account account = request.getAttribute(Account.PROPERTY) instanceof Account known
                ? known
                : unknown(request.getAttribute(TRIED) instanceof String tried ? tried : "");
        int ended = request.getAttribute(ENDED) instanceof Integer told ? told : status;
        audit.get().note(new AuditLog.Entry(account, action.get(), path, ended, request.getRemoteAddr()));
    }

    private static Account unknown(String name) {
        return new Account("", name, "", Set.of(), Set.of(), "", false);
    }

    /** A request that runs something when its work is over, which goes on after the servlets where it is asynchronous. */
    private static final class Noted extends HttpServletRequestWrapper implements AsyncListener {
        private final Runnable then;
        private volatile boolean started;

        Noted(HttpServletRequest request, Runnable then) {
            super(request);
            this.then = then;
        }

        @Override
        public AsyncContext startAsync() {
            return listening(super.startAsync());
        }

        @Override
        public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
            return listening(super.startAsync(request, response));
        }

        private AsyncContext listening(AsyncContext async) {
            started = true;
            async.addListener(this);
            return async;
        }

        @Override
        public void onComplete(AsyncEvent event) {
            then.run();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // is completed after
        }

        @Override
        public void onError(AsyncEvent event) {
            // is completed after
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // a request is made asynchronous once
        }
    }
}
