package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command load and a start with what it loaded, as processes of their own. */
@Timeout(300)
class LoadIT {
    private static final String TRADE =
            "country_iso3_code,product_hs92_code,year,export_value,import_value\nKEN,0901,2019,40,1\n";

    @TempDir
    Path folder;

    private Path files;

    @BeforeEach
    void createHome() throws IOException {
        Path home = Path.of(System.getProperty("caravan.home"));
        Files.writeString(
                folder.resolve("application.yaml"),
                "server: {port: 0}\natlas: {source: loaded}\nworkspaces: {directory: %s}\nroutes: {directory: %s}\n"
                        .formatted(home.resolve("workspaces"), home.resolve("routes")));
        files = Files.createDirectory(folder.resolve("files"));
    }

    private Process run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Dcaravan.home=" + folder, "-cp", System.getProperty("java.class.path")));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .keySet()
                .removeAll(List.of("SERVER_PORT", "SERVER_DATA", "ATLAS_SOURCE", "ATLAS_PASSWORD", "STATE_PASSWORD"));
        return builder.start();
    }

    private static String output(Process process, int exitValue) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(exitValue);
        assertThat(output).doesNotContain("\tat ");
        return output;
    }

    @Test
    void startsOnWhatWasLoadedAndLoadsAgainWhileTheServerRuns() throws Exception {
        assertThat(output(run("start"), 1))
                .contains("nothing has been loaded yet")
                .contains("./caravan load DIR");

        Files.writeString(files.resolve("trade.csv"), TRADE);
        assertThat(output(run("load", files.toString()), 0))
                .contains("trade.csv (country-product-year, HS92): 1 rows read, 1 loaded, 0 rejected")
                .contains("Loaded 1 of 1 files into the database \"loaded\", years 2019 to 2019.");

        Process server = run("start");
        try {
            BufferedReader lines = server.inputReader(StandardCharsets.UTF_8);
            assertThat(lines.lines().anyMatch(line -> line.contains("is ready at ")))
                    .isTrue();
            Files.writeString(files.resolve("cut.csv"), TRADE + "KEN,09");
            assertThat(output(run("load", files.toString()), 3))
                    .contains(
                            "cut.csv (country-product-year, HS92): REFUSED, nothing of it is loaded: line 3 has 2 columns")
                    .contains("Loaded 1 of 2 files");
            assertThat(server.isAlive()).isTrue();
        } finally {
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void saysWhyNothingWasLoaded() throws Exception {
        assertThat(output(run("load", folder.resolve("nowhere").toString()), 1)).contains("nowhere that can be read");
        assertThat(output(run("load"), 2)).contains("DIR");
        Files.writeString(files.resolve("other.csv"), "a,b\n1,2\n");
        assertThat(output(run("load", files.toString()), 1))
                .contains("left aside")
                .contains("Nothing was loaded");
    }
}
