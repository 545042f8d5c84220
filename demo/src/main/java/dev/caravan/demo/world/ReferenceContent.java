package dev.caravan.demo.world;

import dev.caravan.warehouse.load.Databases;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The facts of the demo world for databases of real data: countries, groups and their members, product lists. Their
 * source is named in the README beside the world's files.
 */
public final class ReferenceContent {
    /**
     * What the demo world makes up: who reports services and can be trusted, prices, clusters of the product space.
     * Erased rather than left out when writing, so that only one class knows the columns.
     */
    private static final List<String> ERASE_FICTION = List.of(
            "UPDATE classification.location_country SET is_trusted = NULL, reported_serv = NULL, reported_serv_recent = NULL",
            "UPDATE public.year SET deflator = NULL",
            "UPDATE classification.product_hs92 SET cluster_id = NULL",
            "TRUNCATE classification.product_hs92_ps_clusters");

    private ReferenceContent() {}

    /** Fills the classification tables of a database whose tables exist and are empty. */
    public static void write(Databases databases, String database) throws SQLException {
        World world = new World(WorldFiles.read(), World.SEED);
        try (TableSet tables = new TableSet(databases, database)) {
            new ReferenceTables(world, tables).write();
            tables.finish();
        }
        try (Connection connection = databases.open(database);
                var statement = connection.createStatement()) {
            for (String sql : ERASE_FICTION) {
                statement.execute(sql);
            }
        }
    }
}
