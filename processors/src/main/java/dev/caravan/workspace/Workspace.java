package dev.caravan.workspace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.semantic.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A domain that can be asked about, as its {@code workspace.yaml} describes it.
 *
 * @param name of its folder
 * @param title as shown
 * @param description one sentence
 * @param flow which routes answer its questions
 * @param engine of its database
 * @param examples questions to begin with
 * @param constraints whether a person may fix classification, direction and scope
 * @param modes whether a person may choose the data tools
 * @param folder where its files are
 */
public record Workspace(
    String name,
    String title,
    String description,
    Flow flow,
    Dialect engine,
    List<String> examples,
    boolean constraints,
    boolean modes,
    Path folder) {

  /** The file that makes a folder a workspace. */
  public static final String FILE = "workspace.yaml";

  private static final Set<String> KEYS = Set.of("title", "description", "flow", "database", "examples", "constraints", "modes");

  /** Which routes answer the questions of a workspace. */
  public enum Flow {
    /** A model with tools. */
    AGENT,
    /** Fixed stages that clarify, plan, query and grade. */
    ANALYST;

    /** The lower-case name used in files and routes. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Takes a copy. */
  public Workspace {
    examples = List.copyOf(examples);
  }

  /**
   * Reads a folder.
   *
   * @throws IllegalArgumentException naming what is wrong with the file
   */
  public static Workspace read(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      JsonNode root = new YAMLMapper().readTree(file.toFile());
      root.fieldNames().forEachRemaining(key -> check(KEYS.contains(key), file, "unknown key " + key));
      String flow = root.path("flow").asText();
      check(flow.equals("agent") || flow.equals("analyst"), file, "flow is '" + flow + "', not agent or analyst");
      String engine = root.path("database").path("engine").asText();
      check(Dialect.of(engine).isPresent(), file, "database.engine is '" + engine + "', not postgresql or duckdb");
      check(!root.path("title").asText().isBlank(), file, "there is no title");
      List<String> examples = new ArrayList<>();
      root.path("examples").forEach(example -> examples.add(example.asText()));
      return new Workspace(
          folder.getFileName().toString(), root.path("title").asText(), root.path("description").asText(),
          flow.equals("agent") ? Flow.AGENT : Flow.ANALYST, Dialect.of(engine).orElseThrow(), examples,
          root.path("constraints").asBoolean(false), root.path("modes").asBoolean(false), folder);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(file + ":" + e.getLocation().getLineNr() + ": " + e.getOriginalMessage()); // all that the cause says
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static void check(boolean good, Path file, String fault) {
    if (!good) {
      throw new IllegalArgumentException(file + ": " + fault);
    }
  }
}
