package dev.caravan.launcher;

import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.world.DemoWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A home folder for the whole product: its own routes and workspaces, the demo world that tests share, a stand-in for the Atlas
 * API and a database of its own for conversations.
 *
 * @param folder the home
 * @param state the address of the database of conversations
 */
record DemoHome(Path folder, String state, AtlasApi api) implements AutoCloseable {
    /** Writes the folder and starts what its settings name. */
    static DemoHome create(Path folder) throws IOException {
        SharedWorld world = SharedWorld.get();
        String state = world.newDatabase();
        AtlasApi api = AtlasApi.start(world.jdbcUrl(DemoWorld.DATABASE), world.readerCredentials(), 0, new Faults());
        Files.writeString(
                folder.resolve("application.yaml"),
                """
        server: {port: 0}
        hawtio: {enabled: true, password: for-the-test}
        routes: {directory: %1$s/routes, reload: false, grace: 1s}
        workspaces: {directory: %1$s/workspaces}
        atlas:
          {source: jdbc, jdbc-url: "%2$s", user: %3$s, password: "%4$s", api: {explore-url: "%8$s", country-pages-url: "%9$s", budget: 12}}
        state: {jdbc-url: "%5$s", user: %6$s, password: "%7$s"}
        docs: {embeddings: false}
        """
                        .formatted(
                                System.getProperty("caravan.home"),
                                world.jdbcUrl(DemoWorld.DATABASE),
                                world.readerCredentials().user(),
                                world.readerCredentials().password(),
                                state,
                                world.appCredentials().user(),
                                world.appCredentials().password(),
                                api.explore(),
                                api.countryPages()));
        return new DemoHome(folder, state, api);
    }

    @Override
    public void close() {
        api.close();
    }
}
