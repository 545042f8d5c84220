package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.store.StateArchive;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes conversations, accounts, boards and documents into one file, while a server may run. */
@Command(
        name = "backup",
        description = "Write conversations, accounts, boards and documents into one file; a server may run meanwhile.",
        mixinStandardHelpOptions = true)
final class BackupCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The file to write, a ZIP; readable for its owner alone.")
    private Path file;

    @Override
    public Integer call() throws IOException {
        if (Files.exists(file)) {
            throw new StartFailure("There is a file " + file + " already; name another one.");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) {
            throw new StartFailure("There is no folder " + folder + ".");
        }
        // hashes of passwords are in it: nobody else may read what createTempFile makes
        Path part = Files.createTempFile(folder, file.getFileName().toString(), ".part");
        Settings settings = Settings.load(Home.find(), Map.of());
        try (StateConnection state = StateConnection.open(settings);
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
            Map<String, Long> rows = StateArchive.write(state.connection(), out);
            out.flush();
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            System.out.println("Written to " + file + ": " + told(rows) + ".");
            return 0;
        } catch (SQLException e) {
            throw new StartFailure("Nothing was written, because the database failed: " + e.getMessage(), e);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Rows in words, such as "3 threads, 7 turns". */
    static String told(Map<String, Long> rows) {
        String told = String.join(
                ", ",
                rows.entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> each.getValue() + " " + each.getKey().replace('_', ' '))
                        .toList());
        return told.isEmpty() ? "nothing" : told;
    }
}
