package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.Overrides;
import dev.caravan.evaluation.Aspect.Category;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.GraphqlRun.Classification;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.Named;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.graphql.GraphqlRunBuilder;
import dev.caravan.graphql.QueryType;
import dev.caravan.turn.ToolCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is made of stages, types, judgements and links. */
class MeasuresTest {
    private static final ToolCall CALL = ToolCall.asking("c", "atlas_graphql", "Tea of Kenya in 2019?", "");

    private static GraphqlRun run(QueryType type, Optional<Entities> entities) {
        return GraphqlRunBuilder.builder(GraphqlRun.begin("t", CALL, Overrides.NONE))
                .classification(Optional.of(new Classification("", type, "")))
                .entities(entities)
                .build();
    }

    private static TurnResult score(Stage stage, Map<String, String> fields, List<QueryType> types, GraphqlRun run) {
        Label label = new Label(types, fields, "written_label");
        return StageScoring.score(
                new Ask(CALL.question(), QuestionSet.Expected.NOTHING, Optional.of(label)), stage, run);
    }

    private static Optional<Entities> kenyasTea() {
        return Optional.of(new Entities(
                "",
                Map.of(Part.COUNTRY, new Named("Kenya", "KEN"), Part.PRODUCT, new Named("tea", "0902")),
                Optional.of(2019),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                false,
                false));
    }

    @Test
    void takesEachOfSeveralRightTypes() {
        List<QueryType> right = List.of(QueryType.COUNTRY_PROFILE, QueryType.COUNTRY_YEAR);
        assertThat(score(Stage.CLASSIFICATION, Map.of(), right, run(QueryType.COUNTRY_YEAR, Optional.empty()))
                        .right())
                .isTrue();
        assertThat(score(Stage.CLASSIFICATION, Map.of(), right, run(QueryType.REJECT, Optional.empty()))
                        .problems())
                .containsExactly("query_type: reject instead of country_profile or country_year");
    }

    @Test
    void looksAtEveryFieldThatIsExpectedOrFound() {
        GraphqlRun run = run(QueryType.TREEMAP_PRODUCTS, kenyasTea());
        List<QueryType> type = List.of(QueryType.TREEMAP_PRODUCTS);
        assertThat(score(Stage.EXTRACTION, Map.of("country", "KEN", "product", "09|0902", "year", "2019"), type, run)
                        .right())
                .isTrue();
        assertThat(score(Stage.EXTRACTION, Map.of("country", "UGA", "product", "0902", "year", "2019"), type, run)
                        .problems())
                .containsExactly("country: KEN = Kenya instead of UGA");
        assertThat(score(Stage.EXTRACTION, Map.of("country", "KEN", "product", "0902"), type, run)
                        .problems())
                .containsExactly("year: 2019 instead of nothing");
    }

    @Test
    void missesAnIdThatWasNotFound() {
        TurnResult scored = score(
                Stage.RESOLUTION,
                Map.of("country", "KEN"),
                List.of(QueryType.COUNTRY_YEAR),
                run(QueryType.COUNTRY_YEAR, kenyasTea()));
        assertThat(scored.aspects())
                .singleElement()
                .extracting(Aspect::category)
                .isEqualTo(Category.MISSING);
    }

    @Test
    void countsRejectionsRightAndWrong() {
        Confusion confusion = Confusion.of(List.of(
                Aspect.right("query_type", "reject", "reject"),
                Aspect.wrong("query_type", "reject", "country_year", Category.METHODOLOGY),
                Aspect.wrong("query_type", "country_year or country_profile", "reject", Category.METHODOLOGY),
                Aspect.right("query_type", "country_year or country_profile", "country_profile")));
        assertThat(confusion.rejectionPrecision()).isEqualTo(new Rate(1, 2));
        assertThat(confusion.rejectionRecall()).isEqualTo(new Rate(1, 2));
        assertThat(confusion.cell("country_year", "country_year")).isEqualTo(1);
        assertThat(confusion.rejectionRecall()).hasToString("50.0% (1 of 2)");
    }

    @Test
    void weighsAJudgementByItsFiveDimensions() {
        String reply =
                "{\"factual_correctness\": 1, \"data_accuracy\": 1, \"completeness\": 0, \"reasoning_quality\": 1, \"data_source_appropriateness\": 0}";
        assertThat(Judge.scores(reply).get("total")).isEqualTo(0.70, org.assertj.core.api.Assertions.within(1e-9));
        assertThat(Judge.WEIGHTS.values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum())
                .isEqualTo(1, org.assertj.core.api.Assertions.within(1e-9));
    }

    @Test
    void hasNoOpinionWhenAJudgementCannotBeRead() {
        assertThat(Judge.scores("I like it")).isEmpty();
        assertThat(Judge.scores("{\"factual_correctness\": 7}")).isEmpty();
    }

    @Test
    void knowsThePagesOfTheAtlas() {
        assertThat(LinkForm.isKnown("https://atlas.hks.harvard.edu/countries/404/export-basket"))
                .isTrue();
        assertThat(LinkForm.isKnown(
                        "https://atlas.hks.harvard.edu/explore/treemap?year=2024&exporter=country-404&view=markets"))
                .isTrue();
        assertThat(LinkForm.isKnown("https://atlas.hks.harvard.edu/countries/country-404"))
                .isFalse();
        assertThat(LinkForm.isKnown(
                        "https://atlas.hks.harvard.edu/explore/treemap?year=2024&exporter=country-country-404"))
                .isFalse();
    }
}
