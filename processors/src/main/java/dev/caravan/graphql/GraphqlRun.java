package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.evidence.Link;
import dev.caravan.turn.PartOfTurn;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Traced;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One call of the GraphQL tool on its way through the pipeline; opened afresh for each call, so that
 * nothing of an earlier call is left in it.
 *
 * @param turnId the turn it belongs to
 * @param call the tool call it answers
 * @param overrides what the person fixed
 * @param classification what kind of question it is
 * @param entities what the question names
 * @param lookUps what the catalog says of each name
 * @param resolution the question with ids
 * @param links pages of the Atlas that show the same
 * @param request the query to send
 * @param data what the API answered, the member {@code data}
 * @param millis time in the API, retries included
 * @param failure why there is no result
 * @param notes assumptions, in sentences
 */
@RecordBuilder
@RecordBuilder.Options(enableWither = false, enableGetters = false)
public record GraphqlRun(
        String turnId,
        ToolCall call,
        Overrides overrides,
        Optional<Classification> classification,
        Optional<Entities> entities,
        Map<Part, LookUp> lookUps,
        Optional<Resolution> resolution,
        List<Link> links,
        Optional<Request> request,
        Optional<JsonNode> data,
        long millis,
        Optional<Failure> failure,
        List<String> notes)
        implements Traced, PartOfTurn {

    /**
     * What kind of question it is, as the model sees it.
     *
     * @param reasoning one sentence
     * @param queryType the type
     * @param rejectionReason for {@link QueryType#REJECT}, why
     */
    public record Classification(String reasoning, QueryType queryType, String rejectionReason) {}

    /** Which part a name plays in a question. */
    public enum Part {
        /** The country measured. */
        COUNTRY,
        /** The country on the other side. */
        PARTNER,
        /** The product or service. */
        PRODUCT,
        /** The group of countries. */
        GROUP;

        /** The lower-case name used in JSON. */
        public String code() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A name in a question.
     *
     * @param text as written
     * @param guess the code the model believes it has; empty when it has no idea
     */
    public record Named(String text, String guess) {}

    /**
     * What a question names, as the model sees it.
     *
     * @param reasoning one sentence
     * @param names places and product by the part they play
     * @param year a single year
     * @param minYear first year of a range
     * @param maxYear last year of a range
     * @param level digits of the products
     * @param lookback years to look back
     * @param productClass the goods classification
     * @param groupType kind of group, as the API calls it; empty when not said
     * @param imports whether imports are meant
     * @param services whether the product is a service
     */
    public record Entities(
            String reasoning,
            Map<Part, Named> names,
            Optional<Integer> year,
            Optional<Integer> minYear,
            Optional<Integer> maxYear,
            Optional<Integer> level,
            Optional<Integer> lookback,
            Optional<ProductClass> productClass,
            String groupType,
            boolean imports,
            boolean services) {
        /** Takes a copy. */
        public Entities {
            names = Map.copyOf(names);
        }

        /** Whether several years are asked for. */
        public boolean isRange() {
            return minYear.isPresent() && !minYear.equals(maxYear) || maxYear.isPresent() && minYear.isEmpty();
        }
    }

    /**
     * What the catalog says of a name.
     *
     * @param name the name
     * @param verified the model's guess, where it exists
     * @param found things of that or a similar name, best first
     * @param exact whether the first one carries exactly this name
     * @param decided whether an exact name has one meaning, or a usual one
     */
    public record LookUp(
            Named name, Optional<Entity> verified, List<Catalog.Hit> found, boolean exact, boolean decided) {
        /** Takes a copy. */
        public LookUp {
            found = List.copyOf(found);
        }

        /** Whether both sources agree, so that nothing has to be chosen. */
        public boolean isClear() {
            return exact
                    && decided
                    && (verified.isEmpty() || verified.get().equals(found.get(0).entity()));
        }

        /** Everything that may be chosen: the verified guess first. */
        public List<Entity> candidates() {
            Set<Entity> all = new LinkedHashSet<>(verified.stream().toList());
            found.forEach(hit -> all.add(hit.entity()));
            return List.copyOf(all);
        }
    }

    /**
     * A query for an API.
     *
     * @param api which one
     * @param query the document
     * @param variables its variables
     */
    public record Request(Api api, String query, Map<String, Object> variables) {
        /** Takes a copy. */
        public Request {
            variables = Map.copyOf(variables);
        }
    }

    /**
     * The end of a run without a result.
     *
     * @param status what the agent is told
     * @param message what went wrong and what to try, for the agent
     */
    public record Failure(ToolResult.Status status, String message) {}

    /** Takes copies. */
    public GraphqlRun {
        lookUps = new TreeMap<>(lookUps);
        links = List.copyOf(links);
        notes = List.copyOf(notes);
    }

    /** A run to which nothing has happened. */
    public static GraphqlRun begin(String turnId, ToolCall call, Overrides overrides) {
        GraphqlRun run = GraphqlRunBuilder.builder()
                .turnId(turnId)
                .call(call)
                .overrides(overrides)
                .lookUps(Map.of())
                .links(List.of())
                .notes(List.of())
                .build();
        return call.question().isBlank()
                ? run.withFailure(
                        ToolResult.Status.REJECTED,
                        "The argument \"question\" is missing: give the question in plain words.")
                : run;
    }

    /** Whether it can go on. */
    public boolean isAlive() {
        return failure.isEmpty();
    }

    /** What the router decides by: accepted, rejected or failed. */
    public String getDecision() {
        if (!isAlive()) {
            return "failed";
        }
        return classification.map(Classification::queryType).orElse(QueryType.REJECT) == QueryType.REJECT
                ? "rejected"
                : "accepted";
    }

    /** Whether a model has to choose between candidates. */
    public boolean isSelectionNeeded() {
        return isAlive() && lookUps.values().stream().anyMatch(lookUp -> !lookUp.isClear());
    }

    /** Whether there is a query to send. */
    public boolean isExecutable() {
        return isAlive() && request.isPresent();
    }

    /** The question's resolution; only behind resolve_ids. */
    Resolution asked() {
        return resolution.orElseThrow();
    }

    GraphqlRun withClassification(Classification found) {
        return GraphqlRunBuilder.builder(this)
                .classification(Optional.of(found))
                .build();
    }

    GraphqlRun withEntities(Entities found) {
        return GraphqlRunBuilder.builder(this).entities(Optional.of(found)).build();
    }

    GraphqlRun withLookUps(Map<Part, LookUp> found) {
        return GraphqlRunBuilder.builder(this).lookUps(found).build();
    }

    GraphqlRun withResolution(Resolution settled) {
        return GraphqlRunBuilder.builder(this).resolution(Optional.of(settled)).build();
    }

    GraphqlRun withLinks(List<Link> pages) {
        return GraphqlRunBuilder.builder(this).links(pages).build();
    }

    GraphqlRun withRequest(Request query) {
        return GraphqlRunBuilder.builder(this).request(Optional.of(query)).build();
    }

    GraphqlRun withData(JsonNode answer, long took) {
        return GraphqlRunBuilder.builder(this)
                .data(Optional.of(answer))
                .millis(took)
                .build();
    }

    GraphqlRun withFailure(ToolResult.Status status, String message) {
        return GraphqlRunBuilder.builder(this)
                .failure(Optional.of(new Failure(status, message)))
                .build();
    }

    GraphqlRun withNotes(List<String> more) {
        List<String> all = new ArrayList<>(notes);
        more.stream().filter(note -> !all.contains(note)).forEach(all::add);
        return GraphqlRunBuilder.builder(this).notes(all).build();
    }

    @Override
    public Map<String, Object> detail(String stage) {
        Map<String, Object> detail = new LinkedHashMap<>();
        switch (stage) {
            case "extract_graphql_question" -> {
                detail.put("question", call.question());
                if (!call.context().isEmpty()) {
                    detail.put("context", call.context());
                }
            }
            case "classify_query" -> classification.ifPresent(found -> {
                detail.put("query_type", found.queryType().code());
                if (found.queryType() == QueryType.REJECT) {
                    detail.put("rejection_reason", found.rejectionReason());
                } else {
                    detail.put("api", found.queryType().api().code());
                }
            });
            case "extract_entities" -> entities.ifPresent(
                    found -> found.names().forEach((part, named) -> detail.put(part.code(), named.text())));
            case "resolve_ids" -> {
                resolution.ifPresent(settled -> {
                    detail.put("query_type", settled.queryType().code());
                    settled.country().ifPresent(country -> detail.put("country", country.name()));
                    settled.partner().ifPresent(partner -> detail.put("partner", partner.name()));
                    settled.product().ifPresent(product -> detail.put("product", product.name()));
                    settled.group().ifPresent(group -> detail.put("group", group.name()));
                });
                if (!notes.isEmpty()) {
                    detail.put("resolution_notes", notes);
                }
            }
            case "build_and_execute_graphql" -> request.ifPresent(sent -> {
                detail.put("api", sent.api().code());
                detail.put("query", sent.query());
                detail.put("variables", sent.variables());
                detail.put("api_millis", millis);
            });
            default -> {}
        }
        failure.ifPresent(f -> detail.put("error", f.message()));
        return detail;
    }
}
