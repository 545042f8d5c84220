package dev.caravan.demo.world;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows of a comma-separated resource with a header line; a field may be quoted, but not run over lines. */
final class CsvFile {
    /** A row by column name. */
    record Row(Map<String, String> fields) {
        String text(String column) {
            String value = fields.get(column);
            if (value == null) {
                throw new IllegalArgumentException("no column " + column + " in " + fields);
            }
            return value;
        }

        boolean flag(String column) {
            return Boolean.parseBoolean(text(column));
        }

        int number(String column, int whenEmpty) {
            return text(column).isEmpty() ? whenEmpty : Integer.parseInt(text(column));
        }

        double real(String column, double whenEmpty) {
            return text(column).isEmpty() ? whenEmpty : Double.parseDouble(text(column));
        }

        List<String> list(String column) {
            return text(column).isEmpty() ? List.of() : List.of(text(column).split(";"));
        }
    }

    private CsvFile() {}

    /** Reads a resource beside {@code base}. */
    static List<Row> read(Class<?> base, String resource) {
        try (InputStream in = base.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource + " beside " + base.getName());
            }
            var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            List<String> header = split(lines.readLine());
            List<Row> rows = new ArrayList<>();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty()) {
                    List<String> values = split(line);
                    Map<String, String> fields = new HashMap<>();
                    for (int i = 0; i < header.size(); i++) {
                        fields.put(header.get(i), i < values.size() ? values.get(i) : "");
                    }
                    rows.add(new Row(fields));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
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
