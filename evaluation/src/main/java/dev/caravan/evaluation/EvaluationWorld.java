package dev.caravan.evaluation;

import dev.caravan.app.CaravanRuntime;
import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.turn.Mode;
import dev.caravan.turn.Overrides;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.platform.http.PlatformHttpConstants;

/**
 * The product in this process, on the demo world: embedded database, routes, no HTTP. Conversations go to a database
 * that is dropped at the end.
 */
public final class EvaluationWorld implements Answerer, AutoCloseable {
  private static final String STATE = "evaluation";

  private final EmbeddedPostgres server;
  private final boolean owned;
  private CaravanRuntime runtime;
  private ProducerTemplate template;
  private String workspace;
  private boolean closed;

  private EvaluationWorld(EmbeddedPostgres server, boolean owned) {
    this.server = server;
    this.owned = owned;
  }

  /**
   * Starts everything, creating the demo world where it is missing.
   *
   * @param home the folder with application.yaml, routes and workspaces
   * @param folder of the embedded database
   * @throws IllegalStateException if another process, such as a running server, owns the folder
   */
  public static EvaluationWorld start(Path home, Path folder, Progress progress) throws Exception {
    EmbeddedPostgres server = EmbeddedPostgres.start(folder, progress.part(0, 0.1));
    return start(home, new EvaluationWorld(server, true), progress);
  }

  /** The same on a server that runs already, with or without a demo world, and that runs on afterwards. */
  public static EvaluationWorld on(Path home, EmbeddedPostgres server, Progress progress) throws Exception {
    return start(home, new EvaluationWorld(server, false), progress);
  }

  private static EvaluationWorld start(Path home, EvaluationWorld world, Progress progress) throws Exception {
    try {
      DemoWorld.ensure(world.server, progress.part(0.1, 1));
      world.run(home);
      return world;
    } catch (Exception e) { // whatever failed, the database server must not stay behind
      world.close();
      throw e;
    }
  }

  private void run(Path home) throws Exception {
    // one that was killed leaves its conversations behind
    dropConversations();
    try (Connection admin = server.admin("postgres")) {
      Roles.createStateDatabase(admin, STATE);
    }
    Map<String, String> overrides = new TreeMap<>();
    put(overrides, "atlas", DemoWorld.DATABASE, server.readerCredentials());
    put(overrides, "state", STATE, server.appCredentials());
    overrides.put("routes.reload", "false");
    Settings settings = Settings.load(home, overrides);
    workspace = settings.text("workspaces.default");
    runtime =
        CaravanRuntime.start(
            settings, registry -> registry.bind(PlatformHttpConstants.PLATFORM_HTTP_ENGINE_NAME, new SilentHttpEngine()));
    template = runtime.camel().createProducerTemplate();
  }

  private void put(Map<String, String> settings, String group, String database, Credentials login) {
    settings.put(group + ".jdbc-url", server.jdbcUrl(database));
    settings.put(group + ".user", login.user());
    settings.put(group + ".password", login.password());
  }

  @Override
  public Turn answer(String threadId, boolean first, String question) {
    Turn turn =
        Turn.opened(
            UUID.randomUUID().toString(), threadId, first, workspace, question, Mode.AUTO, Overrides.NONE,
            Clock.systemUTC().instant());
    return template.requestBody("direct:turn", turn, Turn.class);
  }

  /** A connection of the reading role to the data, for gold SQL; the caller closes it. */
  public Connection data() throws SQLException {
    Credentials reader = server.readerCredentials();
    return DriverManager.getConnection(server.jdbcUrl(DemoWorld.DATABASE), reader.user(), reader.password());
  }

  private void dropConversations() throws SQLException {
    try (Connection admin = server.admin("postgres");
        var statement = admin.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(STATE));
    }
  }

  /** Stops everything it started; a second call does nothing. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (runtime != null) {
      runtime.close();
    }
    try {
      dropConversations();
    } catch (SQLException e) {
      throw new IOException("the evaluation's conversations could not be dropped", e);
    } finally {
      if (owned) {
        server.close();
      }
    }
  }
}
