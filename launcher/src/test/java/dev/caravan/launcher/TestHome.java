package dev.caravan.launcher;

import dev.caravan.demo.database.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A home folder for one test: settings, routes of the test, a data folder of its own. */
record TestHome(Path folder) {
    /**
     * Writes the folder.
     *
     * @param trade a server whose empty database stands for the trade data, so that no demo world has to be made
     * @param settings more of application.yaml
     */
    static TestHome create(Path folder, EmbeddedPostgres trade, String settings) throws IOException {
        Path workspaces = Path.of(System.getProperty("caravan.home")).resolve("workspaces");
        Files.createDirectories(folder.resolve("routes"));
        Files.writeString(
                folder.resolve("application.yaml"),
                """
        server: {port: 0}
        atlas: {source: jdbc, jdbc-url: "%s", user: %s, password: "%s"}
        workspaces: {directory: %s}
        """
                                .formatted(
                                        trade.jdbcUrl("postgres"),
                                        trade.adminCredentials().user(),
                                        trade.adminCredentials().password(),
                                        workspaces)
                        + settings);
        return new TestHome(folder);
    }

    Path routeFile(String name) {
        return folder.resolve("routes").resolve(name + ".camel.yaml");
    }

    void writeRoutes(String name, String yaml) throws IOException {
        Files.writeString(routeFile(name), yaml);
    }
}
