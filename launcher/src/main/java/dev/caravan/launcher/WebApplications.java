package dev.caravan.launcher;

import dev.caravan.app.AllowedHosts;
import dev.caravan.app.Settings;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.DecoratingListener;
import org.eclipse.jetty.ee10.servlet.ErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.webapp.Configuration;
import org.eclipse.jetty.ee10.webapp.FragmentConfiguration;
import org.eclipse.jetty.ee10.webapp.MetaInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppConfiguration;
import org.eclipse.jetty.ee10.webapp.WebAppContext;
import org.eclipse.jetty.ee10.webapp.WebInfConfiguration;
import org.eclipse.jetty.ee10.webapp.WebXmlConfiguration;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** The two web applications: Caravan at / and Hawtio at /hawtio. */
final class WebApplications {
    private static final URL POLICY =
            Objects.requireNonNull(WebApplications.class.getResource("jolokia-policy.xml"), "jolokia-policy.xml");

    private final Settings settings;

    WebApplications(Settings settings) {
        this.settings = settings;
    }

    /** Caravan's own, with CDI and REST of this server. */
    Handler caravan(Storage storage) {
        WebAppContext context = context("/", find("caravan"));
        // its libraries are those of the launcher: one copy of each class in the process
        context.setParentLoaderPriority(true);
        // how Weld gets to inject into filters
        context.setAttribute("org.eclipse.jetty.cdi", "CdiDecoratingListener");
        context.addEventListener(new DecoratingListener(context, "org.eclipse.jetty.cdi.decorator"));
        context.setInitParameter("resteasy.injector.factory", "org.jboss.resteasy.cdi.CdiInjectorFactory");
        context.setInitParameter("resteasy.preferJacksonOverJsonB", "true");
        context.setAttribute("caravan.home", settings.home().toString());
        context.setAttribute("caravan.overrides", storage.settings());
        context.setAttribute("caravan.makers", storage.makers());
        return context;
    }

    /** Hawtio, which asks for the login of {@link AdminLogin}. */
    Handler hawtio() {
        System.setProperty("hawtio.authenticationEnabled", "true");
        System.setProperty("hawtio.realm", AdminLogin.REALM);
        System.setProperty("hawtio.roles", AdminLogin.USER);
        System.setProperty("hawtio.rolePrincipalClasses", AdminLogin.RolePrincipal.class.getName());
        // it would connect to any management endpoint on this computer
        System.setProperty("hawtio.disableProxy", "true");
        RoutePlugin.register();
        WebAppContext context = context("/hawtio", find("hawtio"));
        // it brings everything it needs: no JNDI, no annotations, no CDI
        context.setConfigurations(new Configuration[] {
            new WebInfConfiguration(),
            new WebXmlConfiguration(),
            new MetaInfConfiguration(),
            new FragmentConfiguration(),
            new WebAppConfiguration()
        });
        context.getSessionHandler().setSameSite(HttpCookie.SameSite.STRICT);
        context.setInitParameter("policyLocation", POLICY.toString());
        return new OwnHosts(new OwnPages(new OwnSources(context)), new AllowedHosts(settings));
    }

    private WebAppContext context(String path, Path war) {
        WebAppContext context = new WebAppContext(war.toString(), path);
        context.setThrowUnavailableOnStartupException(true);
        context.setTempDirectory(settings.path("server.data")
                .resolve("tmp")
                .resolve(path.equals("/") ? "caravan" : path.substring(1))
                .toFile());
        context.setInitParameter("org.eclipse.jetty.servlet.Default.dirAllowed", "false");
        context.setInitParameter("org.eclipse.jetty.servlet.Default.etags", "true");
        // modules of two versions must never meet in one page: ask each time, by the etag
        context.setInitParameter("org.eclipse.jetty.servlet.Default.cacheControl", "no-cache");
        ErrorHandler errors = (ErrorHandler) ((ServletContextHandler) context).getErrorHandler();
        errors.setShowStacks(false);
        errors.setShowOrigin(false);
        return context;
    }

    /** Beside the launcher's own classes or jar. */
    private static Path find(String name) {
        Path launcher;
        try {
            launcher = Path.of(WebApplications.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path holds files", e);
        }
        Path folder = launcher.resolveSibling(name);
        if (!Files.exists(folder.resolve("WEB-INF/web.xml"))) {
            throw new StartFailure("There is no web application in " + folder + "; mvn package makes it.");
        }
        return folder;
    }

    /**
     * Takes other servers out of the content security policy: Hawtio's allows the network from which its code editor would
     * be loaded if it did not come along, as it does.
     */
    private static final class OwnSources extends Handler.Wrapper {
        private static final Pattern ELSEWHERE = Pattern.compile(" https?:[^ ;]*");

        OwnSources(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            HttpFields.Mutable fields = new HttpFields.Mutable.Wrapper(response.getHeaders()) {
                @Override
                public HttpField onAddField(HttpField field) {
                    return tightened(field);
                }

                @Override
                public HttpField onReplaceField(HttpField old, HttpField field) {
                    return tightened(field);
                }
            };
            return super.handle(
                    request,
                    new Response.Wrapper(request, response) {
                        @Override
                        public HttpFields.Mutable getHeaders() {
                            return fields;
                        }
                    },
                    callback);
        }

        private static HttpField tightened(HttpField field) {
            return field.is("Content-Security-Policy")
                    ? new HttpField(
                            field.getName(), ELSEWHERE.matcher(field.getValue()).replaceAll(""))
                    : field;
        }
    }

    /**
     * Lets nobody ask but programs with a password and pages of this very server: a cookie goes along with the requests of a page
     * at any port of this computer, and cookies do not tell ports apart. Browsers say where a request comes from, and no page
     * can say it for them.
     */
    private static final class OwnPages extends Handler.Wrapper {
        private static final List<String> MANAGED = List.of("/hawtio/jolokia", "/hawtio/proxy", "/hawtio/auth");

        OwnPages(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String path = String.valueOf(request.getHttpURI().getDecodedPath());
            if (MANAGED.stream().anyMatch(path::startsWith) && !isOwn(request)) {
                Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
                return true;
            }
            return super.handle(request, response, callback);
        }

        private static boolean isOwn(Request request) {
            HttpFields headers = request.getHeaders();
            String site = headers.get("Sec-Fetch-Site");
            String origin = headers.get(HttpHeader.ORIGIN);
            if (site != null && !site.equals("same-origin")) {
                return false;
            }
            if (origin != null) {
                String host = String.valueOf(headers.get(HttpHeader.HOST)).toLowerCase(Locale.ROOT);
                // a proxy may have ended TLS in front of this server
                return List.of("http://" + host, "https://" + host).contains(origin.toLowerCase(Locale.ROOT));
            }
            return site != null || !headers.contains(HttpHeader.COOKIE);
        }
    }

    /** Leaves requests for strange host names alone, see {@link AllowedHosts}. */
    private static final class OwnHosts extends Handler.Wrapper {
        private final AllowedHosts hosts;

        OwnHosts(Handler handler, AllowedHosts hosts) {
            super(handler);
            this.hosts = hosts;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String host = Request.getServerName(request);
            return host != null && hosts.includes(host) && super.handle(request, response, callback);
        }
    }
}
