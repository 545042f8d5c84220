package dev.caravan.sql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Catalog.Hit;
import dev.caravan.catalog.Catalog.Sense;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.sql.SqlRun.Extraction;
import dev.caravan.sql.SqlRun.LookUp;
import dev.caravan.sql.SqlRun.Name;
import dev.caravan.sql.SqlRun.Resolved;
import dev.caravan.text.Words;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Stage lookup_codes: every name gets candidates from two sources, the model's guesses that exist and
 * the catalog's own search; where they leave a choice, a model makes it. A code that is not in the
 * catalog never gets further.
 */
public final class LookUpCodes {
    /** Key of the prompt. */
    public static final String KEY = "product_code_selection";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("product_code_selection")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "selections",
                            JsonArraySchema.builder()
                                    .description("one for each name")
                                    .items(JsonObjectSchema.builder()
                                            .addStringProperty("text", "the name as given")
                                            .addProperty(
                                                    "codes",
                                                    JsonArraySchema.builder()
                                                            .description(
                                                                    "listed codes that are meant; none where no candidate fits")
                                                            .items(JsonStringSchema.builder()
                                                                    .build())
                                                            .build())
                                            .required("text", "codes")
                                            .build())
                                    .build())
                    .required("selections")
                    .build())
            .build();

    private static final int CANDIDATES = 8;
    private static final double SIMILAR = 0.6;

    private final CatalogSource source;
    private final PromptFolder prompts;

    /** With the catalog and the workspace's prompts. */
    public LookUpCodes(CatalogSource source, PromptFolder prompts) {
        this.source = source;
        this.prompts = prompts;
    }

    /** Collects the candidates of each name. */
    public SqlRun find(SqlRun run) {
        if (!run.isAlive()) {
            return run;
        }
        try {
            Catalog catalog = source.get();
            Extraction extraction = run.extraction().orElseThrow();
            return run.withLookUps(extraction.names().stream()
                    .map(name -> lookUp(catalog, extraction, name))
                    .toList());
        } catch (CatalogSource.Unavailable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "The catalog of countries and products is not available: the database does not answer.");
        }
    }

    private static LookUp lookUp(Catalog catalog, Extraction extraction, Name name) {
        String key = Words.key(name.text());
        ProductClass productClass = name.kind().equals("service") ? ProductClass.SERVICES : extraction.productClass();
        Optional<Sense> exact;
        List<Hit> hits;
        List<Entity> verified;
        if (name.kind().equals("place")) {
            exact = catalog.place(key);
            hits = catalog.searchPlaces(name.text(), CANDIDATES);
            verified = name.guesses().stream()
                    .flatMap(code -> Stream.concat(catalog.country(code).stream(), catalog.group(code).stream()))
                    .map(Entity.class::cast)
                    .toList();
        } else {
            exact = catalog.good(productClass, key);
            hits = catalog.searchGoods(productClass, name.text(), CANDIDATES);
            verified = name.guesses().stream()
                    .flatMap(code -> catalog.product(productClass, code).stream())
                    .map(Entity.class::cast)
                    .toList();
        }
        if (exact.isEmpty()) {
            return new LookUp(name, verified, hits, false, false);
        }
        Set<Entity> first = new LinkedHashSet<>(exact.get().choices());
        List<Hit> found =
                new ArrayList<>(first.stream().map(entity -> new Hit(entity, 1)).toList());
        hits.stream().filter(hit -> !first.contains(hit.entity())).forEach(found::add);
        return new LookUp(name, verified, found, true, exact.get().decided());
    }

    /** The messages that put the choice to a model. */
    public List<ChatMessage> prepare(@Body SqlRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put(
                "Candidates",
                run.lookups().stream()
                        .filter(lookUp -> !lookUp.isClear())
                        .map(LookUpCodes::describe)
                        .collect(Collectors.joining("\n\n")));
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    private static String describe(LookUp lookUp) {
        return "\"" + lookUp.name().text() + "\" (" + lookUp.name().kind() + ")\n"
                + candidates(lookUp).stream()
                        .map(entity -> "- " + entity.code() + "  " + entity.name())
                        .collect(Collectors.joining("\n"));
    }

    /** Everything that may be chosen for a name: verified guesses first. */
    public static List<Entity> candidates(LookUp lookUp) {
        Set<Entity> all = new LinkedHashSet<>(lookUp.verified());
        lookUp.found().forEach(hit -> all.add(hit.entity()));
        return List.copyOf(all);
    }

    /**
     * Resolves every name.
     *
     * @param reply the selection model's reply; not read where nothing had to be chosen. Without a
     *     readable one the best candidate of the catalog is taken.
     */
    public SqlRun accept(@Body SqlRun run, @Variable("reply") String reply) {
        if (!run.isAlive()) {
            return run;
        }
        Map<String, List<String>> chosen = run.isSelectionNeeded() ? selections(reply) : Map.of();
        List<Resolved> resolved = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (LookUp lookUp : run.lookups()) {
            List<Entity> taken = choose(lookUp, chosen);
            if (taken.isEmpty()) {
                return unresolved(run, lookUp);
            }
            taken.forEach(entity -> resolved.add(new Resolved(lookUp.name().text(), entity)));
            note(lookUp, taken).ifPresent(notes::add);
        }
        return run.withResolved(resolved).withNotes(notes);
    }

    private static SqlRun unresolved(SqlRun run, LookUp lookUp) {
        String close =
                lookUp.found().stream().limit(3).map(hit -> hit.entity().name()).collect(Collectors.joining(", "));
        return run.withFailure(
                Status.UNRESOLVED,
                "No " + lookUp.name().kind() + " called \"" + lookUp.name().text() + "\" is known"
                        + (close.isEmpty() ? "." : "; the closest names are " + close + ".")
                        + " Ask the person what is meant, or use another name.");
    }

    private static Map<String, List<String>> selections(String reply) {
        Map<String, List<String>> chosen = new HashMap<>();
        try {
            for (JsonNode selection : Replies.object(reply).path("selections")) {
                chosen.put(selection.path("text").asText(""), Replies.texts(selection, "codes"));
            }
        } catch (Replies.Unreadable e) {
            // documented failure of this stage: the best candidate of the catalog is taken instead
            return Map.of();
        }
        return chosen;
    }

    private static List<Entity> choose(LookUp lookUp, Map<String, List<String>> chosen) {
        List<Entity> candidates = candidates(lookUp);
        if (lookUp.isClear()) {
            return List.of(lookUp.found().get(0).entity());
        }
        List<String> codes = chosen.get(lookUp.name().text());
        if (codes != null) {
            List<Entity> selected = candidates.stream()
                    .filter(entity -> codes.contains(entity.code()))
                    .toList();
            if (!selected.isEmpty() || codes.isEmpty()) {
                return selected;
            }
        }
        if (lookUp.exact()) {
            return List.of(lookUp.found().get(0).entity());
        }
        if (lookUp.verified().size() == 1) {
            return lookUp.verified();
        }
        return lookUp.found().stream()
                .filter(hit -> hit.score() >= SIMILAR)
                .limit(1)
                .map(Hit::entity)
                .toList();
    }

    private static Optional<String> note(LookUp lookUp, List<Entity> taken) {
        String asked = lookUp.name().text();
        String names = taken.stream().map(LookUpCodes::called).collect(Collectors.joining(", "));
        String others = lookUp.found().stream()
                .map(Hit::entity)
                .filter(entity -> taken.stream().noneMatch(t -> t.name().equals(entity.name())))
                .limit(2)
                .map(LookUpCodes::called)
                .collect(Collectors.joining(", "));
        boolean several = lookUp.exact()
                && lookUp.found().stream().filter(hit -> hit.score() >= 1).count() > 1;
        boolean itself = taken.size() == 1
                && (Words.key(asked).equals(Words.key(taken.get(0).name()))
                        || asked.equals(taken.get(0).code()));
        if (itself) {
            return Optional.empty();
        }
        if (several && !others.isEmpty()) {
            return Optional.of("\"" + asked + "\" was taken for " + names + "; it can also mean " + others + ".");
        }
        if (!lookUp.exact()) {
            return Optional.of("\"" + asked + "\" was taken for " + names + ", the closest name"
                    + (others.isEmpty() ? "." : "; others are " + others + "."));
        }
        boolean product = taken.get(0) instanceof Entity.Product;
        boolean renamed = !Words.key(asked).equals(Words.key(taken.get(0).name()));
        return product && renamed ? Optional.of("\"" + asked + "\" is " + names + ".") : Optional.empty();
    }

    private static String called(Entity entity) {
        return entity instanceof Entity.Group group ? group.name() : entity.name() + " (" + entity.code() + ")";
    }
}
