package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueryTypeTest {

    @Test
    void hasTheNineteenTypesOfTheSpecification() {
        assertThat(Arrays.stream(QueryType.values()).map(QueryType::code))
                .containsExactly(
                        "reject",
                        "country_profile",
                        "country_lookback",
                        "new_products",
                        "treemap_products",
                        "treemap_partners",
                        "treemap_bilateral",
                        "overtime_products",
                        "overtime_partners",
                        "marketshare",
                        "product_space",
                        "feasibility",
                        "feasibility_table",
                        "country_year",
                        "product_info",
                        "explore_bilateral",
                        "explore_group",
                        "global_datum",
                        "explore_data_availability");
    }

    @ParameterizedTest
    @EnumSource(QueryType.class)
    void isExplainedToTheModelAndFoundByItsCode(QueryType type) {
        assertThat(QueryType.explained()).contains("- " + type.code() + ": " + type.meaning());
        assertThat(QueryType.of(type.code())).contains(type);
        assertThat(ClassifyQuery.REPLY.toString()).contains(type.code() + ": ");
    }

    @ParameterizedTest
    @EnumSource(
            value = QueryType.class,
            names = {"REJECT", "FEASIBILITY_TABLE"},
            mode = EnumSource.Mode.EXCLUDE)
    void hasAQueryDocument(QueryType type) {
        String document = new QueryTemplates().get(type.code());
        assertThat(document).startsWith("query ");
        assertThat(document.chars().filter(c -> c == '{').count())
                .isEqualTo(document.chars().filter(c -> c == '}').count());
    }

    @Test
    void knowsNoOtherCode() {
        assertThat(QueryType.of("country_weather")).isEmpty();
    }
}
