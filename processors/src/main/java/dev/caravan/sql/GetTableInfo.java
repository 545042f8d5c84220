package dev.caravan.sql;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Dimension;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Stage get_table_info: the tables of the classifications in question with their columns, no others. */
public final class GetTableInfo {
    private final SemanticModel model;

    /** Of one semantic model. */
    public GetTableInfo(SemanticModel model) {
        this.model = model;
    }

    /** Adds the tables. */
    public SqlRun describe(SqlRun run) {
        if (!run.isAlive()) {
            return run;
        }
        SqlRun.Extraction extraction = run.extraction().orElseThrow();
        Set<String> classes = new LinkedHashSet<>();
        classes.add(extraction.productClass().schema());
        boolean services = extraction.services()
                || run.resolved().stream()
                        .anyMatch(r ->
                                r.entity() instanceof Entity.Product p && p.productClass() == ProductClass.SERVICES);
        boolean goods = run.resolved().stream().anyMatch(r -> r.entity().kind().equals("product"));
        if (services || !goods) {
            classes.add(ProductClass.SERVICES.schema());
        }
        Map<String, List<String>> tables = new LinkedHashMap<>();
        model.readable().forEach((table, columns) -> {
            if (classes.contains(table.substring(0, table.indexOf('.')))) {
                tables.put(table, List.copyOf(columns));
            }
        });
        for (Dimension dimension : model.dimensions().values()) {
            if (!dimension.table().isEmpty()) {
                for (String dataClass : classes) {
                    tables.put(
                            dimension.table().replace("{class}", dataClass),
                            List.of(dimension.key(), dimension.code(), dimension.display()));
                }
            }
        }
        model.membership().ifPresent(m -> tables.put(m.table(), new ArrayList<>(List.of(m.key(), m.type(), m.name()))));
        return run.withTables(tables);
    }
}
