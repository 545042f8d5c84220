package dev.caravan.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** The older name of {@link ConnectCommand}, for scripts that have it. */
@Command(name = "workspace", hidden = true, subcommands = WorkspaceCommand.Derive.class)
final class WorkspaceCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new StartFailure("Say what to do: ./caravan connect JDBC_URL --name NAME");
    }

    /** Connects without asking. */
    @Command(name = "derive", hidden = true)
    static final class Derive implements Callable<Integer> {
        @Parameters(index = "0")
        private String url = "";

        @Parameters(index = "1")
        private String name = "";

        @Unmatched
        private List<String> options = new ArrayList<>();

        @Override
        public Integer call() {
            List<String> all = new ArrayList<>(List.of(url, "--name", name, "--yes"));
            all.addAll(options);
            CommandLine connect = new CommandLine(new ConnectCommand());
            connect.setExecutionExceptionHandler((failure, command, parsed) -> {
                throw failure;
            });
            return connect.execute(all.toArray(String[]::new));
        }
    }
}
