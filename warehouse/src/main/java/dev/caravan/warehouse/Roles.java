package dev.caravan.warehouse;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.core.Utils;

/**
 * The two logins of the product and what they may do.
 *
 * <p>{@link #READER} runs the questions' SQL: it may connect to the databases closed by {@link #close}, read exactly
 * the tables of {@link AtlasTables}, and nothing else. This role, not a parser, is the boundary. What it can still do:
 * read the system catalogs that PostgreSQL shows to everyone, and change its own session settings by {@code SET}, its
 * time limit included, so whoever runs a statement for it sets the limit anew and accepts one SELECT only.
 *
 * <p>{@link #APP} owns the database of the application's state and cannot enter the others.
 */
public final class Roles {
    public static final String READER = "caravan_reader";
    public static final String APP = "caravan_app";

    /**
     * Functions that PostgreSQL gives to everyone and that do more than compute: wait, change settings, reach files,
     * large objects or other servers, run SQL given as text, hold locks, disturb other sessions. Like-patterns.
     */
    private static final List<String> UNWANTED_FUNCTIONS = List.of(
            "pg\\_sleep%",
            "set\\_config",
            "pg\\_read\\_%",
            "pg\\_stat\\_file",
            "pg\\_ls\\_%",
            "lo\\_%",
            "loread",
            "lowrite",
            "dblink%",
            "query\\_to\\_xml%",
            "cursor\\_to\\_xml%",
            "table\\_to\\_xml%",
            "schema\\_to\\_xml%",
            "database\\_to\\_xml%",
            "pg\\_%advisory%",
            "pg\\_notify",
            "pg\\_cancel\\_backend",
            "pg\\_terminate\\_backend",
            "pg\\_export\\_snapshot",
            "pg\\_logical\\_%",
            "pg\\_reload\\_conf",
            "pg\\_rotate\\_logfile",
            "pg\\_stat\\_get\\_activity",
            "pg\\_stat\\_reset%",
            "pg\\_log\\_backend%",
            "pg\\_current\\_logfile",
            "pg\\_listening\\_channels",
            "txid\\_current",
            "pg\\_current\\_xact\\_id",
            "ts\\_stat",
            "pg\\_promote",
            "pg\\_import\\_system\\_collations",
            "pg\\_file\\_%",
            "pg\\_create\\_%",
            "pg\\_switch\\_wal");

    /** Catalog views that show other sessions, the server's settings and its logins. */
    private static final List<String> UNWANTED_VIEWS = List.of(
            "pg_stat_activity",
            "pg_stat_ssl",
            "pg_stat_gssapi",
            "pg_settings",
            "pg_file_settings",
            "pg_roles",
            "pg_user",
            "pg_group",
            "pg_locks",
            "pg_prepared_xacts",
            "pg_cursors",
            "pg_shmem_allocations",
            "pg_db_role_setting");

    private Roles() {}

    /**
     * Creates both roles, or gives existing ones these passwords and the limits again.
     *
     * @param admin a superuser's connection to any database of the server
     */
    public static void create(Connection admin, String readerPassword, String appPassword) throws SQLException {
        Transactions.run(admin, () -> {
            // roles are the server's, whatever database it is asked in: two at once would fail with "tuple concurrently
            // updated"
            run(admin, List.of("LOCK TABLE pg_catalog.pg_authid IN SHARE ROW EXCLUSIVE MODE"));
            login(admin, READER, readerPassword);
            login(admin, APP, appPassword);
            run(
                    admin,
                    List.of(
                            "ALTER ROLE caravan_reader CONNECTION LIMIT 40",
                            "ALTER ROLE caravan_reader SET default_transaction_read_only = on",
                            "ALTER ROLE caravan_reader SET statement_timeout = '30s'",
                            "ALTER ROLE caravan_reader SET lock_timeout = '5s'",
                            "ALTER ROLE caravan_reader SET idle_in_transaction_session_timeout = '60s'",
                            "ALTER ROLE caravan_reader SET temp_file_limit = '256MB'",
                            "ALTER ROLE caravan_reader SET search_path = ''",
                            "REVOKE CONNECT, TEMPORARY ON DATABASE postgres, template1 FROM PUBLIC"));
        });
    }

    /**
     * Closes the connection's database to everyone and opens the Atlas tables to the reader.
     *
     * @param admin a superuser's connection to the database that holds the tables
     */
    public static void close(Connection admin) throws SQLException {
        String database = quoted(admin.getCatalog());
        List<String> statements = new ArrayList<>();
        statements.add("REVOKE ALL ON DATABASE %s FROM PUBLIC".formatted(database));
        statements.add("GRANT CONNECT ON DATABASE %s TO caravan_reader".formatted(database));
        statements.add("REVOKE ALL ON SCHEMA public FROM PUBLIC");
        statements.add("GRANT USAGE ON SCHEMA public, classification TO caravan_reader");
        for (String view : UNWANTED_VIEWS) {
            statements.add("REVOKE ALL ON pg_catalog." + view + " FROM PUBLIC");
        }
        statements.addAll(revokedFunctions(admin));
        List<String> schemas = new ArrayList<>(List.of("public", "classification"));
        for (TradeClass trade : TradeClass.values()) {
            schemas.add(trade.schema());
        }
        for (String schema : schemas) {
            statements.add("GRANT USAGE ON SCHEMA %s TO caravan_reader".formatted(schema));
            statements.add("GRANT SELECT ON ALL TABLES IN SCHEMA %s TO caravan_reader".formatted(schema));
        }
        Transactions.run(admin, () -> run(admin, statements));
    }

    /** Creates an empty database that belongs to {@link #APP} and that nobody else may enter. */
    public static void createStateDatabase(Connection admin, String database) throws SQLException {
        String name = quoted(database);
        run(
                admin,
                List.of(
                        "CREATE DATABASE %s OWNER caravan_app TEMPLATE template0".formatted(name),
                        "REVOKE ALL ON DATABASE %s FROM PUBLIC".formatted(name)));
    }

    /** True when the server has a database of this name. */
    public static boolean databaseExists(Connection admin, String database) throws SQLException {
        return exists(admin, "SELECT 1 FROM pg_database WHERE datname = ?", database);
    }

    /** A name as a quoted SQL identifier. */
    public static String quoted(String identifier) throws SQLException {
        return Utils.escapeIdentifier(null, identifier).toString();
    }

    private static void login(Connection admin, String role, String password) throws SQLException {
        String verb = exists(admin, "SELECT 1 FROM pg_roles WHERE rolname = ?", role) ? "ALTER" : "CREATE";
        String literal = Utils.escapeLiteral(null, password, true).toString();
        run(
                admin,
                List.of(("%s ROLE %s LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '%s'")
                        .formatted(verb, role, literal)));
    }

    private static List<String> revokedFunctions(Connection admin) throws SQLException {
        String sql = "SELECT 'REVOKE ALL ON FUNCTION ' || oid::regprocedure || ' FROM PUBLIC' FROM pg_proc"
                + " WHERE proname LIKE ANY (?) AND prokind = 'f' AND pronamespace = 'pg_catalog'::regnamespace ORDER BY 1";
        List<String> statements = new ArrayList<>();
        try (var statement = admin.prepareStatement(sql)) {
            statement.setArray(1, admin.createArrayOf("text", UNWANTED_FUNCTIONS.toArray()));
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    statements.add(result.getString(1));
                }
            }
        }
        return statements;
    }

    private static boolean exists(Connection admin, String sql, String name) throws SQLException {
        try (var statement = admin.prepareStatement(sql)) {
            statement.setString(1, name);
            try (var result = statement.executeQuery()) {
                return result.next();
            }
        }
    }

    private static void run(Connection admin, List<String> statements) throws SQLException {
        try (var statement = admin.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
