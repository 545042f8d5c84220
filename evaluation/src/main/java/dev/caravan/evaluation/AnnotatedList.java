package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Expected;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.graphql.QueryType;
import dev.caravan.turn.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A list of questions annotated with the query type, the tool and the class of behaviour that they should meet, each with
 * the annotator's confidence. It makes three sets: query types with the ids that can be told from the annotation, tools
 * and behaviour of whole turns, and the same for the questions of which the annotator was not sure.
 */
final class AnnotatedList {
    private static final double SURE = 0.65;
    private static final Pattern COUNTRY_URL = Pattern.compile("(?:/countries/|(?:exporter|importer)=country-)(\\d+)");
    private static final Pattern PRODUCT = Pattern.compile("\\((\\d{4})\\b");
    private static final Map<String, String> TOOLS =
            Map.of("sql", "query_tool", "graphql", "atlas_graphql", "docs", "docs_tool", "reject", "reject");

    private AnnotatedList() {}

    static List<QuestionSet> sets(String name, JsonNode root) {
        List<Case> types = new ArrayList<>();
        List<Case> sure = new ArrayList<>();
        List<Case> unsure = new ArrayList<>();
        for (JsonNode node : root.path("questions")) {
            String id = node.path("id").asText();
            String question = node.path("text").asText();
            boolean certain = node.path("confidence").asDouble(1) >= SURE;
            if (certain && node.has("expected_query_type")) {
                String type = node.path("expected_query_type").asText();
                types.add(new Case(
                        id,
                        type,
                        Condition.NORMAL,
                        List.of(new Ask(question, Expected.NOTHING, Optional.of(label(node))))));
            }
            Case turn = new Case(
                    id,
                    node.path("behaviour_class").asText(),
                    Condition.NORMAL,
                    List.of(new Ask(question, expected(node), Optional.empty())));
            (certain ? sure : unsure).add(turn);
        }
        return List.of(
                        new QuestionSet(name + "-types", "query types and ids", Stage.CLASSIFICATION, types),
                        new QuestionSet(name, "tools and classes of behaviour", Stage.TURN, sure),
                        new QuestionSet(
                                name + "-unsure", "the same, where the annotator was not sure", Stage.TURN, unsure))
                .stream()
                .filter(set -> !set.cases().isEmpty())
                .toList();
    }

    private static Label label(JsonNode node) {
        List<QueryType> types = new ArrayList<>();
        types.add(QuestionFile.type(node.path("expected_query_type").asText()));
        node.path("acceptable_query_types").forEach(other -> types.add(QuestionFile.type(other.asText())));
        Set<String> places = new TreeSet<>();
        String url = node.path("repo_url")
                .asText(node.path("ground_truth").path("url").asText());
        Matcher countries = COUNTRY_URL.matcher(url);
        while (countries.find()) {
            places.add(countries.group(1));
        }
        Set<String> codes = new TreeSet<>();
        for (JsonNode row : node.path("ground_truth").path("data")) {
            String product = row.path("product").asText();
            Matcher code = PRODUCT.matcher(product);
            if (code.find() && node.path("text").asText().contains(product.replaceAll("\\s*\\(.*", ""))) {
                codes.add(code.group(1));
            }
        }
        Map<String, String> fields = new TreeMap<>();
        if (!places.isEmpty()) {
            fields.put("country_ids", String.join(",", places));
        }
        if (!codes.isEmpty()) {
            fields.put("product", String.join("|", codes));
        }
        return new Label(types, fields, "annotated_list");
    }

    private static Expected expected(JsonNode node) {
        String behaviour = node.path("behaviour_class").asText();
        Set<String> tools = new HashSet<>();
        tools.add(TOOLS.getOrDefault(node.path("expected_tool").asText(), ""));
        node.path("acceptable_tools").forEach(tool -> tools.add(TOOLS.getOrDefault(tool.asText(), "")));
        tools.remove("");
        // what is explained rather than counted may come from the documentation
        boolean documented = !behaviour.equals("answer_with_data") && !behaviour.equals("refuse");
        return new Expected(
                outcomes(behaviour),
                documented,
                Optional.empty(),
                tools.stream().collect(Collectors.toSet()),
                Set.of(),
                Set.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static Set<Outcome> outcomes(String behaviour) {
        return switch (behaviour) {
            case "answer_with_data" -> Set.of(Outcome.ANSWERED);
            case "partial_answer_with_limits" -> Set.of(Outcome.ANSWERED, Outcome.NO_DATA);
            case "explain_limit", "answer_from_documentation" -> Set.of(Outcome.NO_DATA, Outcome.REFUSED);
            case "refuse" -> Set.of(Outcome.REFUSED);
            default -> throw new IllegalArgumentException("unknown behaviour_class " + behaviour);
        };
    }
}
