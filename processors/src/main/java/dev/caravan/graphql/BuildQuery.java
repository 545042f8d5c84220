package dev.caravan.graphql;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.GraphqlRun.Request;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Stage build_and_execute_graphql: fills the template of the query type, and takes what the API answers. */
public final class BuildQuery {
    private static final Pattern TRAITS = Pattern.compile("(?i)\\b(natural resource|green product)s?\\b");
    private static final int PEERS = 3;

    private final QueryTemplates templates;

    /** With the query documents. */
    public BuildQuery(QueryTemplates templates) {
        this.templates = templates;
    }

    /** The query of a resolved question. */
    public GraphqlRun build(GraphqlRun run) {
        if (!run.isAlive()) {
            return run;
        }
        Resolution asked = run.asked();
        Api api = asked.queryType().api();
        Map<String, Object> all = variables(asked, api);
        String document = templates.get(template(asked, run.call().question()));
        Map<String, Object> used = new LinkedHashMap<>();
        QueryTemplates.variables(document).stream()
                .filter(all::containsKey)
                .forEach(name -> used.put(name, all.get(name)));
        return run.withRequest(new Request(api, document, used));
    }

    /** Whether the question is about the traits a product is marked with, which only the catalog of HS 1992 tells. */
    static boolean isAboutTraits(String question) {
        return TRAITS.matcher(question).find();
    }

    private static String template(Resolution asked, String question) {
        QueryType type = asked.queryType();
        boolean traits = type == QueryType.PRODUCT_INFO
                && asked.product()
                        .filter(p -> p.productClass() == ProductClass.HS92)
                        .isPresent()
                && isAboutTraits(question);
        if (traits) {
            return "product_traits";
        }
        if (type == QueryType.EXPLORE_BILATERAL && asked.product().isPresent()) {
            return "explore_bilateral_product";
        }
        if (type == QueryType.EXPLORE_GROUP && asked.country().isPresent()) {
            return asked.groupExports() ? "group_country" : "country_group";
        }
        return type == QueryType.FEASIBILITY_TABLE ? "feasibility" : type.code();
    }

    /** Every variable a template may use, in the form of the API; {@link IdFormats} knows the forms. */
    private static Map<String, Object> variables(Resolution asked, Api api) {
        Map<String, Object> all = new LinkedHashMap<>();
        asked.country().ifPresent(country -> {
            Object id = IdFormats.country(api, country.id());
            all.put("countryId", id);
            all.put("location", id);
            all.put("id", id);
        });
        asked.partner().ifPresent(partner -> all.put("partnerCountryId", IdFormats.country(api, partner.id())));
        asked.product()
                .ifPresent(product -> all.put("productId", IdFormats.product(api, asked.productClass(), product.id())));
        asked.group().ifPresent(group -> {
            all.put("groupId", group.id());
            all.put("partnerGroupId", group.id());
            all.put("groupType", group.type());
        });
        if (asked.groupExports()) {
            asked.country().ifPresent(country -> all.put("partnerCountryId", IdFormats.country(api, country.id())));
        }
        all.put("productClass", IdFormats.productClass(api, asked.productClass()));
        all.put("productLevel", IdFormats.level(api, asked.level()));
        if (asked.product().map(Entity.Product::productClass).orElse(ProductClass.SERVICES) == ProductClass.SERVICES) {
            all.put("servicesClass", "unilateral");
        }
        all.put("year", asked.year());
        all.put("yearMin", asked.fromYear());
        all.put("yearMax", asked.toYear());
        all.put("yearRange", IdFormats.lookback(asked.lookback()));
        all.put("peers", PEERS);
        return all;
    }

    /** What has to be sent. */
    public Request request(@Body GraphqlRun run) {
        return run.request().orElseThrow();
    }

    /**
     * Takes the answer or the problem.
     *
     * @param response null when there was a problem
     * @param problem null when there was an answer
     */
    public GraphqlRun accept(
            @Body GraphqlRun run, @Variable("response") ApiAnswer response, @Variable("problem") ApiProblem problem) {
        if (response == null) {
            return (problem == null ? ApiProblem.missing() : problem).end(run);
        }
        List<String> errors = new ArrayList<>();
        response.body()
                .path("errors")
                .forEach(error -> errors.add(error.path("message").asText("unknown error")));
        JsonNode data = response.body().path("data");
        boolean empty = !data.isObject() || isNothing(data);
        if (empty && !errors.isEmpty()) {
            return run.withFailure(
                    Status.REJECTED,
                    refused(run, errors) + " Please use the query_tool (SQL) instead, or ask for something else.");
        }
        if (!data.isObject()) {
            return run.withFailure(
                    Status.UNAVAILABLE,
                    "The Atlas API gave an answer without data. Please use the query_tool (SQL) instead.");
        }
        GraphqlRun done = run.withData(data, response.millis());
        return errors.isEmpty()
                ? done
                : done.withNotes(List.of(
                        "Part of the answer is missing, the Atlas API said: " + String.join("; ", errors) + "."));
    }

    /** Why there is no answer; a country without a page of its own is the usual reason. */
    private static String refused(GraphqlRun run, List<String> errors) {
        String country =
                run.resolution().flatMap(Resolution::country).map(Entity::name).orElse("this country");
        return errors.stream().anyMatch(error -> error.startsWith("Not a supported country"))
                ? "The Atlas has no country page for " + country
                        + "; it has one for each country of its complexity ranking."
                : "The Atlas API did not accept the query and said: \""
                        + String.join("; ", errors).replaceFirst("[.]$", "") + "\".";
    }

    private static boolean isNothing(JsonNode data) {
        for (JsonNode field : data) {
            if (!field.isNull()) {
                return false;
            }
        }
        return true;
    }

    /** The name of the API as people know it. */
    static String called(Api api) {
        return "Atlas " + api.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " API";
    }
}
