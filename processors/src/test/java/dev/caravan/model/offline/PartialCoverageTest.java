package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.SemanticModel;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Questions to data that hold HS 1992 only, as loaded files may. */
class PartialCoverageTest {
    private final SemanticModel model = SemanticModel.read(
                    WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"))
            .withCoverage(Map.of("hs92", new int[] {1995, 2023}));

    private Plan plan(String question) {
        return new QueryPlanner(model)
                .plan(new QuestionReader(model).read(question, WorldCatalog.get(), Optional.empty()), Overrides.NONE);
    }

    private Plan.Query query(String question) {
        assertThat(plan(question)).isInstanceOf(Plan.Query.class);
        return (Plan.Query) plan(question);
    }

    @Test
    void totalsAreThoseOfGoodsWhereThereAreNoServices() {
        assertThat(query("What were Kenya's exports in 2020?").query().classes())
                .containsExactly("hs92");
    }

    @Test
    void yearsBeforeTheFirstAreNotSoughtInAClassThatIsNotThere() {
        assertThat(plan("Kenya's exports of coffee in 1980"))
                .isInstanceOfSatisfying(Plan.Unanswerable.class, plan -> assertThat(plan.message())
                        .contains("1980 is not covered (HS 1992: 1995 to 2023)"));
    }

    @Test
    void aClassThatIsNotThereIsNamedInsteadOfReplaced() {
        assertThat(plan("Kenya's services exports in 2020"))
                .isEqualTo(
                        new Plan.Unanswerable("The data in use hold no services. They hold HS 1992 (1995 to 2023)."));
        assertThat(plan("Kenya's exports of coffee in 2020 in SITC")).isInstanceOf(Plan.Unanswerable.class);
    }
}
