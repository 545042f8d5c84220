package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.BadRequest;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void namesTheFieldOfABadRequestHoweverDeepItLies() {
    Problem problem = Problem.of(new IllegalStateException(new RuntimeException(new BadRequest(404, "thread_id", "gone"))));
    assertThat(Json.write(Json.mapper(), problem.members()))
        .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Not found\",\"status\":404,\"detail\":\"gone\",\"field\":\"thread_id\"}");
  }

  @Test
  void tellsNothingAboutTheInsideOfAFault() {
    Problem problem = Problem.of(new IllegalStateException("password=hush"));
    assertThat(problem.status()).isEqualTo(500);
    assertThat(problem.incident()).isPresent();
    assertThat(problem.members().toString()).doesNotContain("hush", "IllegalState");
  }
}
