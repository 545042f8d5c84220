package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.text.Json;
import dev.caravan.turn.BadRequest;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProblemTest {
    @Test
    void namesTheFieldOfABadRequestHoweverDeepItLies() {
        Problem problem =
                Problem.of(new IllegalStateException(new RuntimeException(new BadRequest(404, "thread_id", "gone"))));
        assertThat(Json.write(Json.mapper(), problem.members()))
                .isEqualTo(
                        "{\"type\":\"about:blank\",\"title\":\"Not found\",\"status\":404,\"detail\":\"gone\",\"field\":\"thread_id\"}");
    }

    @Test
    void tellsNothingAboutTheInsideOfAFault() {
        Problem problem = Problem.of(new IllegalStateException("password=hush"));
        assertThat(problem.status()).isEqualTo(500);
        assertThat(problem.incident()).isPresent();
        assertThat(problem.members().toString()).doesNotContain("hush", "IllegalState");
    }

    @Test
    void saysThatTheDatabaseOfConversationsDoesNotAnswerWithoutSayingWhereItIs() {
        for (SQLException down : List.of(
                new SQLTransientConnectionException(
                        "state - Connection is not available, 10.0.0.7", null, 0, new SQLException("refused", "08001")),
                new SQLException("terminating connection due to administrator command", "57P01"))) {
            Problem problem = Problem.of(new IllegalStateException(down));
            assertThat(problem.status()).isEqualTo(503);
            assertThat(problem.title()).isEqualTo("Unavailable");
            assertThat(problem.incident()).isEmpty();
            assertThat(problem.detail()).contains("conversations", "Try again").doesNotContain("10.0.0.7");
        }
        assertThat(Problem.of(new SQLException("no such column", "42703")).status())
                .as("a fault of ours")
                .isEqualTo(500);
    }
}
