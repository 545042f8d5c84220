package dev.caravan.warehouse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables of the Atlas of Economic Complexity's public database (structure of release atlas_2025_12_15) and {@code
 * public.data_source}, which tells where the rows come from. The structure is complete; which tables hold rows depends
 * on the source.
 */
public final class AtlasTables {
    private record Index(String family, String form) {}

    /**
     * The large tables have no unique index over their whole grain: PostgreSQL stores a key once for all its rows, so that
     * indexes over a part of the grain are a quarter of the size and find the rows as well. Rows are written year by year,
     * which a block range index over years uses for almost nothing.
     */
    private static final List<Index> INDEXES = List.of(
            new Index("country_year", "UNIQUE INDEX ON %s (country_id, year)"),
            new Index("country_product_year", "INDEX ON %s (country_id, year)"),
            new Index("country_product_year", "INDEX ON %s (product_id, year)"),
            new Index("country_product_year", "INDEX ON %s USING brin (year)"),
            new Index("country_country_year", "INDEX ON %s (country_id, year)"),
            new Index("country_country_year", "INDEX ON %s (partner_id, year)"),
            new Index("country_country_product_year", "INDEX ON %s (country_id, partner_id, year)"),
            new Index("country_country_product_year", "INDEX ON %s (product_id, year)"),
            new Index("product_year", "UNIQUE INDEX ON %s (product_id, year)"),
            new Index("product_product", "UNIQUE INDEX ON %s (product_id, target_id)"));

    private static final Pattern LEVEL_SUFFIX = Pattern.compile("_[1246]$");

    private AtlasTables() {}

    /** Creates every type, schema and table in an empty database, in one transaction; indexes come with the data. */
    public static void create(Connection connection) throws SQLException {
        List<String> statements = new ArrayList<>(statements("shared-tables.sql"));
        for (TradeClass trade : TradeClass.values()) {
            statements.addAll(expand("trade-tables.sql", trade, trade.levels()));
            if (trade.goods()) {
                statements.addAll(expand("goods-tables.sql", trade, trade.levels()));
            }
            if (trade == TradeClass.HS92) {
                statements.addAll(expand("lookback-tables.sql", trade, List.of(1, 2, 4)));
            }
        }
        Transactions.run(connection, () -> {
            try (var statement = connection.createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
            }
        });
    }

    /** The statements that create the indexes of a table, given as {@code schema.table}; none for small tables. */
    public static List<String> indexes(String table) {
        String family =
                LEVEL_SUFFIX.matcher(table.substring(table.indexOf('.') + 1)).replaceFirst("");
        return INDEXES.stream()
                .filter(index -> index.family().equals(family))
                .map(index -> "CREATE " + index.form().formatted(table))
                .toList();
    }

    private static List<String> expand(String resource, TradeClass trade, List<Integer> levels) {
        return statements(resource).stream()
                .map(sql -> sql.replace("{schema}", trade.schema()))
                .flatMap(sql -> sql.contains("{level}")
                        ? levels.stream().map(level -> sql.replace("{level}", level.toString()))
                        : Stream.of(sql))
                .toList();
    }

    private static List<String> statements(String resource) {
        try (InputStream in = AtlasTables.class.getResourceAsStream(resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*--.*$", "");
            return Arrays.stream(text.split(";\\s*\\n"))
                    .map(String::strip)
                    .filter(sql -> !sql.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
