package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminPasswordTest {
    @TempDir
    Path folder;

    @Test
    void knowsItselfAgain() {
        AdminPassword password = AdminPassword.of("Löwe");
        assertThat(password.matches("Löwe".toCharArray())).isTrue();
        assertThat(password.matches("Löwe".toCharArray()))
                .as("also the second time")
                .isTrue();
        assertThat(password.matches("löwe".toCharArray())).isFalse();
        assertThat(password.matches(new char[0])).isFalse();
    }

    @Test
    void survivesInItsFileAsAHash() throws IOException {
        Path file = folder.resolve("password");
        AdminPassword.of("secret").write(file);
        assertThat(Files.readString(file)).doesNotContain("secret");
        AdminPassword read = AdminPassword.read(file).orElseThrow();
        assertThat(read.matches("secret".toCharArray())).isTrue();
        assertThat(read.matches("other".toCharArray())).isFalse();
    }

    @Test
    void isSaltedEachTimeAnew() throws IOException {
        AdminPassword.of("secret").write(folder.resolve("a"));
        AdminPassword.of("secret").write(folder.resolve("b"));
        assertThat(Files.readString(folder.resolve("a"))).isNotEqualTo(Files.readString(folder.resolve("b")));
    }

    @Test
    void isMissingWhereThereIsNoFile() throws IOException {
        assertThat(AdminPassword.read(folder.resolve("none"))).isEmpty();
    }

    @Test
    void saysWhatToDoAboutADamagedFile() throws IOException {
        Path file = Files.writeString(folder.resolve("password"), "rubbish");
        assertThatThrownBy(() -> AdminPassword.read(file))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("delete it");
    }

    @Test
    void makesADifferentPasswordEachTime() {
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            made.add(AdminPassword.generate());
        }
        assertThat(made).hasSize(100).allMatch(password -> password.matches("[a-zA-Z2-9]{20}"));
    }
}
