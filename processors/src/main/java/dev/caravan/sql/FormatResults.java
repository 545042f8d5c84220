package dev.caravan.sql;

import dev.caravan.evidence.SqlEvidence;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Stage format_results: the result in words for the model, cut to what it can read, and whole for
 * the person.
 */
public final class FormatResults {
    /** The note of a query that found nothing where the demo data are known to have gaps. */
    public static final String DEMO_GAPS =
            "The demo data keep trade by product and partner only for an exporter's main products and partners.";

    private final Function<SqlRun, SemanticModel> models;
    private final Function<SqlRun, String> source;

    /**
     * A formatter.
     *
     * @param model knows what has to be said with a metric
     * @param source says where the rows come from
     */
    public FormatResults(SemanticModel model, Supplier<String> source) {
        this(run -> model, run -> source.get());
    }

    /** A formatter for data of several workspaces. */
    public FormatResults(Function<SqlRun, SemanticModel> models, Function<SqlRun, String> source) {
        this.models = models;
        this.source = source;
    }

    /** The answer to the tool call. */
    public ToolResult format(SqlRun run) {
        List<String> notes = new ArrayList<>(run.notes());
        if (run.failure().isPresent()) {
            SqlRun.Failure failure = run.failure().get();
            Optional<Evidence> tried =
                    run.sql().isEmpty() ? Optional.empty() : Optional.of(evidence(run, Table.EMPTY, notes));
            return new ToolResult(run.call(), failure.status(), failure.message(), tried);
        }
        Table table = run.table().orElse(Table.EMPTY);
        notes.addAll(metricNotes(models.apply(run), run.sql()));
        if (source.apply(run).contains("synthetic") && run.sql().contains("country_country_product_year")) {
            notes.add(DEMO_GAPS);
        }
        Status status = table.rows().isEmpty() || isAllNull(table) ? Status.NO_ROWS : Status.OK;
        Evidence found = evidence(run, table, notes);
        String text =
                status == Status.NO_ROWS ? "The query ran and found no rows. " + String.join(" ", notes) : found.text();
        return new ToolResult(run.call(), status, text, Optional.of(found));
    }

    /** Whether there are rows but no value in any of them, only names, years and gaps. */
    private static boolean isAllNull(Table table) {
        boolean gap = false;
        for (int i = 0; i < table.columns().size(); i++) {
            int column = i;
            List<Object> cells =
                    table.rows().stream().map(row -> row.get(column)).toList();
            String unit = table.columns().get(i).unit();
            if (!unit.equals("year") && !unit.equals("code") && cells.stream().anyMatch(Number.class::isInstance)) {
                return false;
            }
            gap |= cells.stream().allMatch(Objects::isNull);
        }
        return gap;
    }

    private Evidence evidence(SqlRun run, Table table, List<String> notes) {
        return new SqlEvidence(run.call().question(), run.sql(), table, notes, source.apply(run), run.millis());
    }

    private static List<String> metricNotes(SemanticModel model, String sql) {
        Set<String> notes = new LinkedHashSet<>();
        for (Map.Entry<String, Metric> entry : model.metrics().entrySet()) {
            Metric metric = entry.getValue();
            if (metric.note().isPresent()
                    && metric.column().isPresent()
                    && Pattern.compile("\\b" + Pattern.quote(metric.column().get()) + "\\b")
                            .matcher(sql)
                            .find()) {
                notes.add(metric.note().get());
            }
        }
        return List.copyOf(notes);
    }
}
