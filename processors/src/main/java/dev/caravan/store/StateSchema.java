package dev.caravan.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Brings the schema {@code caravan} to the version of this build by the scripts in {@code migrations/}, each run once and whole. */
final class StateSchema {
    private static final String SCHEMA = "caravan";
    // where scripts were listed before Flyway did it
    private static final String OLD_LIST = "caravan.schema_version";

    private StateSchema() {}

    /**
     * Runs the scripts that have not run yet. Several processes that start at once take turns.
     *
     * @throws SQLException when a script fails, or the schema is of a newer build or was changed by hand
     */
    static void update(DataSource database) throws SQLException {
        FluentConfiguration configuration = Flyway.configure(StateSchema.class.getClassLoader())
                .dataSource(database)
                .schemas(SCHEMA)
                .locations("classpath:dev/caravan/store/migrations")
                .failOnMissingLocations(true)
                // later versions are told below, in words that say what to do
                .ignoreMigrationPatterns("*:future")
                .loggers("slf4j");
        earlier(database)
                .ifPresent(version -> configuration.baselineOnMigrate(true).baselineVersion(version));
        try {
            Flyway flyway = configuration.load();
            refuseNewer(flyway);
            flyway.migrate();
        } catch (FlywayException e) {
            throw new SQLException("the schema of conversations cannot be brought up to date: " + e.getMessage(), e);
        }
    }

    private static void refuseNewer(Flyway flyway) throws SQLException {
        MigrationInfo[] all = flyway.info().all();
        Optional<MigrationVersion> applied = latest(all, MigrationState::isApplied);
        Optional<MigrationVersion> known = latest(all, MigrationState::isResolved);
        if (applied.isPresent() && known.isPresent() && applied.get().isNewerThan(known.get())) {
            throw new SQLException("it is of a newer Caravan: its schema has version " + applied.get()
                    + ", this program knows versions up to " + known.get()
                    + ". Start the newer program, or name another database.");
        }
    }

    /** The latest version; that Flyway made the schema is listed as well, without one. */
    private static Optional<MigrationVersion> latest(MigrationInfo[] all, Predicate<MigrationState> which) {
        return Arrays.stream(all)
                .filter(migration -> migration.getVersion() != null && which.test(migration.getState()))
                .map(MigrationInfo::getVersion)
                .max(MigrationVersion::compareTo);
    }

    /** The version of a schema from before Flyway. */
    private static Optional<String> earlier(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            if (!isThere(statement)) {
                return Optional.empty();
            }
            try (ResultSet rows = statement.executeQuery("select max(version)::text from " + OLD_LIST)) {
                rows.next();
                return Optional.ofNullable(rows.getString(1));
            }
        }
    }

    private static boolean isThere(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select to_regclass('" + OLD_LIST + "') is not null")) {
            rows.next();
            return rows.getBoolean(1);
        }
    }
}
