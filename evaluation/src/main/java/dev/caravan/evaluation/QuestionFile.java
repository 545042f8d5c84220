package dev.caravan.evaluation;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Gold;
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
import java.util.Set;

/** Reads question sets: files of this project in YAML, and the annotated question list of others in JSON. */
public final class QuestionFile {
  private static final double TOLERANCE = 1e-6;
  private static final Set<String> KEYS =
      Set.of("id", "kind", "question", "turns", "expect", "tools", "gold", "source_method");
  private static final ObjectMapper YAML =
      new ObjectMapper(YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());
  private static final ObjectMapper JSON = JsonMapper.builder().build();

  private QuestionFile() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException naming the file and the case that is written wrongly
   */
  public static QuestionSet read(Path file) throws IOException {
    String name = file.getFileName().toString();
    String bare = name.replaceFirst("\\.[^.]*$", "");
    try {
      return name.endsWith(".json")
          ? annotated(bare, JSON.readTree(file.toFile()))
          : yaml(bare, YAML.readTree(file.toFile()));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private static QuestionSet yaml(String name, JsonNode root) {
    return root.has("questions") ? documentation(name, root) : own(name, root);
  }

  /** Questions with the section of the documentation that answers each, or others that do as well. */
  private static QuestionSet documentation(String name, JsonNode root) {
    List<Case> cases = new ArrayList<>();
    for (JsonNode node : root.path("questions")) {
      String document = node.path("document").asText();
      Set<String> sections = new HashSet<>();
      sections.add(document + ": " + node.path("section").asText());
      texts(node.path("also")).forEach(section -> sections.add(section.contains(": ") ? section : document + ": " + section));
      Ask ask =
          new Ask(node.path("question").asText(), Set.of(Outcome.ANSWERED), Set.of("docs_tool"), true, sections, List.of());
      cases.add(new Case("q" + (cases.size() + 1), document, List.of(ask)));
    }
    return new QuestionSet(name, "questions about methods, with the section that answers them", cases);
  }

  private static QuestionSet own(String name, JsonNode root) {
    List<Case> cases = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode node : root.path("cases")) {
      String id = node.path("id").asText();
      if (id.isEmpty() || !ids.add(id)) {
        throw new IllegalArgumentException("case " + (cases.size() + 1) + " has no id of its own: '" + id + "'");
      }
      try {
        cases.add(new Case(id, node.path("kind").asText("other"), asks(node)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("case " + id + ": " + e.getMessage(), e);
      }
    }
    return new QuestionSet(name, root.path("description").asText(), cases);
  }

  private static List<Ask> asks(JsonNode node) {
    for (String key : (Iterable<String>) node::fieldNames) {
      if (!KEYS.contains(key)) {
        throw new IllegalArgumentException("unknown key " + key);
      }
    }
    if (!node.has("turns")) {
      return List.of(ask(node));
    }
    List<Ask> asks = new ArrayList<>();
    node.path("turns").forEach(turn -> asks.add(ask(turn)));
    return asks;
  }

  private static Ask ask(JsonNode node) {
    String question = node.path("question").asText().strip();
    if (question.isEmpty()) {
      throw new IllegalArgumentException("a turn has no question");
    }
    Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    texts(node.path("expect")).forEach(code -> outcomes.add(Outcome.valueOf(code.toUpperCase(Locale.ROOT))));
    List<Gold> gold = new ArrayList<>();
    if (node.path("gold").isArray()) {
      node.path("gold").forEach(one -> gold.add(gold(one, node)));
    } else if (node.has("gold")) {
      gold.add(gold(node.path("gold"), node));
    }
    if (outcomes.isEmpty()) {
      outcomes.add(Outcome.ANSWERED);
    }
    return new Ask(question, outcomes, new HashSet<>(texts(node.path("tools"))), false, Set.of(), gold);
  }

  private static Gold gold(JsonNode node, JsonNode ask) {
    Map<String, Integer> decimals = new HashMap<>();
    node.path("decimals").properties().forEach(entry -> decimals.put(entry.getKey(), entry.getValue().asInt()));
    String method = node.path("source_method").asText(ask.path("source_method").asText());
    String sql = node.path("sql").asText().strip();
    if (sql.isEmpty() || method.isEmpty()) {
      throw new IllegalArgumentException("gold needs sql and source_method");
    }
    return new Gold(
        sql, node.path("ordered").asBoolean(false), texts(node.path("columns")), decimals,
        new HashSet<>(texts(node.path("percent"))), node.path("tolerance").asDouble(TOLERANCE), method);
  }

  private static List<String> texts(JsonNode node) {
    List<String> texts = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(text -> texts.add(text.asText()));
    } else if (!node.isMissingNode()) {
      texts.add(node.asText());
    }
    return texts;
  }

  /** Questions annotated with the class of behaviour and the tools; only those that the SQL tool may answer. */
  private static QuestionSet annotated(String name, JsonNode root) {
    List<Case> cases = new ArrayList<>();
    for (JsonNode node : root.path("questions")) {
      String expected = node.path("expected_tool").asText();
      boolean sql = expected.equals("sql") || texts(node.path("acceptable_tools")).contains("sql");
      String behaviour = node.path("behaviour_class").asText();
      if (sql || behaviour.equals("refuse")) {
        Set<String> tools = expected.equals("sql") && behaviour.equals("answer_with_data") ? Set.of("query_tool") : Set.of();
        // what is explained rather than counted may come from the documentation
        boolean documented = !behaviour.equals("answer_with_data") && !behaviour.equals("refuse");
        Ask ask = new Ask(node.path("text").asText(), outcomes(behaviour), tools, documented, Set.of(), List.of());
        cases.add(new Case(node.path("id").asText(), behaviour, List.of(ask)));
      }
    }
    return new QuestionSet(name, "questions the SQL tool may answer, by class of behaviour", cases);
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
