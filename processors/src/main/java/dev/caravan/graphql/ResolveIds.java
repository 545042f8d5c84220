package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Catalog.Hit;
import dev.caravan.catalog.Catalog.Sense;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.evidence.Link;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.LookUp;
import dev.caravan.graphql.GraphqlRun.Named;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.graphql.QueryRules.Settled;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.text.Words;
import dev.caravan.turn.ToolResult.Status;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stage resolve_ids: settles type, class and years by the rules; gives every name candidates from two sources, the
 * model's verified guess and the catalog's own search; has a model choose where they leave a choice; and makes the links.
 */
public final class ResolveIds {
    /** Key of the prompt. */
    public static final String KEY = "id_resolution_selection";

    private static final String PART_MEANING =
            """
      which part of the question is chosen for:
      - country: the country measured
      - partner: the country on the other side
      - product: the product or service
      - group: the group of countries""";

    /** The form of the reply. */
    public static final JsonSchema REPLY = JsonSchema.builder()
            .name("id_resolution_selection")
            .rootElement(JsonObjectSchema.builder()
                    .addProperty(
                            "selections",
                            JsonArraySchema.builder()
                                    .items(JsonObjectSchema.builder()
                                            .addProperty(
                                                    "part",
                                                    JsonEnumSchema.builder()
                                                            .description(PART_MEANING)
                                                            .enumValues(Arrays.stream(Part.values())
                                                                    .map(Part::code)
                                                                    .toList())
                                                            .build())
                                            .addStringProperty("code", "a listed code; empty when no candidate fits")
                                            .required("part", "code")
                                            .build())
                                    .build())
                    .required("selections")
                    .build())
            .build();

    private static final Logger LOG = LoggerFactory.getLogger(ResolveIds.class);
    private static final int CANDIDATES = 8;
    private static final double SIMILAR = 0.6;

    private final CatalogSource source;
    private final Supplier<Optional<String>> staleness;
    private final PromptFolder prompts;
    private final QueryRules rules;

    /**
     * A resolver.
     *
     * @param source the API's catalog
     * @param staleness what has to be said of the catalog's age
     * @param coverage the years the data cover
     */
    public ResolveIds(
            CatalogSource source, Supplier<Optional<String>> staleness, PromptFolder prompts, YearCoverage coverage) {
        this.source = source;
        this.staleness = staleness;
        this.prompts = prompts;
        this.rules = new QueryRules(coverage);
    }

    /** Settles the question and collects the candidates of each name. */
    public GraphqlRun find(GraphqlRun run) {
        if (!run.isAlive()) {
            return run;
        }
        try {
            Catalog catalog = source.get();
            GraphqlRun sorted = run.withEntities(placed(run.entities().orElseThrow(), catalog));
            Settled settled = settle(sorted);
            if (settled.objection().isPresent()) {
                return sorted.withNotes(settled.notes())
                        .withFailure(
                                settled.objection().get().status(),
                                settled.objection().get().message());
            }
            Map<Part, LookUp> found = new EnumMap<>(Part.class);
            sorted.entities().orElseThrow().names().forEach((part, name) -> {
                if (QueryRules.uses(settled.type(), part)) {
                    found.put(part, lookUp(catalog, settled.productClass(), part, name, sorted));
                }
            });
            return sorted.withLookUps(found);
        } catch (CatalogSource.Unavailable e) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "The catalog of countries and products of the Atlas API is not available: " + e.getMessage()
                            + ". Please use the query_tool (SQL) instead.");
        }
    }

    private Settled settle(GraphqlRun run) {
        return rules.settle(
                run.classification().orElseThrow().queryType(), run.entities().orElseThrow());
    }

    /** A model may put a group where a country belongs, and the world where nothing belongs. */
    private static Entities placed(Entities entities, Catalog catalog) {
        Map<Part, Named> names = new EnumMap<>(Part.class);
        entities.names().forEach((part, name) -> {
            boolean place = part != Part.PRODUCT;
            Optional<Entity> meant =
                    place ? catalog.place(Words.key(name.text())).map(Sense::first) : Optional.empty();
            if (meant.filter(m -> m instanceof Entity.Group g && g.type().equals("world"))
                    .isPresent()) {
                return;
            }
            boolean group = place
                    && part != Part.GROUP
                    && meant.filter(Entity.Group.class::isInstance).isPresent();
            names.put(group ? Part.GROUP : part, name);
        });
        return new Entities(
                entities.reasoning(),
                names,
                entities.year(),
                entities.minYear(),
                entities.maxYear(),
                entities.level(),
                entities.lookback(),
                entities.productClass(),
                entities.groupType(),
                entities.imports(),
                entities.services());
    }

    private static LookUp lookUp(Catalog catalog, ProductClass productClass, Part part, Named name, GraphqlRun run) {
        String key = Words.key(name.text());
        boolean services = run.entities().orElseThrow().services();
        ProductClass goods = services || isService(catalog, productClass, key) ? ProductClass.SERVICES : productClass;
        Class<? extends Entity> kind =
                switch (part) {
                    case COUNTRY, PARTNER -> Entity.Country.class;
                    case GROUP -> Entity.Group.class;
                    case PRODUCT -> Entity.Product.class;
                };
        Optional<Sense> sense = part == Part.PRODUCT ? catalog.good(goods, key) : catalog.place(key);
        List<Entity> exact = sense.stream()
                .flatMap(s -> s.choices().stream())
                .filter(kind::isInstance)
                .toList();
        Stream<Hit> hits = part == Part.PRODUCT
                ? catalog.searchGoods(goods, name.text(), CANDIDATES).stream()
                : catalog.searchPlaces(name.text(), CANDIDATES).stream();
        Set<Entity> first = new LinkedHashSet<>(exact);
        List<Hit> found =
                new ArrayList<>(first.stream().map(entity -> new Hit(entity, 1)).toList());
        hits.filter(hit -> kind.isInstance(hit.entity()) && !first.contains(hit.entity()))
                .forEach(found::add);
        return new LookUp(
                name,
                verified(catalog, goods, part, name.guess()),
                found,
                !exact.isEmpty(),
                sense.map(Sense::decided).orElse(false));
    }

    private static boolean isService(Catalog catalog, ProductClass productClass, String key) {
        return catalog.good(productClass, key).isEmpty()
                && catalog.good(ProductClass.SERVICES, key).isPresent();
    }

    private static Optional<Entity> verified(Catalog catalog, ProductClass goods, Part part, String guess) {
        if (guess.isEmpty()) {
            return Optional.empty();
        }
        return switch (part) {
            case COUNTRY, PARTNER -> catalog.country(guess).map(Entity.class::cast);
            case GROUP -> catalog.group(guess).map(Entity.class::cast);
            case PRODUCT -> catalog.product(goods, guess)
                    .or(() -> goods != ProductClass.SERVICES
                            ? Optional.empty()
                            : catalog.products(goods).stream()
                                    .filter(service -> service.name().equalsIgnoreCase(guess))
                                    .findFirst())
                    .map(Entity.class::cast);
        };
    }

    /** The messages that put the choice to a model. */
    public List<ChatMessage> prepare(@Body GraphqlRun run) {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", run.call().question());
        inputs.put(
                "Candidates",
                run.lookUps().entrySet().stream()
                        .filter(entry -> !entry.getValue().isClear())
                        .map(entry -> describe(entry.getKey(), entry.getValue()))
                        .collect(Collectors.joining("\n\n")));
        return prompts.messages(KEY, inputs, Map.of("run", run));
    }

    private static String describe(Part part, LookUp lookUp) {
        return part.code() + " \"" + lookUp.name().text() + "\"\n"
                + lookUp.candidates().stream()
                        .map(entity -> "- " + entity.code() + "  " + entity.name())
                        .collect(Collectors.joining("\n"));
    }

    /**
     * Resolves every name and makes the links.
     *
     * @param reply the selection model's reply; not read where nothing had to be chosen. Without a readable one the best
     *     candidate of the catalog is taken.
     */
    public GraphqlRun accept(@Body GraphqlRun run, @Variable("reply") String reply) {
        if (!run.isAlive()) {
            return run;
        }
        Map<Part, String> chosen = run.isSelectionNeeded() ? selections(reply) : Map.of();
        Settled settled = settle(run);
        Map<Part, Entity> resolved = new EnumMap<>(Part.class);
        List<String> notes = new ArrayList<>(settled.notes());
        staleness.get().ifPresent(notes::add);
        for (Map.Entry<Part, LookUp> entry : run.lookUps().entrySet()) {
            LookUp lookUp = entry.getValue();
            Optional<Entity> taken = choose(lookUp, Optional.ofNullable(chosen.get(entry.getKey())));
            if (taken.isEmpty()) {
                return unresolved(run, entry.getKey(), lookUp);
            }
            resolved.put(entry.getKey(), taken.get());
            note(lookUp, taken.get()).ifPresent(notes::add);
        }
        GraphqlRun done = run.withNotes(notes).withResolution(resolution(run, settled, resolved));
        return done.withLinks(links(done));
    }

    private static Resolution resolution(GraphqlRun run, Settled settled, Map<Part, Entity> resolved) {
        Optional<Entity.Product> product = Optional.ofNullable((Entity.Product) resolved.get(Part.PRODUCT));
        Entities entities = run.entities().orElseThrow();
        String words = run.call().question().toLowerCase(java.util.Locale.ROOT);
        String aspect = words.contains("complex") ? "complexity" : words.contains("export") ? "exports" : "";
        // of a country and a group, the group exports where the country is said to import from it
        boolean groupExports =
                entities.imports() && resolved.containsKey(Part.COUNTRY) && resolved.containsKey(Part.GROUP);
        return new Resolution(
                settled.type(),
                aspect,
                Optional.ofNullable((Entity.Country) resolved.get(Part.COUNTRY)),
                Optional.ofNullable((Entity.Country) resolved.get(Part.PARTNER)),
                product,
                Optional.ofNullable((Entity.Group) resolved.get(Part.GROUP)),
                groupExports,
                settled.productClass(),
                product.map(Entity.Product::level).orElse(settled.level()),
                settled.year(),
                settled.fromYear(),
                settled.toYear(),
                settled.lookback(),
                entities.imports());
    }

    /** Links are an addition: whatever goes wrong with them must not cost the answer. */
    private static List<Link> links(GraphqlRun run) {
        try {
            return AtlasLinks.of(run.asked(), run.notes());
        } catch (RuntimeException e) {
            LOG.warn(
                    "no links for a query of type {}: {}",
                    run.asked().queryType().code(),
                    e.toString());
            return List.of();
        }
    }

    private static GraphqlRun unresolved(GraphqlRun run, Part part, LookUp lookUp) {
        String close =
                lookUp.found().stream().limit(3).map(hit -> hit.entity().name()).collect(Collectors.joining(", "));
        return run.withFailure(
                Status.UNRESOLVED,
                "Could not resolve entities: no " + part.code() + " called \""
                        + lookUp.name().text() + "\" is known"
                        + (close.isEmpty() ? "." : "; the closest names are " + close + ".")
                        + " Ask the person what is meant, or use another name.");
    }

    private static Map<Part, String> selections(String reply) {
        Map<Part, String> chosen = new EnumMap<>(Part.class);
        try {
            for (JsonNode selection : Replies.object(reply).path("selections")) {
                for (Part part : Part.values()) {
                    if (part.code().equals(selection.path("part").asText())) {
                        chosen.put(part, selection.path("code").asText(""));
                    }
                }
            }
        } catch (Replies.Unreadable e) {
            // documented failure of this stage: the best candidate of the catalog is taken instead
            return Map.of();
        }
        return chosen;
    }

    private static Optional<Entity> choose(LookUp lookUp, Optional<String> code) {
        if (lookUp.isClear()) {
            return Optional.of(lookUp.found().get(0).entity());
        }
        if (code.isPresent()) {
            Optional<Entity> selected = lookUp.candidates().stream()
                    .filter(entity -> entity.code().equals(code.get()))
                    .findFirst();
            if (selected.isPresent() || code.get().isEmpty()) {
                return selected;
            }
        }
        if (lookUp.exact()) {
            return Optional.of(lookUp.found().get(0).entity());
        }
        if (lookUp.verified().isPresent()) {
            return lookUp.verified();
        }
        return lookUp.found().stream()
                .filter(hit -> hit.score() >= SIMILAR)
                .findFirst()
                .map(Hit::entity);
    }

    private static Optional<String> note(LookUp lookUp, Entity taken) {
        String asked = lookUp.name().text();
        if (Words.key(asked).equals(Words.key(taken.name()))) {
            return Optional.empty();
        }
        List<Entity> others = lookUp.found().stream()
                .filter(hit -> hit.score() >= (lookUp.exact() ? 1 : SIMILAR))
                .map(Hit::entity)
                .filter(entity -> !entity.name().equals(taken.name()))
                .limit(2)
                .toList();
        String also = others.stream().map(ResolveIds::called).collect(Collectors.joining(", "));
        if (lookUp.exact() && !others.isEmpty()) {
            return Optional.of("\"" + asked + "\" was taken for " + called(taken) + "; it can also mean " + also + ".");
        }
        if (!lookUp.exact()) {
            return Optional.of("\"" + asked + "\" was taken for " + called(taken) + ", the closest name"
                    + (also.isEmpty() ? "." : "; others are " + also + "."));
        }
        return taken instanceof Entity.Product
                ? Optional.of("\"" + asked + "\" is " + called(taken) + ".")
                : Optional.empty();
    }

    private static String called(Entity entity) {
        return entity instanceof Entity.Group group ? group.name() : entity.name() + " (" + entity.code() + ")";
    }
}
