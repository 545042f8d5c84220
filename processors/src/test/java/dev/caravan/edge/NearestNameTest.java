package dev.caravan.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    @ParameterizedTest
    @CsvSource({"'', '', 0", "abc, abc, 0", "abc, '', 3", "kitten, sitting, 3", "flaw, lawn, 2"})
    void countsEdits(String from, String to, int edits) {
        assertThat(NearestName.edits(from, to)).isEqualTo(edits);
        assertThat(NearestName.edits(to, from)).isEqualTo(edits);
    }

    @Test
    void proposesOnlyWhatIsNear() {
        List<String> known = List.of("server.port", "server.data");
        assertThat(NearestName.of("server.prot", known)).contains("server.port");
        assertThat(NearestName.of("colour", known)).isEmpty();
        assertThat(NearestName.of("anything", List.of())).isEmpty();
    }
}
