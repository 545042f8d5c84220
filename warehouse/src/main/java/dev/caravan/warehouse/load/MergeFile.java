package dev.caravan.warehouse.load;

import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Takes the rows of a staged file into the Atlas tables. What an earlier file gave stays; the file fills what is
 * missing, so files are merged in the order of their worth.
 */
final class MergeFile {
    private static final Map<Field, TradeClass> COMPLEXITY =
            Map.of(Field.ECI_HS92, TradeClass.HS92, Field.ECI_HS12, TradeClass.HS12, Field.ECI_SITC, TradeClass.SITC);

    private final Connection connection;
    private final StageFile.Staged staged;
    private final FileKind kind;
    private long repeated;
    private long differing;

    MergeFile(Connection connection, StageFile.Staged staged) {
        this.connection = connection;
        this.staged = staged;
        this.kind = staged.layout().kind();
    }

    /** Merges; tells how much of the file other files had given before. */
    List<String> merge() throws SQLException {
        if (kind.product()) {
            for (int level : levels()) {
                Map<String, String> columns = new LinkedHashMap<>();
                addValues(columns);
                insert(
                        staged.layout().trade().table(kind.family() + "_" + level),
                        columns,
                        "s.product_level = " + level);
            }
        } else if (kind.country() && !kind.partner()) {
            for (TradeClass trade : TradeClass.values()) {
                mergeTotals(trade);
            }
        } else {
            Map<String, String> columns = new LinkedHashMap<>();
            addValues(columns);
            insert(staged.layout().trade().table(kind.family()), columns, "true");
        }
        if (repeated == 0) {
            return List.of();
        }
        String values = differing == 0
                ? "the same values"
                : String.format(Locale.ROOT, "%,d other values; those were kept", differing);
        return List.of(String.format(
                Locale.ROOT, "%,d rows are also in a file that ranks higher, with %s.", repeated, values));
    }

    /** How many of its rows no other file had given before. */
    long fresh() {
        return staged.report().loaded() - repeated;
    }

    private List<Integer> levels() throws SQLException {
        List<Integer> levels = new ArrayList<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT DISTINCT product_level FROM " + staged.table() + " ORDER BY 1")) {
            while (rows.next()) {
                levels.add(rows.getInt(1));
            }
        }
        return levels;
    }

    private void addValues(Map<String, String> columns) {
        for (Field field : kind.fields()) {
            switch (field) {
                case WORLD_EXPORTS, PCI -> {}
                case MARKET_SHARE -> columns.put(
                        field.column(),
                        "coalesce(s.global_market_share, s.export_value / nullif(s.world_exports, 0)::float8)");
                default -> columns.put(field.column(), "s." + field.column());
            }
        }
        if (kind == FileKind.PRODUCT_YEAR) {
            columns.put("pci", "s.pci");
        }
    }

    /** Country and year: totals of the file's classification, complexity of each classification that it tells. */
    private void mergeTotals(TradeClass trade) throws SQLException {
        boolean own = trade == staged.layout().trade();
        Map<String, String> columns = new LinkedHashMap<>();
        String filter = "false";
        for (Field field : kind.fields()) {
            if (!staged.layout().values().containsKey(field)) {
                continue;
            }
            if (COMPLEXITY.get(field) == trade) {
                columns.put("eci", "s." + field.column());
                filter = own ? "true" : "s." + field.column() + " IS NOT NULL";
            } else if (own && !COMPLEXITY.containsKey(field)) {
                columns.put(
                        field.column(),
                        field == Field.GROWTH ? "s.growth_proj * " + staged.growthScale() : "s." + field.column());
                filter = "true";
            }
        }
        if (!columns.isEmpty()) {
            insert(trade.table("country_year"), columns, filter);
        }
    }

    private void insert(String target, Map<String, String> values, String filter) throws SQLException {
        List<String> keys = StageFile.keys(kind);
        String join =
                keys.stream().map(key -> "t.%s = s.%s".formatted(key, key)).collect(Collectors.joining(" AND "));
        String both = any(values, "t.%s IS NOT NULL AND %s IS NOT NULL");
        String other = any(values, "t.%s <> %s");
        try (var statement = connection.createStatement()) {
            String count =
                    "SELECT count(*) FILTER (WHERE %s), count(*) FILTER (WHERE %s) FROM %s s JOIN %s t ON %s WHERE %s";
            try (var row = statement.executeQuery(count.formatted(both, other, staged.table(), target, join, filter))) {
                row.next();
                // a row of totals can go to several classifications, a row of products goes to one table
                repeated = kind.product() ? repeated + row.getLong(1) : Math.max(repeated, row.getLong(1));
                differing = kind.product() ? differing + row.getLong(2) : Math.max(differing, row.getLong(2));
            }
            Map<String, String> columns = new LinkedHashMap<>();
            keys.forEach(key -> columns.put(key, "s." + key));
            if (kind.country()) {
                columns.put("location_level", "'country'");
            }
            if (kind.partner()) {
                columns.put("partner_level", "'country'");
            }
            if (kind.product()) {
                columns.put("product_level", "s.product_level");
            }
            columns.putAll(values);
            statement.execute("INSERT INTO %s AS t (%s) SELECT %s FROM %s s WHERE %s ON CONFLICT (%s) DO UPDATE SET %s"
                    .formatted(
                            target,
                            String.join(", ", columns.keySet()),
                            String.join(", ", columns.values()),
                            staged.table(),
                            filter,
                            String.join(", ", keys),
                            values.keySet().stream()
                                    .map(column -> "%s = coalesce(t.%s, excluded.%s)".formatted(column, column, column))
                                    .collect(Collectors.joining(", "))));
        }
    }

    private static String any(Map<String, String> values, String condition) {
        return values.entrySet().stream()
                .map(value -> condition.formatted(value.getKey(), value.getValue()))
                .collect(Collectors.joining(" OR "));
    }
}
