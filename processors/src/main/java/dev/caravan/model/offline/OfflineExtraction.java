package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.sql.SqlRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The offline model's answers to the prompts product_extraction and product_code_selection. */
final class OfflineExtraction {
    private static final double SIMILAR = 0.55;

    private final QuestionReader reader;

    OfflineExtraction(QuestionReader reader) {
        this.reader = reader;
    }

    Map<String, Object> extract(SqlRun run, Catalog catalog) {
        Reading reading = reader.read(
                run.call().question(), catalog, run.overrides().schema().flatMap(ProductClass::of));
        List<Map<String, Object>> names = new ArrayList<>();
        for (Mention mention : reading.mentions()) {
            if (mention.kind() == Kind.METRIC) {
                continue;
            }
            Map<String, Object> name = new LinkedHashMap<>();
            name.put("text", mention.text());
            name.put("kind", mention.kind().name().toLowerCase(java.util.Locale.ROOT));
            name.put(
                    "codes",
                    mention.sense().stream()
                            .flatMap(s -> s.isSeveral() ? s.choices().stream() : Stream.of(s.first()))
                            .map(Entity::code)
                            .toList());
            names.add(name);
        }
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put(
                "classification",
                reading.productClass().orElse(ProductClass.HS92).schema());
        reply.put("names", names);
        reply.put("services", reading.has(Signal.SERVICES));
        return reply;
    }

    /** Takes an exact name first, then a verified guess, then the best hit if it is close enough. */
    Map<String, Object> select(SqlRun run) {
        List<Map<String, Object>> selections = new ArrayList<>();
        for (SqlRun.LookUp lookUp : run.lookups()) {
            if (lookUp.isClear()) {
                continue;
            }
            boolean several = lookUp.verified().size() > 1 && lookUp.exact() && !lookUp.decided();
            Optional<Entity> chosen = lookUp.exact()
                    ? Optional.of(lookUp.found().get(0).entity())
                    : lookUp.verified().stream().findFirst().or(() -> lookUp.found().stream()
                            .filter(hit -> hit.score() >= SIMILAR)
                            .findFirst()
                            .map(Catalog.Hit::entity));
            selections.add(Map.of(
                    "text",
                    lookUp.name().text(),
                    "codes",
                    several
                            ? lookUp.verified().stream().map(Entity::code).toList()
                            : chosen.map(Entity::code).map(List::of).orElse(List.of())));
        }
        return Map.of("selections", selections);
    }
}
