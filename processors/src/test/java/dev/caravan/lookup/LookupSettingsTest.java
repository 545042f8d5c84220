package dev.caravan.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.search.SearchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the files beside workspace.yaml that name a service say, and what is said of wrong ones. */
class LookupSettingsTest {
    private static final String SHIPS = "\nentities: {vessels: {field: ships, by: [name]}}\n";

    @TempDir
    Path folder;

    private LookupSettings read(String text, Map<String, String> environment) throws IOException {
        Files.writeString(folder.resolve("graphql.yaml"), text);
        return LookupSettings.read(folder, environment).orElseThrow();
    }

    @Test
    void aServiceHasAnAddressATokenFromTheEnvironmentAndWhatItIsAskedFor() throws IOException {
        LookupSettings read =
                read("url: https://ships.example/${PART:graphql}\ntoken: ${KEY}" + SHIPS, Map.of("KEY", "k1"));
        assertThat(read.address()).hasToString("Optional[https://ships.example/graphql]");
        assertThat(read.token()).isEqualTo("k1");
        assertThat(read.entities())
                .containsOnly(Map.entry("vessels", new LookupSettings.Entity("ships", List.of("name"))));
        assertThat(read.toString()).doesNotContain("k1");
        assertThat(read(SHIPS, Map.of()).address()).as("the demo's").isEmpty();
        assertThat(SearchSettings.read(folder, Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "adress: x | unknown key adress; known are url, token, entities",
                "token: ${NONE} | the environment variable NONE is not set",
                "url: ships.example | which begins with neither http:// nor https://",
                "token: x | entities says of no table",
                "entities: {vessels: {field: no name, by: [name]}} | vessels needs a field",
                "entities: {vessels: {field: ships}} | vessels needs a field"
            })
    void whatIsWrongIsNamed(String text, String said) {
        assertThatThrownBy(() -> read(text, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("graphql.yaml")
                .hasMessageContaining(said);
    }
}
