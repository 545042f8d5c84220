package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.warehouse.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code caravan user} in a process of its own, on the database of a server that runs. */
@Timeout(300)
class UserCommandIT {
    @TempDir
    Path folder;

    private DemoHome home;

    @BeforeEach
    void prepare() throws IOException {
        home = DemoHome.create(folder);
    }

    @AfterEach
    void stop() {
        home.close();
    }

    private record Said(int code, String text) {
        String lastWord() {
            return text.strip().replaceAll("(?s).*\\s", "");
        }
    }

    private Said user(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dcaravan.home=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.caravan.launcher.Main",
                        "user")
                .redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        Process process = builder.start();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        process.getInputStream().transferTo(new PrintStream(all, true, StandardCharsets.UTF_8));
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), all.toString(StandardCharsets.UTF_8));
    }

    private static int login(CaravanServer server, String name, String password) {
        return Visitor.anonymous(server.address())
                .send("POST", "/api/session", Visitor.login(name, password))
                .status();
    }

    @Test
    void usersAreLookedAfterWhileAServerRuns() throws Exception {
        Files.writeString(
                folder.resolve("application.yaml"),
                "security: {login: local, hash-strength: 4, lock: {failures: 2, time: 1h}}\n",
                StandardOpenOption.APPEND);
        // before any server: the first start finds users, and makes none
        Said root = user("add", "root", "--roles", "administrator");
        assertThat(root.code()).as(root.text()).isZero();
        try (CaravanServer server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent())) {
            assertThat(login(server, "root", root.lastWord())).isEqualTo(200);

            Said added = user("add", "ann", "--tenant", "acme", "--roles", "asker,editor");
            assertThat(added.text()).startsWith("Added. The first password of ann: ");
            assertThat(login(server, "ann", added.lastWord())).isEqualTo(200);
            assertThat(user("add", "ann").text()).contains("There is a user ann already");
            assertThat(user("add", "Ann!").code()).isEqualTo(1);
            assertThat(user("add", "ben", "--roles", "king").text()).contains("no role king", "administrator");

            assertThat(login(server, "ann", "wrong, wrong, wrong")).isEqualTo(401);
            assertThat(login(server, "ann", "wrong, wrong, wrong")).isIn(401, 429);
            assertThat(login(server, "ann", added.lastWord())).isEqualTo(429);
            Said reset = user("password", "ann");
            assertThat(login(server, "ann", reset.lastWord())).isEqualTo(200);

            assertThat(user("roles", "ann", "operator").code()).isZero();
            assertThat(user("list").text()).containsPattern("ann +acme +operator +password to change");
            assertThat(user("disable", "ann").code()).isZero();
            assertThat(login(server, "ann", reset.lastWord())).isEqualTo(401);
            assertThat(user("enable", "ann").code()).isZero();
            assertThat(login(server, "ann", reset.lastWord())).isEqualTo(200);
            assertThat(user("disable", "root").text()).contains("Root is the last administrator");
            assertThat(user("disable", "nobody").text()).contains("There is no user of this name");
        }
    }
}
