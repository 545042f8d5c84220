package dev.caravan.warehouse.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkFileTest {
    private static final String HEADER = "product_hs92_code,year,export_value";
    private static final String TEXT = HEADER + "\n0901,2019,5\n2709,2010,7\n";

    @TempDir
    Path folder;

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("any.name"), content);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes(text));
        }
        return out.toByteArray();
    }

    private List<List<String>> rows(byte[] content) throws IOException, BadFile {
        try (BulkFile file = BulkFile.open(file(content))) {
            List<List<String>> rows = new ArrayList<>();
            while (file.next()) {
                rows.add(List.copyOf(file.fields()));
            }
            return rows;
        }
    }

    private void assertRefused(byte[] content, String... reasons) {
        assertThatThrownBy(() -> rows(content))
                .isInstanceOf(BadFile.class)
                .isNotInstanceOf(BadFile.Unknown.class)
                .satisfies(refused -> assertThat(refused.getMessage()).contains(reasons));
    }

    @Test
    void readsPlainAndPackedTextAlikeWhateverItsName() throws Exception {
        List<List<String>> expected = List.of(List.of("0901", "2019", "5"), List.of("2709", "2010", "7"));
        assertThat(rows(bytes(TEXT))).isEqualTo(expected);
        assertThat(rows(gzip(TEXT))).isEqualTo(expected);
        assertThat(rows(bytes("\ufeff" + TEXT.replace("\n", "\r\n")))).isEqualTo(expected);
        assertThat(rows(bytes(TEXT.replace(',', '\t')))).isEqualTo(expected);
        assertThat(rows(bytes(TEXT.replace(',', ';')))).isEqualTo(expected);
        assertThat(rows(bytes(TEXT.replace("product_hs92_code", "\"product_hs92_code\"")
                        .replace("0901", "\"0901\""))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,b,c\n1,2,3\n", "just text\n", "{\n", "PK\u0003\u0004\0\0"})
    void leavesFilesOfAnotherKindAside(String text) {
        assertThatThrownBy(() -> rows(bytes(text)))
                .isInstanceOf(BadFile.Unknown.class)
                .hasMessageContaining("no bulk file");
    }

    @Test
    void refusesAnEmptyFile() throws IOException {
        assertRefused(new byte[0], "empty");
        assertRefused(gzip(""), "empty");
    }

    @Test
    void refusesGzipThatIsCutShort() throws IOException {
        byte[] whole = gzip(TEXT);
        assertRefused(Arrays.copyOf(whole, whole.length - 10), "end too early", "cut short");
        assertRefused(Arrays.copyOf(whole, 5), "end too early");
    }

    @Test
    void refusesBrokenGzip() throws IOException {
        byte[] broken = gzip(TEXT);
        Arrays.fill(broken, 10, broken.length, (byte) 0xff);
        assertRefused(broken, "gzip data are broken");
        byte[] changed = gzip(TEXT);
        changed[changed.length - 6] ^= 1;
        assertRefused(changed, "gzip data are broken");
    }

    @Test
    void refusesARowOfAnotherWidthAndNamesItsLine() {
        assertRefused(bytes(TEXT + "0101,2019\n"), "line 4 has 2 columns, the header 3");
        assertRefused(bytes(TEXT + "0101,2019,5,6\n"), "line 4 has 4 columns, the header 3");
        assertRefused(bytes(TEXT + "0101,20"), "line 4", "cut short");
    }

    @Test
    void remarksThatTheLastLineDoesNotEnd() throws Exception {
        try (BulkFile file = BulkFile.open(file(bytes(TEXT.strip())))) {
            while (file.next()) {
                assertThat(file.fields()).hasSize(3);
            }
            assertThat(file.remarks()).anyMatch(remark -> remark.contains("not ended by a line break"));
        }
    }
}
