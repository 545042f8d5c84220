package dev.caravan.launcher;

import dev.caravan.app.AnalystBeans;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.database.RunningPostgres;
import dev.caravan.demo.world.ReferenceContent;
import dev.caravan.duck.BuildDatabase;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.load.Databases;
import dev.caravan.warehouse.load.LoadReport;
import dev.caravan.warehouse.load.Loader;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Loads bulk files into the database {@code loaded} of the embedded server: the one that a running Caravan has started,
 * otherwise one that runs as long as the command.
 */
@Command(
        name = "load",
        description = "Load Atlas bulk files, plain or .gz, into the database \"loaded\".",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:loaded",
            "1:nothing was loaded",
            "2:used wrongly",
            "3:loaded, but bulk files with a fault were left out"
        })
final class LoadCommand implements Callable<Integer> {
    private static final int NOTHING = 1;
    private static final int NOT_ALL = 3;

    @Parameters(paramLabel = "DIR", description = "The folder of the files, or one file.")
    private Path folder;

    @Option(
            names = "--workspace",
            paramLabel = "NAME",
            description = "Load into the data file of this workspace by its own script.")
    private Optional<String> workspace = Optional.empty();

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(folder)) {
            throw new StartFailure("There is no " + folder + " that can be read.");
        }
        Settings settings = Settings.load(Home.find(), Map.of());
        if (workspace.isPresent() && !workspace.get().equals("atlas")) {
            return loadFile(settings, workspace.get());
        }
        Path server = settings.path("server.data").resolve("postgres");
        boolean terminal = System.console() != null;
        ProgressBar bar = new ProgressBar(System.out, terminal);
        LoadReport report;
        try {
            report = load(server, terminal ? bar : Progress.silent());
        } catch (SQLException e) {
            throw new StartFailure("Nothing was loaded, because the database failed: " + e.getMessage(), e);
        } finally {
            bar.end();
        }
        new LoadPrinter(System.out).print(report, settings.text("atlas.source"));
        return !report.replaced() ? NOTHING : report.refusedAny() ? NOT_ALL : 0;
    }

    private LoadReport load(Path server, Progress progress) throws IOException, SQLException {
        EmbeddedPostgres own;
        try {
            own = EmbeddedPostgres.start(server, progress.part(0, 0.1));
        } catch (IllegalStateException e) {
            RunningPostgres running = RunningPostgres.find(server)
                    .orElseThrow(
                            () -> new StartFailure("Caravan is just starting or stopping; load again in a moment.", e));
            return load(running, progress);
        }
        Thread stop = new Thread(() -> close(own), "stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try (own) {
            try (Connection admin = own.admin("postgres")) {
                Roles.create(
                        admin,
                        own.readerCredentials().password(),
                        own.appCredentials().password());
            }
            return load(own::admin, progress.part(0.1, 1));
        }
    }

    private LoadReport load(Databases databases, Progress progress) throws IOException, SQLException {
        try {
            return new Loader(databases, ReferenceContent::write).load(folder, progress);
        } catch (IllegalStateException e) {
            throw new StartFailure("Nothing was loaded: " + e.getMessage() + ".", e);
        }
    }

    /** Builds the data file anew; a running server takes it over with the next question. */
    private int loadFile(Settings settings, String name) throws IOException {
        Workspaces workspaces = Workspaces.read(settings.path("workspaces.directory"));
        Workspace found = workspaces
                .find(name)
                .orElseThrow(() -> new StartFailure(
                        workspaces.broken().containsKey(name)
                                ? "The workspace " + name + " cannot be loaded: "
                                        + workspaces.broken().get(name)
                                : "There is no workspace " + name + "."));
        try {
            BuildDatabase.Report report = new BuildDatabase(found.folder())
                    .load(AnalystBeans.dataFolder(settings, name).resolve("loaded.duckdb"), folder);
            report.tables().forEach(table -> System.out.println(table.table() + ": " + table.rows() + " rows"));
            report.missing().forEach(part -> System.out.println("left out, since its file is not there: " + part));
            return report.missing().isEmpty() ? 0 : NOT_ALL;
        } catch (SQLException e) {
            throw new StartFailure("Nothing was loaded: " + e.getMessage(), e);
        }
    }

    private static void close(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            System.err.println("The database did not stop: " + e.getMessage());
        }
    }
}
