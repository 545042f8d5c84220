package dev.caravan.demo.world;

import dev.caravan.warehouse.BulkWriter;
import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the classifications and the tables of schema public: countries, groups, products, deflator, flags, source. */
final class ReferenceTables {
    private static final float EDGE_PROXIMITY = 0.55f;
    private static final int FIRST_CLUSTER = 1;

    private final World world;
    private final TableSet tables;

    ReferenceTables(World world, TableSet tables) {
        this.world = world;
        this.tables = tables;
    }

    /** Writes what does not depend on trade. */
    void write() throws SQLException {
        writeCountries();
        writeGroups();
        for (TradeClass trade : TradeClass.values()) {
            boolean services = !trade.goods();
            writeProducts(trade, world.files().products(services ? TradeClass.SERVICES_UNILATERAL : trade));
        }
        writeClusters();
        BulkWriter year = tables.open("public.year");
        for (int y = Economies.FIRST_YEAR; y <= Economies.LAST_YEAR; y++) {
            year.number(y).real(world.economies().prices(y)).endRow();
        }
    }

    private void writeCountries() throws SQLException {
        BulkWriter writer = tables.open("classification.location_country");
        List<Country> countries = world.files().countries();
        for (int c = 0; c < countries.size(); c++) {
            Country country = countries.get(c);
            boolean ranked = country.ranked();
            boolean reports = ServicesTables.reports(world, c, 2015);
            boolean recent = ServicesTables.reports(world, c, Economies.LAST_YEAR);
            writer.number(country.id()).text("country").text(country.iso3());
            text(writer, country.iso2());
            writer.none().text(country.name());
            text(writer, country.income());
            writer.flag(country.thePrefix())
                    .flag(ranked)
                    .flag(ranked)
                    .flag(reports)
                    .flag(recent)
                    .flag(country.former());
            writer.flag(false)
                    .flag(false)
                    .flag(false)
                    .flag(ranked)
                    .flag(ranked)
                    .text(country.name())
                    .text(country.name());
            writer.none(2).endRow();
        }
    }

    private static void text(BulkWriter writer, String value) throws SQLException {
        if (value.isEmpty()) {
            writer.none();
        } else {
            writer.text(value);
        }
    }

    private void writeGroups() throws SQLException {
        BulkWriter writer = tables.open("classification.location_group");
        BulkWriter members = tables.open("classification.location_group_member");
        for (WorldFiles.Group group : world.files().groups()) {
            writer.number(group.id()).text("group").text(group.type()).text(group.name());
            if (group.parentType().isEmpty()) {
                writer.none(3);
            } else {
                writer.number(group.parentId()).text(group.parentType()).text(group.parentName());
            }
            writer.none(24).endRow();
            for (int country : world.files().members(group.id())) {
                members.number(country)
                        .number(group.id())
                        .text(group.type())
                        .text(group.name())
                        .endRow();
            }
        }
    }

    private void writeProducts(TradeClass trade, ProductList products) throws SQLException {
        BulkWriter writer = tables.open("classification.product_" + trade.schema());
        for (Product product : products.all()) {
            Product parent = product.level() == 1 ? product : products.parent(product);
            Product top = parent.level() == 1 ? parent : products.parent(parent);
            String path = product.level() == 1 ? "" + product.id() : path(product, parent, top);
            writer.number(product.id());
            if (trade == TradeClass.HS92 && product.level() == 4) {
                writer.number(FIRST_CLUSTER + products.number(top));
            } else {
                writer.none();
            }
            writer.number(product.level())
                    .text(product.name())
                    .text(product.name())
                    .none(2);
            if (product.level() == 1) {
                writer.none();
            } else {
                writer.number(parent.id());
            }
            writer.number(top.id())
                    .text(path)
                    .text(product.code())
                    .none(4)
                    .flag(true)
                    .flag(product.level() == 4)
                    .flag(true);
            if (trade == TradeClass.HS92) {
                writer.flag(product.naturalResource());
            } else {
                writer.none();
            }
            writer.endRow();
        }
    }

    private static String path(Product product, Product parent, Product top) {
        return parent.equals(top)
                ? "%d.%d".formatted(top.id(), product.id())
                : "%d.%d.%d".formatted(top.id(), parent.id(), product.id());
    }

    /** The clusters of the product space are the sections: the generated space has no islands of its own to be named. */
    private void writeClusters() throws SQLException {
        BulkWriter writer = tables.open("classification.product_hs92_ps_clusters");
        List<Product> sections = world.files().products(TradeClass.HS92).level(1);
        for (int s = 0; s < sections.size(); s++) {
            writer.number(FIRST_CLUSTER + s)
                    .text(sections.get(s).name())
                    .text(sections.get(s).name())
                    .none(2)
                    .endRow();
        }
    }

    /** Writes the strongest links of the product space, both ways. */
    void writeEdges(float[][] proximity) throws SQLException {
        List<Product> headings = world.files().products(TradeClass.HS92).headings();
        BulkWriter writer = tables.open("classification.product_hs92_ps_edges");
        for (int p = 0; p < proximity.length; p++) {
            for (int q = 0; q < proximity.length; q++) {
                if (proximity[p][q] > EDGE_PROXIMITY) {
                    writer.number(headings.get(p).id()).number(headings.get(q).id());
                    writer.real(proximity[p][q]).real(proximity[p][q]).none().endRow();
                }
            }
        }
    }

    /** Fills what follows from the trade tables: aggregates of groups, and the flags of countries. */
    static void summarise(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(GROUP_AGGREGATES);
            statement.execute(FLAGS);
            statement.execute("ANALYZE classification.location_group, public.data_flags");
        }
    }

    private static String rates(String column, String prefix) {
        return List.of(3, 5, 10, 15).stream()
                .map(years -> "%s_cagr_%d = power(s.%s_0 / nullif(s.%s_%d, 0), 1.0 / %d) - 1"
                        .formatted(prefix, years, column, column, years, years))
                .collect(Collectors.joining(",\n  "));
    }

    private static String sums(Map<String, String> columns) {
        return columns.entrySet().stream()
                .flatMap(column -> List.of(0, 3, 5, 10, 15).stream()
                        .map(back -> "sum(%s) FILTER (WHERE y.year = 2024 - %d) AS %s_%d"
                                .formatted(column.getValue(), back, column.getKey(), back)))
                .sorted()
                .collect(Collectors.joining(",\n    "));
    }

    private static final String GROUP_AGGREGATES =
            """
      WITH fuels AS (
        SELECT t.country_id, t.year, t.export_value
        FROM hs92.country_product_year_2 t
        JOIN classification.product_hs92 p USING (product_id)
        WHERE p.code = '27'),
      s AS (
        SELECT m.group_id, count(*) FILTER (WHERE y.year = 2024) AS members,
        %s
        FROM classification.location_group_member m
        JOIN hs92.country_year y USING (country_id)
        LEFT JOIN fuels f ON f.country_id = y.country_id AND f.year = y.year
        GROUP BY m.group_id)
      UPDATE classification.location_group g SET
        gdp_sum = s.gdp_0, gdp_mean = s.gdp_0 / s.members,
        export_value_sum = s.export_0, export_value_mean = s.export_0 / s.members,
        %s, %s, %s, %s,
        gdppc_const_cagr_3 = power((s.const_0 / s.people_0) / nullif(s.const_3 / s.people_3, 0), 1.0 / 3) - 1,
        gdppc_const_cagr_5 = power((s.const_0 / s.people_0) / nullif(s.const_5 / s.people_5, 0), 1.0 / 5) - 1,
        gdppc_const_cagr_10 = power((s.const_0 / s.people_0) / nullif(s.const_10 / s.people_10, 0), 1.0 / 10) - 1,
        gdppc_const_cagr_15 = power((s.const_0 / s.people_0) / nullif(s.const_15 / s.people_15, 0), 1.0 / 15) - 1
      FROM s WHERE s.group_id = g.group_id
      """
                    .formatted(
                            sums(Map.of(
                                    "gdp",
                                    "y.gdp",
                                    "const",
                                    "y.gdp_const",
                                    "people",
                                    "y.population",
                                    "export",
                                    "y.export_value::float8",
                                    "rest",
                                    "(y.export_value - coalesce(f.export_value, 0))::float8")),
                            rates("export", "export_value"),
                            rates("rest", "export_value_non_oil"),
                            rates("gdp", "gdp"),
                            rates("const", "gdp_const"));

    private static final String FLAGS =
            """
      INSERT INTO public.data_flags
      SELECT c.country_id, y.latest IS NOT NULL, c.former_country, false, false, false,
        y.population >= 1e6, y.population::bigint, y.exports >= 1e9, y.exports::bigint,
        c.in_rankings, c.in_rankings, c.reported_serv, c.reported_serv_recent,
        y.latest IS NOT NULL, y.latest IS NOT NULL, y.latest IS NOT NULL,
        c.in_rankings, c.in_cp, c.in_rankings, c.in_cp, c.in_mv
      FROM classification.location_country c
      LEFT JOIN (
        SELECT country_id, max(year) AS latest, avg(export_value) AS exports, max(population) AS population
        FROM hs92.country_year WHERE year >= 2022 GROUP BY country_id) y USING (country_id)
      """;
}
