package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrajectoryTest {
    private static final Map<String, String> TOOLS = Map.of("s", "query_tool", "g", "atlas_graphql", "d", "docs_tool");

    /** The trajectories that a sequence of calls fits, each call as a letter. */
    private static Set<Trajectory> fitted(String calls) {
        List<String> tools = calls.chars()
                .mapToObj(call -> TOOLS.get(String.valueOf((char) call)))
                .toList();
        EnumSet<Trajectory> fitted = EnumSet.noneOf(Trajectory.class);
        Arrays.stream(Trajectory.values())
                .filter(trajectory -> trajectory.fits(tools))
                .forEach(fitted::add);
        return fitted;
    }

    @Test
    void tellsSequencesOfOneToolApart() {
        assertThat(fitted("s")).containsExactlyInAnyOrder(Trajectory.SQL_ONLY, Trajectory.EITHER);
        assertThat(fitted("gg")).containsExactlyInAnyOrder(Trajectory.GRAPHQL_ONLY, Trajectory.EITHER);
        assertThat(fitted("d")).containsExactly(Trajectory.DOCS_ONLY);
        assertThat(fitted("")).containsExactly(Trajectory.REFUSE);
    }

    @Test
    void mindsTheOrderOfTwoTools() {
        assertThat(fitted("gs"))
                .contains(Trajectory.GRAPHQL_THEN_SQL_FALLBACK, Trajectory.GRAPHQL_AND_SQL, Trajectory.EITHER);
        assertThat(fitted("sg"))
                .contains(Trajectory.GRAPHQL_AND_SQL)
                .doesNotContain(Trajectory.GRAPHQL_THEN_SQL_FALLBACK);
        assertThat(fitted("gsg")).doesNotContain(Trajectory.GRAPHQL_THEN_SQL_FALLBACK);
        assertThat(fitted("ds")).containsExactly(Trajectory.DOCS_THEN_SQL);
        assertThat(fitted("sd")).isEmpty();
    }

    @Test
    void isWrittenInSetsByItsLowerCaseName() {
        assertThat(Trajectory.of("graphql_then_sql_fallback").code()).isEqualTo("graphql_then_sql_fallback");
    }
}
