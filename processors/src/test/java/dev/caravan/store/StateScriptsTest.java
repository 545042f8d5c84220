package dev.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The scripts of the schema: two of one number, which two changes may bring, stop every start. */
class StateScriptsTest {
    @Test
    void eachNumberIsGivenOnce() throws IOException {
        Path scripts = Path.of(
                System.getProperty("caravan.home"), "processors/src/main/resources/dev/caravan/store/migrations");
        List<Integer> numbers;
        try (Stream<Path> files = Files.list(scripts)) {
            numbers = files.map(file -> file.getFileName().toString().replaceAll("^V(\\d+)__\\w+\\.sql$", "$1"))
                    .map(Integer::valueOf)
                    .sorted()
                    .toList();
        }
        int last = numbers.get(numbers.size() - 1);
        assertThat(numbers).doesNotHaveDuplicates();
        assertThat(IntStream.rangeClosed(1, last).filter(number -> !numbers.contains(number)))
                .as("numbers that no script has; 5 was never given")
                .containsOnly(5);
    }
}
