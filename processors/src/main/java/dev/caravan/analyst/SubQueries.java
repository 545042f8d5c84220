package dev.caravan.analyst;

import dev.caravan.catalog.Overrides;
import dev.caravan.sql.SqlRun;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/** Opens the parts of a plan, and collects what became of them. */
public final class SubQueries implements AggregationStrategy {
    private final Domains domains;
    private final int attempts;

    /**
     * Opener and collector.
     *
     * @param attempts how many statements may be written for one part
     */
    public SubQueries(Domains domains, int attempts) {
        this.domains = domains;
        this.attempts = attempts;
    }

    /** A fresh run for each part that can be asked now. */
    public List<SqlRun> open(@Body AnalystRun run) {
        List<SqlRun> opened = new ArrayList<>();
        for (Plan.SubQuery part : run.ready()) {
            String context = run.feedback().isEmpty() ? "" : "The last answer was not accepted: " + run.feedback();
            ToolCall call = ToolCall.asking(part.id(), "analyst", filled(part, run), context);
            opened.add(SqlRun.begin(
                    run.turn().id(),
                    call,
                    Overrides.NONE,
                    attempts,
                    new SqlRun.Origin(
                            run.turn().workspace(),
                            domains.of(run).workspace().engine(),
                            run.turn().tenant())));
        }
        return opened;
    }

    /** "{id}" in a description stands for the first name in the result of that part. */
    private static String filled(Plan.SubQuery part, AnalystRun run) {
        String text = part.description();
        for (String before : part.dependsOn()) {
            String mark = "{" + before + "}";
            if (text.contains(mark) && run.done().containsKey(before)) {
                text = text.replace(
                        mark, firstName(run.done().get(before).table().orElse(Table.EMPTY)));
            }
        }
        return text;
    }

    private static String firstName(Table table) {
        return table.rows().isEmpty()
                ? "nobody"
                : table.rows().get(0).stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .findFirst()
                        .orElseGet(() -> table.rows().get(0).stream()
                                .filter(Objects::nonNull)
                                .map(String::valueOf)
                                .findFirst()
                                .orElse("nobody"));
    }

    /** The step events of a part carry its place in the plan. */
    public void mark(Exchange exchange) {
        exchange.setProperty("caravan.tool-call", exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class) + 1);
    }

    @Override
    public Exchange aggregate(Exchange sofar, Exchange next) {
        Exchange all = sofar == null ? next : sofar;
        Map<String, SqlRun> ended = new LinkedHashMap<>();
        if (sofar != null) {
            sofar.getMessage().getBody(Ended.class).runs().forEach(ended::put);
        }
        if (next.getMessage().getBody() instanceof SqlRun run) {
            ended.put(run.call().id(), run);
        }
        all.getMessage().setBody(new Ended(ended));
        // the steps behind belong to no part
        all.setProperty("caravan.tool-call", 0);
        return all;
    }

    /** Parts that ended, by id. */
    public record Ended(Map<String, SqlRun> runs) {
        /** Takes a copy that keeps the order. */
        public Ended {
            runs = new LinkedHashMap<>(runs);
        }
    }

    /** Takes the parts into the run they belong to, in the order of the plan. */
    public AnalystRun collect(@Body Object ended, @Variable("run") AnalystRun run) {
        Map<String, SqlRun> runs = ended instanceof Ended several ? several.runs() : Map.of();
        Map<String, SqlRun> ordered = new LinkedHashMap<>();
        run.plan().queries().stream()
                .map(Plan.SubQuery::id)
                .filter(runs::containsKey)
                .forEach(id -> ordered.put(id, runs.get(id)));
        // a part that was lost must not be asked for ever
        open(run).stream()
                .filter(lost -> !ordered.containsKey(lost.call().id()))
                .forEach(lost -> ordered.put(
                        lost.call().id(),
                        lost.withFailure(Status.UNAVAILABLE, "This part of the question broke off.")));
        return run.withDone(ordered);
    }
}
