package dev.caravan.demo.world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/** CSV files as the tests see them: rows by column name, read independently of the product's own reader. */
final class Sheet {
    private Sheet() {}

    /** One of the world's files. */
    static List<Map<String, String>> world(String file) {
        return read(Sheet.class.getResourceAsStream("/dev/caravan/demo/world/" + file));
    }

    /** A file of the reference data beside the project, plain or .gz; skips the test where it is missing. */
    static List<Map<String, String>> reference(String file) {
        Path path = home().resolve("../shared/data/trade").resolve(file).normalize();
        Assumptions.assumeTrue(Files.exists(path), "no reference data at " + path);
        try {
            InputStream in = Files.newInputStream(path);
            return read(file.endsWith(".gz") ? new GZIPInputStream(in) : in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The project's top folder. */
    static Path home() {
        return Path.of(System.getProperty("caravan.home"));
    }

    /** Lower case without accents, as the search compares names. */
    static String folded(String name) {
        return Normalizer.normalize(name.toLowerCase(Locale.ROOT), Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .replace("ß", "ss");
    }

    private static List<Map<String, String>> read(InputStream in) {
        try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<String> header = fields(lines.readLine());
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                List<String> values = fields(line);
                if (values.size() != header.size()) {
                    throw new IllegalStateException(header.size() + " columns expected in: " + line);
                }
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < values.size(); i++) {
                    row.put(header.get(i), values.get(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
