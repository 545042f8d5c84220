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
import dev.caravan.workspace.DataOnDemand;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded PostgreSQL with what of it the settings ask for: the trade data, the conversations, or both; with the demo
 * world comes its GraphQL service, unless the settings name both public ones.
 */
final class EmbeddedStorage implements Storage {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedStorage.class);

    private final EmbeddedPostgres server;
    private final Optional<AtlasApi> api;
    private final Map<String, String> settings;
    private final Map<String, DataOnDemand.Maker> makers;

    /** Makes the demo world. */
    private record WorldMaker(EmbeddedPostgres server) implements DataOnDemand.Maker {
        @Override
        public boolean isMade() {
            try {
                return DemoWorld.isCurrent(server);
            } catch (SQLException e) {
                // whoever asks the database next says why it does not answer
                LOG.warn("whether there is a demo world cannot be seen: {}", e.getMessage());
                return false;
            }
        }

        @Override
        public void make(DataOnDemand.Progress progress) throws SQLException {
            DemoWorld.ensure(server, progress::report);
        }
    }

    private EmbeddedStorage(
            EmbeddedPostgres server,
            Optional<AtlasApi> api,
            Map<String, String> settings,
            Map<String, DataOnDemand.Maker> makers) {
        this.server = server;
        this.api = api;
        this.settings = Map.copyOf(settings);
        this.makers = makers;
    }

    /** Starts it below the data folder, or nothing where the settings name databases of their own for everything. */
    static Storage start(Settings settings, Progress progress) throws IOException, SQLException {
        boolean ownTrade = !settings.text("atlas.source").equals("jdbc");
        boolean ownState = settings.text("state.jdbc-url").isEmpty();
        if (!ownTrade && !ownState) {
            return Storage.none();
        }
        EmbeddedPostgres server =
                EmbeddedPostgres.start(settings.path("server.data").resolve("postgres"), progress.part(0, 0.9));
        try {
            Map<String, String> found = new TreeMap<>();
            boolean demo = settings.text("atlas.source").equals("demo");
            prepare(server, ownTrade && !demo);
            progress.report("Database ready", 1);
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
            return new EmbeddedStorage(server, api, found, demo ? Map.of("atlas", new WorldMaker(server)) : Map.of());
        } catch (IOException | SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Makes roles and the database of conversations, and checks that there are loaded data if they are asked for. */
    static void prepare(EmbeddedPostgres server, boolean loaded) throws SQLException {
        try (Connection admin = server.admin("postgres")) {
            if (loaded && !Roles.databaseExists(admin, Loader.DATABASE)) {
                throw new StartFailure(
                        "atlas.source is loaded, and nothing has been loaded yet: run ./caravan load DIR with a folder of bulk files,"
                                + " or set atlas.source to demo.");
            }
        }
        DemoWorld.prepare(server);
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
    public Map<String, DataOnDemand.Maker> makers() {
        return makers;
    }

    @Override
    public void close() throws IOException {
        api.ifPresent(AtlasApi::close);
        server.close();
    }
}
