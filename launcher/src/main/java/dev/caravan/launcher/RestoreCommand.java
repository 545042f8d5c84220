package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.store.StateArchive;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts what {@code backup} wrote into the database of conversations, wholly or not at all. */
@Command(
        name = "restore",
        description = "Put what backup wrote into the database of conversations, wholly or not at all.",
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file that backup wrote.")
    private Path file;

    @Option(names = "--replace", description = "Lose the conversations that the database holds.")
    private boolean replace;

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(file)) {
            throw new StartFailure("There is no " + file + " that can be read.");
        }
        Settings settings = Settings.load(Home.find(), Map.of());
        try (StateConnection state = StateConnection.open(settings);
                InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            Map<String, Long> rows = StateArchive.read(state.connection(), in, replace);
            System.out.println("Restored from " + file + ": " + BackupCommand.told(rows) + ".");
            return 0;
        } catch (StateArchive.Refused e) {
            throw new StartFailure("Nothing was restored. " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new StartFailure("Nothing was restored, because the database failed: " + e.getMessage(), e);
        }
    }
}
