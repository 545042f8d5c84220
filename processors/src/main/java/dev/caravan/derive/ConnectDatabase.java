package dev.caravan.derive;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.derive.DerivedSchema.Guess;
import dev.caravan.edge.RequestBody;
import dev.caravan.jdbc.JdbcUrl;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.turn.BadRequest;
import dev.caravan.workspace.Workspace.Login;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Body;

/**
 * Makes a workspace of a database that somebody names by the page. Where it may be is a setting, since the server would otherwise
 * knock at any door of its network for whoever asks; and its address has no parameters, by which drivers load classes and files.
 */
public final class ConnectDatabase {
    private static final String EXAMPLE =
            "{\"url\": \"jdbc:postgresql://host:5432/sales\", \"user\": \"reader\", \"password\": \"…\"}";
    private static final Pattern URL = Pattern.compile(
            "jdbc:(postgresql|mysql|mariadb)://([A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?/([A-Za-z0-9_$-]{1,64})");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");
    private static final int LONGEST = 200;

    private final Path workspaces;
    private final Set<String> hosts;
    private final UnaryOperator<Login> seal;
    private final Runnable made;

    /**
     * A maker.
     *
     * @param workspaces the folder of the workspaces
     * @param hosts where databases may be, as host or host:port; * for anywhere
     * @param seal hides the password of a login
     * @param made called when there is a further workspace
     */
    public ConnectDatabase(Path workspaces, Set<String> hosts, UnaryOperator<Login> seal, Runnable made) {
        this.workspaces = workspaces;
        this.hosts = Set.copyOf(hosts);
        this.seal = seal;
        this.made = made;
    }

    /**
     * What a person wants.
     *
     * @param name of the workspace
     * @param title as shown to people
     * @param login its password is what the person typed
     */
    public record Wanted(String name, String title, Login login) {}

    /**
     * Reads a request.
     *
     * @throws BadRequest that names the field
     */
    public static Wanted read(ObjectMapper mapper, byte[] body) {
        ObjectNode request =
                RequestBody.read(mapper, body, EXAMPLE, List.of("url", "user", "password", "name", "title"));
        Matcher url = URL.matcher(text(request, "url"));
        if (!url.matches()) {
            throw new BadRequest(
                    "url",
                    "write the database as jdbc:postgresql://host:5432/name or jdbc:mysql://host:3306/name, without parameters");
        }
        String name = RequestBody.text(request, "", "name")
                .map(String::strip)
                .filter(given -> !given.isEmpty())
                .orElse(url.group(4).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_-]+", "-"));
        if (!NAME.matcher(name).matches()) {
            throw new BadRequest("name", "name the workspace by small letters, digits, - and _, 40 at most");
        }
        if (text(request, "user").isEmpty()) {
            throw new BadRequest("user", "say by which login the tables may be read");
        }
        String title = text(request, "title");
        return new Wanted(
                name,
                title.isEmpty() ? name : title,
                new Login(
                        url.group(),
                        text(request, "user"),
                        RequestBody.text(request, "", "password").orElse("")));
    }

    private static String text(ObjectNode request, String field) {
        String text = RequestBody.text(request, "", field).orElse("").strip();
        if (text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
            throw new BadRequest(
                    field, field + " is longer than " + LONGEST + " characters, or has some that cannot be seen");
        }
        return text;
    }

    /**
     * Makes the workspace.
     *
     * @return workspace, tables with their columns, what was guessed, questions that work, and warnings
     * @throws BadRequest 403 for a host that is not allowed, 409 for a name that is taken, 422 where the database cannot be read
     */
    public synchronized Map<String, Object> connect(@Body Wanted wanted) {
        checkHost(wanted.login().url());
        Path folder = workspaces.resolve(wanted.name());
        if (Files.exists(folder)) {
            throw new BadRequest(
                    409, "name", "there is a workspace '" + wanted.name() + "' already. Choose another name.");
        }
        JdbcUrl address = new JdbcUrl(wanted.login().url());
        Dialect engine = address.engine().orElseThrow();
        try (Connection connection =
                address.connect(wanted.login().user(), wanted.login().password())) {
            DerivedSchema found = DeriveSchema.withGuesses(connection);
            if (found.schema().relations().isEmpty()) {
                throw new BadRequest(
                        422,
                        "user",
                        "no table may be read there by " + wanted.login().user());
            }
            List<String> questions =
                    make(folder, wanted.title(), seal.apply(wanted.login()), found.schema(), connection, engine);
            made.run();
            List<String> warnings = new ArrayList<>();
            if (engine == Dialect.POSTGRESQL && mayWrite(connection, found.schema())) {
                warnings.add(wanted.login().user()
                        + " may also write to these tables. Give Caravan a login that may only read.");
            }
            return told(wanted.name(), found, questions, warnings);
        } catch (SQLException e) {
            throw new BadRequest(
                    422,
                    "url",
                    "the database cannot be read: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new UncheckedIOException("the workspace cannot be written", e);
        }
    }

    private void checkHost(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new BadRequest("url", "this is no address of a database that can be connected");
        }
        String host = parts.group(2).toLowerCase(Locale.ROOT);
        String port = parts.group(3) == null ? "" : parts.group(3);
        if (!hosts.contains("*") && !hosts.contains(host) && !hosts.contains(host + port)) {
            throw new BadRequest(
                    403,
                    "url",
                    "databases of " + host
                            + " may not be connected by the page; the setting connections.hosts lists those that may");
        }
    }

    private static Map<String, Object> told(
            String name, DerivedSchema found, List<String> questions, List<String> warnings) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("workspace", name);
        told.put(
                "tables",
                found.schema().relations().entrySet().stream()
                        .map(table -> Map.of(
                                "name",
                                table.getKey(),
                                "columns",
                                table.getValue().columns().entrySet().stream()
                                        .map(column -> Map.of(
                                                "name",
                                                column.getKey(),
                                                "type",
                                                column.getValue().type().name().toLowerCase(Locale.ROOT)))
                                        .toList()))
                        .toList());
        told.put("guesses", found.guesses().stream().map(Guess::told).toList());
        told.put("questions", questions);
        told.put("warnings", warnings);
        return told;
    }

    /**
     * Writes the folder of a workspace for a database.
     *
     * @param login as it is written down
     * @return questions to begin with
     */
    public static List<String> make(
            Path folder, String title, Login login, Schema schema, Connection connection, Dialect engine)
            throws IOException {
        List<String> questions = FirstQuestions.of(schema, connection, engine.code());
        WorkspaceFolder.write(folder, title, Optional.of(login), schema, questions);
        return questions;
    }

    /** Whether the login of a connection to PostgreSQL may change any of these tables. */
    public static boolean mayWrite(Connection connection, Schema schema) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT has_table_privilege(?, 'INSERT, UPDATE, DELETE')")) {
            for (String table : schema.relations().keySet()) {
                statement.setString(1, SchemaNames.quoted(table));
                try (ResultSet row = statement.executeQuery()) {
                    if (row.next() && row.getBoolean(1)) {
                        return true;
                    }
                }
            }
            return false;
        }
    }
}
