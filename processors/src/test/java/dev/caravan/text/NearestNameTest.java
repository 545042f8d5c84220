package dev.caravan.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
    @Test
    void proposesOnlyWhatIsNear() {
        List<String> known = List.of("server.port", "server.data");
        assertThat(NearestName.of("server.prot", known)).contains("server.port");
        assertThat(NearestName.of("colour", known)).isEmpty();
        assertThat(NearestName.of("anything", List.of())).isEmpty();
    }
}
