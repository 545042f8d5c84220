package dev.caravan.frontend.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeHeadersTest {
    private final EdgeHeaders headers = new EdgeHeaders();

    @Test
    void letsNoCamelHeaderIn() {
        for (String name : List.of(
                "CamelFileName",
                "camelsqlquery",
                "org.apache.camel.x",
                "Authorization",
                "Cookie",
                "Content-Type",
                "X-Any")) {
            assertThat(headers.applyFilterToExternalHeaders(name, "x", null))
                    .as(name)
                    .isTrue();
        }
        assertThat(headers.applyFilterToExternalHeaders("ACCEPT", "x", null)).isFalse();
    }

    @Test
    void letsOnlyHeadersOfAnAnswerOut() {
        for (String name : List.of(
                "CamelHttpResponseCode", "Set-Cookie", "accept", "User-Agent", "question", "Transfer-Encoding")) {
            assertThat(headers.applyFilterToCamelHeaders(name, "x", null))
                    .as(name)
                    .isTrue();
        }
        assertThat(headers.applyFilterToCamelHeaders("content-type", "x", null)).isFalse();
    }

    @Test
    void takesNoParameterForAHeaderWithAMeaning() {
        assertThat(List.of("CamelHttpPath", "cAmElX", "org.apache.camel.a", "Accept", "location", " "))
                .noneMatch(EdgeHeaders::isFreeName);
        assertThat(List.of("limit", "thread_id")).allMatch(EdgeHeaders::isFreeName);
    }
}
