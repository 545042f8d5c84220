package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.Named;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.graphql.QueryRules.Settled;
import dev.caravan.graphql.YearCoverage.Span;
import dev.caravan.turn.ToolResult.Status;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QueryRulesTest {
    private final QueryRules rules = new QueryRules(new YearCoverage(Map.of(
            ProductClass.HS92,
            new Span(1995, 2024),
            ProductClass.HS12,
            new Span(2012, 2024),
            ProductClass.HS22,
            new Span(2022, 2024),
            ProductClass.SITC,
            new Span(1962, 2024))));

    private final Map<Part, Named> names = new EnumMap<>(Part.class);
    private Integer year;
    private Integer minYear;
    private Integer maxYear;
    private Integer level;
    private Integer lookback;
    private ProductClass productClass;

    private QueryRulesTest of(Part part, String name) {
        names.put(part, new Named(name, ""));
        return this;
    }

    private QueryRulesTest years(Integer first, Integer last) {
        minYear = first;
        maxYear = last;
        return this;
    }

    private Settled settle(QueryType type) {
        return rules.settle(
                type,
                new Entities(
                        "",
                        names,
                        Optional.ofNullable(year),
                        Optional.ofNullable(minYear),
                        Optional.ofNullable(maxYear),
                        Optional.ofNullable(level),
                        Optional.ofNullable(lookback),
                        Optional.ofNullable(productClass),
                        "",
                        false,
                        false));
    }

    @Test
    void aRangeOfYearsForcesTheExploreApi() {
        Settled settled = of(Part.COUNTRY, "Kenya").years(2000, 2012).settle(QueryType.COUNTRY_PROFILE);
        assertThat(settled.type()).isEqualTo(QueryType.COUNTRY_YEAR);
        assertThat(settled.type().api()).isEqualTo(Api.EXPLORE);
        assertThat(settled.fromYear()).isEqualTo(2000);
        assertThat(settled.toYear()).isEqualTo(2012);
        assertThat(settled.notes()).anySatisfy(note -> assertThat(note).contains("Explore API"));
    }

    @Test
    void aRangeThatIsALookBackStaysOne() {
        Settled settled = of(Part.COUNTRY, "Kenya").years(2014, 2024).settle(QueryType.COUNTRY_LOOKBACK);
        assertThat(settled.type()).isEqualTo(QueryType.COUNTRY_LOOKBACK);
        assertThat(settled.lookback()).isEqualTo(10);
        assertThat(of(Part.COUNTRY, "Kenya")
                        .years(2013, 2024)
                        .settle(QueryType.COUNTRY_LOOKBACK)
                        .type())
                .isEqualTo(QueryType.COUNTRY_YEAR);
    }

    @Test
    void aPastYearOfAProfileIsTakenFromTheCountryTotals() {
        year = 2010;
        assertThat(of(Part.COUNTRY, "Kenya").settle(QueryType.COUNTRY_PROFILE).type())
                .isEqualTo(QueryType.COUNTRY_YEAR);
        year = 2024;
        assertThat(settle(QueryType.COUNTRY_PROFILE).type()).isEqualTo(QueryType.COUNTRY_PROFILE);
    }

    @Test
    void yearsBeforeAClassChangeTheClassWithANote() {
        productClass = ProductClass.HS12;
        year = 2005;
        Settled settled = of(Part.COUNTRY, "Kenya").settle(QueryType.TREEMAP_PRODUCTS);
        assertThat(settled.productClass()).isEqualTo(ProductClass.HS92);
        assertThat(settled.notes()).anySatisfy(note -> assertThat(note).contains("HS 2012 begins in 2012", "HS 1992"));
        year = 1970;
        assertThat(settle(QueryType.TREEMAP_PRODUCTS).productClass()).isEqualTo(ProductClass.SITC);
    }

    @Test
    void aRangeThatBeginsBeforeAClassTakesAWiderOne() {
        productClass = ProductClass.HS22;
        assertThat(of(Part.COUNTRY, "Kenya")
                        .years(1980, 2020)
                        .settle(QueryType.OVERTIME_PRODUCTS)
                        .productClass())
                .isEqualTo(ProductClass.SITC);
    }

    @Test
    void aClassThatTheCountryPagesLackFallsBackToHs92WithANote() {
        productClass = ProductClass.HS22;
        Settled settled = of(Part.COUNTRY, "Kenya").settle(QueryType.COUNTRY_PROFILE);
        assertThat(settled.productClass()).isEqualTo(ProductClass.HS92);
        assertThat(settled.notes())
                .anySatisfy(note -> assertThat(note).contains("HS 2022 is not on the Country Pages"));
        productClass = ProductClass.SITC;
        assertThat(settle(QueryType.COUNTRY_PROFILE).productClass()).isEqualTo(ProductClass.SITC);
    }

    @Test
    void aGroupChangesTheTypeWhereNoCountryIsMeasured() {
        assertThat(of(Part.GROUP, "the EU").settle(QueryType.COUNTRY_YEAR).type())
                .isEqualTo(QueryType.EXPLORE_GROUP);
        assertThat(of(Part.COUNTRY, "Kenya").settle(QueryType.TREEMAP_BILATERAL).type())
                .isEqualTo(QueryType.EXPLORE_GROUP);
        assertThat(settle(QueryType.COUNTRY_LOOKBACK).type()).isEqualTo(QueryType.COUNTRY_LOOKBACK);
    }

    @Test
    void yearsThatNoClassCoversAreNoData() {
        year = 2030;
        assertThat(of(Part.COUNTRY, "Kenya")
                        .settle(QueryType.COUNTRY_YEAR)
                        .objection()
                        .orElseThrow()
                        .status())
                .isEqualTo(Status.NO_ROWS);
        year = 1950;
        assertThat(settle(QueryType.TREEMAP_PRODUCTS).objection().orElseThrow().message())
                .contains("1995 to 2024", "1950");
    }

    @Test
    void partnersOfOneProductAreRejected() {
        assertThat(of(Part.COUNTRY, "Kenya")
                        .of(Part.PRODUCT, "tea")
                        .settle(QueryType.TREEMAP_PARTNERS)
                        .objection()
                        .orElseThrow()
                        .status())
                .isEqualTo(Status.REJECTED);
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(settle(QueryType.COUNTRY_PROFILE).objection().orElseThrow().message())
                .contains("a country");
        assertThat(settle(QueryType.EXPLORE_GROUP).objection().orElseThrow().message())
                .contains("a group of countries");
        assertThat(of(Part.PRODUCT, "tea")
                        .settle(QueryType.FEASIBILITY)
                        .objection()
                        .orElseThrow()
                        .status())
                .isEqualTo(Status.UNRESOLVED);
        assertThat(settle(QueryType.PRODUCT_INFO).objection()).isEmpty();
    }

    @Test
    void saysWhatWasAssumed() {
        Settled settled = of(Part.COUNTRY, "Kenya").settle(QueryType.TREEMAP_PRODUCTS);
        assertThat(settled.year()).isEqualTo(2024);
        assertThat(settled.notes()).containsExactly("The year is not given; 2024, the latest, was taken.");
        year = 2020;
        assertThat(settle(QueryType.TREEMAP_PRODUCTS).notes()).isEmpty();
    }

    @Test
    void aSeriesOfEveryProductIsCutToChapters() {
        level = 4;
        Settled settled = of(Part.COUNTRY, "Kenya").settle(QueryType.OVERTIME_PRODUCTS);
        assertThat(settled.level()).isEqualTo(2);
        assertThat(settled.fromYear()).isEqualTo(1995);
        assertThat(of(Part.PRODUCT, "tea").settle(QueryType.OVERTIME_PRODUCTS).level())
                .isEqualTo(4);
    }
}
