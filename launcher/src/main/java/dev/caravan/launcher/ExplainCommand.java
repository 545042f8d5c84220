package dev.caravan.launcher;

import dev.caravan.analyst.SchemaQuestions;
import dev.caravan.app.Settings;
import dev.caravan.evaluation.AnalystWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows how the built-in reader takes a question to a workspace with a schema; needs no running server. */
@Command(
        name = "explain",
        description =
                "Show how a question is read: spans, rules, the winner and what it means; needs no running server.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "QUESTION", description = "What is asked.")
    private String question = "";

    @Option(
            names = "--workspace",
            paramLabel = "NAME",
            description = "A workspace whose model is a schema, such as one of ./caravan connect.",
            required = true)
    private String workspace = "";

    @Override
    public Integer call() throws Exception {
        Path home = Home.find();
        Settings settings = Settings.load(home, Map.of());
        Path folder = settings.path("workspaces.directory").resolve(workspace);
        if (!Files.exists(folder.resolve("workspace.yaml"))) {
            throw new StartFailure("There is no workspace " + workspace + " in " + folder.getParent() + ".");
        }
        try (AnalystWorld world = Files.exists(folder.resolve("demo.sql"))
                // demo data of its own: a running server has its file open
                ? AnalystWorld.start(home, settings.path("server.data").resolve("explain"), workspace, List.of())
                : AnalystWorld.onDatabase(settings, workspace)) {
            System.out.println(world.camel()
                    .getRegistry()
                    .lookupByNameAndType("schemaQuestions", SchemaQuestions.class)
                    .explain(workspace, question));
        }
        return 0;
    }
}
