package dev.caravan.catalog;

import dev.caravan.semantic.DataSet;
import dev.caravan.semantic.DataSets;
import dev.caravan.semantic.SemanticModel;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The classifications of an Atlas database with their products and rows. Rows are those that the planner of PostgreSQL
 * reckons with, to some per cent: counting them would take minutes on real data.
 */
public final class TradeDataSets implements DataSets {
    private static final Logger LOG = LoggerFactory.getLogger(TradeDataSets.class);
    private static final String ROWS =
            "select sum(c.reltuples)::bigint from pg_class c join pg_namespace n on n.oid = c.relnamespace"
                    + " where c.relkind in ('r', 'm') and c.reltuples > 0 and n.nspname = ?";

    private final String workspace;
    private final SemanticModel model;
    private final CatalogSource catalog;
    private final DataSource database;

    /**
     * Reads a database.
     *
     * @param model with the years that the data cover
     */
    public TradeDataSets(String workspace, SemanticModel model, CatalogSource catalog, DataSource database) {
        this.workspace = workspace;
        this.model = model;
        this.catalog = catalog;
        this.database = database;
    }

    @Override
    public String workspace() {
        return workspace;
    }

    @Override
    public List<DataSet> list() {
        Map<String, Map<String, Long>> counts = new HashMap<>();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(ROWS)) {
            for (String schema : model.classes().keySet()) {
                counts.put(schema, counts(statement, schema));
            }
        } catch (SQLException | CatalogSource.Unavailable e) {
            LOG.warn("what the trade data hold cannot be read: {}", e.getMessage());
            return List.of();
        }
        return model.classes().entrySet().stream()
                .map(each -> new DataSet(
                        each.getValue().label(),
                        each.getValue().from(),
                        each.getValue().to(),
                        counts.get(each.getKey())))
                .toList();
    }

    private Map<String, Long> counts(PreparedStatement statement, String schema) throws SQLException {
        Map<String, Long> counts = new LinkedHashMap<>();
        Optional<ProductClass> products = ProductClass.of(schema);
        products.ifPresent(
                known -> counts.put(known == ProductClass.SERVICES ? "services" : "products", finest(known)));
        statement.setString(1, schema);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
            counts.put("rows", rows.getLong(1));
        }
        return counts;
    }

    /** Products of the most detailed level. */
    private long finest(ProductClass products) {
        int level = catalog.get().products(products).stream()
                .mapToInt(Entity.Product::level)
                .max()
                .orElse(0);
        return catalog.get().products(products).stream()
                .filter(product -> product.level() == level)
                .count();
    }
}
