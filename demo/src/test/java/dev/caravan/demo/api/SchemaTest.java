package dev.caravan.demo.api;

import static org.assertj.core.api.Assertions.assertThat;

import graphql.language.FieldDefinition;
import graphql.language.ObjectTypeDefinition;
import graphql.schema.idl.SchemaParser;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static List<String> queries(String resource) throws IOException {
        try (var in = new InputStreamReader(SchemaTest.class.getResourceAsStream(resource), StandardCharsets.UTF_8)) {
            var query = new SchemaParser().parse(in).getTypeOrNull("Query", ObjectTypeDefinition.class);
            return query.getFieldDefinitions().stream()
                    .map(FieldDefinition::getName)
                    .toList();
        }
    }

    @Test
    void everyQueryOfTheExploreApiIsAnswered() throws IOException {
        assertThat(new ExploreQueries(null, null, null).answers().answered())
                .containsExactlyInAnyOrderElementsOf(queries("explore.graphqls"))
                .hasSize(27);
    }

    @Test
    void everyQueryOfTheCountryPagesApiIsAnswered() throws IOException {
        assertThat(new CountryPagesQueries(null, null, null).answers().answered())
                .containsExactlyInAnyOrderElementsOf(queries("country-pages.graphqls"))
                .hasSize(25);
    }

    @Test
    void everyQueryOfTheShippingApiIsAnswered() throws IOException {
        assertThat(new ShippingQueries(null).answers().answered())
                .containsExactlyInAnyOrderElementsOf(queries("shipping.graphqls"))
                .hasSize(7);
    }
}
