package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.catalog.ProductClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdFormatsTest {

    @ParameterizedTest
    @CsvSource({
        "404,404",
        "country-404,404",
        "location-404,404",
        "product-HS92-726,726",
        "product-HS-726,726",
        "group-947,947",
        "country-country-404,404",
        " 7 ,7"
    })
    void understandsPrefixedAndBareIds(String id, int number) {
        assertThat(IdFormats.number(id)).hasValue(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "country-", "country-4x", "99999999999", "4.5"})
    void findsNoNumberWhereThereIsNone(String id) {
        assertThat(IdFormats.number(id)).isEmpty();
    }

    @Test
    void writesWhatExploreTakes() {
        assertThat(IdFormats.country(Api.EXPLORE, 404)).isEqualTo(404);
        assertThat(IdFormats.product(Api.EXPLORE, ProductClass.HS12, 725)).isEqualTo(725);
        assertThat(IdFormats.productClass(Api.EXPLORE, ProductClass.HS22)).isEqualTo("HS22");
        assertThat(IdFormats.level(Api.EXPLORE, 2)).isEqualTo(2);
    }

    @Test
    void writesWhatTheCountryPagesTake() {
        assertThat(IdFormats.country(Api.COUNTRY_PAGES, 404)).isEqualTo("location-404");
        assertThat(IdFormats.product(Api.COUNTRY_PAGES, ProductClass.HS92, 726)).isEqualTo("product-HS-726");
        assertThat(IdFormats.productClass(Api.COUNTRY_PAGES, ProductClass.SITC)).isEqualTo("SITC");
        assertThat(IdFormats.level(Api.COUNTRY_PAGES, 1)).isEqualTo("section");
        assertThat(IdFormats.level(Api.COUNTRY_PAGES, 4)).isEqualTo("fourDigit");
        assertThat(IdFormats.lookback(15)).isEqualTo("FifteenYears");
    }

    @Test
    void refusesWhatAnApiDoesNotHave() {
        assertThatThrownBy(() -> IdFormats.productClass(Api.COUNTRY_PAGES, ProductClass.HS22))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IdFormats.productClass(Api.EXPLORE, ProductClass.SERVICES))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IdFormats.lookback(7)).isInstanceOf(IllegalArgumentException.class);
    }
}
