package dev.caravan.sql;

import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import java.util.Locale;
import java.util.Map;

/** Tells the unit of a result's column from its name, whoever wrote the SQL. */
final class ColumnUnits {
    private ColumnUnits() {}

    static String unit(SemanticModel model, String column) {
        // of one year, of one member or with one partner
        String name = column.toLowerCase(Locale.ROOT)
                .replaceAll("(?<=_rank)_(19|20)\\d\\d$", "")
                .replaceAll("_(of|to|from)_\\w+$", "");
        if (name.equals("year")) {
            return "year";
        }
        if (name.endsWith("_code") || name.equals("code")) {
            return "code";
        }
        if (model.metrics().containsKey(name)) {
            return model.metric(name).unit();
        }
        if (name.endsWith("_share") || name.endsWith("percent") || name.endsWith("_pct") || name.contains("cagr")) {
            return "percent";
        }
        if (name.endsWith("_rank")
                || name.equals("rank")
                || name.equals("ranked")
                || name.startsWith("number_of_")
                || name.equals("count")
                || name.equals("n")
                || name.equals("places_gained")) {
            return "count";
        }
        String base = name.replaceAll("_(19|20)\\d\\d$", "").replaceAll("_(goods|services|change|average)$", "");
        for (Map.Entry<String, Metric> entry : model.metrics().entrySet()) {
            Metric metric = entry.getValue();
            if (entry.getKey().equals(base)
                    || metric.column().filter(base::equals).isPresent()) {
                return metric.unit();
            }
        }
        return base.endsWith("value") || base.endsWith("_usd") ? "USD" : "";
    }
}
