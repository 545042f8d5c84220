package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.app.Settings;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.warehouse.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which addresses of the Atlas APIs are filled in; the database is not asked. */
class EmbeddedStorageTest {
    private static final String EXPLORE = "atlas.api.explore-url";
    private static final String COUNTRY_PAGES = "atlas.api.country-pages-url";

    @TempDir
    Path folder;

    private final Map<String, String> found = new HashMap<>();

    private Optional<AtlasApi> start(Map<String, String> given) throws IOException {
        Files.writeString(folder.resolve("application.yaml"), "server: {port: 0}\n");
        Settings settings = Settings.load(folder, given);
        return EmbeddedStorage.startApi(
                "jdbc:postgresql://127.0.0.1:1/none", new Credentials("nobody", ""), settings, found);
    }

    @Test
    void handsOnTheDemoServiceWhereNoAddressIsSet() throws IOException {
        try (AtlasApi api = start(Map.of()).orElseThrow()) {
            assertThat(found)
                    .containsOnly(
                            Map.entry(EXPLORE, api.explore().toString()),
                            Map.entry(COUNTRY_PAGES, api.countryPages().toString()));
        }
    }

    @Test
    void leavesAnAddressThatIsSet() throws IOException {
        try (AtlasApi api =
                start(Map.of(EXPLORE, "https://example.org/graphql")).orElseThrow()) {
            assertThat(found)
                    .containsOnly(Map.entry(COUNTRY_PAGES, api.countryPages().toString()));
        }
    }

    @Test
    void startsNoServiceWhereBothAreSet() throws IOException {
        assertThat(start(Map.of(EXPLORE, "https://example.org/a", COUNTRY_PAGES, "https://example.org/b")))
                .isEmpty();
        assertThat(found).isEmpty();
    }
}
