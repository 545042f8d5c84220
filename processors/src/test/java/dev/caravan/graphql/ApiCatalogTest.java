package dev.caravan.graphql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.CatalogSource.Unavailable;
import dev.caravan.catalog.ProductClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ApiCatalogTest {
    private Instant now = Instant.parse("2025-03-01T12:00:00Z");
    private int calls;
    private boolean down;
    private String countries =
            "[{\"countryId\": \"country-404\", \"iso3Code\": \"KEN\", \"nameShortEn\": \"Kenya\"}, {\"countryId\": 840, \"iso3Code\": \"USA\", \"nameShortEn\": \"United States\", \"thePrefix\": true}]";

    private final ApiCatalog catalog = new ApiCatalog(this::ask, new QueryTemplates(), Aliases.none(), new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    });

    private JsonNode ask(String document) {
        calls++;
        if (down) {
            throw new Unavailable("it does not answer", null);
        }
        String json = document.contains("CatalogPlaces")
                ? "{\"locationCountry\": " + countries
                        + ", \"locationGroup\": [{\"groupId\": \"group-2\", \"groupName\": \"Africa\", \"groupType\": \"continent\", \"members\": [\"country-404\", 231]}]}"
                : """
              {"hs92": [{"productId": "product-HS92-726", "productLevel": 4, "productType": "good", "code": "0901", "nameShortEn": "Coffee"},
                        {"productId": "product-HS92-9999", "productLevel": 6, "productType": "good", "code": "090111", "nameShortEn": "Coffee, not roasted"}],
               "hs12": [{"productId": "product-HS12-725", "productLevel": 4, "productType": "good", "code": "0901", "nameShortEn": "Coffee"}],
               "services": [{"productId": "product-HS92-401", "productLevel": 4, "productType": "service", "code": "travel", "nameShortEn": "Travel & tourism"},
                            {"productId": "product-HS92-726", "productLevel": 4, "productType": "good", "code": "0901", "nameShortEn": "Coffee"}]}""";
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsPlacesGroupsProductsAndServicesOfEveryClass() {
        Catalog read = catalog.get();
        assertThat(read.country("KEN").orElseThrow().id()).isEqualTo(404);
        assertThat(read.country("USA").orElseThrow().article()).isTrue();
        assertThat(read.members(read.group("continent:Africa").orElseThrow())).containsExactlyInAnyOrder(404, 231);
        assertThat(read.product(ProductClass.HS92, "0901").orElseThrow().id()).isEqualTo(726);
        assertThat(read.product(ProductClass.HS12, "0901").orElseThrow().id()).isEqualTo(725);
        assertThat(read.product(ProductClass.HS92, "090111")).isEmpty();
        assertThat(read.products(ProductClass.SERVICES)).extracting("code").containsExactly("travel");
    }

    @Test
    void readsNothingBeforeItIsAskedAndThenOnceADay() {
        assertThat(calls).isZero();
        catalog.get();
        catalog.get();
        assertThat(calls).isEqualTo(2);
        now = now.plus(Duration.ofHours(23));
        catalog.get();
        assertThat(calls).isEqualTo(2);
        now = now.plus(Duration.ofHours(2));
        catalog.get();
        assertThat(calls).isEqualTo(4);
    }

    @Test
    void servesTheLastGoodCopyWithANoteWhileTheApiIsDown() {
        Catalog good = catalog.get();
        assertThat(catalog.staleness()).isEmpty();
        now = now.plus(Duration.ofDays(2));
        down = true;
        assertThat(catalog.get()).isSameAs(good);
        assertThat(catalog.staleness().orElseThrow()).contains("2025-03-01");
        int before = calls;
        catalog.get();
        assertThat(calls).as("not asked again at once").isEqualTo(before);
        down = false;
        now = now.plus(Duration.ofMinutes(2));
        catalog.get();
        assertThat(catalog.staleness()).isEmpty();
    }

    @Test
    void failsWithTheReasonWhenThereIsNoCopy() {
        down = true;
        assertThatThrownBy(catalog::get).isInstanceOf(Unavailable.class).hasMessageContaining("does not answer");
    }

    @Test
    void doesNotTakeAnEmptyCatalogForOne() {
        countries = "[]";
        assertThatThrownBy(catalog::get).isInstanceOf(Unavailable.class).hasMessageContaining("empty");
    }
}
