package dev.caravan.workspace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.semantic.Dialect;
import dev.caravan.text.ReadOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A domain that can be asked about, as its {@code workspace.yaml} describes it.
 *
 * @param name of its folder
 * @param title as shown
 * @param description one sentence
 * @param flow the id of the route that answers its questions
 * @param engine of its database; without meaning where it has none
 * @param login to a database of its own; empty for a data file, and for the trade data
 * @param tenantVariable the session variable that tells a PostgreSQL database whose rows may be seen; empty where they are the same for all
 * @param examples questions to begin with
 * @param tools what its agent may use
 * @param choices what a person may fix for a question
 * @param given names of what a request may bring that its flow would ask the person for otherwise
 * @param limits how long its questions may take
 * @param folder where its files are
 */
public record Workspace(
        String name,
        String title,
        String description,
        String flow,
        Dialect engine,
        Optional<Login> login,
        String tenantVariable,
        List<String> examples,
        List<Tool> tools,
        List<Choice> choices,
        List<String> given,
        WorkspaceLimits limits,
        Path folder) {

    /** The file that makes a folder a workspace. */
    public static final String FILE = "workspace.yaml";

    private static final String CORPUS = "corpus.yaml";
    private static final ReadOnce<Workspace> READ = new ReadOnce<>(Workspace::parse);
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    /** The flow of a model with tools. */
    public static final String AGENT = "agent";

    /** The flow of fixed stages that clarify, plan, query and grade. */
    public static final String ANALYST = "analyst";

    /** The flow of a plan of tasks. */
    public static final String PLAN = "plan";

    private static final Pattern FLOW = Pattern.compile("[a-zA-Z0-9_-]+");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");
    private static final Pattern SESSION_VARIABLE = Pattern.compile("[a-z_][a-z0-9_]*\\.[a-z_][a-z0-9_]*");
    private static final Set<String> KEYS =
            Set.of("title", "description", "flow", "database", "examples", "tools", "choices", "given", "limits");

    /**
     * How a database is reached.
     *
     * @param url for JDBC
     * @param user who may only read
     * @param password of the user
     */
    public record Login(String url, String user, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return user + " at " + url;
        }
    }

    /** Takes copies. */
    public Workspace {
        examples = List.copyOf(examples);
        tools = List.copyOf(tools);
        choices = List.copyOf(choices);
        given = List.copyOf(given);
    }

    /** An object of its own. */
    Workspace copy() {
        return new Workspace(
                name,
                title,
                description,
                flow,
                engine,
                login,
                tenantVariable,
                examples,
                tools,
                choices,
                given,
                limits,
                folder);
    }

    /** The folder of the routes that only this workspace has; it may be missing. */
    public Path routes() {
        return folder.resolve("routes");
    }

    /** Whether it holds documents: a file says what they are. */
    public boolean hasDocuments() {
        return Files.isRegularFile(folder.resolve(CORPUS));
    }

    /**
     * Reads a folder.
     *
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public static Workspace read(Path folder) {
        return READ.of(folder.resolve(FILE));
    }

    private static Workspace parse(Path path) {
        WorkspaceFile file = new WorkspaceFile(path);
        Path folder = path.getParent();
        try {
            JsonNode root = YAML.readTree(file.path().toFile());
            file.keys(root, KEYS, "");
            String flow = root.path("flow").asText();
            file.check(
                    FLOW.matcher(flow).matches(),
                    "flow is '" + flow
                            + "'; it must be agent, analyst, plan or the id of another route that answers questions");
            String engine = root.path("database").path("engine").asText();
            boolean without = root.path("database").isMissingNode() && !flow.equals(ANALYST);
            file.check(
                    without || Dialect.of(engine).isPresent(),
                    "database.engine is '" + engine + "', not postgresql, duckdb, sqlite or mysql");
            file.check(
                    !asksDatabase(flow)
                            || engine.equals("duckdb")
                            || !root.path("database").path("url").asText().isEmpty(),
                    "database.url is missing");
            file.check(!root.path("title").asText().isBlank(), "there is no title");
            List<String> examples = new ArrayList<>();
            root.path("examples").forEach(example -> examples.add(example.asText()));
            List<String> given = new ArrayList<>();
            root.path("given").forEach(name -> given.add(name.asText()));
            List<Tool> tools = Tool.read(root.path("tools"), file);
            return new Workspace(
                    folder.getFileName().toString(),
                    root.path("title").asText(),
                    root.path("description").asText(),
                    flow,
                    Dialect.of(engine).orElse(Dialect.POSTGRESQL),
                    login(root.path("database"), file),
                    tenantVariable(root.path("database"), file, folder),
                    examples,
                    tools,
                    Choice.read(root.path("choices"), tools, file),
                    given,
                    WorkspaceLimits.read(root.path("limits"), file),
                    folder);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(file.path() + ":"
                    + e.getLocation().getLineNr() + ": " + e.getOriginalMessage()); // all that the cause says
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.path(), e);
        }
    }

    /** Secrets are written as ${NAME} and taken from the environment. */
    private static Optional<Login> login(JsonNode database, WorkspaceFile file) {
        return database.has("url")
                ? Optional.of(new Login(
                        filled(database.path("url").asText(), System.getenv(), file),
                        filled(database.path("user").asText(), System.getenv(), file),
                        filled(database.path("password").asText(), System.getenv(), file)))
                : Optional.empty();
    }

    private static String tenantVariable(JsonNode database, WorkspaceFile file, Path folder) {
        String variable = database.path("tenant-variable").asText("");
        if (variable.isEmpty()) {
            return "";
        }
        file.check(
                database.path("engine").asText().equals("postgresql") && database.has("url"),
                "database.tenant-variable needs a database with row-level security: engine postgresql with a url, not "
                        + database.path("engine").asText());
        file.check(
                SESSION_VARIABLE.matcher(variable).matches(),
                "database.tenant-variable is '" + variable
                        + "'; it must be two words of small letters, digits and _ with a dot between them, such as caravan.tenant");
        file.check(
                !Files.exists(folder.resolve("graphql.yaml")),
                "database.tenant-variable and graphql.yaml do not go together: the GraphQL service is not told whose rows to give; take one of them out");
        return variable;
    }

    private static String filled(String text, Map<String, String> environment, WorkspaceFile file) {
        return VARIABLE.matcher(text).replaceAll(variable -> {
            file.check(
                    environment.containsKey(variable.group(1)),
                    "the environment variable " + variable.group(1) + " is not set");
            return Matcher.quoteReplacement(environment.get(variable.group(1)));
        });
    }

    /** Whether its questions are asked of a database of its own, by a semantic model. */
    public boolean asksDatabase() {
        return asksDatabase(flow);
    }

    private static boolean asksDatabase(String flow) {
        return flow.equals(ANALYST) || flow.equals(PLAN);
    }

    /** The tool of that name. */
    public Optional<Tool> tool(String tool) {
        return tools.stream().filter(each -> each.name().equals(tool)).findFirst();
    }

    /** The choice of that name. */
    public Optional<Choice> choice(String choice) {
        return choices.stream().filter(each -> each.name().equals(choice)).findFirst();
    }
}
