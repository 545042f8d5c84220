package dev.caravan.analyst;

import dev.caravan.semantic.DataSet;
import dev.caravan.semantic.DataSets;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.FactTable;
import dev.caravan.sql.WorkspaceDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The data classes of a workspace's data file with their tables and rows, counted. */
public final class FileDataSets implements DataSets {
    private static final Logger LOG = LoggerFactory.getLogger(FileDataSets.class);

    private final Domain domain;
    private final WorkspaceDatabase database;

    /** Reads a data file. */
    public FileDataSets(Domain domain, WorkspaceDatabase database) {
        this.domain = domain;
        this.database = database;
    }

    @Override
    public String workspace() {
        return domain.workspace().name();
    }

    @Override
    public List<DataSet> list() {
        SemanticModel model = domain.members().covered(domain.model());
        List<DataSet> sets = new ArrayList<>();
        for (Map.Entry<String, SemanticModel.DataClass> each : model.classes().entrySet()) {
            List<FactTable> tables = model.tables().stream()
                    .filter(table ->
                            table.classes().isEmpty() || table.classes().contains(each.getKey()))
                    .toList();
            Map<String, Long> counts = new LinkedHashMap<>();
            counts.put("tables", (long) tables.size());
            try {
                long rows = 0;
                for (FactTable table : tables) {
                    Map<String, Object> counted = database.run(
                                    "SELECT count(*) AS n FROM " + table.of(each.getKey(), 0))
                            .get(0);
                    rows += ((Number) counted.get("n")).longValue();
                }
                counts.put("rows", rows);
            } catch (SQLException e) {
                LOG.warn("what the data of {} hold cannot be read: {}", workspace(), e.getMessage());
                return List.of();
            }
            sets.add(new DataSet(
                    each.getValue().label(),
                    each.getValue().from(),
                    each.getValue().to(),
                    counts));
        }
        return sets;
    }
}
