package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.load.Loader;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The embedded PostgreSQL with what of it the settings ask for: the trade data, the conversations, or both; with the demo
 * world comes its GraphQL service, unless the settings name both public ones.
 */
final class EmbeddedStorage implements Storage {
    private final EmbeddedPostgres server;
    private final Optional<AtlasApi> api;
    private final Map<String, String> settings;

    private EmbeddedStorage(EmbeddedPostgres server, Optional<AtlasApi> api, Map<String, String> settings) {
        this.server = server;
        this.api = api;
        this.settings = Map.copyOf(settings);
    }

    /** Starts it below the data folder, or nothing where the settings name databases of their own for everything. */
    static Storage start(Settings settings, Progress progress) throws IOException, SQLException {
        boolean ownTrade = !settings.text("atlas.source").equals("jdbc");
        boolean ownState = settings.text("state.jdbc-url").isEmpty();
        if (!ownTrade && !ownState) {
            return Storage.none();
        }
        EmbeddedPostgres server =
                EmbeddedPostgres.start(settings.path("server.data").resolve("postgres"), progress.part(0, 0.2));
        try {
            Map<String, String> found = new TreeMap<>();
            boolean demo = settings.text("atlas.source").equals("demo");
            if (demo) {
                DemoWorld.ensure(server, progress.part(0.2, 1));
            } else {
                prepare(server, ownTrade);
            }
            if (ownState) {
                put(found, "state", server.jdbcUrl(DemoWorld.STATE_DATABASE), server.appCredentials());
            }
            if (ownTrade) {
                put(
                        found,
                        "atlas",
                        server.jdbcUrl(demo ? DemoWorld.DATABASE : Loader.DATABASE),
                        server.readerCredentials());
            }
            Optional<AtlasApi> api = demo
                    ? startApi(server.jdbcUrl(DemoWorld.DATABASE), server.readerCredentials(), settings, found)
                    : Optional.empty();
            return new EmbeddedStorage(server, api, found);
        } catch (IOException | SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Makes what the demo world would have made along with itself, and checks that there are loaded data if they are asked for. */
    static void prepare(EmbeddedPostgres server, boolean loaded) throws SQLException {
        try (Connection admin = server.admin("postgres")) {
            if (loaded && !Roles.databaseExists(admin, Loader.DATABASE)) {
                throw new StartFailure(
                        "atlas.source is loaded, and nothing has been loaded yet: run ./caravan load DIR with a folder of bulk files,"
                                + " or set atlas.source to demo.");
            }
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
            if (!Roles.databaseExists(admin, DemoWorld.STATE_DATABASE)) {
                Roles.createStateDatabase(admin, DemoWorld.STATE_DATABASE);
            }
        }
    }

    /** Fills in the addresses that the settings leave open. */
    static Optional<AtlasApi> startApi(String jdbcUrl, Credentials login, Settings settings, Map<String, String> found)
            throws IOException {
        boolean explore = settings.text("atlas.api.explore-url").isEmpty();
        boolean countryPages = settings.text("atlas.api.country-pages-url").isEmpty();
        if (!explore && !countryPages) {
            return Optional.empty();
        }
        AtlasApi api = AtlasApi.start(jdbcUrl, login, 0, new Faults());
        if (explore) {
            found.put("atlas.api.explore-url", api.explore().toString());
        }
        if (countryPages) {
            found.put("atlas.api.country-pages-url", api.countryPages().toString());
        }
        return Optional.of(api);
    }

    private static void put(Map<String, String> settings, String group, String url, Credentials login) {
        settings.put(group + ".jdbc-url", url);
        settings.put(group + ".user", login.user());
        settings.put(group + ".password", login.password());
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public void close() throws IOException {
        api.ifPresent(AtlasApi::close);
        server.close();
    }
}
