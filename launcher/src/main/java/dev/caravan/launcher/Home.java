package dev.caravan.launcher;

import java.nio.file.Files;
import java.nio.file.Path;

/** The home folder: where application.yaml, routes/ and workspaces/ are. */
final class Home {
    private Home() {}

    /** The system property caravan.home, otherwise the working directory or the nearest folder above it with an application.yaml. */
    static Path find() {
        String given = System.getProperty("caravan.home");
        Path here = Path.of(given == null ? "" : given).toAbsolutePath().normalize();
        if (given != null) {
            return here;
        }
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("application.yaml"))) {
                return folder;
            }
        }
        return here;
    }
}
