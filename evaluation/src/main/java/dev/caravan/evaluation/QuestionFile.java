package dev.caravan.evaluation;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Expected;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.graphql.QueryType;
import dev.caravan.turn.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads question sets: files of this project in YAML, and the annotated question list of others in JSON. */
public final class QuestionFile {
    private static final double TOLERANCE = 1e-6;
    private static final Set<String> KEYS = Set.of(
            "id",
            "kind",
            "question",
            "turns",
            "expect",
            "tools",
            "trajectory",
            "links",
            "mentions",
            "condition",
            "gold",
            "source_method",
            "query_type",
            "also",
            "entities",
            "ids");
    private static final ObjectMapper YAML = new ObjectMapper(YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build());
    private static final ObjectMapper JSON = JsonMapper.builder().build();

    private QuestionFile() {}

    /**
     * Reads a file.
     *
     * @return the set, or the sets where one list holds truths about several stages
     * @throws IllegalArgumentException naming the file and the case that is written wrongly
     */
    public static List<QuestionSet> read(Path file) throws IOException {
        String name = file.getFileName().toString();
        String bare = name.replaceFirst("\\.[^.]*$", "");
        try {
            return name.endsWith(".json")
                    ? AnnotatedList.sets(bare, JSON.readTree(file.toFile()))
                    : yaml(bare, YAML.readTree(file.toFile()));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<QuestionSet> yaml(String name, JsonNode root) {
        if (root.has("questions")) {
            return List.of(documentation(name, root));
        }
        QuestionSet own = own(name, root);
        List<Case> typed = own.stage() == Stage.TURN ? typed(root) : List.of();
        return typed.isEmpty()
                ? List.of(own)
                : List.of(
                        own,
                        new QuestionSet(
                                name + "-types", "query types of the same questions", Stage.CLASSIFICATION, typed));
    }

    /** Whole questions that also say which query type they are are put to that stage as well. */
    private static List<Case> typed(JsonNode root) {
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : root.path("cases")) {
            if (node.has("query_type")) {
                Ask ask = new Ask(
                        node.path("question").asText().strip(),
                        Expected.NOTHING,
                        Optional.of(label(node, Stage.CLASSIFICATION, "written_label")));
                cases.add(new Case(
                        node.path("id").asText(), node.path("query_type").asText(), Condition.NORMAL, List.of(ask)));
            }
        }
        return cases;
    }

    /** Questions with the section of the documentation that answers each, or others that do as well. */
    private static QuestionSet documentation(String name, JsonNode root) {
        if (root.path("source_method").asText().isEmpty()) {
            throw new IllegalArgumentException("the sections need a source_method");
        }
        List<Case> cases = new ArrayList<>();
        for (JsonNode node : root.path("questions")) {
            String document = node.path("document").asText();
            Set<String> sections = new HashSet<>();
            sections.add(document + ": " + node.path("section").asText());
            texts(node.path("also"))
                    .forEach(section -> sections.add(section.contains(": ") ? section : document + ": " + section));
            Expected expected = new Expected(
                    Set.of(Outcome.ANSWERED),
                    true,
                    Optional.empty(),
                    Set.of(),
                    Set.of("docs_tool"),
                    sections,
                    List.of(),
                    List.of(),
                    List.of());
            Ask ask = new Ask(node.path("question").asText(), expected, Optional.empty());
            cases.add(new Case("q" + (cases.size() + 1), document, Condition.NORMAL, List.of(ask)));
        }
        return new QuestionSet(name, "questions about methods, with the section that answers them", Stage.TURN, cases);
    }

    private static QuestionSet own(String name, JsonNode root) {
        Stage stage = Stage.of(root.path("stage").asText());
        String method = root.path("source_method").asText();
        List<Case> cases = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (JsonNode node : root.path("cases")) {
            String id = node.path("id").asText();
            if (id.isEmpty() || !ids.add(id)) {
                throw new IllegalArgumentException(
                        "case " + (cases.size() + 1) + " has no id of its own: '" + id + "'");
            }
            try {
                cases.add(new Case(
                        id, kind(node), Condition.of(node.path("condition").asText()), asks(node, stage, method)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("case " + id + ": " + e.getMessage(), e);
            }
        }
        return new QuestionSet(name, root.path("description").asText(), stage, cases);
    }

    private static String kind(JsonNode node) {
        for (String key : List.of("kind", "query_type", "trajectory")) {
            if (node.has(key)) {
                return node.path(key).asText();
            }
        }
        return node.has("ids") ? String.join(" and ", fields(node.path("ids")).keySet()) : "other";
    }

    private static List<Ask> asks(JsonNode node, Stage stage, String method) {
        for (String key : (Iterable<String>) node::fieldNames) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("unknown key " + key);
            }
        }
        if (!node.has("turns")) {
            return List.of(ask(node, stage, method));
        }
        List<Ask> asks = new ArrayList<>();
        node.path("turns").forEach(turn -> asks.add(ask(turn, stage, method)));
        return asks;
    }

    private static Ask ask(JsonNode node, Stage stage, String setMethod) {
        String question = node.path("question").asText().strip();
        if (question.isEmpty()) {
            throw new IllegalArgumentException("a turn has no question");
        }
        String method = node.path("source_method").asText(setMethod);
        return stage == Stage.TURN
                ? new Ask(question, expected(node, method), Optional.empty())
                : new Ask(question, Expected.NOTHING, Optional.of(label(node, stage, method)));
    }

    private static Expected expected(JsonNode node, String method) {
        if (method.isEmpty() && !node.has("gold")) {
            throw new IllegalArgumentException("a truth needs a source_method");
        }
        Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
        texts(node.path("expect")).forEach(code -> outcomes.add(Outcome.valueOf(code.toUpperCase(Locale.ROOT))));
        List<Gold> gold = new ArrayList<>();
        if (node.path("gold").isArray()) {
            node.path("gold").forEach(one -> gold.add(gold(one, method)));
        } else if (node.has("gold")) {
            gold.add(gold(node.path("gold"), method));
        }
        if (outcomes.isEmpty()) {
            outcomes.add(Outcome.ANSWERED);
        }
        Optional<Trajectory> trajectory = Optional.of(node.path("trajectory").asText())
                .filter(code -> !code.isEmpty())
                .map(Trajectory::of);
        return new Expected(
                outcomes,
                false,
                trajectory,
                Set.of(),
                new HashSet<>(texts(node.path("tools"))),
                Set.of(),
                texts(node.path("links")),
                texts(node.path("mentions")),
                gold);
    }

    private static Gold gold(JsonNode node, String askMethod) {
        Map<String, Integer> decimals = new HashMap<>();
        node.path("decimals")
                .properties()
                .forEach(entry -> decimals.put(entry.getKey(), entry.getValue().asInt()));
        String method = node.path("source_method").asText(askMethod);
        // several where each of them is right
        List<String> sql = node.path("sql").isArray()
                ? texts(node.path("sql"))
                : Stream.of(node.path("sql").asText().strip())
                        .filter(each -> !each.isEmpty())
                        .toList();
        if (sql.isEmpty() || method.isEmpty()) {
            throw new IllegalArgumentException("gold needs sql and source_method");
        }
        return new Gold(
                sql,
                node.path("ordered").asBoolean(false),
                node.path("cells").asText().equals("anywhere"),
                texts(node.path("columns")),
                decimals,
                new HashSet<>(texts(node.path("percent"))),
                node.path("tolerance").asDouble(TOLERANCE),
                method);
    }

    private static Label label(JsonNode node, Stage stage, String method) {
        if (method.isEmpty()) {
            throw new IllegalArgumentException("a label needs a source_method");
        }
        Map<String, String> fields = fields(node.path(stage == Stage.RESOLUTION ? "ids" : "entities"));
        List<QueryType> types = new ArrayList<>();
        texts(node.path("query_type")).forEach(code -> types.add(type(code)));
        texts(node.path("also")).forEach(code -> types.add(type(code)));
        if (types.isEmpty() && stage == Stage.RESOLUTION) {
            types.add(fitting(fields));
        }
        if (types.isEmpty()) {
            throw new IllegalArgumentException("query_type is missing");
        }
        return new Label(types, fields, method);
    }

    /** A type whose query can be about the things that have to be found. */
    private static QueryType fitting(Map<String, String> fields) {
        if (fields.containsKey("group")) {
            return QueryType.EXPLORE_GROUP;
        }
        if (fields.containsKey("partner")) {
            return QueryType.EXPLORE_BILATERAL;
        }
        boolean country = fields.containsKey("country") || "country".equals(fields.get("unresolved"));
        return country ? QueryType.TREEMAP_PRODUCTS : QueryType.PRODUCT_INFO;
    }

    static QueryType type(String code) {
        return QueryType.of(code).orElseThrow(() -> new IllegalArgumentException("unknown query type " + code));
    }

    private static Map<String, String> fields(JsonNode node) {
        Map<String, String> fields = new TreeMap<>();
        node.properties()
                .forEach(entry -> fields.put(entry.getKey(), entry.getValue().asText()));
        return fields;
    }

    static List<String> texts(JsonNode node) {
        List<String> texts = new ArrayList<>();
        if (node.isArray()) {
            node.forEach(text -> texts.add(text.asText()));
        } else if (!node.isMissingNode()) {
            texts.add(node.asText());
        }
        return texts;
    }
}
