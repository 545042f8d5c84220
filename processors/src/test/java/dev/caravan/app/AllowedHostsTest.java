package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AllowedHostsTest {
    @TempDir
    Path home;

    @BeforeEach
    void createHome() throws IOException {
        Files.writeString(home.resolve("application.yaml"), "");
    }

    private AllowedHosts hosts(Map<String, String> settings) {
        return new AllowedHosts(Settings.load(home, settings));
    }

    @Test
    void answersToLoopbackAndToNoStrangeName() {
        AllowedHosts hosts = hosts(Map.of());
        assertThat(List.of("localhost", "LOCALHOST", "localhost.", "127.0.0.1", "[::1]", "::1"))
                .allMatch(hosts::includes);
        assertThat(List.of("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "1.2.3"))
                .noneMatch(hosts::includes);
    }

    @Test
    void answersToTheNamesOfTheSettings() {
        AllowedHosts hosts =
                hosts(Map.of("http.allowed-hosts", "Caravan.Example.org, b.example", "server.address", "myhost"));
        assertThat(List.of("caravan.example.org", "B.example", "myhost")).allMatch(hosts::includes);
        assertThat(hosts.includes("c.example")).isFalse();
    }
}
