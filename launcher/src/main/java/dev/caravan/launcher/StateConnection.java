package dev.caravan.launcher;

import dev.caravan.app.Settings;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.database.RunningPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.store.StateDatabase;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * A connection of a command to the database of conversations: that of the settings, otherwise the embedded one, which a running Caravan has
 * started or which runs as long as the command. Its schema is up to date.
 */
record StateConnection(Connection connection, AutoCloseable server) implements AutoCloseable {
    static StateConnection open(Settings settings) throws IOException, SQLException {
        if (!settings.text("state.jdbc-url").isEmpty()) {
            Credentials login = new Credentials(settings.text("state.user"), settings.text("state.password"));
            return new StateConnection(connect(settings.text("state.jdbc-url"), login), () -> {});
        }
        Path folder = settings.path("server.data").resolve("postgres");
        EmbeddedPostgres own;
        try {
            own = EmbeddedPostgres.start(folder, Progress.silent());
        } catch (IllegalStateException e) {
            RunningPostgres running = RunningPostgres.find(folder)
                    .orElseThrow(
                            () -> new StartFailure("Caravan is just starting or stopping; try again in a moment.", e));
            return new StateConnection(
                    connect(running.jdbcUrl(DemoWorld.STATE_DATABASE), running.credentials(Roles.APP)), () -> {});
        }
        try {
            DemoWorld.prepare(own);
            return new StateConnection(connect(own.jdbcUrl(DemoWorld.STATE_DATABASE), own.appCredentials()), own);
        } catch (SQLException | RuntimeException e) {
            own.close();
            throw e;
        }
    }

    private static Connection connect(String url, Credentials login) throws SQLException {
        // brings the schema up to date
        StateDatabase.open(url, login.user(), login.password(), CircuitBreaker.ofDefaults("conversations"))
                .close();
        return DriverManager.getConnection(url, login.user(), login.password());
    }

    @Override
    public void close() throws IOException, SQLException {
        try {
            connection.close();
        } finally {
            try {
                server.close();
            } catch (IOException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }
    }
}
