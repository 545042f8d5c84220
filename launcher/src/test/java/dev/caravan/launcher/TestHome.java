package dev.caravan.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A home folder for one test: settings, routes of the test, a data folder of its own. */
record TestHome(Path folder) {
  /** Writes the folder. The trade data are said to be elsewhere, so that no demo world has to be made. */
  static TestHome create(Path folder, String settings) throws IOException {
    Path workspaces = Path.of(System.getProperty("caravan.home")).resolve("workspaces");
    Files.createDirectories(folder.resolve("routes"));
    Files.writeString(
        folder.resolve("application.yaml"),
        """
        server: {port: 0}
        atlas: {source: jdbc, jdbc-url: "jdbc:postgresql://127.0.0.1:1/nowhere"}
        workspaces: {directory: %s}
        """
            .formatted(workspaces)
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
