package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.sql.SqlRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The offline model's answer to the prompt sql_generation: plans a semantic query and compiles it. */
final class OfflineSql {
    private final QuestionReader reader;
    private final QueryPlanner planner;
    private final SqlCompiler compiler;

    OfflineSql(SemanticModel model, QuestionReader reader) {
        this.reader = reader;
        this.planner = new QueryPlanner(model);
        this.compiler = new SqlCompiler(model);
    }

    Map<String, Object> generate(SqlRun run, Catalog catalog) {
        Reading reading = withResolved(
                reader.read(run.call().question(), catalog, run.extraction().map(SqlRun.Extraction::productClass)),
                run);
        if (!run.rejection().isEmpty()) {
            // it would compile to the same statement again
            return Map.of("sql", "", "unanswerable", "The statement was refused: " + run.rejection());
        }
        Plan plan = planner.plan(reading, run.overrides());
        if (plan instanceof Plan.Query query) {
            try {
                return Map.of("sql", compiler.compile(query.query()), "assumptions", query.notes());
            } catch (SqlCompiler.NotAnswerable e) {
                return Map.of("sql", "", "unanswerable", "The data cannot answer this: " + e.getMessage() + ".");
            }
        }
        return Map.of(
                "sql",
                "",
                "unanswerable",
                plan instanceof Plan.Clarify clarify ? clarify.message() : ((Plan.Unanswerable) plan).message());
    }

    /** What the pipeline resolved counts, not what the reader found by itself. */
    private static Reading withResolved(Reading reading, SqlRun run) {
        Map<String, List<Entity>> byText = new HashMap<>();
        run.resolved().forEach(r -> byText.computeIfAbsent(r.text(), text -> new ArrayList<>())
                .add(r.entity()));
        List<Mention> mentions = new ArrayList<>();
        for (Mention mention : reading.mentions()) {
            List<Entity> entities = byText.get(mention.text());
            if (mention.kind() == Kind.METRIC || entities == null) {
                if (mention.kind() == Kind.METRIC) {
                    mentions.add(mention);
                }
                continue;
            }
            for (Entity entity : entities) {
                mentions.add(mention.withSense(new Catalog.Sense(List.of(entity), true)));
            }
        }
        return new Reading(
                reading.words(),
                mentions,
                reading.productClass(),
                classNamed(reading, run),
                reading.from(),
                reading.to(),
                reading.years(),
                reading.lastYears(),
                reading.latest(),
                reading.limit(),
                reading.noLimit(),
                reading.ranking(),
                reading.thresholds(),
                reading.bounded(),
                reading.signals(),
                reading.level(),
                reading.leftover(),
                reading.notes());
    }

    private static boolean classNamed(Reading reading, SqlRun run) {
        return reading.classNamed() || run.overrides().schema().isPresent();
    }
}
