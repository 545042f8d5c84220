package dev.caravan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadOnceTest {
    private final List<Path> reads = new ArrayList<>();
    private final ReadOnce<String> once = new ReadOnce<>(this::read);

    @TempDir
    private Path folder;

    private String read(Path file) {
        reads.add(file);
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsAFileAgainWhenItHasChanged() throws IOException {
        Path file = folder.resolve("model.yaml");
        Files.writeString(file, "one");
        assertThat(once.of(file)).isEqualTo("one");
        assertThat(once.of(file)).isEqualTo("one");
        assertThat(reads).hasSize(1);
        Files.writeString(file, "three");
        assertThat(once.of(file)).isEqualTo("three");
        assertThat(reads).hasSize(2);
    }

    @Test
    void keepsNothingOfAFileThatCannotBeRead() throws IOException {
        Path file = folder.resolve("model.yaml");
        assertThatThrownBy(() -> once.of(file)).isInstanceOf(UncheckedIOException.class);
        Files.writeString(file, "there");
        assertThat(once.of(file)).isEqualTo("there");
        Files.delete(file);
        assertThatThrownBy(() -> once.of(file)).isInstanceOf(UncheckedIOException.class);
    }
}
