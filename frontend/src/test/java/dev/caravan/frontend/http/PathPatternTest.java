package dev.caravan.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PathPatternTest {
    @Test
    void fitsItsPathOnly() {
        PathPattern chat = new PathPattern("api/chat", false);
        assertThat(chat.match("/api/chat")).contains(Map.of());
        assertThat(chat.match("/api/chat/")).isEmpty();
        assertThat(chat.match("/api/chat/stream")).isEmpty();
        assertThat(chat.match("/api/chats")).isEmpty();
        assertThat(chat.match("/API/chat")).isEmpty();
    }

    @Test
    void takesAParameterForOneSegment() {
        PathPattern table = new PathPattern("/api/turns/{id}/tables/{n}.csv", false);
        assertThat(table.match("/api/turns/a b/tables/2.csv")).contains(Map.of("id", "a b", "n", "2"));
        assertThat(table.match("/api/turns/a/b/tables/2.csv")).isEmpty();
        assertThat(table.match("/api/turns//tables/2.csv")).isEmpty();
        assertThat(table.match("/api/turns/a/tables/2xcsv"))
                .as("a dot is a dot")
                .isEmpty();
    }

    @Test
    void fitsEverythingBelowAPrefix() {
        PathPattern files = new PathPattern("/files", true);
        assertThat(files.match("/files")).isPresent();
        assertThat(files.match("/files/a/b")).isPresent();
        assertThat(files.match("/filesystem")).isEmpty();
    }

    @Test
    void weighsMoreWithMoreFixedText() {
        assertThat(new PathPattern("/api/things/all", false).weight())
                .isGreaterThan(new PathPattern("/api/things/{id}", false).weight());
    }
}
