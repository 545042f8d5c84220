package dev.caravan.catalog;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalog in the classification tables of an Atlas database: read at first use, kept for a day. */
public final class DatabaseCatalog implements CatalogSource {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseCatalog.class);
    private static final Duration KEPT = Duration.ofHours(24);

    private final DataSource database;
    private final Aliases aliases;
    private final Clock clock;
    private Catalog catalog;
    private Instant due = Instant.MIN;

    /** Reads from a database; other names come from the workspace. */
    public DatabaseCatalog(DataSource database, Aliases aliases, Clock clock) {
        this.database = database;
        this.aliases = aliases;
        this.clock = clock;
    }

    @Override
    public synchronized Catalog get() {
        if (clock.instant().isBefore(due)) {
            return catalog;
        }
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            catalog = read(statement);
            due = clock.instant().plus(KEPT);
        } catch (SQLException e) {
            if (catalog == null) {
                throw new Unavailable("the catalog cannot be read: " + e.getMessage(), e);
            }
            LOG.warn("the catalog cannot be read, the last good copy serves on: {}", e.getMessage());
        }
        return catalog;
    }

    /**
     * First and last year of each data class, from the totals of countries and products or, where
     * these are missing, the rows by country and product; classes without values are left out.
     *
     * @param classes schema names
     */
    public Map<String, int[]> coverage(Iterable<String> classes) throws SQLException {
        // rows without trade, such as those of rankings beside it, make no class that can be asked for
        Map<String, int[]> traded = coverage(classes, " where export_value is not null");
        return traded.isEmpty() ? coverage(classes, "") : traded;
    }

    private Map<String, int[]> coverage(Iterable<String> classes, String filter) throws SQLException {
        Map<String, int[]> coverage = new LinkedHashMap<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String schema : classes) {
                if (!schema.matches("[a-z][a-z0-9_]*")) {
                    throw new IllegalArgumentException("schema " + schema);
                }
                int first = Integer.MAX_VALUE;
                int last = Integer.MIN_VALUE;
                for (String table : List.of("country_year", "product_year_4", "country_product_year_4")) {
                    if (table.equals("country_product_year_4") && first <= last) {
                        // large, and looked into only where there are no totals
                        break;
                    }
                    try (ResultSet rows = statement.executeQuery(
                            "select min(year), max(year) from " + schema + "." + table + filter)) {
                        rows.next();
                        if (rows.getObject(1) != null) {
                            first = Math.min(first, rows.getInt(1));
                            last = Math.max(last, rows.getInt(2));
                        }
                    }
                }
                if (first <= last) {
                    coverage.put(schema, new int[] {first, last});
                }
            }
        }
        return coverage;
    }

    private Catalog read(Statement statement) throws SQLException {
        List<Entity.Country> countries = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select country_id, iso3_code, coalesce(name_short_en, name_en), coalesce(the_prefix, false),"
                        + " coalesce(former_country, false) from classification.location_country"
                        + " where iso3_code is not null order by country_id")) {
            while (rows.next()) {
                countries.add(new Entity.Country(
                        rows.getInt(1),
                        rows.getString(2).strip(),
                        rows.getString(3),
                        rows.getBoolean(4),
                        rows.getBoolean(5)));
            }
        }
        List<Entity.Group> groups = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "select group_id, group_type::text, group_name from classification.location_group order by group_id")) {
            while (rows.next()) {
                groups.add(new Entity.Group(rows.getInt(1), rows.getString(2), rows.getString(3)));
            }
        }
        Map<Integer, Set<Integer>> members = new HashMap<>();
        try (ResultSet rows =
                statement.executeQuery("select group_id, country_id from classification.location_group_member")) {
            while (rows.next()) {
                members.computeIfAbsent(rows.getInt(1), id -> new HashSet<>()).add(rows.getInt(2));
            }
        }
        List<Entity.Product> products = new ArrayList<>();
        for (ProductClass productClass : ProductClass.values()) {
            try (ResultSet rows = statement.executeQuery(
                    "select product_id, product_level, code, coalesce(name_short_en, name_en) from classification.product_"
                            + productClass.schema()
                            + " where code is not null and product_level in (1, 2, 4) order by product_level, product_id")) {
                while (rows.next()) {
                    products.add(new Entity.Product(
                            rows.getInt(1), productClass, rows.getInt(2), rows.getString(3), rows.getString(4)));
                }
            }
        }
        return new Catalog(countries, groups, members, products, aliases);
    }
}
