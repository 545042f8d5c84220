package dev.caravan.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretBoxTest {
    private static final String SECRET = "s3cret of the shop, ü";

    @TempDir
    Path folder;

    @Test
    void opensForTheSamePurposeWithTheSameKeyAlone() throws Exception {
        Path key = folder.resolve("secrets.key");
        SecretBox box = new SecretBox(key);
        String sealed = box.seal(SECRET, "jdbc:postgresql://db/shop reader");
        assertThat(sealed).doesNotContain("s3cret").isNotEqualTo(box.seal(SECRET, "jdbc:postgresql://db/shop reader"));
        assertThat(SecretBox.isSealed(sealed)).isTrue();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(new SecretBox(key).open(sealed, "jdbc:postgresql://db/shop reader"))
                .isEqualTo(SECRET);
        assertThatThrownBy(() -> box.open(sealed, "jdbc:postgresql://elsewhere/shop reader"))
                .isInstanceOf(IllegalArgumentException.class);
        String changed = sealed.substring(0, sealed.length() - 6) + "AAAAA=";
        assertThatThrownBy(() -> box.open(changed, "jdbc:postgresql://db/shop reader"))
                .isInstanceOf(IllegalArgumentException.class);
        Files.delete(key);
        assertThatThrownBy(() -> box.open(sealed, "jdbc:postgresql://db/shop reader"))
                .hasMessageContaining("secrets.key");
    }
}
