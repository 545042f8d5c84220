package dev.caravan.app;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.agent.AnswerCall;
import dev.caravan.agent.AskAgent;
import dev.caravan.agent.ResolveMode;
import dev.caravan.agent.TurnLimits;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.DatabaseCatalog;
import dev.caravan.gate.DataStatus;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.offline.OfflineChatModel;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.DatabaseProblem;
import dev.caravan.sql.ExecuteSql;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.FormatResults;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.GetTableInfo;
import dev.caravan.sql.LookUpCodes;
import dev.caravan.sql.OpenSqlRun;
import dev.caravan.sql.PostgresQueryStopper;
import dev.caravan.sql.SqlGuard;
import dev.caravan.sql.TakeDatabaseProblem;
import dev.caravan.sql.ValidateSql;
import dev.caravan.trace.StepEvents;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.langchain4j.model.chat.ChatModel;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.camel.spi.Registry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The beans of the routes turn, agent, sql, database and models, for one workspace. */
final class PipelineBeans implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PipelineBeans.class);
  private static final Duration POOL_WAIT = Duration.ofSeconds(10);

  private final HikariDataSource data;
  private final GraphqlBeans graphql;

  private PipelineBeans(HikariDataSource data, GraphqlBeans graphql) {
    this.data = data;
    this.graphql = graphql;
  }

  /**
   * Binds the beans.
   *
   * @throws InvalidSettings when a setting has no meaning
   */
  static PipelineBeans bind(
      Registry registry, Settings settings, TurnEvents events, TurnCancel cancel) {
    Clock clock = Clock.systemUTC();
    Path workspace =
        settings.path("workspaces.directory").resolve(settings.text("workspaces.default"));
    HikariDataSource data = data(settings);
    Aliases aliases = Aliases.read(workspace.resolve("aliases.yaml"));
    DatabaseCatalog catalog = new DatabaseCatalog(data, aliases, clock);
    SemanticModel model =
        covered(SemanticModel.read(workspace.resolve("semantic-model.yaml")), catalog);
    PromptFolder prompts = new PromptFolder(workspace.resolve("prompts"));

    DataStatus dataStatus = new DataStatus(data);
    registry.bind("atlasDataSource", data);
    registry.bind("dataStatus", dataStatus);
    registry.bind("stepEvents", new StepEvents(events));
    registry.bind(
        "databaseBreaker",
        breaker("database", settings.number("sql.breaker.failures"), settings.duration("sql.breaker.open"), DatabaseProblem::isDown));
    registry.bind(
        "modelBreaker",
        breaker("model", settings.number("model.breaker.failures"), settings.duration("model.breaker.open"), cause -> true));

    registry.bind("productExtractionModel", model(settings, ExtractionPrompt.KEY, model, catalog));
    registry.bind("productCodeSelectionModel", model(settings, LookUpCodes.KEY, model, catalog));
    registry.bind("sqlGenerationModel", model(settings, GenerateSql.KEY, model, catalog));
    GraphqlBeans graphql =
        GraphqlBeans.bind(
            registry, settings, prompts, aliases, model, key -> model(settings, key, model, catalog), clock);
    registry.bind(
        "askAgent", new AskAgent(model(settings, AskAgent.KEY, model, catalog), prompts, graphql.gate()));
    registry.bind("resolveMode", new ResolveMode(graphql.gate()));
    registry.bind(
        "turnLimits",
        new TurnLimits(settings.number("agent.max-queries"), settings.duration("agent.turn-timeout"), cancel, clock));
    registry.bind("answerCall", new AnswerCall());

    SqlGuard guard = SqlGuard.of(model);
    registry.bind("openSqlRun", new OpenSqlRun(settings.number("sql.attempts")));
    registry.bind("extractionPrompt", new ExtractionPrompt(prompts, catalog));
    registry.bind("lookUpCodes", new LookUpCodes(catalog, prompts));
    registry.bind("getTableInfo", new GetTableInfo(model));
    registry.bind("generateSql", new GenerateSql(prompts, model));
    registry.bind("validateSql", new ValidateSql(guard));
    registry.bind(
        "executeSql",
        new ExecuteSql(settings.number("sql.max-rows"), model, cancel, new PostgresQueryStopper(() -> connect(settings))));
    registry.bind("formatResults", new FormatResults(model, () -> sourceLine(dataStatus, model)));
    registry.bind("takeDatabaseProblem", new TakeDatabaseProblem());
    return new PipelineBeans(data, graphql);
  }

  /** Placeholders of the routes that follow from the settings. */
  static Map<String, String> placeholders(Settings settings) {
    Map<String, String> placeholders = new HashMap<>(GraphqlBeans.placeholders(settings));
    placeholders.put(
        "caravan.endpoint.database",
        // a model's text must reach the database as it is: no placeholders, no named parameters
        "sql:statement?useMessageBodyForSql=true&usePlaceholder=false&allowNamedParameters=false"
            + "&dataSource=#atlasDataSource&outputType=SelectList"
            + "&template.maxRows=" + (settings.number("sql.max-rows") + 1)
            + "&template.queryTimeout=" + Math.max(1, settings.duration("sql.timeout").toSeconds()));
    return placeholders;
  }

  private static HikariDataSource data(Settings settings) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(settings.text("atlas.jdbc-url"));
    config.setUsername(settings.text("atlas.user"));
    config.setPassword(settings.text("atlas.password"));
    config.setReadOnly(true);
    config.setPoolName("atlas");
    config.setMaximumPoolSize(settings.number("sql.pool"));
    config.setMinimumIdle(1);
    config.setConnectionTimeout(POOL_WAIT.toMillis());
    // a database that is down at start is a state to report, not a reason not to start
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  private static java.sql.Connection connect(Settings settings) throws SQLException {
    return DriverManager.getConnection(
        settings.text("atlas.jdbc-url"), settings.text("atlas.user"), settings.text("atlas.password"));
  }

  /** The model with the years that the data really cover. */
  private static SemanticModel covered(SemanticModel model, DatabaseCatalog catalog) {
    try {
      return model.withCoverage(catalog.coverage(model.classes().keySet()));
    } catch (SQLException e) {
      LOG.warn("the years of the data cannot be read, those of the semantic model are taken: {}", e.getMessage());
      return model;
    }
  }

  private static String sourceLine(DataStatus status, SemanticModel model) {
    Map<String, Object> data = status.status();
    String name = String.valueOf(data.getOrDefault("name", model.name()));
    boolean synthetic = Boolean.TRUE.equals(data.get("synthetic"));
    if (synthetic) {
      return name + " (synthetic demo data)";
    }
    return name + (data.get("vintage") == null ? "" : ", " + data.get("vintage"));
  }

  private static ChatModel model(
      Settings settings, String key, SemanticModel model, CatalogSource catalog) {
    String provider = settings.text("model.provider");
    if (!provider.equals("offline")) {
      throw new InvalidSettings(
          List.of("model.provider: '" + provider + "' is not available in this version; the one provider is offline"));
    }
    return new OfflineChatModel(key, model, catalog);
  }

  private static CircuitBreaker breaker(
      String name, int failures, Duration open, Predicate<Throwable> counts) {
    return CircuitBreaker.of(
        name,
        CircuitBreakerConfig.custom()
            .slidingWindowSize(failures)
            .minimumNumberOfCalls(failures)
            .failureRateThreshold(100)
            .waitDurationInOpenState(open)
            .permittedNumberOfCallsInHalfOpenState(1)
            .recordException(counts)
            .build());
  }

  @Override
  public void close() {
    graphql.close();
    data.close();
  }
}
