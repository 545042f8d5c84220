package dev.caravan.launcher;

import dev.caravan.app.InvalidSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line. A further command is a class named in {@code subcommands}. */
@Command(
        name = "caravan",
        description = "Answers questions about an organisation's data.",
        mixinStandardHelpOptions = true,
        version = "Caravan 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            StartCommand.class,
            AskCommand.class,
            McpCommand.class,
            DocsCommand.class,
            LoadCommand.class,
            EvalCommand.class,
            ExplainCommand.class,
            IndexCommand.class,
            BenchCommand.class,
            ConnectCommand.class,
            WorkspaceCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            UserCommand.class
        })
public final class Main {
    // kept, because an unused logger forgets its level
    private static final Logger OWN = Logger.getLogger("dev.caravan");

    private Main() {}

    /** Runs a command and ends the process with its exit code: 0 done, 1 failed, 2 used wrongly. */
    public static void main(String... arguments) {
        configureLogging();
        int code = commandLine().execute(arguments);
        if (code != 0) {
            // what runs on after a failure must not keep the process
            System.exit(code);
        }
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Main());
        line.setExecutionStrategy(parsed -> {
            boolean serves =
                    parsed.hasSubcommand() && parsed.subcommand().commandSpec().userObject() instanceof StartCommand;
            if (!serves) {
                // what a server tells of each question would stand between the lines of the command
                OWN.setLevel(Level.WARNING);
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            if (!(failure instanceof StartFailure) && !(failure instanceof InvalidSettings)) {
                throw failure;
            }
            System.err.println(failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }

    private static void configureLogging() {
        if (System.getProperty("java.util.logging.config.file") != null) {
            return;
        }
        try (InputStream in = Main.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
